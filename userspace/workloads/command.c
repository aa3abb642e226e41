// SPDX-License-Identifier: GPL-2.0-only
/* Any program: fork, execvp, wait. */
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "bench.h"
#include "err.h"
#include "exitcode.h"
#include "workloads.h"

static const struct workload_param params[] = { PARAM_ENV, PARAM_BATCH("1"), { 0 } };

static int check(const struct use *u)
{
	if (u->argv && u->argv[0])
		return XC_OK;
	err_say("workload command: give the program to run after '--'");
	return XC_USAGE;
}

static int op(struct bench *b, unsigned n)
{
	char **argv = b->use->argv;

	for (; n; n--) {
		pid_t child = fork();

		if (child < 0)
			return bench_fail(b, "fork: %m");
		if (!child) {
			/* It may be long: it is not left behind when the run is killed. */
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			execvpe(argv[0], argv, b->envp);
			bench_exec_failed(b);
		}
		if (bench_reap(b, child))
			return -1;
	}
	return 0;
}

const struct workload workload_command = {
	.name = "command",
	.summary = "the program after '--' (its input and output are /dev/null)",
	.params = params,
	.own_environment = true,
	.check = check,
	.op = op,
};
