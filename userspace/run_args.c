// SPDX-License-Identifier: GPL-2.0-only
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "mark.h"
#include "mem.h"
#include "pilot.h"
#include "run_args.h"
#include "text.h"

enum {
	OPT_VARY = 256, OPT_ARM, OPT_BASELINE, OPT_NO_DUPLICATE, OPT_BLOCKS, OPT_SLICE, OPT_OPS,
	OPT_WARMUP, OPT_SETTLE, OPT_SEED, OPT_CLOCK, OPT_CPU, OPT_NODE, OPT_ENV_SIZES, OPT_ENV_LIST,
	OPT_RESOLVE, OPT_MAX_BLOCKS, OPT_EVENTS, OPT_COUNTERS, OPT_NUMA_MAPS, OPT_MARKERS, OPT_LOAD, OPT_RESUME,
};

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "What to compare:", 1 },
	{ "vary", OPT_VARY, "KNOB=VALUE,VALUE...", 0, "An arm for each value; several --vary make all combinations", 1 },
	{ "arm", OPT_ARM, "NAME:[KNOB=VALUE,...]", 0, "An arm by name; a knob that it leaves out stays as it is now", 1 },
	{ "baseline", OPT_BASELINE, "NAME", 0, "The arm the others are compared with (default: the first)", 1 },
	{ "no-duplicate", OPT_NO_DUPLICATE, NULL, 0, "Leave out the second copy of the baseline, which shows what no difference looks like", 1 },
	{ NULL, 0, NULL, 0, "What to do:", 2 },
	{ "workload", 'w', "NAME[:PARAM=VALUE]...", 0, "A workload; repeat it or give a comma list", 2 },
	{ "blocks", OPT_BLOCKS, "N", 0, "Blocks; in each, every arm has one slice per workload (default 40)", 2 },
	{ "resolve", OPT_RESOLVE, "PERCENT", 0, "As many blocks as it takes to see an effect of this size, as 1%, found by a pilot of 8", 2 },
	{ "max-blocks", OPT_MAX_BLOCKS, "N", 0, "At most so many with --resolve (default 400)", 2 },
	{ "slice", OPT_SLICE, "DURATION", 0, "How long a slice is, as 200ms or 0.5s (the default is 200ms); with --clock icount, instructions for ns", 2 },
	{ "ops", OPT_OPS, "N", 0, "Operations in a slice, instead of a duration", 2 },
	{ "warmup", OPT_WARMUP, "N", 0, "Timed values thrown away at the start of each slice (default 5)", 2 },
	{ "settle", OPT_SETTLE, "DURATION", 0, "Pause after setting the knobs (default 2ms; none with --clock icount)", 2 },
	{ "seed", OPT_SEED, "N", 0, "Seed of the order and of the layouts (default: random; it is recorded)", 2 },
	{ "clock", OPT_CLOCK, "monotonic|icount", 0, "Count nanoseconds, or instructions in a guest of QEMU with -icount shift=0", 2 },
	{ "load", OPT_LOAD, "SPEC", 0, "Run hackbench[:ARGUMENTS], stress-ng:ARGUMENTS or cmd:COMMAND beside all slices; may be repeated", 2 },
	{ "events", OPT_EVENTS, "NAME,...", 0, "Count these events of perf_event_open(2), as instructions or sched:sched_process_exec", 2 },
	{ "counters", OPT_COUNTERS, NULL, 0, "Count CPU migrations as well, and show all that was counted", 2 },
	{ "numa-maps", OPT_NUMA_MAPS, NULL, 0, "Look once a slice on which nodes the pages of a new program's stack are", 2 },
	{ "markers", OPT_MARKERS, NULL, 0, "Put markers around the operations, which the plugin of the atomics lane counts between", 2 },
	{ NULL, 0, NULL, 0, "Where:", 3 },
	{ "cpu", OPT_CPU, "LIST", 0, "Run on these CPUs, as 0,2-3", 3 },
	{ "node", OPT_NODE, "N", 0, "Run on this NUMA node and take memory from it", 3 },
	{ "env-sizes", OPT_ENV_SIZES, "N", 0, "Go through N sizes of the environment, evenly below 4096 bytes (default: a random one each block)", 3 },
	{ "env-list", OPT_ENV_LIST, "BYTES,...", 0, "Go through these sizes of the environment", 3 },
	{ NULL, 0, NULL, 0, "Results:", 4 },
	{ "output", 'o', "FILE", 0, "The samples file, a new one (default: exectune-WORKLOAD-DATE.jsonl)", 4 },
	{ "resume", OPT_RESUME, "FILE", 0, "Go on with a samples file that was cut short; all else is as it was", 4 },
	{ "quiet", 'q', NULL, 0, "No progress and no notes, only errors and results", 4 },
	{ 0 },
};

/* What argp collects, before it is put together: --vary may come after -w, and so on. */
struct collect {
	struct run_args *args;
	struct plan *plan;
	const char *baseline;
	bool no_duplicate, varied, named, seeded, settled, planned, sized;
	int status;
};

/* A number for an option, or the message and c->status. */
static uint64_t number(struct collect *c, const char *option, const char *arg, uint64_t min, uint64_t max)
{
	uint64_t v = min;

	if (!c->status && !text_u64(arg, min, max, &v)) {
		err_say("%s %s: it must be a number from %llu to %llu", option, arg,
			(unsigned long long)min, (unsigned long long)max);
		c->status = XC_USAGE;
	}
	return v;
}

static int64_t duration(struct collect *c, const char *option, const char *arg)
{
	int64_t ns = 1;

	if (!c->status && !text_duration(arg, &ns)) {
		err_say("%s %s: give a duration such as 200ms or 0.5s, at most an hour", option, arg);
		c->status = XC_USAGE;
	}
	return ns;
}

/* "1%" into 0.01. */
static int percent(const char *option, const char *arg, double *out)
{
	char *end;
	double v = strtod(arg, &end);

	if (end == arg || strcmp(*end == '%' ? end + 1 : end, "") || !(v >= 0.01 && v <= 100)) {
		err_say("%s %s: give a percentage from 0.01%% to 100%%, such as 1%%", option, arg);
		return XC_USAGE;
	}
	*out = v / 100;
	return XC_OK;
}

static void env_sizes(struct collect *c, int key, const char *arg)
{
	struct env_sizes *e = &c->plan->env_sizes;

	if (e->n) {
		err_say("give --env-sizes or --env-list once, not both");
		c->status = XC_USAGE;
	} else if (key == OPT_ENV_LIST) {
		c->status = nuisance_env_list(e, arg);
	} else {
		uint64_t n = number(c, "--env-sizes", arg, 2, 4096);

		if (!c->status)
			nuisance_env_even(e, n);
	}
}

static void clock_option(struct collect *c, const char *arg)
{
	if (clock_parse(arg, &c->plan->clock)) {
		err_say("--clock %s: it is monotonic or icount", arg);
		c->status = XC_USAGE;
	}
}

static void arm_option(struct collect *c, int key, const char *arg)
{
	c->varied |= key == OPT_VARY;
	c->named |= key == OPT_ARM;
	if (c->varied && c->named) {
		err_say("give the arms by --vary or by --arm, not by both");
		c->status = XC_USAGE;
	} else {
		c->status = key == OPT_VARY ? arms_vary(&c->plan->arms, arg) : arms_add(&c->plan->arms, arg);
	}
}

static int markers(struct plan *p)
{
	p->markers = true;
	if (MARKS)
		return XC_OK;
	err_say("--markers: no plugin would see them on this architecture");
	return XC_USAGE;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct collect *c = state->input;
	struct plan *p = c->plan;

	if (c->status)
		return 0;
	if (key == 'w' || (key >= OPT_VARY && key < OPT_RESUME))
		c->planned = true;
	switch (key) {
	case OPT_VARY:
	case OPT_ARM:		arm_option(c, key, arg); break;
	case OPT_BASELINE:	c->baseline = arg; break;
	case OPT_NO_DUPLICATE:	c->no_duplicate = true; break;
	case 'w':		c->status = plan_add_workloads(p, arg); break;
	case OPT_BLOCKS:	p->blocks = (unsigned)number(c, "--blocks", arg, 1, PLAN_BLOCKS_MAX); c->sized = true; break;
	case OPT_SLICE:		p->slice = duration(c, "--slice", arg); break;
	case OPT_OPS:		p->ops = number(c, "--ops", arg, 1, 1000000000); break;
	case OPT_WARMUP:	p->warmup = (unsigned)number(c, "--warmup", arg, 0, 1000000); break;
	case OPT_SETTLE:	p->settle = duration(c, "--settle", arg); c->settled = true; break;
	case OPT_SEED:		p->seed = number(c, "--seed", arg, 0, INT64_MAX); c->seeded = true; break;
	case OPT_CLOCK:		clock_option(c, arg); break;
	case OPT_RESOLVE:	c->status = percent("--resolve", arg, &p->resolve); break;
	case OPT_MAX_BLOCKS:	p->max_blocks = (unsigned)number(c, "--max-blocks", arg, 6, PLAN_BLOCKS_MAX); break;
	case OPT_EVENTS:	c->status = events_add(&p->events, arg); break;
	case OPT_COUNTERS:	p->counters = true; break;
	case OPT_NUMA_MAPS:	p->numa_maps = true; break;
	case OPT_MARKERS:	c->status = markers(p); break;
	case OPT_LOAD:		c->status = loads_add(&p->loads, arg); break;
	case OPT_CPU:		free(p->cpus); p->cpus = xstrdup(arg); break;
	case OPT_NODE:		p->node = (int)number(c, "--node", arg, 0, 1023); break;
	case OPT_ENV_SIZES:
	case OPT_ENV_LIST:	env_sizes(c, key, arg); break;
	case 'o':		c->args->output = arg; break;
	case OPT_RESUME:	c->args->resume = arg; break;
	case 'q':		err_quiet = true; break;
	case ARGP_KEY_ARG:
		err_say("unexpected argument '%s': a workload goes after -w, a program after '--'", arg);
		c->status = XC_USAGE;
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

/* The workloads under --help, from their table. */
static char *help(int key, const char *text, void *input)
{
	char *out = NULL;
	size_t size;
	FILE *f;

	(void)input;
	if (key != ARGP_KEY_HELP_POST_DOC)
		return (char *)text;
	f = open_memstream(&out, &size);
	if (!f)
		return NULL;
	fputs("Workloads:\n", f);
	workload_print(f);
	fclose(f);
	return out;
}

/* --resolve and what goes with it. */
static int sizes(const struct collect *c)
{
	struct plan *p = c->plan;
	const char *wrong = NULL;

	if (p->resolve <= 0)
		wrong = p->max_blocks ? "--max-blocks goes with --resolve; without it give --blocks" : NULL;
	else if (c->sized)
		wrong = "give --blocks or --resolve, not both";
	else if (p->clock == CLOCK_KIND_ICOUNT)
		wrong = "--resolve is for times; counts of instructions are exact: give --blocks";
	if (wrong) {
		err_say("%s", wrong);
		return XC_USAGE;
	}
	if (p->resolve > 0) {
		p->max_blocks = p->max_blocks ? p->max_blocks : PILOT_MAX_DEFAULT;
		p->blocks = p->max_blocks;
	}
	return XC_OK;
}

/* What only the whole command line can tell. */
static int complete(struct collect *c)
{
	struct plan *p = c->plan;
	bool has_command = false;
	int status = XC_OK;

	if (c->args->resume) {
		if (!c->planned && !p->argv && !c->args->output)
			return XC_OK;
		err_say("--resume takes all from the file: leave out the other options but -q");
		return XC_USAGE;
	}
	for (size_t i = 0; i < p->nuses; i++)
		has_command |= p->uses[i].argv != NULL;
	if (p->argv && !has_command) {
		status = plan_add_workloads(p, "command");
		if (status)
			return status;
	}
	if (!p->nuses) {
		err_say("run what? Give a workload by -w ('exectune list' shows them) or a program after '--'");
		return XC_USAGE;
	}
	status = sizes(c);
	if (status)
		return status;
	if (p->env_sizes.n > p->blocks) {
		err_say("%zu sizes of the environment need as many blocks: give --blocks %zu or more",
			p->env_sizes.n, p->env_sizes.n);
		return XC_USAGE;
	}
	if (p->clock == CLOCK_KIND_ICOUNT && !c->settled)
		p->settle = 0;
	if (!c->seeded) {
		/* A seed that is easy to give again. */
		if (getentropy(&p->seed, sizeof(p->seed)))
			p->seed = clock_monotonic();
		p->seed %= 1000000000;
	}
	if (p->counters)
		status = events_add(&p->events, "cpu-migrations");
	if (!status)
		status = arms_finish(&p->arms, c->baseline, !c->no_duplicate);
	if (!status && p->resolve > 0 && p->arms.n < 2) {
		err_say("--resolve: one arm has nothing to be compared with");
		status = XC_USAGE;
	}
	if (p->resolve > 0)
		p->blocks = 0;
	return status;
}

int run_args_parse(struct run_args *args, struct plan *p, int argc, char **argv)
{
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "\n-- PROGRAM [ARGUMENT...]",
		.doc = "Measure workloads under several settings of knobs, in randomised interleaved blocks, "
		       "within one boot. The knobs are put back at the end, whatever the end is.\v",
		.help_filter = help,
	};
	struct collect c = { .args = args, .plan = p };

	*args = (struct run_args){ 0 };
	p->blocks = 40;
	p->slice = 200000000;
	p->warmup = 5;
	p->settle = 2000000;
	/* What is after "--" is the program's, and -w command wants to know it. */
	for (int i = 1; i < argc; i++)
		if (!strcmp(argv[i], "--")) {
			if (i + 1 < argc)
				p->argv = argv + i + 1;
			argc = i;
		}
	if (argp_parse(&argp, argc, argv, 0, NULL, &c))
		return XC_USAGE;
	return c.status ? c.status : complete(&c);
}
