// SPDX-License-Identifier: GPL-2.0-only
/* exectune: look at, set and compare the kernel's exec knobs. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "version.h"

const char *argp_program_version = EXECTUNE_VERSION;

struct args {
	const char *command;
	int rest;			/* index in argv of the command's first argument */
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *a = state->input;

	switch (key) {
	case 'q':
		err_quiet = true;
		return 0;
	case ARGP_KEY_ARG:
		a->command = arg;
		a->rest = state->next;
		state->next = state->argc;	/* the rest is the command's */
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The end of --help: the commands, from their table. The caller frees it. */
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
	fputs("Commands:\n", f);
	for (const struct command *const *c = command_table; *c; c++)
		fprintf(f, "  %-10s %s\n", (*c)->name, (*c)->summary);
	fputs("\n'exectune COMMAND --help' tells more about one.", f);
	fclose(f);
	return out;
}

int main(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "quiet", 'q', NULL, 0, "No progress and no notes, only errors and results", 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "COMMAND [ARGUMENT...]",
		.doc = "Look at, set and compare the kernel's exec knobs, "
		       "or any other sysctl or writable kernel file.\v",
		.help_filter = help,
	};
	struct args args = { 0 };
	const struct command *command;
	char *name;
	int status;

	argp_err_exit_status = XC_USAGE;
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &args))
		return XC_USAGE;
	if (!args.command) {
		err_say("no command given; 'exectune --help' lists them");
		return XC_USAGE;
	}
	command = command_find(args.command);
	if (!command) {
		err_say("unknown command '%s'; 'exectune --help' lists them", args.command);
		return XC_USAGE;
	}
	name = xasprintf("exectune %s", command->name);
	argv[args.rest - 1] = name;
	status = command->run(argc - args.rest + 1, argv + args.rest - 1);
	free(name);
	if (fflush(stdout) || ferror(stdout)) {
		err_say("could not write the output: %m");
		return status ? status : XC_ERROR;
	}
	return status;
}
