// SPDX-License-Identifier: GPL-2.0-only
/*
 * Whether samples files may be summed up together: one machine, one kernel,
 * one way to measure.
 */
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "summary_data.h"

/* What makes a comparison over boots one of the same thing. */
const char *const summary_env_keys[] = {
	"machine_id_sha256", "hostname", "cpu_model", "cpus_online", "nodes", "distances",
	"release", "version", "config_sha256", "governor", "turbo", "smt", "mitigations",
	"clocksource", "accel", "affinity", "mempolicy", "sched_ext", NULL,
};

bool summary_same(const json_t *a, const json_t *b)
{
	return json_equal(a ? a : json_null(), b ? b : json_null());
}

char *summary_shown(const json_t *value)
{
	char *text = value ? json_dumps(value, JSON_ENCODE_ANY | JSON_COMPACT) : NULL;

	if (text && strlen(text) > 80)
		strcpy(text + 77, "...");
	return text ? text : xstrdup("not given");
}

static int differ(const struct store_file *a, const struct store_file *b, const char *what,
		  const json_t *in_a, const json_t *in_b)
{
	char *one = summary_shown(in_a), *other = summary_shown(in_b);

	err_say("%s and %s do not belong together: %s is %s in one and %s in the other",
		a->path, b->path, what, one, other);
	free(one);
	free(other);
	return XC_ERROR;
}

char *summary_cmdline(const struct store_file *f)
{
	const char *text = json_string_value(json_object_get(f->env, "cmdline"));
	char *copy = xstrdup(text ? text : ""), *rest = copy, *word;
	char *kept = xcalloc(1, strlen(copy) + 2);

	while ((word = strsep(&rest, " ")))
		if (*word && strncmp(word, "exectune.", 9)) {
			strcat(kept, word);
			strcat(kept, " ");
		}
	free(copy);
	return kept;
}

static int match_env(const struct store_file *a, const struct store_file *b)
{
	char *one = summary_cmdline(a), *other = summary_cmdline(b);
	bool equal = !strcmp(one, other);

	free(one);
	free(other);
	for (size_t i = 0; summary_env_keys[i]; i++) {
		const char *key = summary_env_keys[i];
		json_t *in_a = json_object_get(a->env, key), *in_b = json_object_get(b->env, key);

		if (!summary_same(in_a, in_b))
			return differ(a, b, key, in_a, in_b);
	}
	if (!equal)
		return differ(a, b, "cmdline", json_object_get(a->env, "cmdline"),
			      json_object_get(b->env, "cmdline"));
	return XC_OK;
}

/* One name must mean one thing. */
static int match_arms(const struct store_file *a, const struct store_file *b)
{
	const char *in_a = a->arms[a->baseline].name, *in_b = b->arms[b->baseline].name;

	if (strcmp(in_a, in_b)) {
		err_say("%s and %s do not belong together: the baseline is %s in one and %s in the other",
			a->path, b->path, in_a, in_b);
		return XC_ERROR;
	}
	for (size_t i = 0; i < a->narms; i++) {
		uint32_t k = store_arm_index(b, a->arms[i].name);

		if (k != STORE_NONE && !summary_same(a->arms[i].set, b->arms[k].set))
			return differ(a, b, a->arms[i].name, a->arms[i].set, b->arms[k].set);
		if (k != STORE_NONE && !a->arms[i].duplicate_of != !b->arms[k].duplicate_of) {
			err_say("%s and %s do not belong together: arm %s copies another in one only",
				a->path, b->path, a->arms[i].name);
			return XC_ERROR;
		}
	}
	for (size_t i = 0; i < a->nworkloads; i++) {
		uint32_t k = store_workload_index(b, a->workloads[i].key);
		const char *fs_a = a->workloads[i].fs, *fs_b = k == STORE_NONE ? fs_a : b->workloads[k].fs;

		if (strcmp(fs_a ? fs_a : "unknown", fs_b ? fs_b : "unknown")) {
			err_say("%s and %s do not belong together: %s ran on %s in one and on %s in the other",
				a->path, b->path, a->workloads[i].key, fs_a ? fs_a : "unknown",
				fs_b ? fs_b : "unknown");
			return XC_ERROR;
		}
	}
	return XC_OK;
}

static int match_two(const struct store_file *a, const struct store_file *b)
{
	if (!strcmp(a->id, b->id)) {
		err_say("%s and %s are one run (id %.40s): give it once", a->path, b->path, a->id);
		return XC_ERROR;
	}
	if (a->clock != b->clock)
		return differ(a, b, "clock", json_object_get(a->run, "clock"),
			      json_object_get(b->run, "clock"));
	return match_env(a, b) ? XC_ERROR : match_arms(a, b);
}

int summary_match(const struct store_file *files, size_t nfiles)
{
	for (size_t i = 0; i < nfiles; i++) {
		if (nfiles > 1 && !files[i].boot_id) {
			err_say("%s does not say which boot it is from: give it alone", files[i].path);
			return XC_ERROR;
		}
		for (size_t k = 0; k < i; k++)
			if (match_two(&files[k], &files[i]))
				return XC_ERROR;
	}
	return XC_OK;
}
