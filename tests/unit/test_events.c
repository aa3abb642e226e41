// SPDX-License-Identifier: GPL-2.0-only
/* Events by name, their counters, and the pages of stacks. */
#include "unit.h"

#include <errno.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "events.h"
#include "exitcode.h"
#include "numamaps.h"
#include "perf.h"
#include "sample.h"

static void names(void **state)
{
	static const struct { const char *list; int status; size_t n; } rows[] = {
		{ "context-switches", XC_OK, 1 },
		{ "cpu-migrations,page-faults,task-clock", XC_OK, 3 },
		{ "instructions,cycles,instructions", XC_OK, 2 },
		{ "exec:exec_lookup,no:such", XC_OK, 2 },
		{ "", XC_USAGE, 0 },
		{ "task-clock,", XC_USAGE, 1 },
		{ "no-such-event", XC_USAGE, 0 },
		{ "exec:", XC_USAGE, 0 },
		{ "../x:../y", XC_USAGE, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct events e = { .n = 0 };

		if (events_add(&e, rows[i].list) != rows[i].status || e.n != rows[i].n)
			fail_msg("'%s': %zu", rows[i].list, e.n);
	}
}

static void tracepoints(void **state)
{
	struct events e = { .n = 0 };
	json_t *why = json_object();

	(void)state;
	mkdir("t", 0700), mkdir("t/events", 0700), mkdir("t/events/exec", 0700);
	mkdir("t/events/exec/good", 0700), mkdir("t/events/exec/bad", 0700);
	write_file("t/events/exec/good/id", "1234\n");
	write_file("t/events/exec/bad/id", "x\n");
	assert_int_equal(events_tracepoint("t", "exec:good"), 1234);
	assert_int_equal(events_tracepoint("t", "exec:bad"), -1);
	assert_int_equal(events_tracepoint("t", "exec:none"), -1);
	assert_int_equal(errno, ENOENT);
	setenv("EXECTUNE_TRACING_DIR", "t", 1);
	assert_int_equal(events_add(&e, "exec:good,exec:none"), XC_OK);
	unsetenv("EXECTUNE_TRACING_DIR");
	assert_int_equal(e.at[0].attr.type, PERF_TYPE_TRACEPOINT);
	assert_int_equal(e.at[0].attr.config, 1234);
	assert_string_equal(e.at[0].why, "");
	events_reasons(&e, why);
	assert_int_equal(json_object_size(why), 1);
	assert_non_null(strstr(json_string_value(json_object_get(why, "exec:none")), "no such tracepoint"));
	json_decref(why);
}

static void growth(void **state)
{
	static const struct {
		struct perf_reading from, to;
		int known;
		int64_t n;
		double share;
	} rows[] = {
		{ { 5, 100, 100 }, { 12, 300, 300 }, 1, 7, 1 },
		{ { 5, 100, 100 }, { 5, 300, 300 }, 1, 0, 1 },		/* a true 0 */
		{ { 0, 0, 0 }, { 1000, 4000, 1000 }, 1, 4000, 0.25 },	/* it had a quarter of the time */
		{ { 100, 1000, 500 }, { 200, 2000, 1000 }, 1, 200, 0.5 },
		{ { 0, 0, 0 }, { 0, 4000, 0 }, 0, 0, 1 },		/* it never had the hardware */
		{ { 0, 0, 0 }, { 0, 0, 0 }, 0, 0, 1 },			/* it could not be opened */
		{ { 0, 0, 0 }, { 9, 1000000, 999999 }, 1, 9, 1 },	/* the times are read one by one */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct bench_event e = perf_growth(&rows[i].from, &rows[i].to);

		if (e.known != rows[i].known || e.n != rows[i].n || e.share < rows[i].share - 1e-9 ||
		    e.share > rows[i].share + 1e-9)
			fail_msg("row %zu: %d %lld %g", i, e.known, (long long)e.n, e.share);
	}
}

/* Faults of a child are counted, and only between start and stop. */
static void children(void **state)
{
	static struct bench_shared s;
	struct events e = { .n = 0 };
	struct perf p;

	(void)state;
	assert_int_equal(events_add(&e, "page-faults,no:such"), XC_OK);
	events_probe(&e);
	if (*e.at[0].why) {
		print_message("no events here: %s\n", e.at[0].why);
		skip();
	}
	perf_open(&p, &e);
	for (int round = 0; round < 2; round++) {
		perf_start(&p);
		if (!fork()) {
			volatile char *page = malloc(100 * 4096);

			for (int i = 0; round && i < 100; i++)
				page[i * 4096] = 1;
			_exit(0);
		}
		wait(NULL);
		perf_stop(&p, &s);
		assert_int_equal(s.nevents, 2);
		assert_true(s.events[0].known && !s.events[1].known);
		assert_true(round ? s.events[0].n >= 100 : s.events[0].n < 100);
	}
}

static void maps(void **state)
{
	static const struct {
		const char *text;
		int node;
		int found;
		int64_t pages, remote;
	} rows[] = {
		{ "400000 default file=/x mapped=1 N0=1\n7ffd default stack anon=5 dirty=5 N0=2 N1=3 kernelpagesize_kB=4\n", 1, 1, 5, 2 },
		{ "7ffd default stack anon=5 dirty=5 N0=2 N1=3 kernelpagesize_kB=4", 0, 1, 5, 3 },
		{ "7ffd bind:0 stack anon=2 N0=2\n", 0, 1, 2, 0 },
		{ "7ffd default stack\n", 0, 1, 0, 0 },
		{ "7ffd default file=/stack N0=2\n7ffe default heap N0=1\n", 0, 0, 0, 0 },
		{ "", 0, 0, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		int64_t pages = 0, remote = 0;

		if (numamaps_parse(rows[i].text, rows[i].node, &pages, &remote) != rows[i].found ||
		    pages != rows[i].pages || remote != rows[i].remote)
			fail_msg("row %zu: %lld %lld", i, (long long)pages, (long long)remote);
	}
	assert_int_equal(numamaps_cpu("12 (a b) c) S 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 7 37"), 7);
	assert_int_equal(numamaps_cpu("12 (x) S 1"), -1);
	assert_int_equal(numamaps_cpu(""), -1);
}

/* What is not known is null in the sample, not 0. */
static void nulls(void **state)
{
	static const uint64_t raw[] = { 5 };
	struct bench_event found[] = { { 0, 1, 1 }, { 0, 1, 0 }, { 80, 0.5, 1 } };
	struct events e = { .n = 0 };
	struct sample s = { .workload = "w", .arm = "a", .batch = 1, .raw = raw, .n = 1, .events = &e, .event = found,
			    .numa_maps = true, .pilot = true };
	json_t *line, *counts;

	(void)state;
	assert_int_equal(events_add(&e, "page-faults,task-clock,cpu-migrations"), XC_OK);
	line = sample_json(&s);
	counts = json_object_get(line, "counts");
	assert_string_equal(json_string_value(json_object_get(line, "type")), "pilot");
	assert_true(json_is_integer(json_object_get(counts, "page-faults")));
	assert_true(json_is_null(json_object_get(counts, "task-clock")));
	assert_true(json_is_null(json_object_get(counts, NUMAMAPS_REMOTE)));
	assert_true(json_real_value(json_object_get(json_object_get(line, "multiplexed"), "cpu-migrations")) == 0.5);
	assert_int_equal(json_object_size(json_object_get(line, "multiplexed")), 1);
	json_decref(line);
	s.numa = (struct bench_numa){ .execs = 1, .pages = 4 };
	line = sample_json(&s);
	assert_true(json_is_integer(json_object_get(json_object_get(line, "counts"), NUMAMAPS_REMOTE)));
	json_decref(line);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names), cmocka_unit_test(tracepoints), cmocka_unit_test(growth),
		cmocka_unit_test(children), cmocka_unit_test(maps), cmocka_unit_test(nulls),
	};

	return cmocka_run_group_tests_name("events", tests, scratch_begin, scratch_end);
}
