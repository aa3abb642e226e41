// SPDX-License-Identifier: GPL-2.0-only
/*
 * Order statistics and moments.
 */
#include "stats.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

void stats_sort(double *x, size_t n)
{
	gsl_sort(x, 1, n);
}

double stats_quantile_sorted(const double *sorted, size_t n, double p)
{
	if (!n || !(p >= 0 && p <= 1))
		return NAN;
	return gsl_stats_quantile_from_sorted_data(sorted, 1, n, p);
}

/* A sorted copy; NULL when n is 0, a value is not finite, or memory is out. */
static double *sorted_copy(const double *x, size_t n)
{
	double *copy;

	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return NULL;
	copy = n ? calloc(n, sizeof(*copy)) : NULL;
	if (!copy)
		return NULL;
	memcpy(copy, x, n * sizeof(*copy));
	stats_sort(copy, n);
	return copy;
}

double stats_quantile(const double *x, size_t n, double p)
{
	double *copy = sorted_copy(x, n);
	double q = copy ? stats_quantile_sorted(copy, n, p) : NAN;

	free(copy);
	return q;
}

double stats_median(const double *x, size_t n)
{
	return stats_quantile(x, n, 0.5);
}

double stats_mad(const double *x, size_t n)
{
	double *copy = sorted_copy(x, n);
	double median, mad;

	if (!copy)
		return NAN;
	median = stats_quantile_sorted(copy, n, 0.5);
	for (size_t i = 0; i < n; i++)
		copy[i] = fabs(copy[i] - median);
	stats_sort(copy, n);
	mad = STATS_MAD_SCALE * stats_quantile_sorted(copy, n, 0.5);
	free(copy);
	return mad;
}

double stats_mean(const double *x, size_t n)
{
	return n ? gsl_stats_mean(x, 1, n) : NAN;
}

double stats_sd(const double *x, size_t n)
{
	return n > 1 ? gsl_stats_sd(x, 1, n) : NAN;
}

size_t stats_outliers(const double *x, size_t n, bool *flag)
{
	double median = stats_median(x, n), far = STATS_OUTLIER_MADS * stats_mad(x, n);
	size_t count = 0;

	for (size_t i = 0; i < n; i++) {
		bool out = far > 0 && fabs(x[i] - median) > far;

		if (flag)
			flag[i] = out;
		count += out;
	}
	return count;
}
