/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Simulated experiments, to find out how often the judgement of real ones is wrong: samples files
 * written by exectune's own code from random numbers whose truth is known, and what exectune then
 * says of them.
 */
#ifndef VALIDATE_SIM_H
#define VALIDATE_SIM_H

#include <gsl/gsl_rng.h>
#include <stdbool.h>
#include <stddef.h>

#define SIM_BOOTS_MAX 12

enum sim_tail {
	SIM_NORMAL,
	SIM_T3,			/* Student's t with 3 degrees of freedom, scaled to the same SD */
	SIM_CONTAMINATED,	/* one slice in 20 takes a fifth longer */
};

/*
 * How the value of a slice comes about. All sizes are log-ratios, 0.01 being about 1%. SDs named
 * "of a ratio" are those of the log-ratio of two arms: each arm has it divided by sqrt(2).
 */
struct sim {
	unsigned boots, blocks;
	double effect;		/* of arm "x" to the baseline, in truth */
	double boot_sd;		/* of a boot, all arms alike */
	double arm_boot_sd;	/* of a ratio, from boot to boot: the same arm is laid out anew */
	double block_sd;	/* of a block, all arms alike */
	double slice_sd;	/* of a ratio, from block to block */
	enum sim_tail tail;
	double drift;		/* straight, over the whole boot, up or down by chance */
	double slot;		/* the first slice of a block takes that much longer */
	double step;		/* from one point of the boot on, in its middle half, up or down */
	double x_drift, x_step;	/* the same in arm "x" only: its effect changes within the boot */
};

/* The files of an experiment. */
struct sim_files {
	char *path[SIM_BOOTS_MAX];
	size_t n;
	double ratio[SIM_BOOTS_MAX];	/* true log-ratio of x in that boot: effect and boot */
};

/*
 * A new directory, on tmpfs if there is one: a million lines are each synced. The caller removes
 * it, and frees the name. NULL on an error, said.
 */
char *sim_directory(void);

/*
 * Writes an experiment, a file a boot, into the directory, which should be on tmpfs, for every
 * line is synced. The order of the arms is schedule_make()'s, the lines are sample_json()'s and
 * plan_header()'s. XC_OK, or an error, said. Ended by sim_remove(), also on an error.
 */
int sim_write(const struct sim *m, gsl_rng *rng, const char *dir, struct sim_files *files);

void sim_remove(struct sim_files *files);

/* What exectune stats says of arm x, and of the second copy of the baseline. Log-ratios. */
struct sim_said {
	double estimate, low, high;
	bool detected;
	bool covers;		/* the 95% interval covers the effect */
	bool pooled;		/* wrongly: p < 0.05 if all blocks of all boots were independent */
	bool alarm;		/* A/A */
	bool trend, change, slot;	/* flags, on whatever arm */
};

/* Judges the first n files together, as "exectune stats" does. XC_OK, or an error, said. */
int sim_judge(const struct sim_files *files, size_t n, double effect, struct sim_said *said);

#endif
