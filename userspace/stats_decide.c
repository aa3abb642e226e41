// SPDX-License-Identifier: GPL-2.0-only
/*
 * From intervals and p values to a verdict.
 */
#include "stats.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>

int stats_holm(const double *p, size_t n, double *adjusted)
{
	size_t *order = calloc(n + 1, sizeof(*order));
	double least = 0;

	if (!order)
		return -1;
	gsl_sort_index(order, p, 1, n);
	for (size_t i = 0; i < n; i++) {
		double scaled = fmin(1, (double)(n - i) * p[order[i]]);

		least = fmax(least, scaled);
		adjusted[order[i]] = least;
	}
	free(order);
	return 0;
}

double stats_smallest_effect(double sd, size_t n)
{
	return n ? sd * sqrt(8 / (double)n) : NAN;
}

double stats_smallest_effect_t(double error, double df)
{
	if (!(df > 0))
		return NAN;
	return error * (gsl_cdf_tdist_Pinv(0.975, df) + gsl_cdf_tdist_Pinv(0.8, df));
}

enum stats_verdict stats_decide(double low90, double high90, bool detected, double margin)
{
	double least = log1p(-margin), most = log1p(margin);

	if (low90 > least && high90 < most)
		return STATS_EQUIVALENT;
	if (detected && high90 < least)
		return STATS_BETTER;
	if (detected && low90 > most)
		return STATS_WORSE;
	return STATS_INCONCLUSIVE;
}

enum stats_bound stats_against_bound(double low, double high, double bound)
{
	if (high <= log1p(bound))
		return STATS_BELOW;
	return low > log1p(bound) ? STATS_BEYOND : STATS_STRADDLES;
}
