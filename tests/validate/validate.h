/* SPDX-License-Identifier: GPL-2.0-only */
/* Between the parts of validate. */
#ifndef VALIDATE_H
#define VALIDATE_H

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>

#include "clock.h"
#include "sim.h"

/* How often what was said of n experiments. */
struct tally {
	unsigned n;
	unsigned detected, covers, pooled, alarm, trend, change, slot;
	double bias;			/* sum of estimate - effect, log-ratios */
	/* Of the first boot alone, in experiments of several boots: */
	unsigned one_detected;
	unsigned one_covers;		/* the true ratio in that boot */
};

/*
 * Makes and judges n experiments in the directory. Ends early when *stop becomes true. XC_OK, or
 * an error, said.
 */
int tally_run(const struct sim *m, unsigned n, gsl_rng *rng, const char *dir,
	      const volatile sig_atomic_t *stop, struct tally *t);

/* The experiment that the claims are about: everything at once, arm x in truth like the baseline. */
extern const struct sim sim_everything;

/* The table: one line a figure, to out. */
struct table {
	FILE *out;
	unsigned shorts;		/* figures outside their bar */
};

/* A figure with its bar, low to high; an infinite end is none. */
void table_row(struct table *t, const char *name, double measured, double low, double high);

/* A line of explanation below a figure. */
void table_note(struct table *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/*
 * All figures. n: experiments in each set. XC_OK, XC_REGRESSION (a figure is short), an error,
 * said, or XC_SIGNAL when *stop became true.
 */
int figures_print(struct table *t, unsigned n, unsigned long seed, const char *dir,
		  const volatile sig_atomic_t *stop);

/*
 * cost.c: what exectune itself costs, counted by tracing a child step by step. Each is 0, or -1
 * with errno set where the system does not let a process be traced.
 */

/* Instructions of an operation of a workload, "null" or "null:delay=N", beyond an empty loop. */
int cost_null_operation(const char *spec, enum clock_kind clock, double *instructions);

/* System calls that setting a knob takes; path is the knob's file, value what it has now. */
struct cost_calls {
	unsigned writes, others;
};
int cost_flip(const char *path, const char *value, struct cost_calls *calls);

/*
 * The figures of both, with their bars; scratch files in dir. XC_OK, XC_REGRESSION (a figure is
 * short) or XC_ERROR, said.
 */
int cost_print(struct table *t, const char *dir);

#endif
