// SPDX-License-Identifier: GPL-2.0-only
#include <stdarg.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "import.h"
#include "mem.h"

struct import_series *import_series(struct import *im, const char *workload, const char *arm,
				    const char *path)
{
	struct import_series *s;

	for (size_t i = 0; i < im->nseries; i++)
		if (!strcmp(im->series[i].workload, workload) && !strcmp(im->series[i].arm, arm))
			return &im->series[i];
	im->series = xreallocarray(im->series, im->nseries + 1, sizeof(*im->series));
	s = &im->series[im->nseries++];
	*s = (struct import_series) {
		.workload = xstrdup(workload), .arm = xstrdup(arm), .path = xstrdup(path),
	};
	return s;
}

void import_add(struct import_series *s, double ns, uint64_t ops, size_t line)
{
	/* Room doubles whenever the number in use is a power of two. */
	if (!(s->n & (s->n - 1)))
		s->values = xreallocarray(s->values, s->n ? 2 * s->n : 1, sizeof(*s->values));
	s->values[s->n++] = (struct import_value) { .ns = ns, .ops = ops };
	s->line = line;
}

void import_note(struct import *im, const char *fmt, ...)
{
	char *text;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	for (size_t i = 0; i < im->nnotes; i++)
		if (!strcmp(im->notes[i], text)) {
			free(text);
			return;
		}
	im->notes = xreallocarray(im->notes, im->nnotes + 1, sizeof(*im->notes));
	im->notes[im->nnotes++] = text;
}

void import_free(struct import *im)
{
	for (size_t i = 0; i < im->nseries; i++) {
		free(im->series[i].workload);
		free(im->series[i].arm);
		free(im->series[i].path);
		free(im->series[i].values);
	}
	for (size_t i = 0; i < im->nnotes; i++)
		free(im->notes[i]);
	free(im->series);
	free(im->notes);
	free(im->cpu_model);
	free(im->duplicate);
	memset(im, 0, sizeof(*im));
}
