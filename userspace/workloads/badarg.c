// SPDX-License-Identifier: GPL-2.0-only
/*
 * execve of a program that is there, with a last argument that cannot be read. Where the file is
 * looked up late, this costs what an execve does before its lookup; elsewhere, the open as well.
 */
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

#include "bench.h"
#include "files.h"
#include "workloads.h"

static const struct workload_param params[] = { PARAM_DIR, PARAM_ENV, PARAM_BATCH_AUTO, { 0 } };

static int op(struct bench *b, unsigned n)
{
	/* Address 1 is in no process. */
	char *argv[] = { b->state, (char *)(uintptr_t)1, NULL };

	for (; n; n--) {
		execve(argv[0], argv, b->envp);
		if (errno != EFAULT)
			return bench_fail(b, "execve with an unreadable argument: %m, not EFAULT");
	}
	return 0;
}

const struct workload workload_badarg = {
	.name = "badarg",
	.summary = "failing execve for an unreadable argument, without a fork",
	.params = params,
	.files = true,
	.setup = files_target,
	.op = op,
	.teardown = files_free,
};
