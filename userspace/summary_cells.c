// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the samples of complete blocks to one cell for each workload and arm.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "numamaps.h"
#include "summary_data.h"

/* The samples of one cell. */
struct samples {
	const struct store_sample **at;
	size_t n;
};

uint32_t summary_arm_in(const struct summary *s, size_t arm, const struct store_file *f)
{
	return store_arm_index(f, s->arms[arm].name);
}

size_t summary_boot_of(const struct summary *s, const struct store_file *f)
{
	size_t i = 0;

	while (i < s->nboots && strcmp(s->boots[i] ? s->boots[i] : "", f->boot_id ? f->boot_id : ""))
		i++;
	return i;
}

/* The arms, workloads, boots and counts of all files, each once; the baseline first. */
static void unite(struct summary *s)
{
	struct store_arm *arms = xcalloc(s->nfiles * STORE_ARMS_MAX, sizeof(*arms));

	s->arms = arms;
	s->workloads = xcalloc(s->nfiles * STORE_WORKLOADS_MAX, sizeof(*s->workloads));
	s->boots = xcalloc(s->nfiles, sizeof(*s->boots));
	s->count_names = xcalloc(s->nfiles * STORE_COUNTS_MAX, sizeof(*s->count_names));
	arms[s->narms++] = s->files[0].arms[s->files[0].baseline];
	for (size_t i = 0; i < s->nfiles; i++) {
		const struct store_file *f = &s->files[i];
		size_t k;

		for (size_t a = 0; a < f->narms; a++) {
			for (k = 0; k < s->narms && strcmp(arms[k].name, f->arms[a].name); k++)
				;
			if (k == s->narms)
				arms[s->narms++] = f->arms[a];
		}
		for (size_t w = 0; w < f->nworkloads; w++) {
			for (k = 0; k < s->nworkloads &&
			     strcmp(s->workloads[k].about->key, f->workloads[w].key); k++)
				;
			if (k == s->nworkloads)
				s->workloads[s->nworkloads++].about = &f->workloads[w];
		}
		for (size_t c = 0; c < f->nnames; c++) {
			for (k = 0; k < s->ncounts && strcmp(s->count_names[k], f->count_names[c]); k++)
				;
			if (k == s->ncounts)
				s->count_names[s->ncounts++] = f->count_names[c];
		}
		if (summary_boot_of(s, f) == s->nboots)
			s->boots[s->nboots++] = f->boot_id;
	}
}

/* Finds the complete blocks of a workload in all files. */
static int find_blocks(struct summary *s, struct summary_workload *w)
{
	w->in_file = xcalloc(s->nfiles, sizeof(*w->in_file));
	for (size_t i = 0; i < s->nfiles; i++) {
		struct store_blocks *b = &w->in_file[i];
		uint32_t in = store_workload_index(&s->files[i], w->about->key);

		if (in == STORE_NONE)
			continue;
		if (store_blocks(&s->files[i], in, b)) {
			err_say("out of memory");
			return XC_ERROR;
		}
		w->blocks += b->n;
		w->incomplete += b->incomplete;
		w->discarded += b->discarded;
	}
	return XC_OK;
}

static int by_layout(const void *pa, const void *pb)
{
	const struct store_sample *a = *(const struct store_sample *const *)pa;
	const struct store_sample *b = *(const struct store_sample *const *)pb;

	return (a->env > b->env) - (a->env < b->env);
}

/* The median over environment sizes of the median at each; sorts the samples by size. */
static void fill_layouts(struct summary_cell *cell, const struct samples *x, double *work)
{
	double *medians = xcalloc(x->n, sizeof(*medians));
	size_t next;

	qsort(x->at, x->n, sizeof(*x->at), by_layout);
	for (size_t i = 0; i < x->n; i = next) {
		for (next = i; next < x->n && x->at[next]->env == x->at[i]->env; next++)
			work[next - i] = x->at[next]->median;
		medians[cell->layouts++] = stats_median(work, next - i);
	}
	cell->layout_median = stats_median(medians, cell->layouts);
	free(medians);
}

/* Median of a member of the samples that have it; NaN if none has. */
#define MEDIAN_OF(x, work, member) ({					\
	size_t n_ = 0;							\
	for (size_t i_ = 0; i_ < (x)->n; i_++)				\
		if (isfinite((x)->at[i_]->member))			\
			(work)[n_++] = (x)->at[i_]->member;		\
	stats_median(work, n_);						\
})

static void fill_cell(struct summary_cell *cell, const struct samples *x)
{
	double *work = xcalloc(x->n, sizeof(*work));

	cell->samples = x->n;
	cell->median = MEDIAN_OF(x, work, median);
	cell->p90 = MEDIAN_OF(x, work, p90);
	cell->p99 = MEDIAN_OF(x, work, p99);
	cell->min = NAN;
	for (size_t i = 0; i < x->n; i++) {
		cell->min = fmin(cell->min, x->at[i]->min);
		cell->ops += x->at[i]->ops;
	}
	fill_layouts(cell, x, work);
	free(work);
}

static void add_counts(const struct summary *s, struct summary_cell *cell,
		       const struct store_file *f, const struct store_sample *sample)
{
	for (size_t i = 0; i < sample->ncounts; i++) {
		const struct store_count *c = &f->counts[sample->counts + i];

		for (size_t k = 0; k < s->ncounts; k++)
			if (!isnan(c->value) && !strcmp(s->count_names[k], f->count_names[c->name])) {
				cell->counts[k] += c->value;
				cell->count_ops[k] += (double)sample->ops;
			}
	}
}

double summary_per_op(const struct summary *s, const struct summary_cell *cell, size_t count)
{
	double by = cell->count_ops[count];

	if (!strncmp(s->count_names[count], NUMAMAPS_PREFIX, strlen(NUMAMAPS_PREFIX)))
		for (size_t i = 0; by > 0 && i < s->ncounts; i++)
			if (!strcmp(s->count_names[i], NUMAMAPS_EXECS))
				by = cell->counts[i];
	return by > 0 ? cell->counts[count] / by : NAN;
}

/* Counts the outliers of an arm, and marks their blocks. */
static size_t outliers(const struct store_blocks *b, const struct store_file *f, uint32_t arm,
		       bool *marked)
{
	double *logs = xcalloc(b->n, sizeof(*logs));
	bool *flag = xcalloc(b->n, sizeof(*flag));
	size_t *block = xcalloc(b->n, sizeof(*block)), n = 0, found;

	/* Of unpaired values an arm may lack some. */
	for (size_t i = 0; i < b->n; i++)
		if (b->cell[i * f->narms + arm]) {
			block[n] = i;
			logs[n++] = log(b->cell[i * f->narms + arm]->median);
		}
	found = stats_outliers(logs, n, flag);
	for (size_t i = 0; i < n; i++)
		marked[block[i]] |= flag[i];
	free(flag);
	free(block);
	free(logs);
	return found;
}

static void count_outliers(struct summary *s, struct summary_workload *w)
{
	for (size_t i = 0; i < s->nfiles; i++) {
		const struct store_blocks *b = &w->in_file[i];
		bool *marked = xcalloc(b->n, sizeof(*marked));

		for (size_t arm = 0; arm < s->narms; arm++) {
			uint32_t in = summary_arm_in(s, arm, &s->files[i]);

			if (in != STORE_NONE)
				w->cells[arm].outliers += outliers(b, &s->files[i], in, marked);
		}
		for (size_t k = 0; k < b->n; k++)
			w->outlier_blocks += marked[k];
		free(marked);
	}
}

static int make_cell(struct summary *s, struct summary_workload *w, size_t arm)
{
	struct summary_cell *cell = &w->cells[arm];
	struct samples x = { .at = xcalloc(w->blocks, sizeof(*x.at)) };
	int status = XC_OK;

	cell->counts = xcalloc(s->ncounts, sizeof(*cell->counts));
	cell->count_ops = xcalloc(s->ncounts, sizeof(*cell->count_ops));
	for (size_t i = 0; i < s->nfiles && !status; i++) {
		const struct store_blocks *b = &w->in_file[i];
		const struct store_file *f = &s->files[i];
		uint32_t in = summary_arm_in(s, arm, f);

		if (in == STORE_NONE)
			continue;
		for (size_t k = 0; k < b->n && !status; k++) {
			const struct store_sample *sample = b->cell[k * f->narms + in];

			if (!sample)
				continue;
			if (!sample->ops) {
				err_say("%s: no work was done by workload %s in arm %s, block %u: nothing can be said of it",
					f->path, w->about->key, s->arms[arm].name, sample->block);
				status = XC_ERROR;
			}
			x.at[x.n++] = sample;
			add_counts(s, cell, f, sample);
		}
	}
	if (!status && x.n)
		fill_cell(cell, &x);
	free(x.at);
	return status;
}

int summary_cells(struct summary *s)
{
	unite(s);
	for (size_t i = 0; i < s->nworkloads; i++) {
		struct summary_workload *w = &s->workloads[i];

		w->cells = xcalloc(s->narms, sizeof(*w->cells));
		if (find_blocks(s, w))
			return XC_ERROR;
		for (size_t arm = 0; arm < s->narms; arm++)
			if (make_cell(s, w, arm))
				return XC_ERROR;
		count_outliers(s, w);
	}
	return XC_OK;
}
