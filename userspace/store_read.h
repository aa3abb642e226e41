/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reader of the samples file: JSON Lines, first line the run with its
 * environment, then a line a sample.  Shared by `stats` and `run --resume`.
 */
#ifndef EXECTUNE_STORE_READ_H
#define EXECTUNE_STORE_READ_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STORE_FORMAT 1			/* version read here */
#define STORE_LINE_MAX (64u << 20)	/* bytes in a line; longer is not a samples file */
#define STORE_BLOCK_MAX 10000000u	/* a block number is below this */
#define STORE_ARMS_MAX 256u
#define STORE_WORKLOADS_MAX 1024u
#define STORE_COUNTS_MAX 64u		/* different names under "counts"; others are ignored */
#define STORE_NONE UINT32_MAX		/* an index or size that the file does not give */

enum store_clock {
	STORE_CLOCK_MONOTONIC,		/* unit "ns" */
	STORE_CLOCK_ICOUNT,		/* unit "instructions" */
};

enum store_end {
	STORE_END_COMPLETE,		/* the run came to its end */
	STORE_END_INTERRUPTED,		/* stopped in order, e.g. by Ctrl-C */
	STORE_END_CUT,			/* no last line: killed, or the file is a part */
};

struct store_arm {
	const char *name;
	const char *duplicate_of;	/* name of the arm this one copies, or NULL */
	json_t *set;			/* object knob -> value, may be NULL */
};

struct store_workload {
	const char *key;		/* unique, e.g. "execvpe:hit=7" */
	const char *name;		/* e.g. "execvpe" */
	const char *fs;			/* filesystem it ran on, or NULL */
	json_t *params;			/* object, may be NULL */
};

struct store_sample {
	uint32_t workload, arm;		/* indices into the arrays of the file */
	uint32_t block, slot;		/* slot STORE_NONE if not given */
	uint32_t env;			/* nuisance.env in bytes, STORE_NONE if not given */
	bool discarded;			/* its slice was interrupted, or a later discard line names its block */
	uint64_t ops;			/* operations done; 0 means nothing was measured */
	double median, min, p90, p99;	/* per operation, at least 0; NaN if not given */
	uint32_t counts, ncounts;	/* which of store_file.counts are its own */
};

struct store_count {
	double value;			/* NaN: null, it could not be counted */
	uint32_t name;			/* index into store_file.count_names */
};

/* A block that was given up. */
struct store_discard {
	uint32_t block;
	char *why;			/* as the file says, or NULL */
};

struct store_file {
	char *path;
	json_t *run;			/* the first line; strings below point into it */
	json_t *env;			/* its "env" (borrowed), an object */
	const char *id;			/* run id */
	const char *boot_id;		/* NULL if unknown */
	enum store_clock clock;
	uint64_t seed;
	uint32_t blocks;		/* blocks planned, 0 if not given (before the end of a pilot) */
	const json_t *imported;		/* where the values come from, or NULL: exectune run */
	bool unpaired;			/* imported, and the arms did not take turns */
	struct store_arm *arms;
	size_t narms;
	size_t baseline;		/* index of the baseline arm */
	struct store_workload *workloads;
	size_t nworkloads;
	struct store_sample *samples;	/* in file order, discarded ones included */
	size_t nsamples;
	char *count_names[STORE_COUNTS_MAX];
	size_t nnames;
	struct store_count *counts;	/* of all samples */
	size_t ncounts;
	struct store_discard *discards;	/* in file order */
	size_t ndiscards;		/* discard lines, each of one block */
	size_t ninterrupted;		/* samples marked "interrupted", which are not used */
	enum store_end end;
	bool half_line;			/* the last line was cut and is not used */
	int64_t whole_bytes;		/* length of the file up to its last whole line */
	size_t lines;			/* whole lines */
};

struct store_error {
	char text[512];			/* one line that says file, place and what to do */
};

/*
 * Reads the samples file at path into *out, to be freed with
 * store_file_free().  A cut file is not an error: see end, half_line and
 * whole_bytes.  A discard line speaks of the samples of its block before it,
 * so a block done again after it counts.  Returns 0, or -1 with *err filled
 * and *out empty (nothing to free) when the file cannot be read, is not a
 * samples file, has another format, or a line in it makes no sense.
 */
int store_read(const char *path, struct store_file *out, struct store_error *err);

void store_file_free(struct store_file *f);

/*
 * Index of an arm or workload by name or key; STORE_NONE if there is none.
 */
uint32_t store_arm_index(const struct store_file *f, const char *name);
uint32_t store_workload_index(const struct store_file *f, const char *key);

/*
 * The samples that may be compared: those of blocks in which every arm has
 * its one sample of that workload, not discarded.  In an unpaired file a block
 * is only a number: every one counts, and cells of it may be NULL.
 */
struct store_blocks {
	uint32_t *numbers;		/* ascending block numbers, n of them */
	const struct store_sample **cell; /* n * narms: [i * narms + arm] */
	size_t n;
	size_t incomplete;		/* blocks begun but lacking an arm */
	size_t discarded;		/* blocks discarded and not done again */
};

/*
 * Finds the complete blocks of one workload; free with store_blocks_free().
 * The samples pointed to are the file's.  Returns 0 or -1 (errno ENOMEM).
 */
int store_blocks(const struct store_file *f, size_t workload, struct store_blocks *out);

void store_blocks_free(struct store_blocks *b);

#endif
