/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A crew: tasks, the measuring process among them, that do the same operations at the same time,
 * as processes or as threads. It lives from a workload's prepare() to its finish().
 */
#ifndef CREW_H
#define CREW_H

#include "bench.h"

struct crew;

#define CREW_MAX 1024

/* Parameters of workloads that have a crew. */
#define PARAM_TASKS \
	{ "tasks", "1", 1, CREW_MAX, "tasks that do it at the same time; a value is what each of them takes for an operation" }
#define PARAM_THREADS \
	{ "threads", "0", 0, 1, "1: the tasks are threads of one process" }
#define PARAM_PIN \
	{ "pin", "0", 0, 1, "1: each task keeps to a CPU of its own" }

/*
 * n operations of one task, 0 up to the number of tasks. b is its own: errors and counts are not
 * seen by the others. 0, or -1 by bench_fail().
 */
typedef int (*crew_fn)(struct bench *b, unsigned task, unsigned n);

/*
 * Starts all tasks but the first, which is the caller; they wait. Takes its size from the
 * workload's parameters tasks, threads and pin. NULL by bench_fail(); else to be ended by crew_end().
 */
struct crew *crew_start(struct bench *b, crew_fn fn);

/*
 * Every task does n operations, all at once; returns when the last of them has. 0, or -1 by
 * bench_fail() with the first reason. The counts of the tasks are added to those of the slice.
 */
int crew_run(struct crew *c, unsigned n);

/* Ends and reaps the tasks; c may be NULL. */
void crew_end(struct crew *c);

/*
 * For workloads whose operation is one of b->crew: crew_prepare() starts it in prepare(), 0 or -1 by
 * bench_fail(); the others are their op() and finish().
 */
int crew_prepare(struct bench *b, crew_fn fn);
int crew_op(struct bench *b, unsigned n);
void crew_finish(struct bench *b);

#endif
