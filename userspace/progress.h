/* SPDX-License-Identifier: GPL-2.0-only */
/* How far a run is, on stderr: one redrawn line on a terminal, a plain line now and then elsewhere. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdint.h>

struct progress {
	uint64_t total, done;	/* slices */
	uint64_t first;		/* slices done before we began (a resumed run) */
	uint64_t began, said;	/* ns of CLOCK_MONOTONIC */
	int terminal;		/* stderr is one */
	int drawn;		/* a line is on it that has no end yet */
};

void progress_begin(struct progress *p, uint64_t total, uint64_t done);

/* A slice has been done; `what` is what it was of, blocks are counted from 1. */
void progress_step(struct progress *p, const char *what, unsigned block, unsigned blocks);

/* Clears the redrawn line; to be called before any other message too. */
void progress_clear(struct progress *p);

/* "1h05m", "3m20s", "12s" into buf. */
void progress_time(char *buf, unsigned long size, uint64_t seconds);

#endif
