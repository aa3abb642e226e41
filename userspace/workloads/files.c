// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

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

void files_free(struct use *u)
{
	free(u->state);
	u->state = NULL;
}
