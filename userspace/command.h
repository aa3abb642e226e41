/* SPDX-License-Identifier: GPL-2.0-only */
/* The subcommands of exectune: one file each (cmd_NAME.c), one table (command.c). */
#ifndef COMMAND_H
#define COMMAND_H

struct command {
	const char *name;
	const char *summary;			/* one line for exectune --help */
	/*
	 * argv[0] is "exectune NAME" (for messages), the rest the command's own arguments.
	 * Returns the exit status (exitcode.h), having said on stderr why if it is not 0.
	 */
	int (*run)(int argc, char **argv);
};

extern const struct command cmd_census, cmd_compare, cmd_import, cmd_list, cmd_report, cmd_restore, cmd_run, cmd_set,
	cmd_stats, cmd_status;

/* All commands in the order of --help, ending with NULL. */
extern const struct command *const command_table[];

/* The command of that name, or NULL. */
const struct command *command_find(const char *name);

#endif
