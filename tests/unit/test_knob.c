// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include <sys/stat.h>

#include "exitcode.h"
#include "knob.h"

/* A /proc/sys of our own. */
static int begin(void **state)
{
	if (scratch_begin(state) || mkdir("kernel", 0755) || mkdir("vm", 0755) || mkdir("net", 0755) ||
	    mkdir("net/eth0.1", 0755))
		return -1;
	write_file("kernel/exec_lookup_mode", "2\n");
	write_file("vm/swappiness", "60\n");
	write_file("net/eth0.1/x", "1\n");
	write_file("plain", "a long old value\n");
	return setenv("EXECTUNE_SYSCTL_DIR", *state, 1);
}

static void names(void **state)
{
	char plain[128];
	const struct { const char *name, *key; int status; } rows[] = {
		{ "kernel.exec_lookup_mode", "kernel.exec_lookup_mode", XC_OK },
		{ "exec_lookup_mode", "kernel.exec_lookup_mode", XC_OK },
		{ "kernel/exec_lookup_mode", "kernel.exec_lookup_mode", XC_OK },
		{ "vm.swappiness", "vm.swappiness", XC_OK },
		{ "vm/swappiness", "vm.swappiness", XC_OK },
		{ "net.eth0/1.x", "net.eth0/1.x", XC_OK },
		{ "net/eth0.1/x", "net.eth0/1.x", XC_OK },
		{ plain, plain, XC_OK },
		{ "exec_lookup_mod", NULL, XC_USAGE },
		{ "vm.nothing", NULL, XC_USAGE },
		{ "vm", NULL, XC_USAGE },
		{ "", NULL, XC_USAGE },
		{ "../plain", NULL, XC_USAGE },
		{ "vm/../plain", NULL, XC_USAGE },
		{ "/nonesuch", NULL, XC_USAGE },
		{ "sched_exec_policy", NULL, XC_ERROR },
		{ "kernel.exec_stats", NULL, XC_ERROR },
	};

	snprintf(plain, sizeof(plain), "%s/plain", (char *)*state);
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct knob k;

		if (knob_find(rows[i].name, &k) != rows[i].status)
			fail_msg("'%s'", rows[i].name);
		if (rows[i].status)
			continue;
		assert_string_equal(k.key, rows[i].name == plain ? "plain" : rows[i].key);
		assert_int_equal(!!k.desc, i < 3);
		knob_free(&k);
	}
}

static void values(void **state)
{
	static const struct { const char *text, *value; } rows[] = {
		{ "late", "0" }, { "early", "1" }, { "bprm", "2" }, { "path", "3" }, { "0", "0" }, { "3", "3" },
		{ "4", NULL }, { "-1", NULL }, { "", NULL }, { "2x", NULL }, { "4294967298", NULL },
		{ "Late", NULL }, { "any", NULL },
	};
	struct knob k;
	char *value;

	(void)state;
	assert_int_equal(knob_find("exec_lookup_mode", &k), XC_OK);
	for (size_t i = 0; i < COUNT(rows); i++) {
		int status = knob_value(&k, rows[i].text, &value);

		if (status != (rows[i].value ? XC_OK : XC_USAGE))
			fail_msg("'%s'", rows[i].text);
		if (status)
			continue;
		assert_string_equal(value, rows[i].value);
		free(value);
	}
	assert_string_equal(knob_value_name(k.desc, "3"), "path");
	assert_null(knob_value_name(k.desc, "4"));
	assert_null(knob_value_name(k.desc, "x"));
	assert_null(knob_value_name(NULL, "0"));
	knob_free(&k);
	assert_int_equal(knob_find("vm.swappiness", &k), XC_OK);
	assert_int_equal(knob_value(&k, "whatever  it is", &value), XC_OK);
	assert_string_equal(value, "whatever it is");
	free(value);
	assert_int_equal(knob_value(&k, "", &value), XC_USAGE);
	assert_int_equal(knob_value(&k, "a\nb", &value), XC_USAGE);
	knob_free(&k);
}

static void every_name_is_a_value(void **state)
{
	(void)state;
	for (const struct knob_desc *d = knob_table; d->sysctl; d++) {
		struct knob k = { .desc = d, .key = (char *)d->sysctl };

		assert_ptr_equal(knob_desc_find(d->sysctl), d);
		assert_ptr_equal(knob_desc_find(strchr(d->sysctl, '.') + 1), d);
		for (int i = 0; d->names[i]; i++) {
			char number[16], *value;

			snprintf(number, sizeof(number), "%d", i);
			assert_int_equal(knob_value(&k, d->names[i], &value), XC_OK);
			assert_string_equal(value, number);
			free(value);
		}
	}
}

static void defaults(void **state)
{
	const struct knob_desc *mode = knob_desc_find("exec_lookup_mode");
	const struct knob_desc *walk = knob_desc_find("proc_pid_walk");

	(void)state;
	assert_int_equal(knob_default(mode, "6.1.192"), 0);
	assert_int_equal(knob_default(mode, "6.7.0-x"), 0);
	assert_int_equal(knob_default(mode, "6.8.0"), 2);
	assert_int_equal(knob_default(mode, "6.12.117+"), 2);
	assert_int_equal(knob_default(mode, "7.3.4"), 2);
	assert_int_equal(knob_default(mode, "strange"), -1);
	assert_int_equal(knob_default(walk, "5.15.1"), 0);
	assert_int_equal(knob_default(walk, "6.12.1"), 1);
	assert_int_equal(knob_default(knob_desc_find("sched_exec_policy"), "6.12.1"), 0);
}

static void writing(void **state)
{
	char path[128], now[KNOB_VALUE_MAX];
	struct knob k;

	snprintf(path, sizeof(path), "%s/plain", (char *)*state);
	assert_int_equal(knob_find(path, &k), XC_OK);
	assert_int_equal(knob_open(&k), XC_OK);
	assert_false(k.kernel_file);
	assert_int_equal(knob_read(&k, now, sizeof(now)), 0);
	assert_string_equal(now, "a long old value");
	assert_int_equal(knob_set(&k, "1"), XC_OK);
	assert_file("plain", "1\n");
	assert_int_equal(knob_set(&k, "longer again"), XC_OK);
	assert_file("plain", "longer again\n");
	assert_int_equal(knob_read(&k, now, 5), -1);
	knob_free(&k);
	/* A file that takes what is written and reads something else. */
	assert_int_equal(knob_find("/dev/null", &k), XC_OK);
	assert_int_equal(knob_open(&k), XC_OK);
	assert_true(k.kernel_file);
	assert_int_equal(knob_set(&k, "1"), XC_ERROR);
	knob_free(&k);
}

static void sameness(void **state)
{
	(void)state;
	assert_true(knob_same("1", "1"));
	assert_true(knob_same("0x10", "16"));
	assert_true(knob_same("a b", "a b"));
	assert_false(knob_same("1", "2"));
	assert_false(knob_same("1", "1x"));
	assert_false(knob_same("", "0"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names), cmocka_unit_test(values), cmocka_unit_test(every_name_is_a_value),
		cmocka_unit_test(defaults), cmocka_unit_test(writing), cmocka_unit_test(sameness),
	};

	return cmocka_run_group_tests_name("knob", tests, begin, scratch_end);
}
