/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whether the machine slept during a slice. CLOCK_MONOTONIC stands still then and CLOCK_BOOTTIME
 * does not, so that the gap between them grows. Steps of CLOCK_REALTIME matter to neither.
 */
#ifndef CLOCKCHECK_H
#define CLOCKCHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#define CLOCKCHECK_TOLERANCE 10000000	/* ns: two clocks are not read at the same moment */

/* Reads a clock as clock_gettime(2) does. */
typedef int (*clockcheck_fn)(clockid_t clock, struct timespec *ts);

struct clockcheck {
	clockcheck_fn read;
	int64_t gap;		/* CLOCK_BOOTTIME - CLOCK_MONOTONIC, ns */
	int64_t last;		/* CLOCK_MONOTONIC, ns */
};

/* Notes how the clocks are. `read` is clock_gettime, or what a test puts in its place. */
void clockcheck_begin(struct clockcheck *c, clockcheck_fn read);

/*
 * Whether the clocks went together since the last call or since the beginning; if not, why[size]
 * says what they did. Notes how they are now.
 */
bool clockcheck_steady(struct clockcheck *c, char *why, size_t size);

#endif
