// SPDX-License-Identifier: GPL-2.0-only
/* exectune import: measurements that other tools took, to be judged by the same rules. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "err.h"
#include "exitcode.h"
#include "import.h"
#include "mem.h"

enum { KEY_FORMAT = 256, KEY_UNIT, KEY_ARM, KEY_BASELINE, KEY_DUPLICATE, KEY_INTERLEAVED,
       KEY_SEQUENTIAL };

enum turns { TURNS_BY_FORMAT, TURNS_TAKEN, TURNS_NOT_TAKEN };

struct request {
	struct import im;
	struct import_source *sources;
	size_t nsources;
	bool with_arms;			/* --arm was given */
	bool with_unit;
	enum turns turns;
	struct import_output out;
};

static void add_source(struct request *r, const char *path, const char *arm)
{
	r->sources = xreallocarray(r->sources, r->nsources + 1, sizeof(*r->sources));
	r->sources[r->nsources++] = (struct import_source) { .path = path, .arm = arm };
}

static error_t parse_unit(struct request *r, const char *arg, struct argp_state *state)
{
	static const struct { const char *name; double ns; } units[] = {
		{ "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "s", 1e9 },
	};

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (!strcmp(arg, units[i].name)) {
			r->im.unit = units[i].ns;
			r->with_unit = true;
			return 0;
		}
	argp_error(state, "--unit is ns, us, ms or s, not '%s'", arg);
	return EINVAL;
}

static error_t parse_arm(struct request *r, char *arg, struct argp_state *state)
{
	char *equals = strchr(arg, '=');

	if (!equals || equals == arg || !equals[1]) {
		argp_error(state, "--arm has the form NAME=FILE, not '%s'", arg);
		return EINVAL;
	}
	r->with_arms = true;
	add_source(r, equals + 1, xstrndup(arg, (size_t)(equals - arg)));
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case KEY_FORMAT:
		r->im.format = import_format_of(arg);
		if (r->im.format == IMPORT_GUESS) {
			argp_error(state, "--format is lines, csv, hyperfine or go, not '%s'", arg);
			return EINVAL;
		}
		return 0;
	case KEY_UNIT:
		return parse_unit(r, arg, state);
	case KEY_ARM:
		return parse_arm(r, arg, state);
	case KEY_BASELINE:
		r->out.baseline = arg;
		return 0;
	case KEY_DUPLICATE:
		free(r->im.duplicate);
		r->im.duplicate = xstrdup(arg);
		return 0;
	case KEY_INTERLEAVED:
		r->turns = TURNS_TAKEN;
		return 0;
	case KEY_SEQUENTIAL:
		r->turns = TURNS_NOT_TAKEN;
		return 0;
	case 'o':
		r->out.path = arg;
		return 0;
	case ARGP_KEY_ARG:
		add_source(r, arg, NULL);
		return 0;
	case ARGP_KEY_END:
		if (!r->nsources)
			argp_error(state, "import what? Give --arm NAME=FILE for each arm, or one file that names its arms");
		else if (!r->out.path)
			argp_error(state, "give the samples file to be made with -o");
		else
			return 0;
		return EINVAL;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The name of a file without its directory and its last suffix, as the name of an arm. */
static char *arm_of(const char *path)
{
	const char *base = strrchr(path, '/'), *dot;

	base = base ? base + 1 : path;
	dot = strrchr(base, '.');
	return dot && dot != base ? xstrndup(base, (size_t)(dot - base)) : xstrdup(base);
}

static bool arm_is_there(const struct request *r, size_t before, const char *name)
{
	for (size_t i = 0; i < before; i++)
		if (r->sources[i].arm && !strcmp(r->sources[i].arm, name))
			return true;
	return false;
}

/* Reads all files, which must be of one format, and names those that are an arm each. */
static int read_sources(struct request *r)
{
	enum import_format asked = r->im.format;

	for (size_t i = 0; i < r->nsources; i++) {
		struct import_source *src = &r->sources[i];
		enum import_format is;

		if (r->with_arms && !src->arm) {
			err_say("%s: give all files by --arm NAME=FILE, or none", src->path);
			return XC_USAGE;
		}
		if (import_read(src))
			return XC_ERROR;
		is = asked == IMPORT_GUESS ? import_guess(src->text) : asked;
		if (is == IMPORT_GUESS) {
			err_say("%s has none of the known formats; say with --format which it is", src->path);
			return XC_ERROR;
		}
		if (i && r->im.format != is) {
			err_say("%s is %s and %s is %s: import files of one format at a time",
				r->sources[0].path, import_format_name(r->im.format), src->path,
				import_format_name(is));
			return XC_ERROR;
		}
		r->im.format = is;
		/* A lone file of these formats names its arms itself. */
		if (!src->arm && (r->nsources > 1 || is == IMPORT_LINES || is == IMPORT_GO))
			src->arm = arm_of(src->path);
		if (src->arm && arm_is_there(r, i, src->arm)) {
			err_say("two files are arm '%.60s': name them apart with --arm NAME=FILE", src->arm);
			return XC_USAGE;
		}
	}
	return XC_OK;
}

static int import(struct request *r)
{
	static int (*const parser[])(struct import *im, struct import_source *src) = {
		[IMPORT_LINES] = import_lines, [IMPORT_CSV] = import_csv,
		[IMPORT_HYPERFINE] = import_hyperfine, [IMPORT_GO] = import_go,
	};
	int status = read_sources(r);
	bool own_unit = r->im.format == IMPORT_HYPERFINE || r->im.format == IMPORT_GO;

	if (!status && own_unit && r->with_unit) {
		err_say("--unit: %s says its unit itself; leave it out", import_format_name(r->im.format));
		status = XC_USAGE;
	}
	if (!status && !own_unit && !r->with_unit)
		note_say("no --unit given: the values are taken for nanoseconds");
	for (size_t i = 0; !status && i < r->nsources; i++)
		status = parser[r->im.format](&r->im, &r->sources[i]);
	if (status)
		return status;
	/* Columns of one CSV file are rows of blocks; files written apart are not. */
	r->out.interleaved = r->turns == TURNS_TAKEN ||
			     (r->turns == TURNS_BY_FORMAT && r->im.format == IMPORT_CSV &&
			      r->nsources == 1);
	r->out.sources = r->sources;
	r->out.nsources = r->nsources;
	status = import_write(&r->im, &r->out);
	if (!status && !r->out.interleaved)
		note_say("not interleaved: drift and arm are confounded, so there will be no verdict; --interleaved if the arms did take turns");
	return status;
}

static int run(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "format", KEY_FORMAT, "NAME", 0,
		  "lines (a number a line), csv (a column an arm, a row a block), hyperfine (its JSON) or go (go test -bench); guessed by default", 0 },
		{ "unit", KEY_UNIT, "UNIT", 0, "Of lines and csv: ns (default), us, ms or s", 0 },
		{ "arm", KEY_ARM, "NAME=FILE", 0, "The values of this arm; may be repeated", 0 },
		{ "baseline", KEY_BASELINE, "NAME", 0,
		  "The arm that the others are compared with; the first by default", 0 },
		{ "duplicate", KEY_DUPLICATE, "NAME", 0,
		  "This arm is a second copy of the baseline", 0 },
		{ "interleaved", KEY_INTERLEAVED, 0, 0,
		  "The arms took turns: the values of a row belong together", 0 },
		{ "sequential", KEY_SEQUENTIAL, 0, 0,
		  "They did not, although the file is CSV", 0 },
		{ "output", 'o', "FILE", 0, "The samples file to be made; it must not exist", 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "[FILE...]",
		.doc = "Make a samples file of measurements that were not taken by 'exectune run', so "
		       "that stats, report and the like can judge them. Arms that did not take turns "
		       "are compared unpaired, and get no verdict.\v"
		       "Exit status: 0 done; 3 wrong command line; 4 a file is missing or makes no "
		       "sense; 5 no space left.",
	};
	struct request r = { .im.unit = 1, .out = { .argc = argc, .argv = argv } };
	char **words = xcalloc((size_t)argc + 1, sizeof(*words));
	int status;

	/* argp orders the words anew; the file records them as they were. */
	memcpy(words, argv, (size_t)argc * sizeof(*words));
	r.out.argv = words;
	status = argp_parse(&argp, argc, argv, 0, NULL, &r) ? XC_USAGE : import(&r);
	for (size_t i = 0; i < r.nsources; i++) {
		free((char *)r.sources[i].arm);
		free(r.sources[i].text);
	}
	free(r.sources);
	free(words);
	import_free(&r.im);
	return status;
}

const struct command cmd_import = { "import", "make a samples file of what other tools measured", run };
