// SPDX-License-Identifier: GPL-2.0-only
/* exectune list: the workloads and the known knobs. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "exitcode.h"
#include "knob.h"
#include "mem.h"
#include "workload.h"

static int run(int argc, char **argv)
{
	static const struct argp argp = {
		.doc = "List the workloads with their parameters, and the known knobs with the names of "
		       "their values.",
	};

	if (argp_parse(&argp, argc, argv, 0, NULL, NULL))
		return XC_USAGE;
	puts("Workloads (run -w NAME[:param=value]...):");
	workload_print(stdout);
	puts("\nKnobs (set KNOB=VALUE, run --vary KNOB=VALUE,VALUE), besides any other sysctl\n"
	     "or writable file:");
	for (const struct knob_desc *d = knob_table; d->sysctl; d++) {
		printf("  %-25s %s\n      ", d->sysctl, d->summary);
		for (int i = 0; d->names[i]; i++)
			printf("%s%d %s", i ? ", " : "", i, d->names[i]);
		putchar('\n');
	}
	return XC_OK;
}

const struct command cmd_list = { "list", "list workloads and known knobs", run };
