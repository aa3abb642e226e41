// SPDX-License-Identifier: GPL-2.0-only
/* access(2) by tasks of which each has a file of its own: what they still share is who they are. */
#include "access.h"
#include "crew.h"
#include "workloads.h"

static const struct workload_param params[] = {
	PARAM_TASKS, PARAM_THREADS, PARAM_PIN, PARAM_DIR, PARAM_BATCH("1000"), { 0 },
};

const struct workload workload_access1 = {
	.name = "access1",
	.summary = "access(2) by a number of tasks, a file for each",
	.params = params,
	.files = true,
	.setup = access_setup_each,
	.prepare = access_prepare,
	.op = crew_op,
	.finish = crew_finish,
	.teardown = access_teardown,
};
