// SPDX-License-Identifier: GPL-2.0-only
/*
 * The summary for the changelog of a patch: plain ASCII in 72 columns, every
 * line indented, since git am cuts at lines beginning with "---" and git
 * commit drops those beginning with '#'.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "out_text.h"

#define WIDTH 72
#define LABEL 16		/* columns of a workload */
#define COLUMN 6		/* and of an arm, a space before it */
#define MATRIX_ARMS 4		/* side by side; more are listed below one another */

/* The arms that are not copies of the baseline; returns how many. */
static size_t real_arms(const struct summary *s, size_t *list)
{
	size_t n = 0;

	for (size_t arm = 0; arm < s->narms; arm++)
		if (!s->arms[arm].duplicate_of)
			list[n++] = arm;
	return n;
}

static bool fits_matrix(const struct summary *s, const size_t *list, size_t n)
{
	struct out_scale scale = out_scale_all(s);

	if (n < 2 || n > MATRIX_ARMS || s->files[0].clock == STORE_CLOCK_ICOUNT)
		return false;
	for (size_t i = 0; i < n; i++) {
		if (strlen(s->arms[list[i]].name) > COLUMN)
			return false;
		for (size_t w = 0; w < s->nworkloads; w++)
			if (strlen(out_number(s->workloads[w].cells[list[i]].median, &scale).s) > COLUMN)
				return false;
	}
	return true;
}

/* " -26.1% [-26.5, -25.7] ?" or " -0.8434 ..": what an arm is to the baseline. */
static char *against(const struct summary *s, const struct summary_cell *cell, size_t arm)
{
	const struct summary_comparison *c = &cell->against;

	if (cell->exact.made)
		return xasprintf("%8.4f", cell->exact.ratio);
	if (!c->made)
		return xstrdup(arm ? "   no claim" : "");
	return xasprintf("%8s %s%s", out_change(c, true).s, out_interval(c, true).s,
			 !out_is_baseline(s, arm) && c->verdict == STATS_INCONCLUSIVE ? " ?" : "");
}

/* Prints a line without spaces at its end. */
static void line(FILE *out, char *text)
{
	size_t n = strlen(text);

	while (n && text[n - 1] == ' ')
		text[--n] = '\0';
	fprintf(out, "%s\n", out_ascii(text));
	free(text);
}

/* The filesystem that all workloads ran on, or NULL: then each names its own. */
static const char *one_fs(const struct summary *s)
{
	const char *fs = s->workloads[0].about->fs;

	for (size_t i = 0; fs && i < s->nworkloads; i++)
		if (!s->workloads[i].about->fs || strcmp(s->workloads[i].about->fs, fs))
			return NULL;
	return fs;
}

static char *label(const struct summary *s, const struct summary_workload *w)
{
	return one_fs(s) ? xstrdup(w->about->key) : out_workload(w);
}

static void matrix(const struct summary *s, const size_t *list, size_t n, FILE *out)
{
	struct out_scale scale = out_scale_all(s);
	size_t last = list[n - 1];
	char *text = xasprintf("  %-*s", LABEL, "");

	for (size_t i = 0; i < n; i++) {
		char *more = xasprintf("%s %*s", text, COLUMN, s->arms[list[i]].name);

		free(text);
		text = more;
	}
	line(out, xasprintf("%s  %s/%s [95%%]", text, s->arms[last].name, s->arms[0].name));
	free(text);
	for (size_t i = 0; i < s->nworkloads; i++) {
		const struct summary_workload *w = &s->workloads[i];
		char *name = label(s, w), *ratio = against(s, &w->cells[last], last);

		if (strlen(name) > LABEL) {
			line(out, xasprintf("  %s", name));
			*name = '\0';
		}
		text = xasprintf("  %-*s", LABEL, name);
		for (size_t k = 0; k < n; k++) {
			const struct summary_cell *cell = &w->cells[list[k]];
			char *more = xasprintf("%s %*s", text, COLUMN, cell->samples ?
					       out_number(cell->median, &scale).s : "-");

			free(text);
			text = more;
		}
		line(out, xasprintf("%s%s", text, ratio));
		free(text);
		free(name);
		free(ratio);
	}
}

static void list_rows(const struct summary *s, FILE *out)
{
	for (size_t i = 0; i < s->nworkloads; i++) {
		const struct summary_workload *w = &s->workloads[i];
		struct out_scale scale = out_scale_of(s, w);
		char *name = label(s, w);

		line(out, xasprintf("  %s, %s/op", name, scale.unit));
		free(name);
		for (size_t arm = 0; arm < s->narms; arm++) {
			const struct summary_cell *cell = &w->cells[arm];
			bool count = s->files[0].clock == STORE_CLOCK_ICOUNT;
			char *ratio;

			if (!cell->samples || (s->arms[arm].duplicate_of && !count))
				continue;
			ratio = against(s, cell, arm);
			if (strlen(s->arms[arm].name) > 24)
				line(out, xasprintf("    %s", s->arms[arm].name));
			line(out, xasprintf("    %-24s %12s %s",
					    strlen(s->arms[arm].name) > 24 ? "" : s->arms[arm].name,
					    out_number(count ? cell->layout_median : cell->median,
						       &scale).s, ratio));
			free(ratio);
		}
	}
}

/* The A/A lines of each workload. */
static void duplicates(const struct summary *s, size_t columns, FILE *out)
{
	for (size_t i = 0; i < s->nworkloads; i++)
		for (size_t arm = 1; arm < s->narms; arm++) {
			const struct summary_workload *w = &s->workloads[i];
			char *ratio, *name;

			if (!out_is_baseline(s, arm) || !w->cells[arm].against.made)
				continue;
			ratio = against(s, &w->cells[arm], arm);
			name = s->nworkloads > 1 ? xasprintf("A/A (%s)", w->about->key) :
						   xasprintf("A/A (%s/%s)", s->arms[0].name,
							     s->arms[0].name);
			if (strlen(name) > columns) {
				line(out, xasprintf("  %s", name));
				*name = '\0';
			}
			line(out, xasprintf("  %-*s%s", (int)columns, name, ratio));
			free(ratio);
			free(name);
		}
}

static bool any_unclear(const struct summary *s)
{
	for (size_t i = 0; i < s->nworkloads; i++)
		for (size_t arm = 1; arm < s->narms; arm++) {
			const struct summary_comparison *c = &s->workloads[i].cells[arm].against;

			if (c->made && !out_is_baseline(s, arm) && c->verdict == STATS_INCONCLUSIVE)
				return true;
		}
	return false;
}

/* Why there is no claim, each reason once. */
static void refusals(const struct summary *s, FILE *out)
{
	const char *last = "";

	for (size_t i = 0; i < s->nworkloads; i++) {
		const char *why = s->workloads[i].refused;
		char *text;

		if (!why || !strcmp(why, last))
			continue;
		text = xasprintf("no claim: %s", why);
		out_wrapped(out, text, WIDTH, "  ", "  ", "");
		free(text);
		last = why;
	}
}

static void head(const struct summary *s, bool side_by_side, FILE *out)
{
	char *where = out_where(s), *text;
	const char *fs = one_fs(s);

	text = xasprintf("%s, %s blocks %s%s%s%s%s%s%s:", where, out_blocks(s).s,
			 s->nboots > 1 ? "x " : "in ", s->nboots > 1 ? out_scope(s).s : "one boot",
			 fs ? ", on " : "", fs ? fs : "", side_by_side ? ", " : "",
			 side_by_side ? out_scale_all(s).unit : "", side_by_side ? "/op" : "");
	out_wrapped(out, out_ascii(text), WIDTH, "  ", "  ", "");
	fputc('\n', out);
	free(where);
	free(text);
}

void out_changelog(const struct summary *s, FILE *out)
{
	size_t *list = xcalloc(s->narms, sizeof(*list)), n = real_arms(s, list);
	bool side_by_side = fits_matrix(s, list, n);
	char *command = out_command(s);

	head(s, side_by_side, out);
	if (side_by_side)
		matrix(s, list, n, out);
	else
		list_rows(s, out);
	duplicates(s, side_by_side ? LABEL + n * (COLUMN + 1) : 4 + 24 + 12, out);
	refusals(s, out);
	if (any_unclear(s))
		fputs("  ? = inconclusive\n", out);
	if (s->files[0].clock == STORE_CLOCK_ICOUNT)
		fprintf(out, "  exact counts, medians over layouts; ratio to %s\n", s->arms[0].name);
	if (command) {
		fputc('\n', out);
		out_wrapped(out, command, WIDTH, "  ", "    ", " \\");
	}
	free(command);
	free(list);
}
