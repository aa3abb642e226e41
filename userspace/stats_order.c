// SPDX-License-Identifier: GPL-2.0-only
/*
 * Order statistics and moments.
 */
#include "stats.h"

#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static int by_size(const void *pa, const void *pb)
{
	double a = *(const double *)pa, b = *(const double *)pb;

	return (a > b) - (a < b);
}

/* GSL's own is a heap sort, several times slower on a million values. */
void stats_sort(double *x, size_t n)
{
	qsort(x, n, sizeof(*x), by_size);
}

double stats_quantile_sorted(const double *sorted, size_t n, double p)
{
	if (!n || !(p >= 0 && p <= 1))
		return NAN;
	return gsl_stats_quantile_from_sorted_data(sorted, 1, n, p);
}

/* A copy; NULL when n is 0, a value is not finite, or memory is out. */
static double *finite_copy(const double *x, size_t n)
{
	double *copy;

	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i]))
			return NULL;
	copy = n ? calloc(n, sizeof(*copy)) : NULL;
	if (copy)
		memcpy(copy, x, n * sizeof(*copy));
	return copy;
}

/* The quantile as stats_quantile_sorted() has it, without sorting; reorders x. */
static double select_quantile(double *x, size_t n, double p)
{
	double at = p * (double)(n - 1), below, above = INFINITY;
	size_t k;

	if (!(p >= 0 && p <= 1))
		return NAN;
	k = (size_t)at;
	below = gsl_stats_select(x, 1, n, k);
	if (at <= (double)k || k + 1 == n)
		return below;
	/* What is behind place k now is no smaller than what is there. */
	for (size_t i = k + 1; i < n; i++)
		above = fmin(above, x[i]);
	return below + (at - (double)k) * (above - below);
}

double stats_quantile(const double *x, size_t n, double p)
{
	double *copy = finite_copy(x, n);
	double q = copy ? select_quantile(copy, n, p) : NAN;

	free(copy);
	return q;
}

double stats_median(const double *x, size_t n)
{
	return stats_quantile(x, n, 0.5);
}

double stats_mad(const double *x, size_t n)
{
	double *copy = finite_copy(x, n);
	double median, mad;

	if (!copy)
		return NAN;
	median = select_quantile(copy, n, 0.5);
	for (size_t i = 0; i < n; i++)
		copy[i] = fabs(copy[i] - median);
	mad = STATS_MAD_SCALE * select_quantile(copy, n, 0.5);
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
