// SPDX-License-Identifier: GPL-2.0-only
/*
 * One sample line, read twice over: by the scanner, which is fast, and by
 * jansson, which understands every line.  Both fill a draft; what makes a
 * draft a sample is decided once.
 */
#include "store_parse.h"
#include "store_scan.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of a draft; NaN until the line gives one. */
enum number { BLOCK, SLOT, OPS, MEDIAN, MIN, P90, P99, ENV, NUMBERS };

static const char *const number_key[ENV] = {
	"block", "slot", "ops", "median", "min", "p90", "p99",
};

struct draft {
	struct scan_text type, workload, arm;	/* .s is NULL until given */
	double number[NUMBERS];
	struct store_count counts[STORE_COUNTS_MAX];
	size_t ncounts;
	bool counted, nuisance;			/* the objects were there already */
};

static void draft_start(struct draft *d)
{
	memset(d, 0, offsetof(struct draft, counts));
	d->ncounts = 0;
	d->counted = d->nuisance = false;
	for (int i = 0; i < NUMBERS; i++)
		d->number[i] = NAN;
}

/* The index of a count's name, which is added if it is new; STORE_NONE: too many, or no memory. */
static uint32_t name_index(struct store_file *f, const struct scan_text *name)
{
	size_t i = 0;

	while (i < f->nnames && !scan_text_is(name, f->count_names[i]))
		i++;
	if (i == STORE_COUNTS_MAX)
		return STORE_NONE;
	if (i == f->nnames) {
		f->count_names[i] = strndup(name->s, name->len);
		if (!f->count_names[i])
			return STORE_NONE;
		f->nnames++;
	}
	return (uint32_t)i;
}

/* Adds a count by its name, or sets it if the line has it already. */
static void draft_count(struct store_file *f, struct draft *d, const struct scan_text *name,
			double value)
{
	uint32_t index = name_index(f, name);
	size_t i = 0;

	if (index == STORE_NONE)
		return;
	while (i < d->ncounts && d->counts[i].name != index)
		i++;
	d->counts[i] = (struct store_count) { .value = value, .name = index };
	d->ncounts += i == d->ncounts;
}

/* Gives the counts of a draft to the file and its sample.  False: no memory. */
static bool keep_counts(struct store_file *f, const struct draft *d, struct store_sample *out)
{
	size_t room;

	/* Room doubles whenever the number in use is a power of two. */
	for (size_t i = 0; i < d->ncounts; i++) {
		if (!(f->ncounts & (f->ncounts - 1))) {
			struct store_count *more;

			room = f->ncounts ? f->ncounts * 2 : 1;
			more = reallocarray(f->counts, room, sizeof(*more));
			if (!more || room > UINT32_MAX) {
				f->counts = more ? more : f->counts;
				return false;
			}
			f->counts = more;
		}
		f->counts[f->ncounts++] = d->counts[i];
	}
	out->counts = (uint32_t)(f->ncounts - d->ncounts);
	out->ncounts = (uint32_t)d->ncounts;
	return true;
}

/* A whole number from 0 to max. */
static bool whole(double v, double max)
{
	return v >= 0 && v <= max && v == floor(v);
}

static uint32_t optional(double v)
{
	return whole(v, STORE_NONE - 1) ? (uint32_t)v : STORE_NONE;
}

static uint32_t find_arm(const struct store_file *f, const struct scan_text *name)
{
	for (size_t i = 0; i < f->narms; i++)
		if (scan_text_is(name, f->arms[i].name))
			return (uint32_t)i;
	return STORE_NONE;
}

static uint32_t find_workload(const struct store_file *f, const struct scan_text *key)
{
	for (size_t i = 0; i < f->nworkloads; i++)
		if (scan_text_is(key, f->workloads[i].key))
			return (uint32_t)i;
	return STORE_NONE;
}

/* How much of a name a message shows. */
static int shown(const struct scan_text *text)
{
	return text->len < 60 ? (int)text->len : 60;
}

static enum store_kind draft_finish(struct store_file *f, const struct draft *d,
				    struct store_sample *out, const struct store_place *at)
{
	const double *number = d->number;

	if (!d->workload.s || !d->arm.s)
		return store_fail(at, "a sample without \"w\" or \"arm\"");
	out->workload = find_workload(f, &d->workload);
	if (out->workload == STORE_NONE)
		return store_fail(at, "workload \"%.*s\" is not in the first line",
				  shown(&d->workload), d->workload.s);
	out->arm = find_arm(f, &d->arm);
	if (out->arm == STORE_NONE)
		return store_fail(at, "arm \"%.*s\" is not in the first line",
				  shown(&d->arm), d->arm.s);
	if (!whole(number[BLOCK], STORE_BLOCK_MAX - 1))
		return store_fail(at, "a sample needs a \"block\" from 0 to %u", STORE_BLOCK_MAX - 1);
	if (!whole(number[OPS], 1e15))
		return store_fail(at, "a sample needs \"ops\", a whole number");
	if (number[OPS] > 0 && !(number[MEDIAN] >= 0))
		return store_fail(at, "a sample of %.0f operations needs a \"median\"", number[OPS]);
	if (!keep_counts(f, d, out))
		return store_fail(at, "out of memory");
	out->block = (uint32_t)number[BLOCK];
	out->slot = optional(number[SLOT]);
	out->env = optional(number[ENV]);
	out->discarded = false;
	out->ops = (uint64_t)number[OPS];
	out->median = number[MEDIAN];
	out->min = number[MIN];
	out->p90 = number[P90];
	out->p99 = number[P99];
	return STORE_KIND_SAMPLE;
}

/* The objects "counts" and "nuisance"; false: give up. */
static bool scan_counts(struct store_file *f, struct scan *in, struct draft *d)
{
	struct scan_text key;
	bool first = true;
	double value;
	int got;

	if (d->counted || !scan_byte(in, '{'))
		return false;
	d->counted = true;
	while ((got = scan_member(in, &first, &key)) > 0) {
		if (!scan_number(in, &value)) {
			/* A count that is not known. */
			if (*in->p != 'n' || !scan_skip(in, 1))
				return false;
			value = NAN;
		}
		draft_count(f, d, &key, value);
	}
	return got == 0;
}

static bool scan_nuisance(struct scan *in, struct draft *d)
{
	struct scan_text key;
	bool first = true, ok;
	int got;

	if (d->nuisance || !scan_byte(in, '{'))
		return false;
	d->nuisance = true;
	while ((got = scan_member(in, &first, &key)) > 0) {
		ok = scan_text_is(&key, "env") ? scan_number(in, &d->number[ENV]) :
						 scan_skip(in, 1);
		if (!ok)
			return false;
	}
	return got == 0;
}

static bool scan_value(struct store_file *f, struct scan *in, const struct scan_text *key,
		       struct draft *d)
{
	for (int i = 0; i < ENV; i++)
		if (scan_text_is(key, number_key[i]))
			return isnan(d->number[i]) && scan_number(in, &d->number[i]);
	if (scan_text_is(key, "type"))
		return !d->type.s && scan_string(in, &d->type);
	if (scan_text_is(key, "w"))
		return !d->workload.s && scan_string(in, &d->workload);
	if (scan_text_is(key, "arm"))
		return !d->arm.s && scan_string(in, &d->arm);
	if (scan_text_is(key, "counts"))
		return scan_counts(f, in, d);
	if (scan_text_is(key, "nuisance"))
		return scan_nuisance(in, d);
	/* Rare: jansson may see to it. */
	if (scan_text_is(key, "interrupted"))
		return false;
	return scan_skip(in, 0);
}

enum store_kind store_sample_scan(struct store_file *f, const char *text, size_t length,
				  struct store_sample *out, const struct store_place *at)
{
	struct scan in = { .p = text };
	struct scan_text key;
	struct draft d;
	bool first = true;
	int got;

	draft_start(&d);
	if (!scan_byte(&in, '{'))
		return STORE_KIND_UNSURE;
	while ((got = scan_member(&in, &first, &key)) > 0)
		if (!scan_value(f, &in, &key, &d))
			return STORE_KIND_UNSURE;
	if (got || !scan_end(&in) || in.p != text + length)
		return STORE_KIND_UNSURE;
	if (!d.type.s || !scan_text_is(&d.type, "sample"))
		return STORE_KIND_UNSURE;
	return draft_finish(f, &d, out, at);
}

static void json_text(const json_t *value, struct scan_text *out)
{
	out->s = json_string_value(value);
	out->len = json_string_length(value);
}

static double json_number(const json_t *value)
{
	return json_is_number(value) ? json_number_value(value) : NAN;
}

enum store_kind store_sample_json(struct store_file *f, json_t *line, struct store_sample *out,
				  const struct store_place *at)
{
	const char *key;
	json_t *value;
	enum store_kind kind;
	struct draft d;

	draft_start(&d);
	json_text(json_object_get(line, "w"), &d.workload);
	json_text(json_object_get(line, "arm"), &d.arm);
	for (int i = 0; i < ENV; i++)
		d.number[i] = json_number(json_object_get(line, number_key[i]));
	d.number[ENV] = json_number(json_object_get(json_object_get(line, "nuisance"), "env"));
	json_object_foreach(json_object_get(line, "counts"), key, value) {
		struct scan_text name = { .s = key, .len = strlen(key) };

		if (json_is_number(value))
			draft_count(f, &d, &name, json_number_value(value));
	}
	kind = draft_finish(f, &d, out, at);
	if (kind == STORE_KIND_SAMPLE && json_is_true(json_object_get(line, "interrupted"))) {
		out->discarded = true;
		f->ninterrupted++;
	}
	return kind;
}
