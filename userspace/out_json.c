// SPDX-License-Identifier: GPL-2.0-only
/*
 * The summary as JSON: summary.schema.json says what is where.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "out_text.h"
#include "version.h"

#define SUMMARY_FORMAT 1

static json_t *real(double v)
{
	return isfinite(v) ? json_real(v) : json_null();
}

static json_t *count(size_t n)
{
	return json_integer((json_int_t)n);
}

static json_t *text(const char *s)
{
	return s ? json_string(s) : json_null();
}

/* A log-ratio as a ratio. */
static json_t *ratio(double log_ratio)
{
	return real(exp(log_ratio));
}

static json_t *boots_of(const struct summary *s, const struct summary_comparison *c)
{
	json_t *list = json_array();

	for (size_t i = 0; c->boots && i < c->nboots; i++) {
		const struct summary_boot *b = &c->boots[i];
		json_t *one = json_object();

		json_object_set_new(one, "boot_id", text(s->boots[b->boot]));
		json_object_set_new(one, "blocks", count(b->blocks));
		json_object_set_new(one, "ratio", ratio(b->hl.estimate));
		json_object_set_new(one, "low", ratio(b->hl.low));
		json_object_set_new(one, "high", ratio(b->hl.high));
		json_object_set_new(one, "level", real(b->hl.level));
		json_object_set_new(one, "p", real(b->hl.p));
		json_object_set_new(one, "exact", json_boolean(b->hl.exact));
		json_array_append_new(list, one);
	}
	return list;
}

/* The levels of the old boots and of the new ones. */
static json_t *groups_of(const struct summary *s, const struct summary_comparison *c)
{
	static const char *const name[] = { "old", "new" };
	json_t *o = json_object();

	for (size_t side = 0; side < 2; side++) {
		json_t *list = json_array();

		for (size_t i = 0; i < c->groups[side].n; i++) {
			const struct summary_level *l = &c->groups[side].levels[i];
			json_t *one = json_object();

			json_object_set_new(one, "boot_id", text(s->boots[l->boot]));
			json_object_set_new(one, "blocks", count(l->blocks));
			json_object_set_new(one, "median", ratio(l->log_median));
			json_array_append_new(list, one);
		}
		json_object_set_new(o, name[side], list);
	}
	return o;
}

static const char *method(const struct summary_comparison *c)
{
	if (c->method == SUMMARY_WELCH)
		return "Welch t over boots";
	if (c->method == SUMMARY_T_BOOTS)
		return "t over boots";
	if (c->unpaired)
		return c->boots[0].hl.exact ? "rank sum, exact" : "rank sum, normal approximation";
	return c->boots[0].hl.exact ? "signed rank, exact" : "signed rank, normal approximation";
}

static json_t *comparison(const struct summary *s, size_t arm, const struct summary_comparison *c)
{
	json_t *o = json_object(), *margin = json_object();

	json_object_set_new(o, "ratio", ratio(c->estimate));
	json_object_set_new(o, "low", ratio(c->low));
	json_object_set_new(o, "high", ratio(c->high));
	json_object_set_new(o, "level", real(c->level));
	json_object_set_new(o, "p", real(c->p));
	json_object_set_new(o, "p_holm", real(c->p_holm));
	json_object_set_new(o, "p_sign_flip", real(c->p_flip));
	json_object_set_new(o, "method", text(method(c)));
	json_object_set_new(o, "blocks", count(c->blocks));
	json_object_set_new(o, "detected", json_boolean(c->detected));
	json_object_set_new(o, "matters", text(summary_verdict_name(c->verdict)));
	json_object_set_new(margin, "margin", json_real(s->margin));
	json_object_set_new(margin, "low", ratio(c->low90));
	json_object_set_new(margin, "high", ratio(c->high90));
	json_object_set_new(o, "equivalence", margin);
	json_object_set_new(o, "smallest_effect", real(expm1(c->smallest_effect)));
	json_object_set_new(o, "degenerate", json_boolean(c->degenerate));
	if (out_is_baseline(s, arm))
		json_object_set_new(o, "covers_zero", json_boolean(c->low <= 0 && c->high >= 0));
	json_object_set_new(o, "boots", boots_of(s, c));
	if (c->method == SUMMARY_WELCH)
		json_object_set_new(o, "groups", groups_of(s, c));
	return o;
}

static json_t *exact(const struct summary_exact *e)
{
	json_t *o = json_object();

	json_object_set_new(o, "difference", real(e->difference));
	json_object_set_new(o, "ratio", real(e->ratio));
	json_object_set_new(o, "block_ratio_low", real(e->block_low));
	json_object_set_new(o, "block_ratio_high", real(e->block_high));
	return o;
}

static json_t *cell(const struct summary *s, size_t arm, const struct summary_cell *c)
{
	json_t *o = json_object(), *counts = json_object(), *per_op = json_object();

	json_object_set_new(o, "arm", text(s->arms[arm].name));
	json_object_set_new(o, "samples", count(c->samples));
	json_object_set_new(o, "ops", count(c->ops));
	json_object_set_new(o, "median", real(c->median));
	json_object_set_new(o, "min", real(c->min));
	json_object_set_new(o, "p90", real(c->p90));
	json_object_set_new(o, "p99", real(c->p99));
	json_object_set_new(o, "outliers", count(c->outliers));
	json_object_set_new(o, "layouts", count(c->layouts));
	json_object_set_new(o, "layout_median", real(c->layout_median));
	for (size_t i = 0; i < s->ncounts; i++) {
		json_object_set_new(counts, s->count_names[i], real(c->count_ops[i] > 0 ? c->counts[i] : NAN));
		json_object_set_new(per_op, s->count_names[i], real(summary_per_op(s, c, i)));
	}
	json_object_set_new(o, "counts", counts);
	json_object_set_new(o, "counts_per_op", per_op);
	if (c->against.made)
		json_object_set_new(o, "comparison", comparison(s, arm, &c->against));
	if (c->against.bare)
		json_object_set_new(o, "ratio_without_claim", ratio(c->against.estimate));
	if (c->exact.made)
		json_object_set_new(o, "exact", exact(&c->exact));
	return o;
}

static json_t *workload(const struct summary *s, const struct summary_workload *w)
{
	json_t *o = json_object(), *cells = json_array();

	json_object_set_new(o, "key", text(w->about->key));
	json_object_set_new(o, "name", text(w->about->name));
	json_object_set_new(o, "fs", text(w->about->fs));
	json_object_set(o, "params", w->about->params ? w->about->params : json_null());
	json_object_set_new(o, "blocks", count(w->blocks));
	json_object_set_new(o, "incomplete", count(w->incomplete));
	json_object_set_new(o, "discarded", count(w->discarded));
	json_object_set_new(o, "outlier_blocks", count(w->outlier_blocks));
	json_object_set_new(o, "refused", text(w->refused));
	for (size_t arm = 0; arm < s->narms; arm++)
		if (w->cells[arm].samples)
			json_array_append_new(cells, cell(s, arm, &w->cells[arm]));
	json_object_set_new(o, "cells", cells);
	return o;
}

static json_t *arms(const struct summary *s)
{
	json_t *list = json_array();

	for (size_t i = 0; i < s->narms; i++) {
		json_t *o = json_object();

		json_object_set_new(o, "name", text(s->arms[i].name));
		json_object_set_new(o, "duplicate_of", text(s->arms[i].duplicate_of));
		json_object_set(o, "set", s->arms[i].set ? s->arms[i].set : json_null());
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *files(const struct summary *s)
{
	static const char *const end[] = {
		[STORE_END_COMPLETE] = "complete",
		[STORE_END_INTERRUPTED] = "interrupted",
		[STORE_END_CUT] = "cut",
	};
	json_t *list = json_array();

	for (size_t i = 0; i < s->nfiles; i++) {
		const struct store_file *f = &s->files[i];
		json_t *o = json_object();

		json_object_set_new(o, "path", text(f->path));
		json_object_set_new(o, "id", text(f->id));
		json_object_set_new(o, "boot_id", text(f->boot_id));
		json_object_set(o, "seed", json_object_get(f->run, "seed"));
		json_object_set_new(o, "blocks_planned", count(f->blocks));
		json_object_set_new(o, "samples", count(f->nsamples));
		json_object_set_new(o, "status", text(end[f->end]));
		if (s->sides)
			json_object_set_new(o, "side", text(i < s->sides[0].nfiles ? "old" : "new"));
		json_array_append_new(list, o);
	}
	return list;
}

/* What was found of the regression that was asked about; null if none was. */
static json_t *regression(const struct summary *s)
{
	static const char *const found[] = {
		[XC_OK] = "no", [XC_REGRESSION] = "yes", [XC_INCONCLUSIVE] = "undecided",
	};
	json_t *o;

	if (!isfinite(s->max_regression))
		return json_null();
	o = json_object();
	json_object_set_new(o, "bound", json_real(s->max_regression));
	json_object_set_new(o, "beyond", text(found[summary_bound(s)]));
	return o;
}

static const char *scope(const struct summary *s)
{
	if (s->sides)
		return "boots against boots";
	if (s->files[0].imported)
		return s->files[0].unpaired ? "imported, not interleaved" : "imported";
	return s->nboots > 1 ? "boots" : "this boot only";
}

void out_json(const struct summary *s, FILE *out)
{
	bool icount = s->files[0].clock == STORE_CLOCK_ICOUNT;
	json_t *o = json_object(), *flags = json_array(), *workloads = json_array();

	json_object_set_new(o, "type", text("summary"));
	json_object_set_new(o, "format", json_integer(SUMMARY_FORMAT));
	json_object_set_new(o, "tool", text(EXECTUNE_VERSION));
	json_object_set_new(o, "clock", text(icount ? "icount" : "monotonic"));
	json_object_set_new(o, "unit", text(icount ? "instructions" : "ns"));
	json_object_set_new(o, "scope", text(scope(s)));
	json_object_set_new(o, "boots", count(s->nboots));
	json_object_set_new(o, "baseline", text(s->arms[0].name));
	json_object_set_new(o, "comparisons", count(s->comparisons));
	json_object_set_new(o, "margin", json_real(s->margin));
	json_object_set_new(o, "max_regression", regression(s));
	json_object_set_new(o, "arms", arms(s));
	for (size_t i = 0; i < s->nworkloads; i++)
		json_array_append_new(workloads, workload(s, &s->workloads[i]));
	json_object_set_new(o, "workloads", workloads);
	for (size_t i = 0; i < s->nflags; i++)
		json_array_append_new(flags, text(s->flags[i]));
	json_object_set_new(o, "flags", flags);
	json_object_set_new(o, "files", files(s));
	json_object_set(o, "env", s->files[0].env);
	if (json_dumpf(o, out, JSON_INDENT(1) | JSON_REAL_PRECISION(12)))
		err_say("the summary could not be made into JSON");
	fputc('\n', out);
	json_decref(o);
}
