// SPDX-License-Identifier: GPL-2.0-only
/* The parts of import that the command line cannot show: lines, numbers, guesses, damaged input. */
#include "unit.h"

#include <fcntl.h>
#include <math.h>

#include "exitcode.h"
#include "import.h"

/* What is wrong is said on stderr, which these tests do not look at. */
static int quiet_begin(void **state)
{
	int fd = open("/dev/null", O_WRONLY);

	if (scratch_begin(state) || fd < 0 || dup2(fd, 2) < 0)
		return 1;
	close(fd);
	return 0;
}

static void test_guess(void **state)
{
	static const struct {
		const char *text;
		enum import_format want;
	} cases[] = {
		{ "1\n2\n", IMPORT_LINES }, { "1", IMPORT_LINES }, { "\n 1.5e3\r\n", IMPORT_LINES },
		{ "# ms\n1\n", IMPORT_LINES }, { "a,b\n1,2\n", IMPORT_CSV }, { "a;b\n", IMPORT_CSV },
		{ "a\tb\n1\t2\n", IMPORT_CSV }, { "a\n1\n", IMPORT_CSV },
		{ " {\"results\":[]}", IMPORT_HYPERFINE }, { "BenchmarkX-8 1 2 ns/op\n", IMPORT_GO },
		{ "goos: linux\npkg: a,b\nBenchmarkX 1 2 ns/op\n", IMPORT_GO },
		{ "Benchmarking, done\n", IMPORT_CSV }, { "hello\nthere\n", IMPORT_GUESS },
		{ "", IMPORT_GUESS },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++)
		if (import_guess(cases[i].text) != cases[i].want)
			fail_msg("case %zu: \"%s\"", i, cases[i].text);
	for (enum import_format f = IMPORT_LINES; f <= IMPORT_GO; f++)
		assert_int_equal(import_format_of(import_format_name(f)), f);
	assert_int_equal(import_format_of("xml"), IMPORT_GUESS);
}

static void test_time(void **state)
{
	static const struct {
		const char *word;
		double unit, ns;	/* 0: refused */
	} cases[] = {
		{ "1", 1, 1 }, { " 2.5 ", 1e3, 2500 }, { "1e-3", 1e9, 1e6 }, { "+4", 1, 4 },
		{ "\t7\t", 1, 7 }, { "", 1, 0 }, { "  ", 1, 0 }, { "0", 1, 0 }, { "-1", 1, 0 },
		{ "-0", 1, 0 }, { "nan", 1, 0 }, { "inf", 1, 0 }, { "0x10", 1, 0 }, { "1,5", 1, 0 },
		{ "1 2", 1, 0 }, { "1s", 1, 0 }, { "1e308", 1e9, 0 }, { "e", 1, 0 }, { "1e400", 1, 0 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(cases); i++) {
		double ns = 0;
		int status = import_time("f", 1, cases[i].word, cases[i].unit, &ns);

		if (status != (cases[i].ns > 0 ? XC_OK : XC_ERROR) || fabs(ns - cases[i].ns) > 1e-9)
			fail_msg("case %zu: \"%s\" gives %g", i, cases[i].word, ns);
	}
}

static void test_lines(void **state)
{
	char text[] = "a\r\n\nb\nlast", *rest = text;
	size_t line = 0;

	(void)state;
	assert_string_equal(import_line(&rest, &line), "a");
	assert_string_equal(import_line(&rest, &line), "");
	assert_string_equal(import_line(&rest, &line), "b");
	assert_string_equal(import_line(&rest, &line), "last");
	assert_int_equal(line, 4);
	assert_null(import_line(&rest, &line));
	assert_null(import_line(&rest, &line));
	assert_int_equal(line, 4);
}

/* Runs the parser of a format over a copy of the text. */
static int parse(struct import *im, enum import_format format, const char *text, const char *arm)
{
	struct import_source src = { .path = "f", .arm = arm, .text = strdup(text),
				     .len = strlen(text) };
	int status = XC_ERROR;

	*im = (struct import) { .format = format, .unit = 1 };
	switch (format) {
	case IMPORT_LINES:
		status = import_lines(im, &src);
		break;
	case IMPORT_CSV:
		status = import_csv(im, &src);
		break;
	case IMPORT_HYPERFINE:
		status = import_hyperfine(im, &src);
		break;
	default:
		status = import_go(im, &src);
	}
	free(src.text);
	return status;
}

static void test_names(void **state)
{
	struct import im;

	(void)state;
	/* Two packages with a benchmark of one name are two workloads. */
	assert_int_equal(parse(&im, IMPORT_GO, "pkg: a\nBenchmarkX 1 2 ns/op\npkg: b\nBenchmarkX 1 3 ns/op\n",
			       "arm"), XC_OK);
	assert_int_equal(im.nseries, 2);
	assert_string_equal(im.series[0].workload, "a.X");
	assert_string_equal(im.series[1].workload, "b.X");
	import_free(&im);
	/* The same command a third time is a third arm; the second is the baseline's copy. */
	assert_int_equal(parse(&im, IMPORT_HYPERFINE, "{\"results\":[{\"command\":\"a\",\"times\":[1]},"
			       "{\"command\":\"a\",\"times\":[1]},{\"command\":\"a\",\"times\":[1],"
			       "\"exit_codes\":[1]}]}", NULL), XC_OK);
	assert_int_equal(im.nseries, 3);
	assert_string_equal(im.series[2].arm, "a''");
	assert_string_equal(im.duplicate, "a'");
	assert_int_equal(im.nnotes, 1);
	assert_true(im.series[0].values[0].ns == 1e9);
	import_free(&im);
	/* Quotes may hold the separator, quotes, and nothing of the row's end. */
	assert_int_equal(parse(&im, IMPORT_CSV, "\"a,\"\"b\"\"\",c\n\"1\",2\n", NULL), XC_OK);
	assert_string_equal(im.series[0].arm, "a,\"b\"");
	assert_true(im.series[1].values[0].ns == 2);
	import_free(&im);
}

static uint32_t next_random(uint32_t *x)
{
	*x ^= *x << 13;
	*x ^= *x >> 17;
	*x ^= *x << 5;
	return *x;
}

/* Bytes changed and lost: what comes out is an error, or values above 0. */
static void test_mutated(void **state)
{
	static const struct {
		enum import_format format;
		const char *text, *arm;
	} good[] = {
		{ IMPORT_LINES, "1\n2.5\n# x\n3e4\n", "a" },
		{ IMPORT_CSV, "a,\"b \"\"c\"\"\",d\n1,2,3\n4,\"5\",6\n", NULL },
		{ IMPORT_HYPERFINE, "{\"results\":[{\"command\":\"a\",\"times\":[1.5,2],\"exit_codes\":[0,1]},"
				    "{\"command\":\"b\",\"times\":[0.5,3]}]}", NULL },
		{ IMPORT_GO, "goos: linux\npkg: a\ncpu: x\nBenchmarkX-8 10 2.5 ns/op 3 B/op\n"
			     "BenchmarkY 5 7 ns/op\nPASS\n", "a" },
	};
	static const char spice[] = ",;\t\"\n\r #{}[]:-.e0B\xff";
	uint32_t seed = 4711;
	size_t taken = 0, refused = 0;

	(void)state;
	for (int round = 0; round < 8000; round++) {
		size_t which = (size_t)round % COUNT(good), n = strlen(good[which].text);
		char text[512];
		struct import im;

		memcpy(text, good[which].text, n + 1);
		for (uint32_t k = next_random(&seed) % 3 + 1; k; k--) {
			size_t at = next_random(&seed) % n, len = next_random(&seed) % 9;

			if (next_random(&seed) % 3)
				text[at] = spice[next_random(&seed) % (sizeof(spice) - 1)];
			else if (at + len < n)
				text[at + len] = '\0';
			n = strlen(text);
			if (!n)
				break;
		}
		if (parse(&im, good[which].format, text, good[which].arm)) {
			refused++;
		} else {
			taken++;
			assert_true(im.nseries > 0);
			for (size_t i = 0; i < im.nseries; i++)
				for (size_t v = 0; v < im.series[i].n; v++)
					assert_true(im.series[i].values[v].ns > 0 &&
						    isfinite(im.series[i].values[v].ns) &&
						    im.series[i].values[v].ops > 0);
		}
		import_free(&im);
	}
	assert_true(taken > 500 && refused > 500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_guess), cmocka_unit_test(test_time), cmocka_unit_test(test_lines),
		cmocka_unit_test(test_names), cmocka_unit_test(test_mutated),
	};

	return cmocka_run_group_tests_name("import", tests, quiet_begin, scratch_end);
}
