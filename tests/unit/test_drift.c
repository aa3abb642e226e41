// SPDX-License-Identifier: GPL-2.0-only
/* Trends, change points and Welch's t against R's answers in tests/data/stats. */
#include <math.h>

#include "stats.h"
#include "unit.h"

#define MAX_VALUES 2000
#define MAX_FIELDS 16

static FILE *open_data(const char *name)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), TEST_DATA "/stats/%s", name);
	f = fopen(path, "r");
	if (!f)
		fail_msg("no %s", path);
	return f;
}

static size_t load(const char *set, double *x)
{
	char name[64];
	size_t n = 0;
	FILE *f;

	snprintf(name, sizeof(name), "%s.txt", set);
	f = open_data(name);
	while (n < MAX_VALUES && fscanf(f, "%lf", &x[n]) == 1)
		n++;
	fclose(f);
	return n;
}

static bool row(FILE *f, char *line, size_t size, char *field[MAX_FIELDS])
{
	char *rest = line, *word;
	size_t n = 0;

	if (!fgets(line, (int)size, f))
		return false;
	line[strcspn(line, "\n")] = '\0';
	while (n < MAX_FIELDS && (word = strsep(&rest, ",")))
		field[n++] = word;
	return true;
}

static void close_to(double ours, const char *r, const char *set, const char *what)
{
	double theirs = strtod(r, NULL);

	if (!(fabs(ours - theirs) <= 1e-9 * fmax(1, fabs(theirs))))
		fail_msg("%s of %s: %.12g, R says %s", what, set, ours, r);
}

static void test_against_r(void **state)
{
	char line[512], *field[MAX_FIELDS];
	FILE *f = open_data("drift.csv");
	double x[MAX_VALUES];
	size_t rows = 0;

	(void)state;
	assert_true(row(f, line, sizeof(line), field));
	for (; row(f, line, sizeof(line), field); rows++) {
		size_t n = load(field[0], x);
		struct stats_change change;
		struct stats_trend trend;

		assert_int_equal(stats_trend(x, n, &trend), 0);
		close_to(trend.rho, field[1], field[0], "rho");
		close_to(trend.p, field[2], field[0], "p of the trend");
		assert_int_equal(stats_change_point(x, n, &change), 0);
		close_to(change.k, field[3], field[0], "K");
		assert_int_equal(change.at, atoi(field[4]));
		close_to(change.step, field[5], field[0], "step");
		close_to(change.p, field[6], field[0], "p of the change");
	}
	fclose(f);
	assert_true(rows >= 14);
}

/* Pettitt's own example: K = 232 after value 17, p = 0.0146. */
static void test_published(void **state)
{
	double x[MAX_VALUES];
	struct stats_change c;
	size_t n = load("page", x);

	(void)state;
	assert_int_equal(n, 40);
	assert_int_equal(stats_change_point(x, n, &c), 0);
	assert_true(c.k == 232);
	assert_int_equal(c.at, 17);
	assert_float_equal(c.p, 0.0146, 5e-5);
}

static void test_edges(void **state)
{
	double up[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, same[] = { 2, 2, 2, 2, 2, 2 };
	double ranks[6], bad[] = { 1, 2, NAN, 4, 5, 6 };
	struct stats_change change;
	struct stats_trend trend;

	(void)state;
	assert_int_equal(stats_trend(up, 8, &trend), 0);
	assert_true(trend.rho == 1 && fabs(trend.p - 2.0 / 40320) < 1e-12);
	assert_int_equal(stats_trend(same, 6, &trend), 0);
	assert_true(trend.rho == 0 && trend.p == 1);
	assert_int_equal(stats_change_point(same, 6, &change), 0);
	assert_true(change.at == 0 && change.step == 0 && change.p == 1);
	assert_int_equal(stats_trend(up, STATS_DRIFT_MIN - 1, &trend), -1);
	assert_int_equal(stats_change_point(up, STATS_DRIFT_MIN - 1, &change), -1);
	assert_int_equal(stats_trend(bad, 6, &trend), -1);
	assert_int_equal(stats_change_point(bad, 6, &change), -1);
	assert_int_equal(stats_ranks((const double[]){ 5, 1, 5, 3 }, 4, ranks), 0);
	assert_true(ranks[0] == 3.5 && ranks[1] == 1 && ranks[2] == 3.5 && ranks[3] == 2);
}

static size_t numbers(char *text, double *x)
{
	size_t n = 0;
	char *word;

	while ((word = strsep(&text, " ")))
		x[n++] = atof(word);
	return n;
}

static void test_welch(void **state)
{
	char line[2048], *field[MAX_FIELDS];
	FILE *f = open_data("welch.csv");
	double x[64], y[64];
	struct stats_welch t;
	size_t rows = 0;

	(void)state;
	assert_true(row(f, line, sizeof(line), field));
	for (; row(f, line, sizeof(line), field); rows++) {
		size_t nx = numbers(field[2], x), ny = numbers(field[3], y);

		assert_int_equal(stats_welch(x, nx, y, ny, atof(field[1]), &t), 0);
		close_to(t.difference, field[4], field[0], "difference");
		close_to(t.low, field[5], field[0], "lower limit");
		close_to(t.high, field[6], field[0], "upper limit");
		close_to(t.error, field[7], field[0], "standard error");
		close_to(t.df, field[8], field[0], "degrees of freedom");
		close_to(t.p, field[9], field[0], "p");
		if (!strcmp(field[0], "sleep")) {
			/* As printed in R's manual, and elsewhere. */
			assert_float_equal(t.df, 17.776, 5e-4);
			assert_float_equal(t.p, 0.07939, 5e-6);
		}
	}
	fclose(f);
	assert_int_equal(rows, 8);
	assert_int_equal(stats_welch(x, 1, y, 3, 0.95, &t), -1);
	assert_int_equal(stats_welch(x, 3, y, 1, 0.95, &t), -1);
	assert_int_equal(stats_welch(x, 3, y, 3, 1, &t), -1);
	assert_int_equal(stats_welch((const double[]){ 1, NAN }, 2, y, 3, 0.95, &t), -1);
	assert_int_equal(stats_welch((const double[]){ 1, 1 }, 2, (const double[]){ 2, 2 }, 2, 0.95, &t), 0);
	assert_true(t.error == 0 && t.difference == 1 && t.low == 1 && t.high == 1);
}

static void test_verdicts(void **state)
{
	static const struct {
		double low90, high90;
		bool detected;
		enum stats_verdict wanted;
	} rows[] = {
		{ -0.012, -0.011, true, STATS_BETTER },
		{ 0.011, 0.012, true, STATS_WORSE },
		/* Shown, but whether it exceeds the margin is open. */
		{ -0.02, -0.005, true, STATS_INCONCLUSIVE },
		{ 0.005, 0.02, true, STATS_INCONCLUSIVE },
		/* Beyond the margin, but not after the adjustment for many comparisons. */
		{ 0.011, 0.03, false, STATS_INCONCLUSIVE },
		{ -0.009, 0.009, false, STATS_EQUIVALENT },
		{ 0.001, 0.009, true, STATS_EQUIVALENT },
		{ -0.03, 0.03, false, STATS_INCONCLUSIVE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++)
		if (stats_decide(rows[i].low90, rows[i].high90, rows[i].detected, 0.01) != rows[i].wanted)
			fail_msg("row %zu", i);
	/* The limits are those of a ratio. */
	assert_int_equal(stats_decide(0, 0.0099, true, 0.01), STATS_EQUIVALENT);
	assert_int_equal(stats_decide(0, 0.00999, true, 0.01), STATS_INCONCLUSIVE);
}

static void test_bound(void **state)
{
	(void)state;
	assert_int_equal(stats_against_bound(log(1.021), log(1.03), 0.02), STATS_BEYOND);
	assert_int_equal(stats_against_bound(log(1.019), log(1.03), 0.02), STATS_STRADDLES);
	assert_int_equal(stats_against_bound(log(0.9), log(1.0199), 0.02), STATS_BELOW);
	assert_int_equal(stats_against_bound(NAN, NAN, 0.02), STATS_STRADDLES);
	assert_int_equal(stats_against_bound(0, 0, 0), STATS_BELOW);
}

static void test_smallest_effect(void **state)
{
	(void)state;
	/* qt(0.975, 5) + qt(0.8, 5) = 2.570582 + 0.919544. */
	assert_float_equal(stats_smallest_effect_t(0.01, 5), 0.03490126, 1e-7);
	assert_true(isnan(stats_smallest_effect_t(0.01, 0)));
	/* With many boots it is what the normal distribution says. */
	assert_float_equal(stats_smallest_effect_t(1 / sqrt(1000), 999), stats_smallest_effect(1, 1000), 0.002);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_against_r),
		cmocka_unit_test(test_published),
		cmocka_unit_test(test_edges),
		cmocka_unit_test(test_welch),
		cmocka_unit_test(test_verdicts),
		cmocka_unit_test(test_bound),
		cmocka_unit_test(test_smallest_effect),
	};

	return cmocka_run_group_tests_name("drift", tests, NULL, NULL);
}
