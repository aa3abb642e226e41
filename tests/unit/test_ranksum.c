// SPDX-License-Identifier: GPL-2.0-only
/* Two samples that are not paired, against R's answers in tests/data/stats/ranksum.csv. */
#include <errno.h>

#include "rdata.h"
#include "stats.h"

enum { X, Y, SHIFT, LEVEL, TOL, M, N, W, P, ESTIMATE, LOW, HIGH, ACHIEVED, EXACT };

/* x as reference.R makes it: a set, or every second value of it, moved. */
static void load_x(char *const field[], struct data *d)
{
	double shift = atof(field[SHIFT]);
	size_t n = 0;

	load(field[X], d);
	if (shift == 0)
		return;
	for (size_t i = 0; i < d->n; i += 2)
		d->x[n++] = d->x[i] + shift;
	d->n = n;
}

static void test_reference(void **state)
{
	size_t rows = 0, exact = 0, ties = 0, degenerate = 0;
	char line[512], *field[MAX_FIELDS];
	FILE *f = open_data("ranksum", ".csv");
	struct stats_shift s;
	struct data x, y;

	(void)state;
	assert_true(row(f, line, sizeof(line), field));
	while (row(f, line, sizeof(line), field)) {
		load_x(field, &x);
		load(field[Y], &y);
		assert_int_equal(x.n, atoi(field[M]));
		assert_int_equal(y.n, atoi(field[N]));
		assert_int_equal(stats_hl_rank_sum_tol(x.x, x.n, y.x, y.n, atof(field[LEVEL]),
						       atof(field[TOL]), &s), 0);
		close_to(s.w, field[W], field[X], "W");
		close_to(s.p, field[P], field[X], "p");
		close_to(s.estimate, field[ESTIMATE], field[X], "estimate");
		close_to(s.low, field[LOW], field[X], "lower limit");
		close_to(s.high, field[HIGH], field[X], "upper limit");
		close_to(s.level, field[ACHIEVED], field[X], "achieved level");
		assert_int_equal(s.exact, atoi(field[EXACT]));
		rows++;
		exact += s.exact;
		ties += s.ties;
		degenerate += s.degenerate;
	}
	fclose(f);
	assert_true(rows >= 100);
	assert_true(exact >= 30 && ties >= 30 && degenerate >= 6);
}

/* What must hold of any data: the samples exchanged, and one of them moved. */
static void test_symmetry(void **state)
{
	static const char *const sets[][2] = {
		{ "forty", "fortynine" }, { "ties", "zeros" }, { "maize", "depression" },
		{ "large", "grid" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(sets); i++) {
		struct stats_shift a, b, c;
		struct data x, y;

		load(sets[i][0], &x);
		load(sets[i][1], &y);
		assert_int_equal(stats_hl_rank_sum(x.x, x.n, y.x, y.n, 0.95, &a), 0);
		assert_int_equal(stats_hl_rank_sum(y.x, y.n, x.x, x.n, 0.95, &b), 0);
		assert_true(fabs(a.estimate + b.estimate) < 1e-7);
		assert_true(fabs(a.low + b.high) < 1e-7 && fabs(a.high + b.low) < 1e-7);
		assert_true(fabs(a.p - b.p) < 1e-12);
		assert_true(a.w + b.w == (double)(x.n * y.n));
		assert_true(a.low <= a.estimate && a.estimate <= a.high);
		for (size_t k = 0; k < x.n; k++)
			x.x[k] += 8;
		assert_int_equal(stats_hl_rank_sum(x.x, x.n, y.x, y.n, 0.95, &c), 0);
		assert_true(fabs(c.estimate - a.estimate - 8) < 1e-7);
	}
}

static void test_refused(void **state)
{
	const double good[] = { 1, 2, 3 }, nan[] = { 1, NAN, 3 }, inf[] = { 1, 2, INFINITY };
	const struct {
		const double *x, *y;
		size_t m, n;
		double level;
	} cases[] = {
		{ good, good, 0, 3, 0.95 }, { good, good, 3, 0, 0.95 }, { good, good, 3, 3, 0 },
		{ good, good, 3, 3, 1 }, { good, good, 3, 3, NAN }, { nan, good, 3, 3, 0.95 },
		{ good, nan, 3, 3, 0.95 }, { inf, good, 3, 3, 0.95 },
	};
	struct stats_shift s;

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		errno = 0;
		assert_int_equal(stats_hl_rank_sum(cases[i].x, cases[i].m, cases[i].y, cases[i].n,
						   cases[i].level, &s), -1);
		assert_int_equal(errno, EINVAL);
	}
	/* Three against three cannot give 95%: the interval says what it is worth. */
	assert_int_equal(stats_hl_rank_sum(good, 3, (double[]){ 1.5, 2.5, 3.5 }, 3, 0.95, &s), 0);
	assert_true(fabs(s.level - 0.9) < 1e-12);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reference),
		cmocka_unit_test(test_symmetry),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests_name("ranksum", tests, NULL, NULL);
}
