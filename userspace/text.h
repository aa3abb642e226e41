/* SPDX-License-Identifier: GPL-2.0-only */
/* Turning words of a command line or of a kernel file into values. */
#ifndef TEXT_H
#define TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The whole of s as a decimal or 0x number in [min, max], without spaces before or after.
 * True if it is one; *out is unchanged otherwise.
 */
bool text_u64(const char *s, uint64_t min, uint64_t max, uint64_t *out);

/*
 * A duration in nanoseconds: a decimal number with an optional fraction and one of ns, us, ms, s
 * (none means ms). True if it is one and lies in [1 ns, 1 hour].
 */
bool text_duration(const char *s, int64_t *ns);

/* Drops spaces at both ends and makes every run of spaces within one blank; in place. */
char *text_squeeze(char *s);

/*
 * The value in what a kernel file reads: squeezed, and of "always [madvise] never" the word in
 * brackets. In place.
 */
char *text_setting(char *s);

/*
 * Reads a small file (at most size - 1 bytes) into buf, NUL-terminated, without the last
 * newline. Returns its length or -1 with errno.
 */
long text_file(const char *path, char *buf, size_t size);

#endif
