// SPDX-License-Identifier: GPL-2.0-only
/* posix_spawn of an absolute name, wait. */
#include <spawn.h>
#include <string.h>

#include "bench.h"
#include "files.h"
#include "workloads.h"

static const struct workload_param params[] = { PARAM_DIR, PARAM_ENV, PARAM_BATCH("1"), { 0 } };

static int op(struct bench *b, unsigned n)
{
	char *argv[] = { b->state, NULL };

	for (; n; n--) {
		pid_t child;
		int error = posix_spawn(&child, argv[0], NULL, NULL, argv, b->envp);

		if (error)
			return bench_fail(b, "posix_spawn: %s", strerror(error));
		if (bench_reap(b, child))
			return -1;
	}
	return 0;
}

const struct workload workload_posix_spawn = {
	.name = "posix_spawn",
	.summary = "posix_spawn of an absolute name, wait",
	.params = params,
	.files = true,
	.setup = files_target,
	.op = op,
	.teardown = files_free,
};
