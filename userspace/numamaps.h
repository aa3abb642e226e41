/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the pages of a new program's stack lie: on the node of the CPU that it runs on, or on
 * another. Looked at right after an exec, in an operation of its own that is not timed.
 */
#ifndef NUMAMAPS_H
#define NUMAMAPS_H

#include <stdbool.h>

#include "bench.h"

/* Counts in the samples file. */
#define NUMAMAPS_PAGES "stack_pages"
#define NUMAMAPS_REMOTE "stack_pages_remote"
#define NUMAMAPS_EXECS "stack_execs"
#define NUMAMAPS_PREFIX "stack_"

/*
 * From a text as of /proc/PID/numa_maps: all pages of the stack, and those that are on another
 * node than `node`. False if there is no line of a stack.
 */
bool numamaps_parse(const char *text, int node, int64_t *pages, int64_t *remote);

/* The CPU in a text as of /proc/PID/stat, or -1. */
int numamaps_cpu(const char *stat);

/* Why it cannot be looked at here, or NULL. */
const char *numamaps_why(void);

/*
 * Does the operation once more in a child that is traced, and adds what was found at each exec to
 * s->numa; execs stays 0 if there was none or tracing is not allowed. What the operation counts is
 * dropped. 0, or -1 by bench_fail().
 */
int numamaps_operation(struct bench *b, int (*op)(struct bench *b, unsigned n));

#endif
