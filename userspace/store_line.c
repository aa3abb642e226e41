// SPDX-License-Identifier: GPL-2.0-only
#include "store_line.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK ((size_t)1 << 18)

int store_line_open(struct store_line *r, const char *path, size_t max)
{
	memset(r, 0, sizeof(*r));
	r->max = max;
	r->fd = open(path, O_RDONLY | O_CLOEXEC);
	return r->fd < 0 ? -1 : 0;
}

void store_line_close(struct store_line *r)
{
	int saved = errno;

	if (r->fd >= 0)
		close(r->fd);
	free(r->buf);
	memset(r, 0, sizeof(*r));
	r->fd = -1;
	errno = saved;
}

/* Makes room for a chunk and a NUL behind the unread bytes. */
static int make_room(struct store_line *r)
{
	size_t unread = r->end - r->start, size;
	char *buf;

	if (r->start) {
		memmove(r->buf, r->buf + r->start, unread);
		r->start = 0;
		r->end = unread;
	}
	if (r->size - r->end > CHUNK)
		return 0;
	size = r->size * 2 > r->end + CHUNK + 1 ? r->size * 2 : r->end + CHUNK + 1;
	buf = realloc(r->buf, size);
	if (!buf)
		return -1;
	r->buf = buf;
	r->size = size;
	return 0;
}

/* Reads more; 0 also at the end of the file (eof is then set). */
static int fill(struct store_line *r)
{
	ssize_t got;

	if (r->end - r->start > r->max) {
		errno = EFBIG;
		return -1;
	}
	if (make_room(r))
		return -1;
	do
		got = read(r->fd, r->buf + r->end, CHUNK);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		return -1;
	r->end += (size_t)got;
	r->eof = got == 0;
	return 0;
}

enum store_line_got store_line_next(struct store_line *r, char **text, size_t *len)
{
	size_t seen = 0;	/* unread bytes known to hold no newline */
	char *newline = NULL;

	for (;;) {
		if (r->end - r->start > seen)
			newline = memchr(r->buf + r->start + seen, '\n',
					 r->end - r->start - seen);
		if (newline || r->eof)
			break;
		seen = r->end - r->start;
		if (fill(r))
			return STORE_LINE_ERROR;
	}
	*text = r->buf + r->start;
	if (newline) {
		*len = (size_t)(newline - *text);
		*newline = '\0';
		r->start += *len + 1;
		r->whole_bytes += (int64_t)*len + 1;
		r->number++;
		return STORE_LINE_WHOLE;
	}
	*len = r->end - r->start;
	r->start = r->end;
	if (!*len)
		return STORE_LINE_EOF;
	(*text)[*len] = '\0';
	return STORE_LINE_HALF;
}
