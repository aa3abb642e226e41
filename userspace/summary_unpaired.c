// SPDX-License-Identifier: GPL-2.0-only
/*
 * An arm against the baseline where the arms did not take turns: no value of
 * one belongs to a value of the other, so all are compared with all.
 */
#include <math.h>
#include <stdlib.h>

#include "mem.h"
#include "summary_data.h"

/* The logarithms of an arm's values; the caller frees .x. */
struct logs {
	double *x;
	size_t n;
};

static struct logs logs_of(const struct summary *s, const struct summary_workload *w, size_t arm)
{
	const struct store_file *f = &s->files[0];
	const struct store_blocks *b = &w->in_file[0];
	uint32_t in = summary_arm_in(s, arm, f);
	struct logs l = { .x = xcalloc(b->n + 1, sizeof(*l.x)) };

	for (size_t i = 0; i < b->n; i++)
		if (b->cell[i * f->narms + in])
			l.x[l.n++] = log(b->cell[i * f->narms + in]->median);
	return l;
}

/* The least shift found with 80% power at the 5% level: sd sqrt(8 / n) for two samples. */
static double smallest_effect(const struct logs *x, const struct logs *y)
{
	double a = stats_sd(x->x, x->n), b = stats_sd(y->x, y->n);

	return sqrt(8 * (a * a / (double)x->n + b * b / (double)y->n));
}

static void fill(struct summary_comparison *c, const struct stats_shift *s95,
		 const struct stats_shift *s90)
{
	c->made = c->unpaired = true;
	c->nboots = 1;
	c->estimate = s95->estimate;
	c->low = s95->low;
	c->high = s95->high;
	c->low90 = s90->low;
	c->high90 = s90->high;
	c->level = s95->level;
	c->p = s95->p;
	c->p_flip = NAN;
	c->degenerate = s95->degenerate;
	c->boots[0].blocks = c->blocks = s95->m;
	c->boots[0].low90 = s90->low;
	c->boots[0].high90 = s90->high;
	c->boots[0].hl = (struct stats_hl) {
		.n = s95->m, .n_used = s95->m, .estimate = s95->estimate, .low = s95->low,
		.high = s95->high, .level_asked = s95->level_asked, .level = s95->level,
		.v = s95->w, .p = s95->p, .exact = s95->exact, .ties = s95->ties,
		.degenerate = s95->degenerate,
	};
}

void summary_unpaired(const struct summary *s, struct summary_workload *w, size_t arm)
{
	struct summary_comparison *c = &w->cells[arm].against;
	struct logs x = logs_of(s, w, arm), y = logs_of(s, w, 0);
	size_t least = x.n < y.n ? x.n : y.n;
	struct stats_shift s95, s90;

	c->p_holm = NAN;
	c->boots = xcalloc(1, sizeof(*c->boots));
	if (least < SUMMARY_BLOCKS_MIN) {
		/* An arm that lacks the workload altogether is flagged, not compared. */
		if (least && !w->refused)
			w->refused = xasprintf("%zu value%s in an arm; at least %d are needed", least,
					       least == 1 ? "" : "s", SUMMARY_BLOCKS_MIN);
		else if (!y.n && !w->refused)
			w->refused = xasprintf("the baseline has no values of it");
	} else if (!stats_hl_rank_sum(x.x, x.n, y.x, y.n, SUMMARY_LEVEL, &s95) &&
		   !stats_hl_rank_sum(x.x, x.n, y.x, y.n, 1 - 2 * SUMMARY_ALPHA, &s90)) {
		fill(c, &s95, &s90);
		c->smallest_effect = smallest_effect(&x, &y);
	}
	free(x.x);
	free(y.x);
}
