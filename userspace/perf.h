/* SPDX-License-Identifier: GPL-2.0-only */
/* Counting events around the timed part of a slice; in the measuring process. */
#ifndef PERF_H
#define PERF_H

#include "bench.h"
#include "events.h"

/* One reading of a counter: its value, and for how long it was wanted and really counted (ns). */
struct perf_reading {
	uint64_t value, enabled, running;
};

struct perf {
	const struct events *events;	/* borrowed */
	int fd[EVENTS_MAX];		/* -1: cannot be counted */
	struct perf_reading before[EVENTS_MAX];
	unsigned n;
};

/*
 * Opens the events of this process and of the children that it will have. events may be NULL:
 * then nothing is counted.
 */
void perf_open(struct perf *p, const struct events *events);

/* Counting goes on between these two; both read and so cost time. */
void perf_start(struct perf *p);
void perf_stop(struct perf *p, struct bench_shared *s);

/*
 * What was counted between two readings, scaled up when the counter had to share the hardware.
 * known is false when it did not count at all; share is the part of the time that it counted.
 */
struct bench_event perf_growth(const struct perf_reading *from, const struct perf_reading *to);

#endif
