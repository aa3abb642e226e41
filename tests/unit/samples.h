/* SPDX-License-Identifier: GPL-2.0-only */
/* Samples files of known effects, for the tests of what is said of them. */
#ifndef SAMPLES_H
#define SAMPLES_H

#include <math.h>

#include "unit.h"

#define SAMPLES_ARMS 3

/* Log-ratios all; base times per operation are 211000 and 850 ns. */
struct samples_file {
	const char *path, *id, *boot;
	const char *env;		/* further members of it, or NULL */
	const char *clock;		/* NULL: monotonic */
	const char *arms[SAMPLES_ARMS];	/* the second copies the first */
	const char *tail;		/* lines before the end, or NULL */
	unsigned blocks;
	double level;			/* of all */
	double effect;			/* of the third arm */
	double noise;			/* SD of a sample */
	double drift;			/* of the third arm, from the first block to the last */
	double common_drift;		/* of all arms */
	double step;			/* of the third arm, from the middle on */
	double first;			/* of what is first in a block */
	uint32_t seed;
};

static inline struct samples_file samples_plain(const char *path, const char *boot, uint32_t seed)
{
	return (struct samples_file) {
		.path = path, .id = path, .boot = boot, .arms = { "late", "late'", "early" },
		.blocks = 40, .noise = 0.01, .seed = seed,
	};
}

static inline double samples_uniform(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) / 16777216.0;
}

/* About normal: twelve uniform numbers, less their mean. */
static inline double samples_noise(uint32_t *seed)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += samples_uniform(seed);
	return sum;
}

static inline void samples_block(FILE *f, const struct samples_file *m, unsigned b, int w, uint32_t *seed)
{
	double at = m->blocks > 1 ? (double)b / (m->blocks - 1) : 0;
	int turn = (int)(samples_uniform(seed) * SAMPLES_ARMS);

	for (int slot = 0; slot < SAMPLES_ARMS; slot++) {
		int arm = (slot + turn) % SAMPLES_ARMS;
		double x = m->level + m->common_drift * at + m->noise * samples_noise(seed);

		if (arm == 2)
			x += m->effect + m->drift * at + (2 * b >= m->blocks ? m->step : 0);
		if (slot == 0)
			x += m->first;
		fprintf(f, "{\"type\":\"sample\",\"w\":\"%s\",\"arm\":\"%s\",\"block\":%u,\"slot\":%d,\"ops\":500,"
			"\"median\":%.12g,\"min\":1,\"counts\":{\"cpu_changes\":%d}}\n", w ? "miss" : "execvpe",
			m->arms[arm], b, slot, (w ? 850 : 211000) * exp(x), arm);
	}
}

static inline void samples_write(struct samples_file m)
{
	const char *clock = m.clock ? m.clock : "monotonic";
	uint32_t seed = m.seed;
	FILE *f = fopen(m.path, "w");

	assert_non_null(f);
	fprintf(f, "{\"type\":\"run\",\"format\":1,\"id\":\"%s\",\"seed\":1,\"clock\":\"%s\",\"unit\":\"%s\","
		"\"blocks\":%u,\"baseline\":\"%s\",\"arms\":[{\"name\":\"%s\",\"set\":{\"k\":\"0\"}},"
		"{\"name\":\"%s\",\"duplicate_of\":\"%s\",\"set\":{\"k\":\"0\"}},{\"name\":\"%s\",\"set\":{\"k\":\"1\"}}],"
		"\"workloads\":[{\"key\":\"execvpe\",\"fs\":\"ext4\"},{\"key\":\"miss\",\"fs\":\"ext4\"}],"
		"\"command\":[\"exectune\",\"run\",\"-w\",\"execvpe,miss\"],\"env\":{\"boot_id\":\"%s\"%s%s}}\n",
		m.id, clock, strcmp(clock, "icount") ? "ns" : "instructions", m.blocks, m.arms[0], m.arms[0],
		m.arms[1], m.arms[0], m.arms[2], m.boot, m.env ? "," : "", m.env ? m.env : "");
	for (unsigned b = 0; b < m.blocks; b++)
		for (int w = 0; w < 2; w++)
			samples_block(f, &m, b, w, &seed);
	if (m.tail)
		fputs(m.tail, f);
	fprintf(f, "{\"type\":\"end\",\"blocks\":%u,\"status\":\"complete\"}\n", m.blocks);
	assert_int_equal(fclose(f), 0);
}

#endif
