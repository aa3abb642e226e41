// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>
#include <string.h>

#include "command.h"

const struct command *const command_table[] = {
	&cmd_status, &cmd_set, &cmd_restore, &cmd_list, &cmd_run,
	&cmd_stats, &cmd_compare, &cmd_report, &cmd_import, &cmd_census,
	NULL,
};

const struct command *command_find(const char *name)
{
	for (const struct command *const *c = command_table; *c; c++)
		if (!strcmp((*c)->name, name))
			return *c;
	return NULL;
}
