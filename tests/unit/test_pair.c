// SPDX-License-Identifier: GPL-2.0-only
/* Groups of boots against each other, and whether a regression is too large. */
#include <fcntl.h>

#include "exitcode.h"
#include "samples.h"
#include "summary_data.h"

static const char *const old_paths[] = { "o0", "o1", "o2", "o3" };
static const char *const new_paths[] = { "n0", "n1", "n2", "n3" };
static const double old_level[] = { 0.004, -0.006, 0.001, 0.003 };
static const double new_level[] = { 0.033, 0.021, 0.029, 0.036 };

static struct samples_file old_file(int i)
{
	struct samples_file m = samples_plain(old_paths[i], old_paths[i], 40 + (uint32_t)i);

	m.env = "\"release\":\"6.1\",\"mitigations\":{\"a\":\"Vulnerable\",\"b\":\"x\"}";
	m.noise = 0.002;
	m.level = old_level[i];
	return m;
}

static struct samples_file new_file(int i)
{
	struct samples_file m = samples_plain(new_paths[i], new_paths[i], 80 + (uint32_t)i);

	m.env = "\"release\":\"6.12\",\"mitigations\":{\"a\":\"Mitigation: y\",\"b\":\"x\"}";
	m.noise = 0.002;
	m.level = new_level[i];
	return m;
}

static void write_all(void)
{
	for (int i = 0; i < 4; i++) {
		samples_write(old_file(i));
		samples_write(new_file(i));
	}
}

/* What summary_pair() returns; what it says goes to the file "said". */
static int pair(size_t nold, size_t nnew, const struct summary_pair *arms, size_t narms, struct summary *s)
{
	int fd = open("said", O_RDWR | O_CREAT | O_TRUNC, 0600), saved = dup(2), status;
	struct summary sides[2];

	assert_true(fd >= 0 && saved >= 0);
	assert_int_equal(summary_read(old_paths, nold, &sides[0]), XC_OK);
	assert_int_equal(summary_read(new_paths, nnew, &sides[1]), XC_OK);
	dup2(fd, 2);
	status = summary_pair(sides, arms, narms, s);
	dup2(saved, 2);
	close(fd);
	close(saved);
	return status;
}

static void assert_said(const char *text)
{
	char buf[1024];
	FILE *f = fopen("said", "r");

	assert_non_null(f);
	buf[fread(buf, 1, sizeof(buf) - 1, f)] = '\0';
	fclose(f);
	if (!strstr(buf, text))
		fail_msg("said: %s", buf);
	/* One line. */
	assert_int_equal(strcspn(buf, "\n") + 1, strlen(buf));
}

static bool flagged(const struct summary *s, const char *text)
{
	for (size_t i = 0; i < s->nflags; i++)
		if (strstr(s->flags[i], text))
			return true;
	return false;
}

static void test_boots(void **state)
{
	const struct summary_comparison *c;
	struct summary s;

	(void)state;
	write_all();
	assert_int_equal(pair(4, 4, NULL, 0, &s), XC_OK);
	/* Two workloads, two arms; the second copy of the baseline is not one more. */
	assert_int_equal(s.nworkloads, 4);
	assert_int_equal(s.comparisons, 4);
	assert_string_equal(s.workloads[1].about->key, "execvpe, early");
	assert_string_equal(s.workloads[2].about->key, "miss, late");
	c = &s.workloads[2].cells[1].against;
	assert_int_equal(c->method, SUMMARY_WELCH);
	for (int i = 0; i < 4; i++) {
		assert_float_equal(c->groups[0].levels[i].log_median, log(850) + old_level[i], 0.002);
		assert_float_equal(c->groups[1].levels[i].log_median, log(850) + new_level[i], 0.002);
		assert_int_equal(c->groups[1].levels[i].blocks, 40);
	}
	/* By R's t.test() of the levels above: 0.02925 [0.01928, 0.03922]. */
	assert_float_equal(c->estimate, 0.02925, 0.001);
	assert_float_equal(c->low, 0.01928, 0.002);
	assert_float_equal(c->high, 0.03922, 0.002);
	assert_true(c->detected && c->verdict == STATS_WORSE);
	assert_true(c->p_holm >= c->p && isfinite(c->smallest_effect));
	assert_true(flagged(&s, "differs: release: \"6.1\" in old, \"6.12\" in new"));
	assert_true(flagged(&s, "differs: mitigations.a: \"Vulnerable\" in old"));
	assert_false(flagged(&s, "mitigations.b"));
	assert_false(flagged(&s, "boot_id"));
	summary_free(&s);
}

/* With one boot on a side, boot and kernel cannot be told apart. */
static void test_confounded(void **state)
{
	static const struct {
		size_t old, new;
	} rows[] = { { 1, 1 }, { 4, 1 }, { 1, 4 } };
	struct summary s;

	(void)state;
	write_all();
	for (size_t i = 0; i < COUNT(rows); i++) {
		const struct summary_comparison *c;

		assert_int_equal(pair(rows[i].old, rows[i].new, NULL, 0, &s), XC_INCONCLUSIVE);
		c = &s.workloads[0].cells[1].against;
		assert_true(!c->made && c->bare);
		assert_float_equal(c->estimate, 0.03, 0.006);
		assert_non_null(strstr(s.workloads[0].refused, "no claim with fewer than 2 boots of each"));
		s.max_regression = 0.001;
		assert_int_equal(summary_bound(&s), XC_INCONCLUSIVE);
		summary_free(&s);
	}
}

/* A boot with too few blocks is no boot, and is named. */
static void test_few_blocks(void **state)
{
	struct samples_file m = new_file(1);
	struct summary s;

	(void)state;
	write_all();
	m.blocks = 5;
	samples_write(m);
	assert_int_equal(pair(2, 3, NULL, 0, &s), XC_OK);
	assert_int_equal(s.workloads[0].cells[1].against.groups[1].n, 2);
	assert_true(flagged(&s, "boot n1 has 5 blocks of execvpe, late: left out, 6 are needed"));
	summary_free(&s);
	for (int i = 0; i < 2; i++) {
		m = new_file(i);
		m.blocks = 5;
		samples_write(m);
	}
	assert_int_equal(pair(2, 2, NULL, 0, &s), XC_INCONCLUSIVE);
	assert_false(s.workloads[0].cells[1].against.bare);
	assert_string_equal(s.workloads[0].refused, "no boot of the new files has 6 complete blocks or more");
	summary_free(&s);
}

static void test_arms(void **state)
{
	static const struct summary_pair named[] = { { "late", "early" } }, unknown[] = { { "late", "x" } };
	struct samples_file m = new_file(0);
	struct summary s;

	(void)state;
	write_all();
	assert_int_equal(pair(2, 2, named, 1, &s), XC_OK);
	assert_int_equal(s.nworkloads, 2);
	assert_string_equal(s.workloads[0].about->key, "execvpe, late/early");
	/* The counts are those of the arms that were named. */
	assert_true(s.workloads[0].cells[0].counts[0] == 0 && s.workloads[0].cells[1].counts[0] == 160);
	summary_free(&s);
	assert_int_equal(pair(2, 2, unknown, 1, &s), XC_USAGE);
	assert_said("--arm: no arm x in the new files");
	m.arms[0] = "stock";
	m.arms[1] = "stock'";
	m.arms[2] = "fast";
	samples_write(m);
	assert_int_equal(pair(1, 1, NULL, 0, &s), XC_USAGE);
	assert_said("no arm has the same name");
}

static void test_refused(void **state)
{
	static const struct {
		const char *id, *boot, *clock, *says;
	} rows[] = {
		{ "o0", "n0", NULL, "are one run (id o0)" },
		{ "n0", "o0", NULL, "are of one boot" },
		{ "n0", "n0", "icount", "one counts instructions, the other time" },
	};
	struct summary s;

	(void)state;
	write_all();
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct samples_file m = new_file(0);

		m.id = rows[i].id;
		m.boot = rows[i].boot;
		m.clock = rows[i].clock;
		samples_write(m);
		assert_int_equal(pair(1, 1, NULL, 0, &s), XC_ERROR);
		assert_said(rows[i].says);
		assert_null(s.sides);
	}
}

static void test_icount(void **state)
{
	struct samples_file m = old_file(0);
	struct summary s;

	(void)state;
	m.clock = "icount";
	m.noise = 0;
	m.level = 0;
	samples_write(m);
	m = new_file(0);
	m.clock = "icount";
	m.noise = 0;
	m.level = 0.1;
	samples_write(m);
	assert_int_equal(pair(1, 1, NULL, 0, &s), XC_OK);
	assert_true(s.workloads[0].cells[1].exact.made);
	assert_float_equal(s.workloads[0].cells[1].exact.ratio, exp(0.1), 1e-9);
	s.max_regression = 0.1;
	assert_int_equal(summary_bound(&s), XC_REGRESSION);
	s.max_regression = 0.11;
	assert_int_equal(summary_bound(&s), XC_OK);
	summary_free(&s);
}

/* The bound against an arm that is 3% slower, measured well and badly. */
static void test_bound(void **state)
{
	static const struct {
		double noise, bound;
		int wanted;
	} rows[] = {
		{ 0.002, 0.02, XC_REGRESSION },
		{ 0.002, 0.04, XC_OK },
		{ 0.1, 0.03, XC_INCONCLUSIVE },
		{ 0.002, NAN, XC_OK },
		{ 0, 0.02, XC_INCONCLUSIVE },	/* all ratios the same: nothing was measured */
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct samples_file m = samples_plain("a", "a", 17);
		const char *path = "a";
		struct summary s;

		m.effect = log(1.03);
		m.noise = rows[i].noise;
		samples_write(m);
		assert_int_equal(summary_make(&path, 1, &s), XC_OK);
		s.max_regression = rows[i].bound;
		assert_int_equal(summary_bound(&s), rows[i].wanted);
		summary_free(&s);
	}
}

/* Another margin is judged anew, and Holm's family stays. */
static void test_margin(void **state)
{
	static const struct {
		double margin;
		enum stats_verdict wanted;
	} rows[] = {
		{ 0.01, STATS_WORSE }, { 0.03, STATS_INCONCLUSIVE }, { 0.05, STATS_EQUIVALENT },
	};
	struct samples_file m = samples_plain("a", "a", 17);
	const char *path = "a";
	struct summary s;

	(void)state;
	m.effect = log(1.03);
	samples_write(m);
	assert_int_equal(summary_make(&path, 1, &s), XC_OK);
	for (size_t i = 0; i < COUNT(rows); i++) {
		s.margin = rows[i].margin;
		summary_decide(&s);
		assert_int_equal(s.workloads[0].cells[2].against.verdict, rows[i].wanted);
		assert_true(s.workloads[0].cells[2].against.detected);
		assert_int_equal(s.comparisons, 2);
	}
	summary_free(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_boots),
		cmocka_unit_test(test_confounded),
		cmocka_unit_test(test_few_blocks),
		cmocka_unit_test(test_arms),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_icount),
		cmocka_unit_test(test_bound),
		cmocka_unit_test(test_margin),
	};

	return cmocka_run_group_tests_name("pair", tests, scratch_begin, scratch_end);
}
