/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A JSON scanner that builds nothing, for the lines of which there are a
 * million.  It takes less than JSON allows (no escapes, no bytes beyond
 * ASCII, little nesting) and gives up on the rest; what it does take, jansson
 * takes too and means the same by it.  So a caller tries this first and asks
 * jansson when it gives up.
 */
#ifndef EXECTUNE_STORE_SCAN_H
#define EXECTUNE_STORE_SCAN_H

#include <stdbool.h>
#include <stddef.h>

#define SCAN_DEPTH_MAX 8

struct scan {
	const char *p;		/* next byte; the text ends with a NUL */
};

struct scan_text {
	const char *s;		/* not NUL-terminated; points into the text */
	size_t len;
};

/* Skips spaces; true and past it if the next byte is c. */
bool scan_byte(struct scan *in, char c);

/* A string, its quotes taken off. */
bool scan_string(struct scan *in, struct scan_text *out);

/* A number, finite. */
bool scan_number(struct scan *in, double *out);

/* Any value, thrown away; depth is how far it is nested already. */
bool scan_skip(struct scan *in, int depth);

/*
 * The key of the next member of an object whose '{' has been taken.
 * 1: *key is set, and the value comes next; 0: the object ended; -1: give up.
 * *first is true before the first call.
 */
int scan_member(struct scan *in, bool *first, struct scan_text *key);

/* Whether only spaces are left. */
bool scan_end(struct scan *in);

bool scan_text_is(const struct scan_text *text, const char *s);

#endif
