/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Memory that is never NULL: out of memory ends the program with a message. In a run that is
 * safe, because the guardian puts the knobs back whatever the runner dies of.
 * All results are freed with free().
 */
#ifndef MEM_H
#define MEM_H

#include <stddef.h>

void *xcalloc(size_t n, size_t size);			/* zeroed */
void *xreallocarray(void *p, size_t n, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
