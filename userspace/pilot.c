// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdlib.h>

#include "mem.h"
#include "pilot.h"
#include "schedule.h"
#include "stats.h"

#define BLOCKS_MIN 6u		/* fewer carry no claim */

static double sd_of(const struct pilot *p, size_t use, size_t arm, size_t baseline)
{
	double *logs = xcalloc(p->blocks, sizeof(*logs)), sd;

	for (size_t block = 0; block < p->blocks; block++) {
		const double *row = p->value + (block * p->uses + use) * p->arms;

		logs[block] = log(row[arm] / row[baseline]);
	}
	sd = stats_sd(logs, p->blocks);
	free(logs);
	return sd;
}

double pilot_sd(const struct pilot *p, size_t baseline, size_t *use, size_t *arm)
{
	double worst = NAN;

	for (size_t u = 0; u < p->uses; u++)
		for (size_t a = 0; a < p->arms; a++) {
			double sd = a == baseline ? NAN : sd_of(p, u, a, baseline);

			if (a == baseline)
				continue;
			if (!isfinite(sd))
				return NAN;
			if (!(sd <= worst)) {
				worst = sd;
				*use = u;
				*arm = a;
			}
		}
	return worst;
}

struct pilot_size pilot_size(double sd, double resolve, size_t arms, unsigned least, unsigned max)
{
	unsigned round = (unsigned)schedule_rows(arms);
	double n = ceil(8 * pow(sd / log1p(resolve), 2));
	struct pilot_size s;

	n = n > BLOCKS_MIN ? n : BLOCKS_MIN;
	s.wanted = n < 1e9 ? (unsigned)n : 1000000000u;
	s.blocks = s.wanted > least ? s.wanted : least;
	s.blocks = (s.blocks + round - 1) / round * round;
	if (s.blocks > max) {
		s.blocks = max / round * round;
		if (s.blocks < least || s.blocks < BLOCKS_MIN)
			s.blocks = max;
	}
	s.resolves = expm1(stats_smallest_effect(sd, s.blocks));
	return s;
}
