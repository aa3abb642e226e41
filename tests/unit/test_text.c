// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "text.h"

static void numbers(void **state)
{
	static const struct { const char *s; bool good; uint64_t v; } rows[] = {
		{ "0", true, 0 }, { "42", true, 42 }, { "0x10", true, 16 }, { "100", true, 100 },
		{ "101", false, 0 }, { "-1", false, 0 }, { "", false, 0 }, { " 1", false, 0 },
		{ "1 ", false, 0 }, { "2x", false, 0 }, { "+1", false, 0 }, { "4294967298", false, 0 },
		{ "18446744073709551617", false, 0 }, { "0x", false, 0 }, { "1e1", false, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		uint64_t v = 7;

		if (text_u64(rows[i].s, 0, 100, &v) != rows[i].good)
			fail_msg("'%s'", rows[i].s);
		assert_int_equal(v, rows[i].good ? rows[i].v : 7);
	}
}

static void durations(void **state)
{
	static const struct { const char *s; int64_t ns; } rows[] = {
		{ "200ms", 200000000 }, { "0.5s", 500000000 }, { "1s", 1000000000 }, { "20", 20000000 },
		{ "100us", 100000 }, { "7ns", 7 }, { "1.5ms", 1500000 }, { "3600s", 3600000000000 },
		{ "0", 0 }, { "-1s", 0 }, { "3601s", 0 }, { "1h", 0 }, { "", 0 }, { "s", 0 }, { "inf", 0 },
		{ "nan", 0 }, { "1e3ms", 0 }, { "0x10ms", 0 }, { "1 s", 0 }, { "1.2.3s", 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		int64_t ns = 0;

		if (text_duration(rows[i].s, &ns) != !!rows[i].ns || ns != rows[i].ns)
			fail_msg("'%s' gave %lld", rows[i].s, (long long)ns);
	}
}

static void settings(void **state)
{
	static const struct { const char *read, *value; } rows[] = {
		{ "60\n", "60" }, { "4096\t131072\t6291456\n", "4096 131072 6291456" }, { "", "" },
		{ "always [madvise] never\n", "madvise" }, { "  a  b \n\n", "a b" },
		{ "[x]\n", "x" }, { "[a] [b]\n", "[a] [b]" }, { "a]b[\n", "a]b[" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		char buf[64];

		strcpy(buf, rows[i].read);
		assert_string_equal(text_setting(buf), rows[i].value);
	}
}

static void files(void **state)
{
	char buf[8];

	(void)state;
	write_file("f", "abc\n");
	assert_int_equal(text_file("f", buf, sizeof(buf)), 3);
	assert_string_equal(buf, "abc");
	write_file("f", "0123456789");
	assert_int_equal(text_file("f", buf, sizeof(buf)), 7);
	assert_string_equal(buf, "0123456");
	assert_int_equal(text_file("none", buf, sizeof(buf)), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers), cmocka_unit_test(durations), cmocka_unit_test(settings),
		cmocka_unit_test(files),
	};

	return cmocka_run_group_tests_name("text", tests, scratch_begin, scratch_end);
}
