// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a reader must know before believing a number.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "summary_data.h"

#define LAYOUTS_MIN 6

static const char *why(const struct store_discard *d)
{
	return d->why ? d->why : "no reason is given";
}

static void flag_files(struct summary *s)
{
	for (size_t i = 0; i < s->nfiles; i++) {
		const struct store_file *f = &s->files[i];
		size_t used = SIZE_MAX;

		for (size_t w = 0; w < s->nworkloads; w++)
			if (store_workload_index(f, s->workloads[w].about->key) != STORE_NONE &&
			    s->workloads[w].in_file[i].n < used)
				used = s->workloads[w].in_file[i].n;
		if (f->end == STORE_END_COMPLETE)
			continue;
		summary_flag(s, "%s %s: %zu complete block%s of %u planned used", f->path,
			     f->end == STORE_END_CUT ? "is cut short" : "was interrupted",
			     used, used == 1 ? "" : "s", f->blocks);
	}
}

static double percent(double log_ratio)
{
	return 100 * expm1(log_ratio);
}

/* The second copy of the baseline must not differ from it. */
static void flag_duplicates(struct summary *s, const struct summary_workload *w)
{
	for (size_t arm = 1; arm < s->narms; arm++) {
		const struct summary_comparison *c = &w->cells[arm].against;

		if (!s->arms[arm].duplicate_of || !c->made || c->degenerate)
			continue;
		if (strcmp(s->arms[arm].duplicate_of, s->arms[0].name))
			continue;
		if (c->low > 0 || c->high < 0)
			summary_flag(s, "A/A alarm: in %s the second copy of %s differs from it by %+.2f%% [%+.2f, %+.2f]; chance does that once in 20, order or drift always: do not trust differences of that size",
				     w->about->key, s->arms[0].name, percent(c->estimate),
				     percent(c->low), percent(c->high));
	}
}

static void flag_degenerate(struct summary *s, const struct summary_workload *w)
{
	for (size_t arm = 1; arm < s->narms; arm++)
		if (w->cells[arm].against.made && w->cells[arm].against.degenerate)
			summary_flag(s, "%s, arm %s: all ratios to the baseline are the same; such values are not measured, or the clock is too coarse",
				     w->about->key, s->arms[arm].name);
}

/* One line over all workloads, for there are some nearly always. */
static void flag_outliers(struct summary *s)
{
	char *list = NULL;

	for (size_t i = 0; i < s->nworkloads; i++) {
		const struct summary_workload *w = &s->workloads[i];
		size_t n = 0;
		char *longer;

		for (size_t arm = 0; arm < s->narms; arm++)
			n += w->cells[arm].outliers;
		if (!n)
			continue;
		longer = xasprintf("%s%s%zu in %zu block%s of %s", list ? list : "",
				   list ? ", " : "", n, w->outlier_blocks,
				   w->outlier_blocks == 1 ? "" : "s", w->about->key);
		free(list);
		list = longer;
	}
	if (list)
		summary_flag(s, "outliers, kept in all figures: samples further than %.1f MADs from the median of their arm: %s",
			     STATS_OUTLIER_MADS, list);
	free(list);
}

static void flag_layouts(struct summary *s, const struct summary_workload *w)
{
	if (s->files[0].clock == STORE_CLOCK_ICOUNT && w->cells[0].samples &&
	    w->cells[0].layouts < LAYOUTS_MIN)
		summary_flag(s, "%s: %zu environment size%s; one layout differs from another by about 2%%, so small differences may be that",
			     w->about->key, w->cells[0].layouts, w->cells[0].layouts == 1 ? "" : "s");
}

/* With few blocks, no data whatever could be called a difference. */
static void flag_power(struct summary *s)
{
	double needed = s->comparisons ? SUMMARY_ALPHA / (double)s->comparisons : 1;

	if (s->nboots > 1 || s->files[0].unpaired)
		return;
	for (size_t i = 0; i < s->nworkloads; i++)
		for (size_t arm = 1; arm < s->narms; arm++) {
			const struct summary_comparison *c = &s->workloads[i].cells[arm].against;

			if (!c->made || isnan(c->p_holm) || ldexp(2, -(int)c->blocks) < needed)
				continue;
			summary_flag(s, "%zu blocks cannot show a difference over %zu comparisons, whatever the data; %.0f can",
				     c->blocks, s->comparisons, ceil(1 - log2(needed)));
			return;
		}
}

static void flag_no_duplicate(struct summary *s)
{
	for (size_t arm = 0; arm < s->narms; arm++)
		if (s->arms[arm].duplicate_of)
			return;
	if (s->narms > 1 && s->files[0].clock == STORE_CLOCK_MONOTONIC)
		summary_flag(s, "no arm is a second copy of the baseline, so nothing shows how far two equal arms differ here");
}

/* Blocks that were given up, with the first reason that the file gives. */
static void flag_discards(struct summary *s)
{
	for (size_t i = 0; i < s->nfiles; i++) {
		const struct store_file *f = &s->files[i];

		for (size_t k = 0; k < f->ndiscards; k++) {
			const struct store_discard *d = &f->discards[k];
			size_t same = 1, before = 0;

			for (size_t j = 0; j < f->ndiscards; j++)
				if (j != k && !strcmp(why(&f->discards[j]), why(d))) {
					same++;
					before += j < k;
				}
			if (before)
				continue;
			summary_flag(s, "discarded in %s: block %u%s: %s", f->path, d->block,
				     same > 1 ? " and others" : "", why(d));
		}
		if (f->ninterrupted)
			summary_flag(s, "%s: %zu sample%s of interrupted slices, not used", f->path,
				     f->ninterrupted, f->ninterrupted == 1 ? "" : "s");
	}
}

/* Values that others took: what the file says of them, and what that means for a claim. */
static void flag_imported(struct summary *s)
{
	const json_t *imported = s->files[0].imported, *notes = json_object_get(imported, "notes");

	if (!imported)
		return;
	if (s->files[0].unpaired)
		summary_flag(s, "not interleaved: drift and arm are confounded; the intervals compare all values of an arm with all of the baseline, and no verdict is given");
	else
		summary_flag(s, "imported: that the arms of a row took turns, in an order that does not matter, is the word of whoever imported it; machine, kernel and boot are unknown");
	for (size_t i = 0; i < json_array_size(notes); i++)
		if (json_is_string(json_array_get(notes, i)))
			summary_flag(s, "imported: %s", json_string_value(json_array_get(notes, i)));
	for (size_t i = 0; i < s->nworkloads; i++)
		for (size_t arm = 0; arm < s->narms; arm++)
			if (!s->workloads[i].cells[arm].samples)
				summary_flag(s, "%s has no values in arm %s",
					     s->workloads[i].about->key, s->arms[arm].name);
}

void summary_flag_samples(struct summary *s)
{
	flag_imported(s);
	flag_files(s);
	flag_discards(s);
	for (size_t i = 0; i < s->nworkloads; i++)
		flag_layouts(s, &s->workloads[i]);
	flag_outliers(s);
	summary_flag_drift(s);
}

void summary_flag_comparisons(struct summary *s)
{
	flag_no_duplicate(s);
	flag_power(s);
	for (size_t i = 0; i < s->nworkloads; i++) {
		flag_duplicates(s, &s->workloads[i]);
		flag_degenerate(s, &s->workloads[i]);
	}
}
