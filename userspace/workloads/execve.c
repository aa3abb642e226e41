// SPDX-License-Identifier: GPL-2.0-only
/* fork, execve of an absolute name, wait; by several tasks, all of the same program. */
#include <stdlib.h>
#include <unistd.h>

#include "bench.h"
#include "crew.h"
#include "files.h"
#include "mem.h"
#include "workloads.h"

static const struct workload_param params[] = {
	PARAM_TASKS, PARAM_PIN, PARAM_DIR, PARAM_ENV, PARAM_VARS, PARAM_BATCH("1"), { 0 },
};

struct execve {
	struct crew *crew;		/* in the measuring process, during a slice */
	char *program;
};

static int setup(struct use *u)
{
	struct execve *e = xcalloc(1, sizeof(*e));
	int status = files_target(u);

	e->program = u->state;
	u->state = e;
	return status;
}

int execve_each(struct bench *b, char *program, unsigned n)
{
	char *argv[] = { program, NULL };

	for (; n; n--) {
		pid_t child = fork();

		if (child < 0)
			return bench_fail(b, "fork: %m");
		if (!child) {
			execve(argv[0], argv, b->envp);
			bench_exec_failed(b);
		}
		if (bench_reap(b, child))
			return -1;
	}
	return 0;
}

static int execute(struct bench *b, unsigned task, unsigned n)
{
	const struct execve *e = b->state;

	(void)task;
	return execve_each(b, e->program, n);
}

static int prepare(struct bench *b)
{
	struct execve *e = b->state;

	e->crew = crew_start(b, execute);
	return e->crew ? 0 : -1;
}

static int op(struct bench *b, unsigned n)
{
	const struct execve *e = b->state;

	return crew_run(e->crew, n);
}

static void finish(struct bench *b)
{
	struct execve *e = b->state;

	crew_end(e->crew);
	e->crew = NULL;
}

static void teardown(struct use *u)
{
	struct execve *e = u->state;

	free(e->program);
	free(e);
	u->state = NULL;
}

const struct workload workload_execve = {
	.name = "execve",
	.summary = "fork, execve of an absolute name, wait",
	.params = params,
	.files = true,
	.setup = setup,
	.prepare = prepare,
	.op = op,
	.finish = finish,
	.teardown = teardown,
};
