// SPDX-License-Identifier: GPL-2.0-only
/* Statistics against R's answers in tests/data/stats (reference.R made them) and published examples. */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rdata.h"
#include "stats.h"

static void test_wilcox(void **state)
{
	char line[512], *field[MAX_FIELDS];
	FILE *f = open_data("wilcox", ".csv");
	size_t rows = 0, exact = 0;
	struct stats_hl hl;
	struct data d;

	(void)state;
	assert_true(row(f, line, sizeof(line), field));
	while (row(f, line, sizeof(line), field)) {
		const char *set = field[0];

		load(set, &d);
		assert_int_equal(d.n, atoi(field[3]));
		assert_int_equal(stats_hl_signed_rank_tol(d.x, d.n, atof(field[1]), atof(field[2]),
							  &hl), 0);
		close_to(hl.v, field[4], set, "V");
		close_to(hl.p, field[5], set, "p");
		close_to(hl.low, field[7], set, "lower limit");
		close_to(hl.high, field[8], set, "upper limit");
		close_to(hl.level, field[9], set, "achieved level");
		assert_int_equal(hl.exact, atoi(field[10]));
		/* R gives no estimate of nothing but zeros; 0 is one. */
		if (hl.n_used)
			close_to(hl.estimate, field[6], set, "estimate");
		else
			assert_true(hl.estimate == 0);
		exact += hl.exact;
		rows++;
	}
	fclose(f);
	assert_true(rows >= 100);
	assert_true(exact > 0 && exact < rows);
}

static void test_order(void **state)
{
	char line[512], *field[MAX_FIELDS];
	FILE *f = open_data("order", ".csv");
	size_t rows = 0;
	struct data d;

	(void)state;
	assert_true(row(f, line, sizeof(line), field));
	while (row(f, line, sizeof(line), field)) {
		load(field[0], &d);
		close_to(stats_quantile(d.x, d.n, atof(field[1])), field[2], field[0], "quantile");
		close_to(stats_mad(d.x, d.n), field[3], field[0], "MAD");
		close_to(stats_mean(d.x, d.n), field[4], field[0], "mean");
		close_to(stats_sd(d.x, d.n), field[5], field[0], "SD");
		if (atof(field[1]) == 0.5)
			close_to(stats_median(d.x, d.n), field[2], field[0], "median");
		rows++;
	}
	fclose(f);
	assert_true(rows >= 100);
}

/* Value of `what` in other.csv. */
static void other(const char *what, double ours)
{
	char line[512], *field[MAX_FIELDS];
	FILE *f = open_data("other", ".csv");
	bool found = false;

	while (row(f, line, sizeof(line), field))
		if (!strcmp(field[0], what)) {
			close_to(ours, field[1], "other.csv", what);
			found = true;
		}
	fclose(f);
	assert_true(found);
}

static void test_boots(void **state)
{
	static const double boots[] = { -0.0121, -0.0094, -0.0143, -0.0102, -0.0117, -0.0131 };
	static const double same[] = { 0.01, 0.01, 0.01 }, zero[] = { 0, 0 };
	struct stats_t t;

	(void)state;
	assert_int_equal(stats_t_interval(boots, 6, 0.95, &t), 0);
	other("t.mean", t.mean);
	other("t.low", t.low);
	other("t.high", t.high);
	other("t.p", t.p);
	assert_int_equal(stats_t_interval(boots, 1, 0.95, &t), -1);
	assert_int_equal(stats_t_interval(boots, 6, 1, &t), -1);
	assert_int_equal(stats_t_interval(same, 3, 0.95, &t), 0);
	assert_true(t.p < 1e-6 && t.high - t.low < 1e-12);
	assert_int_equal(stats_t_interval(zero, 2, 0.95, &t), 0);
	assert_true(t.p == 1);
	/* All of one sign: only that pattern and its mirror are as extreme. */
	assert_float_equal(stats_sign_flip_p(boots, 6), 2.0 / 64, 1e-12);
	assert_float_equal(stats_sign_flip_p(zero, 2), 1, 1e-12);
	assert_float_equal(stats_sign_flip_p((const double[]){ 1, -2, 4 }, 3), 6.0 / 8, 1e-12);
	assert_true(isnan(stats_sign_flip_p(boots, 0)));
	assert_true(isnan(stats_sign_flip_p(boots, 21)));
}

static void test_holm(void **state)
{
	static const double p[] = { 0.01, 0.04, 0.03, 0.005, 0.8, 0.03 };
	double adjusted[6];
	char what[16];

	(void)state;
	assert_int_equal(stats_holm(p, 6, adjusted), 0);
	for (int i = 0; i < 6; i++) {
		snprintf(what, sizeof(what), "holm.%d", i + 1);
		other(what, adjusted[i]);
	}
	assert_int_equal(stats_holm(p, 0, adjusted), 0);
}

/* Hollander & Wolfe, examples 3.1, 3.3 and 3.5: T+ = 40, estimate .46, 96.1% interval (.010, .786). */
static void test_depression(void **state)
{
	struct stats_hl hl;
	struct data d;

	(void)state;
	load("depression", &d);
	assert_int_equal(stats_hl_signed_rank(d.x, d.n, 0.96, &hl), 0);
	assert_true(hl.v == 40);
	assert_float_equal(hl.p, 2 * 0.0195, 5e-4);
	assert_float_equal(hl.estimate, 0.46, 5e-4);
	assert_float_equal(hl.low, 0.010, 5e-4);
	assert_float_equal(hl.high, 0.786, 5e-4);
	assert_float_equal(hl.level, 0.961, 5e-4);
}

/* The tables of the signed-rank sum, e.g. Hollander & Wolfe A.4. */
static void test_signrank(void **state)
{
	(void)state;
	assert_float_equal(stats_signrank_cdf(0, 5), 1.0 / 32, 1e-12);
	assert_float_equal(stats_signrank_cdf(8, 10), 0.0244, 5e-5);
	assert_float_equal(stats_signrank_cdf(52, 20), 0.0242, 5e-5);
	assert_true(stats_signrank_cdf(-1, 5) == 0);
	assert_true(stats_signrank_cdf(15, 5) == 1);
	assert_true(isnan(stats_signrank_cdf(3, 0)));
	assert_true(isnan(stats_signrank_cdf(3, STATS_EXACT_BELOW)));
	assert_int_equal(stats_signrank_quantile(0.025, 20), 53);
	assert_int_equal(stats_signrank_quantile(1.0 / 32, 5), 0);
	assert_int_equal(stats_signrank_quantile(1, 5), 15);
	assert_int_equal(stats_signrank_quantile(2, 5), -1);
	for (long v = 0; v <= 49 * 50 / 2; v++)	/* symmetry */
		assert_float_equal(stats_signrank_cdf(v, 49) +
				   stats_signrank_cdf(49 * 50 / 2 - v - 1, 49), 1, 1e-12);
}

static void test_bad_input(void **state)
{
	double bad[] = { 1, NAN, 2 }, good[] = { 1, 2, 4 };
	struct stats_hl hl;
	bool flag[3];

	(void)state;
	assert_int_equal(stats_hl_signed_rank(bad, 3, 0.95, &hl), -1);
	bad[1] = INFINITY;
	assert_int_equal(stats_hl_signed_rank(bad, 3, 0.95, &hl), -1);
	assert_int_equal(stats_hl_signed_rank(good, 0, 0.95, &hl), -1);
	assert_int_equal(stats_hl_signed_rank(good, 3, 0, &hl), -1);
	assert_int_equal(stats_hl_signed_rank(good, 3, 1, &hl), -1);
	assert_true(isnan(stats_median(bad, 3)));
	assert_true(isnan(stats_mad(bad, 3)));
	assert_true(isnan(stats_median(good, 0)));
	assert_true(isnan(stats_quantile(good, 3, 1.1)));
	assert_true(isnan(stats_quantile(good, 3, NAN)));
	assert_true(isnan(stats_sd(good, 1)));
	assert_true(isnan(stats_mean(good, 0)));
	assert_int_equal(stats_outliers(bad, 3, flag), 0);
}

static void test_outliers(void **state)
{
	static const double x[] = { 1.0, 1.1, 0.9, 1.05, 0.95, 9.0 }, flat[] = { 1, 1, 1, 1, 5 };
	bool flag[6];

	(void)state;
	assert_int_equal(stats_outliers(x, 6, flag), 1);
	assert_true(flag[5] && !flag[0]);
	assert_int_equal(stats_outliers(x, 5, NULL), 0);
	assert_int_equal(stats_outliers(flat, 5, flag), 0);
}

static void test_decide(void **state)
{
	(void)state;
	assert_int_equal(stats_decide(-0.21, -0.19, true, 0.01), STATS_BETTER);
	assert_int_equal(stats_decide(0.19, 0.21, true, 0.01), STATS_WORSE);
	assert_int_equal(stats_decide(-0.004, 0.006, false, 0.01), STATS_EQUIVALENT);
	assert_int_equal(stats_decide(-0.005, -0.003, true, 0.01), STATS_EQUIVALENT);
	assert_int_equal(stats_decide(-0.03, 0.07, false, 0.01), STATS_INCONCLUSIVE);
	assert_int_equal(stats_decide(NAN, NAN, false, 0.01), STATS_INCONCLUSIVE);
	/* One limit of the 90% interval beyond the margin is enough. */
	assert_int_equal(stats_decide(-0.001, 0.0101, false, 0.01), STATS_INCONCLUSIVE);
	assert_int_equal(stats_decide(-0.0102, 0.001, false, 0.01), STATS_INCONCLUSIVE);
	assert_float_equal(stats_smallest_effect(0.02, 32), 0.01, 1e-12);
	assert_true(isnan(stats_smallest_effect(0.02, 0)));
}

static double cubic(double x, void *ctx)
{
	++*(int *)ctx;
	return x * x * x - 2;
}

static void test_root(void **state)
{
	int calls = 0;
	double r;

	(void)state;
	r = stats_root(cubic, &calls, 0, 2, -2, 6, 1e-12);
	assert_float_equal(r, cbrt(2), 1e-11);
	assert_true(calls < 20);
	assert_true(stats_root(cubic, &calls, 5, 7, 0, 6, 1e-12) == 5);
	assert_true(stats_root(cubic, &calls, 5, 7, -6, 0, 1e-12) == 7);
}

/* What any interval must obey: it turns and moves with the data, and contains the estimate. */
static void test_invariance(void **state)
{
	static const char *const sets[] = { "forty", "fifty", "ties", "heavy", "grid" };
	struct stats_hl a, b;
	struct data d, e;

	(void)state;
	for (size_t s = 0; s < sizeof(sets) / sizeof(*sets); s++) {
		load(sets[s], &d);
		assert_int_equal(stats_hl_signed_rank(d.x, d.n, 0.95, &a), 0);
		assert_true(a.low <= a.estimate && a.estimate <= a.high);
		e.n = d.n;
		for (size_t i = 0; i < d.n; i++)
			e.x[i] = -d.x[d.n - 1 - i];
		assert_int_equal(stats_hl_signed_rank(e.x, e.n, 0.95, &b), 0);
		assert_float_equal(a.estimate, -b.estimate, 1e-3 * (a.high - a.low));
		assert_float_equal(a.low, -b.high, 1e-8);
		assert_float_equal(a.p, b.p, 1e-12);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_wilcox),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_boots),
		cmocka_unit_test(test_holm),
		cmocka_unit_test(test_depression),
		cmocka_unit_test(test_signrank),
		cmocka_unit_test(test_bad_input),
		cmocka_unit_test(test_outliers),
		cmocka_unit_test(test_decide),
		cmocka_unit_test(test_root),
		cmocka_unit_test(test_invariance),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
