// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which blocks of a samples file are complete.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "store_parse.h"

/* A sample with its place in the order workload, block, arm, line of the file. */
struct place {
	uint32_t workload, block, arm;
	uint32_t index;
};

static int by_number(uint32_t a, uint32_t b)
{
	return (a > b) - (a < b);
}

static int by_place(const void *pa, const void *pb)
{
	const struct place *a = pa, *b = pb;
	int order = by_number(a->workload, b->workload);

	if (!order)
		order = by_number(a->block, b->block);
	if (!order)
		order = by_number(a->arm, b->arm);
	return order ? order : by_number(a->index, b->index);
}

/* Samples of one workload (or of all: STORE_NONE) in order; NULL when out of memory. */
static struct place *places(const struct store_file *f, uint32_t workload, size_t *count)
{
	struct place *all = calloc(f->nsamples + 1, sizeof(*all));
	bool sorted = true;
	size_t n = 0;

	if (!all)
		return NULL;
	for (size_t i = 0; i < f->nsamples; i++) {
		const struct store_sample *s = &f->samples[i];

		if (workload != STORE_NONE && s->workload != workload)
			continue;
		all[n] = (struct place) { s->workload, s->block, s->arm, (uint32_t)i };
		if (n && by_place(&all[n - 1], &all[n]) > 0)
			sorted = false;
		n++;
	}
	if (!sorted)
		qsort(all, n, sizeof(*all), by_place);
	*count = n;
	return all;
}

int store_check_twice(const struct store_file *f, const struct store_place *at)
{
	const struct place *last = NULL;
	struct place *all;
	size_t n;
	int status = 0;

	if (f->nsamples > UINT32_MAX)
		return store_fail(at, "more samples than can be read");
	all = places(f, STORE_NONE, &n);
	if (!all)
		return store_fail(at, "out of memory");
	for (size_t i = 0; i < n && !status; i++) {
		const struct place *p = &all[i];

		if (f->samples[p->index].discarded)
			continue;
		if (last && last->workload == p->workload && last->block == p->block &&
		    last->arm == p->arm)
			status = store_fail(at, "block %u has arm \"%.60s\" of workload \"%.60s\" twice",
					    p->block, f->arms[p->arm].name,
					    f->workloads[p->workload].key);
		last = p;
	}
	free(all);
	return status;
}

/* Puts the samples p[0..n-1] of one block where they belong, if they are complete. */
static void take_block(const struct store_file *f, const struct place *p, size_t n,
		       struct store_blocks *out)
{
	const struct store_sample **cell = out->cell + out->n * f->narms;
	size_t live = 0;

	for (size_t i = 0; i < n; i++) {
		const struct store_sample *s = &f->samples[p[i].index];

		if (s->discarded)
			continue;
		cell[s->arm] = s;
		live++;
	}
	if (live == f->narms || (f->unpaired && live)) {
		out->numbers[out->n++] = p[0].block;
		return;
	}
	memset(cell, 0, f->narms * sizeof(*cell));
	if (live)
		out->incomplete++;
	else
		out->discarded++;
}

int store_blocks(const struct store_file *f, size_t workload, struct store_blocks *out)
{
	struct place *all;
	size_t n, blocks = 0, next;

	memset(out, 0, sizeof(*out));
	all = places(f, (uint32_t)workload, &n);
	if (!all)
		return -1;
	for (size_t i = 0; i < n; i++)
		blocks += !i || all[i].block != all[i - 1].block;
	out->numbers = calloc(blocks + 1, sizeof(*out->numbers));
	out->cell = calloc(blocks * f->narms + 1, sizeof(*out->cell));
	if (!out->numbers || !out->cell) {
		free(all);
		store_blocks_free(out);
		errno = ENOMEM;
		return -1;
	}
	for (size_t i = 0; i < n; i = next) {
		for (next = i + 1; next < n && all[next].block == all[i].block; next++)
			;
		take_block(f, all + i, next - i, out);
	}
	free(all);
	return 0;
}

void store_blocks_free(struct store_blocks *b)
{
	free(b->numbers);
	free(b->cell);
	memset(b, 0, sizeof(*b));
}
