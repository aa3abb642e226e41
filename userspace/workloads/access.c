// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <unistd.h>

#include "access.h"
#include "crew.h"
#include "exitcode.h"
#include "files.h"
#include "mem.h"

struct access {
	unsigned n;			/* files */
	char *names[];
};

static int setup(struct use *u, unsigned n)
{
	struct access *a = u->state = xcalloc(1, sizeof(*a) + n * sizeof(*a->names));
	int status = XC_OK;

	while (!status && a->n < n) {
		status = files_empty(u, a->n, &a->names[a->n]);
		a->n++;
	}
	return status;
}

int access_setup_each(struct use *u)
{
	return setup(u, (unsigned)use_number(u, "tasks", 1));
}

int access_setup_one(struct use *u)
{
	return setup(u, 1);
}

static int look(struct bench *b, unsigned task, unsigned n)
{
	const struct access *a = b->state;
	const char *name = a->names[task % a->n];

	for (; n; n--)
		if (access(name, R_OK))
			return bench_fail(b, "access(%s): %m", name);
	return 0;
}

int access_prepare(struct bench *b)
{
	return crew_prepare(b, look);
}

void access_teardown(struct use *u)
{
	struct access *a = u->state;

	while (a->n)
		free(a->names[--a->n]);
	free(a);
	u->state = NULL;
}
