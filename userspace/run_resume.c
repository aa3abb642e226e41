// SPDX-License-Identifier: GPL-2.0-only
/* Going on with a samples file that was cut short. */
#include <stdlib.h>
#include <string.h>

#include "env.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "pin.h"
#include "run.h"
#include "run_state.h"
#include "stop.h"
#include "store_read.h"

/* Marks the complete blocks and discards the others that were begun. */
static int take_over(struct run *r, const struct store_file *f)
{
	unsigned *workloads = xcalloc(r->plan->blocks, sizeof(*workloads));
	bool *begun = xcalloc(r->plan->blocks, sizeof(*begun));
	int status = XC_OK;

	for (size_t w = 0; w < f->nworkloads; w++) {
		struct store_blocks b;

		if (store_blocks(f, w, &b)) {
			err_say("out of memory");
			status = XC_ERROR;
			break;
		}
		for (size_t i = 0; i < b.n; i++)
			if (b.numbers[i] < r->plan->blocks)
				workloads[b.numbers[i]]++;
		store_blocks_free(&b);
	}
	for (size_t i = 0; i < f->nsamples; i++)
		if (!f->samples[i].discarded && f->samples[i].block < r->plan->blocks)
			begun[f->samples[i].block] = true;
	r->left = 0;
	for (unsigned b = 0; !status && b < r->plan->blocks; b++) {
		r->done[b] = workloads[b] == f->nworkloads;
		r->complete += r->done[b];
		r->left += !r->done[b];
		if (begun[b] && !r->done[b])
			status = store_append(&r->store, json_pack("{s:s, s:i, s:s}", "type", "discard",
					      "block", (int)b, "why", "cut short; done again by --resume"));
	}
	free(workloads);
	free(begun);
	return status;
}

/* Whether the file may be gone on with here: pinning has been applied. */
static int same_place(const struct store_file *f)
{
	json_t *now = env_capture();
	const char *differs = env_differs(f->env, now);

	if (differs) {
		char *then = json_dumps(json_object_get(f->env, differs), JSON_ENCODE_ANY);
		char *here = json_dumps(json_object_get(now, differs), JSON_ENCODE_ANY);

		err_say("%s cannot be gone on with: it is from another %s (%s is %s there, %s here); start a new file and give both to 'exectune stats'",
			f->path, !strcmp(differs, "boot_id") ? "boot" :
			!strcmp(differs, "hostname") || !strcmp(differs, "machine_id_sha256") ? "machine" :
			!strcmp(differs, "affinity") || !strcmp(differs, "mempolicy") ? "placement" : "kernel",
			differs, then ? then : "unknown", here ? here : "unknown");
		free(then);
		free(here);
	}
	json_decref(now);
	return differs ? XC_ERROR : XC_OK;
}

static int resume(struct run *r, const struct store_file *f)
{
	char now[32];
	int status = store_reopen(&r->store, f->path, f->whole_bytes);

	if (!status && r->plan->blocks)
		status = take_over(r, f);
	run_now(now);
	if (!status)
		status = store_append(&r->store, json_pack("{s:s, s:s, s:s}", "type", "note", "text", "resumed",
							   "at", now));
	return status ? status : run_go(r);
}

int run_resume(struct plan *p, const char *file)
{
	struct run r = { .plan = p, .store.fd = -1, .journal = { .fd = -1, .dir = -1 }, .guardian.fd = -1 };
	struct store_error error;
	struct store_file f;
	int status;

	if (store_read(file, &f, &error)) {
		err_say("%s", error.text);
		return XC_ERROR;
	}
	status = plan_from_header(p, f.run);
	/* After a pilot; a pilot that was cut short is begun again. */
	if (!status && p->resolve > 0)
		p->blocks = f.blocks;
	if (!status && f.end == STORE_END_COMPLETE) {
		note_say("%s is complete: nothing is left to do", file);
		store_file_free(&f);
		return run_summary(file, p->resolve);
	}
	if (!status)
		status = pin_apply(p->cpus, p->node);
	if (!status)
		status = same_place(&f);
	if (!status)
		status = run_prepare(&r);
	if (!status)
		status = resume(&r, &f);
	else if (status == XC_SIGNAL)
		status = XC_SIGNAL + stop_signal;
	store_file_free(&f);
	run_finish(&r);
	return status;
}
