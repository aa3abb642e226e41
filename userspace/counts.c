// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "counts.h"
#include "text.h"

#define EXEC_STAT "/proc/exec_stat"
#define EXEC_STATS_ON "/proc/sys/kernel/exec_stats"

static void append(struct counts *c, const char *name, int64_t n)
{
	if (c->n == BENCH_COUNTS_MAX)
		return;
	snprintf(c->at[c->n].name, BENCH_NAME_MAX, "%s", name);
	c->at[c->n++].n = n;
}

void counts_parse(struct counts *c, char *text)
{
	char *line;

	while ((line = strsep(&text, "\n"))) {
		char *value = strpbrk(line, " \t");
		uint64_t n;

		if (!value || value == line)
			continue;
		*value++ = '\0';
		if (text_u64(text_squeeze(value), 0, INT64_MAX, &n))
			append(c, line, (int64_t)n);
	}
}

void counts_read(struct counts *c)
{
	struct rusage self, children;
	char text[4096];

	c->n = 0;
	getrusage(RUSAGE_SELF, &self);
	getrusage(RUSAGE_CHILDREN, &children);
	append(c, "voluntary_switches", self.ru_nvcsw + children.ru_nvcsw);
	append(c, "involuntary_switches", self.ru_nivcsw + children.ru_nivcsw);
	append(c, "minor_faults", self.ru_minflt + children.ru_minflt);
	append(c, "major_faults", self.ru_majflt + children.ru_majflt);
	if (text_file(EXEC_STATS_ON, text, sizeof(text)) > 0 && !strcmp(text, "1") &&
	    text_file(EXEC_STAT, text, sizeof(text)) > 0)
		counts_parse(c, text);
}

void counts_add(struct bench_shared *s, const struct counts *from, const struct counts *to)
{
	for (unsigned i = 0; i < to->n; i++)
		for (unsigned j = 0; j < from->n; j++)
			if (!strcmp(to->at[i].name, from->at[j].name))
				bench_count(s, to->at[i].name, to->at[i].n - from->at[j].n);
}
