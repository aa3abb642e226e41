/* SPDX-License-Identifier: GPL-2.0-only */
/* What a run holds while it goes on, and its steps; for run*.c only. */
#ifndef RUN_STATE_H
#define RUN_STATE_H

#include "guardian.h"
#include "journal.h"
#include "plan.h"
#include "progress.h"
#include "schedule.h"
#include "store.h"
#include "worker.h"

struct run {
	struct plan *plan;
	struct worker worker;
	struct store store;
	struct journal journal;
	struct guardian guardian;
	struct schedule schedule;
	struct nuisance *nuisance;	/* per block */
	struct progress progress;
	bool *done;			/* per block: complete in the file already */
	unsigned left;			/* blocks not done */
	unsigned complete;		/* blocks done, in this run and before */
};

/* Directories and files of the workloads; all are removed by run_teardown(). XC_* said. */
int run_setup(struct run *r);
void run_teardown(struct run *r);

/* Starts the worker, finds what the clock costs and the batches that are still 0. XC_* said. */
int run_calibrate(struct run *r);

/* Writes each arm's knobs once and reads them back. XC_* said. */
int run_try_arms(struct run *r);

/* All blocks that are not done. XC_OK, an error (said), or XC_SIGNAL. */
int run_blocks(struct run *r);

/* Before anything is made: the clock, the CPUs, the knobs; then the directories and the worker. XC_* said. */
int run_prepare(struct run *r);

/*
 * With the store open and its first line written: the knobs, the blocks, the knobs back, the last
 * line, the summary. XC_OK, an error (said), or XC_SIGNAL + the signal.
 */
int run_go(struct run *r);

/* Lets go of all that a run holds but the plan. */
void run_finish(struct run *r);

/* Prints the summary of a samples file. XC_* said. */
int run_summary(const char *path);

/* The time, as 2026-01-31T12:00:00Z. */
void run_now(char buf[32]);

#endif
