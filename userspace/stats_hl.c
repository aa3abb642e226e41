// SPDX-License-Identifier: GPL-2.0-only
/*
 * Hodges-Lehmann estimate with the signed-rank interval and test.
 */
#include "stats.h"

#include <errno.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What the search for an interval needs to know of the data. */
struct rank_sum {
	const double *x;
	size_t n;
	double *work;		/* n values */
	bool correct;		/* for continuity */
	double target;		/* the quantile looked for */
};

static int by_magnitude(const void *pa, const void *pb)
{
	double a = fabs(*(const double *)pa), b = fabs(*(const double *)pb);

	return (a > b) - (a < b);
}

/*
 * Ranks x[0..n-1], which has no zeros, by magnitude (it is sorted so), ties
 * sharing their mean rank.  Gives the sum over the positive values and the sum
 * of t^3 - t over groups of t ties.
 */
static double positive_ranks(double *x, size_t n, double *ties)
{
	double sum = 0;
	size_t next;

	qsort(x, n, sizeof(*x), by_magnitude);
	*ties = 0;
	for (size_t i = 0; i < n; i = next) {
		double t;

		for (next = i + 1; next < n && fabs(x[next]) == fabs(x[i]); next++)
			;
		t = (double)(next - i);
		*ties += t * t * t - t;
		for (size_t k = i; k < next; k++)
			if (x[k] > 0)
				sum += (double)(i + 1 + next) / 2;
	}
	return sum;
}

static double sign(double v)
{
	return (v > 0) - (v < 0);
}

/* The rank sum standardised; NaN when it cannot vary. */
static double standardise(double v, double n, double ties, bool correct)
{
	double z = v - n * (n + 1) / 4;
	double sigma = sqrt(n * (n + 1) * (2 * n + 1) / 24 - ties / 48);

	return sigma > 0 ? (z - (correct ? sign(z) * 0.5 : 0)) / sigma : NAN;
}

/* Standardised rank sum of x - d, less the target; falls as d rises. */
static double shifted(double d, void *ctx)
{
	struct rank_sum *r = ctx;
	double ties, v;
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++) {
		double diff = r->x[i] - d;

		if (diff != 0)
			r->work[n++] = diff;
	}
	v = positive_ranks(r->work, n, &ties);
	return standardise(v, (double)n, ties, r->correct) - r->target;
}

static double root(struct rank_sum *r, double low, double high, double target, double tol)
{
	double flow, fhigh;

	r->target = target;
	flow = shifted(low, r);
	fhigh = shifted(high, r);
	return stats_root(shifted, r, low, high, flow, fhigh, tol);
}

static void approximate(struct rank_sum *r, double level, double tol, struct stats_hl *out)
{
	double low = r->n ? r->x[0] : 0, high = low, at_low, at_high;
	double alpha = 1 - level;

	for (size_t i = 1; i < r->n; i++) {
		low = fmin(low, r->x[i]);
		high = fmax(high, r->x[i]);
	}
	r->correct = true;
	r->target = 0;
	at_low = shifted(low, r);
	at_high = shifted(high, r);
	if (!isfinite(at_low) || !isfinite(at_high)) {
		out->degenerate = true;
		out->estimate = (low + high) / 2;
		out->low = out->high = NAN;
		out->level = 0;
		return;
	}
	/* The level may be more than so few values can give: ask for less. */
	while (alpha < 1 && (at_low < gsl_cdf_ugaussian_Qinv(alpha / 2) ||
			     at_high > gsl_cdf_ugaussian_Pinv(alpha / 2)))
		alpha *= 2;
	if (alpha < 1) {
		out->level = 1 - alpha;
		out->low = root(r, low, high, gsl_cdf_ugaussian_Qinv(alpha / 2), tol);
		out->high = root(r, low, high, gsl_cdf_ugaussian_Pinv(alpha / 2), tol);
	} else {
		out->level = 0;
		out->low = out->high = stats_median(r->x, r->n);
	}
	r->correct = false;
	out->estimate = root(r, low, high, 0, tol);
}

/* n is below STATS_EXACT_BELOW. */
static int exact(const double *x, size_t n, double level, struct stats_hl *out)
{
	size_t pairs = n * (n + 1) / 2, k = 0;
	double *walsh = calloc(pairs, sizeof(*walsh));
	long low = stats_signrank_quantile((1 - level) / 2, n);

	if (!walsh)
		return -1;
	for (size_t i = 0; i < n; i++)
		for (size_t j = i; j < n; j++)
			walsh[k++] = (x[i] + x[j]) / 2;
	stats_sort(walsh, pairs);
	if (low < 1)
		low = 1;
	out->low = walsh[low - 1];
	out->high = walsh[pairs - (size_t)low];
	out->level = 1 - 2 * stats_signrank_cdf(low - 1, n);
	out->estimate = stats_quantile_sorted(walsh, pairs, 0.5);
	free(walsh);
	return 0;
}

static double exact_p(double v, size_t n)
{
	double top = (double)(n * (n + 1) / 2);

	/* The distribution is symmetric: P(V >= v) is P(V <= top - v). */
	return fmin(1, 2 * stats_signrank_cdf((long)fmin(v, top - v), n));
}

int stats_hl_signed_rank_tol(const double *x, size_t n, double level, double tol,
			     struct stats_hl *out)
{
	struct rank_sum r = { 0 };
	double *kept, ties, z;
	int status = 0;

	memset(out, 0, sizeof(*out));
	if (!n || !(level > 0 && level < 1)) {
		errno = EINVAL;
		return -1;
	}
	kept = calloc(n, 2 * sizeof(*kept));
	if (!kept)
		return -1;
	r = (struct rank_sum) { .x = kept, .work = kept + n };
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i])) {
			free(kept);
			errno = EINVAL;
			return -1;
		}
		if (x[i] != 0)
			kept[r.n++] = x[i];
	}
	memcpy(r.work, kept, r.n * sizeof(*kept));
	out->n = n;
	out->n_used = r.n;
	out->level_asked = level;
	out->v = positive_ranks(r.work, r.n, &ties);
	out->zeros = r.n < n;
	out->ties = ties > 0;
	out->exact = r.n < STATS_EXACT_BELOW && !out->ties && !out->zeros;
	if (out->exact) {
		out->p = exact_p(out->v, r.n);
		status = exact(kept, r.n, level, out);
	} else {
		z = standardise(out->v, (double)r.n, ties, true);
		out->p = 2 * gsl_cdf_ugaussian_Q(fabs(z));
		approximate(&r, level, tol, out);
	}
	free(kept);
	return status;
}

int stats_hl_signed_rank(const double *x, size_t n, double level, struct stats_hl *out)
{
	return stats_hl_signed_rank_tol(x, n, level, STATS_ROOT_TOL, out);
}
