/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whole lines of a file, with the place where the last whole one ends.
 */
#ifndef EXECTUNE_STORE_LINE_H
#define EXECTUNE_STORE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct store_line {
	int fd;
	char *buf;
	size_t size;		/* bytes allocated */
	size_t start, end;	/* unread bytes in buf */
	size_t max;		/* longest line allowed */
	bool eof;
	size_t number;		/* whole lines returned so far */
	int64_t whole_bytes;	/* length of the file up to the end of the last of them */
};

enum store_line_got {
	STORE_LINE_ERROR = -1,	/* errno says; EFBIG when a line is longer than max */
	STORE_LINE_EOF,
	STORE_LINE_WHOLE,
	STORE_LINE_HALF,	/* bytes after the last newline; EOF comes next */
};

/* Opens path; max is the longest line in bytes.  0, or -1 with errno. */
int store_line_open(struct store_line *r, const char *path, size_t max);

/*
 * The next line, without its newline, NUL-terminated (it may hold other NULs)
 * and writable until the next call.
 */
enum store_line_got store_line_next(struct store_line *r, char **text, size_t *len);

void store_line_close(struct store_line *r);

#endif
