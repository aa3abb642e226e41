// SPDX-License-Identifier: GPL-2.0-only
/* stat(2) of the name that `miss` executes: the least that a failing lookup can cost. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "files.h"
#include "workloads.h"

static const struct workload_param params[] = { PARAM_DIR, PARAM_BATCH_AUTO, { 0 } };

/* The system call itself: the C library's stat() makes another one. Some architectures have none. */
static long stat_call(const char *name, struct stat *st)
{
#ifdef SYS_stat
	return syscall(SYS_stat, name, st);
#else
	return syscall(SYS_newfstatat, AT_FDCWD, name, st, 0);
#endif
}

static int op(struct bench *b, unsigned n)
{
	struct stat st;

	for (; n; n--) {
		if (!stat_call(b->state, &st) || errno != ENOENT)
			return bench_fail(b, "stat of a missing file did not end with ENOENT");
	}
	return 0;
}

const struct workload workload_stat = {
	.name = "stat",
	.summary = "stat(2) of the same missing file: the yardstick for miss",
	.params = params,
	.files = true,
	.setup = files_missing,
	.op = op,
	.teardown = files_free,
};
