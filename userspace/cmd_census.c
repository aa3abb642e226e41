// SPDX-License-Identifier: GPL-2.0-only
/*
 * exectune census: a program of its own, so that the libraries which it needs are not mapped into
 * the one whose forks are measured.
 */
#include <unistd.h>

#include "command.h"
#include "err.h"
#include "exitcode.h"
#include "target.h"

static int run(int argc, char **argv)
{
	int fd = target_open("exectune-census");

	(void)argc;
	if (fd < 0)
		return XC_ERROR;
	fexecve(fd, argv, environ);
	err_say("cannot run exectune-census: %m");
	return XC_ERROR;
}

const struct command cmd_census = { "census", "count execve() calls by how they end, of any program", run };
