// SPDX-License-Identifier: GPL-2.0-only
/*
 * validate: whether exectune's judgement is right as often as it says, on simulated experiments
 * of known truth; and what exectune itself costs.
 */
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "text.h"
#include "validate.h"

#define SEED 20140821
#define EXPERIMENTS 2000
#define EXPERIMENTS_MIN 1000

struct request {
	uint64_t seed, experiments;
	bool cost;
};

static volatile sig_atomic_t stop;

static void on_signal(int number)
{
	stop = number;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;

	switch (key) {
	case 's':
		if (!text_u64(arg, 0, UINT32_MAX, &r->seed))
			argp_error(state, "--seed %s: give a number from 0 to %u", arg, UINT32_MAX);
		return 0;
	case 'n':
		if (!text_u64(arg, EXPERIMENTS_MIN, 1000000, &r->experiments))
			argp_error(state, "--experiments %s: give a number from %d to 1000000; with fewer, figures miss their bars by chance",
				   arg, EXPERIMENTS_MIN);
		return 0;
	case 'c':
		r->cost = true;
		return 0;
	case ARGP_KEY_ARG:
		argp_error(state, "'%s' is not understood", arg);
		return EINVAL;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static int show(const struct request *r)
{
	struct sigaction action = { .sa_handler = on_signal };
	struct table table = { .out = stdout };
	char *dir = sim_directory();
	int status;

	if (!dir)
		return XC_ERROR;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	sigaction(SIGHUP, &action, NULL);
	status = r->cost ? cost_print(&table, dir) :
		 figures_print(&table, (unsigned)r->experiments, r->seed, dir, &stop);
	rmdir(dir);
	free(dir);
	if (status == XC_SIGNAL)
		return XC_SIGNAL + stop;
	if (!r->cost && (!status || status == XC_REGRESSION))
		table_note(&table, "seed %lu, %u experiments each; %u short", (unsigned long)r->seed,
			   (unsigned)r->experiments, table.shorts);
	return status;
}

int main(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "seed", 's', "N", 0, "Other random numbers", 0 },
		{ "experiments", 'n', "N", 0, "In each set: 1000 or more, 2000 by default", 0 },
		{ "cost", 'c', 0, 0, "Only what exectune costs", 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options, .parser = parse,
		.doc = "Judge simulated experiments of known truth by the code of 'exectune stats', and "
		       "print how often it is right, a line a figure.\v"
		       "Exit status: 0 all figures are within their bars; 1 one is not; 3 wrong command "
		       "line; 4 it failed.",
	};
	struct request r = { .seed = SEED, .experiments = EXPERIMENTS };

	argp_err_exit_status = XC_USAGE;
	if (argp_parse(&argp, argc, argv, 0, NULL, &r))
		return XC_USAGE;
	return show(&r);
}
