/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What operations are timed with: nanoseconds of CLOCK_MONOTONIC, or the time-stamp counter where
 * it counts instructions (QEMU -icount shift=0).
 */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>
#include <time.h>

#include "arch.h"

enum clock_kind { CLOCK_KIND_MONOTONIC, CLOCK_KIND_ICOUNT };

/* "monotonic" or "icount", as --clock takes it and the samples file has it. */
const char *clock_name(enum clock_kind kind);

/* "ns" or "instructions". */
const char *clock_unit(enum clock_kind kind);

/* The kind of that name: 0, or -1 if there is none. */
int clock_parse(const char *name, enum clock_kind *kind);

static inline uint64_t clock_monotonic(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000u + (uint64_t)ts.tv_nsec;
}

static inline uint64_t clock_now(enum clock_kind kind)
{
	return kind == CLOCK_KIND_ICOUNT ? arch_counter() : clock_monotonic();
}

/*
 * Whether one tick of the time-stamp counter is one instruction, found with loops of a known
 * number of them. XC_OK or XC_ERROR, having said what was found.
 */
int clock_check_icount(void);

#endif
