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
	const double *x;	/* ascending, without zeros */
	size_t n;
	bool correct;		/* for continuity */
	double target;		/* the quantile looked for */
};

/* The sum of the ranks of the positive differences, and what it is to be judged by. */
struct ranks {
	double v;
	double n;		/* differences that are not 0 */
	double ties;		/* sum of t^3 - t over groups of t equal magnitudes */
};

/*
 * Ranks the differences x - d by magnitude, ties sharing their mean rank.
 * Those below 0 (from the middle down) and those above (from the middle up)
 * are in order already: this merges the two.
 */
static struct ranks rank_differences(const double *x, size_t n, double d)
{
	struct ranks r = { 0 };
	size_t low = 0, high;

	while (low < n && x[low] - d < 0)
		low++;
	for (high = low; high < n && x[high] - d == 0; high++)
		;
	while (low > 0 || high < n) {
		double below = low > 0 ? d - x[low - 1] : INFINITY;
		double above = high < n ? x[high] - d : INFINITY;
		double magnitude = fmin(below, above), t, positive = 0, negative = 0;

		for (; low > 0 && d - x[low - 1] == magnitude; low--)
			negative++;
		for (; high < n && x[high] - d == magnitude; high++)
			positive++;
		t = positive + negative;
		r.v += positive * (r.n + (t + 1) / 2);
		r.ties += t * t * t - t;
		r.n += t;
	}
	return r;
}

static double sign(double v)
{
	return (v > 0) - (v < 0);
}

/* The rank sum standardised; NaN when it cannot vary. */
static double standardise(const struct ranks *r, bool correct)
{
	double n = r->n, z = r->v - n * (n + 1) / 4;
	double sigma = sqrt(n * (n + 1) * (2 * n + 1) / 24 - r->ties / 48);

	return sigma > 0 ? (z - (correct ? sign(z) * 0.5 : 0)) / sigma : NAN;
}

/* Standardised rank sum of x - d, less the target; falls as d rises. */
static double shifted(double d, void *ctx)
{
	const struct rank_sum *s = ctx;
	struct ranks r = rank_differences(s->x, s->n, d);

	return standardise(&r, s->correct) - s->target;
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
	double low = r->n ? r->x[0] : 0, high = r->n ? r->x[r->n - 1] : 0;
	double alpha = 1 - level, at_low, at_high;

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
	struct ranks ranks;
	int status = 0;
	double *kept;

	memset(out, 0, sizeof(*out));
	if (!n || !(level > 0 && level < 1)) {
		errno = EINVAL;
		return -1;
	}
	kept = calloc(n, sizeof(*kept));
	if (!kept)
		return -1;
	for (size_t i = 0; i < n; i++) {
		if (!isfinite(x[i])) {
			free(kept);
			errno = EINVAL;
			return -1;
		}
		if (x[i] != 0)
			kept[r.n++] = x[i];
	}
	stats_sort(kept, r.n);
	r.x = kept;
	ranks = rank_differences(kept, r.n, 0);
	out->n = n;
	out->n_used = r.n;
	out->level_asked = level;
	out->v = ranks.v;
	out->zeros = r.n < n;
	out->ties = ranks.ties > 0;
	out->exact = r.n < STATS_EXACT_BELOW && !out->ties && !out->zeros;
	if (out->exact) {
		out->p = exact_p(out->v, r.n);
		status = exact(kept, r.n, level, out);
	} else {
		out->p = 2 * gsl_cdf_ugaussian_Q(fabs(standardise(&ranks, true)));
		approximate(&r, level, tol, out);
	}
	free(kept);
	return status;
}

int stats_hl_signed_rank(const double *x, size_t n, double level, struct stats_hl *out)
{
	return stats_hl_signed_rank_tol(x, n, level, STATS_ROOT_TOL, out);
}
