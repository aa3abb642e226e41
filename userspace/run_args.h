/* SPDX-License-Identifier: GPL-2.0-only */
/* The options of `exectune run`. */
#ifndef RUN_ARGS_H
#define RUN_ARGS_H

#include "plan.h"

struct run_args {
	const char *output;	/* of -o, or NULL */
	const char *resume;	/* of --resume, or NULL; then the plan is empty */
};

/*
 * Fills *args, which points into argv, and *p, which is zeroed but for node -1, and to be freed
 * with plan_free() in any case. XC_OK or an error, said. --help exits.
 */
int run_args_parse(struct run_args *args, struct plan *p, int argc, char **argv);

#endif
