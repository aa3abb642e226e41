// SPDX-License-Identifier: GPL-2.0-only
/*
 * The summary for the changelog of a patch, as lines of
 *   workload   before   after (+1.2%)
 * one list for each arm that is not the baseline.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "out_text.h"

#define LABEL 28		/* columns of a workload; a longer one has a line of its own */
#define NUMBER 11

/* Counts over layouts, times as they are. */
static double value(const struct summary *s, const struct summary_cell *cell)
{
	return s->files[0].clock == STORE_CLOCK_ICOUNT ? cell->layout_median : cell->median;
}

/* "(+1.2%)", and what is to be said of it. */
static char *change(const struct summary *s, const struct summary_cell *cell, size_t arm)
{
	const struct summary_comparison *c = &cell->against;

	if (cell->exact.made)
		return xasprintf("(%+.2f%%)", 100 * (cell->exact.ratio - 1));
	if (!c->made && !c->bare)
		return xstrdup("no claim");
	return xasprintf("(%s)%s", out_change(c, true).s,
			 c->bare ? " no claim" : out_paste_open(s, arm, c) ? " ?" : "");
}

static void row(const struct summary *s, const struct summary_workload *w, size_t arm,
		const struct out_scale *scale, FILE *out)
{
	char *name = out_paste_label(s, w), *what = change(s, &w->cells[arm], arm);

	if (strlen(name) > LABEL) {
		out_wrapped(out, out_ascii(name), OUT_PASTE_WIDTH, "  ", "    ", "");
		*name = '\0';
	}
	out_paste_line(out, xasprintf("  %-*s %*s %*s %s", LABEL, name, NUMBER,
				      out_number(value(s, &w->cells[0]), scale).s, NUMBER,
				      out_number(value(s, &w->cells[arm]), scale).s, what));
	free(what);
	free(name);
}

static void list(const struct summary *s, size_t arm, const struct out_scale *scale, FILE *out)
{
	char *title;

	if (!s->sides) {
		title = xasprintf("before: %s, after: %s", s->arms[0].name, s->arms[arm].name);
		out_wrapped(out, out_ascii(title), OUT_PASTE_WIDTH, "  ", "    ", "");
		free(title);
	}
	out_paste_line(out, xasprintf("  %-*s %*s %*s", LABEL, "workload", NUMBER, "before", NUMBER,
				      "after"));
	for (size_t i = 0; i < s->nworkloads; i++)
		if (s->workloads[i].cells[0].samples && s->workloads[i].cells[arm].samples)
			row(s, &s->workloads[i], arm, scale, out);
}

void out_before_after(const struct summary *s, FILE *out)
{
	struct out_scale scale = out_scale_all(s);
	bool first = true;

	out_paste_head(s, scale.unit, out);
	for (size_t arm = 1; arm < s->narms; arm++) {
		if (s->arms[arm].duplicate_of)
			continue;
		if (!first)
			fputc('\n', out);
		list(s, arm, &scale, out);
		first = false;
	}
	out_paste_foot(s, out);
	out_paste_command(s, out);
}
