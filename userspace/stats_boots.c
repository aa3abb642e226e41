// SPDX-License-Identifier: GPL-2.0-only
/*
 * Estimates of several boots: the boot is the unit.
 */
#include "stats.h"

#include <errno.h>
#include <float.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

#define SIGN_FLIP_MAX 20

int stats_t_interval(const double *x, size_t n, double level, struct stats_t *out)
{
	double df = (double)n - 1, error, half;

	memset(out, 0, sizeof(*out));
	if (n < 2 || !(level > 0 && level < 1)) {
		errno = EINVAL;
		return -1;
	}
	out->n = n;
	out->mean = stats_mean(x, n);
	out->sd = stats_sd(x, n);
	error = out->sd / sqrt((double)n);
	half = gsl_cdf_tdist_Pinv(0.5 + level / 2, df) * error;
	out->low = out->mean - half;
	out->high = out->mean + half;
	if (error > 0)
		out->p = 2 * gsl_cdf_tdist_Q(fabs(out->mean) / error, df);
	else
		out->p = out->mean == 0 ? 1 : 0;
	return 0;
}

double stats_sign_flip_p(const double *x, size_t n)
{
	double seen = 0, size = 0;
	unsigned long patterns, extreme = 0;

	if (!n || n > SIGN_FLIP_MAX)
		return NAN;
	for (size_t i = 0; i < n; i++) {
		seen += x[i];
		size += fabs(x[i]);
	}
	if (!isfinite(size))
		return NAN;
	/* Sums in another order differ in the last bits: those are the same sum. */
	seen = fabs(seen) - 8 * (double)n * DBL_EPSILON * size;
	patterns = 1ul << n;
	for (unsigned long pattern = 0; pattern < patterns; pattern++) {
		double sum = 0;

		for (size_t i = 0; i < n; i++)
			sum += pattern >> i & 1 ? -x[i] : x[i];
		extreme += fabs(sum) >= seen;
	}
	return (double)extreme / (double)patterns;
}
