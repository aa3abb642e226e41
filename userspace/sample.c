// SPDX-License-Identifier: GPL-2.0-only
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <stdlib.h>

#include "mem.h"
#include "numamaps.h"
#include "sample.h"

static json_t *value(const struct sample *s, uint64_t time)
{
	return s->batch == 1 ? json_integer((json_int_t)time) : json_real((double)time / s->batch);
}

static json_t *known(bool is, int64_t n)
{
	return is ? json_integer((json_int_t)n) : json_null();
}

/* Adds the events to the counts; of those that were counted for a part of the time, these parts. */
static json_t *add_events(json_t *counts, const struct sample *s)
{
	json_t *shares = NULL;

	for (size_t i = 0; s->events && i < s->events->n; i++) {
		const char *name = s->events->at[i].name;

		json_object_set_new(counts, name, known(s->event[i].known, s->event[i].n));
		if (!s->event[i].known || s->event[i].share >= 1)
			continue;
		shares = shares ? shares : json_object();
		json_object_set_new(shares, name, json_real(s->event[i].share));
	}
	return shares;
}

static void add_numa(json_t *counts, const struct sample *s)
{
	bool found = s->numa.execs > 0;

	json_object_set_new(counts, NUMAMAPS_EXECS, known(found, s->numa.execs));
	json_object_set_new(counts, NUMAMAPS_PAGES, known(found, s->numa.pages));
	json_object_set_new(counts, NUMAMAPS_REMOTE, known(found, s->numa.remote));
}

json_t *sample_json(const struct sample *s)
{
	double *sorted = xcalloc(s->n, sizeof(*sorted));
	json_t *raw = json_array(), *counts = json_object(), *shares, *line;

	for (size_t i = 0; i < s->n; i++) {
		sorted[i] = (double)s->raw[i] / s->batch;
		json_array_append_new(raw, value(s, s->raw[i]));
	}
	gsl_sort(sorted, 1, s->n);
	for (size_t i = 0; i < s->ncounts; i++)
		json_object_set_new(counts, s->counts[i].name, json_integer(s->counts[i].n));
	shares = add_events(counts, s);
	if (s->numa_maps)
		add_numa(counts, s);
	line = json_pack("{s:s, s:s, s:s, s:i, s:i, s:I, s:f, s:f, s:f, s:f, s:i, s:I, s:{s:i, s:i, s:i}, s:o, s:o}",
			 "type", s->pilot ? "pilot" : "sample", "w", s->workload, "arm", s->arm, "block", (int)s->block,
			 "slot", (int)s->slot, "ops", (json_int_t)(s->n * s->batch),
			 "median", gsl_stats_quantile_from_sorted_data(sorted, 1, s->n, 0.5),
			 "min", sorted[0],
			 "p90", gsl_stats_quantile_from_sorted_data(sorted, 1, s->n, 0.9),
			 "p99", gsl_stats_quantile_from_sorted_data(sorted, 1, s->n, 0.99),
			 "batch", (int)s->batch, "start_ns", (json_int_t)s->start_ns,
			 "nuisance", "env", (int)s->nuisance.env, "depth", (int)s->nuisance.depth,
			 "stack", (int)s->nuisance.stack, "counts", counts, "raw", raw);
	if (shares)
		json_object_set_new(line, "multiplexed", shares);
	free(sorted);
	return line;
}
