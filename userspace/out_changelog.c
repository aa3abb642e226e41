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
	if (c->bare)
		return xasprintf("%8s no claim", out_change(c, true).s);
	if (!c->made)
		return xstrdup(arm ? "   no claim" : "");
	return xasprintf("%8s %s%s", out_change(c, true).s, out_interval(c, true).s,
			 out_paste_open(s, arm, c) ? " ?" : "");
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
	out_paste_line(out, xasprintf("%s  %s/%s [95%%]", text, s->arms[last].name, s->arms[0].name));
	free(text);
	for (size_t i = 0; i < s->nworkloads; i++) {
		const struct summary_workload *w = &s->workloads[i];
		char *name = out_paste_label(s, w), *ratio = against(s, &w->cells[last], last);

		if (strlen(name) > LABEL) {
			out_paste_line(out, xasprintf("  %s", name));
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
		out_paste_line(out, xasprintf("%s%s", text, ratio));
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
		char *name = out_paste_label(s, w);

		out_paste_line(out, xasprintf("  %s, %s/op", name, scale.unit));
		free(name);
		for (size_t arm = 0; arm < s->narms; arm++) {
			const struct summary_cell *cell = &w->cells[arm];
			bool count = s->files[0].clock == STORE_CLOCK_ICOUNT;
			char *ratio;

			if (!cell->samples || (s->arms[arm].duplicate_of && !count))
				continue;
			ratio = against(s, cell, arm);
			if (strlen(s->arms[arm].name) > 24)
				out_paste_line(out, xasprintf("    %s", s->arms[arm].name));
			out_paste_line(out, xasprintf("    %-24s %12s %s",
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
				out_paste_line(out, xasprintf("  %s", name));
				*name = '\0';
			}
			out_paste_line(out, xasprintf("  %-*s%s", (int)columns, name, ratio));
			free(ratio);
			free(name);
		}
}

void out_changelog(const struct summary *s, FILE *out)
{
	size_t *list = xcalloc(s->narms, sizeof(*list)), n = real_arms(s, list);
	bool side_by_side = fits_matrix(s, list, n);

	out_paste_head(s, side_by_side ? out_scale_all(s).unit : NULL, out);
	if (side_by_side)
		matrix(s, list, n, out);
	else
		list_rows(s, out);
	duplicates(s, side_by_side ? LABEL + n * (COLUMN + 1) : 4 + 24 + 12, out);
	out_paste_foot(s, out);
	if (s->files[0].clock == STORE_CLOCK_ICOUNT)
		fprintf(out, "  exact counts, medians over layouts; ratio to %s\n", s->arms[0].name);
	out_paste_command(s, out);
	free(list);
}
