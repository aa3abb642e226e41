/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Measurements that other tools took, as a samples file of ours. One parser a format, all into
 * struct import, which import_write() writes. Between cmd_import.c and import_*.c.
 */
#ifndef IMPORT_H
#define IMPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define IMPORT_BYTES_MAX (256u << 20)	/* a larger file is no list of results */

enum import_format {
	IMPORT_GUESS,
	IMPORT_LINES,		/* a number a line; a file an arm */
	IMPORT_CSV,		/* a column an arm, a row a block */
	IMPORT_HYPERFINE,	/* hyperfine --export-json */
	IMPORT_GO,		/* go test -bench, as benchstat reads it */
};

struct import_value {
	double ns;		/* above 0, finite */
	uint64_t ops;		/* operations it is the mean of */
};

/* The values of one arm on one workload, in the order of their file. */
struct import_series {
	char *workload, *arm;
	struct import_value *values;
	size_t n;
	char *path;		/* for messages */
	size_t line;		/* of the last value; 0 where a format has no lines */
};

struct import {
	enum import_format format;
	double unit;		/* nanoseconds in one unit of the values (lines, csv) */
	struct import_series *series;
	size_t nseries;
	char **notes;		/* what a reader must know, a line each */
	size_t nnotes;
	char *cpu_model;	/* or NULL: unknown */
	char *duplicate;	/* the arm that is a second copy of the baseline, or NULL */
};

/* One file, read as a whole. */
struct import_source {
	const char *path;
	const char *arm;	/* whose values these are; NULL: the file names the arms */
	char *text;		/* NUL-terminated, without NUL within; the parsers may write to it */
	size_t len;
	char sha256[65];
};

/* import_text.c */

/* Reads a file, "-" being standard input. XC_OK or XC_ERROR (said); free .text. */
int import_read(struct import_source *src);

/*
 * The next line of *rest, NUL-terminated and without its line ending, or NULL. *line counts them
 * from 1, starting at 0.
 */
char *import_line(char **rest, size_t *line);

/*
 * A time above 0 from the whole of the word, spaces around it apart, times unit. XC_OK or XC_ERROR
 * (said, with the place).
 */
int import_time(const char *path, size_t line, const char *word, double unit, double *ns);

/* What the text of a file looks like; IMPORT_GUESS if like none. */
enum import_format import_guess(const char *text);

/* "lines", "csv", "hyperfine" or "go"; IMPORT_GUESS for another word. */
enum import_format import_format_of(const char *name);
const char *import_format_name(enum import_format format);

/* import_data.c */

/* The series of that workload and arm, made if it is not there. Valid until the next call. */
struct import_series *import_series(struct import *im, const char *workload, const char *arm,
				    const char *path);

void import_add(struct import_series *s, double ns, uint64_t ops, size_t line);
void import_note(struct import *im, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void import_free(struct import *im);

/*
 * The parsers add the values of a file: XC_OK or XC_ERROR (said with file and line). src->arm must
 * be given to import_lines() and import_go().
 */
int import_lines(struct import *im, struct import_source *src);
int import_csv(struct import *im, struct import_source *src);
int import_hyperfine(struct import *im, struct import_source *src);
int import_go(struct import *im, struct import_source *src);

struct import_output {
	const char *path;
	const char *baseline;		/* an arm; NULL: the first */
	bool interleaved;		/* the arms took turns, a value each */
	const struct import_source *sources;
	size_t nsources;
	int argc;			/* the command, to be recorded */
	char **argv;
};

/*
 * import_write.c: writes the samples file, which must not exist; on failure none is left.
 * XC_OK, XC_USAGE, XC_ERROR or XC_NOSPACE, said.
 */
int import_write(const struct import *im, const struct import_output *o);

#endif
