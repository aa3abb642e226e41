// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "files.h"
#include "mem.h"
#include "target.h"

int files_target(struct use *u)
{
	u->state = xasprintf("%s/target", u->dir);
	return target_copy("exec-target", u->state);
}

int files_missing(struct use *u)
{
	u->state = xasprintf("%s/missing", u->dir);
	return XC_OK;
}

int files_empty(struct use *u, unsigned n, char **name)
{
	int fd;

	*name = xasprintf("%s/file-%04u", u->dir, n);
	fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	if (fd < 0) {
		err_say("cannot make %s: %m", *name);
		return XC_ERROR;
	}
	close(fd);
	return XC_OK;
}

void files_free(struct use *u)
{
	free(u->state);
	u->state = NULL;
}
