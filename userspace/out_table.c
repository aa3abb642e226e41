// SPDX-License-Identifier: GPL-2.0-only
/*
 * The summary for a terminal or a plain file, in 80 columns.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exitcode.h"
#include "mem.h"
#include "out_text.h"

#define WIDTH 80
#define NAME 8			/* columns of an arm's name; a longer one has a line of its own */
#define COUNT_NAME 24
#define COUNT_MIN 9		/* columns of an arm in the table of counts */
#define COUNT_MAX 26

static void head(const struct summary *s, FILE *out)
{
	bool icount = s->files[0].clock == STORE_CLOCK_ICOUNT;
	char *where = out_where(s), *line;
	size_t incomplete = 0, discarded = 0;

	for (size_t i = 0; i < s->nworkloads; i++) {
		incomplete += s->workloads[i].incomplete;
		discarded += s->workloads[i].discarded;
	}
	out_wrapped(out, where, WIDTH, "", "  ", "");
	if (s->sides)
		line = xasprintf("%s, %s", out_blocks(s).s, out_scope(s).s);
	else if (s->files[0].imported)
		line = xasprintf("%s, imported%s; baseline %s", out_blocks(s).s,
				 s->files[0].unpaired ? ", not interleaved" : "", s->arms[0].name);
	else
		line = xasprintf("%s, %s; baseline %s; seed %llu", out_blocks(s).s,
				 out_scope(s).s, s->arms[0].name,
				 (unsigned long long)s->files[0].seed);
	out_wrapped(out, out_ascii(line), WIDTH, "", "  ", "");
	if (icount)
		fputs("exact counts, which say nothing of contention\n", out);
	if (incomplete || discarded)
		fprintf(out, "blocks not used: %zu discarded, %zu incomplete (over all workloads)\n",
			discarded, incomplete);
	free(where);
	free(line);
}

/* The arm's name in its column; a long one goes before, on its own line. */
static void name(const struct summary *s, size_t arm, FILE *out)
{
	char *text = out_ascii(xstrdup(s->arms[arm].name));

	if (strlen(text) > NAME)
		fprintf(out, "  %s\n  %-*s", text, NAME, "");
	else
		fprintf(out, "  %-*s", NAME, text);
	free(text);
}

static void numbers(const struct summary_cell *cell, const struct out_scale *scale, FILE *out)
{
	fprintf(out, " %6s %6s %6s %6s", out_number(cell->median, scale).s,
		out_number(cell->min, scale).s, out_number(cell->p90, scale).s,
		out_number(cell->p99, scale).s);
}

static void time_row(const struct summary *s, const struct summary_workload *w, size_t arm,
		     const struct out_scale *scale, FILE *out)
{
	const struct summary_cell *cell = &w->cells[arm];
	const struct summary_comparison *c = &cell->against;

	name(s, arm, out);
	numbers(cell, scale, out);
	if (arm == 0)
		fputs("  baseline", out);
	else if (c->made)
		fprintf(out, " %7s %-16s %-3s %s", out_change(c, false).s, out_interval(c, false).s,
			c->detected ? "yes" : "no",
			out_is_baseline(s, arm) ? "A/A" : summary_verdict_name(c->verdict));
	else if (c->bare)
		fprintf(out, " %7s %-16s no claim", out_change(c, false).s, out_interval(c, false).s);
	fputc('\n', out);
}

static void time_table(const struct summary *s, const struct summary_workload *w, FILE *out)
{
	struct out_scale scale = out_scale_of(s, w);

	fprintf(out, "  %-*s %6s %6s %6s %6s", NAME, "arm", "median", "min", "p90", "p99");
	if (s->narms > 1 && !w->refused)
		fprintf(out, " %7s %-11s %s %s", "change", "95% limits", "detected", "matters");
	fputc('\n', out);
	for (size_t arm = 0; arm < s->narms; arm++)
		if (w->cells[arm].samples)
			time_row(s, w, arm, &scale, out);
}

static void exact_table(const struct summary *s, const struct summary_workload *w, FILE *out)
{
	fprintf(out, "  %-*s %12s %12s %12s %8s  %s\n", NAME, "arm", "median", "min", "difference",
		"ratio", "within blocks");
	for (size_t arm = 0; arm < s->narms; arm++) {
		const struct summary_cell *cell = &w->cells[arm];
		const struct summary_exact *e = &cell->exact;

		if (!cell->samples)
			continue;
		name(s, arm, out);
		fprintf(out, " %12s %12s", out_grouped(cell->layout_median, false).s,
			out_grouped(cell->min, false).s);
		if (e->made)
			fprintf(out, " %12s %8.4f", out_grouped(e->difference, true).s, e->ratio);
		if (e->made && isfinite(e->block_low))
			fprintf(out, "  %.4f..%.4f", e->block_low, e->block_high);
		fputc('\n', out);
	}
}

/* Whether a count is worth a row: counted at all, and not one that every program has. */
static bool telling(const struct summary *s, const struct summary_workload *w, size_t count)
{
	static const char *const everyday[] = {
		"voluntary_switches", "involuntary_switches", "minor_faults", "major_faults",
	};

	for (size_t i = 0; !s->all_counts && i < sizeof(everyday) / sizeof(*everyday); i++)
		if (!strcmp(s->count_names[count], everyday[i]))
			return false;
	for (size_t arm = 0; arm < s->narms; arm++)
		if (w->cells[arm].counts[count] > 0 || (s->all_counts && w->cells[arm].samples))
			return true;
	return false;
}

static void count_rows(const struct summary *s, const struct summary_workload *w, size_t from,
		       size_t to, int width, FILE *out)
{
	fprintf(out, "  %-*s", COUNT_NAME, "per 1000 operations");
	for (size_t arm = from; arm < to; arm++) {
		char *text = out_ascii(xstrdup(s->arms[arm].name));

		fprintf(out, " %*.*s", width, width, text);
		free(text);
	}
	fputc('\n', out);
	for (size_t i = 0; i < s->ncounts; i++) {
		if (!telling(s, w, i))
			continue;
		fprintf(out, "  %-*.*s", COUNT_NAME, COUNT_NAME, s->count_names[i]);
		for (size_t arm = from; arm < to; arm++) {
			const struct summary_cell *cell = &w->cells[arm];

			double per_op = cell->samples ? summary_per_op(s, cell, i) : NAN;

			if (isfinite(per_op))
				fprintf(out, " %*.4g", width, 1000 * per_op);
			else
				fprintf(out, " %*s", width, "-");
		}
		fputc('\n', out);
	}
}

static void counts(const struct summary *s, const struct summary_workload *w, FILE *out)
{
	size_t width = COUNT_MIN, side_by_side;
	bool any = false;

	for (size_t arm = 0; arm < s->narms; arm++)
		if (strlen(s->arms[arm].name) > width)
			width = strlen(s->arms[arm].name);
	width = width < COUNT_MAX ? width : COUNT_MAX;
	side_by_side = (WIDTH - 2 - COUNT_NAME) / (width + 1);
	for (size_t i = 0; i < s->ncounts; i++)
		any |= telling(s, w, i);
	for (size_t from = 0; any && from < s->narms; from += side_by_side)
		count_rows(s, w, from, from + side_by_side < s->narms ? from + side_by_side : s->narms,
			   (int)width, out);
}

/* What the smallest effect is that would have been found: of the inconclusive, or the largest of all. */
static void resolution(const struct summary *s, const struct summary_workload *w, FILE *out)
{
	const struct summary_comparison *worst = NULL;
	char *list = NULL;

	for (size_t arm = 1; arm < s->narms; arm++) {
		const struct summary_comparison *c = &w->cells[arm].against;
		char *longer;

		if (!c->made || !isfinite(c->smallest_effect))
			continue;
		if (!worst || c->smallest_effect > worst->smallest_effect)
			worst = c;
		if (!out_unclear(s, arm, c))
			continue;
		longer = xasprintf("%s%s %s (%s)", list ? list : "", list ? "," : "",
				   out_smallest(c).s, s->arms[arm].name);
		free(list);
		list = longer;
	}
	if (list) {
		char *text = xasprintf("smallest detectable effect where inconclusive:%s", list);

		out_wrapped(out, out_ascii(text), WIDTH, "  ", "    ", "");
		free(text);
	} else if (worst) {
		fprintf(out, "  smallest detectable effect: %s\n", out_smallest(worst).s);
	}
	free(list);
}

static void legend(const struct summary *s, FILE *out)
{
	char *text;

	if (s->files[0].clock == STORE_CLOCK_ICOUNT) {
		fputs("median: over environment sizes of the median at each\n", out);
		return;
	}
	if (!s->comparisons)
		return;
	if (!s->sides && s->files[0].unpaired) {
		fputs("change: shift of the logarithms, by rank sum; no verdict, for the arms took no turns\n",
		      out);
		return;
	}
	text = xasprintf("detected: a difference is shown (p < 0.05, Holm over %zu comparison%s); matters: against a margin of +-%g%%; %s",
			 s->comparisons, s->comparisons == 1 ? "" : "s", 100 * s->margin,
			 s->sides ? "intervals over boots (Welch's t)" :
			 s->files[0].imported ? "how many boots these values are of is unknown" :
			 s->nboots > 1 ? "intervals over boots (t)" :
					 "said of this boot only, another may differ by per cents");
	out_wrapped(out, text, WIDTH, "", "  ", "");
	free(text);
}

/* Whether the regression that was asked about is there. */
static void bound(const struct summary *s, FILE *out)
{
	static const char *const said[] = {
		[XC_OK] = "no interval reaches beyond it",
		[XC_REGRESSION] = "an interval lies beyond it",
		[XC_INCONCLUSIVE] = "undecided, an interval straddles it or is missing",
	};

	if (isfinite(s->max_regression))
		fprintf(out, "regression of at most %g%%: %s\n", 100 * s->max_regression,
			said[summary_bound(s)]);
}

static void refusal(const struct summary_workload *w, FILE *out)
{
	char *text;

	if (!w->refused)
		return;
	text = xasprintf("no comparison: %s", w->refused);
	out_wrapped(out, out_ascii(text), WIDTH, "  ", "    ", "");
	free(text);
}

void out_table(const struct summary *s, FILE *out)
{
	head(s, out);
	for (size_t i = 0; i < s->nworkloads; i++) {
		const struct summary_workload *w = &s->workloads[i];
		struct out_scale scale = out_scale_of(s, w);
		char *title = out_workload(w);

		fprintf(out, "\n%s, %s per operation\n", title, scale.unit);
		free(title);
		if (w->blocks && s->files[0].clock == STORE_CLOCK_ICOUNT)
			exact_table(s, w, out);
		else if (w->blocks)
			time_table(s, w, out);
		refusal(w, out);
		resolution(s, w, out);
		counts(s, w, out);
	}
	fputc('\n', out);
	legend(s, out);
	bound(s, out);
	for (size_t i = 0; i < s->nflags; i++) {
		char *text = out_ascii(xstrdup(s->flags[i]));

		out_wrapped(out, text, WIDTH, "! ", "  ", "");
		free(text);
	}
}
