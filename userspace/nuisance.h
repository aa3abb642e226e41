/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What must not matter and yet does: the layout of memory and of names. It is changed from block
 * to block, the same for all arms of a block, and recorded.
 */
#ifndef NUISANCE_H
#define NUISANCE_H

#include <stddef.h>
#include <stdint.h>

#define NUISANCE_ENV_MAX 131000u	/* bytes; a string of 128 KiB is E2BIG */
#define NUISANCE_DEPTH_MAX 8u		/* directories */
#define NUISANCE_STACK_MAX 4096u	/* bytes */

struct nuisance {
	unsigned env;	/* bytes of padding in the environment */
	unsigned depth;	/* how deep the working directory lies below the workload's own */
	unsigned stack;	/* bytes that the measuring loop's stack is moved by */
};

/* Sizes of the environment to go through; n 0: any size below 4096, drawn for each block. */
struct env_sizes {
	unsigned *sizes;
	size_t n;
};

/* n sizes (2 to 4096) evenly from 0 to below 4096. The caller frees e->sizes. */
void nuisance_env_even(struct env_sizes *e, size_t n);

/* "SIZE,SIZE...": XC_OK or XC_USAGE, said. The caller frees e->sizes. */
int nuisance_env_list(struct env_sizes *e, const char *text);

/*
 * One for each block, from the seed: a new array. With sizes given, each n blocks go through all
 * of them in a shuffled order.
 */
struct nuisance *nuisance_make(uint64_t seed, size_t blocks, const struct env_sizes *e);

#endif
