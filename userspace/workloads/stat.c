// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat(2) of the name that `miss` executes, the least that a failing lookup can cost; and of a file
 * that is there.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "exitcode.h"
#include "files.h"
#include "mem.h"
#include "target.h"
#include "workloads.h"

static const struct workload_param missing_params[] = { PARAM_DIR, PARAM_BATCH_AUTO, { 0 } };
static const struct workload_param there_params[] = {
	PARAM_DIR, PARAM_BATCH_AUTO,
	{ "file", NULL, 0, 0, "this file, instead of an empty one like those of access1" },
	{ 0 },
};

/* The system call itself: the C library's stat() makes another one. Some architectures have none. */
static inline long stat_call(const char *name, struct stat *st)
{
#ifdef SYS_stat
	return syscall(SYS_stat, name, st);
#else
	return syscall(SYS_newfstatat, AT_FDCWD, name, st, 0);
#endif
}

static int missing(struct bench *b, unsigned n)
{
	struct stat st;

	for (; n; n--) {
		if (!stat_call(b->state, &st) || errno != ENOENT)
			return bench_fail(b, "stat of a missing file did not end with ENOENT");
	}
	return 0;
}

static int setup_there(struct use *u)
{
	const char *file = use_text(u, "file");

	if (!file)
		return files_empty(u, 0, (char **)&u->state);
	u->state = xstrdup(file);
	free(u->fs);
	u->fs = target_fs(file);
	return XC_OK;
}

static int there(struct bench *b, unsigned n)
{
	struct stat st;

	for (; n; n--) {
		if (stat_call(b->state, &st))
			return bench_fail(b, "stat(%s): %m", (const char *)b->state);
	}
	return 0;
}

const struct workload workload_stat = {
	.name = "stat",
	.summary = "stat(2) of the same missing file: the yardstick for miss",
	.params = missing_params,
	.files = true,
	.setup = files_missing,
	.op = missing,
	.teardown = files_free,
};

const struct workload workload_stat_there = {
	.name = "stat-there",
	.summary = "stat(2) of the same file, which is there: the yardstick for access1",
	.params = there_params,
	.files = true,
	.setup = setup_there,
	.op = there,
	.teardown = files_free,
};
