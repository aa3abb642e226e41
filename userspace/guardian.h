/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A process that outlives the run, whatever the run dies of, and then puts the knobs back from the
 * journal and ends the background load. It is in a session of its own, so that neither Ctrl-C nor
 * the end of the terminal nor a kill of the process group meets it.
 */
#ifndef GUARDIAN_H
#define GUARDIAN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "journal.h"

#define GUARDIAN_DIRS_MAX 64
#define GUARDIAN_GROUPS_MAX 8

/* Shared with the guardian; grows while the run is set up. */
struct guardian_dirs {
	volatile pid_t group[GUARDIAN_GROUPS_MAX];	/* process groups to be ended; 0: none */
	volatile unsigned n;
	char path[GUARDIAN_DIRS_MAX][PATH_MAX];
};

struct guardian {
	pid_t pid;	/* 0 if there is none */
	int fd;		/* our end of its pipe: when the last copy is closed, it acts. Not for children */
	struct guardian_dirs *dirs;
};

/* Starts it, with an opened journal (or one without a path: no knobs). XC_OK or XC_ERROR, said. */
int guardian_start(struct guardian *g, const struct journal *j);

/* A directory, made for this run, for it to remove with all that is in it. g->pid may be 0. */
void guardian_watch(struct guardian *g, const char *dir);

/* A process group, of a load, for it to end; or no more. g->pid may be 0. */
void guardian_group(struct guardian *g, pid_t group, bool watch);

/* Tells it that all has been done, and reaps it. */
void guardian_dismiss(struct guardian *g);

#endif
