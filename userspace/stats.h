/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Statistics of a comparison: pure functions over arrays of doubles.
 *
 * None of them prints, keeps state or changes its input.  The input must be
 * finite; a NaN or an infinity in it gives a NaN out (or -1 where an int is
 * returned), never a crash.  Memory a function needs is its own and is freed
 * before it returns; a function that cannot get it behaves as on bad input
 * and leaves errno at ENOMEM.
 */
#ifndef EXECTUNE_STATS_H
#define EXECTUNE_STATS_H

#include <stdbool.h>
#include <stddef.h>

/* The scale that makes the MAD estimate the SD of normal data: 1/qnorm(3/4). */
#define STATS_MAD_SCALE 1.4826

/* A value further than this many scaled MADs from the median is flagged. */
#define STATS_OUTLIER_MADS 3.5

/* Tolerance of the search in stats_hl_signed_rank(), in the unit of x. */
#define STATS_ROOT_TOL 1e-9

/* Below this n the signed-rank distribution is exact, as in R's wilcox.test(). */
#define STATS_EXACT_BELOW 50

/* stats_order.c */

/* Sorts x[0..n-1] ascending, in place. */
void stats_sort(double *x, size_t n);

/*
 * Quantile p (0..1) of n ascending values: definition 7 of Hyndman and Fan,
 * R's default, linear between the order statistics around (n - 1) p.
 * NaN when n is 0 or p is outside 0..1.
 */
double stats_quantile_sorted(const double *sorted, size_t n, double p);

/* The same of values in any order (a sorted copy is made). */
double stats_quantile(const double *x, size_t n, double p);

/* Quantile 1/2. */
double stats_median(const double *x, size_t n);

/* STATS_MAD_SCALE times the median absolute deviation from the median. */
double stats_mad(const double *x, size_t n);

/* Arithmetic mean; NaN when n is 0. */
double stats_mean(const double *x, size_t n);

/* Standard deviation with divisor n - 1; NaN when n < 2. */
double stats_sd(const double *x, size_t n);

/*
 * Marks in flag[0..n-1] (may be NULL) the values further than
 * STATS_OUTLIER_MADS scaled MADs from the median; returns how many.
 * A MAD of 0 flags nothing.  They are for pointing at, never for deleting.
 */
size_t stats_outliers(const double *x, size_t n, bool *flag);

/* stats_signrank.c: the null distribution of the signed-rank sum V of n values */

/* P(V <= v); n up to STATS_EXACT_BELOW - 1, NaN beyond. */
double stats_signrank_cdf(long v, size_t n);

/* The smallest v with P(V <= v) >= p; -1 on a bad n or p. */
long stats_signrank_quantile(double p, size_t n);

/* stats_hl.c */

struct stats_hl {
	size_t n;		/* values given */
	size_t n_used;		/* values left after zeros were dropped */
	double estimate;	/* Hodges-Lehmann: median of the Walsh averages */
	double low, high;	/* confidence limits */
	double level_asked;	/* as given, e.g. 0.95 */
	double level;		/* achieved: exact below 50 values, nominal otherwise */
	double v;		/* signed-rank sum of the positive values */
	double p;		/* two-sided, of the centre being 0 */
	bool exact;		/* exact distribution, not the normal approximation */
	bool ties, zeros;	/* seen in the data */
	bool degenerate;	/* nothing but one value and zeros: limits and p are NaN */
};

/*
 * Centre of symmetry of x[0..n-1] with its signed-rank interval and test.
 * level is the two-sided confidence wanted, 0 < level < 1.  Zeros are dropped.
 *
 * Fewer than STATS_EXACT_BELOW values without ties and zeros: the median of
 * the n (n + 1) / 2 Walsh averages, and the two of them that the exact null
 * distribution names.  Otherwise: where the standardised rank sum of x - d
 * crosses 0 and the normal quantiles, with continuity and tie correction.
 * Both as R's wilcox.test(x, conf.int = TRUE, tol.root = STATS_ROOT_TOL).
 *
 * When the values are too few for the level asked, the interval is the widest
 * there is and `level` says what it is worth.  Memory O(n); sorts once, then time O(n)
 * for each of the 100 or so steps of the search.
 *
 * Returns 0, or -1 with errno EINVAL (n is 0, the level is out of range, or a
 * value is not finite) or ENOMEM.
 */
int stats_hl_signed_rank(const double *x, size_t n, double level, struct stats_hl *out);

/* The same with another tolerance of the search; R's own default is 1e-4. */
int stats_hl_signed_rank_tol(const double *x, size_t n, double level, double tol,
			     struct stats_hl *out);

/* stats_ranksum.c: two samples that are not paired */

struct stats_shift {
	size_t m, n;		/* values of x and of y */
	double estimate;	/* Hodges-Lehmann: median of all differences x - y */
	double low, high;	/* confidence limits */
	double level_asked;	/* as given, e.g. 0.95 */
	double level;		/* achieved: exact below 50 values each without ties, else nominal */
	double w;		/* Mann-Whitney: pairs in which x is the larger, ties counting half */
	double p;		/* two-sided, of the shift being 0 */
	bool exact;		/* exact distribution, not the normal approximation */
	bool ties;		/* equal values were seen */
	bool degenerate;	/* two constants: limits and p are NaN */
};

/*
 * How much the values of x[0..m-1] lie above those of y[0..n-1], with the
 * rank-sum interval and test, as R's wilcox.test(x, y, conf.int = TRUE,
 * tol.root = STATS_ROOT_TOL). level is the two-sided confidence wanted,
 * 0 < level < 1. When the values are too few for it, the interval is the
 * widest there is and `level` says what it is worth.
 *
 * Both samples must be independent of each other: of values that were taken
 * one arm after the other this cannot tell a drift from an effect.
 *
 * Returns 0, or -1 with errno EINVAL (m or n is 0, the level is out of range,
 * or a value is not finite) or ENOMEM.
 */
int stats_hl_rank_sum(const double *x, size_t m, const double *y, size_t n, double level,
		      struct stats_shift *out);

/* The same with another tolerance of the search; R's own default is 1e-4. */
int stats_hl_rank_sum_tol(const double *x, size_t m, const double *y, size_t n, double level,
			  double tol, struct stats_shift *out);

/* stats_root.c */

/*
 * A root of f in [low, high] by Brent's method, within 4 DBL_EPSILON |root| +
 * tol.  flow and fhigh are the values at the ends and must not have the same
 * sign.  f must be finite.
 */
double stats_root(double (*f)(double x, void *ctx), void *ctx, double low, double high,
		  double flow, double fhigh, double tol);

/* stats_boots.c: several boots */

struct stats_t {
	size_t n;
	double mean, low, high;	/* t interval with n - 1 degrees of freedom */
	double sd, p;		/* p two-sided, of the mean being 0 */
};

/* Mean with t interval; -1 (errno EINVAL) when n < 2 or the level is out of 0..1. */
int stats_t_interval(const double *x, size_t n, double level, struct stats_t *out);

/*
 * Two-sided sign-flip p of the mean being 0: the share of the 2^n sign
 * patterns whose |mean| is at least that seen.  n 1..20, NaN beyond.
 */
double stats_sign_flip_p(const double *x, size_t n);

/* stats_welch.c: two groups of boots */

struct stats_welch {
	double difference;	/* mean of y less mean of x */
	double low, high;	/* t interval */
	double error, df;	/* standard error, and Satterthwaite's degrees of freedom */
	double p;		/* two-sided, of the means being the same */
};

/*
 * Difference of the means of two independent groups, whose variances may
 * differ.  0, or -1 with errno EINVAL: fewer than 2 values in a group, a value
 * that is not finite, or a level out of 0..1.  When all values of each group
 * are the same, error is 0 and the interval is a point: it is worth nothing.
 */
int stats_welch(const double *x, size_t nx, const double *y, size_t ny, double level,
		struct stats_welch *out);

/* stats_drift.c: values in the order in which they were taken */

/* Fewer values carry neither a trend nor a change point. */
#define STATS_DRIFT_MIN 6

/* Ranks from 1, ties sharing their mean rank.  0, or -1 with errno EINVAL or ENOMEM. */
int stats_ranks(const double *x, size_t n, double *ranks);

struct stats_trend {
	double rho;		/* Spearman's rank correlation with the order; 0 if all are the same */
	double p;		/* two-sided, by t with n - 2 degrees of freedom */
};

/* 0, or -1 with errno EINVAL (n below STATS_DRIFT_MIN, a value not finite) or ENOMEM. */
int stats_trend(const double *x, size_t n, struct stats_trend *out);

struct stats_change {
	double k;		/* Pettitt's statistic: largest |U| over all cuts */
	size_t at;		/* values before the most likely cut; 0 if all are the same */
	double step;		/* median after it less median before */
	double p;		/* of no change, Pettitt's approximation, at most 1 */
};

/* As stats_trend(). */
int stats_change_point(const double *x, size_t n, struct stats_change *out);

/* stats_decide.c */

/* Holm's step-down: adjusted[i] for p[i], at most 1.  0, or -1 with errno ENOMEM. */
int stats_holm(const double *p, size_t n, double *adjusted);

/*
 * The smallest effect (same unit as sd) that n blocks find with 80% power at
 * the 5% level: sd sqrt(8 / n).  NaN when n is 0.
 */
double stats_smallest_effect(double sd, size_t n);

/*
 * The same for an estimate with that standard error and few degrees of freedom,
 * as over boots: error (t(0.975) + t(0.8)).  NaN unless df > 0.
 */
double stats_smallest_effect_t(double error, double df);

enum stats_verdict {
	STATS_BETTER,		/* smaller than the baseline by more than the margin */
	STATS_WORSE,		/* larger than the baseline by more than the margin */
	STATS_EQUIVALENT,	/* the whole 90% interval is within the margin */
	STATS_INCONCLUSIVE,
};

/*
 * Whether a difference matters.  low90/high90: the 90% interval of a log-ratio
 * where smaller is better, so that each limit is a one-sided test at 5%;
 * margin: a ratio, 0.01 for +-1%.  Equivalent: both limits are within the
 * margin.  Better or worse: a difference is shown (detected, by an adjusted p)
 * and the whole interval is beyond the margin.  Inconclusive: neither, also of
 * a difference that is shown but of which it is open whether it exceeds the
 * margin.
 */
enum stats_verdict stats_decide(double low90, double high90, bool detected, double margin);

enum stats_bound {
	STATS_BELOW,		/* the whole interval is at or below the bound */
	STATS_BEYOND,		/* the whole interval is above it */
	STATS_STRADDLES,	/* or there is no interval */
};

/* An interval of a log-ratio against a bound given as a ratio, 0.02 for +2%. */
enum stats_bound stats_against_bound(double low, double high, double bound);

#endif
