// SPDX-License-Identifier: GPL-2.0-only
/*
 * In what the environments of two groups of boots differ.
 */
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "summary_data.h"

static void flag_member(struct summary *s, const char *what, const json_t *old, const json_t *new)
{
	char *one, *other;

	if (summary_same(old, new))
		return;
	one = summary_shown(old);
	other = summary_shown(new);
	summary_flag(s, "differs: %s: %s in old, %s in new", what, one, other);
	free(one);
	free(other);
}

/* An object member by member: of all mitigations, only those that differ. */
static void flag_members(struct summary *s, const char *what, json_t *old, json_t *new)
{
	const char *key;
	json_t *value;
	char *name;

	json_object_foreach(old, key, value) {
		name = xasprintf("%s.%s", what, key);
		flag_member(s, name, value, json_object_get(new, key));
		free(name);
	}
	json_object_foreach(new, key, value) {
		if (json_object_get(old, key))
			continue;
		name = xasprintf("%s.%s", what, key);
		flag_member(s, name, NULL, value);
		free(name);
	}
}

static void flag_cmdline(struct summary *s, const struct store_file *old,
			 const struct store_file *new)
{
	char *one = summary_cmdline(old), *other = summary_cmdline(new);

	if (strcmp(one, other))
		flag_member(s, "cmdline", json_object_get(old->env, "cmdline"),
			    json_object_get(new->env, "cmdline"));
	free(one);
	free(other);
}

static void flag_workloads(struct summary *s)
{
	for (size_t i = 0; i < s->sides[0].nworkloads; i++) {
		const struct store_workload *old = s->sides[0].workloads[i].about;

		for (size_t k = 0; k < s->sides[1].nworkloads; k++) {
			const struct store_workload *new = s->sides[1].workloads[k].about;
			const char *fs = old->fs ? old->fs : "unknown";
			const char *other = new->fs ? new->fs : "unknown";

			if (!strcmp(old->key, new->key) && strcmp(fs, other))
				summary_flag(s, "differs: filesystem of %s: %s in old, %s in new",
					     old->key, fs, other);
		}
	}
}

/* Arms of one name that set knobs otherwise. */
static void flag_arms(struct summary *s)
{
	for (size_t i = 0; i < s->sides[0].narms; i++) {
		const struct store_arm *old = &s->sides[0].arms[i];

		for (size_t k = 0; k < s->sides[1].narms; k++) {
			const struct store_arm *new = &s->sides[1].arms[k];
			char *what;

			if (strcmp(old->name, new->name))
				continue;
			what = xasprintf("knobs of arm %s", old->name);
			flag_member(s, what, old->set, new->set);
			free(what);
		}
	}
}

void summary_flag_env(struct summary *s)
{
	const struct store_file *old = &s->sides[0].files[0], *new = &s->sides[1].files[0];

	for (size_t i = 0; summary_env_keys[i]; i++) {
		const char *key = summary_env_keys[i];
		json_t *one = json_object_get(old->env, key), *other = json_object_get(new->env, key);

		if (json_is_object(one) && json_is_object(other))
			flag_members(s, key, one, other);
		else
			flag_member(s, key, one, other);
	}
	flag_cmdline(s, old, new);
	flag_workloads(s);
	flag_arms(s);
}
