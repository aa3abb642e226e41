/* SPDX-License-Identifier: GPL-2.0-only */
/* All that a run is to do: made from the command line, or from the first line of a samples file. */
#ifndef PLAN_H
#define PLAN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "arm.h"
#include "clock.h"
#include "events.h"
#include "load.h"
#include "nuisance.h"
#include "workload.h"

#define PLAN_USES_MAX 64
#define PLAN_BLOCKS_MAX 1000000

struct plan {
	struct arms arms;
	struct use *uses;		/* workloads */
	size_t nuses;
	char **argv;			/* the program after "--", or NULL */
	bool owns_argv;			/* it is to be freed */
	unsigned blocks;		/* 0: not yet known, with resolve */
	int64_t slice;			/* ns, or instructions */
	uint64_t ops;			/* operations in a slice, or 0: as many as fit */
	unsigned warmup;		/* values thrown away at the start of each slice */
	int64_t settle;			/* ns between setting the knobs and the warm-up; 0 with icount */
	uint64_t seed;
	enum clock_kind clock;
	struct env_sizes env_sizes;
	char *cpus;			/* of --cpu, or NULL */
	int node;			/* of --node, or -1 */
	double resolve;			/* of --resolve: 0.01 is 1%; 0: none */
	unsigned max_blocks;		/* with resolve */
	struct events events;
	bool counters;			/* show what was counted in the table */
	bool numa_maps;			/* look where the pages of new stacks are */
	bool markers;			/* for the plugin of the atomics lane */
	struct loads loads;
	json_t *words;			/* the command line */
};

/*
 * Adds the workloads of a comma list to the plan. plan->argv is set before. XC_OK or XC_USAGE,
 * said.
 */
int plan_add_workloads(struct plan *p, const char *list);

/* The first line of the samples file. Takes env. id has 16 hexadecimal digits. */
json_t *plan_header(const struct plan *p, const char *id, const char *started, json_t *env);

/*
 * The plan that wrote that first line (of a file that store_read() took), into *p, which is zeroed
 * but for node -1. XC_OK or an error, said.
 */
int plan_from_header(struct plan *p, const json_t *run);

void plan_free(struct plan *p);

#endif
