/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Writing the samples file: JSON Lines, first the run with its environment, then a line a sample,
 * each on disk before the next slice starts. Reading is store_read.h.
 *
 * Lines by "type": "run" (first), "sample", "note" (for people), "discard" (the samples of that
 * block before this line do not count; the block may come again after it), "pilot" (a
 * sample that only decided on the number of blocks), "plan" (that number), "end".
 */
#ifndef STORE_H
#define STORE_H

#include <jansson.h>
#include <stdint.h>

struct store {
	char *path;
	int fd;
};

/*
 * Makes a new file; one that is there is refused. XC_OK, XC_USAGE or XC_ERROR, said.
 */
int store_create(struct store *s, const char *path);

/*
 * Makes a new file that has its first line from the moment it is there, where the file system can
 * do that. The line's reference is taken. XC_OK, XC_USAGE, XC_NOSPACE or XC_ERROR, said; then no
 * file was made that is not empty.
 */
int store_begin(struct store *s, const char *path, json_t *line);

/* Opens a file to go on behind its first `whole` bytes; what is after them is cut off. */
int store_reopen(struct store *s, const char *path, int64_t whole);

/*
 * Appends a line (its reference is taken) and syncs it. On failure the file ends with the last
 * whole line. XC_OK, XC_NOSPACE or XC_ERROR, said.
 */
int store_append(struct store *s, json_t *line);

void store_close(struct store *s);

#endif
