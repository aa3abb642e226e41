// SPDX-License-Identifier: GPL-2.0-only
/* fork, execvpe through a PATH of several entries, wait. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "err.h"
#include "exitcode.h"
#include "files.h"
#include "mem.h"
#include "target.h"
#include "workloads.h"

#define PROGRAM "exectune-target"

static const struct workload_param params[] = {
	{ "hit", "7", 1, 64, "the entry of PATH, from 1, that has the program" },
	{ "entries", "7", 1, 64, "directories in PATH" },
	PARAM_DIR, PARAM_ENV, PARAM_VARS, PARAM_BATCH("1"), { 0 },
};

static int check(const struct use *u)
{
	if (use_number(u, "hit", 0) <= use_number(u, "entries", 0))
		return XC_OK;
	err_say("workload execvpe: hit=%s is beyond the entries=%s of PATH; give entries= as well",
		use_text(u, "hit"), use_text(u, "entries"));
	return XC_USAGE;
}

static int setup(struct use *u)
{
	uint64_t entries = use_number(u, "entries", 0);
	char *program, *path = NULL;
	int status;

	for (uint64_t i = 1; i <= entries; i++) {
		char *dir = xasprintf("%s/path%02u", u->dir, (unsigned)i);
		char *more = path ? xasprintf("%s:%s", path, dir) : xstrdup(dir);

		free(path);
		path = more;
		if (mkdir(dir, 0755)) {
			err_say("cannot make %s: %m", dir);
			free(dir);
			free(path);
			return XC_ERROR;
		}
		free(dir);
	}
	u->path = path;
	program = xasprintf("%s/path%02u/%s", u->dir, (unsigned)use_number(u, "hit", 1), PROGRAM);
	status = target_copy("exec-target", program);
	free(program);
	return status;
}

static int op(struct bench *b, unsigned n)
{
	char *argv[] = { PROGRAM, NULL };

	for (; n; n--) {
		pid_t child = fork();

		if (child < 0)
			return bench_fail(b, "fork: %m");
		if (!child) {
			execvpe(argv[0], argv, b->envp);
			bench_exec_failed(b);
		}
		if (bench_reap(b, child))
			return -1;
	}
	return 0;
}

const struct workload workload_execvpe = {
	.name = "execvpe",
	.summary = "fork, execvpe through a PATH of several entries, wait",
	.params = params,
	.files = true,
	.check = check,
	.setup = setup,
	.op = op,
};
