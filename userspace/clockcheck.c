// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "clockcheck.h"

#define TRIES 5

static int64_t ns(clockcheck_fn read, clockid_t clock)
{
	struct timespec ts = { 0 };

	read(clock, &ts);
	return (int64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

/* The gap, of the try in which the least time went by between the readings. */
static void look(clockcheck_fn read, int64_t *gap, int64_t *last)
{
	int64_t best = INT64_MAX;

	for (int i = 0; i < TRIES && best > 100000; i++) {
		int64_t before = ns(read, CLOCK_MONOTONIC), boot = ns(read, CLOCK_BOOTTIME);
		int64_t after = ns(read, CLOCK_MONOTONIC);

		if (i && after - before >= best)
			continue;
		best = after - before;
		*gap = boot - before - best / 2;
		*last = after;
	}
}

void clockcheck_begin(struct clockcheck *c, clockcheck_fn read)
{
	c->read = read;
	look(read, &c->gap, &c->last);
}

bool clockcheck_steady(struct clockcheck *c, char *why, size_t size)
{
	int64_t gap = 0, last = 0, slept, back;

	look(c->read, &gap, &last);
	slept = gap - c->gap;
	back = c->last - last;
	c->gap = gap;
	c->last = last;
	if (back > 0)
		snprintf(why, size, "the clock went back by %.3f s", (double)back / 1e9);
	else if (slept > CLOCKCHECK_TOLERANCE || slept < -CLOCKCHECK_TOLERANCE)
		snprintf(why, size, "the machine was suspended for %.3f s", (double)slept / 1e9);
	else
		return true;
	return false;
}
