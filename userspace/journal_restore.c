// SPDX-License-Identifier: GPL-2.0-only
/* Putting knobs back from a journal. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "journal.h"
#include "mem.h"
#include "text.h"

static bool is_ours(const char *now, const json_t *ours)
{
	json_t *one;
	size_t i;

	json_array_foreach(ours, i, one) {
		if (knob_same(now, json_string_value(one)))
			return true;
	}
	return false;
}

static void put_back(struct knob *k, const char *old, const json_t *ours, struct journal_result *r)
{
	char now[KNOB_VALUE_MAX];

	if (knob_open(k)) {
		r->failed++;
	} else if (knob_read(k, now, sizeof(now))) {
		err_say("cannot read %s: %m", k->key);
		r->failed++;
	} else if (knob_same(now, old)) {
		r->same++;
	} else if (!is_ours(now, ours)) {
		err_say("%s was '%s' before the run, and somebody else has set it to '%s' since: left as it is",
			k->key, old, now);
		r->foreign++;
	} else if (knob_set(k, old)) {
		r->failed++;
	} else {
		r->restored++;
	}
	knob_close(k);
}

/* A kernel's knobs begin anew with each boot. */
static bool other_boot(const json_t *journal)
{
	const char *then = json_string_value(json_object_get(journal, "boot_id"));
	char now[64] = "";

	text_file("/proc/sys/kernel/random/boot_id", now, sizeof(now));
	return then && strcmp(then, now);
}

static bool of_kernel(const char *path)
{
	return !strncmp(path, "/proc/", 6) || !strncmp(path, "/sys/", 5);
}

int journal_restore(const char *path, struct journal_result *r)
{
	struct journal_result own = { 0 }, before;
	json_error_t error;
	json_t *journal = json_load_file(path, 0, &error), *knobs, *one;
	size_t i;

	if (!r)
		r = &own;
	before = *r;
	knobs = json_object_get(journal, "knobs");
	if (!json_is_array(knobs) || json_integer_value(json_object_get(journal, "format")) != 1) {
		err_say("%s is no journal that this exectune can read (%s): look into it and set the knobs by hand",
			path, journal ? "another format" : error.text);
		json_decref(journal);
		return XC_ERROR;
	}
	json_array_foreach(knobs, i, one) {
		const char *key = json_string_value(json_object_get(one, "key"));
		const char *file = json_string_value(json_object_get(one, "path"));
		const char *old = json_string_value(json_object_get(one, "old"));
		struct knob k = { .fd = -1 };

		if (!key || !file || !old) {
			err_say("%s lacks the name or value of a knob", path);
			r->failed++;
			continue;
		}
		if (of_kernel(file) && other_boot(journal)) {
			note_say("%s: the machine was booted since, which set it anew", key);
			r->same++;
			continue;
		}
		k.key = xstrdup(key);
		k.path = xstrdup(file);
		put_back(&k, old, json_object_get(one, "ours"), r);
		knob_free(&k);
	}
	json_decref(journal);
	if (r->failed > before.failed)
		return XC_ERROR;
	if (unlink(path) && errno != ENOENT) {
		err_say("cannot remove %s: %m", path);
		return XC_ERROR;
	}
	return XC_OK;
}
