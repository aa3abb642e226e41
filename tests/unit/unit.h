/* SPDX-License-Identifier: GPL-2.0-only */
/* What the unit tests share: cmocka with what it wants included first, and scratch files. */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

/* A group set-up that makes a directory and goes there; its tear-down removes it. */
static inline int scratch_begin(void **state)
{
	char *dir = strdup("/tmp/exectune-unit-XXXXXX");

	*state = dir;
	return !dir || !mkdtemp(dir) || chdir(dir);
}

static inline int scratch_end(void **state)
{
	char command[128];

	snprintf(command, sizeof(command), "rm -rf %s", (char *)*state);
	free(*state);
	return chdir("/") || system(command);
}

static inline void write_file(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static inline void assert_file(const char *path, const char *text)
{
	char buf[4096];
	FILE *f = fopen(path, "r");
	size_t n;

	assert_non_null(f);
	n = fread(buf, 1, sizeof(buf) - 1, f);
	buf[n] = '\0';
	fclose(f);
	assert_string_equal(buf, text);
}

#endif
