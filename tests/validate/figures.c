// SPDX-License-Identifier: GPL-2.0-only
/* The figures and their bars. docs/validation.md says what they mean. */
#include <math.h>
#include <signal.h>
#include <stdarg.h>

#include "exitcode.h"
#include "validate.h"

#define TWO_PERCENT log(1.02)

const struct sim sim_everything = {
	.boots = 6, .blocks = 40, .boot_sd = 0.01, .arm_boot_sd = 0.01, .block_sd = 0.02,
	.slice_sd = 0.02, .tail = SIM_T3, .drift = 0.05, .slot = 0.01,
};

/* One boot in which arms differ by chance only. */
static const struct sim quiet = { .boots = 1, .blocks = 40, .block_sd = 0.02, .slice_sd = 0.02 };

int tally_run(const struct sim *m, unsigned n, gsl_rng *rng, const char *dir,
	      const volatile sig_atomic_t *stop, struct tally *t)
{
	int status = XC_OK;

	*t = (struct tally){ 0 };
	for (unsigned i = 0; i < n && !status && !*stop; i++) {
		struct sim_said all = { 0 }, one = { 0 };
		struct sim_files files;

		status = sim_write(m, rng, dir, &files);
		if (!status)
			status = sim_judge(&files, files.n, m->effect, &all);
		if (!status && m->boots > 1)
			status = sim_judge(&files, 1, files.ratio[0], &one);
		sim_remove(&files);
		t->n++;
		t->detected += all.detected;
		t->covers += all.covers;
		t->pooled += all.pooled;
		t->alarm += all.alarm;
		t->trend += all.trend;
		t->change += all.change;
		t->slot += all.slot;
		t->bias += all.estimate - m->effect;
		t->one_detected += one.detected;
		t->one_covers += one.covers;
	}
	return status ? status : *stop ? XC_SIGNAL : XC_OK;
}

void table_row(struct table *t, const char *name, double measured, double low, double high)
{
	bool ok = measured >= low && measured <= high;
	char bar[32];

	if (isinf(low))
		snprintf(bar, sizeof(bar), "<= %g", high);
	else if (isinf(high))
		snprintf(bar, sizeof(bar), ">= %g", low);
	else
		snprintf(bar, sizeof(bar), "%g..%g", low, high);
	fprintf(t->out, "%-58s %10.4g  %-11s %s\n", name, measured, bar, ok ? "ok" : "short");
	fflush(t->out);
	t->shorts += !ok;
}

void table_note(struct table *t, const char *fmt, ...)
{
	va_list ap;

	fputs("    ", t->out);
	va_start(ap, fmt);
	vfprintf(t->out, fmt, ap);
	va_end(ap);
	fputc('\n', t->out);
}

/* What the figures are made with. */
struct maker {
	struct table *table;
	unsigned n;
	gsl_rng *rng;
	const char *dir;
	const volatile sig_atomic_t *stop;
};

static int run(const struct maker *k, const struct sim *m, struct tally *t)
{
	return tally_run(m, k->n, k->rng, k->dir, k->stop, t);
}

static double percent(const struct tally *t, unsigned count)
{
	return 100.0 * count / t->n;
}

static void false_positives(struct table *t, const char *name, double measured)
{
	table_row(t, name, measured, 3.6, 6.4);
}

static void coverage(struct table *t, const char *name, double measured)
{
	table_row(t, name, measured, 93.5, 96.5);
}

/* Of the mean estimate, in per cent of the time. */
static void bias(struct table *t, const char *name, const struct tally *tally)
{
	table_row(t, name, 100 * tally->bias / tally->n, -0.05, 0.05);
}

static int several_boots(const struct maker *k)
{
	struct sim slower = sim_everything;
	struct table *t = k->table;
	struct tally same, two;
	int status = run(k, &sim_everything, &same);

	slower.effect = TWO_PERCENT;
	if (!status)
		status = run(k, &slower, &two);
	if (status)
		return status;
	false_positives(t, "6 boots, A/A: false positives, %", percent(&same, same.detected));
	coverage(t, "6 boots, A/A: interval covers no difference, %", percent(&same, same.covers));
	false_positives(t, "6 boots, A/A alarms by the second copy, %", percent(&same, same.alarm));
	bias(t, "6 boots, A/A: bias of the estimate, %", &same);
	table_row(t, "6 boots, 2% slower: found, %", percent(&two, two.detected), 90, INFINITY);
	coverage(t, "6 boots, 2% slower: interval covers it, %", percent(&two, two.covers));
	bias(t, "6 boots, 2% slower: bias of the estimate, %", &two);
	table_row(t, "this boot only: interval covers that boot's ratio, %",
		  percent(&same, same.one_covers), 93.5, INFINITY);
	table_row(t, "not done: one boot taken for the kernel, false pos., %",
		  percent(&same, same.one_detected), 40, INFINITY);
	table_row(t, "not done: blocks of 6 boots pooled, false positives, %",
		  percent(&same, same.pooled), 40, INFINITY);
	table_note(t, "the last two are why the boot is the unit of a claim about a kernel");
	return XC_OK;
}

static int within_one_boot(const struct maker *k)
{
	static const struct {
		const char *false_positives, *coverage;
		enum sim_tail tail;
	} rows[] = {
		{ "one boot, no boot effect, A/A: false positives, %",
		  "one boot, no boot effect: interval covers, %", SIM_NORMAL },
		{ "the same, heavy tails: false positives, %",
		  "the same, heavy tails: interval covers, %", SIM_T3 },
		{ "the same, 1 slice in 20 slower by 20%: false pos., %",
		  "the same, 1 slice in 20 slower by 20%: covers, %", SIM_CONTAMINATED },
	};
	struct sim m = quiet;
	struct table *t = k->table;
	struct tally tally;
	int status = XC_OK;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		m.tail = rows[i].tail;
		status = run(k, &m, &tally);
		if (status)
			return status;
		false_positives(t, rows[i].false_positives, percent(&tally, tally.detected));
		coverage(t, rows[i].coverage, percent(&tally, tally.covers));
		if (m.tail == SIM_NORMAL)
			false_positives(t, "one boot, A/A alarms by the second copy, %",
					percent(&tally, tally.alarm));
	}
	m = quiet;
	m.effect = TWO_PERCENT;
	status = run(k, &m, &tally);
	if (!status)
		table_row(t, "one boot, 2% slower: found, %", percent(&tally, tally.detected), 90,
			  INFINITY);
	return status;
}

int figures_print(struct table *t, unsigned n, unsigned long seed, const char *dir,
		  const volatile sig_atomic_t *stop)
{
	struct maker k = { .table = t, .n = n, .rng = gsl_rng_alloc(gsl_rng_mt19937), .dir = dir,
			   .stop = stop };
	int status;

	gsl_rng_set(k.rng, seed);
	status = several_boots(&k);
	if (!status)
		status = within_one_boot(&k);
	gsl_rng_free(k.rng);
	return status ? status : t->shorts ? XC_REGRESSION : XC_OK;
}
