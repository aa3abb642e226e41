/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the kernel counted over a slice: context switches and page faults of the measuring process
 * and its children, and /proc/exec_stat where kernel.exec_stats is on.
 */
#ifndef COUNTS_H
#define COUNTS_H

#include "bench.h"

struct counts {
	struct bench_count at[BENCH_COUNTS_MAX];
	unsigned n;
};

/* Reads all counters. */
void counts_read(struct counts *c);

/* Adds the growth of each counter from one reading to the other to the slice's counts. */
void counts_add(struct bench_shared *s, const struct counts *from, const struct counts *to);

/* Lines "name value" as of /proc/exec_stat, appended to *c; others are skipped. */
void counts_parse(struct counts *c, char *text);

#endif
