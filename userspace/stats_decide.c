// SPDX-License-Identifier: GPL-2.0-only
/*
 * From intervals and p values to a verdict.
 */
#include "stats.h"

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

enum stats_verdict stats_decide(double estimate, double low90, double high90, bool detected,
				double margin)
{
	if (low90 > log1p(-margin) && high90 < log1p(margin))
		return STATS_EQUIVALENT;
	if (!detected)
		return STATS_INCONCLUSIVE;
	return estimate < 0 ? STATS_BETTER : STATS_WORSE;
}
