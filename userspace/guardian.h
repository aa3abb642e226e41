/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A process that outlives the run, whatever the run dies of, and puts the knobs back from the
 * journal then. It is in a session of its own, so that neither Ctrl-C nor the end of the
 * terminal nor a kill of the process group meets it.
 */
#ifndef GUARDIAN_H
#define GUARDIAN_H

#include <stddef.h>
#include <sys/types.h>

#include "journal.h"

struct guardian {
	pid_t pid;	/* 0 if there is none */
	int fd;		/* our end of its pipe: when the last copy is closed, it acts */
};

/*
 * Starts it. j->path may be NULL (no knobs). dirs are directories that it removes as well when it has to act. XC_OK or XC_ERROR,
 * said.
 */
int guardian_start(struct guardian *g, const struct journal *j, char *const *dirs, size_t ndirs);

/* Tells it that all has been done, and reaps it. */
void guardian_dismiss(struct guardian *g);

/* In a child of the run: lets go of the pipe, so that only the run's own end counts. */
void guardian_forget(struct guardian *g);

#endif
