// SPDX-License-Identifier: GPL-2.0-only
/*
 * What hyperfine --export-json writes: "results", each with its "command" and "times" in seconds.
 * A file alone: each command is an arm, one that is there twice a second copy of it. With --arm:
 * the file is the arm and its commands are the workloads, or "imported" if there is but one, so
 * that ./old in one file can be compared with ./new in another.
 */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "import.h"
#include "mem.h"

static size_t failures(const json_t *codes)
{
	size_t n = 0;

	for (size_t i = 0; i < json_array_size(codes); i++) {
		const json_t *code = json_array_get(codes, i);

		n += !json_is_integer(code) || json_integer_value(code);
	}
	return n;
}

static int add_times(struct import *im, const struct import_source *src, size_t index,
		     const json_t *result, const char *workload, const char *arm)
{
	const json_t *times = json_object_get(result, "times");
	struct import_series *s = import_series(im, workload, arm, src->path);
	size_t n = json_array_size(times), failed = failures(json_object_get(result, "exit_codes"));

	if (s->n) {
		err_say("%s: result %zu: '%.60s' of arm '%.60s' has values already", src->path, index + 1,
			workload, arm);
		return XC_ERROR;
	}
	if (!n) {
		err_say("%s: result %zu (%.60s) has no \"times\": export with hyperfine --export-json",
			src->path, index + 1, arm);
		return XC_ERROR;
	}
	for (size_t i = 0; i < n; i++) {
		double v = json_number_value(json_array_get(times, i)) * 1e9;

		if (!(v > 0) || !isfinite(v)) {
			err_say("%s: result %zu (%.60s), time %zu: no number above 0", src->path,
				index + 1, arm, i + 1);
			return XC_ERROR;
		}
		import_add(s, v, 1, 0);
	}
	if (failed)
		import_note(im, "%zu of %zu runs of %s ended with a status other than 0", failed, n,
			    workload);
	return XC_OK;
}

/* The name of an arm for a command; one that is there already is a second copy, NAME'. */
static char *arm_name(struct import *im, const char *command)
{
	char *name = xstrdup(command);

	for (size_t i = 0; i < im->nseries; i++) {
		char *longer;

		if (strcmp(im->series[i].arm, name))
			continue;
		longer = xasprintf("%s'", name);
		free(name);
		name = longer;
		/* Only the baseline's copy, as it is the first, tells how far equal arms differ. */
		if (!im->duplicate && !strcmp(command, im->series[0].arm))
			im->duplicate = xstrdup(name);
		i = (size_t)-1;
	}
	return name;
}

static int take_results(struct import *im, const struct import_source *src, const json_t *results)
{
	size_t n = json_array_size(results);

	if (!n) {
		err_say("%s has no \"results\": it is not what hyperfine --export-json writes", src->path);
		return XC_ERROR;
	}
	for (size_t i = 0; i < n; i++) {
		const json_t *result = json_array_get(results, i);
		const char *command = json_string_value(json_object_get(result, "command"));
		char *arm;
		int status;

		if (!command || !*command) {
			err_say("%s: result %zu has no \"command\"", src->path, i + 1);
			return XC_ERROR;
		}
		arm = src->arm ? xstrdup(src->arm) : arm_name(im, command);
		status = add_times(im, src, i, result, src->arm && n > 1 ? command : "imported", arm);
		free(arm);
		if (status)
			return status;
	}
	return XC_OK;
}

int import_hyperfine(struct import *im, struct import_source *src)
{
	json_error_t error;
	json_t *all = json_loadb(src->text, src->len, 0, &error);
	int status;

	if (!all) {
		err_say("%s:%d: not JSON: %s", src->path, error.line, error.text);
		return XC_ERROR;
	}
	status = take_results(im, src, json_object_get(all, "results"));
	json_decref(all);
	return status;
}
