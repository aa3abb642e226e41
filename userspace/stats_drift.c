// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whether values that were taken one after another stay where they are: a
 * trend by Spearman's rank correlation with the order, a change point by
 * Pettitt's test (A. N. Pettitt, A non-parametric approach to the change-point
 * problem, Applied Statistics 28, 1979, pp. 126-135).
 */
#include "stats.h"

#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct place {
	double value;
	size_t at;
};

static int by_value(const void *pa, const void *pb)
{
	const struct place *a = pa, *b = pb;

	return (a->value > b->value) - (a->value < b->value);
}

int stats_ranks(const double *x, size_t n, double *ranks)
{
	struct place *order = calloc(n + 1, sizeof(*order));
	size_t next;

	if (!order)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i])) {
			free(order);
			errno = EINVAL;
			return -1;
		}
		order[i] = (struct place) { x[i], i };
	}
	qsort(order, n, sizeof(*order), by_value);
	for (size_t i = 0; i < n; i = next) {
		for (next = i + 1; next < n && order[next].value == order[i].value; next++)
			;
		/* The mean of the ranks i + 1 to next. */
		for (size_t k = i; k < next; k++)
			ranks[order[k].at] = (double)(i + 1 + next) / 2;
	}
	free(order);
	return 0;
}

int stats_trend(const double *x, size_t n, struct stats_trend *out)
{
	double *ranks, *order, t;
	int status = -1;

	memset(out, 0, sizeof(*out));
	if (n < STATS_DRIFT_MIN) {
		errno = EINVAL;
		return -1;
	}
	ranks = calloc(n, sizeof(*ranks));
	order = calloc(n, sizeof(*order));
	if (ranks && order && !stats_ranks(x, n, ranks)) {
		for (size_t i = 0; i < n; i++)
			order[i] = (double)i;
		out->rho = gsl_stats_correlation(order, 1, ranks, 1, n);
		/* All values the same: no trend can be told. */
		if (!isfinite(out->rho))
			out->rho = 0;
		t = fabs(out->rho) * sqrt(((double)n - 2) / fmax(0, 1 - out->rho * out->rho));
		/* All in order: of the n! orders, this one and its reverse. */
		out->p = isfinite(t) ? 2 * gsl_cdf_tdist_Q(t, (double)n - 2) : 2 / tgamma((double)n + 1);
		status = 0;
	}
	free(ranks);
	free(order);
	return status;
}

int stats_change_point(const double *x, size_t n, struct stats_change *out)
{
	double *ranks, u = 0, size = (double)n;

	memset(out, 0, sizeof(*out));
	if (n < STATS_DRIFT_MIN) {
		errno = EINVAL;
		return -1;
	}
	ranks = calloc(n, sizeof(*ranks));
	if (!ranks || stats_ranks(x, n, ranks)) {
		free(ranks);
		return -1;
	}
	/* U of a cut after i values: twice their rank sum, less what is expected of it. */
	for (size_t i = 0; i + 1 < n; i++) {
		u += 2 * ranks[i] - (size + 1);
		if (fabs(u) > out->k) {
			out->k = fabs(u);
			out->at = i + 1;
		}
	}
	out->p = fmin(1, 2 * exp(-6 * out->k * out->k / (size * size * size + size * size)));
	if (out->at)
		out->step = stats_median(x + out->at, n - out->at) - stats_median(x, out->at);
	free(ranks);
	return 0;
}
