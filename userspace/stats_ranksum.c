// SPDX-License-Identifier: GPL-2.0-only
/*
 * Two samples that are not paired: the shift between them after Hodges and
 * Lehmann, with the rank-sum (Mann-Whitney) interval and test.
 */
#include "stats.h"

#include <errno.h>
#include <float.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Both samples, ascending, and what the search for a limit needs. */
struct pair {
	const double *x, *y;
	size_t m, n;
	bool correct;			/* for continuity */
	double target;			/* the quantile looked for */
};

/* The null distribution of W for m and n values: ways[w], of `all` in total. */
struct null {
	double *ways;
	size_t top;			/* the largest w, m n */
	double all;
};

/*
 * ways[k][w]: how many sets of k of the ranks seen so far exceed the least
 * possible sum by w. Doubles, as the counts go beyond 2^53; all are sums of
 * positive numbers, so that their relative error stays near that of a double.
 */
static int null_make(struct null *d, size_t m, size_t n)
{
	size_t width = m * n + 1;
	double *ways = calloc((m + 1) * width, sizeof(*ways));

	if (!ways)
		return -1;
	ways[0] = 1;
	for (size_t rank = 1; rank <= m + n; rank++)
		for (size_t k = rank < m ? rank : m; k > 0; k--) {
			/* As the largest of k, it adds rank - k to the excess. */
			size_t add = rank - k;

			for (size_t w = width; w-- > add;)
				ways[k * width + w] += ways[(k - 1) * width + w - add];
		}
	d->top = m * n;
	d->ways = ways;
	memmove(ways, ways + m * width, width * sizeof(*ways));
	d->all = 0;
	for (size_t w = 0; w < width; w++)
		d->all += ways[w];
	return 0;
}

/* P(W <= w). */
static double null_cdf(const struct null *d, double w)
{
	double sum = 0;

	for (size_t i = 0; i <= d->top && (double)i <= w; i++)
		sum += d->ways[i];
	return sum / d->all;
}

/* The smallest w with P(W <= w) >= p. */
static size_t null_quantile(const struct null *d, double p)
{
	double sum = 0;

	for (size_t w = 0; w < d->top; w++) {
		sum += d->ways[w];
		/* 1 - 0.95 and the like are not exact: let a hair's breadth pass. */
		if (sum / d->all >= p - 10 * DBL_EPSILON)
			return w;
	}
	return d->top;
}

struct ranks {
	double w;			/* rank sum of x, less the least that it can be */
	double ties;			/* sum of t^3 - t over groups of t equal values */
};

/* Ranks x - d and y together, ties sharing their mean rank. */
static struct ranks rank_shifted(const struct pair *s, double d)
{
	size_t i = 0, k = 0;
	struct ranks r = { 0 };

	while (i < s->m || k < s->n) {
		double below = (double)(i + k), in_x = 0, in_y = 0, t;
		double value = fmin(i < s->m ? s->x[i] - d : INFINITY, k < s->n ? s->y[k] : INFINITY);

		for (; i < s->m && s->x[i] - d == value; i++)
			in_x++;
		for (; k < s->n && s->y[k] == value; k++)
			in_y++;
		t = in_x + in_y;
		r.w += in_x * (below + (t + 1) / 2);
		r.ties += t * t * t - t;
	}
	r.w -= (double)s->m * (double)(s->m + 1) / 2;
	return r;
}

/* The rank sum standardised; NaN when all values are equal. */
static double standardise(const struct pair *s, const struct ranks *r)
{
	double m = (double)s->m, n = (double)s->n, z = r->w - m * n / 2;
	double sigma = sqrt(m * n / 12 * (m + n + 1 - r->ties / ((m + n) * (m + n - 1))));

	if (s->correct)
		z -= 0.5 * ((z > 0) - (z < 0));
	return sigma > 0 ? z / sigma : NAN;
}

/* Falls as d rises. */
static double shifted(double d, void *ctx)
{
	const struct pair *s = ctx;
	struct ranks r = rank_shifted(s, d);

	return standardise(s, &r) - s->target;
}

/* Where the standardised rank sum is `target`, or the end of the range beyond which it would be. */
static double limit(struct pair *s, double low, double high, double target, double tol)
{
	double at_low, at_high;

	s->target = target;
	at_low = shifted(low, s);
	at_high = shifted(high, s);
	if (at_low <= 0)
		return low;
	if (at_high >= 0)
		return high;
	return stats_root(shifted, s, low, high, at_low, at_high, tol);
}

static void approximate(struct pair *s, double level, double tol, struct stats_shift *out)
{
	double low = s->x[0] - s->y[s->n - 1], high = s->x[s->m - 1] - s->y[0];
	struct ranks r = rank_shifted(s, 0);

	s->correct = true;
	out->level = level;
	out->p = fmin(1, 2 * gsl_cdf_ugaussian_Q(fabs(standardise(s, &r))));
	if (!(high > low)) {
		/* Two constants: their difference is known, how sure it is is not. */
		out->degenerate = true;
		out->estimate = low;
		out->low = out->high = out->p = NAN;
		out->level = 0;
		return;
	}
	out->low = limit(s, low, high, gsl_cdf_ugaussian_Qinv((1 - level) / 2), tol);
	out->high = limit(s, low, high, gsl_cdf_ugaussian_Pinv((1 - level) / 2), tol);
	s->correct = false;
	out->estimate = limit(s, low, high, 0, tol);
}

/* Neither sample has STATS_EXACT_BELOW values, and no two values are equal. */
static int exact(const struct pair *s, double level, struct stats_shift *out)
{
	size_t pairs = s->m * s->n, at = 0, cut;
	double *difference = calloc(pairs, sizeof(*difference));
	struct null d;

	if (!difference || null_make(&d, s->m, s->n)) {
		free(difference);
		return -1;
	}
	for (size_t i = 0; i < s->m; i++)
		for (size_t k = 0; k < s->n; k++)
			difference[at++] = s->x[i] - s->y[k];
	stats_sort(difference, pairs);
	cut = null_quantile(&d, (1 - level) / 2);
	cut = cut ? cut : 1;
	out->low = difference[cut - 1];
	out->high = difference[pairs - cut];
	out->level = 1 - 2 * null_cdf(&d, (double)cut - 1);
	out->estimate = stats_quantile_sorted(difference, pairs, 0.5);
	/* The distribution is symmetric: P(W >= w) is P(W <= m n - w). */
	out->p = fmin(1, 2 * null_cdf(&d, fmin(out->w, (double)pairs - out->w)));
	free(difference);
	free(d.ways);
	return 0;
}

/* An ascending copy; NULL when a value is not finite or memory is out (errno says). */
static double *sorted(const double *x, size_t n)
{
	double *copy;

	for (size_t i = 0; i < n; i++)
		if (!isfinite(x[i])) {
			errno = EINVAL;
			return NULL;
		}
	copy = calloc(n, sizeof(*copy));
	if (!copy)
		return NULL;
	memcpy(copy, x, n * sizeof(*copy));
	stats_sort(copy, n);
	return copy;
}

int stats_hl_rank_sum_tol(const double *x, size_t m, const double *y, size_t n, double level,
			  double tol, struct stats_shift *out)
{
	struct pair s = { .m = m, .n = n };
	struct ranks r;
	double *xs, *ys = NULL;
	int status = -1;

	memset(out, 0, sizeof(*out));
	if (!m || !n || !(level > 0 && level < 1)) {
		errno = EINVAL;
		return -1;
	}
	xs = sorted(x, m);
	if (xs)
		ys = sorted(y, n);
	if (xs && ys) {
		s.x = xs;
		s.y = ys;
		r = rank_shifted(&s, 0);
		out->m = m;
		out->n = n;
		out->level_asked = level;
		out->w = r.w;
		out->ties = r.ties > 0;
		out->exact = m < STATS_EXACT_BELOW && n < STATS_EXACT_BELOW && !out->ties;
		status = 0;
		if (out->exact)
			status = exact(&s, level, out);
		else
			approximate(&s, level, tol, out);
	}
	free(xs);
	free(ys);
	return status;
}

int stats_hl_rank_sum(const double *x, size_t m, const double *y, size_t n, double level,
		      struct stats_shift *out)
{
	return stats_hl_rank_sum_tol(x, m, y, n, level, STATS_ROOT_TOL, out);
}
