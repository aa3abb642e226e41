// SPDX-License-Identifier: GPL-2.0-only
/*
 * The first line of a samples file.
 */
#include "store_parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int store_fail(const struct store_place *at, const char *fmt, ...)
{
	char *text = at->err->text;
	size_t size = sizeof(at->err->text);
	int len;
	va_list ap;

	if (at->line)
		len = snprintf(text, size, "%.200s:%zu: ", at->path, at->line);
	else
		len = snprintf(text, size, "%.200s: ", at->path);
	va_start(ap, fmt);
	if (len >= 0 && (size_t)len < size)
		vsnprintf(text + len, size - (size_t)len, fmt, ap);
	va_end(ap);
	/* What a file says may hold anything; a message is one line of text. */
	for (; *text; text++)
		if ((unsigned char)*text < 0x20 || *text == 0x7f)
			*text = '?';
	return -1;
}

/* A string member, or NULL. */
static const char *string_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static int parse_clock(struct store_file *f, const struct store_place *at)
{
	static const struct {
		const char *clock, *unit;
	} known[] = {
		[STORE_CLOCK_MONOTONIC] = { "monotonic", "ns" },
		[STORE_CLOCK_ICOUNT] = { "icount", "instructions" },
	};
	const char *clock = string_of(f->run, "clock"), *unit = string_of(f->run, "unit");

	if (!clock || !unit)
		return store_fail(at, "the first line lacks \"clock\" or \"unit\"");
	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(clock, known[i].clock))
			continue;
		if (strcmp(unit, known[i].unit))
			return store_fail(at, "unit mismatch: clock %.40s counts %s, the file says \"%.40s\"",
					  clock, known[i].unit, unit);
		f->clock = (enum store_clock)i;
		return 0;
	}
	return store_fail(at, "unknown clock \"%.40s\"; known: monotonic, icount", clock);
}

static int parse_arms(struct store_file *f, const struct store_place *at)
{
	json_t *arms = json_object_get(f->run, "arms");
	const char *baseline = string_of(f->run, "baseline");
	size_t n = json_array_size(arms);

	if (!n || n > STORE_ARMS_MAX)
		return store_fail(at, "the first line has %zu arms; 1 to %u make sense",
				  n, STORE_ARMS_MAX);
	f->arms = calloc(n, sizeof(*f->arms));
	if (!f->arms)
		return store_fail(at, "out of memory");
	for (size_t i = 0; i < n; i++) {
		json_t *one = json_array_get(arms, i);
		const char *name = string_of(one, "name");

		if (!name || !*name)
			return store_fail(at, "arm %zu of the first line has no name", i + 1);
		if (store_arm_index(f, name) != STORE_NONE)
			return store_fail(at, "two arms are named \"%.60s\"", name);
		f->arms[f->narms++] = (struct store_arm) {
			.name = name,
			.duplicate_of = string_of(one, "duplicate_of"),
			.set = json_object_get(one, "set"),
		};
	}
	for (size_t i = 0; i < n; i++) {
		const char *of = f->arms[i].duplicate_of;

		if (of && store_arm_index(f, of) == STORE_NONE)
			return store_fail(at, "arm \"%.60s\" copies arm \"%.60s\", which is not there",
					  f->arms[i].name, of);
	}
	if (!baseline)
		return store_fail(at, "the first line names no baseline");
	f->baseline = store_arm_index(f, baseline);
	if (f->baseline == STORE_NONE)
		return store_fail(at, "the baseline \"%.60s\" is none of the arms", baseline);
	return 0;
}

static int parse_workloads(struct store_file *f, const struct store_place *at)
{
	json_t *workloads = json_object_get(f->run, "workloads");
	size_t n = json_array_size(workloads);

	if (!n || n > STORE_WORKLOADS_MAX)
		return store_fail(at, "the first line has %zu workloads; 1 to %u make sense",
				  n, STORE_WORKLOADS_MAX);
	f->workloads = calloc(n, sizeof(*f->workloads));
	if (!f->workloads)
		return store_fail(at, "out of memory");
	for (size_t i = 0; i < n; i++) {
		json_t *one = json_array_get(workloads, i);
		const char *key = string_of(one, "key"), *name = string_of(one, "name");

		if (!key || !*key)
			return store_fail(at, "workload %zu of the first line has no key", i + 1);
		if (store_workload_index(f, key) != STORE_NONE)
			return store_fail(at, "two workloads have the key \"%.60s\"", key);
		f->workloads[f->nworkloads++] = (struct store_workload) {
			.key = key,
			.name = name ? name : key,
			.fs = string_of(one, "fs"),
			.params = json_object_get(one, "params"),
		};
	}
	return 0;
}

/* What exectune import says of values that others took. */
static int parse_imported(struct store_file *f, const struct store_place *at)
{
	json_t *imported = json_object_get(f->run, "imported");
	json_t *interleaved = json_object_get(imported, "interleaved");

	if (!imported || json_is_null(imported))
		return 0;
	if (!json_is_boolean(interleaved))
		return store_fail(at, "\"imported\" does not say whether the arms were \"interleaved\"");
	f->imported = imported;
	f->unpaired = json_is_false(interleaved);
	return 0;
}

int store_header(struct store_file *f, json_t *run, const struct store_place *at)
{
	const char *type = string_of(run, "type");
	json_t *format = json_object_get(run, "format");
	json_int_t blocks = json_integer_value(json_object_get(run, "blocks"));

	f->run = run;
	if (!type || strcmp(type, "run") || !json_is_integer(format))
		return store_fail(at, "not a samples file of exectune: its first line is not a run");
	if (json_integer_value(format) != STORE_FORMAT)
		return store_fail(at, "format %" JSON_INTEGER_FORMAT
				  "; this exectune reads format %d: use the exectune that wrote it",
				  json_integer_value(format), STORE_FORMAT);
	f->env = json_object_get(run, "env");
	if (!json_is_object(f->env))
		return store_fail(at, "the first line has no \"env\": where it ran is unknown");
	f->id = string_of(run, "id");
	if (!f->id || !*f->id)
		return store_fail(at, "the first line has no run \"id\"");
	f->boot_id = string_of(f->env, "boot_id");
	f->seed = (uint64_t)json_integer_value(json_object_get(run, "seed"));
	f->blocks = blocks > 0 && blocks <= STORE_BLOCK_MAX ? (uint32_t)blocks : 0;
	if (parse_imported(f, at) || parse_clock(f, at) || parse_arms(f, at))
		return -1;
	return parse_workloads(f, at);
}
