// SPDX-License-Identifier: GPL-2.0-only
/* The samples of a workload, with their place in time and in their block. */
#include <math.h>
#include <stdlib.h>

#include "mem.h"
#include "out_text.h"
#include "report.h"

#define FILE_GAP 1			/* blocks between two files */

/* Which samples of the file are of complete blocks, by index; the caller frees it. */
static bool *used_samples(const struct store_file *f, const struct store_blocks *b)
{
	bool *used = xcalloc(f->nsamples + 1, sizeof(*used));

	for (size_t i = 0; i < b->n * f->narms; i++)
		if (b->cell[i])
			used[b->cell[i] - f->samples] = true;
	return used;
}

/* The medians of the arms in this file as logarithms, by arm of the file; the caller frees it. */
static double *arm_medians(const struct store_file *f, const struct store_blocks *b)
{
	double *medians = xcalloc(f->narms, sizeof(*medians)), *x = xcalloc(b->n + 1, sizeof(*x));

	for (size_t arm = 0; arm < f->narms; arm++) {
		size_t n = 0;

		for (size_t i = 0; i < b->n; i++)
			if (b->cell[i * f->narms + arm])
				x[n++] = log(b->cell[i * f->narms + arm]->median);
		medians[arm] = stats_median(x, n);
	}
	free(x);
	return medians;
}

/* How many of the samples of this one's block came before it; the block is complete. */
static uint32_t place_of(const struct store_file *f, const struct store_blocks *b, size_t block,
			 const struct store_sample *sample)
{
	uint32_t place = 0;

	if (sample->slot == STORE_NONE)
		return STORE_NONE;
	for (size_t arm = 0; arm < f->narms; arm++) {
		const struct store_sample *other = b->cell[block * f->narms + arm];

		place += other && other->slot < sample->slot;
	}
	return place;
}

/* The position of a block in the ascending numbers of the complete ones, or b->n. */
static size_t find_block(const struct store_blocks *b, uint32_t number)
{
	size_t low = 0, high = b->n;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (b->numbers[middle] < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low < b->n && b->numbers[low] == number ? low : b->n;
}

/* The arm of the summary that an arm of the file is. */
static size_t arm_of(const struct summary *s, const struct store_file *f, uint32_t arm)
{
	for (size_t i = 0; i < s->narms; i++)
		if (summary_arm_in(s, i, f) == arm)
			return i;
	return 0;
}

static void add_file(const struct summary *s, const struct summary_workload *w, size_t file,
		     struct report_points *out)
{
	const struct store_file *f = &s->files[file];
	const struct store_blocks *b = &w->in_file[file];
	uint32_t in = store_workload_index(f, w->about->key), slots = 1, last = 0;
	struct out_scale scale = out_scale_of(s, w);
	bool *used = used_samples(f, b);
	double *medians = arm_medians(f, b);

	for (size_t i = 0; i < f->nsamples; i++)
		if (f->samples[i].slot != STORE_NONE && f->samples[i].slot >= slots)
			slots = f->samples[i].slot + 1;
	for (size_t i = 0; i < f->nsamples; i++) {
		const struct store_sample *sample = &f->samples[i];
		struct report_point *p = &out->at[out->n];

		if (sample->workload != in || !sample->ops || !(sample->median > 0))
			continue;
		*p = (struct report_point) {
			.x = out->end + sample->block, .y = sample->median / scale.divide,
			.arm = arm_of(s, f, sample->arm), .place = STORE_NONE, .used = used[i],
			.off = 100 * expm1(log(sample->median) - medians[sample->arm]),
		};
		if (sample->slot != STORE_NONE)
			p->x += (double)sample->slot / slots;
		if (p->used && !f->unpaired)
			p->place = place_of(f, b, find_block(b, sample->block), sample);
		if (p->place != STORE_NONE && p->place >= out->places)
			out->places = p->place + 1;
		last = sample->block > last ? sample->block : last;
		out->unused += !p->used;
		out->n++;
	}
	out->end += last + 1;
	free(used);
	free(medians);
}

void report_points(const struct summary *s, size_t workload, struct report_points *out)
{
	const struct summary_workload *w = &s->workloads[workload];
	size_t room = 1;

	*out = (struct report_points) { 0 };
	for (size_t i = 0; i < s->nfiles; i++)
		room += s->files[i].nsamples;
	out->at = xcalloc(room, sizeof(*out->at));
	out->breaks = xcalloc(s->nfiles, sizeof(*out->breaks));
	for (size_t i = 0; i < s->nfiles; i++) {
		if (store_workload_index(&s->files[i], w->about->key) == STORE_NONE)
			continue;
		if (out->end > 0) {
			out->breaks[out->nbreaks++] = out->end + FILE_GAP / 2.0;
			out->end += FILE_GAP;
		}
		add_file(s, w, i, out);
	}
}

void report_points_free(struct report_points *p)
{
	free(p->at);
	free(p->breaks);
	*p = (struct report_points) { 0 };
}
