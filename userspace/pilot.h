/* SPDX-License-Identifier: GPL-2.0-only */
/* How many blocks an asked resolution takes, from a pilot: --resolve. */
#ifndef PILOT_H
#define PILOT_H

#include <stddef.h>

#define PILOT_BLOCKS 8u
#define PILOT_MAX_DEFAULT 400u		/* --max-blocks */

/* The medians of the pilot's slices: value[(block * uses + use) * arms + arm]. */
struct pilot {
	size_t blocks, uses, arms;
	double *value;
};

/*
 * The SD over the pilot's blocks of the log-ratio of an arm to the baseline, on the workload and
 * in the arm where it is largest; these into *use and *arm. NaN if there is nothing to compare or
 * a median is 0.
 */
double pilot_sd(const struct pilot *p, size_t baseline, size_t *use, size_t *arm);

struct pilot_size {
	unsigned wanted;		/* blocks that the resolution takes, not bounded above */
	unsigned blocks;		/* to be done */
	double resolves;		/* the smallest detectable effect of these, as a ratio: 0.01 is 1% */
};

/*
 * The number of blocks, 8 (sd / log(1 + resolve))^2 of them but at least 6, rounded up to whole
 * rounds of the balanced order of `arms` arms. At most max; then rounded down to whole rounds,
 * unless there is not one. At least `least`, for the sizes of the environment.
 */
struct pilot_size pilot_size(double sd, double resolve, size_t arms, unsigned least, unsigned max);

#endif
