// SPDX-License-Identifier: GPL-2.0-only
/* Does nothing, or nothing for a known time: a test of the tool itself. */
#include <errno.h>

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

static int op(struct bench *b, unsigned n)
{
	for (; n; n--) {
		uint64_t until;

		__asm__ volatile("" : : : "memory");
		if (!delay)
			continue;
		until = clock_now(b->clock) + delay;
		while (clock_now(b->clock) < until)
			;
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
