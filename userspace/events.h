/* SPDX-License-Identifier: GPL-2.0-only */
/* Events of perf_event_open(2) by name: what --events and --counters ask for. */
#ifndef EVENTS_H
#define EVENTS_H

#include <jansson.h>
#include <linux/perf_event.h>
#include <stddef.h>

#include "bench.h"

#define EVENTS_MAX BENCH_EVENTS_MAX
#define EVENTS_NAME_MAX 64
#define EVENTS_WHY_MAX 160

struct event {
	char name[EVENTS_NAME_MAX];	/* as given */
	char why[EVENTS_WHY_MAX];	/* why it cannot be counted here, or "" */
	struct perf_event_attr attr;	/* ready to be opened, disabled and inherited */
};

struct events {
	struct event at[EVENTS_MAX];
	size_t n;
};

/*
 * Adds the events of a comma list: names that libpfm4 knows ("instructions", "cpu-migrations") or
 * tracepoints ("sched:sched_process_exec"). One that is there already is not added again. An event
 * that this machine lacks gets a reason; a name that nobody knows is an error. XC_OK, XC_USAGE or
 * XC_ERROR, said.
 */
int events_add(struct events *e, const char *list);

/* Opens each event once, to give a reason to those that the kernel refuses. */
void events_probe(struct events *e);

/* For the samples file: the names, and of those that cannot be counted the reasons. New. */
json_t *events_names(const struct events *e);
void events_reasons(const struct events *e, json_t *into);

/*
 * The number of a tracepoint "system:name", read below the tracing directory `dir`. Positive, or
 * -1 with errno.
 */
long events_tracepoint(const char *dir, const char *name);

#endif
