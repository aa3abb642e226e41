// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "env.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "numamaps.h"
#include "pin.h"
#include "run.h"
#include "run_state.h"
#include "stop.h"
#include "summary_data.h"

void run_now(char buf[32])
{
	time_t t = time(NULL);
	struct tm tm;

	strftime(buf, 32, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&t, &tm));
}

/* Random, but for counted runs, whose files are to be the same where the counts are. */
static void make_id(const struct plan *p, char id[17])
{
	uint64_t v = p->seed * 0x9e3779b97f4a7c15u + 1;

	if (p->clock != CLOCK_KIND_ICOUNT && getentropy(&v, sizeof(v)))
		v ^= clock_monotonic();
	snprintf(id, 17, "%016llx", (unsigned long long)v);
}

/* Says what of the asked cannot be counted here; it is null in the file. */
static void probe(struct plan *p)
{
	events_probe(&p->events);
	for (size_t i = 0; i < p->events.n; i++)
		if (*p->events.at[i].why)
			note_say("%s is not counted: %s", p->events.at[i].name, p->events.at[i].why);
	if (p->numa_maps && numamaps_why())
		note_say("--numa-maps finds nothing: %s", numamaps_why());
}

int run_prepare(struct run *r)
{
	struct plan *p = r->plan;
	int status = XC_OK;

	if (p->clock == CLOCK_KIND_ICOUNT)
		status = clock_check_icount();
	if (!status)
		status = pin_apply(p->cpus, p->node);
	if (!status)
		status = arms_open(&p->arms);
	if (!status)
		status = worker_map(&r->worker);
	if (status)
		return status;
	stop_install(&r->worker.shared->stop, &r->worker.pid);
	r->worker.events = p->events.n ? &p->events : NULL;
	r->worker.numa_maps = p->numa_maps && !numamaps_why();
	probe(p);
	if (p->blocks)
		run_size(r, p->blocks);
	if (p->arms.nknobs)
		status = journal_open(&r->journal, &p->arms);
	if (!status)
		status = guardian_start(&r->guardian, &r->journal);
	r->worker.close[0] = r->guardian.fd;
	r->worker.close[1] = r->journal.fd;
	if (!status)
		status = run_setup(r);
	return status ? status : run_calibrate(r);
}

/* From the journal on, there is something to be put back. */
static int with_knobs(struct run *r)
{
	int status = r->journal.path ? journal_write(&r->journal, &r->plan->arms) : XC_OK;

	if (!status)
		status = run_try_arms(r);
	if (!status)
		status = loads_start(&r->plan->loads, &r->guardian);
	if (!status && !r->plan->blocks)
		status = run_pilot(r);
	if (!status)
		status = run_blocks(r);
	loads_stop(&r->plan->loads, &r->guardian);
	return status;
}

/* The knobs first, whatever else fails. */
static int put_back(struct run *r)
{
	int status = journal_end(&r->journal, NULL);

	journal_close(&r->journal);
	return status;
}

void run_finish(struct run *r)
{
	put_back(r);
	worker_end(&r->worker);
	cpus_end(&r->cpus);
	run_teardown(r);
	guardian_dismiss(&r->guardian);
	schedule_free(&r->schedule);
	free(r->nuisance);
	free(r->done);
	store_close(&r->store);
}

/* The last line of the file. */
static int write_end(struct run *r, int status)
{
	const char *how = status ? "interrupted" : "complete";

	return store_append(&r->store, json_pack("{s:s, s:i, s:s}", "type", "end", "blocks", (int)r->complete,
						 "status", how));
}

/* The largest of the smallest effects that the comparisons could have seen, as a ratio; 0: none. */
static double worst_effect(const struct summary *s, const char **use, const char **arm)
{
	double worst = 0;

	for (size_t w = 0; w < s->nworkloads; w++)
		for (size_t a = 0; a < s->narms; a++) {
			const struct summary_comparison *c = &s->workloads[w].cells[a].against;

			if (!c->made || !(expm1(c->smallest_effect) > worst))
				continue;
			worst = expm1(c->smallest_effect);
			*use = s->workloads[w].about->key;
			*arm = s->arms[a].name;
		}
	return worst;
}

int run_summary(const char *path, double resolve)
{
	const char *use = NULL, *arm = NULL;
	struct summary s;
	int status = summary_make(&path, 1, &s);
	double worst;

	/* Too few blocks for a claim is no failure of the run; the summary says it. */
	if (status != XC_OK && status != XC_INCONCLUSIVE)
		return status;
	status = summary_write(&s, SUMMARY_TABLE, stdout);
	worst = worst_effect(&s, &use, &arm);
	if (!status && resolve > 0 && worst > resolve) {
		err_say("%.3g%% is not resolved: the smallest detectable effect is %.3g%% (%s, arm %s)",
			100 * resolve, 100 * worst, use, arm);
		status = XC_INCONCLUSIVE;
	}
	summary_free(&s);
	return status;
}

int run_go(struct run *r)
{
	int status = with_knobs(r), back = put_back(r), end = XC_OK;

	/* When the disk is full there is no space for this line either. */
	if (status != XC_NOSPACE && (!status || r->progress.total))
		end = write_end(r, status);
	if (status == XC_SIGNAL) {
		note_say("interrupted: %u of %u blocks are complete; go on with: exectune run --resume %s",
			 r->complete, r->plan->blocks, r->store.path);
		return XC_SIGNAL + stop_signal;
	}
	status = status ? status : end;
	status = status ? status : back;
	if (!status) {
		note_say("samples in %s", r->store.path);
		status = run_summary(r->store.path, r->plan->resolve);
	}
	return status;
}

int run_new(struct plan *p, const char *output)
{
	struct run r = { .plan = p, .store.fd = -1, .journal = { .fd = -1, .dir = -1 }, .guardian.fd = -1 };
	char id[17], started[32];
	bool begun = false;
	int status;

	if (!access(output, F_OK)) {
		status = store_create(&r.store, output);	/* says so */
		store_close(&r.store);
		return status;
	}
	status = run_prepare(&r);
	if (!status) {
		make_id(p, id);
		run_now(started);
		status = store_begin(&r.store, output, plan_header(p, id, started, env_capture()));
		begun = !status;
	}
	if (begun)
		status = run_go(&r);
	else if (status == XC_SIGNAL)
		status = XC_SIGNAL + stop_signal;
	/* A file without a sample is worth nothing, unless it can be gone on with. */
	if (begun && (status == XC_USAGE || status == XC_ERROR) && !r.progress.done)
		unlink(output);
	run_finish(&r);
	return status;
}
