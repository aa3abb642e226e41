/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Between the parts of the reader; nobody else needs this.
 */
#ifndef EXECTUNE_STORE_PARSE_H
#define EXECTUNE_STORE_PARSE_H

#include "store_read.h"

struct store_place {
	const char *path;
	size_t line;			/* 0: the file as a whole */
	struct store_error *err;
};

/* Writes "path:line: message" to the error; always returns -1. */
int store_fail(const struct store_place *at, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Takes over the parsed first line (also on failure, when f->run is set) and
 * fills what it says into *f.  0, or -1 with the error written.
 */
int store_header(struct store_file *f, json_t *run, const struct store_place *at);

/* What a line of samples turned out to be. */
enum store_kind {
	STORE_KIND_BAD = -1,		/* the error is written */
	STORE_KIND_UNSURE,		/* too hard for the scanner; ask jansson */
	STORE_KIND_SAMPLE,
};

/* A sample line by the scanner: *out is filled on STORE_KIND_SAMPLE. */
enum store_kind store_sample_scan(struct store_file *f, const char *text, size_t len,
				  struct store_sample *out, const struct store_place *at);

/* The same line by jansson; never STORE_KIND_UNSURE. */
enum store_kind store_sample_json(struct store_file *f, json_t *line,
				  struct store_sample *out, const struct store_place *at);

/* Makes an error of a block that has a sample of one arm twice.  0 or -1. */
int store_check_twice(const struct store_file *f, const struct store_place *at);

#endif
