// SPDX-License-Identifier: GPL-2.0-only
/* What exectune says of samples files, by the functions behind "exectune stats". */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "sim.h"
#include "summary_data.h"

/* The arm that is neither the baseline nor its copy. */
static size_t find_x(const struct summary *s)
{
	size_t arm = 1;

	while (s->arms[arm].duplicate_of)
		arm++;
	return arm;
}

static bool flagged(const struct summary *s, const char *word)
{
	for (size_t i = 0; i < s->nflags; i++)
		if (strcasestr(s->flags[i], word))
			return true;
	return false;
}

/* p of arm x by the signed ranks of all blocks of all boots; NaN if there is none. */
static double pool(const struct summary *s)
{
	const struct summary_workload *w = &s->workloads[0];
	double *x = xcalloc(w->blocks, sizeof(*x));
	struct stats_hl hl = { .p = NAN };
	size_t n = 0;

	for (size_t i = 0; i < s->nfiles; i++) {
		const struct store_blocks *b = &w->in_file[i];
		const struct store_file *f = &s->files[i];
		uint32_t arm = summary_arm_in(s, find_x(s), f);

		for (size_t k = 0; k < b->n; k++)
			x[n++] = log(b->cell[k * f->narms + arm]->median /
				     b->cell[k * f->narms + f->baseline]->median);
	}
	stats_hl_signed_rank(x, n, SUMMARY_LEVEL, &hl);
	free(x);
	return hl.p;
}

int sim_judge(const struct sim_files *files, size_t n, double effect, struct sim_said *said)
{
	const struct summary_comparison *c;
	struct summary s;
	int status = summary_make((const char *const *)files->path, n, &s);

	if (status == XC_INCONCLUSIVE) {
		err_say("no comparison was made: %s", s.workloads[0].refused);
		summary_free(&s);
	}
	if (status)
		return XC_ERROR;
	c = &s.workloads[0].cells[find_x(&s)].against;
	*said = (struct sim_said){
		.estimate = c->estimate, .low = c->low, .high = c->high, .detected = c->detected,
		.covers = c->low <= effect && c->high >= effect,
		.pooled = pool(&s) < SUMMARY_ALPHA,
		.alarm = flagged(&s, "A/A alarm"), .trend = flagged(&s, "trend"),
		.change = flagged(&s, "change point"), .slot = flagged(&s, "first slot"),
	};
	summary_free(&s);
	return XC_OK;
}
