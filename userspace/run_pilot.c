// SPDX-License-Identifier: GPL-2.0-only
/* The pilot of --resolve, and the number of blocks that it leads to. */
#include <math.h>
#include <stdlib.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "run_state.h"

/* The pilot's order and layouts are not those that the first blocks will have. */
#define PILOT_SEED 0x70696c6f74u

void run_size(struct run *r, unsigned blocks)
{
	struct plan *p = r->plan;

	p->blocks = r->left = blocks;
	schedule_make(&r->schedule, p->seed, blocks, p->nuses, p->arms.n);
	r->nuisance = nuisance_make(p->seed, blocks, &p->env_sizes);
	free(r->done);
	r->done = xcalloc(blocks, sizeof(*r->done));
}

static int measure(struct run *r)
{
	const struct plan *p = r->plan;
	int status = XC_OK;

	schedule_make(&r->schedule, p->seed ^ PILOT_SEED, PILOT_BLOCKS, p->nuses, p->arms.n);
	r->nuisance = nuisance_make(p->seed ^ PILOT_SEED, PILOT_BLOCKS, &p->env_sizes);
	progress_begin(&r->progress, PILOT_BLOCKS * p->nuses * p->arms.n, 0);
	run_watch(r);
	for (unsigned block = 0; !status && block < PILOT_BLOCKS; block++)
		status = run_block(r, block);
	progress_clear(&r->progress);
	/* No sample is done yet. */
	r->progress.done = 0;
	schedule_free(&r->schedule);
	free(r->nuisance);
	r->nuisance = NULL;
	return status;
}

/* Fixes the number of blocks, in the file before the first of them begins. */
static int decide(struct run *r, const struct pilot *pilot, uint64_t took)
{
	struct plan *p = r->plan;
	size_t use = 0, arm = 0;
	double sd = pilot_sd(pilot, p->arms.baseline, &use, &arm);
	struct pilot_size size;
	char time[32];

	if (!isfinite(sd)) {
		err_say("--resolve: a slice of the pilot took no measurable time: make batch= or --slice larger");
		return XC_ERROR;
	}
	size = pilot_size(sd, p->resolve, p->arms.n, (unsigned)p->env_sizes.n, p->max_blocks);
	progress_time(time, sizeof(time), took / PILOT_BLOCKS * size.blocks / 1000000000u);
	note_say("pilot: ratios vary by %.3g%% from block to block (%s, arm %s); %u blocks for %.3g%%, about %s",
		 100 * expm1(sd), p->uses[use].key, p->arms.arms[arm].name, size.blocks, 100 * p->resolve, time);
	if (size.wanted > size.blocks)
		note_say("%.3g%% would take %u blocks; %u can resolve %.3g%%: see --max-blocks and --slice",
			 100 * p->resolve, size.wanted, size.blocks, 100 * size.resolves);
	run_size(r, size.blocks);
	return store_append(&r->store, json_pack("{s:s, s:i, s:I, s:f, s:s, s:s, s:i, s:i, s:f}", "type", "plan",
						 "blocks", (int)size.blocks, "seed", (json_int_t)p->seed, "sd", sd,
						 "w", p->uses[use].key, "arm", p->arms.arms[arm].name,
						 "pilot_blocks", (int)PILOT_BLOCKS, "wanted", (int)size.wanted,
						 "resolves", size.resolves));
}

int run_pilot(struct run *r)
{
	const struct plan *p = r->plan;
	struct pilot pilot = { .blocks = PILOT_BLOCKS, .uses = p->nuses, .arms = p->arms.n };
	uint64_t began = clock_monotonic();
	int status;

	pilot.value = xcalloc(pilot.blocks * pilot.uses * pilot.arms, sizeof(*pilot.value));
	r->pilot = &pilot;
	status = measure(r);
	r->pilot = NULL;
	if (!status)
		status = decide(r, &pilot, clock_monotonic() - began);
	free(pilot.value);
	return status;
}
