// SPDX-License-Identifier: GPL-2.0-only
/*
 * The exact null distribution of the signed-rank sum.
 *
 * Under the null hypothesis each rank 1..n is in the sum or not, with equal
 * chance: of the 2^n subsets, count those by their sum.  All counts are below
 * 2^53, so doubles hold them exactly.
 */
#include "stats.h"

#include <float.h>
#include <math.h>

#define MAX_N (STATS_EXACT_BELOW - 1)
#define MAX_SUM (MAX_N * (MAX_N + 1) / 2)

/* ways[v]: subsets of 1..n that sum to v; returns the largest v. */
static long count_subsets(double ways[MAX_SUM + 1], size_t n)
{
	long top = 0;

	ways[0] = 1;
	for (long rank = 1; rank <= (long)n; rank++) {
		for (long v = top + 1; v <= top + rank; v++)
			ways[v] = 0;
		top += rank;
		for (long v = top; v >= rank; v--)
			ways[v] += ways[v - rank];
	}
	return top;
}

double stats_signrank_cdf(long v, size_t n)
{
	double ways[MAX_SUM + 1], sum = 0;
	long top;

	if (!n || n > MAX_N)
		return NAN;
	top = count_subsets(ways, n);
	if (v >= top)
		return 1;
	for (long i = 0; i <= v; i++)
		sum += ways[i];
	return ldexp(sum, -(int)n);
}

long stats_signrank_quantile(double p, size_t n)
{
	double ways[MAX_SUM + 1], sum = 0;
	long top;

	if (!n || n > MAX_N || !(p >= 0 && p <= 1))
		return -1;
	top = count_subsets(ways, n);
	for (long v = 0; v < top; v++) {
		sum += ways[v];
		/* 1 - 0.95 and the like are not exact: let a hair's breadth pass. */
		if (ldexp(sum, -(int)n) >= p - 10 * DBL_EPSILON)
			return v;
	}
	return top;
}
