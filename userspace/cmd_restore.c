// SPDX-License-Identifier: GPL-2.0-only
/* exectune restore: put knobs back that a run has left changed. */
#include <argp.h>
#include <stdio.h>

#include "command.h"
#include "exitcode.h"
#include "journal.h"

static int run(int argc, char **argv)
{
	static const struct argp argp = {
		.doc = "Put the knobs back that an earlier run has left changed, from its journal. A run "
		       "does this itself however it ends; this is for when its guardian was killed too. "
		       "A knob that somebody else has set since is left as it is.",
	};
	struct journal_result r = { 0 };
	unsigned journals;
	int status;

	if (argp_parse(&argp, argc, argv, 0, NULL, NULL))
		return XC_USAGE;
	status = journal_restore_all(&r, &journals);
	if (!journals && !status)
		puts("nothing to restore");
	else
		printf("%u restored, %u as before already, %u set by somebody else, %u failed\n",
		       r.restored, r.same, r.foreign, r.failed);
	return status;
}

const struct command cmd_restore = { "restore", "put knobs back that a run left changed", run };
