/* SPDX-License-Identifier: GPL-2.0-only */
/* A slice as a line of the samples file. */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <jansson.h>

#include "bench.h"
#include "events.h"
#include "nuisance.h"

struct sample {
	const char *workload, *arm;	/* key and name */
	unsigned block, slot, batch;
	uint64_t start_ns;		/* CLOCK_MONOTONIC when the slice was asked for */
	struct nuisance nuisance;
	const uint64_t *raw;		/* n times of `batch` operations each, n at least 1 */
	size_t n;
	const struct bench_count *counts;
	size_t ncounts;
	const struct events *events;	/* names of the events; NULL: none */
	const struct bench_event *event;
	bool numa_maps;			/* asked for */
	struct bench_numa numa;
	bool pilot;
};

/* {"type":"sample" (or "pilot"), ...}, with values per operation. A new reference. */
json_t *sample_json(const struct sample *s);

#endif
