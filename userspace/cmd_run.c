// SPDX-License-Identifier: GPL-2.0-only
/* exectune run: the command line of a comparison. */
#include <argp.h>
#include <errno.h>
#include <gsl/gsl_errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "plan.h"
#include "run.h"
#include "run_args.h"

/* The name of a samples file that was not given one. */
static char *default_output(const struct plan *p)
{
	time_t t = time(NULL);
	struct tm tm;
	char date[32];

	strftime(date, sizeof(date), "%Y%m%d-%H%M%S", localtime_r(&t, &tm));
	if (p->nuses > 1)
		return xasprintf("exectune-%s+%zu-%s.jsonl", p->uses[0].workload->name, p->nuses - 1, date);
	return xasprintf("exectune-%s-%s.jsonl", p->uses[0].workload->name, date);
}

/*
 * For counting, addresses must not be random: this program again, as one whose are not. Returns
 * if they are not already, or if that cannot be.
 */
static void fixed_addresses(int argc, char **argv)
{
	int persona = personality(0xffffffff), n = 0;
	char **again;

	if (persona < 0 || persona & ADDR_NO_RANDOMIZE ||
	    personality((unsigned)persona | ADDR_NO_RANDOMIZE) < 0)
		return;
	again = xcalloc((size_t)argc + 3, sizeof(*again));
	again[n++] = "exectune";
	if (err_quiet)
		again[n++] = "-q";
	again[n++] = "run";
	for (int i = 1; i < argc; i++)
		again[n++] = argv[i];
	execv("/proc/self/exe", again);
	note_say("cannot execute exectune again without address randomisation (%m): counts may vary");
	free(again);
}

/* The command line as it was, for the samples file. */
static json_t *words(int argc, char **argv)
{
	json_t *list = json_pack("[s, s]", "exectune", "run");

	for (int i = 1; i < argc; i++) {
		json_t *s = json_string(argv[i]);

		json_array_append_new(list, s ? s : json_string("?"));
	}
	return list;
}

static int run(int argc, char **argv)
{
	struct plan plan = { .node = -1 };
	struct run_args args;
	int status;

	/* jansson's tables are the same in every run. */
	json_object_seed(1);
	gsl_set_error_handler_off();
	status = run_args_parse(&args, &plan, argc, argv);
	if (!status && plan.clock == CLOCK_KIND_ICOUNT)
		fixed_addresses(argc, argv);
	if (!status && args.resume) {
		status = run_resume(&plan, args.resume);
	} else if (!status) {
		char *output = args.output ? xstrdup(args.output) : default_output(&plan);

		plan.words = words(argc, argv);
		status = run_new(&plan, output);
		free(output);
	}
	plan_free(&plan);
	return status;
}

const struct command cmd_run = { "run", "measure workloads under several settings of knobs", run };
