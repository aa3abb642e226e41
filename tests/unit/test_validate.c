// SPDX-License-Identifier: GPL-2.0-only
/* The simulated experiments of "make validate", a few small ones, and the counted costs. */
#include "unit.h"

#include <errno.h>
#include <math.h>

#include "exitcode.h"
#include "schedule.h"
#include "store_read.h"
#include "validate.h"

static gsl_rng *rng_of(unsigned long seed)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	assert_non_null(rng);
	gsl_rng_set(rng, seed);
	return rng;
}

static struct tally run(struct sim m, unsigned n, unsigned long seed)
{
	static const volatile sig_atomic_t go_on;
	gsl_rng *rng = rng_of(seed);
	struct tally t;

	assert_int_equal(tally_run(&m, n, rng, ".", &go_on, &t), XC_OK);
	assert_int_equal(t.n, n);
	gsl_rng_free(rng);
	return t;
}

/* All disturbances, but 4 boots of 10 blocks. */
static struct sim small(double effect)
{
	struct sim m = sim_everything;

	m.boots = 4;
	m.blocks = 10;
	m.effect = effect;
	return m;
}

static void rates_are_as_claimed(void **state)
{
	struct tally t = run(small(0), 100, 3);

	(void)state;
	/* A rate of 5% gives more than 12 of 100 once in 1,000, 95% fewer than 88 as rarely. */
	assert_in_range(t.detected, 0, 12);
	assert_in_range(t.covers, 88, 100);
	assert_in_range(t.alarm, 0, 12);
	assert_in_range(t.one_covers, 88, 100);
	assert_true(fabs(t.bias / t.n) < 0.003);
	/* And what must not be done goes wrong. */
	assert_in_range(t.pooled, 18, 100);
}

static void effects_are_found(void **state)
{
	static const double effects[] = { -0.1, -0.05, 0.05, 0.1 };

	(void)state;
	for (size_t i = 0; i < COUNT(effects); i++) {
		struct tally t = run(small(effects[i]), 10, 4);

		assert_in_range(t.detected, 8, 10);
		assert_in_range(t.covers, 7, 10);
		assert_true(fabs(t.bias / t.n) < 0.012);
	}
}

/* With hardly any noise the estimate is the truth, whatever disturbs all arms alike. */
static void truth_is_known(void **state)
{
	static const struct sim rows[] = {
		{ .effect = 0.02 }, { .effect = -0.3 },
		{ .effect = 0.02, .boot_sd = 0.1 }, { .effect = 0.02, .block_sd = 0.1 },
		{ .effect = 0.02, .arm_boot_sd = 0.05 },
		{ .effect = 0.02, .step = 0.001 }, { .effect = 0.02, .drift = 0.01 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		gsl_rng *rng = rng_of(i + 1);
		struct sim m = rows[i];
		struct sim_files files;
		struct sim_said said;

		m.boots = 1;
		m.blocks = 12;
		m.slice_sd = 1e-4;
		assert_int_equal(sim_write(&m, rng, ".", &files), XC_OK);
		assert_int_equal(sim_judge(&files, 1, files.ratio[0], &said), XC_OK);
		sim_remove(&files);
		assert_true(said.detected);
		assert_true(fabs(said.estimate - files.ratio[0]) < 3e-4);
		assert_int_equal(fabs(files.ratio[0] - m.effect) > 1e-9, m.arm_boot_sd > 0);
		gsl_rng_free(rng);
	}
}

/* A file has its arms where schedule_make() puts them for the seed that it names. */
static void order_is_the_schedule(void **state)
{
	struct sim m = { .boots = 1, .blocks = 13, .slice_sd = 0.01, .slot = 5 };
	gsl_rng *rng = rng_of(9);
	struct sim_files files;
	struct store_error error;
	struct store_file f;
	struct schedule s;

	(void)state;
	assert_int_equal(sim_write(&m, rng, ".", &files), XC_OK);
	assert_int_equal(store_read(files.path[0], &f, &error), 0);
	assert_int_equal(f.end, STORE_END_COMPLETE);
	assert_int_equal(f.nsamples, 13 * f.narms);
	schedule_make(&s, f.seed, 13, 1, f.narms);
	for (size_t i = 0; i < f.nsamples; i++) {
		const struct store_sample *x = &f.samples[i];

		assert_int_equal(x->arm, schedule_arm(&s, x->block, 0, x->slot));
		/* The first slot is e^5 longer: the place is not only written down. */
		assert_int_equal(x->median > 211000 * 50, x->slot == 0);
	}
	schedule_free(&s);
	store_file_free(&f);
	sim_remove(&files);
	gsl_rng_free(rng);
}

static void seed_makes_the_same(void **state)
{
	struct tally a = run(small(0.01), 4, 11), b = run(small(0.01), 4, 11);
	struct tally c = run(small(0.01), 4, 12);

	(void)state;
	assert_memory_equal(&a, &b, sizeof(a));
	assert_true(a.bias != c.bias);
}

static void stops_when_told(void **state)
{
	static const volatile sig_atomic_t stop = 1;
	gsl_rng *rng = rng_of(1);
	struct sim m = small(0);
	struct tally t;

	(void)state;
	assert_int_equal(tally_run(&m, 5, rng, ".", &stop, &t), XC_SIGNAL);
	assert_int_equal(t.n, 0);
	gsl_rng_free(rng);
}

static void bars_are_kept(void **state)
{
	static const struct {
		double measured, low, high;
		const char *text;
		bool ok;
	} rows[] = {
		{ 5, 3.6, 6.4, " 3.6..6.4 ", true },
		{ 6.4, 3.6, 6.4, " 3.6..6.4 ", true },
		{ 6.5, 3.6, 6.4, " 3.6..6.4 ", false },
		{ 3.5, 3.6, 6.4, " 3.6..6.4 ", false },
		{ 90, 90, INFINITY, " >= 90 ", true },
		{ 89.9, 90, INFINITY, " >= 90 ", false },
		{ 51, -INFINITY, 50, " <= 50 ", false },
		{ NAN, -INFINITY, 50, " <= 50 ", false },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		char *text = NULL, *last;
		size_t size;
		struct table t = { .out = open_memstream(&text, &size) };

		table_row(&t, "name", rows[i].measured, rows[i].low, rows[i].high);
		fclose(t.out);
		last = strrchr(text, ' ');
		assert_string_equal(last, rows[i].ok ? " ok\n" : " short\n");
		assert_non_null(strstr(text, rows[i].text));
		assert_int_equal(t.shorts, !rows[i].ok);
		free(text);
	}
}

/* A counted cost, or the test is skipped where nothing may be traced. */
static double instructions(const char *spec, enum clock_kind clock)
{
	double n;

	if (cost_null_operation(spec, clock, &n)) {
		print_message("# cannot trace a child here: %s\n", strerror(errno));
		skip();
	}
	return n;
}

static void null_costs_little(void **state)
{
	(void)state;
	assert_true(instructions("null", CLOCK_KIND_MONOTONIC) <= 50);
	assert_true(instructions("null", CLOCK_KIND_ICOUNT) <= 50);
}

/* With icount a delay is so many instructions, to one. */
static void counted_delay_is_exact(void **state)
{
	static const unsigned delays[] = { 3, 4, 5, 51, 100, 250 };
	double two = instructions("null:delay=2", CLOCK_KIND_ICOUNT);

	(void)state;
	for (size_t i = 0; i < COUNT(delays); i++) {
		char spec[40];

		snprintf(spec, sizeof(spec), "null:delay=%u", delays[i]);
		assert_true(instructions(spec, CLOCK_KIND_ICOUNT) == two + delays[i] - 2);
	}
}

static void flip_is_one_write(void **state)
{
	struct cost_calls calls;
	char *path = realpath(".", NULL), *knob = NULL;

	(void)state;
	assert_true(asprintf(&knob, "%s/knob", path) > 0);
	write_file(knob, "0\n");
	if (cost_flip(knob, "1", &calls)) {
		print_message("# cannot trace a child here: %s\n", strerror(errno));
		skip();
	}
	assert_file(knob, "1\n");
	assert_int_equal(calls.writes, 1);
	assert_in_range(calls.others, 0, 1);
	/* A longer old value is cut off by a call that is no write. */
	write_file(knob, "a long value\n");
	assert_int_equal(cost_flip(knob, "1", &calls), 0);
	assert_file(knob, "1\n");
	assert_int_equal(calls.writes, 1);
	assert_in_range(calls.others, 0, 2);
	assert_int_equal(unlink(knob), 0);
	free(knob);
	free(path);
}

/* On tmpfs: each line of a samples file is synced. */
static int begin(void **state)
{
	char *dir = sim_directory();

	*state = dir;
	return !dir || chdir(dir);
}

static int end(void **state)
{
	int failed = chdir("/") || rmdir(*state);

	free(*state);
	return failed;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates_are_as_claimed), cmocka_unit_test(effects_are_found),
		cmocka_unit_test(truth_is_known), cmocka_unit_test(order_is_the_schedule),
		cmocka_unit_test(seed_makes_the_same), cmocka_unit_test(stops_when_told),
		cmocka_unit_test(bars_are_kept), cmocka_unit_test(null_costs_little),
		cmocka_unit_test(counted_delay_is_exact), cmocka_unit_test(flip_is_one_write),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
