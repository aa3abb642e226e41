// SPDX-License-Identifier: GPL-2.0-only
/* What happens before the first knob is touched. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "run_state.h"
#include "slice.h"
#include "target.h"

#define BATCH_TIME 50000u		/* ns that a timed value takes at least */
#define BATCH_MAX 100000u
#define BATCH_TRIES 9u

/* d/d/d... for the depths of the working directory. */
static int make_depths(const char *dir)
{
	char *path = xstrdup(dir);
	int status = XC_OK;

	for (unsigned i = 0; !status && i < NUISANCE_DEPTH_MAX; i++) {
		char *deeper = xasprintf("%s/d", path);

		free(path);
		path = deeper;
		if (mkdir(path, 0755)) {
			err_say("cannot make %s: %m", path);
			status = XC_ERROR;
		}
	}
	free(path);
	return status;
}

int run_setup(struct run *r)
{
	struct plan *p = r->plan;

	for (size_t i = 0; i < p->nuses; i++) {
		struct use *u = &p->uses[i];
		int status = XC_OK;

		if (u->workload->files) {
			status = target_dir(use_text(u, "dir"), p->seed, &u->dir);
			if (!status)
				guardian_watch(&r->guardian, u->dir);
			if (!status)
				status = make_depths(u->dir);
			if (!status)
				u->fs = target_fs(u->dir);
		}
		if (!status && u->workload->setup)
			status = u->workload->setup(u);
		if (status)
			return status;
	}
	return XC_OK;
}

void run_teardown(struct run *r)
{
	struct plan *p = r->plan;

	for (size_t i = 0; i < p->nuses; i++) {
		struct use *u = &p->uses[i];

		if (u->workload->teardown && u->state)
			u->workload->teardown(u);
		if (u->dir)
			target_remove(u->dir);
	}
}

static uint64_t least(const struct worker *w)
{
	uint64_t best = UINT64_MAX;

	for (unsigned i = 0; i < w->shared->nraw; i++)
		if (w->raw[i] < best)
			best = w->raw[i];
	return best;
}

/* Up to 1, 2 or 5 times a power of ten. */
static unsigned round_batch(uint64_t n)
{
	for (unsigned ten = 1;; ten *= 10)
		for (unsigned digit = 1; digit <= 5; digit += digit == 1 ? 1 : 3)
			if (n <= (uint64_t)digit * ten)
				return digit * ten;
}

/* So many operations that the reading of the clock does not matter; the same for all arms. */
static int find_batch(struct run *r, size_t use)
{
	struct worker_request request = { .use = use, .batch = 1, .warmup = 1, .values = BATCH_TRIES };

	for (;;) {
		uint64_t time, want;
		int status = worker_slice(&r->worker, &request);

		if (status)
			return status;
		time = least(&r->worker);
		if (time >= BATCH_TIME || request.batch >= BATCH_MAX)
			break;
		want = request.batch * (uint64_t)BATCH_TIME / (time ? time : 1) + 1;
		if (want > 10ull * request.batch)
			want = 10ull * request.batch;
		request.batch = (unsigned)(want < BATCH_MAX ? want : BATCH_MAX);
	}
	r->plan->uses[use].batch = round_batch(request.batch);
	return XC_OK;
}

int run_calibrate(struct run *r)
{
	struct plan *p = r->plan;
	int status = worker_start(&r->worker, p->uses, p->nuses, p->clock);

	if (!status && p->clock == CLOCK_KIND_ICOUNT) {
		struct worker_request cost = {
			.use = SLICE_CLOCK_COST, .batch = 1, .warmup = 5, .values = 50,
		};

		status = worker_slice(&r->worker, &cost);
		r->worker.cost = status ? 0 : least(&r->worker);
	}
	for (size_t i = 0; !status && i < p->nuses; i++) {
		if (p->uses[i].batch)
			continue;
		if (p->clock == CLOCK_KIND_ICOUNT)
			p->uses[i].batch = 1;
		else
			status = find_batch(r, i);
		if (!status && p->ops && p->uses[i].batch > p->ops)
			p->uses[i].batch = (unsigned)p->ops;
	}
	for (size_t i = 0; !status && i < p->nuses; i++)
		if (p->ops / p->uses[i].batch >= WORKER_RAW_MAX) {
			err_say("--ops %llu: more than %u values in a slice of %s; give it a larger batch= or fewer operations",
				(unsigned long long)p->ops, WORKER_RAW_MAX, p->uses[i].key);
			status = XC_USAGE;
		}
	return status;
}

int run_try_arms(struct run *r)
{
	const struct arms *a = &r->plan->arms;

	for (size_t i = 0; i < a->n; i++)
		for (size_t k = 0; k < a->nknobs; k++) {
			int status = knob_set(&a->knobs[k], a->arms[i].values[k]);

			if (status)
				return status;
		}
	return XC_OK;
}
