// SPDX-License-Identifier: GPL-2.0-only
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "trailer.h"
#include "verdict.h"

#ifndef TEST_DATA
#define TEST_DATA "../tests/data"
#endif

/* A recorded file, to be freed; length 0 if it is not there and may be absent. */
static char *record(const char *name, const char *what, bool needed, size_t *len)
{
	char path[512], *text = malloc(1 << 20);
	FILE *file;

	snprintf(path, sizeof(path), "%s/console/%s.%s", TEST_DATA, name, what);
	file = fopen(path, "rb");
	if (!file && needed)
		fail_msg("cannot open %s", path);
	*len = file ? fread(text, 1, 1 << 20, file) : 0;
	if (file)
		fclose(file);
	return text;
}

/* Judges a recorded console with a recorded stream; either name may be NULL. */
static struct verdict judge(const char *console, const char *results, bool timed_out)
{
	struct verdict_input in = { .timed_out = timed_out };
	char *c = NULL, *r = NULL;
	struct verdict v;

	if (console)
		in.console = c = record(console, "console", true, &in.console_len);
	if (results)
		in.results = r = record(results, "results", false, &in.results_len);
	verdict_read(&in, &v);
	free(c);
	free(r);
	return v;
}

static void recorded(void **state)
{
	static const struct {
		const char *name;
		bool timed_out;
		enum verdict_kind kind;
		int exit_status, status;
		const char *line;
	} rows[] = {
		{ "good", false, VERDICT_OK, 0, 0, "" },
		{ "job-failed", false, VERDICT_JOB_FAILED, 10, 3, "status 3" },
		{ "panic", false, VERDICT_PANIC, 11, -1, "sysrq triggered crash" },
		{ "oops", false, VERDICT_PANIC, 11, -1, "Oops: int3: 0000 [#1]" },
		{ "warning", false, VERDICT_WARNING, 12, -1, "at topology_sane" },
		{ "warning-goes-on", false, VERDICT_WARNING, 12, 0, "at topology_sane" },
		{ "hung-task", false, VERDICT_HUNG_TASK, 12, -1, "task touch:" },
		{ "timeout", false, VERDICT_HANG, 13, 137, "ran into its time limit" },
		{ "hang", true, VERDICT_HANG, 13, -1, "no verdict" },
		{ "truncated", false, VERDICT_TRUNCATED, 14, -1, "without sending" },
		{ "topology", false, VERDICT_TOPOLOGY, 17, 0, "2 nodes with memory, not 3" },
		{ "lockdep", false, VERDICT_LOCKDEP, 12, -1, "possible circular" },
		{ "rcu-stall", false, VERDICT_RCU_STALL, 12, -1, "self-detected stall" },
		{ "kasan", false, VERDICT_KASAN, 12, -1, "slab-use-after-free" },
		{ "soft-lockup", false, VERDICT_HUNG_TASK, 12, -1, "soft lockup - CPU#3" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct verdict v = judge(rows[i].name, rows[i].name, rows[i].timed_out);

		print_message("# %s: %s: %s\n", rows[i].name, verdict_name(v.kind), v.line);
		assert_string_equal(verdict_name(v.kind), verdict_name(rows[i].kind));
		assert_int_equal(verdict_exit_status(v.kind), rows[i].exit_status);
		assert_int_equal(v.status, rows[i].status);
		assert_non_null(strstr(v.line, rows[i].line));
		assert_true(!strlen(rows[i].line) == !strlen(v.line));
	}
}

/* A job that ended well does not make up for what the kernel reports. */
static void console_outranks_job(void **state)
{
	static const char *const names[] = {
		"lockdep", "kasan", "rcu-stall", "warning-goes-on", "hung-task", "oops",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct verdict v = judge(names[i], "good", false);
		int status = verdict_exit_status(v.kind);

		assert_true(status == 11 || status == 12);
		assert_int_equal(v.status, 0);
		assert_true(v.bytes > 0);
	}
}

static void silence_is_no_success(void **state)
{
	struct verdict v;

	(void)state;
	v = judge(NULL, NULL, false);
	assert_int_equal(v.kind, VERDICT_TRUNCATED);
	v = judge(NULL, NULL, true);
	assert_int_equal(v.kind, VERDICT_HANG);
	v = judge("good", NULL, false);
	assert_int_equal(v.kind, VERDICT_TRUNCATED);
	v = judge("good", "good", true);
	assert_int_equal(v.kind, VERDICT_HANG);
}

/* Wherever the stream is cut, and whichever byte of it is changed. */
static void every_cut_and_every_flip(void **state)
{
	struct verdict_input in = { 0 };
	char *text = record("good", "results", true, &in.results_len);
	size_t whole = in.results_len;
	struct verdict v;

	(void)state;
	in.results = text;
	verdict_read(&in, &v);
	assert_int_equal(v.kind, VERDICT_OK);
	for (in.results_len = 0; in.results_len < whole; in.results_len++) {
		verdict_read(&in, &v);
		assert_int_equal(v.kind, VERDICT_TRUNCATED);
		assert_int_equal(v.bytes, 0);
	}
	for (size_t i = 0; i < whole; i++) {
		text[i] ^= 1;
		verdict_read(&in, &v);
		assert_int_equal(v.kind, VERDICT_TRUNCATED);
		text[i] ^= 1;
	}
	free(text);
}

/* A stream of data[len] and a trailer; to be freed. */
static char *stream(const void *data, size_t len, const char *why, int status,
		    size_t *total)
{
	char *text = malloc(len + TRAILER_MAX);

	if (len)
		memcpy(text, data, len);
	*total = len + trailer_write(text + len, why, status, len, trailer_crc32(0, data, len));
	return text;
}

static enum verdict_kind kind_of(const char *data, size_t len, const char *why, int status)
{
	struct verdict_input in = { 0 };
	char *text = stream(data, len, why, status, &in.results_len);
	struct verdict v;

	in.results = text;
	verdict_read(&in, &v);
	free(text);
	return v.kind;
}

static void trailers(void **state)
{
	static const char archive[] = "exectune-verdict why=job status=0 bytes=0 crc32=00000000\nx";

	(void)state;
	assert_int_equal(kind_of("", 0, "job", 0), VERDICT_OK);
	assert_int_equal(kind_of(archive, sizeof(archive), "job", 0), VERDICT_OK);
	assert_int_equal(kind_of(archive, sizeof(archive), "job", 255), VERDICT_JOB_FAILED);
	assert_int_equal(kind_of(archive, sizeof(archive), "timeout", 137), VERDICT_HANG);
	assert_int_equal(kind_of(archive, sizeof(archive), "topology", 0), VERDICT_TOPOLOGY);
	assert_int_equal(kind_of(archive, sizeof(archive), "other", 0), VERDICT_TRUNCATED);
	assert_int_equal(kind_of(archive, sizeof(archive), "job", 256), VERDICT_TRUNCATED);
	assert_int_equal(kind_of(archive, sizeof(archive), "job", -1), VERDICT_TRUNCATED);
}

static void crc(void **state)
{
	(void)state;
	/* The check value that every description of CRC-32 gives. */
	assert_int_equal(trailer_crc32(0, "123456789", 9), 0xcbf43926);
	assert_int_equal(trailer_crc32(trailer_crc32(0, "1234", 4), "56789", 5), 0xcbf43926);
}

static void lines(void **state)
{
	static const struct {
		const char *text;
		int exit_status;	/* 0: no report */
	} rows[] = {
		{ "BUG: without a time stamp", 0 },
		{ " [    1.000000] BUG: not at the line's start", 0 },
		{ "[    1.000000] job: BUG: the job's", 0 },
		{ "[    1.000000] job: [    1.000000] BUG: the job's", 0 },
		{ "[    1.000000] Command line: x=BUG: y", 0 },
		{ "[    1.000000] traps: BUG: [7] trap invalid opcode", 0 },
		{ "[] BUG: no time in the stamp", 0 },
		{ "[    1.00000", 0 },
		{ "[    1.000000]", 0 },
		{ "[    1.000000] BUG: x", 12 },
		{ "\r[    1.000000] BUG: x\r", 12 },
		{ "[12345.000000][   T17] BUG: x", 12 },
		{ "[    1.000000][    C3] WARNING: CPU: 3", 12 },
		{ "[    1.000000] BUG: sleeping function called from invalid context", 12 },
		{ "[    1.000000] BUG kmalloc-64 (Not tainted): Poison overwritten", 12 },
		{ "[    1.000000] UBSAN: array-index-out-of-bounds in fs/exec.c:1", 12 },
		{ "[    1.000000] WARNING: suspicious RCU usage", 12 },
		{ "[    1.000000] [ BUG: Invalid wait context ]", 12 },
		{ "[    1.000000] watchdog: BUG: soft lockup - CPU#0 stuck for 22s!", 12 },
		{ "[    1.000000] rcu: INFO: rcu_sched detected stalls on CPUs/tasks:", 12 },
		{ "[    1.000000] INFO: task x:1 blocked for more than 120 seconds.", 12 },
		{ "[    1.000000] kernel BUG at fs/exec.c:1!", 11 },
		{ "[    1.000000] BUG: kernel NULL pointer dereference, address: 0", 11 },
		{ "[    1.000000] Oops: general protection fault, maybe for address 0", 11 },
		{ "[    1.000000] ---[ end Kernel panic - not syncing: x ]---", 11 },
	};
	char line[64];

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		enum verdict_kind kind = VERDICT_OK;
		/* An exact copy, so that reading past the end is seen. */
		char *text = strdup(rows[i].text);
		bool found = verdict_console(text, strlen(text), &kind, line, sizeof(line));

		print_message("# %s\n", rows[i].text);
		assert_int_equal(found, rows[i].exit_status != 0);
		assert_int_equal(verdict_exit_status(kind), rows[i].exit_status);
		free(text);
	}
}

/* Any prefix of a console may be all there is. */
static void every_prefix(void **state)
{
	size_t len;
	char *text = record("panic", "console", true, &len);
	char line[32];
	size_t found = 0;

	(void)state;
	for (size_t i = 0; i <= len; i += 13) {
		enum verdict_kind kind;
		char *copy = malloc(i ? i : 1);

		memcpy(copy, text, i);
		found += verdict_console(copy, i, &kind, line, sizeof(line));
		assert_true(!found || kind == VERDICT_PANIC);
		free(copy);
	}
	assert_true(found > 0);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(recorded),
		cmocka_unit_test(console_outranks_job),
		cmocka_unit_test(silence_is_no_success),
		cmocka_unit_test(every_cut_and_every_flip),
		cmocka_unit_test(trailers),
		cmocka_unit_test(crc),
		cmocka_unit_test(lines),
		cmocka_unit_test(every_prefix),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
