// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include <sys/stat.h>

#include "arm.h"
#include "exitcode.h"

static int begin(void **state)
{
	if (scratch_begin(state) || mkdir("kernel", 0755) || mkdir("vm", 0755))
		return -1;
	write_file("kernel/exec_lookup_mode", "2\n");
	write_file("kernel/sched_exec_policy", "0\n");
	write_file("vm/swappiness", "60\n");
	return setenv("EXECTUNE_SYSCTL_DIR", *state, 1);
}

/* "name knob0 knob1;" for each arm. */
static void assert_arms(const struct arms *a, const char *expected)
{
	char text[1024] = "";
	size_t n = 0;

	for (size_t i = 0; i < a->n; i++) {
		n += (size_t)snprintf(text + n, sizeof(text) - n, "%s", a->arms[i].name);
		for (size_t k = 0; k < a->nknobs; k++)
			n += (size_t)snprintf(text + n, sizeof(text) - n, " %s",
					      a->arms[i].values[k] ? a->arms[i].values[k] : "-");
		n += (size_t)snprintf(text + n, sizeof(text) - n, ";");
	}
	assert_string_equal(text, expected);
}

static void vary(void **state)
{
	struct arms a = { 0 };

	(void)state;
	assert_int_equal(arms_vary(&a, "exec_lookup_mode=late,3"), XC_OK);
	assert_arms(&a, "late 0;path 3;");
	assert_int_equal(arms_vary(&a, "vm.swappiness=0,60"), XC_OK);
	assert_arms(&a, "late+swappiness=0 0 0;path+swappiness=0 3 0;"
		    "late+swappiness=60 0 60;path+swappiness=60 3 60;");
	assert_int_equal(arms_finish(&a, "path+swappiness=0", true), XC_OK);
	assert_int_equal(a.baseline, 1);
	assert_int_equal(a.n, 5);
	assert_string_equal(a.arms[4].name, "path+swappiness=0'");
	assert_string_equal(a.arms[4].duplicate_of, "path+swappiness=0");
	assert_string_equal(a.arms[4].values[0], "3");
	assert_string_equal(a.arms[4].values[1], "0");
	arms_free(&a);
}

static void named(void **state)
{
	struct arms a = { 0 };

	(void)state;
	assert_int_equal(arms_add(&a, "stock:"), XC_OK);
	assert_int_equal(arms_add(&a, "mine:exec_lookup_mode=path,vm.swappiness=1"), XC_OK);
	assert_int_equal(arms_add(&a, "other:sched_exec_policy=off"), XC_OK);
	assert_int_equal(arms_finish(&a, NULL, false), XC_OK);
	assert_arms(&a, "stock - - -;mine 3 1 -;other - - 3;");
	/* What an arm does not set, it writes as it was. */
	assert_int_equal(arms_open(&a), XC_OK);
	assert_arms(&a, "stock 2 60 0;mine 3 1 0;other 2 60 3;");
	arms_free(&a);
}

static void without_knobs(void **state)
{
	struct arms a = { 0 };

	(void)state;
	assert_int_equal(arms_finish(&a, NULL, true), XC_OK);
	assert_arms(&a, "as-is;as-is';");
	arms_free(&a);
}

static void bad(void **state)
{
	static const struct { bool vary; const char *text; int status; } rows[] = {
		{ true, "exec_lookup_mode", XC_USAGE }, { true, "=1,2", XC_USAGE },
		{ true, "exec_lookup_mode=", XC_USAGE }, { true, "exec_lookup_mode=late,later", XC_USAGE },
		{ true, "exec_lookup_mode=late,0", XC_USAGE }, { true, "exec_lookup_mode=late,", XC_USAGE },
		{ true, "nothing.here=1,2", XC_USAGE }, { true, "sched_exec_point=0,1", XC_ERROR },
		{ false, "late", XC_USAGE }, { false, ":exec_lookup_mode=0", XC_USAGE },
		{ false, "a:exec_lookup_mode", XC_USAGE }, { false, "a:exec_lookup_mode=9", XC_USAGE },
		{ false, "a:exec_lookup_mode=0,exec_lookup_mode=1", XC_USAGE },
		{ false, "a':exec_lookup_mode=0", XC_USAGE }, { false, "a:exec_lookup_mode=0,", XC_USAGE },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct arms a = { 0 };
		int status = rows[i].vary ? arms_vary(&a, rows[i].text) : arms_add(&a, rows[i].text);

		if (status != rows[i].status)
			fail_msg("'%s': %d", rows[i].text, status);
		arms_free(&a);
	}
}

static void bad_together(void **state)
{
	struct arms a = { 0 };

	(void)state;
	assert_int_equal(arms_vary(&a, "exec_lookup_mode=0,1"), XC_OK);
	assert_int_equal(arms_vary(&a, "kernel.exec_lookup_mode=2,3"), XC_USAGE);
	arms_free(&a);
	assert_int_equal(arms_add(&a, "a:exec_lookup_mode=0"), XC_OK);
	assert_int_equal(arms_add(&a, "a:exec_lookup_mode=1"), XC_USAGE);
	assert_int_equal(arms_finish(&a, "b", true), XC_USAGE);
	arms_free(&a);
}

static void writing(void **state)
{
	char now[KNOB_VALUE_MAX];
	struct arms a = { 0 };

	(void)state;
	assert_int_equal(arms_vary(&a, "exec_lookup_mode=late,path"), XC_OK);
	assert_int_equal(arms_open(&a), XC_OK);
	assert_string_equal(a.old[0], "2");
	assert_int_equal(arms_write(&a, 1), 0);
	assert_file("kernel/exec_lookup_mode", "3\n");
	assert_null(arms_changed(&a, 1, now));
	assert_ptr_equal(arms_changed(&a, 0, now), &a.knobs[0]);
	assert_string_equal(now, "3");
	write_file("kernel/exec_lookup_mode", "2\n");
	arms_free(&a);
}

static void json(void **state)
{
	struct arms a = { 0 }, b = { 0 };
	json_t *first, *second;

	(void)state;
	assert_int_equal(arms_vary(&a, "exec_lookup_mode=late,path"), XC_OK);
	assert_int_equal(arms_vary(&a, "vm.swappiness=1,2"), XC_OK);
	assert_int_equal(arms_finish(&a, "path+swappiness=2", true), XC_OK);
	assert_int_equal(arms_open(&a), XC_OK);
	first = arms_to_json(&a);
	assert_int_equal(arms_from_json(&b, first, "path+swappiness=2"), XC_OK);
	assert_int_equal(b.baseline, a.baseline);
	second = arms_to_json(&b);
	assert_true(json_equal(first, second));
	json_decref(first);
	json_decref(second);
	arms_free(&a);
	arms_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vary), cmocka_unit_test(named), cmocka_unit_test(without_knobs),
		cmocka_unit_test(bad), cmocka_unit_test(bad_together), cmocka_unit_test(writing),
		cmocka_unit_test(json),
	};

	return cmocka_run_group_tests_name("arm", tests, begin, scratch_end);
}
