/* SPDX-License-Identifier: GPL-2.0-only */
/* The arms of a comparison: named settings of the same knobs. */
#ifndef ARM_H
#define ARM_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "knob.h"

#define ARMS_MAX 64

struct arm {
	char *name;
	char *duplicate_of;	/* the arm that this one repeats, or NULL */
	char **values;		/* per knob; NULL until arms_open(): what the knob has now */
};

struct arms {
	struct knob *knobs;	/* all that any arm sets; every arm writes all of them */
	char **old;		/* their values before the run, from arms_open() on */
	size_t nknobs;
	struct arm *arms;
	size_t n;
	size_t baseline;	/* index */
};

/*
 * "KNOB=V,V": multiplies the arms there are (none counts as one without settings) by the values.
 * The arms are named by the values, joined by '+'. XC_OK or an error, said.
 */
int arms_vary(struct arms *a, const char *text);

/* "NAME:KNOB=V,KNOB=V" or "NAME:" (all knobs as they are): one more arm. XC_OK or an error, said. */
int arms_add(struct arms *a, const char *text);

/* The two steps of arms_add(): an arm without settings, and one setting of the last arm. */
int arms_new(struct arms *a, const char *name);
int arms_set(struct arms *a, const char *knob, const char *value);

/*
 * To be called when all are there: makes one arm "as-is" if there is none, finds the baseline
 * (NULL: the first), and adds its duplicate NAME' unless told not to. XC_OK or an error, said.
 */
int arms_finish(struct arms *a, const char *baseline, bool duplicate);

/*
 * Opens the knobs, reads their old values and gives them to the arms that do not set them.
 * XC_OK or XC_ERROR, said.
 */
int arms_open(struct arms *a);

/* Writes all knobs of an arm, in the same order each time. 0, or -1 having said what failed. */
int arms_write(const struct arms *a, size_t arm);

/* The first knob that no longer has the arm's value, or NULL; what it has goes to now. */
const struct knob *arms_changed(const struct arms *a, size_t arm, char now[KNOB_VALUE_MAX]);

/* For the samples file: [{"name", "duplicate_of"?, "set": {}}]. A new reference. */
json_t *arms_to_json(const struct arms *a);

/* And back, from the first line of a samples file. XC_OK or an error, said. */
int arms_from_json(struct arms *a, const json_t *arms, const char *baseline);

void arms_free(struct arms *a);

#endif
