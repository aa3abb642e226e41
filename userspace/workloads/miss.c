// SPDX-License-Identifier: GPL-2.0-only
/* execve of a name that does not exist: what each entry of PATH before the hit costs. */
#include <errno.h>
#include <unistd.h>

#include "bench.h"
#include "files.h"
#include "workloads.h"

static const struct workload_param params[] = { PARAM_DIR, PARAM_ENV, PARAM_BATCH_AUTO, { 0 } };

static int op(struct bench *b, unsigned n)
{
	char *argv[] = { b->state, NULL };

	for (; n; n--) {
		execve(argv[0], argv, b->envp);
		if (errno != ENOENT)
			return bench_fail(b, "execve of a missing file: %m, not ENOENT");
	}
	return 0;
}

const struct workload workload_miss = {
	.name = "miss",
	.summary = "failing execve of a missing file, without a fork",
	.params = params,
	.files = true,
	.setup = files_missing,
	.op = op,
	.teardown = files_free,
};
