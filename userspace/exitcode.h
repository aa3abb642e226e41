/* SPDX-License-Identifier: GPL-2.0-only */
/* Exit statuses of exectune. Functions that report their own failure return one of these. */
#ifndef EXITCODE_H
#define EXITCODE_H

enum exitcode {
	XC_OK = 0,		/* done; no regression */
	XC_REGRESSION = 1,	/* a regression beyond the asked bound */
	XC_INCONCLUSIVE = 2,	/* the data cannot decide at the asked resolution */
	XC_USAGE = 3,		/* the command line is wrong; nothing was touched */
	XC_ERROR = 4,		/* it failed at run time */
	XC_NOSPACE = 5,		/* no space left for the samples file */
	XC_SIGNAL = 128,	/* plus the signal's number: interrupted */
};

#endif
