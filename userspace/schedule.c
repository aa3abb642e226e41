// SPDX-License-Identifier: GPL-2.0-only
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>

#include "mem.h"
#include "schedule.h"

size_t schedule_rows(size_t arms)
{
	return arms == 1 ? 1 : arms % 2 ? 2 * arms : arms;
}

/*
 * Row r of the design for n arms. The first row zigzags 0, 1, n-1, 2, n-2, ...; the others add a
 * constant to it. For odd n, the second half of the rows are the first half read backwards.
 */
static unsigned williams(size_t n, size_t row, size_t column)
{
	size_t c = row < n ? column : n - 1 - column;
	size_t zigzag = c % 2 ? (c + 1) / 2 : (n - c / 2) % n;

	return (unsigned)((zigzag + row) % n);
}

static void identity(unsigned *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		v[i] = (unsigned)i;
}

/* The orders of one workload, round after round of shuffled rows. */
static void orders(struct schedule *s, gsl_rng *rng, size_t workload)
{
	size_t rows = schedule_rows(s->arms);
	unsigned *row = xcalloc(rows, sizeof(*row)), *label = xcalloc(s->arms, sizeof(*label));

	for (size_t block = 0; block < s->blocks; block++) {
		unsigned *order = s->arm_order + (block * s->workloads + workload) * s->arms;

		if (block % rows == 0) {
			identity(row, rows);
			identity(label, s->arms);
			gsl_ran_shuffle(rng, row, rows, sizeof(*row));
			gsl_ran_shuffle(rng, label, s->arms, sizeof(*label));
		}
		for (size_t slot = 0; slot < s->arms; slot++)
			order[slot] = label[williams(s->arms, row[block % rows], slot)];
	}
	free(row);
	free(label);
}

void schedule_make(struct schedule *s, uint64_t seed, size_t blocks, size_t workloads, size_t arms)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	gsl_rng_set(rng, (unsigned long)seed);
	*s = (struct schedule){ .blocks = blocks, .workloads = workloads, .arms = arms };
	s->workload_order = xcalloc(blocks * workloads, sizeof(unsigned));
	s->arm_order = xcalloc(blocks * workloads * arms, sizeof(unsigned));
	for (size_t w = 0; w < workloads; w++)
		orders(s, rng, w);
	for (size_t block = 0; block < blocks; block++) {
		identity(s->workload_order + block * workloads, workloads);
		gsl_ran_shuffle(rng, s->workload_order + block * workloads, workloads, sizeof(unsigned));
	}
	gsl_rng_free(rng);
}

unsigned schedule_workload(const struct schedule *s, size_t block, size_t place)
{
	return s->workload_order[block * s->workloads + place];
}

unsigned schedule_arm(const struct schedule *s, size_t block, size_t workload, size_t slot)
{
	return s->arm_order[(block * s->workloads + workload) * s->arms + slot];
}

void schedule_free(struct schedule *s)
{
	free(s->workload_order);
	free(s->arm_order);
	*s = (struct schedule){ 0 };
}
