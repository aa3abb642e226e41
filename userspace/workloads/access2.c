// SPDX-License-Identifier: GPL-2.0-only
/* access(2) by tasks that all name the same file: they share that as well. */
#include "access.h"
#include "crew.h"
#include "workloads.h"

static const struct workload_param params[] = {
	PARAM_TASKS, PARAM_THREADS, PARAM_PIN, PARAM_DIR, PARAM_BATCH("1000"), { 0 },
};

const struct workload workload_access2 = {
	.name = "access2",
	.summary = "access(2) by a number of tasks, all of the same file",
	.params = params,
	.files = true,
	.setup = access_setup_one,
	.prepare = access_prepare,
	.op = crew_op,
	.finish = crew_finish,
	.teardown = access_teardown,
};
