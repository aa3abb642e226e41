// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>

#include "crew.h"
#include "exitcode.h"

#define LIMIT_S 20

/* In memory that processes share. */
static struct seen {
	_Atomic unsigned arrived;
	_Atomic unsigned ops[CREW_MAX];
	_Atomic int pids[CREW_MAX], tids[CREW_MAX];
	_Atomic int cpus[CREW_MAX];	/* the only one that the task may run on, or -1 */
	struct bench_shared shared;
} *seen;

static struct use use;
static struct bench bench;

static struct crew *start(const char *spec, crew_fn fn)
{
	memset(seen, 0, sizeof(*seen));
	assert_int_equal(use_parse(spec, NULL, &use), XC_OK);
	bench = (struct bench){ .use = &use, .shared = &seen->shared };
	return crew_start(&bench, fn);
}

static void end(struct crew *c)
{
	crew_end(c);
	use_free(&use);
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(errno, ECHILD);
}

static int64_t counted(const char *name)
{
	for (unsigned i = 0; i < seen->shared.ncounts; i++)
		if (!strcmp(seen->shared.counts[i].name, name))
			return seen->shared.counts[i].n;
	return 0;
}

/* Does not end before all tasks are in it. */
static int meet(struct bench *b, unsigned task, unsigned n)
{
	time_t limit = time(NULL) + LIMIT_S;
	unsigned tasks = (unsigned)use_number(b->use, "tasks", 1);

	seen->pids[task] = getpid();
	seen->tids[task] = (int)syscall(SYS_gettid);
	seen->ops[task] += n;
	bench_count(b->shared, "ops", n);
	seen->arrived++;
	while (seen->arrived % tasks && time(NULL) < limit)
		sched_yield();
	return time(NULL) < limit ? 0 : bench_fail(b, "task %u is alone", task);
}

static void all_at_once(void **state)
{
	static const struct { const char *spec; unsigned tasks; bool threads; } rows[] = {
		{ "access1", 1, false }, { "access1:tasks=2", 2, false },
		{ "access1:tasks=5", 5, false }, { "access2:tasks=5:threads=1", 5, true },
		{ "procwalk:tasks=40", 40, false }, { "procwalk:tasks=40:threads=1", 40, true },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct crew *c = start(rows[i].spec, meet);

		assert_non_null(c);
		for (unsigned round = 1; round <= 3; round++) {
			if (crew_run(c, 10))
				fail_msg("%s: %s", rows[i].spec, seen->shared.error);
			for (unsigned t = 0; t < rows[i].tasks; t++)
				assert_int_equal(seen->ops[t], 10 * round);
		}
		assert_int_equal(seen->ops[rows[i].tasks], 0);
		assert_int_equal(counted("ops"), 30 * rows[i].tasks);
		for (unsigned t = 1; t < rows[i].tasks; t++) {
			assert_int_not_equal(seen->tids[t], seen->tids[t - 1]);
			assert_int_equal(seen->pids[t] == seen->pids[0], rows[i].threads);
		}
		end(c);
	}
}

static int third_fails(struct bench *b, unsigned task, unsigned n)
{
	(void)n;
	return task == 2 ? bench_fail(b, "not %s", "this one") : 0;
}

static int all_fail(struct bench *b, unsigned task, unsigned n)
{
	(void)n;
	return bench_fail(b, "task %u has failed", task);
}

static int third_dies(struct bench *b, unsigned task, unsigned n)
{
	(void)b, (void)n;
	if (task == 2)
		raise(SIGKILL);
	return 0;
}

static int third_exits(struct bench *b, unsigned task, unsigned n)
{
	(void)b, (void)n;
	if (task == 2)
		_exit(0);
	return 0;
}

static void failures(void **state)
{
	static const struct { const char *spec; crew_fn fn; const char *error; } rows[] = {
		{ "access1:tasks=4", third_fails, "access1:tasks=4: not this one" },
		{ "access1:tasks=4:threads=1", third_fails, "not this one" },
		{ "access1", all_fail, "task 0 has failed" },
		{ "access1:tasks=4", all_fail, "task 0 has failed" },
		{ "access1:tasks=4", third_dies, "task 3 was ended by Killed" },
		{ "access1:tasks=4", third_exits, "task 3 was ended by itself" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		struct crew *c = start(rows[i].spec, rows[i].fn);

		assert_non_null(c);
		assert_int_equal(crew_run(c, 1), -1);
		if (!strstr(seen->shared.error, rows[i].error))
			fail_msg("row %zu says: %s", i, seen->shared.error);
		end(c);
	}
	end(NULL);
}

static int where(struct bench *b, unsigned task, unsigned n)
{
	cpu_set_t set;
	int cpu = 0;

	(void)n;
	if (sched_getaffinity(0, sizeof(set), &set))
		return bench_fail(b, "sched_getaffinity: %m");
	while (!CPU_ISSET(cpu, &set))
		cpu++;
	seen->cpus[task] = CPU_COUNT(&set) == 1 ? cpu : -1;
	return 0;
}

/* A CPU for each task, as long as the crew is there; or a message if there are not as many. */
static void pinned(void **state)
{
	static const char *const kinds[] = { "", ":threads=1" };
	cpu_set_t before, after;
	char spec[64];
	int cpus;

	(void)state;
	assert_int_equal(sched_getaffinity(0, sizeof(before), &before), 0);
	cpus = CPU_COUNT(&before);
	for (size_t k = 0; k < COUNT(kinds); k++) {
		struct crew *c;

		snprintf(spec, sizeof(spec), "access1:tasks=%d%s:pin=1", cpus, kinds[k]);
		c = start(spec, where);
		assert_non_null(c);
		assert_int_equal(crew_run(c, 1), 0);
		for (int i = 0; i < cpus; i++) {
			assert_true(seen->cpus[i] >= 0 && CPU_ISSET(seen->cpus[i], &before));
			for (int j = 0; j < i; j++)
				assert_int_not_equal(seen->cpus[i], seen->cpus[j]);
		}
		end(c);
		assert_int_equal(sched_getaffinity(0, sizeof(after), &after), 0);
		assert_true(CPU_EQUAL(&before, &after));
	}
	if (cpus < CREW_MAX) {
		snprintf(spec, sizeof(spec), "access1:tasks=%d:pin=1", cpus + 1);
		assert_null(start(spec, where));
		assert_non_null(strstr(seen->shared.error, "pin=1 takes a CPU for each"));
		end(NULL);
	}
}

static int begin(void **state)
{
	(void)state;
	seen = mmap(NULL, sizeof(*seen), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	return seen == MAP_FAILED;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_at_once), cmocka_unit_test(failures), cmocka_unit_test(pinned),
	};

	return cmocka_run_group_tests_name("crew", tests, begin, NULL);
}
