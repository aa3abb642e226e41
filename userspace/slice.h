/* SPDX-License-Identifier: GPL-2.0-only */
/* The inside of the measuring process. */
#ifndef SLICE_H
#define SLICE_H

#include "worker.h"

/*
 * Runs a slice for each byte that comes from `in`, answers with a byte to `out`, and exits when
 * `in` ends or the runner dies. use SLICE_CLOCK_COST runs nothing, to find what the reading of
 * the clock costs.
 */
void slice_loop(struct worker *w, const struct use *uses, size_t nuses, enum clock_kind clock,
		int in, int out) __attribute__((noreturn));

#define SLICE_CLOCK_COST ((size_t)-1)

#endif
