/* SPDX-License-Identifier: GPL-2.0-only */
/* What a workload sees of the measuring process while a slice runs. */
#ifndef BENCH_H
#define BENCH_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "clock.h"
#include "workload.h"

#define BENCH_ERROR_MAX 400
#define BENCH_COUNTS_MAX 32
#define BENCH_NAME_MAX 32
#define BENCH_EVENTS_MAX 16

struct bench_count {
	char name[BENCH_NAME_MAX];
	int64_t n;
};

/* What was counted of an event; see perf.h. */
struct bench_event {
	int64_t n;
	double share;
	int known;
};

/* What was found at execs; see numamaps.h. */
struct bench_numa {
	int64_t execs, pages, remote;
};

/* Lives in memory shared with the runner and with the children. */
struct bench_shared {
	volatile sig_atomic_t stop;	/* the runner wants the slice to end */
	volatile int child_errno;	/* a child whose exec failed leaves its errno here */
	volatile int child_failed;	/* the errno above is meant */
	char error[BENCH_ERROR_MAX];	/* why the slice failed, or "" */
	struct bench_count counts[BENCH_COUNTS_MAX];
	unsigned ncounts;
	struct bench_event events[BENCH_EVENTS_MAX];
	unsigned nevents;		/* the first of them are of this slice */
	struct bench_numa numa;
	unsigned nraw;			/* values in the array of raw values */
};

struct bench {
	const struct use *use;
	char **envp;			/* the environment for the programs to be executed */
	struct bench_shared *shared;
	enum clock_kind clock;
	void *state;			/* use->state */
	struct crew *crew;		/* of a workload that has one, from prepare() to finish() */
	bool markers;			/* a crew puts them around what each of its tasks does */
};

/* Notes why the slice failed; the first reason stays. Returns -1. */
int bench_fail(struct bench *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * Adds to a count of the slice; the first BENCH_COUNTS_MAX names are kept, which is more than
 * there are.
 */
void bench_count(struct bench_shared *s, const char *name, int64_t n);

/* Reaps the child: 0 if it exited with 0, else -1 by bench_fail() with its status. */
int bench_reap(struct bench *b, pid_t child);

/* In the child, after an exec that came back: tells the parent errno and ends the child. */
void bench_exec_failed(struct bench *b) __attribute__((noreturn));

#endif
