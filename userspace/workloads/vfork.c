// SPDX-License-Identifier: GPL-2.0-only
/* vfork, execve of an absolute name, wait. */
#include <unistd.h>

#include "bench.h"
#include "files.h"
#include "workloads.h"

static const struct workload_param params[] = { PARAM_DIR, PARAM_ENV, PARAM_BATCH("1"), { 0 } };

/* By itself, so that the child, which shares our stack, has nothing of the caller's to spoil. */
static __attribute__((noinline)) pid_t spawn(struct bench *b, char *const *argv)
{
	pid_t child = vfork();

	if (!child) {
		execve(argv[0], argv, b->envp);
		bench_exec_failed(b);
	}
	return child;
}

static int op(struct bench *b, unsigned n)
{
	char *argv[] = { b->state, NULL };

	for (; n; n--) {
		pid_t child = spawn(b, argv);

		if (child < 0)
			return bench_fail(b, "vfork: %m");
		if (bench_reap(b, child))
			return -1;
	}
	return 0;
}

const struct workload workload_vfork = {
	.name = "vfork",
	.summary = "vfork, execve of an absolute name, wait",
	.params = params,
	.files = true,
	.setup = files_target,
	.op = op,
	.teardown = files_free,
};
