// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "output_args.h"

#define MARGIN_MAX 0.5		/* as a ratio */
#define REGRESSION_MAX 100.0

enum {
	KEY_JSON = 256, KEY_CSV, KEY_MARKDOWN, KEY_CHANGELOG, KEY_BEFORE_AFTER, KEY_MARGIN,
	KEY_MAX_REGRESSION,
};

/* "2%" or "2" as 0.02, above `least` (or there) and at most `most`; false if it is none. */
static bool percentage(const char *text, double least, bool included, double most, double *out)
{
	double value;
	char *end;

	/* No spaces, hexadecimals, names of numbers or signs. */
	if (!*text || strspn(text, "0123456789.") != strlen(text) - (text[strlen(text) - 1] == '%'))
		return false;
	value = strtod(text, &end) / 100;
	if (end == text || (*end && strcmp(end, "%")) || !isfinite(value))
		return false;
	if (value > most || value < least || (value == least && !included))
		return false;
	*out = value;
	return true;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct output_args *a = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		*a = (struct output_args) {
			.format = SUMMARY_TABLE, .margin = SUMMARY_MARGIN, .max_regression = NAN };
		return 0;
	case KEY_JSON:
		a->format = SUMMARY_JSON;
		return 0;
	case KEY_CSV:
		a->format = SUMMARY_CSV;
		return 0;
	case KEY_MARKDOWN:
		a->format = SUMMARY_MARKDOWN;
		return 0;
	case KEY_CHANGELOG:
		a->format = SUMMARY_CHANGELOG;
		return 0;
	case KEY_BEFORE_AFTER:
		a->format = SUMMARY_BEFORE_AFTER;
		return 0;
	case 'o':
		a->output = arg;
		return 0;
	case KEY_MARGIN:
		if (percentage(arg, 0, false, MARGIN_MAX, &a->margin))
			return 0;
		err_say("--margin: '%s' is no percentage above 0%% and up to 50%%, such as 1%%", arg);
		return EINVAL;
	case KEY_MAX_REGRESSION:
		if (percentage(arg, 0, true, REGRESSION_MAX, &a->max_regression))
			return 0;
		err_say("--max-regression: '%s' is no percentage from 0%% to 10000%%, such as 2%%", arg);
		return EINVAL;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

const struct argp output_argp = {
	.options = (const struct argp_option[]) {
		{ "json", KEY_JSON, 0, 0, "As JSON, with everything there is", 0 },
		{ "csv", KEY_CSV, 0, 0, "As CSV, a line for each workload and arm", 0 },
		{ "markdown", KEY_MARKDOWN, 0, 0, "As a Markdown table", 0 },
		{ "changelog", KEY_CHANGELOG, 0, 0,
		  "For a patch's changelog: ASCII, 72 columns", 0 },
		{ "before-after", KEY_BEFORE_AFTER, 0, 0,
		  "The same, a line 'workload before after (+1.0%)' each", 0 },
		{ "output", 'o', "FILE", 0, "Into FILE, replaced as a whole, instead of standard output", 0 },
		{ "margin", KEY_MARGIN, "PERCENT", 0,
		  "Differences within +-PERCENT do not matter (1%)", 0 },
		{ "max-regression", KEY_MAX_REGRESSION, "PERCENT", 0,
		  "End with status 1 if an interval lies beyond +PERCENT as a whole, with 2 if one straddles it",
		  0 },
		{ 0 },
	},
	.parser = parse,
};

int output_show(struct summary *s, const struct output_args *a, int made)
{
	int status, bound;

	s->margin = a->margin;
	s->max_regression = a->max_regression;
	summary_decide(s);
	status = a->output ? summary_write_file(s, a->format, a->output) :
			     summary_write(s, a->format, stdout);
	for (size_t i = 0; i < s->nworkloads; i++)
		if (s->workloads[i].refused)
			err_say("no comparison of %s: %s", s->workloads[i].about->key,
				s->workloads[i].refused);
	/* Formats for machines have no place for what a person should know. */
	if (a->format == SUMMARY_CSV || a->format == SUMMARY_CHANGELOG ||
	    a->format == SUMMARY_BEFORE_AFTER)
		for (size_t i = 0; i < s->nflags; i++)
			note_say("%s", s->flags[i]);
	if (status)
		return status;
	bound = summary_bound(s);
	return bound ? bound : made;
}
