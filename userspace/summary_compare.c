// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every arm against the baseline: paired by block within a boot, and then over
 * boots.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "summary_data.h"

/* Log-ratios arm / baseline of one boot, a block each. */
struct ratios {
	double *x;
	size_t n;
};

/* The caller frees .x; n is 0 if the arm did not run in that boot. */
static struct ratios boot_ratios(const struct summary *s, const struct summary_workload *w,
				 size_t arm, size_t boot)
{
	struct ratios r = { .x = xcalloc(w->blocks, sizeof(*r.x)) };

	for (size_t i = 0; i < s->nfiles; i++) {
		const struct store_blocks *b = &w->in_file[i];
		const struct store_file *f = &s->files[i];
		uint32_t in = summary_arm_in(s, arm, f);

		if (in == STORE_NONE || summary_boot_of(s, f) != boot)
			continue;
		for (size_t k = 0; k < b->n; k++) {
			const struct store_sample *const *cell = &b->cell[k * f->narms];

			r.x[r.n++] = log(cell[in]->median / cell[f->baseline]->median);
		}
	}
	return r;
}

/* True if the boot can be used: enough blocks, all finite. */
static bool compare_boot(const struct ratios *r, size_t boot, struct summary_boot *out)
{
	struct stats_hl hl90;

	if (r->n < SUMMARY_BLOCKS_MIN || stats_hl_signed_rank(r->x, r->n, SUMMARY_LEVEL, &out->hl) ||
	    stats_hl_signed_rank(r->x, r->n, 1 - 2 * SUMMARY_ALPHA, &hl90))
		return false;
	out->boot = boot;
	out->blocks = r->n;
	out->low90 = hl90.low;
	out->high90 = hl90.high;
	out->sd = stats_sd(r->x, r->n);
	return true;
}

static void one_boot(struct summary_comparison *c)
{
	const struct summary_boot *b = c->boots;

	c->estimate = b->hl.estimate;
	c->low = b->hl.low;
	c->high = b->hl.high;
	c->level = b->hl.level;
	c->p = b->hl.p;
	c->low90 = b->low90;
	c->high90 = b->high90;
	c->p_flip = NAN;
	c->method = SUMMARY_SIGNED_RANK;
	c->smallest_effect = stats_smallest_effect(b->sd, b->blocks);
	c->degenerate = b->hl.degenerate;
}

static void several_boots(struct summary_comparison *c)
{
	double *x = xcalloc(c->nboots, sizeof(*x));
	struct stats_t t95 = { 0 }, t90 = { 0 };

	for (size_t i = 0; i < c->nboots; i++)
		x[i] = c->boots[i].hl.estimate;
	stats_t_interval(x, c->nboots, SUMMARY_LEVEL, &t95);
	stats_t_interval(x, c->nboots, 1 - 2 * SUMMARY_ALPHA, &t90);
	c->estimate = t95.mean;
	c->low = t95.low;
	c->high = t95.high;
	c->level = SUMMARY_LEVEL;
	c->p = t95.p;
	c->low90 = t90.low;
	c->high90 = t90.high;
	c->p_flip = stats_sign_flip_p(x, c->nboots);
	c->method = SUMMARY_T_BOOTS;
	c->smallest_effect = stats_smallest_effect_t(t95.sd / sqrt((double)c->nboots),
						     (double)c->nboots - 1);
	c->degenerate = !(t95.sd > 0);
	free(x);
}

/* What a comparison needs and lacks, as a new string. */
static char *lacking(const struct summary *s, const struct summary_workload *w, size_t best)
{
	if (!w->blocks)
		return xasprintf("no complete block; at least %d in one boot are needed",
				 SUMMARY_BLOCKS_MIN);
	if (w->blocks == 1)
		return xasprintf("one value against one value carries no claim; at least %d blocks are needed",
				 SUMMARY_BLOCKS_MIN);
	return xasprintf("%zu complete block%s%s; at least %d are needed", best, best == 1 ? "" : "s",
			 s->nboots > 1 ? " in a boot" : "", SUMMARY_BLOCKS_MIN);
}

static bool has_zero(const struct summary *s, const struct summary_workload *w)
{
	for (size_t i = 0; i < s->nfiles; i++)
		for (size_t k = 0; k < w->in_file[i].n * s->files[i].narms; k++)
			if (w->in_file[i].cell[k] && !(w->in_file[i].cell[k]->median > 0))
				return true;
	return false;
}

static void compare(struct summary *s, struct summary_workload *w, size_t arm)
{
	struct summary_comparison *c = &w->cells[arm].against;
	size_t best = 0;

	c->p_holm = NAN;
	c->boots = xcalloc(s->nboots, sizeof(*c->boots));
	for (size_t boot = 0; boot < s->nboots; boot++) {
		struct ratios r = boot_ratios(s, w, arm, boot);

		if (compare_boot(&r, boot, &c->boots[c->nboots]))
			c->blocks += c->boots[c->nboots++].blocks;
		else if (r.n && s->nboots > 1)
			summary_flag(s, "boot %.8s has %zu blocks of %s, arm %s: left out, %d are needed",
				     s->boots[boot], r.n, w->about->key, s->arms[arm].name,
				     SUMMARY_BLOCKS_MIN);
		if (r.n > best)
			best = r.n;
		free(r.x);
	}
	c->made = c->nboots > 0;
	if (c->nboots > 1)
		several_boots(c);
	else if (c->made)
		one_boot(c);
	else if (!w->refused)
		w->refused = lacking(s, w, best);
}

/* Least and largest ratio within a block, where the layout is the same for both. */
static void exact(const struct summary *s, struct summary_workload *w, size_t arm)
{
	struct summary_cell *cell = &w->cells[arm];
	const struct summary_cell *base = &w->cells[0];
	struct summary_exact *e = &cell->exact;

	e->made = true;
	e->difference = cell->layout_median - base->layout_median;
	e->ratio = cell->layout_median / base->layout_median;
	e->block_low = e->block_high = NAN;
	for (size_t boot = 0; boot < s->nboots; boot++) {
		struct ratios r = boot_ratios(s, w, arm, boot);

		for (size_t i = 0; i < r.n; i++) {
			e->block_low = fmin(e->block_low, exp(r.x[i]));
			e->block_high = fmax(e->block_high, exp(r.x[i]));
		}
		free(r.x);
	}
}

void summary_compare(struct summary *s)
{
	for (size_t i = 0; i < s->nworkloads; i++) {
		struct summary_workload *w = &s->workloads[i];

		if (has_zero(s, w)) {
			w->refused = xasprintf("a median of 0: an operation is too short for the clock");
			continue;
		}
		for (size_t arm = 1; arm < s->narms; arm++) {
			/* An arm of another file, which lacks this workload. */
			if (w->blocks && !w->cells[arm].samples)
				continue;
			if (s->files[0].unpaired)
				summary_unpaired(s, w, arm);
			else if (s->files[0].clock == STORE_CLOCK_MONOTONIC)
				compare(s, w, arm);
			else if (w->cells[arm].samples && w->cells[0].samples)
				exact(s, w, arm);
			else if (!w->refused)
				w->refused = lacking(s, w, 0);
		}
	}
	summary_decide(s);
}
