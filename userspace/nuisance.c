// SPDX-License-Identifier: GPL-2.0-only
#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "nuisance.h"
#include "text.h"

#define PAGE 4096u

void nuisance_env_even(struct env_sizes *e, size_t n)
{
	e->n = n;
	e->sizes = xcalloc(n, sizeof(*e->sizes));
	for (size_t i = 0; i < n; i++)
		e->sizes[i] = (unsigned)(i * PAGE / n);
}

int nuisance_env_list(struct env_sizes *e, const char *text)
{
	char *copy = xstrdup(text), *rest = copy, *word;
	uint64_t v;

	*e = (struct env_sizes){ 0 };
	while ((word = strsep(&rest, ","))) {
		if (!text_u64(word, 0, NUISANCE_ENV_MAX, &v)) {
			err_say("--env-list: '%s' is no number of bytes from 0 to %u", word, NUISANCE_ENV_MAX);
			free(e->sizes);
			free(copy);
			*e = (struct env_sizes){ 0 };
			return XC_USAGE;
		}
		e->sizes = xreallocarray(e->sizes, e->n + 1, sizeof(*e->sizes));
		e->sizes[e->n++] = (unsigned)v;
	}
	free(copy);
	return XC_OK;
}

struct nuisance *nuisance_make(uint64_t seed, size_t blocks, const struct env_sizes *e)
{
	struct nuisance *list = xcalloc(blocks, sizeof(*list));
	unsigned *order = xcalloc(e->n, sizeof(*order));
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);

	/* Another stream than the schedule's. */
	gsl_rng_set(rng, (unsigned long)(seed ^ 0x9e3779b9u));
	for (size_t b = 0; b < blocks; b++) {
		if (e->n && b % e->n == 0) {
			for (size_t i = 0; i < e->n; i++)
				order[i] = e->sizes[i];
			gsl_ran_shuffle(rng, order, e->n, sizeof(*order));
		}
		list[b].env = e->n ? order[b % e->n] : (unsigned)gsl_rng_uniform_int(rng, PAGE);
		list[b].depth = (unsigned)gsl_rng_uniform_int(rng, NUISANCE_DEPTH_MAX + 1);
		list[b].stack = 16 * (unsigned)gsl_rng_uniform_int(rng, NUISANCE_STACK_MAX / 16);
	}
	gsl_rng_free(rng);
	free(order);
	return list;
}
