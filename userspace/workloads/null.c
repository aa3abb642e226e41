// SPDX-License-Identifier: GPL-2.0-only
/* Does nothing, or nothing for a known time: a test of the tool itself. */
#include <errno.h>

#include "arch.h"
#include "bench.h"
#include "text.h"
#include "workloads.h"

static const struct workload_param params[] = {
	{ "delay", "0", 0, 1000000000, "ns (instructions with --clock icount) to spin in each operation" },
	{ "delay-file", NULL, 0, 0, "a file that holds a delay to be added, read before each slice; as a knob it makes arms that truly differ" },
	PARAM_BATCH_AUTO,
	{ 0 },
};

static uint64_t delay;

static int prepare(struct bench *b)
{
	const char *file = use_text(b->use, "delay-file");
	char text[64];
	uint64_t more = 0;

	if (file && text_file(file, text, sizeof(text)) < 0)
		return bench_fail(b, "cannot read %s: %m", file);
	if (file && !text_u64(text_squeeze(text), 0, 1000000000, &more))
		return bench_fail(b, "%s holds '%s', no delay in ns", file, text);
	delay = use_number(b->use, "delay", 0) + more;
	return 0;
}

/* So many instructions (and a few around them), where each counts. */
static void spin_instructions(uint64_t n)
{
	uint64_t turns = n / 2;

	if (n % 2)
		__asm__ volatile("nop");
	if (turns)
		arch_loop(turns);
}

/*
 * Each operation ends a delay after the one before was due to, not after it was seen to end: what
 * the readings of the clock overshoot, half of one or so, is in a batch once and not in each
 * operation, where it would be rounding, up to a reading, of what a delay adds.
 */
static void spin_ns(struct bench *b, unsigned n)
{
	uint64_t until = clock_now(b->clock);

	for (; n; n--) {
		until += delay;
		while (clock_now(b->clock) < until)
			;
	}
}

static int op(struct bench *b, unsigned n)
{
	if (delay && b->clock == CLOCK_KIND_MONOTONIC) {
		spin_ns(b, n);
		return 0;
	}
	for (; n; n--) {
		__asm__ volatile("" : : : "memory");
		if (delay)
			spin_instructions(delay);
	}
	return 0;
}

const struct workload workload_null = {
	.name = "null",
	.summary = "does nothing, to test the tool itself",
	.params = params,
	.prepare = prepare,
	.op = op,
};
