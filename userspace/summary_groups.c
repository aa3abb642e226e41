// SPDX-License-Identifier: GPL-2.0-only
/*
 * An arm in one group of boots against an arm in another: the boot is the unit,
 * and nothing pairs a boot of one group with a boot of the other.
 */
#include <math.h>
#include <stdlib.h>

#include "mem.h"
#include "summary_data.h"

/* The logs of a boot's medians, a block each; the caller frees them. */
static double *boot_logs(const struct summary *side, const struct summary_workload *w, size_t arm,
			 size_t boot, size_t *n)
{
	double *logs = xcalloc(w->blocks, sizeof(*logs));

	*n = 0;
	for (size_t i = 0; i < side->nfiles; i++) {
		const struct store_blocks *b = &w->in_file[i];
		const struct store_file *f = &side->files[i];
		uint32_t in = summary_arm_in(side, arm, f);

		if (in == STORE_NONE || summary_boot_of(side, f) != boot)
			continue;
		for (size_t k = 0; k < b->n; k++)
			if (b->cell[k * f->narms + in])
				logs[(*n)++] = log(b->cell[k * f->narms + in]->median);
	}
	return logs;
}

/* The levels of an arm in the boots of a side that have enough blocks. */
static struct summary_group levels(struct summary *s, size_t side, const struct summary_workload *w,
				   size_t arm, const char *key)
{
	const struct summary *from = &s->sides[side];
	struct summary_group g = { .levels = xcalloc(from->nboots, sizeof(*g.levels)) };
	size_t first = side ? s->sides[0].nboots : 0;

	for (size_t boot = 0; boot < from->nboots; boot++) {
		size_t n;
		double *logs = boot_logs(from, w, arm, boot, &n);

		if (n >= SUMMARY_BLOCKS_MIN)
			g.levels[g.n++] = (struct summary_level) {
				.boot = first + boot, .blocks = n, .log_median = stats_median(logs, n) };
		else if (n)
			summary_flag(s, "boot %.8s has %zu blocks of %s: left out, %d are needed",
				     from->boots[boot] ? from->boots[boot] : "unknown", n, key,
				     SUMMARY_BLOCKS_MIN);
		free(logs);
	}
	return g;
}

static double *values(const struct summary_group *g)
{
	double *x = xcalloc(g->n, sizeof(*x));

	for (size_t i = 0; i < g->n; i++)
		x[i] = g->levels[i].log_median;
	return x;
}

static void welch(struct summary_comparison *c, const double *old, const double *new)
{
	struct stats_welch t95 = { 0 }, t90 = { 0 };

	if (stats_welch(old, c->groups[0].n, new, c->groups[1].n, SUMMARY_LEVEL, &t95) ||
	    stats_welch(old, c->groups[0].n, new, c->groups[1].n, 1 - 2 * SUMMARY_ALPHA, &t90))
		return;
	c->made = true;
	c->estimate = t95.difference;
	c->degenerate = !(t95.error > 0);
	c->low = c->degenerate ? NAN : t95.low;
	c->high = c->degenerate ? NAN : t95.high;
	c->low90 = c->degenerate ? NAN : t90.low;
	c->high90 = c->degenerate ? NAN : t90.high;
	c->level = SUMMARY_LEVEL;
	c->p = c->degenerate ? NAN : t95.p;
	c->smallest_effect = c->degenerate ? NAN : stats_smallest_effect_t(t95.error, t95.df);
}

static void claim(struct summary_workload *w)
{
	struct summary_comparison *c = &w->cells[1].against;
	double *old = values(&c->groups[0]), *new = values(&c->groups[1]);
	double estimate = stats_mean(new, c->groups[1].n) - stats_mean(old, c->groups[0].n);

	c->method = SUMMARY_WELCH;
	c->nboots = c->groups[0].n + c->groups[1].n;
	c->p_flip = c->p_holm = NAN;
	for (size_t side = 0; side < 2; side++)
		for (size_t i = 0; i < c->groups[side].n; i++)
			c->blocks += c->groups[side].levels[i].blocks;
	if (!c->groups[0].n || !c->groups[1].n) {
		w->refused = xasprintf("no boot of the %s files has %d complete blocks or more",
				       c->groups[0].n ? "new" : "old", SUMMARY_BLOCKS_MIN);
	} else if (!isfinite(estimate)) {
		w->refused = xasprintf("a median of 0: an operation is too short for the clock");
	} else if (c->groups[0].n < 2 || c->groups[1].n < 2) {
		c->bare = true;
		c->estimate = estimate;
		w->refused = xasprintf("%zu boot%s against %zu: the boot may make this difference as well as what changed; no claim with fewer than 2 boots of each",
				       c->groups[0].n, c->groups[0].n == 1 ? "" : "s",
				       c->groups[1].n);
	} else {
		welch(c, old, new);
	}
	free(old);
	free(new);
}

static void exact(struct summary_workload *w)
{
	const struct summary_cell *old = &w->cells[0], *new = &w->cells[1];

	if (!old->samples || !new->samples || !(old->layout_median > 0)) {
		w->refused = xstrdup("nothing was counted");
		return;
	}
	w->cells[1].exact = (struct summary_exact) {
		.made = true,
		.difference = new->layout_median - old->layout_median,
		.ratio = new->layout_median / old->layout_median,
		.block_low = NAN,
		.block_high = NAN,
	};
}

void summary_compare_groups(struct summary *s, struct summary_workload *w, const size_t workload[2],
			    const size_t arm[2])
{
	struct summary_comparison *c = &w->cells[1].against;

	if (s->files[0].clock == STORE_CLOCK_ICOUNT) {
		exact(w);
		return;
	}
	for (size_t side = 0; side < 2; side++)
		c->groups[side] = levels(s, side, &s->sides[side].workloads[workload[side]], arm[side],
					 w->about->key);
	claim(w);
}
