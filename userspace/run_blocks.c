// SPDX-License-Identifier: GPL-2.0-only
/* The blocks: knobs, slice, sample on disk, and so on. */
#include <errno.h>
#include <time.h>

#include "err.h"
#include "exitcode.h"
#include "run_state.h"
#include "sample.h"
#include "stop.h"

#define AGAIN (-1)		/* the block has been discarded */
#define TRIES 3			/* of a block whose knobs somebody else changes */

static void settle(int64_t ns)
{
	struct timespec left = { .tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000 };

	if (ns)
		while (nanosleep(&left, &left) && errno == EINTR && !stop_signal)
			;
}

static int discard(struct run *r, unsigned block, const struct arm *arm, const struct knob *k,
		   const char *now)
{
	char why[512];
	int status;

	snprintf(why, sizeof(why), "%s became '%.100s' during a slice of arm %s", k->key, now, arm->name);
	progress_clear(&r->progress);
	note_say("block %u is discarded: %s", block, why);
	status = store_append(&r->store, json_pack("{s:s, s:i, s:s}", "type", "discard", "block", (int)block,
						   "why", why));
	return status ? status : AGAIN;
}

static int one_slice(struct run *r, unsigned block, unsigned use, unsigned slot)
{
	const struct plan *p = r->plan;
	const struct use *u = &p->uses[use];
	unsigned arm = schedule_arm(&r->schedule, block, use, slot);
	struct worker_request request = {
		.use = use, .batch = u->batch, .warmup = p->warmup, .slice = p->slice,
		.values = (p->ops + u->batch - 1) / u->batch, .nuisance = r->nuisance[block],
	};
	struct sample s = {
		.workload = u->key, .arm = p->arms.arms[arm].name, .block = block, .slot = slot,
		.batch = u->batch, .nuisance = r->nuisance[block], .raw = r->worker.raw,
		.counts = r->worker.shared->counts,
	};
	char now[KNOB_VALUE_MAX];
	const struct knob *changed;
	int status;

	if (stop_signal)
		return XC_SIGNAL;
	if (arms_write(&p->arms, arm))
		return XC_ERROR;
	settle(p->settle);
	s.start_ns = clock_monotonic();
	status = worker_slice(&r->worker, &request);
	if (status)
		return status;
	changed = arms_changed(&p->arms, arm, now);
	if (changed)
		return discard(r, block, &p->arms.arms[arm], changed, now);
	s.nuisance.env = (unsigned)use_number(u, "env", s.nuisance.env);
	s.n = r->worker.shared->nraw;
	s.ncounts = r->worker.shared->ncounts;
	status = store_append(&r->store, sample_json(&s));
	progress_step(&r->progress, u->key, block + 1, p->blocks);
	return status;
}

static int one_block(struct run *r, unsigned block)
{
	const struct plan *p = r->plan;
	uint64_t done = r->progress.done;
	int status = XC_OK;

	for (size_t place = 0; !status && place < p->nuses; place++) {
		unsigned use = schedule_workload(&r->schedule, block, place);

		for (unsigned slot = 0; !status && slot < p->arms.n; slot++)
			status = one_slice(r, block, use, slot);
	}
	if (status == AGAIN)
		r->progress.done = done;
	return status;
}

int run_blocks(struct run *r)
{
	const struct plan *p = r->plan;
	uint64_t slices = p->arms.n * p->nuses;
	int status = XC_OK;

	progress_begin(&r->progress, p->blocks * slices, (p->blocks - r->left) * slices);
	for (unsigned block = 0; !status && block < p->blocks; block++) {
		unsigned tries = 0;

		if (r->done[block])
			continue;
		do
			status = one_block(r, block);
		while (status == AGAIN && ++tries < TRIES);
		if (status == AGAIN) {
			err_say("block %u was disturbed %d times: find out what sets the knob, then go on with --resume %s",
				block, TRIES, r->store.path);
			status = XC_ERROR;
		}
		if (!status)
			r->complete++;
	}
	progress_clear(&r->progress);
	return status;
}
