// SPDX-License-Identifier: GPL-2.0-only
/* exectune report: what samples files say, as one HTML page. */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "command.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "report.h"

struct request {
	struct report report;
	const char *output;
	const char **files;
	size_t nfiles;
};

enum { KEY_TITLE = 256, KEY_NO_PLOTS };

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case KEY_TITLE:
		r->report.title = arg;
		return 0;
	case KEY_NO_PLOTS:
		r->report.plots = false;
		return 0;
	case 'o':
		r->output = arg;
		return 0;
	case ARGP_KEY_ARG:
		r->files = xreallocarray(r->files, r->nfiles + 1, sizeof(*r->files));
		r->files[r->nfiles++] = arg;
		return 0;
	case ARGP_KEY_END:
		if (!r->nfiles)
			argp_error(state, "give one samples file or more, as 'exectune run' writes them");
		else if (!r->output)
			argp_error(state, "give the page to be made with -o, for example -o report.html");
		else
			return 0;
		return EINVAL;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The page goes into a file beside the output, which takes its name when it is whole. */
static int write_page(struct request *r)
{
	char *temporary = xasprintf("%s.%ld.tmp", r->output, (long)getpid());
	int status;

	r->report.out = fopen(temporary, "we");
	if (!r->report.out) {
		err_say("cannot make %s: %m", temporary);
		free(temporary);
		return XC_ERROR;
	}
	status = report_page(&r->report);
	errno = 0;
	if (!status && (fflush(r->report.out) || ferror(r->report.out) ||
			(fsync(fileno(r->report.out)) && errno != EINVAL)))
		status = errno == ENOSPC || errno == EDQUOT ? XC_NOSPACE : XC_ERROR;
	else if (status)
		errno = 0;
	if (fclose(r->report.out) && !status)
		status = XC_ERROR;
	if (!status && rename(temporary, r->output))
		status = XC_ERROR;
	/* What gnuplot lacks was said already. */
	if (status && errno)
		err_say("cannot write %s: %m", r->output);
	if (status)
		unlink(temporary);
	free(temporary);
	return status;
}

static int show(struct request *r)
{
	struct summary s;
	int status = summary_make(r->files, r->nfiles, &s), written;

	if (status != XC_OK && status != XC_INCONCLUSIVE)
		return status;
	r->report.s = &s;
	written = write_page(r);
	for (size_t i = 0; i < s.nworkloads && !written; i++)
		if (s.workloads[i].refused)
			err_say("no comparison of %s: %s", s.workloads[i].about->key,
				s.workloads[i].refused);
	summary_free(&s);
	return written ? written : status;
}

static int run(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "output", 'o', "FILE", 0, "The page, replaced as a whole", 0 },
		{ "title", KEY_TITLE, "TEXT", 0, "Its title", 0 },
		{ "no-plots", KEY_NO_PLOTS, 0, 0, "Tables only; gnuplot is not needed then", 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "FILE...",
		.doc = "Write what samples files show as one HTML page with tables and plots, which needs "
		       "no network and can be mailed. gnuplot draws the plots.\v"
		       "Exit status: 0 done; 2 the page was made, but there are too few complete blocks "
		       "for a comparison; 3 wrong command line; 4 a file is missing, damaged, or does not "
		       "belong with the others, or gnuplot failed; 5 no space left.",
	};
	struct request r = { .report = { .plots = true } };
	int status = argp_parse(&argp, argc, argv, 0, NULL, &r) ? XC_USAGE : show(&r);

	free(r.files);
	return status;
}

const struct command cmd_report = { "report", "write what samples files show as an HTML page with plots", run };
