/* SPDX-License-Identifier: GPL-2.0-only */
/* What a run holds while it goes on, and its steps; for run*.c only. */
#ifndef RUN_STATE_H
#define RUN_STATE_H

#include "clockcheck.h"
#include "cpus.h"
#include "guardian.h"
#include "journal.h"
#include "pilot.h"
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
	struct clockcheck clocks;
	struct cpus cpus;
	struct pilot *pilot;		/* while a pilot goes on, else NULL */
	char why[512];			/* what disturbed the last block that was discarded */
	bool multiplexed;		/* it has been said that events take turns */
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

/* One block, again if it is disturbed. XC_OK, an error (said), or XC_SIGNAL. */
int run_block(struct run *r, unsigned block);

/* Notes clocks and CPUs, before a first block. */
void run_watch(struct run *r);

/* The number of blocks is known: makes their order and layouts; none is done. */
void run_size(struct run *r, unsigned blocks);

/* Finds that number by a pilot, and writes it to the file. XC_OK, an error (said), or XC_SIGNAL. */
int run_pilot(struct run *r);

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

/*
 * Prints the summary of a samples file. XC_OK, an error (said), or XC_INCONCLUSIVE (said) when an
 * effect of the size `resolve`, if that is not 0, would have been missed.
 */
int run_summary(const char *path, double resolve);

/* The time, as 2026-01-31T12:00:00Z. */
void run_now(char buf[32]);

#endif
