// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include <dirent.h>
#include <errno.h>
#include <sys/wait.h>

#include "exitcode.h"
#include "mem.h"
#include "run_state.h"
#include "workload.h"

static void parsing(void **state)
{
	static const struct { const char *spec, *key; } rows[] = {
		{ "null", "null" }, { "execvpe", "execvpe" }, { "execvpe:hit=3", "execvpe:hit=3" },
		{ "execvpe:entries=9:hit=8", "execvpe:hit=8:entries=9" }, { "null:delay=0x10", "null:delay=16" },
		{ "miss:dir=/mnt/ext4", "miss:dir=/mnt/ext4" }, { "reexec:batch=1000", "reexec:batch=1000" },
		{ "execvpe:hit=8", NULL }, { "execvpe:hit=0", NULL }, { "execvpe:hit=x", NULL },
		{ "execvpe:hit=3:hit=4", NULL }, { "execvpe:hit", NULL }, { "execvpe:hit=", NULL },
		{ "execvpe:", NULL }, { "execvpe:=3", NULL }, { "execvpe:hat=3", NULL }, { "nul", NULL },
		{ "", NULL }, { "command", NULL }, { "miss:batch=0", NULL }, { "execve:env=131001", NULL },
		{ "access1:threads=1:tasks=24", "access1:tasks=24:threads=1" },
		{ "access2:dir=/x:batch=7", "access2:dir=/x:batch=7" }, { "procwalk:procs=9", "procwalk:procs=9" },
		{ "access1:tasks=0", NULL }, { "access1:tasks=1025", NULL }, { "access2:threads=2", NULL },
		{ "access1:tasks=-1", NULL }, { "procwalk:dir=/x", NULL }, { "procwalk:procs=30001", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct use u;
		int status = use_parse(rows[i].spec, NULL, &u);

		if (status != (rows[i].key ? XC_OK : XC_USAGE))
			fail_msg("'%s': %d", rows[i].spec, status);
		if (status)
			continue;
		assert_string_equal(u.key, rows[i].key);
		use_free(&u);
	}
}

static void parameters(void **state)
{
	struct use u;

	(void)state;
	assert_int_equal(use_parse("execvpe:hit=3", NULL, &u), XC_OK);
	assert_int_equal(use_number(&u, "hit", 0), 3);
	assert_int_equal(use_number(&u, "entries", 0), 7);
	assert_int_equal(use_number(&u, "env", 77), 77);
	assert_null(use_text(&u, "dir"));
	assert_null(use_text(&u, "no such"));
	assert_int_equal(u.batch, 1);
	use_free(&u);
}

/* The table obeys the rules that the rest relies on. */
static void table(void **state)
{
	(void)state;
	for (const struct workload *const *w = workload_table; *w; w++) {
		unsigned n = 0;
		bool batch = false;

		assert_true((*w)->name && (*w)->summary && (*w)->op);
		for (const struct workload_param *p = (*w)->params; p->name; p++, n++) {
			assert_non_null(p->help);
			batch |= !strcmp(p->name, "batch");
		}
		assert_true(batch && n < WORKLOAD_PARAMS_MAX);
	}
}

static unsigned entries(const char *path)
{
	DIR *d = opendir(path);
	unsigned n = 0;

	assert_non_null(d);
	while (readdir(d))
		n++;
	closedir(d);
	return n - 2;
}

static int64_t count(const struct run *r, const char *name)
{
	for (unsigned i = 0; i < r->worker.shared->ncounts; i++)
		if (!strcmp(r->worker.shared->counts[i].name, name))
			return r->worker.shared->counts[i].n;
	return -1;
}

/* One slice of a workload in a directory of ours; *r has its results until end_slice(). */
static int one_slice(struct run *r, struct plan *p, const char *spec, uint64_t values)
{
	struct worker_request request = { .warmup = 1, .values = values, .slice = 1000000,
					  .nuisance = { .env = 100, .depth = 3, .stack = 64 } };
	int status;

	*p = (struct plan){ .node = -1, .ops = 0, .seed = 9, .argv = p->argv };
	*r = (struct run){ .plan = p, .store.fd = -1, .journal = { .fd = -1, .dir = -1 }, .guardian.fd = -1 };
	assert_int_equal(plan_add_workloads(p, spec), XC_OK);
	assert_int_equal(worker_map(&r->worker), XC_OK);
	assert_int_equal(run_setup(r), XC_OK);
	status = run_calibrate(r);
	request.batch = p->uses[0].batch;
	return status ? status : worker_slice(&r->worker, &request);
}

static void end_slice(struct run *r, struct plan *p)
{
	run_finish(r);
	plan_free(p);
	/* Nothing is left: no child and no file. */
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
	assert_int_equal(entries("."), 0);
}

static void all_work(void **state)
{
	char *argv[] = { "/bin/true", NULL };

	(void)state;
	for (const struct workload *const *w = workload_table; *w; w++) {
		struct plan p = { .argv = argv };
		struct run r;

		if (one_slice(&r, &p, (*w)->name, 4))
			fail_msg("workload %s", (*w)->name);
		assert_int_equal(r.worker.shared->nraw, 4);
		for (unsigned i = 0; i < 4; i++)
			assert_true(r.worker.raw[i] > 0);
		assert_true(count(&r, "minor_faults") >= 0);
		assert_true(p.uses[0].batch >= 1);
		assert_int_equal(!!p.uses[0].fs, (*w)->files);
		end_slice(&r, &p);
	}
}

static void time_ends_a_slice(void **state)
{
	struct plan p = { 0 };
	struct run r;

	(void)state;
	assert_int_equal(one_slice(&r, &p, "null:delay=100000:batch=1", 0), XC_OK);
	/* 1 ms of operations of 0.1 ms, or fewer where another process was let in. */
	assert_in_range(r.worker.shared->nraw, 1, 10);
	assert_true(r.worker.raw[0] >= 100000);
	end_slice(&r, &p);
}

static void chains_count(void **state)
{
	struct plan p = { 0 };
	struct run r;

	(void)state;
	assert_int_equal(one_slice(&r, &p, "reexec:batch=50", 3), XC_OK);
	assert_int_equal(count(&r, "execs"), 150);
	assert_in_range(count(&r, "cpu_changes"), 0, 150);
	assert_in_range(count(&r, "node_changes"), 0, 150);
	end_slice(&r, &p);
}

/* Each of the tasks works, and on what it should. */
static void crews(void **state)
{
	static const struct {
		const char *spec, *without;	/* that file is taken away, and the slice... */
		bool fails;
	} rows[] = {
		{ "access1:tasks=3:batch=10", NULL, false },
		{ "access1:tasks=3:batch=10:threads=1", NULL, false },
		{ "access1:tasks=3:batch=10", "file-0000", true },
		{ "access1:tasks=3:batch=10", "file-0002", true },
		{ "access1:tasks=3:batch=10:threads=1", "file-0002", true },
		{ "access2:tasks=3:batch=10", NULL, false },
		{ "access2:tasks=3:batch=10", "file-0000", true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct worker_request request = { .values = 3, .batch = 10 };
		struct plan p = { 0 };
		char path[256];
		struct run r;

		assert_int_equal(one_slice(&r, &p, rows[i].spec, 3), XC_OK);
		assert_int_equal(r.worker.shared->nraw, 3);
		snprintf(path, sizeof(path), "%s/%s", p.uses[0].dir, rows[i].without ?: "file-0003");
		assert_int_equal(unlink(path), rows[i].without ? 0 : -1);
		assert_int_equal(worker_slice(&r.worker, &request), rows[i].fails ? XC_ERROR : XC_OK);
		if (rows[i].fails && !strstr(r.worker.shared->error, rows[i].without))
			fail_msg("%s without %s says: %s", rows[i].spec, rows[i].without,
				 r.worker.shared->error);
		end_slice(&r, &p);
	}
}

static void walks_count(void **state)
{
	static const struct { const char *spec; unsigned walkers, procs; } rows[] = {
		{ "procwalk", 1, 0 }, { "procwalk:tasks=3:procs=20", 3, 20 },
		{ "procwalk:tasks=3:procs=20:threads=1", 3, 20 },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct plan p = { 0 };
		struct run r;

		assert_int_equal(one_slice(&r, &p, rows[i].spec, 2), XC_OK);
		/* 2 walks of each, that see at least themselves, each other and the sleepers. */
		assert_true(count(&r, "processes") >= 2 * rows[i].walkers * (rows[i].procs + 1));
		assert_true(count(&r, "processes_left_out") >= 0);
		end_slice(&r, &p);
	}
}

static void delays_are_seen(void **state)
{
	struct plan p = { 0 };
	struct run r;
	uint64_t without;

	(void)state;
	assert_int_equal(one_slice(&r, &p, "null:batch=10", 9), XC_OK);
	without = r.worker.raw[8];
	end_slice(&r, &p);
	assert_int_equal(one_slice(&r, &p, "null:batch=10:delay=20000", 9), XC_OK);
	assert_true(r.worker.raw[8] >= without + 10 * 19000);
	end_slice(&r, &p);
}

static void failing_child(void **state)
{
	static const struct { const char *argv[4], *error; } rows[] = {
		{ { "/bin/false" }, "exit status 1" },
		{ { "/bin/sh", "-c", "kill -9 $$" }, "signal 9" },
		{ { "/nonesuch/program" }, "No such file" },
		{ { "/" }, "Permission denied" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct plan p = { .argv = (char **)rows[i].argv };
		struct run r;

		assert_int_equal(one_slice(&r, &p, "command", 2), XC_ERROR);
		if (!strstr(r.worker.shared->error, rows[i].error))
			fail_msg("'%s' says: %s", rows[i].argv[0], r.worker.shared->error);
		assert_int_equal(r.worker.shared->nraw, 0);
		end_slice(&r, &p);
	}
}

static void missing_directory(void **state)
{
	struct plan p = { .node = -1 };
	struct run r = { .plan = &p, .store.fd = -1, .journal = { .fd = -1, .dir = -1 }, .guardian.fd = -1 };

	(void)state;
	assert_int_equal(plan_add_workloads(&p, "miss:dir=/nonesuch"), XC_OK);
	assert_int_equal(run_setup(&r), XC_ERROR);
	end_slice(&r, &p);
}

static int begin(void **state)
{
	return scratch_begin(state) || setenv("TMPDIR", *state, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(parsing), cmocka_unit_test(parameters), cmocka_unit_test(table),
		cmocka_unit_test(all_work), cmocka_unit_test(time_ends_a_slice),
		cmocka_unit_test(chains_count), cmocka_unit_test(delays_are_seen),
		cmocka_unit_test(crews), cmocka_unit_test(walks_count),
		cmocka_unit_test(failing_child), cmocka_unit_test(missing_directory),
	};

	return cmocka_run_group_tests_name("workload", tests, begin, scratch_end);
}
