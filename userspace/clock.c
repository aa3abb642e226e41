// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "clock.h"
#include "err.h"
#include "exitcode.h"

const char *clock_name(enum clock_kind kind)
{
	return kind == CLOCK_KIND_ICOUNT ? "icount" : "monotonic";
}

const char *clock_unit(enum clock_kind kind)
{
	return kind == CLOCK_KIND_ICOUNT ? "instructions" : "ns";
}

int clock_parse(const char *name, enum clock_kind *kind)
{
	for (int k = CLOCK_KIND_MONOTONIC; k <= CLOCK_KIND_ICOUNT; k++)
		if (!strcmp(name, clock_name((enum clock_kind)k))) {
			*kind = (enum clock_kind)k;
			return 0;
		}
	return -1;
}

/* Ticks of a loop of 2 * turns instructions and some more around it; the same each time. */
static uint64_t ticks(uint32_t turns)
{
	uint64_t t = arch_counter();

	arch_loop(turns);
	return arch_counter() - t;
}

/* The least of several tries: an interrupt in between only adds. */
static uint64_t least(uint32_t turns)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < 15; i++) {
		uint64_t t = ticks(turns);

		if (t < best)
			best = t;
	}
	return best;
}

int clock_check_icount(void)
{
	static const uint32_t more[] = { 1, 10, 1000, 20000 };
	uint64_t base = least(1);

	for (size_t i = 0; i < sizeof(more) / sizeof(*more); i++) {
		uint64_t found = least(1 + more[i]) - base;

		if (found != 2ull * more[i]) {
			err_say("--clock icount: the time-stamp counter does not count instructions here (%u of them took %lld ticks); it needs a guest of QEMU with -icount shift=0",
				2 * more[i], (long long)found);
			return XC_ERROR;
		}
	}
	return XC_OK;
}
