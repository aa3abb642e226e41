// SPDX-License-Identifier: GPL-2.0-only
/* What a summary flags: that it is found where it is, and seldom where it is not. */
#include "err.h"
#include "exitcode.h"
#include "samples.h"
#include "summary_data.h"

static bool flagged(const struct summary *s, const char *text)
{
	for (size_t i = 0; i < s->nflags; i++)
		if (strstr(s->flags[i], text))
			return true;
	return false;
}

static void read_file(struct samples_file m, struct summary *s)
{
	samples_write(m);
	assert_int_equal(summary_make(&m.path, 1, s), XC_OK);
}

static void test_found(void **state)
{
	static const struct {
		const char *flag;
		double drift, common_drift, step, first;
	} rows[] = {
		{ "trend over the blocks: miss, early against late: rises", 0.04, 0, 0, 0 },
		{ "trend over the blocks: miss, early against late: falls", -0.04, 0, 0, 0 },
		{ "trend over the blocks: execvpe, late itself, which all arms may share: rises", 0, 0.04, 0, 0 },
		{ "change point: execvpe, early against late: +", 0, 0, 0.03, 0 },
		{ "first slot: in miss, whichever arm comes first in a block differs from the others by +", 0, 0, 0, 0.02 },
		{ "first slot: in execvpe, whichever arm comes first in a block differs from the others by -", 0, 0, 0, -0.02 },
	};
	struct summary s;

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct samples_file m = samples_plain("a.jsonl", "b", 11);

		m.drift = rows[i].drift;
		m.common_drift = rows[i].common_drift;
		m.step = rows[i].step;
		m.first = rows[i].first;
		m.effect = -0.2;
		read_file(m, &s);
		if (!flagged(&s, rows[i].flag))
			fail_msg("not flagged: %s", rows[i].flag);
		/* Nothing is deleted for it. */
		assert_int_equal(s.workloads[0].cells[2].against.blocks, 40);
		/* A drift of all arms is none of their ratios, and the order is balanced. */
		if (rows[i].common_drift != 0 || rows[i].first != 0)
			assert_false(flagged(&s, "against late"));
		summary_free(&s);
	}
}

/* The step is said to be where it is. */
static void test_place(void **state)
{
	struct samples_file m = samples_plain("a.jsonl", "b", 3);
	struct summary s;

	(void)state;
	m.step = 0.1;
	read_file(m, &s);
	assert_true(flagged(&s, "from block 20 on (Pettitt"));
	summary_free(&s);
}

/* Of 200 files without any of it, each kind of flag is wrong in about 5% at most. */
static void test_false_alarms(void **state)
{
	static const char *const kinds[] = { "trend over", "change point", "first slot" };
	size_t wrong[COUNT(kinds)] = { 0 };

	(void)state;
	for (uint32_t i = 0; i < 200; i++) {
		struct samples_file m = samples_plain("a.jsonl", "b", 7919 * i + 1);
		struct summary s;

		m.effect = 0.05;
		read_file(m, &s);
		for (size_t k = 0; k < COUNT(kinds); k++)
			wrong[k] += flagged(&s, kinds[k]);
		summary_free(&s);
	}
	for (size_t k = 0; k < COUNT(kinds); k++) {
		print_message("# false alarms, %s: %zu of 200\n", kinds[k], wrong[k]);
		/* 5% are 10; more than 20 would happen once in a thousand. */
		assert_true(wrong[k] <= 20);
	}
}

static void test_discards(void **state)
{
	struct samples_file m = samples_plain("a.jsonl", "b", 5);
	struct summary s;

	(void)state;
	m.tail = "{\"type\":\"discard\",\"block\":4,\"why\":\"the machine slept for 3 s\"}\n"
		 "{\"type\":\"discard\",\"block\":9,\"why\":\"k became '7' during a slice of arm early\"}\n"
		 "{\"type\":\"discard\",\"block\":11,\"why\":\"the machine slept for 3 s\"}\n"
		 "{\"type\":\"discard\",\"block\":12}\n";
	read_file(m, &s);
	assert_int_equal(s.workloads[0].blocks, 36);
	assert_int_equal(s.workloads[0].discarded, 4);
	assert_true(flagged(&s, "discarded in a.jsonl: block 4 and others: the machine slept for 3 s"));
	assert_true(flagged(&s, "discarded in a.jsonl: block 9: k became '7'"));
	assert_true(flagged(&s, "discarded in a.jsonl: block 12: no reason is given"));
	assert_false(flagged(&s, "block 11"));
	summary_free(&s);
}

/* A slice that was interrupted makes its block incomplete. */
static void test_interrupted(void **state)
{
	struct samples_file m = samples_plain("a.jsonl", "b", 5);
	struct summary s;

	(void)state;
	m.blocks = 6;
	m.tail = "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"late\",\"block\":6,\"ops\":5,\"median\":850}\n"
		 "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"late'\",\"block\":6,\"ops\":5,\"median\":850,\"interrupted\":false}\n"
		 "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"early\",\"block\":6,\"ops\":5,\"median\":9,\"interrupted\":true}\n";
	read_file(m, &s);
	assert_int_equal(s.workloads[1].blocks, 6);
	assert_int_equal(s.workloads[1].incomplete, 1);
	assert_true(flagged(&s, "a.jsonl: 1 sample of interrupted slices, not used"));
	summary_free(&s);
}

static void test_outlier_blocks(void **state)
{
	struct samples_file m = samples_plain("a.jsonl", "b", 5);
	struct summary s;

	(void)state;
	m.noise = 0.0001;
	/* Two far samples in one block are one block. */
	m.tail = "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"late\",\"block\":40,\"ops\":5,\"median\":1700}\n"
		 "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"late'\",\"block\":40,\"ops\":5,\"median\":850}\n"
		 "{\"type\":\"sample\",\"w\":\"miss\",\"arm\":\"early\",\"block\":40,\"ops\":5,\"median\":1700}\n";
	read_file(m, &s);
	assert_int_equal(s.workloads[1].blocks, 41);
	assert_true(s.workloads[1].cells[0].outliers >= 1 && s.workloads[1].cells[2].outliers >= 1);
	assert_true(s.workloads[1].outlier_blocks < s.workloads[1].cells[0].outliers +
		    s.workloads[1].cells[1].outliers + s.workloads[1].cells[2].outliers);
	summary_free(&s);
}

/* Of several files, the one that drifts is named. */
static void test_which_file(void **state)
{
	static const char *const paths[] = { "a.jsonl", "b.jsonl" };
	struct samples_file m = samples_plain("a.jsonl", "b1", 21);
	struct summary s;

	(void)state;
	samples_write(m);
	m = samples_plain("b.jsonl", "b2", 22);
	m.drift = 0.06;
	samples_write(m);
	assert_int_equal(summary_make(paths, 2, &s), XC_OK);
	assert_true(flagged(&s, "miss, early against late, in b.jsonl: rises"));
	assert_false(flagged(&s, "in a.jsonl: rises"));
	summary_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_found),
		cmocka_unit_test(test_place),
		cmocka_unit_test(test_false_alarms),
		cmocka_unit_test(test_discards),
		cmocka_unit_test(test_interrupted),
		cmocka_unit_test(test_outlier_blocks),
		cmocka_unit_test(test_which_file),
	};

	return cmocka_run_group_tests_name("flags", tests, scratch_begin, scratch_end);
}
