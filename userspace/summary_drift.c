// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whether the samples stayed where they were during a run: trends, change
 * points, and what it costs to come first in a block.  Each kind of flag is
 * held to 5% over all series that it looks at (Holm).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "summary_data.h"

/* The blocks of one file, of one arm on one workload. */
struct series {
	const struct summary_workload *w;
	size_t arm, file;
	struct stats_trend trend;
	struct stats_change change;
};

struct list {
	struct series *at;
	size_t n;
};

static double percent(double log_ratio)
{
	return 100 * expm1(log_ratio);
}

/*
 * Log-ratios to the baseline, or of the baseline itself the logs of the
 * medians, in the order of the blocks; NULL if there are too few or an arm is
 * not there.  The caller frees them.
 */
static double *values(const struct summary *s, const struct series *e, size_t *n)
{
	const struct store_blocks *b = &e->w->in_file[e->file];
	const struct store_file *f = &s->files[e->file];
	uint32_t in = summary_arm_in(s, e->arm, f), base = summary_arm_in(s, 0, f);
	double *x;

	if (in == STORE_NONE || base == STORE_NONE || b->n < STATS_DRIFT_MIN)
		return NULL;
	x = xcalloc(b->n, sizeof(*x));
	for (size_t k = 0; k < b->n; k++) {
		const struct store_sample *const *cell = &b->cell[k * f->narms];

		x[k] = log(cell[in]->median) - (e->arm ? log(cell[base]->median) : 0);
	}
	*n = b->n;
	return x;
}

static void add_series(const struct summary *s, struct list *list, struct series e)
{
	size_t n;
	double *x = values(s, &e, &n);

	if (x && !stats_trend(x, n, &e.trend) && !stats_change_point(x, n, &e.change))
		list->at[list->n++] = e;
	free(x);
}

/* Of a pair's side there are no comparisons: only the arms' own levels count then. */
static struct list find_series(const struct summary *s)
{
	struct list list = { xcalloc(s->nworkloads * s->narms * s->nfiles, sizeof(*list.at)), 0 };

	for (size_t i = 0; i < s->nworkloads; i++)
		for (size_t arm = 0; arm < s->narms; arm++)
			for (size_t k = 0; k < s->nfiles; k++)
				if (!arm || s->workloads[i].cells[arm].against.made)
					add_series(s, &list, (struct series) {
						.w = &s->workloads[i], .arm = arm, .file = k });
	return list;
}

/* "miss, path against late" or "miss, late itself", with the file if there are several. */
static char *about(const struct summary *s, const struct series *e)
{
	const char *arm = s->arms[e->arm].name;
	char *text = e->arm ? xasprintf("%s, %s against %s", e->w->about->key, arm, s->arms[0].name) :
			      xasprintf("%s, %s itself, which all arms may share", e->w->about->key, arm);
	char *longer = s->nfiles > 1 ? xasprintf("%s, in %s", text, s->files[e->file].path) :
				       xstrdup(text);

	free(text);
	return longer;
}

static void flag_trends(struct summary *s, const struct list *list, double *p)
{
	for (size_t i = 0; i < list->n; i++)
		p[i] = list->at[i].trend.p;
	if (stats_holm(p, list->n, p))
		return;
	for (size_t i = 0; i < list->n; i++) {
		const struct series *e = &list->at[i];
		char *text;

		if (p[i] >= SUMMARY_ALPHA)
			continue;
		text = about(s, e);
		summary_flag(s, "trend over the blocks: %s: %s (Spearman %+.2f, p %.2g after Holm)",
			     text, e->trend.rho > 0 ? "rises" : "falls", e->trend.rho, p[i]);
		free(text);
	}
}

static void flag_changes(struct summary *s, const struct list *list, double *p)
{
	for (size_t i = 0; i < list->n; i++)
		p[i] = list->at[i].change.p;
	if (stats_holm(p, list->n, p))
		return;
	for (size_t i = 0; i < list->n; i++) {
		const struct series *e = &list->at[i];
		char *text;

		if (p[i] >= SUMMARY_ALPHA)
			continue;
		text = about(s, e);
		summary_flag(s, "change point: %s: %+.2f%% from block %u on (Pettitt, p %.2g after Holm)",
			     text, percent(e->change.step),
			     e->w->in_file[e->file].numbers[e->change.at], p[i]);
		free(text);
	}
}

/* Takes the arms' medians out of n blocks of logs, which lack the blocks' means already. */
static void take_out_arms(double *logs, size_t n, size_t narms)
{
	double *column = xcalloc(n, sizeof(*column));

	for (size_t arm = 0; arm < narms; arm++) {
		double median;

		for (size_t k = 0; k < n; k++)
			column[k] = logs[k * narms + arm];
		median = stats_median(column, n);
		for (size_t k = 0; k < n; k++)
			logs[k * narms + arm] -= median;
	}
	free(column);
}

/* For each block of a file, what comes first less the mean of the rest; how many there are. */
static size_t first_less_rest(const struct store_file *f, const struct store_blocks *b, double *out)
{
	double *logs = xcalloc(b->n * f->narms, sizeof(*logs));
	size_t n = 0;

	for (size_t k = 0; k < b->n; k++) {
		double *row = &logs[k * f->narms], mean;

		for (size_t arm = 0; arm < f->narms; arm++)
			row[arm] = log(b->cell[k * f->narms + arm]->median);
		mean = stats_mean(row, f->narms);
		for (size_t arm = 0; arm < f->narms; arm++)
			row[arm] -= mean;
	}
	take_out_arms(logs, b->n, f->narms);
	for (size_t k = 0; k < b->n; k++) {
		const double *row = &logs[k * f->narms];
		double rest = 0, first = NAN;

		for (size_t arm = 0; arm < f->narms; arm++)
			if (b->cell[k * f->narms + arm]->slot == 0)
				first = row[arm];
			else
				rest += row[arm];
		if (isfinite(first) && isfinite(rest))
			out[n++] = first - rest / (double)(f->narms - 1);
	}
	free(logs);
	return n;
}

static void flag_first_slot(struct summary *s)
{
	struct stats_hl *hl = xcalloc(s->nworkloads, sizeof(*hl));
	double *p = xcalloc(s->nworkloads, sizeof(*p));

	for (size_t i = 0; i < s->nworkloads; i++) {
		const struct summary_workload *w = &s->workloads[i];
		double *x = xcalloc(w->blocks, sizeof(*x));
		size_t n = 0;

		for (size_t k = 0; k < s->nfiles; k++)
			if (s->files[k].narms > 1 && w->in_file[k].n)
				n += first_less_rest(&s->files[k], &w->in_file[k], x + n);
		p[i] = 1;
		if (n >= SUMMARY_BLOCKS_MIN && !stats_hl_signed_rank(x, n, SUMMARY_LEVEL, &hl[i]) &&
		    !hl[i].degenerate)
			p[i] = hl[i].p;
		free(x);
	}
	if (!stats_holm(p, s->nworkloads, p))
		for (size_t i = 0; i < s->nworkloads; i++)
			if (p[i] < SUMMARY_ALPHA)
				summary_flag(s, "first slot: in %s, whichever arm comes first in a block differs from the others by %+.2f%% [%+.2f, %+.2f] (p %.2g after Holm)",
					     s->workloads[i].about->key, percent(hl[i].estimate),
					     percent(hl[i].low), percent(hl[i].high), p[i]);
	free(hl);
	free(p);
}

void summary_flag_drift(struct summary *s)
{
	struct list list;
	double *p;

	/* Counts are the same each time; and of what took no turns, the order is not known. */
	if (s->files[0].clock != STORE_CLOCK_MONOTONIC || s->files[0].unpaired)
		return;
	list = find_series(s);
	p = xcalloc(list.n, sizeof(*p));
	flag_trends(s, &list, p);
	flag_changes(s, &list, p);
	if (!s->files[0].imported)
		flag_first_slot(s);
	free(p);
	free(list.at);
}
