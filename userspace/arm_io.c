// SPDX-License-Identifier: GPL-2.0-only
/* Arms and the knobs' files, and arms in the samples file. */
#include <stdlib.h>
#include <string.h>

#include "arm.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"

int arms_open(struct arms *a)
{
	a->old = xcalloc(a->nknobs, sizeof(*a->old));
	for (size_t k = 0; k < a->nknobs; k++) {
		char now[KNOB_VALUE_MAX];
		int status = knob_open(&a->knobs[k]);

		if (status)
			return status;
		if (knob_read(&a->knobs[k], now, sizeof(now))) {
			err_say("cannot read %s: %m", a->knobs[k].key);
			return XC_ERROR;
		}
		a->old[k] = xstrdup(now);
		for (size_t i = 0; i < a->n; i++)
			if (!a->arms[i].values[k])
				a->arms[i].values[k] = xstrdup(now);
	}
	return XC_OK;
}

int arms_write(const struct arms *a, size_t arm)
{
	for (size_t k = 0; k < a->nknobs; k++) {
		if (!knob_write(&a->knobs[k], a->arms[arm].values[k]))
			continue;
		err_say("arm %s: writing '%s' to %s failed: %m", a->arms[arm].name,
			a->arms[arm].values[k], a->knobs[k].key);
		return -1;
	}
	return 0;
}

const struct knob *arms_changed(const struct arms *a, size_t arm, char now[KNOB_VALUE_MAX])
{
	for (size_t k = 0; k < a->nknobs; k++) {
		if (knob_read(&a->knobs[k], now, KNOB_VALUE_MAX))
			strcpy(now, "(unreadable)");
		if (!knob_same(now, a->arms[arm].values[k]))
			return &a->knobs[k];
	}
	return NULL;
}

json_t *arms_to_json(const struct arms *a)
{
	json_t *list = json_array();

	for (size_t i = 0; i < a->n; i++) {
		json_t *set = json_object(), *one;

		for (size_t k = 0; k < a->nknobs; k++)
			json_object_set_new(set, a->knobs[k].key, json_string(a->arms[i].values[k]));
		one = json_pack("{s:s, s:o}", "name", a->arms[i].name, "set", set);
		if (a->arms[i].duplicate_of)
			json_object_set_new(one, "duplicate_of", json_string(a->arms[i].duplicate_of));
		json_array_append_new(list, one);
	}
	return list;
}

/* The duplicate is made anew by arms_finish(). */
int arms_from_json(struct arms *a, const json_t *arms, const char *baseline)
{
	bool with_duplicate = false;
	const char *key;
	json_t *one, *value;
	size_t i;
	int status = XC_OK;

	json_array_foreach(arms, i, one) {
		const char *name = json_string_value(json_object_get(one, "name"));

		if (json_object_get(one, "duplicate_of")) {
			with_duplicate = true;
			continue;
		}
		status = arms_new(a, name ? name : "");
		json_object_foreach(json_object_get(one, "set"), key, value) {
			if (!status)
				status = arms_set(a, key, json_is_string(value) ? json_string_value(value) : "");
		}
		if (status)
			return status;
	}
	return arms_finish(a, baseline, with_duplicate);
}
