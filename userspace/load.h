/* SPDX-License-Identifier: GPL-2.0-only */
/* Background load: programs that run beside all slices, the same for every arm. */
#ifndef LOAD_H
#define LOAD_H

#include <jansson.h>
#include <stddef.h>

#include "guardian.h"

#define LOADS_MAX 8

struct load {
	char *spec;		/* as given */
	pid_t pid;		/* leader of its process group; 0 if it does not run */
	int output;		/* what it has written; -1 if it does not run */
};

struct loads {
	struct load at[LOADS_MAX];
	size_t n;
};

/*
 * Adds "hackbench[:ARGUMENTS]", "stress-ng:ARGUMENTS" or "cmd:COMMAND" (for sh). XC_OK or
 * XC_USAGE, said; also when the program is not installed.
 */
int loads_add(struct loads *l, const char *spec);

/* Starts all and tells the guardian of them. XC_OK or XC_ERROR, said; then none runs. */
int loads_start(struct loads *l, struct guardian *g);

/* The first that has ended, or NULL. */
struct load *loads_ended(struct loads *l);

/* Says that it has ended, how, and with what last words. */
void load_say_ended(const struct load *one);

/* Ends those that run, with all processes in their groups. */
void loads_stop(struct loads *l, struct guardian *g);

/* The specifications; a new array. */
json_t *loads_json(const struct loads *l);

void loads_free(struct loads *l);

#endif
