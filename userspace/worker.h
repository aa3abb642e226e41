/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The measuring process. It is forked once, before the samples file and the rest of the runner
 * grow in memory, so that what a fork copies is the same in every slice; it only runs slices on
 * request and leaves the times in shared memory.
 */
#ifndef WORKER_H
#define WORKER_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bench.h"
#include "events.h"
#include "guardian.h"
#include "nuisance.h"

#define WORKER_RAW_MAX (1u << 20)	/* timed values in a slice */

struct worker_request {
	size_t use;			/* index of the workload */
	unsigned batch;			/* operations per timed value, at least 1 */
	unsigned warmup;		/* values taken first and thrown away */
	uint64_t values;		/* values to take, or 0: as many as fit in `slice` */
	int64_t slice;			/* ns (instructions with CLOCK_KIND_ICOUNT) */
	bool markers;			/* around the operations of each value that is kept; see mark.h */
	struct nuisance nuisance;
};

struct worker {
	volatile pid_t pid;		/* 0 if there is none */
	int to, from;			/* pipes */
	struct bench_shared *shared;
	uint64_t *raw;			/* shared->nraw times of `batch` operations each */
	struct worker_request *request;	/* shared as well */
	int close[2];			/* fds of the runner that it must let go of, or -1 */
	const struct events *events;	/* to be counted, borrowed, or NULL; set before worker_start() */
	bool numa_maps;			/* look where new stacks are, once a slice; set before as well */
	uint64_t cost;			/* what reading the clock adds to each value; subtracted */
};

/* Empties *w and maps the memory; before worker_start(), so that stop_install() has its flag. XC_OK or said. */
int worker_map(struct worker *w);

/* Starts it, with the workloads that have been set up. XC_OK or XC_ERROR, said. */
int worker_start(struct worker *w, const struct use *uses, size_t nuses, enum clock_kind clock);

/*
 * One slice; the results are in shared and raw. XC_OK; XC_ERROR, said; or XC_SIGNAL when it was
 * stopped, and the slice counts for nothing.
 */
int worker_slice(struct worker *w, const struct worker_request *r);

/* Ends and reaps it, and unmaps the memory. */
void worker_end(struct worker *w);

#endif
