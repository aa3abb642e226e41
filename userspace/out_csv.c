// SPDX-License-Identifier: GPL-2.0-only
/*
 * The summary as CSV (RFC 4180, but with plain newlines): a line for each
 * workload and arm, times in the unit of the file, empty where there is nothing.
 */
#include <math.h>
#include <string.h>

#include "out_text.h"

static void text(FILE *out, const char *s, char end)
{
	if (s && strpbrk(s, "\",\n\r")) {
		fputc('"', out);
		for (; *s; s++) {
			if (*s == '"')
				fputc('"', out);
			fputc(*s, out);
		}
		fputc('"', out);
	} else if (s) {
		fputs(s, out);
	}
	fputc(end, out);
}

static void real(FILE *out, double v, char end)
{
	if (isfinite(v))
		fprintf(out, "%.10g", v);
	fputc(end, out);
}

static void comparison(const struct summary *s, size_t arm, const struct summary_comparison *c,
		       FILE *out)
{
	real(out, exp(c->estimate), ',');
	real(out, exp(c->low), ',');
	real(out, exp(c->high), ',');
	real(out, c->level, ',');
	real(out, c->p, ',');
	real(out, c->p_holm, ',');
	text(out, c->detected ? "yes" : "no", ',');
	text(out, out_is_baseline(s, arm) ? "A/A" : summary_verdict_name(c->verdict), ',');
	real(out, expm1(c->smallest_effect), ',');
}

static void row(const struct summary *s, const struct summary_workload *w, size_t arm, FILE *out)
{
	const struct summary_cell *c = &w->cells[arm];

	text(out, w->about->key, ',');
	text(out, w->about->fs, ',');
	text(out, s->arms[arm].name, ',');
	text(out, s->arms[arm].duplicate_of, ',');
	text(out, arm ? "no" : "yes", ',');
	text(out, s->files[0].clock == STORE_CLOCK_ICOUNT ? "instructions" : "ns", ',');
	fprintf(out, "%zu,%zu,%llu,", s->nboots, c->samples, (unsigned long long)c->ops);
	real(out, c->median, ',');
	real(out, c->min, ',');
	real(out, c->p90, ',');
	real(out, c->p99, ',');
	fprintf(out, "%zu,", c->outliers);
	if (c->against.made) {
		comparison(s, arm, &c->against, out);
	} else {
		real(out, c->exact.made ? c->exact.ratio : c->against.bare ? exp(c->against.estimate) : NAN,
		     ',');
		fputs(",,,,,,,,", out);
	}
	fprintf(out, "%zu,", c->layouts);
	real(out, c->layout_median, ',');
	real(out, c->exact.made ? c->exact.difference : NAN, ',');
	text(out, w->refused, '\n');
}

void out_csv(const struct summary *s, FILE *out)
{
	fputs("workload,fs,arm,duplicate_of,baseline,unit,boots,blocks,ops,median,min,p90,p99,"
	      "outliers,ratio,low,high,level,p,p_holm,detected,matters,smallest_effect,layouts,"
	      "layout_median,difference,refused\n", out);
	for (size_t i = 0; i < s->nworkloads; i++)
		for (size_t arm = 0; arm < s->narms; arm++)
			if (s->workloads[i].cells[arm].samples)
				row(s, &s->workloads[i], arm, out);
}
