// SPDX-License-Identifier: GPL-2.0-only
/* What spoils a block from outside: clocks that part, CPUs that go. And the size that a pilot gives. */
#include "unit.h"

#include <math.h>
#include <sched.h>

#include "clockcheck.h"
#include "cpus.h"
#include "pilot.h"
#include "pin.h"

/* The clocks of a machine that can be put to sleep. */
static int64_t awake, slept, real;

static int fake(clockid_t clock, struct timespec *ts)
{
	int64_t now = awake += 50;

	now += clock == CLOCK_BOOTTIME ? slept : clock == CLOCK_REALTIME ? real : 0;
	ts->tv_sec = now / 1000000000;
	ts->tv_nsec = now % 1000000000;
	return 0;
}

static void clocks(void **state)
{
	static const struct {
		int64_t awake, slept, real;	/* what each clock gains */
		const char *says;		/* NULL: all is well */
	} rows[] = {
		{ 200000000, 0, 0, NULL },
		{ 200000000, 0, 3600000000000, NULL },
		{ 200000000, 0, -3600000000000, NULL },
		{ 3600000000000, 0, 0, NULL },
		{ 0, 9000000, 0, NULL },
		{ 0, 11000000, 0, "suspended for 0.011 s" },
		{ 200000000, 5000000000, 0, "suspended for 5.000 s" },
		{ -2000000000, 0, 0, "back by" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct clockcheck c;
		char why[128] = "";

		awake = 1000000000000;
		slept = real = 0;
		clockcheck_begin(&c, fake);
		awake += rows[i].awake;
		slept += rows[i].slept;
		real += rows[i].real;
		if (clockcheck_steady(&c, why, sizeof(why)) != !rows[i].says ||
		    (rows[i].says && !strstr(why, rows[i].says)))
			fail_msg("row %zu: '%s'", i, why);
		/* It is said once. */
		assert_true(clockcheck_steady(&c, why, sizeof(why)));
	}
}

static void online(void **state)
{
	cpu_set_t had;
	struct cpus c;
	char why[128] = "", *all, text[64];
	int first = 0;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(had), &had), 0);
	while (!CPU_ISSET(first, &had))
		first++;
	all = pin_list_text(&had);
	setenv("EXECTUNE_CPU_DIR", ".", 1);
	write_file("online", all);
	cpus_begin(&c, 0);
	assert_int_equal(cpus_look(&c, why, sizeof(why)), CPUS_SAME);
	/* What cannot be read just now is no change. */
	write_file("online", "");
	assert_int_equal(cpus_look(&c, why, sizeof(why)), CPUS_SAME);
	snprintf(text, sizeof(text), "%d\n", first);
	write_file("online", text);
	if (CPU_COUNT(&had) > 1) {
		assert_int_equal(cpus_look(&c, why, sizeof(why)), CPUS_CHANGED);
		assert_non_null(strstr(why, "CPUs are now"));
	}
	assert_int_equal(cpus_look(&c, why, sizeof(why)), CPUS_SAME);
	write_file("online", "1023");
	assert_int_equal(cpus_look(&c, why, sizeof(why)), CPUS_NONE);
	write_file("online", all);
	assert_int_equal(cpus_look(&c, why, sizeof(why)), CPUS_CHANGED);
	cpus_end(&c);
	/* Without the file nothing is watched. */
	remove("online");
	cpus_begin(&c, 0);
	assert_null(c.file);
	assert_int_equal(cpus_look(&c, why, sizeof(why)), CPUS_SAME);
	cpus_end(&c);
	unsetenv("EXECTUNE_CPU_DIR");
	free(all);
}

static void sizes(void **state)
{
	static const struct {
		double sd, resolve;
		size_t arms;
		unsigned least, max, wanted, blocks;
	} rows[] = {
		/* 8 (0.02 / log(1.01))^2 = 32.3 */
		{ 0.02, 0.01, 2, 0, 400, 33, 34 },
		{ 0.02, 0.01, 4, 0, 400, 33, 36 },
		{ 0.02, 0.01, 3, 0, 400, 33, 36 },	/* an odd number of arms: 6 rows */
		{ 0.02, 0.01, 5, 0, 400, 33, 40 },
		{ 0, 0.01, 4, 0, 400, 6, 8 },
		{ 0.001, 0.05, 2, 0, 400, 6, 6 },
		{ 0.02, 0.01, 2, 100, 400, 33, 100 },	/* sizes of the environment */
		{ 0.2, 0.01, 3, 0, 400, 3233, 396 },	/* whole rounds within the maximum */
		{ 0.2, 0.01, 5, 0, 7, 3233, 7 },	/* not one round fits */
		{ 0.2, 0.01, 4, 0, 7, 3233, 7 },	/* one does, but carries no claim */
		{ 1e9, 0.0001, 2, 0, 400, 1000000000, 400 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct pilot_size s = pilot_size(rows[i].sd, rows[i].resolve, rows[i].arms, rows[i].least,
						 rows[i].max);

		if (s.wanted != rows[i].wanted || s.blocks != rows[i].blocks)
			fail_msg("row %zu: %u wanted, %u blocks", i, s.wanted, s.blocks);
		if (s.blocks >= s.wanted && s.resolves > rows[i].resolve)
			fail_msg("row %zu resolves %g only", i, s.resolves);
	}
}

static void sds(void **state)
{
	/* 2 blocks, 2 workloads, 3 arms; the baseline is arm 1. */
	double value[] = {
		10, 10, 20,	5, 5, 5,
		10, 10, 20,	5, 5, 10,
	};
	struct pilot p = { .blocks = 2, .uses = 2, .arms = 3, .value = value };
	size_t use = 9, arm = 9;

	(void)state;
	assert_true(fabs(pilot_sd(&p, 1, &use, &arm) - log(2) / sqrt(2)) < 1e-12);
	assert_int_equal(use, 1);
	assert_int_equal(arm, 2);
	value[0] = 0;
	assert_true(isnan(pilot_sd(&p, 1, &use, &arm)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(clocks), cmocka_unit_test(online), cmocka_unit_test(sizes),
		cmocka_unit_test(sds),
	};

	return cmocka_run_group_tests_name("watch", tests, scratch_begin, scratch_end);
}
