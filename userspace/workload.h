/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Workloads: one file each in workloads/, one const descriptor each, one table (workload.c).
 * Help and `exectune list` are printed from the table.
 */
#ifndef WORKLOAD_H
#define WORKLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct bench;
struct use;

struct workload_param {
	const char *name;
	const char *fallback;		/* value if not given, or NULL: none */
	uint64_t min, max;		/* of a number; max 0: any text */
	const char *help;
};

/* Parameters that several workloads share. */
#define PARAM_BATCH_AUTO \
	{ "batch", NULL, 1, 1000000, "operations timed together (default: as many as make 50 us; 1 with --clock icount)" }
#define PARAM_BATCH(n) \
	{ "batch", n, 1, 1000000, "operations timed together" }
#define PARAM_DIR \
	{ "dir", NULL, 0, 0, "make its files in a fresh directory in there (default $TMPDIR or /tmp)" }
#define PARAM_ENV \
	{ "env", NULL, 0, 131000, "bytes of padding in the environment (default: another number each block)" }
#define PARAM_VARS \
	{ "vars", "0", 0, 10000, "further variables in the environment" }

struct workload {
	const char *name, *summary;
	const struct workload_param *params;	/* ends with a NULL name */
	bool files;				/* works in a fresh directory: use->dir */
	bool own_environment;			/* gets exectune's environment and directory */
	/* Checks parameters against each other: XC_OK or XC_USAGE, said. May be NULL. */
	int (*check)(const struct use *u);
	/* In the runner, once, before all measuring: XC_OK or XC_ERROR, said. May be NULL. */
	int (*setup)(struct use *u);
	/* In the measuring process before each slice: 0, or -1 by bench_fail(). May be NULL. */
	int (*prepare)(struct bench *b);
	/* n operations, the part that is timed: 0, or -1 by bench_fail(). */
	int (*op)(struct bench *b, unsigned n);
	/* In the measuring process after each slice, also after a prepare() that failed. May be NULL. */
	void (*finish)(struct bench *b);
	/* In the runner at the end; the files in use->dir go away by themselves. May be NULL. */
	void (*teardown)(struct use *u);
};

/* Ends with NULL. */
extern const struct workload *const workload_table[];

#define WORKLOAD_PARAMS_MAX 12

/* A workload as asked for by -w, with its parameters. */
struct use {
	const struct workload *workload;
	char *key;				/* "execvpe:hit=3": as given, parameters in table order */
	char *values[WORKLOAD_PARAMS_MAX];	/* by index of parameter; NULL if none */
	char **argv;				/* of `command`, borrowed; else NULL */
	unsigned batch;				/* operations timed together; 0 before it is known */
	char *dir;				/* its fresh directory, or NULL */
	char *fs;				/* name of the file system that dir is on, or NULL */
	char *path;				/* what PATH is in its environment, or NULL: a usual one */
	void *state;				/* the workload's own, from setup to teardown */
};

/*
 * Reads "NAME[:param=value]..." into *u, to be freed with use_free(). argv is the program after
 * "--" or NULL. XC_OK or XC_USAGE, said.
 */
int use_parse(const char *spec, char **argv, struct use *u);

/* The value of a parameter as text, or NULL. It must be one of the workload's, or the answer is NULL. */
const char *use_text(const struct use *u, const char *name);

/* The value of a parameter that is a number, or `none` if it has no value. */
uint64_t use_number(const struct use *u, const char *name, uint64_t none);

void use_free(struct use *u);

/* The table for people: names, summaries, parameters with defaults. */
void workload_print(FILE *out);

#endif
