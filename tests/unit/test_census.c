// SPDX-License-Identifier: GPL-2.0-only
/* A census made of events that are given in any order. */
#include <errno.h>
#include <string.h>

#include "census.h"
#include "unit.h"

#define NAME(s) (char *)(s)

static struct census count(struct census_event *events, size_t n)
{
	struct census c = { 0 };

	census_count(&c, events, n, NULL);
	return c;
}

#define CENSUS_OF(events) count(events, COUNT(events))

/* Two misses, then a hit: the third entry of the search. */
static void search(void **state)
{
	struct census_event events[] = {
		{ .ns = 10, .kind = CENSUS_ENTER, .tid = 5 },
		{ .ns = 14, .kind = CENSUS_EXIT, .tid = 5, .ret = -ENOENT },
		{ .ns = 20, .kind = CENSUS_ENTER, .tid = 5 },
		{ .ns = 25, .kind = CENSUS_EXIT, .tid = 5, .ret = -ENOTDIR },
		{ .ns = 30, .kind = CENSUS_ENTER, .tid = 5 },
		{ .ns = 50, .kind = CENSUS_EXEC, .tid = 5, .other = 5, .text = NAME("/bin/ls") },
		{ .ns = 51, .kind = CENSUS_EXIT, .tid = 5, .ret = 0 },
	};
	struct census c = CENSUS_OF(events);

	(void)state;
	assert_int_equal(c.calls, 3);
	assert_int_equal(c.found, 1);
	assert_int_equal(c.missed, 2);
	assert_int_equal(c.by_errno[ENOENT], 1);
	assert_int_equal(c.by_errno[ENOTDIR], 1);
	assert_int_equal(c.miss_at[1], 1);
	assert_int_equal(c.miss_at[2], 1);
	assert_int_equal(c.hit_at[3], 1);
	assert_int_equal(c.searches, 1);
	assert_int_equal(c.vain, 0);
	assert_int_equal(c.missed_ns, 9);
	assert_int_equal(c.found_ns, 20);
	assert_int_equal(c.unfinished, 0);
	census_free(&c);
}

/* The same, from CPUs whose events come one after the other. */
static void order(void **state)
{
	struct census_event events[] = {
		{ .ns = 14, .kind = CENSUS_EXIT, .tid = 5, .ret = -ENOENT },
		{ .ns = 20, .kind = CENSUS_ENTER, .tid = 5 },
		{ .ns = 30, .kind = CENSUS_EXEC, .tid = 5, .other = 5, .text = NAME("ls") },
		{ .ns = 10, .kind = CENSUS_ENTER, .tid = 5 },
	};
	struct census c = CENSUS_OF(events);

	(void)state;
	assert_int_equal(c.calls, 2);
	assert_int_equal(c.hit_at[2], 1);
	assert_int_equal(c.missed_ns, 4);
	census_free(&c);
}

/* With names, a miss of one file and then one of another are two searches. */
static void names(void **state)
{
	struct census_event events[] = {
		{ .ns = 1, .kind = CENSUS_ENTER, .tid = 5, .text = NAME("/a/x") },
		{ .ns = 2, .kind = CENSUS_EXIT, .tid = 5, .ret = -ENOENT },
		{ .ns = 3, .kind = CENSUS_ENTER, .tid = 5, .text = NAME("/b/x") },
		{ .ns = 4, .kind = CENSUS_EXIT, .tid = 5, .ret = -ENOENT },
		{ .ns = 5, .kind = CENSUS_ENTER, .tid = 5, .text = NAME("/a/y") },
		{ .ns = 6, .kind = CENSUS_EXIT, .tid = 5, .ret = -ENOENT },
	};
	struct census c = CENSUS_OF(events);

	(void)state;
	assert_int_equal(c.searches, 2);
	assert_int_equal(c.vain, 2);
	assert_int_equal(c.miss_at[1], 2);
	assert_int_equal(c.miss_at[2], 1);
	census_free(&c);
}

/* An error after which execvp() gives up ends a search; a fork begins with none. */
static void ends(void **state)
{
	struct census_event events[] = {
		{ .ns = 1, .kind = CENSUS_ENTER, .tid = 5 },
		{ .ns = 2, .kind = CENSUS_EXIT, .tid = 5, .ret = -ENOENT },
		{ .ns = 3, .kind = CENSUS_ENTER, .tid = 5 },
		{ .ns = 4, .kind = CENSUS_EXIT, .tid = 5, .ret = -E2BIG },
		{ .ns = 5, .kind = CENSUS_FORK, .tid = 5, .other = 6, .text = NAME("child") },
		{ .ns = 6, .kind = CENSUS_ENTER, .tid = 6 },
		{ .ns = 7, .kind = CENSUS_EXIT, .tid = 6, .ret = -ENOENT },
		{ .ns = 8, .kind = CENSUS_ENTER, .tid = 6 },
	};
	struct census c = CENSUS_OF(events);

	(void)state;
	assert_int_equal(c.calls, 3);
	assert_int_equal(c.missed, 2);
	assert_int_equal(c.by_errno[E2BIG], 1);
	assert_int_equal(c.miss_at[1], 2);
	assert_int_equal(c.vain, 2);
	assert_int_equal(c.unfinished, 1);
	assert_int_equal(c.nprograms, 2);
	census_free(&c);
}

/* A thread that executes becomes its process; what the kernel starts makes no call. */
static void threads(void **state)
{
	struct census_event events[] = {
		{ .ns = 1, .kind = CENSUS_ENTER, .tid = 8 },
		{ .ns = 2, .kind = CENSUS_EXEC, .tid = 7, .other = 8, .text = NAME("/bin/a") },
		{ .ns = 3, .kind = CENSUS_EXIT, .tid = 7, .ret = 0 },
		{ .ns = 4, .kind = CENSUS_EXEC, .tid = 9, .other = 9, .text = NAME("/sbin/helper") },
		{ .ns = 5, .kind = CENSUS_ENTER, .tid = 7 },
		{ .ns = 6, .kind = CENSUS_EXIT, .tid = 7, .ret = -ENOENT },
	};
	struct census c = CENSUS_OF(events);

	(void)state;
	assert_int_equal(c.calls, 2);
	assert_int_equal(c.found, 1);
	assert_int_equal(c.unfinished, 0);
	assert_string_equal(c.programs[1].calls ? c.programs[0].name : "", "?");
	assert_string_equal(c.programs[1].name, "a");
	assert_int_equal(c.programs[1].missed, 1);
	census_free(&c);
}

/* More tasks than fit at first, each with one miss more than the one before. */
static void many(void **state)
{
	static struct census_event events[2 * 64 * 63 / 2 + 64];
	struct census c;
	size_t n = 0;

	(void)state;
	for (int tid = 1; tid < 64; tid++)
		for (int i = 0; i < tid; i++) {
			events[n] = (struct census_event) { .ns = n, .kind = CENSUS_ENTER, .tid = tid * 1000 };
			events[n + 1] = events[n];
			events[n + 1].ns++;
			events[n + 1].kind = CENSUS_EXIT;
			events[n + 1].ret = -ENOENT;
			n += 2;
		}
	c = count(events, n);
	assert_int_equal(c.missed, 63 * 64 / 2);
	assert_int_equal(c.vain, 63);
	assert_int_equal(c.miss_at[1], 63);
	assert_int_equal(c.miss_at[31], 33);
	/* All that lie beyond. */
	assert_int_equal(c.miss_at[CENSUS_POSITIONS], 32 * 33 / 2);
	census_free(&c);
}

static void misses(void **state)
{
	(void)state;
	assert_true(census_is_miss(ENOENT) && census_is_miss(EACCES) && census_is_miss(ENOTDIR));
	assert_false(census_is_miss(ENOEXEC) || census_is_miss(ELOOP) || census_is_miss(ENOMEM));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(search), cmocka_unit_test(order), cmocka_unit_test(names),
		cmocka_unit_test(ends), cmocka_unit_test(threads), cmocka_unit_test(many),
		cmocka_unit_test(misses),
	};

	return cmocka_run_group_tests_name("census", tests, NULL, NULL);
}
