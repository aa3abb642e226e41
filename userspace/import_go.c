// SPDX-License-Identifier: GPL-2.0-only
/*
 * What "go test -bench" prints, in the format that benchstat reads: configuration lines "key:
 * value", and lines "BenchmarkName-8  iterations  value unit [value unit]...", of which ns/op is
 * taken: the mean over the iterations. A file is an arm, a benchmark a workload.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "import.h"
#include "mem.h"
#include "text.h"

#define ITERATIONS_MAX 1000000000000000u	/* what "ops" of a sample can hold */

/* A line "key: value" as the format has it: a lower case word and a colon. */
static const char *config(const char *text, const char *key)
{
	size_t n = strlen(key);

	if (strncmp(text, key, n) || text[n] != ':')
		return NULL;
	return text + n + 1 + strspn(text + n + 1, " \t");
}

/* The value of ns/op among the pairs; NULL if there is none. Other units are noted. */
static const char *ns_per_op(struct import *im, char **rest)
{
	const char *found = NULL;
	char *value, *unit;

	while ((value = strsep(rest, " ")) && (unit = strsep(rest, " "))) {
		if (!strcmp(unit, "ns/op"))
			found = value;
		else
			import_note(im, "only ns/op is taken, not %.20s", unit);
	}
	return found;
}

static int take_result(struct import *im, const struct import_source *src, size_t line,
		       const char *package, char *text, size_t *results)
{
	char *rest = text_squeeze(text), *name = strsep(&rest, " "), *count, *workload;
	const char *value;
	uint64_t ops;
	double ns;

	/* A name alone is printed by -v, before the benchmark runs. */
	if (!rest)
		return XC_OK;
	count = strsep(&rest, " ");
	if (!text_u64(count, 1, ITERATIONS_MAX, &ops)) {
		err_say("%s:%zu: '%.40s' after %.60s is no number of iterations", src->path, line, count,
			name);
		return XC_ERROR;
	}
	value = ns_per_op(im, &rest);
	if (!value) {
		err_say("%s:%zu: no ns/op for %.60s", src->path, line, name);
		return XC_ERROR;
	}
	if (import_time(src->path, line, value, 1, &ns))
		return XC_ERROR;
	name += strlen("Benchmark");
	workload = package ? xasprintf("%s.%s", package, name) : xstrdup(name);
	import_add(import_series(im, workload, src->arm, src->path), ns, ops, line);
	++*results;
	free(workload);
	return XC_OK;
}

/* Whether the file has results of more than one package, whose names may be the same. */
static bool several_packages(const char *text)
{
	const char *first = NULL;
	size_t length = 0, n;

	for (; *text; text += n + (text[n] == '\n')) {
		const char *package = config(text, "pkg");

		n = strcspn(text, "\n");
		if (!package)
			continue;
		if (!first) {
			first = package;
			length = strcspn(package, "\r\n");
		} else if (strcspn(package, "\r\n") != length || strncmp(first, package, length)) {
			return true;
		}
	}
	return false;
}

int import_go(struct import *im, struct import_source *src)
{
	bool packages = several_packages(src->text);
	const char *package = NULL, *value;
	char *rest = src->text, *text;
	size_t line = 0, results = 0;
	int status;

	while ((text = import_line(&rest, &line))) {
		value = config(text, "pkg");
		if (value && packages)
			package = value;
		value = config(text, "cpu");
		if (value && !im->cpu_model)
			im->cpu_model = xstrdup(value);
		else if (value && strcmp(value, im->cpu_model))
			import_note(im, "the runs are of different processors: %s, %s", im->cpu_model, value);
		if (!strncmp(text, "FAIL", 4) || !strncmp(text, "--- FAIL", 8))
			import_note(im, "%s: a test failed (line %zu)", src->path, line);
		if (strncmp(text, "Benchmark", 9) || !isupper((unsigned char)text[9]))
			continue;
		status = take_result(im, src, line, package, text, &results);
		if (status)
			return status;
	}
	if (results)
		return XC_OK;
	err_say("%s has no data in it: no result of a benchmark", src->path);
	return XC_ERROR;
}
