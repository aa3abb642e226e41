// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two groups of boots that have no boot in common: Welch's t (B. L. Welch, The
 * generalization of Student's problem when several different population
 * variances are involved, Biometrika 34, 1947, pp. 28-35).
 */
#include "stats.h"

#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <string.h>

int stats_welch(const double *x, size_t nx, const double *y, size_t ny, double level,
		struct stats_welch *out)
{
	double vx, vy, half;

	memset(out, 0, sizeof(*out));
	if (nx < 2 || ny < 2 || !(level > 0 && level < 1)) {
		errno = EINVAL;
		return -1;
	}
	out->difference = stats_mean(y, ny) - stats_mean(x, nx);
	vx = pow(stats_sd(x, nx), 2) / (double)nx;
	vy = pow(stats_sd(y, ny), 2) / (double)ny;
	out->error = sqrt(vx + vy);
	if (!isfinite(out->difference) || !isfinite(out->error)) {
		errno = EINVAL;
		return -1;
	}
	if (!(out->error > 0)) {
		out->low = out->high = out->difference;
		out->df = (double)(nx + ny - 2);
		out->p = out->difference == 0 ? 1 : 0;
		return 0;
	}
	out->df = pow(vx + vy, 2) / (vx * vx / (double)(nx - 1) + vy * vy / (double)(ny - 1));
	half = gsl_cdf_tdist_Pinv(0.5 + level / 2, out->df) * out->error;
	out->low = out->difference - half;
	out->high = out->difference + half;
	out->p = 2 * gsl_cdf_tdist_Q(fabs(out->difference) / out->error, out->df);
	return 0;
}
