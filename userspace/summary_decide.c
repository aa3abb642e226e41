// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the comparisons amount to: whether a difference is shown, whether it
 * matters, and whether it is more than was allowed.
 */
#include <math.h>
#include <stdlib.h>

#include "exitcode.h"
#include "mem.h"
#include "summary_data.h"

/* Holm over all comparisons but those of the baseline with itself. */
static void adjust(struct summary *s)
{
	struct summary_comparison **list = xcalloc(s->nworkloads * s->narms, sizeof(*list));
	double *p = xcalloc(s->nworkloads * s->narms, sizeof(*p));
	size_t n = 0;

	for (size_t i = 0; i < s->nworkloads; i++)
		for (size_t arm = 1; arm < s->narms; arm++) {
			struct summary_comparison *c = &s->workloads[i].cells[arm].against;

			c->p_holm = NAN;
			if (!c->made || s->arms[arm].duplicate_of)
				continue;
			p[n] = isnan(c->p) ? 1 : c->p;
			list[n++] = c;
		}
	s->comparisons = n;
	if (!stats_holm(p, n, p))
		for (size_t i = 0; i < n; i++)
			list[i]->p_holm = p[i];
	free(list);
	free(p);
}

void summary_decide(struct summary *s)
{
	adjust(s);
	for (size_t i = 0; i < s->nworkloads; i++)
		for (size_t arm = 1; arm < s->narms; arm++) {
			struct summary_comparison *c = &s->workloads[i].cells[arm].against;
			double shown_p = s->arms[arm].duplicate_of ? c->p : c->p_holm;

			if (!c->made)
				continue;
			c->detected = !c->degenerate && !c->unpaired && shown_p < SUMMARY_ALPHA;
			c->verdict = c->degenerate || c->unpaired ? STATS_INCONCLUSIVE :
				     stats_decide(c->low90, c->high90, c->detected, s->margin);
		}
}

static enum stats_bound against_bound(const struct summary *s, const struct summary_cell *cell)
{
	const struct summary_comparison *c = &cell->against;

	if (cell->exact.made)
		return stats_against_bound(log(cell->exact.ratio), log(cell->exact.ratio),
					   s->max_regression);
	if (!c->made || c->degenerate || c->unpaired)
		return STATS_STRADDLES;
	return stats_against_bound(c->low, c->high, s->max_regression);
}

int summary_bound(const struct summary *s)
{
	int status = XC_OK;
	size_t judged = 0;

	if (isnan(s->max_regression))
		return XC_OK;
	for (size_t i = 0; i < s->nworkloads; i++) {
		const struct summary_workload *w = &s->workloads[i];

		if (w->refused)
			status = XC_INCONCLUSIVE;
		for (size_t arm = 1; arm < s->narms; arm++) {
			enum stats_bound bound;

			if (s->arms[arm].duplicate_of || !w->cells[arm].samples)
				continue;
			bound = against_bound(s, &w->cells[arm]);
			if (bound == STATS_BEYOND)
				return XC_REGRESSION;
			if (bound == STATS_STRADDLES)
				status = XC_INCONCLUSIVE;
			judged++;
		}
	}
	return judged ? status : XC_INCONCLUSIVE;
}
