/* SPDX-License-Identifier: GPL-2.0-only */
/* Reading the data sets of tests/data/stats and R's answers to them (reference.R made both). */
#ifndef RDATA_H
#define RDATA_H

#include <math.h>
#include <stdbool.h>

#include "unit.h"

#define MAX_VALUES 2000
#define MAX_FIELDS 16

struct data {
	double x[MAX_VALUES];
	size_t n;
};

static inline FILE *open_data(const char *name, const char *suffix)
{
	char path[512];
	FILE *f;

	snprintf(path, sizeof(path), TEST_DATA "/stats/%s%s", name, suffix);
	f = fopen(path, "r");
	if (!f)
		fail_msg("no %s", path);
	return f;
}

static inline void load(const char *name, struct data *d)
{
	FILE *f = open_data(name, ".txt");

	for (d->n = 0; d->n < MAX_VALUES && fscanf(f, "%lf", &d->x[d->n]) == 1; d->n++)
		;
	assert_true(feof(f));
	assert_true(d->n > 0);
	fclose(f);
}

/* The next row in fields; false at the end. */
static inline bool row(FILE *f, char *line, size_t size, char *field[MAX_FIELDS])
{
	char *rest = line, *word;
	size_t n = 0;

	if (!fgets(line, (int)size, f))
		return false;
	line[strcspn(line, "\n")] = '\0';
	while (n < MAX_FIELDS && (word = strsep(&rest, ",")))
		field[n++] = word;
	return true;
}

/* R says NaN, NA or a number. */
static inline void close_to(double ours, const char *r, const char *set, const char *what)
{
	double theirs = !strcmp(r, "NA") ? NAN : strtod(r, NULL);
	double bound = 1e-9 * fmax(1, fabs(theirs));

	if (isnan(theirs) ? isnan(ours) : fabs(ours - theirs) <= bound)
		return;
	fail_msg("%s of %s: %.12g, R says %s", what, set, ours, r);
}

#endif
