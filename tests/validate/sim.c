// SPDX-License-Identifier: GPL-2.0-only
/* Experiments of random numbers, as samples files. */
#include <gsl/gsl_randist.h>
#include <linux/magic.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "plan.h"
#include "sample.h"
#include "schedule.h"
#include "sim.h"
#include "store.h"

#define OPERATION_NS 211000.0
/* So many operations in a value: what is rounded off is then far below the noise. */
#define BATCH 1000
#define ARMS 3			/* base, x, and the second copy of base */
#define X 1			/* its index */

/* One boot while it is made. */
struct boot {
	const struct sim *m;
	gsl_rng *rng;
	struct plan plan;
	struct schedule schedule;
	struct nuisance *nuisance;
	double common, arm[ARMS];	/* of this boot */
	double drift, x_drift;		/* of this boot, signed */
	double step, x_step, step_at;	/* at that part of the boot, 0 to 1 */
};

static double either_sign(gsl_rng *rng, double size)
{
	return gsl_rng_uniform(rng) < 0.5 ? -size : size;
}

static double noise(const struct sim *m, gsl_rng *rng)
{
	double sd = m->slice_sd / M_SQRT2;

	switch (m->tail) {
	case SIM_T3:
		return sd * gsl_ran_tdist(rng, 3) / sqrt(3);
	case SIM_CONTAMINATED:
		return gsl_ran_gaussian_ziggurat(rng, sd) +
		       (gsl_rng_uniform(rng) < 0.05 ? log(1.2) : 0);
	default:
		return gsl_ran_gaussian_ziggurat(rng, sd);
	}
}

/* The arms as "--arm base: --arm x:" makes them. */
static int make_plan(struct plan *p, const struct sim *m, unsigned long seed)
{
	int status;

	*p = (struct plan){
		.blocks = m->blocks, .slice = 200000000, .ops = BATCH, .seed = seed, .node = -1,
		.words = json_pack("[s, s]", "validate", "simulated"),
	};
	status = arms_add(&p->arms, "base:");
	if (!status)
		status = arms_add(&p->arms, "x:");
	if (!status)
		status = arms_finish(&p->arms, NULL, true);
	if (!status)
		status = plan_add_workloads(p, "null");
	if (!status)
		p->uses[0].batch = BATCH;
	return status;
}

static void draw_boot(struct boot *b)
{
	const struct sim *m = b->m;

	b->common = gsl_ran_gaussian_ziggurat(b->rng, m->boot_sd);
	for (size_t arm = 0; arm < ARMS; arm++)
		b->arm[arm] = gsl_ran_gaussian_ziggurat(b->rng, m->arm_boot_sd / M_SQRT2);
	b->drift = either_sign(b->rng, m->drift);
	b->x_drift = either_sign(b->rng, m->x_drift);
	b->step = either_sign(b->rng, m->step);
	b->x_step = either_sign(b->rng, m->x_step);
	b->step_at = 0.25 + 0.5 * gsl_rng_uniform(b->rng);
}

/* The logarithm of a slice's time, but for the block's part. */
static double slice(const struct boot *b, unsigned block, unsigned slot, unsigned arm)
{
	const struct sim *m = b->m;
	double at = (double)(block * ARMS + slot) / (m->blocks * ARMS - 1);
	double v = b->common + b->arm[arm] + noise(m, b->rng);

	v += b->drift * (at - 0.5) + (slot ? 0 : m->slot) + (at > b->step_at ? b->step : 0);
	if (arm == X)
		v += m->effect + b->x_drift * (at - 0.5) + (at > b->step_at ? b->x_step : 0);
	return v;
}

static int write_samples(const struct boot *b, struct store *s)
{
	unsigned blocks = b->m->blocks;
	uint64_t now = 1000000000;
	int status = XC_OK;

	for (unsigned block = 0; block < blocks && !status; block++) {
		double common = gsl_ran_gaussian_ziggurat(b->rng, b->m->block_sd);

		for (unsigned slot = 0; slot < ARMS && !status; slot++) {
			unsigned arm = schedule_arm(&b->schedule, block, 0, slot);
			double time = OPERATION_NS * exp(common + slice(b, block, slot, arm));
			uint64_t raw = (uint64_t)llround(time * BATCH);
			struct sample sample = {
				.workload = b->plan.uses[0].key, .arm = b->plan.arms.arms[arm].name,
				.block = block, .slot = slot, .batch = BATCH, .start_ns = now,
				.nuisance = b->nuisance[block], .raw = &raw, .n = 1,
			};

			status = store_append(s, sample_json(&sample));
			now += raw;
		}
	}
	return status ? status :
	       store_append(s, json_pack("{s:s, s:i, s:s}", "type", "end", "blocks", (int)blocks,
					 "status", "complete"));
}

static int write_boot(struct boot *b, const char *path, unsigned number)
{
	unsigned long seed = gsl_rng_get(b->rng);
	struct store s = { .fd = -1 };
	int status = make_plan(&b->plan, b->m, seed);
	char id[17], boot_id[32];

	if (!status) {
		schedule_make(&b->schedule, seed, b->m->blocks, 1, ARMS);
		b->nuisance = nuisance_make(seed, b->m->blocks, &b->plan.env_sizes);
		draw_boot(b);
		status = store_create(&s, path);
	}
	snprintf(id, sizeof(id), "%08lx%08x", seed, number);
	snprintf(boot_id, sizeof(boot_id), "simulated-%u", number);
	if (!status)
		status = store_append(&s, plan_header(&b->plan, id, "2000-01-01T00:00:00Z",
						      json_pack("{s:s}", "boot_id", boot_id)));
	if (!status)
		status = write_samples(b, &s);
	if (s.path)
		store_close(&s);
	schedule_free(&b->schedule);
	free(b->nuisance);
	plan_free(&b->plan);
	return status;
}

int sim_write(const struct sim *m, gsl_rng *rng, const char *dir, struct sim_files *files)
{
	int status = XC_OK;

	*files = (struct sim_files){ 0 };
	for (unsigned i = 0; i < m->boots && !status; i++) {
		struct boot b = { .m = m, .rng = rng };

		files->path[i] = xasprintf("%s/boot-%u.jsonl", dir, i);
		files->n++;
		status = write_boot(&b, files->path[i], i);
		files->ratio[i] = m->effect + b.arm[X] - b.arm[0];
	}
	return status;
}

void sim_remove(struct sim_files *files)
{
	for (size_t i = 0; i < files->n; i++) {
		unlink(files->path[i]);
		free(files->path[i]);
	}
	files->n = 0;
}

char *sim_directory(void)
{
	const char *parent = getenv("TMPDIR");
	struct statfs fs;
	char *dir;

	if (!statfs("/dev/shm", &fs) && fs.f_type == TMPFS_MAGIC && !access("/dev/shm", W_OK))
		parent = "/dev/shm";
	dir = xasprintf("%s/exectune-validate-XXXXXX", parent ? parent : "/tmp");
	if (mkdtemp(dir))
		return dir;
	err_say("cannot make the directory %s: %m", dir);
	free(dir);
	return NULL;
}
