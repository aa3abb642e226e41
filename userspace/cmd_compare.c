// SPDX-License-Identifier: GPL-2.0-only
/* exectune compare: samples of one kernel, or machine, against those of another. */
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "output_args.h"

enum { OLD, NEW };

struct files {
	const char **at;
	size_t n;
};

struct request {
	struct output_args output;
	struct files files[2];		/* OLD, NEW */
	struct summary_pair *pairs;	/* their .old are strings to be freed */
	size_t npairs;
	int side;			/* that a file without an option belongs to */
	bool named;			/* --old or --new was given */
};

static void add_file(struct files *f, const char *path)
{
	f->at = xreallocarray(f->at, f->n + 1, sizeof(*f->at));
	f->at[f->n++] = path;
}

static int add_pair(struct request *r, const char *arg)
{
	const char *eq = strchr(arg, '=');
	char *old;

	/* Should a name have '=' in it, nobody could say which one parts the two. */
	if (!eq || eq == arg || !eq[1] || strchr(eq + 1, '=')) {
		err_say("--arm: '%s' is not of the form OLD=NEW, the name of an arm in each group", arg);
		return EINVAL;
	}
	old = xstrndup(arg, (size_t)(eq - arg));
	r->pairs = xreallocarray(r->pairs, r->npairs + 1, sizeof(*r->pairs));
	r->pairs[r->npairs++] = (struct summary_pair) { .old = old, .new = eq + 1 };
	return 0;
}

/* Two files without an option are the old one and the new one. */
static error_t check(struct request *r, struct argp_state *state)
{
	struct files *old = &r->files[OLD], *new = &r->files[NEW];

	if (!r->named && old->n == 2) {
		old->n = 1;
		add_file(new, old->at[1]);
	}
	if (old->n && new->n)
		return 0;
	argp_error(state, "give OLD NEW, or OLD... --new NEW..., as 'exectune run' writes them");
	return EINVAL;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &r->output;
		return 0;
	case 'b':
	case 'n':
		r->named = true;
		r->side = key == 'n' ? NEW : OLD;
		add_file(&r->files[r->side], arg);
		return 0;
	case 'a':
		return add_pair(r, arg);
	case ARGP_KEY_ARG:
		add_file(&r->files[r->side], arg);
		return 0;
	case ARGP_KEY_END:
		return check(r, state);
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int show(const struct request *r)
{
	struct summary sides[2] = { 0 }, s;
	int status = summary_read(r->files[OLD].at, r->files[OLD].n, &sides[OLD]);

	if (status)
		return status;
	status = summary_read(r->files[NEW].at, r->files[NEW].n, &sides[NEW]);
	if (status) {
		summary_free(&sides[OLD]);
		return status;
	}
	status = summary_pair(sides, r->pairs, r->npairs, &s);
	if (status != XC_OK && status != XC_INCONCLUSIVE)
		return status;
	status = output_show(&s, &r->output, status);
	summary_free(&s);
	return status;
}

static int run(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "old", 'b', "FILE", 0, "FILE and those after it are of the old group", 0 },
		{ "new", 'n', "FILE", 0, "FILE and those after it are of the new group", 0 },
		{ "arm", 'a', "OLD=NEW", 0,
		  "Compare these two arms; may be repeated. Otherwise all arms of the same name", 0 },
		{ 0 },
	};
	static const struct argp_child children[] = { { &output_argp, 0, NULL, 0 }, { 0 } };
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.children = children,
		.args_doc = "OLD NEW\nOLD... --new NEW...",
		.doc = "Compare samples files of one kernel, or of anything that takes a boot to change, "
		       "with those of another, workload by workload and arm by arm. The boot is the "
		       "unit: with 2 boots or more of each, Welch's t interval; otherwise the ratio only, "
		       "and no claim. In what the environments differ is listed.\v"
		       "Exit status: 0 done; 1 a regression beyond --max-regression; 2 too few boots or "
		       "blocks for a claim, or --max-regression cannot be decided; 3 wrong command line; "
		       "4 a file is missing or damaged, files of a group do not belong together, both "
		       "groups are of one boot, or no work was done.",
	};
	struct request r = { 0 };
	int status = argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &r) ? XC_USAGE : show(&r);

	for (size_t i = 0; i < r.npairs; i++)
		free((char *)r.pairs[i].old);
	free(r.pairs);
	free(r.files[OLD].at);
	free(r.files[NEW].at);
	return status;
}

const struct command cmd_compare = { "compare", "compare samples files of one kernel with those of another", run };
