// SPDX-License-Identifier: GPL-2.0-only
/* exectune stats: what samples files say. */
#include <argp.h>
#include <stdlib.h>

#include "command.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "summary_data.h"

struct request {
	enum summary_format format;
	const char *output;		/* or NULL: standard output */
	const char **files;
	size_t nfiles;
};

enum { KEY_JSON = 256, KEY_CSV, KEY_MARKDOWN, KEY_CHANGELOG };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case KEY_JSON:
		r->format = SUMMARY_JSON;
		return 0;
	case KEY_CSV:
		r->format = SUMMARY_CSV;
		return 0;
	case KEY_MARKDOWN:
		r->format = SUMMARY_MARKDOWN;
		return 0;
	case KEY_CHANGELOG:
		r->format = SUMMARY_CHANGELOG;
		return 0;
	case 'o':
		r->output = arg;
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
	int status = summary_make(r->files, r->nfiles, &s), written;

	if (status != XC_OK && status != XC_INCONCLUSIVE)
		return status;
	written = r->output ? summary_write_file(&s, r->format, r->output) :
			      summary_write(&s, r->format, stdout);
	for (size_t i = 0; i < s.nworkloads; i++)
		if (s.workloads[i].refused)
			err_say("no comparison of %s: %s", s.workloads[i].about->key,
				s.workloads[i].refused);
	/* Formats for machines have no place for what a person should know. */
	if (r->format == SUMMARY_CSV || r->format == SUMMARY_CHANGELOG)
		for (size_t i = 0; i < s.nflags; i++)
			note_say("%s", s.flags[i]);
	summary_free(&s);
	return written ? written : status;
}

static int run(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "json", KEY_JSON, 0, 0, "As JSON, with everything there is", 0 },
		{ "csv", KEY_CSV, 0, 0, "As CSV, a line for each workload and arm", 0 },
		{ "markdown", KEY_MARKDOWN, 0, 0, "As a Markdown table", 0 },
		{ "changelog", KEY_CHANGELOG, 0, 0,
		  "For a patch's changelog: ASCII, 72 columns", 0 },
		{ "output", 'o', "FILE", 0, "Into FILE, replaced as a whole, instead of standard output", 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "FILE...",
		.doc = "Compare each arm with the baseline, workload by workload, from samples files "
		       "that 'exectune run' wrote. Files of several boots of one kernel on one machine "
		       "make one comparison over boots.\v"
		       "Exit status: 0 done; 2 too few complete blocks (6 are needed), so that no "
		       "comparison was made; 3 wrong command line; 4 a file is missing, damaged, or "
		       "does not belong with the others, or no work was done.",
	};
	struct request r = { .format = SUMMARY_TABLE };
	int status = argp_parse(&argp, argc, argv, 0, NULL, &r) ? XC_USAGE : show(&r);

	free(r.files);
	return status;
}

const struct command cmd_stats = { "stats", "say what samples files show, each arm against the baseline", run };
