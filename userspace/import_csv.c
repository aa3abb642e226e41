// SPDX-License-Identifier: GPL-2.0-only
/*
 * CSV: the first line names the arms, each other line is a block with a value of each. Fields are
 * separated by what comes first in the header of comma, semicolon and tab, and may be quoted.
 */
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "import.h"
#include "store_read.h"
#include "text.h"

/* Takes a field off *rest, in place: its quotes are taken away. NULL: a quote is not closed. */
static char *field(char **rest, char separator, bool *last)
{
	char *from = *rest, *to = from, *start = from;
	bool quoted = false;

	for (; *from && (quoted || *from != separator); from++) {
		if (*from != '"')
			*to++ = *from;
		else if (quoted && from[1] == '"')
			*to++ = *from++;
		else
			quoted = !quoted;
	}
	*last = !*from;
	*rest = from + !*last;
	*to = '\0';
	return quoted ? NULL : start;
}

/* Splits a line into at most `max` fields; returns how many there are, 0 on a bad quote (said). */
static size_t split(const char *path, size_t line, char *text, char separator, char **fields,
		    size_t max)
{
	bool last = false;
	size_t n = 0;

	while (!last) {
		char *one = field(&text, separator, &last);

		if (!one) {
			err_say("%s:%zu: a quote is not closed", path, line);
			return 0;
		}
		if (n < max)
			fields[n] = one;
		n++;
	}
	return n;
}

static int check_names(const char *path, size_t line, char **names, size_t n)
{
	char *end;

	if (n > STORE_ARMS_MAX) {
		err_say("%s:%zu: %zu columns; an import can have %u arms", path, line, n, STORE_ARMS_MAX);
		return XC_ERROR;
	}
	for (size_t i = 0; i < n; i++) {
		text_squeeze(names[i]);
		if (!*names[i]) {
			err_say("%s:%zu: column %zu has no name", path, line, i + 1);
			return XC_ERROR;
		}
		strtod(names[i], &end);
		if (!*end) {
			err_say("%s:%zu: '%.40s' is a number: the first line must name the arms", path,
				line, names[i]);
			return XC_ERROR;
		}
		for (size_t k = 0; k < i; k++)
			if (!strcmp(names[i], names[k])) {
				err_say("%s:%zu: two columns are named '%.60s'", path, line, names[i]);
				return XC_ERROR;
			}
	}
	return XC_OK;
}

int import_csv(struct import *im, struct import_source *src)
{
	char *names[STORE_ARMS_MAX], *fields[STORE_ARMS_MAX], *rest = src->text, *text;
	size_t line = 0, columns = 0, got, rows = 0;
	char separator = ',', *first;

	while ((text = import_line(&rest, &line))) {
		if (!text[strspn(text, " \t")] || *text == '#')
			continue;
		if (!columns) {
			first = strpbrk(text, ",;\t");
			separator = first ? *first : ',';
			columns = split(src->path, line, text, separator, names, STORE_ARMS_MAX);
			if (!columns || check_names(src->path, line, names, columns))
				return XC_ERROR;
			if (src->arm && columns > 1) {
				err_say("%s:%zu: %zu columns, but --arm %s is one arm: leave --arm out, and each column is one",
					src->path, line, columns, src->arm);
				return XC_ERROR;
			}
			continue;
		}
		got = split(src->path, line, text, separator, fields, STORE_ARMS_MAX);
		if (!got)
			return XC_ERROR;
		if (got != columns) {
			err_say("%s:%zu: %zu field%s, but the header has %zu", src->path, line, got,
				got == 1 ? "" : "s", columns);
			return XC_ERROR;
		}
		for (size_t i = 0; i < columns; i++) {
			double ns;

			if (import_time(src->path, line, fields[i], im->unit, &ns))
				return XC_ERROR;
			import_add(import_series(im, "imported", src->arm ? src->arm : names[i],
						 src->path), ns, 1, line);
		}
		rows++;
	}
	if (rows)
		return XC_OK;
	err_say("%s has no data in it: a header is all there is", src->path);
	return XC_ERROR;
}
