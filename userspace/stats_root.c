// SPDX-License-Identifier: GPL-2.0-only
/*
 * Brent's root finder (R. P. Brent, Algorithms for Minimization without
 * Derivatives, 1973, chapter 4), stepping as R's uniroot() does, so that the
 * two stop at the same place also where f is a staircase.
 */
#include "stats.h"

#include <float.h>
#include <math.h>

#define MAX_STEPS 1000

struct point {
	double x, y;
};

/*
 * The step from b by inverse quadratic interpolation through a, b and c (or
 * by the secant when a and c are one), or by half of the bracket [b, c] if
 * that is safer.
 */
static double next_step(struct point a, struct point b, struct point c, double before, double tol)
{
	double width = c.x - b.x, half = width / 2;
	double s, p, q;

	if (fabs(before) < tol || fabs(a.y) <= fabs(b.y))
		return half;
	s = b.y / a.y;
	if (a.x == c.x) {
		p = width * s;
		q = 1.0 - s;
	} else {
		double u = a.y / c.y, t = b.y / c.y;

		p = s * (width * u * (u - t) - (b.x - a.x) * (t - 1.0));
		q = (u - 1.0) * (t - 1.0) * (s - 1.0);
	}
	if (p > 0)
		q = -q;
	else
		p = -p;
	if (p < 0.75 * width * q - fabs(tol * q) / 2 && p < fabs(before * q / 2))
		return p / q;
	return half;
}

double stats_root(double (*f)(double x, void *ctx), void *ctx, double low, double high,
		  double flow, double fhigh, double tol)
{
	struct point a = { low, flow }, b = { high, fhigh }, c = a;

	if (a.y == 0)
		return a.x;
	/* b is the best so far, a the one before it; the root is between b and c. */
	for (int i = 0; i < MAX_STEPS && b.y != 0; i++) {
		double before = b.x - a.x, act, step;

		if (fabs(c.y) < fabs(b.y)) {
			a = b;
			b = c;
			c = a;
		}
		act = 2 * DBL_EPSILON * fabs(b.x) + tol / 2;
		if (fabs(c.x - b.x) / 2 <= act || b.y == 0)
			break;
		step = next_step(a, b, c, before, act);
		if (fabs(step) < act)
			step = step > 0 ? act : -act;
		a = b;
		b.x += step;
		b.y = f(b.x, ctx);
		if ((b.y > 0 && c.y > 0) || (b.y < 0 && c.y < 0))
			c = a;
	}
	return b.x;
}
