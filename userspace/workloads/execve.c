// SPDX-License-Identifier: GPL-2.0-only
/* fork, execve of an absolute name, wait; by several tasks, all of the same program. */
#include <unistd.h>

#include "bench.h"
#include "crew.h"
#include "files.h"
#include "workloads.h"

static const struct workload_param params[] = {
	PARAM_TASKS, PARAM_PIN, PARAM_DIR, PARAM_ENV, PARAM_VARS, PARAM_BATCH("1"), { 0 },
};

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
	(void)task;
	return execve_each(b, b->state, n);
}

static int prepare(struct bench *b)
{
	return crew_prepare(b, execute);
}

const struct workload workload_execve = {
	.name = "execve",
	.summary = "fork, execve of an absolute name, wait",
	.params = params,
	.files = true,
	.setup = files_target,
	.prepare = prepare,
	.op = crew_op,
	.finish = crew_finish,
	.teardown = files_free,
};
