// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "summary_data.h"

void summary_flag(struct summary *s, const char *fmt, ...)
{
	char *text;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	s->flags = xreallocarray(s->flags, s->nflags + 1, sizeof(*s->flags));
	s->flags[s->nflags++] = text;
}

const char *summary_verdict_name(enum stats_verdict verdict)
{
	static const char *const name[] = {
		[STATS_BETTER] = "better",
		[STATS_WORSE] = "worse",
		[STATS_EQUIVALENT] = "equivalent",
		[STATS_INCONCLUSIVE] = "inconclusive",
	};

	return name[verdict];
}

void summary_free(struct summary *s)
{
	for (size_t i = 0; i < s->nworkloads; i++) {
		struct summary_workload *w = &s->workloads[i];

		for (size_t arm = 0; w->cells && arm < s->narms; arm++) {
			struct summary_comparison *c = &w->cells[arm].against;

			free(w->cells[arm].counts);
			free(w->cells[arm].count_ops);
			free(c->boots);
			free(c->groups[0].levels);
			free(c->groups[1].levels);
		}
		for (size_t k = 0; w->in_file && k < s->nfiles; k++)
			store_blocks_free(&w->in_file[k]);
		free(w->cells);
		free(w->in_file);
		free(w->refused);
	}
	for (size_t i = 0; i < s->nflags; i++)
		free(s->flags[i]);
	/* The files of a pair are those of its sides. */
	for (size_t i = 0; !s->sides && i < s->nfiles; i++)
		store_file_free(&s->files[i]);
	for (size_t i = 0; s->sides && i < 2; i++)
		summary_free(&s->sides[i]);
	for (size_t i = 0; s->made && i < s->nworkloads; i++)
		free((char *)s->made[i].key);
	free(s->made);
	free(s->sides);
	free(s->flags);
	free(s->workloads);
	free((void *)s->arms);
	free(s->boots);
	free(s->count_names);
	free(s->files);
	memset(s, 0, sizeof(*s));
}

static int read_files(const char *const *files, size_t nfiles, struct summary *s)
{
	struct store_error error;

	s->files = xcalloc(nfiles, sizeof(*s->files));
	for (size_t i = 0; i < nfiles; i++) {
		if (store_read(files[i], &s->files[i], &error)) {
			err_say("%s", error.text);
			return XC_ERROR;
		}
		s->nfiles++;
	}
	return nfiles ? summary_match(s->files, nfiles) : XC_ERROR;
}

int summary_read(const char *const *files, size_t nfiles, struct summary *s)
{
	memset(s, 0, sizeof(*s));
	s->margin = SUMMARY_MARGIN;
	s->max_regression = NAN;
	if (read_files(files, nfiles, s) || summary_cells(s)) {
		summary_free(s);
		return XC_ERROR;
	}
	s->all_counts = json_is_true(json_object_get(json_object_get(s->files[0].run, "counters"), "table"));
	return XC_OK;
}

int summary_make(const char *const *files, size_t nfiles, struct summary *s)
{
	if (summary_read(files, nfiles, s))
		return XC_ERROR;
	summary_compare(s);
	summary_flag_comparisons(s);
	summary_flag_samples(s);
	for (size_t i = 0; i < s->nworkloads; i++)
		if (s->workloads[i].refused)
			return XC_INCONCLUSIVE;
	return XC_OK;
}

int summary_write(const struct summary *s, enum summary_format fmt, FILE *out)
{
	static void (*const writer[])(const struct summary *s, FILE *out) = {
		[SUMMARY_TABLE] = out_table,
		[SUMMARY_JSON] = out_json,
		[SUMMARY_CSV] = out_csv,
		[SUMMARY_MARKDOWN] = out_markdown,
		[SUMMARY_CHANGELOG] = out_changelog,
		[SUMMARY_BEFORE_AFTER] = out_before_after,
	};

	errno = 0;
	writer[fmt](s, out);
	if (fflush(out) || ferror(out)) {
		err_say("cannot write the summary: %s", errno ? strerror(errno) : "no space or closed");
		return XC_ERROR;
	}
	return XC_OK;
}

int summary_print(const char *const *files, size_t nfiles, enum summary_format fmt, FILE *out)
{
	struct summary s;
	int status = summary_make(files, nfiles, &s);

	if (status != XC_OK && status != XC_INCONCLUSIVE)
		return status;
	if (summary_write(&s, fmt, out))
		status = XC_ERROR;
	summary_free(&s);
	return status;
}

int summary_write_file(const struct summary *s, enum summary_format fmt, const char *path)
{
	char *temporary = xasprintf("%s.%ld.tmp", path, (long)getpid());
	FILE *out = fopen(temporary, "we");
	int status = XC_ERROR;

	if (!out) {
		err_say("cannot make %s: %m", temporary);
		free(temporary);
		return XC_ERROR;
	}
	status = summary_write(s, fmt, out);
	if (!status && fsync(fileno(out)) && errno != EINVAL)
		status = XC_ERROR;
	if (fclose(out))
		status = XC_ERROR;
	if (!status && rename(temporary, path))
		status = XC_ERROR;
	if (status) {
		err_say("cannot write %s: %m", path);
		unlink(temporary);
	}
	free(temporary);
	return status;
}

int summary_write_json(const char *const *files, size_t nfiles, const char *path)
{
	struct summary s;
	int status = summary_make(files, nfiles, &s);

	if (status != XC_OK && status != XC_INCONCLUSIVE)
		return status;
	if (summary_write_file(&s, SUMMARY_JSON, path))
		status = XC_ERROR;
	summary_free(&s);
	return status;
}
