// SPDX-License-Identifier: GPL-2.0-only
/* getppid(2): what a system call costs that does next to nothing. */
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "workloads.h"

static const struct workload_param params[] = { PARAM_BATCH_AUTO, { 0 } };

static int op(struct bench *b, unsigned n)
{
	(void)b;
	for (; n; n--)
		syscall(SYS_getppid);
	return 0;
}

const struct workload workload_getppid = {
	.name = "getppid",
	.summary = "getppid(2): the cost of any system call",
	.params = params,
	.op = op,
};
