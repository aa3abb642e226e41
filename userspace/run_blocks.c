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
#define TRIES 3			/* of a block that is disturbed */

static void settle(int64_t ns)
{
	struct timespec left = { .tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000 };

	if (ns)
		while (nanosleep(&left, &left) && errno == EINTR && !stop_signal)
			;
}

/* Notes that r->why has spoilt the block: `then`, or an error of the file. */
static int discard(struct run *r, unsigned block, int then)
{
	int status;

	progress_clear(&r->progress);
	note_say("%s %u is discarded: %s", r->pilot ? "block of the pilot" : "block", block, r->why);
	/* A discard speaks of samples, and those of a pilot are none. */
	if (r->pilot)
		status = store_append(&r->store, json_pack("{s:s, s:s, s:s}", "type", "note", "text",
							   "a block of the pilot was disturbed", "why", r->why));
	else
		status = store_append(&r->store, json_pack("{s:s, s:i, s:s}", "type", "discard",
							   "block", (int)block, "why", r->why));
	return status ? status : then;
}

/* Before and after a slice: the background load is there. */
static int check_loads(struct run *r, unsigned block)
{
	struct load *ended = loads_ended(&r->plan->loads);
	int status;

	if (!ended)
		return XC_OK;
	snprintf(r->why, sizeof(r->why), "the load '%.200s' has ended", ended->spec);
	status = discard(r, block, XC_ERROR);
	load_say_ended(ended);
	return status;
}

/* After a slice: nothing but the work has happened meanwhile. */
static int check_slice(struct run *r, unsigned block, unsigned arm)
{
	const struct arms *a = &r->plan->arms;
	const struct knob *changed;
	char now[KNOB_VALUE_MAX];
	int status;

	changed = arms_changed(a, arm, now);
	if (changed) {
		snprintf(r->why, sizeof(r->why), "%s became '%.100s' during a slice of arm %s", changed->key, now,
			 a->arms[arm].name);
		return discard(r, block, AGAIN);
	}
	if (!clockcheck_steady(&r->clocks, r->why, sizeof(r->why)))
		return discard(r, block, AGAIN);
	switch (cpus_look(&r->cpus, r->why, sizeof(r->why))) {
	case CPUS_SAME:
		return check_loads(r, block);
	case CPUS_CHANGED:
		return discard(r, block, AGAIN);
	default:
		status = discard(r, block, XC_ERROR);
		err_say("all CPUs of this run have gone offline: bring one back, then go on with --resume %s",
			r->store.path);
		return status;
	}
}

/* Says it the first time that a counter had to share the hardware. */
static int note_multiplexed(struct run *r)
{
	const struct bench_shared *s = r->worker.shared;

	for (unsigned i = 0; !r->multiplexed && i < s->nevents; i++) {
		const char *name = r->plan->events.at[i].name;

		if (!s->events[i].known || s->events[i].share >= 1)
			continue;
		r->multiplexed = true;
		progress_clear(&r->progress);
		note_say("%s was counted %.0f%% of the time, in turns with other events: it is scaled up", name,
			 100 * s->events[i].share);
		return store_append(&r->store, json_pack("{s:s, s:s, s:s}", "type", "note", "text",
							 "events took turns and are scaled up", "first", name));
	}
	return XC_OK;
}

static int keep(struct run *r, struct sample *s, unsigned use)
{
	const struct plan *p = r->plan;
	const struct bench_shared *shared = r->worker.shared;
	json_t *line;

	s->nuisance.env = (unsigned)use_number(&p->uses[use], "env", s->nuisance.env);
	s->raw = r->worker.raw;
	s->n = shared->nraw;
	s->counts = shared->counts;
	s->ncounts = shared->ncounts;
	s->events = &p->events;
	s->event = shared->events;
	s->numa_maps = p->numa_maps;
	s->numa = shared->numa;
	s->pilot = r->pilot;
	line = sample_json(s);
	if (r->pilot)
		r->pilot->value[(s->block * p->nuses + use) * p->arms.n +
				schedule_arm(&r->schedule, s->block, use, s->slot)] =
			json_number_value(json_object_get(line, "median"));
	return store_append(&r->store, line);
}

static int one_slice(struct run *r, unsigned block, unsigned use, unsigned slot)
{
	const struct plan *p = r->plan;
	const struct use *u = &p->uses[use];
	unsigned arm = schedule_arm(&r->schedule, block, use, slot);
	struct worker_request request = {
		.use = use, .batch = u->batch, .warmup = p->warmup, .slice = p->slice,
		.values = (p->ops + u->batch - 1) / u->batch, .nuisance = r->nuisance[block],
		.markers = p->markers,
	};
	struct sample s = {
		.workload = u->key, .arm = p->arms.arms[arm].name, .block = block, .slot = slot,
		.batch = u->batch, .nuisance = r->nuisance[block],
	};
	int status;

	if (stop_signal)
		return XC_SIGNAL;
	status = check_loads(r, block);
	if (status)
		return status;
	if (arms_write(&p->arms, arm))
		return XC_ERROR;
	settle(p->settle);
	s.start_ns = clock_monotonic();
	status = worker_slice(&r->worker, &request);
	if (!status)
		status = check_slice(r, block, arm);
	if (!status)
		status = keep(r, &s, use);
	if (!status)
		status = note_multiplexed(r);
	if (!status)
		progress_step(&r->progress, r->pilot ? "pilot" : u->key, block + 1, (unsigned)r->schedule.blocks);
	return status;
}

static int try_block(struct run *r, unsigned block)
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

int run_block(struct run *r, unsigned block)
{
	unsigned tries = 0;
	int status;

	do
		status = try_block(r, block);
	while (status == AGAIN && ++tries < TRIES);
	if (status == AGAIN) {
		err_say("block %u was disturbed %d times, now because %s: end that, then go on with --resume %s",
			block, TRIES, r->why, r->store.path);
		status = XC_ERROR;
	}
	return status;
}

void run_watch(struct run *r)
{
	clockcheck_begin(&r->clocks, clock_gettime);
	cpus_end(&r->cpus);
	cpus_begin(&r->cpus, r->worker.pid);
}

int run_blocks(struct run *r)
{
	const struct plan *p = r->plan;
	uint64_t slices = p->arms.n * p->nuses;
	int status = XC_OK;

	progress_begin(&r->progress, p->blocks * slices, (p->blocks - r->left) * slices);
	run_watch(r);
	for (unsigned block = 0; !status && block < p->blocks; block++) {
		if (r->done[block])
			continue;
		status = run_block(r, block);
		if (!status)
			r->complete++;
	}
	progress_clear(&r->progress);
	return status;
}
