// SPDX-License-Identifier: GPL-2.0-only
/* exectune stats: what samples files say. */
#include <argp.h>
#include <stdlib.h>

#include "command.h"
#include "exitcode.h"
#include "mem.h"
#include "output_args.h"

struct request {
	struct output_args output;
	bool all_counts;
	const char **files;
	size_t nfiles;
};

enum { KEY_COUNTERS = 256 };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &r->output;
		return 0;
	case KEY_COUNTERS:
		r->all_counts = true;
		return 0;
	case ARGP_KEY_ARG:
		r->files = xreallocarray(r->files, r->nfiles + 1, sizeof(*r->files));
		r->files[r->nfiles++] = arg;
		return 0;
	case ARGP_KEY_NO_ARGS:
		argp_error(state, "give one samples file or more, as 'exectune run' writes them");
		return EINVAL;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int show(const struct request *r)
{
	struct summary s;
	int status = summary_make(r->files, r->nfiles, &s);

	if (status != XC_OK && status != XC_INCONCLUSIVE)
		return status;
	s.all_counts |= r->all_counts;
	status = output_show(&s, &r->output, status);
	summary_free(&s);
	return status;
}

static int run(int argc, char **argv)
{
	static const struct argp_child children[] = { { &output_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp_option options[] = {
		{ "counters", KEY_COUNTERS, 0, 0, "With all that was counted, in the table", 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = children,
		.args_doc = "FILE...",
		.doc = "Compare each arm with the baseline, workload by workload, from samples files "
		       "that 'exectune run' wrote. Files of several boots of one kernel on one machine "
		       "make one comparison over boots.\v"
		       "Exit status: 0 done; 1 a regression beyond --max-regression; 2 too few complete "
		       "blocks (6 are needed), so that no comparison was made, or --max-regression "
		       "cannot be decided; 3 wrong command line; 4 a file is missing, damaged, or "
		       "does not belong with the others, or no work was done.",
	};
	struct request r = { 0 };
	int status = argp_parse(&argp, argc, argv, 0, NULL, &r) ? XC_USAGE : show(&r);

	free(r.files);
	return status;
}

const struct command cmd_stats = { "stats", "say what samples files show, each arm against the baseline", run };
