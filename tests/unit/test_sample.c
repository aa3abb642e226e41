// SPDX-License-Identifier: GPL-2.0-only
/* What is written to the samples file, and the environment in its first line. */
#include "unit.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <signal.h>

#include "counts.h"
#include "env.h"
#include "exitcode.h"
#include "sample.h"
#include "sha256.h"
#include "store.h"

static double real(json_t *line, const char *name)
{
	assert_true(json_is_number(json_object_get(line, name)));
	return json_number_value(json_object_get(line, name));
}

static void a_sample(void **state)
{
	static const uint64_t raw[] = { 50, 10, 40, 20, 30 };
	static const struct bench_count counts[] = { { "cpu_changes", 3 } };
	struct sample s = { .workload = "w:a=\"b\"", .arm = "late'", .block = 4, .slot = 2, .batch = 1,
			    .raw = raw, .n = 5, .counts = counts, .ncounts = 1,
			    .nuisance = { .env = 7, .depth = 1, .stack = 16 } };
	json_t *line = sample_json(&s);

	(void)state;
	assert_string_equal(json_string_value(json_object_get(line, "type")), "sample");
	assert_string_equal(json_string_value(json_object_get(line, "w")), "w:a=\"b\"");
	assert_true(real(line, "median") == 30 && real(line, "min") == 10 && real(line, "ops") == 5);
	assert_true(real(line, "p90") == 46 && real(line, "p99") > 49);
	assert_true(real(json_object_get(line, "counts"), "cpu_changes") == 3);
	assert_true(real(json_object_get(line, "nuisance"), "stack") == 16);
	/* In the order they were taken. */
	assert_int_equal(json_integer_value(json_array_get(json_object_get(line, "raw"), 0)), 50);
	json_decref(line);
	s.batch = 4;
	line = sample_json(&s);
	assert_true(real(line, "median") == 7.5 && real(line, "ops") == 20 && real(line, "batch") == 4);
	assert_true(json_real_value(json_array_get(json_object_get(line, "raw"), 0)) == 12.5);
	json_decref(line);
}

static void a_store(void **state)
{
	struct store s;

	(void)state;
	assert_int_equal(store_create(&s, "a"), XC_OK);
	assert_int_equal(store_append(&s, json_pack("{s:i}", "a", 1)), XC_OK);
	assert_int_equal(store_append(&s, json_pack("{s:f}", "b", 0.1)), XC_OK);
	store_close(&s);
	assert_file("a", "{\"a\":1}\n{\"b\":0.1}\n");
	assert_int_equal(store_create(&s, "a"), XC_USAGE);
	store_close(&s);
	assert_int_equal(store_create(&s, "no/such/a"), XC_ERROR);
	store_close(&s);
	/* Going on cuts off what was half. */
	write_file("a", "{\"a\":1}\n{\"b");
	assert_int_equal(store_reopen(&s, "a", 8), XC_OK);
	assert_int_equal(store_append(&s, json_pack("{s:i}", "c", 2)), XC_OK);
	store_close(&s);
	assert_file("a", "{\"a\":1}\n{\"c\":2}\n");
}

/* A write that ends in the middle leaves whole lines only. */
static void a_full_disk(void **state)
{
	struct rlimit limit = { 20, RLIM_INFINITY }, old;
	struct store s;

	(void)state;
	signal(SIGXFSZ, SIG_IGN);
	getrlimit(RLIMIT_FSIZE, &old);
	assert_int_equal(store_create(&s, "full"), XC_OK);
	assert_int_equal(store_append(&s, json_pack("{s:i}", "a", 1)), XC_OK);
	limit.rlim_max = old.rlim_max;
	setrlimit(RLIMIT_FSIZE, &limit);
	assert_int_equal(store_append(&s, json_pack("{s:s}", "b", "longer than there is space for")), XC_NOSPACE);
	setrlimit(RLIMIT_FSIZE, &old);
	store_close(&s);
	assert_file("full", "{\"a\":1}\n");
	s.path = strdup("/dev/full");
	s.fd = open("/dev/full", O_WRONLY);
	assert_int_equal(store_append(&s, json_pack("{s:i}", "a", 1)), XC_NOSPACE);
	store_close(&s);
}

static void digests(void **state)
{
	/* The examples of FIPS 180 and the empty message; lengths around a block. */
	static const struct { const char *text, *hex; } rows[] = {
		{ "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855" },
		{ "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1" },
	};
	struct sha256 s;
	char hex[65];

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		sha256_begin(&s);
		sha256_add(&s, rows[i].text, strlen(rows[i].text));
		sha256_end(&s, hex);
		assert_string_equal(hex, rows[i].hex);
	}
	sha256_begin(&s);
	for (int i = 0; i < 1000000; i++)
		sha256_add(&s, "a", 1);
	sha256_end(&s, hex);
	assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void environment(void **state)
{
	static const char *const members[] = {
		"release", "version", "config_sha256", "cmdline", "cpu_model", "cpus_online", "nodes",
		"distances", "governor", "turbo", "smt", "mitigations", "clocksource", "accel", "affinity",
		"mempolicy", "hostname", "boot_id", "machine_id_sha256", "sched_ext",
	};
	json_t *env = env_capture(), *other = json_deep_copy(env);

	(void)state;
	for (size_t i = 0; i < COUNT(members); i++)
		assert_non_null(json_object_get(env, members[i]));
	assert_true(json_is_string(json_object_get(env, "release")));
	assert_true(json_is_string(json_object_get(env, "affinity")));
	assert_null(env_differs(env, other));
	json_object_set_new(other, "governor", json_string("another"));
	assert_null(env_differs(env, other));
	json_object_set_new(other, "boot_id", json_string("another"));
	assert_string_equal(env_differs(env, other), "boot_id");
	json_object_set_new(other, "release", json_string("another"));
	assert_string_equal(env_differs(env, other), "release");
	json_object_del(other, "hostname");
	assert_string_equal(env_differs(env, other), "hostname");
	json_decref(env);
	json_decref(other);
}

static void exec_stat(void **state)
{
	char text[] = "calls 12\nsuccess\t 7\nbad\nworse x\n 5\nfail_lookup_enoent 18446744073709551615\nlast 0";
	struct bench_shared s = { 0 };
	struct counts from = { 0 }, to;

	(void)state;
	counts_parse(&from, text);
	assert_int_equal(from.n, 3);
	assert_string_equal(from.at[1].name, "success");
	assert_int_equal(from.at[1].n, 7);
	to = from;
	to.at[0].n = 20;
	counts_add(&s, &from, &to);
	assert_int_equal(s.ncounts, 3);
	assert_int_equal(s.counts[0].n, 8);
	assert_int_equal(s.counts[1].n, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_sample), cmocka_unit_test(a_store), cmocka_unit_test(a_full_disk),
		cmocka_unit_test(digests), cmocka_unit_test(environment), cmocka_unit_test(exec_stat),
	};

	return cmocka_run_group_tests_name("sample", tests, scratch_begin, scratch_end);
}
