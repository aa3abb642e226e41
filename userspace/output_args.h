/* SPDX-License-Identifier: GPL-2.0-only */
/* What the options of stats and compare that are the same say: how to judge and where to print. */
#ifndef EXECTUNE_OUTPUT_ARGS_H
#define EXECTUNE_OUTPUT_ARGS_H

#include <argp.h>

#include "summary_data.h"

struct output_args {
	enum summary_format format;
	const char *output;		/* or NULL: standard output */
	double margin;			/* as a ratio */
	double max_regression;		/* as a ratio; NaN: not asked for */
};

/* To be used as a child; its input is a struct output_args, which it initialises. */
extern const struct argp output_argp;

/*
 * Judges the summary anew by what was asked, and prints it, its refusals and, where the format
 * has no place for them, its flags.  made: what summary_make() or summary_pair() returned, XC_OK
 * or XC_INCONCLUSIVE.  Returns the exit status of the command.
 */
int output_show(struct summary *s, const struct output_args *a, int made);

#endif
