/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What runs when. In every block every workload sees every arm once. The orders of the arms are
 * the rows of Williams designs, in which each arm is equally often in each place and after each
 * other arm; the rows and the labels of the arms are shuffled anew in each round of rows. All of
 * it follows from the seed.
 */
#ifndef SCHEDULE_H
#define SCHEDULE_H

#include <stddef.h>
#include <stdint.h>

struct schedule {
	size_t blocks, workloads, arms;
	unsigned *workload_order;	/* [block][place] */
	unsigned *arm_order;		/* [block][workload][slot] */
};

/* Rows of a Williams design: arms if that is even, twice as many if odd (1 for one arm). */
size_t schedule_rows(size_t arms);

/* Fills *s; free with schedule_free(). All sizes at least 1. Never fails (mem.h). */
void schedule_make(struct schedule *s, uint64_t seed, size_t blocks, size_t workloads, size_t arms);

/* The workload at a place of a block, and the arm at a slot of a workload of a block. */
unsigned schedule_workload(const struct schedule *s, size_t block, size_t place);
unsigned schedule_arm(const struct schedule *s, size_t block, size_t workload, size_t slot);

void schedule_free(struct schedule *s);

#endif
