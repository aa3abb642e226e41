// SPDX-License-Identifier: GPL-2.0-only
/*
 * Numbers as the writers print them.
 */
#include <math.h>
#include <string.h>

#include "out_text.h"

static struct out_scale scale_for(enum store_clock clock, double least)
{
	static const struct out_scale scales[] = {
		{ 1e9, "s" }, { 1e6, "ms" }, { 1e3, "us" }, { 1, "ns" },
	};
	size_t i = 0;

	if (clock == STORE_CLOCK_ICOUNT)
		return (struct out_scale) { 1, "instructions" };
	if (!isfinite(least))
		return scales[2];
	while (i < 3 && least < scales[i].divide)
		i++;
	return scales[i];
}

static double least_median(const struct summary *s, const struct summary_workload *w)
{
	double least = NAN;

	for (size_t arm = 0; arm < s->narms; arm++)
		if (w->cells[arm].samples)
			least = fmin(least, w->cells[arm].median);
	return least;
}

struct out_scale out_scale_of(const struct summary *s, const struct summary_workload *w)
{
	return scale_for(s->files[0].clock, least_median(s, w));
}

struct out_scale out_scale_all(const struct summary *s)
{
	double least = NAN, most = NAN;
	struct out_scale scale;

	for (size_t i = 0; i < s->nworkloads; i++) {
		double one = least_median(s, &s->workloads[i]);

		least = fmin(least, one);
		most = fmax(most, one);
	}
	/* That of the largest, unless the least would have no digits left in it. */
	scale = scale_for(s->files[0].clock, most);
	if (least / scale.divide < 0.1)
		scale = scale_for(s->files[0].clock, least);
	return scale;
}

struct out_text out_number(double value, const struct out_scale *scale)
{
	double v = value / scale->divide;
	struct out_text t;
	int decimals;

	if (!isfinite(v)) {
		strcpy(t.s, "-");
		return t;
	}
	if (!strcmp(scale->unit, "instructions"))
		return out_grouped(v, false);
	decimals = v >= 999.95 ? 0 : v >= 99.995 ? 1 : v >= 9.9995 ? 2 : 3;
	snprintf(t.s, sizeof(t.s), "%.*f", decimals, v);
	return t;
}

struct out_text out_grouped(double value, bool sign)
{
	struct out_text digits, t;
	size_t n, k = 0;

	if (!isfinite(value) || fabs(value) >= 1e18) {
		strcpy(t.s, "-");
		return t;
	}
	snprintf(digits.s, sizeof(digits.s), "%.0f", fabs(value));
	n = strlen(digits.s);
	if (sign || value < 0)
		t.s[k++] = value < 0 ? '-' : '+';
	for (size_t i = 0; i < n; i++) {
		t.s[k++] = digits.s[i];
		if ((n - i) % 3 == 1 && i + 1 < n)
			t.s[k++] = ',';
	}
	t.s[k] = '\0';
	return t;
}

static double percent(double log_ratio)
{
	return 100 * expm1(log_ratio);
}

/* Two digits of the interval's half width, and no more than fits. */
static int decimals_of(const struct summary_comparison *c, bool compact)
{
	double half = (percent(c->high) - percent(c->low)) / 2;
	double most = fmax(fabs(percent(c->high)), fabs(percent(c->low)));

	if (!isfinite(half))
		return 2;
	if (most >= (compact ? 100 : 1000))
		return 0;
	if (half >= 1 || most >= (compact ? 10 : 100))
		return 1;
	return half >= 0.01 || most >= 10 || compact ? 2 : 3;
}

struct out_text out_change(const struct summary_comparison *c, bool compact)
{
	struct out_text t = { "-" };

	if (c->bare)
		snprintf(t.s, sizeof(t.s), "%+.1f%%", percent(c->estimate));
	else if (c->made)
		snprintf(t.s, sizeof(t.s), "%+.*f%%", decimals_of(c, compact), percent(c->estimate));
	return t;
}

struct out_text out_interval(const struct summary_comparison *c, bool compact)
{
	struct out_text t = { "[none]" };
	int decimals = decimals_of(c, compact);

	if (c->made && isfinite(c->low) && isfinite(c->high))
		snprintf(t.s, sizeof(t.s), "[%+.*f, %+.*f]", decimals, percent(c->low), decimals,
			 percent(c->high));
	return t;
}

bool out_is_baseline(const struct summary *s, size_t arm)
{
	return arm == 0 || (s->arms[arm].duplicate_of &&
			    !strcmp(s->arms[arm].duplicate_of, s->arms[0].name));
}

struct out_text out_scope(const struct summary *s)
{
	struct out_text t = { "this boot only" };

	if (s->sides)
		snprintf(t.s, sizeof(t.s), "%zu boot%s against %zu", s->sides[0].nboots,
			 s->sides[0].nboots == 1 ? "" : "s", s->sides[1].nboots);
	else if (s->files[0].imported)
		strcpy(t.s, "imported");
	else if (s->nboots > 1)
		snprintf(t.s, sizeof(t.s), "%zu boots", s->nboots);
	return t;
}

struct out_text out_blocks(const struct summary *s)
{
	const char *what = s->files[0].unpaired ? "values an arm at most" : "blocks";
	size_t least = SIZE_MAX, most = 0;
	struct out_text t;

	for (size_t i = 0; i < s->nworkloads; i++) {
		least = s->workloads[i].blocks < least ? s->workloads[i].blocks : least;
		most = s->workloads[i].blocks > most ? s->workloads[i].blocks : most;
	}
	if (least == most)
		snprintf(t.s, sizeof(t.s), "%zu %s", most, what);
	else
		snprintf(t.s, sizeof(t.s), "%zu-%zu %s", least, most, what);
	return t;
}

bool out_unclear(const struct summary *s, size_t arm, const struct summary_comparison *c)
{
	return c->made && !out_is_baseline(s, arm) && c->verdict == STATS_INCONCLUSIVE;
}

struct out_text out_smallest(const struct summary_comparison *c)
{
	double effect = percent(c->smallest_effect);
	struct out_text t = { "unknown" };

	if (isfinite(effect))
		snprintf(t.s, sizeof(t.s), "%.*f%%", effect < 10 ? 2 : 0, effect);
	return t;
}
