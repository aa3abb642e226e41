// SPDX-License-Identifier: GPL-2.0-only
/* fork, execve of an absolute name, wait. */
#include <unistd.h>

#include "bench.h"
#include "files.h"
#include "workloads.h"

static const struct workload_param params[] = { PARAM_DIR, PARAM_ENV, PARAM_BATCH("1"), { 0 } };

static int op(struct bench *b, unsigned n)
{
	char *argv[] = { b->state, NULL };

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

const struct workload workload_execve = {
	.name = "execve",
	.summary = "fork, execve of an absolute name, wait",
	.params = params,
	.files = true,
	.setup = files_target,
	.op = op,
	.teardown = files_free,
};
