// SPDX-License-Identifier: GPL-2.0-only
/* Arms from the command line. */
#include <stdlib.h>
#include <string.h>

#include "arm.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"

/* Index of the knob of that name, added if it is not there; -1 with *status set on failure. */
static long knob_index(struct arms *a, const char *name, int *status)
{
	struct knob k;

	*status = knob_find(name, &k);
	if (*status)
		return -1;
	for (size_t i = 0; i < a->nknobs; i++)
		if (!strcmp(a->knobs[i].key, k.key)) {
			knob_free(&k);
			return (long)i;
		}
	a->knobs = xreallocarray(a->knobs, a->nknobs + 1, sizeof(*a->knobs));
	a->knobs[a->nknobs] = k;
	for (size_t i = 0; i < a->n; i++) {
		struct arm *arm = &a->arms[i];

		arm->values = xreallocarray(arm->values, a->nknobs + 1, sizeof(*arm->values));
		arm->values[a->nknobs] = NULL;
	}
	return (long)a->nknobs++;
}

static struct arm *new_arm(struct arms *a, char *name)
{
	struct arm *arm;

	a->arms = xreallocarray(a->arms, a->n + 1, sizeof(*a->arms));
	arm = &a->arms[a->n++];
	*arm = (struct arm){ .name = name, .values = xcalloc(a->nknobs, sizeof(*arm->values)) };
	return arm;
}

static void free_arm(struct arm *arm, size_t nknobs)
{
	for (size_t k = 0; k < nknobs; k++)
		free(arm->values[k]);
	free(arm->values);
	free(arm->name);
	free(arm->duplicate_of);
}

/* "early", or "swappiness=60" where the value has no name. */
static char *value_label(const struct knob *k, const char *value)
{
	const char *name = knob_value_name(k->desc, value), *base = k->key;

	if (name)
		return xstrdup(name);
	for (const char *s = k->key; *s; s++)
		if ((*s == '.' || *s == '/') && s[1])
			base = s + 1;
	return xasprintf("%s=%s", base, value);
}

/* All arms so far with knob k at value, appended to `to`. */
static void multiply(struct arms *to, const struct arms *from, size_t k, const char *value)
{
	for (size_t i = 0; i < (from->n ? from->n : 1); i++) {
		char *label = value_label(&to->knobs[k], value);
		struct arm *arm;

		if (from->n) {
			char *joined = xasprintf("%s+%s", from->arms[i].name, label);

			free(label);
			label = joined;
		}
		arm = new_arm(to, label);
		for (size_t j = 0; from->n && j < to->nknobs; j++)
			arm->values[j] = from->arms[i].values[j] ? xstrdup(from->arms[i].values[j]) : NULL;
		free(arm->values[k]);
		arm->values[k] = xstrdup(value);
	}
}

int arms_vary(struct arms *a, const char *text)
{
	char *copy = xstrdup(text), *rest = strchr(copy, '='), *word;
	struct arms before;
	int status = XC_OK;
	size_t known = a->nknobs;
	long k;

	if (!rest || rest == copy || !rest[1]) {
		err_say("--vary %s: give it as KNOB=VALUE,VALUE", text);
		free(copy);
		return XC_USAGE;
	}
	*rest++ = '\0';
	k = knob_index(a, copy, &status);
	if (k >= 0 && (size_t)k < known) {
		err_say("--vary %s: this knob is varied already; give all its values in one --vary", copy);
		status = XC_USAGE;
	}
	before = *a;
	a->arms = NULL;
	a->n = 0;
	while (!status && (word = strsep(&rest, ","))) {
		char *value = NULL;

		status = knob_value(&a->knobs[k], word, &value);
		for (size_t i = 0; !status && i < a->n; i++)
			if (knob_same(a->arms[i].values[k], value)) {
				err_say("--vary %s: value %s is given twice; a second copy of the baseline is added by itself",
					a->knobs[k].key, word);
				status = XC_USAGE;
			}
		if (!status)
			multiply(a, &before, (size_t)k, value);
		if (!status && a->n > ARMS_MAX) {
			err_say("more than %d arms are too many to compare", ARMS_MAX);
			status = XC_USAGE;
		}
		free(value);
	}
	for (size_t i = 0; i < before.n; i++)
		free_arm(&before.arms[i], before.nknobs);
	free(before.arms);
	free(copy);
	return status;
}

int arms_set(struct arms *a, const char *knob, const char *value)
{
	char **slot;
	int status;
	long k = knob_index(a, knob, &status);

	if (k < 0)
		return status;
	slot = &a->arms[a->n - 1].values[k];
	if (*slot) {
		err_say("arm %s sets %s twice", a->arms[a->n - 1].name, a->knobs[k].key);
		return XC_USAGE;
	}
	return knob_value(&a->knobs[k], value, slot);
}

/* One KNOB=VALUE of the last arm; text is written to. */
static int add_setting(struct arms *a, char *text)
{
	char *value = strchr(text, '=');

	if (!value || value == text || !value[1]) {
		err_say("arm %s: '%s' is not of the form KNOB=VALUE", a->arms[a->n - 1].name, text);
		return XC_USAGE;
	}
	*value++ = '\0';
	return arms_set(a, text, value);
}

int arms_new(struct arms *a, const char *name)
{
	for (size_t i = 0; i < a->n; i++)
		if (!strcmp(a->arms[i].name, name)) {
			err_say("--arm %s: there is an arm of that name already", name);
			return XC_USAGE;
		}
	if (a->n == ARMS_MAX) {
		err_say("more than %d arms are too many to compare", ARMS_MAX);
		return XC_USAGE;
	}
	new_arm(a, xstrdup(name));
	return XC_OK;
}

int arms_add(struct arms *a, const char *text)
{
	char *copy = xstrdup(text), *rest = copy, *name = strsep(&rest, ":"), *word;
	int status = XC_OK;

	if (!rest || !*name || strpbrk(name, "',= ")) {
		err_say("--arm %s: give it as NAME:KNOB=VALUE,KNOB=VALUE, NAME without blanks, commas and quotes",
			text);
		status = XC_USAGE;
	}
	if (!status)
		status = arms_new(a, name);
	if (rest && !*rest)
		rest = NULL;			/* "NAME:" */
	while (!status && (word = strsep(&rest, ",")))
		status = add_setting(a, word);
	free(copy);
	return status;
}

static void duplicate(struct arms *a)
{
	struct arm *arm = new_arm(a, xasprintf("%s'", a->arms[a->baseline].name));

	arm->duplicate_of = xstrdup(a->arms[a->baseline].name);
	for (size_t k = 0; k < a->nknobs; k++) {
		const char *value = a->arms[a->baseline].values[k];

		arm->values[k] = value ? xstrdup(value) : NULL;
	}
}

int arms_finish(struct arms *a, const char *baseline, bool with_duplicate)
{
	if (!a->n)
		new_arm(a, xstrdup("as-is"));
	a->baseline = baseline ? a->n : 0;
	for (size_t i = 0; baseline && i < a->n; i++)
		if (!strcmp(a->arms[i].name, baseline))
			a->baseline = i;
	if (a->baseline == a->n) {
		char names[400] = "";

		for (size_t i = 0, m = 0; i < a->n && m < sizeof(names); i++)
			m += (size_t)snprintf(names + m, sizeof(names) - m, "%s%s", i ? ", " : "",
					      a->arms[i].name);
		err_say("--baseline %s: there is no such arm, only %s", baseline, names);
		return XC_USAGE;
	}
	if (with_duplicate)
		duplicate(a);
	return XC_OK;
}

void arms_free(struct arms *a)
{
	for (size_t i = 0; i < a->n; i++)
		free_arm(&a->arms[i], a->nknobs);
	for (size_t k = 0; k < a->nknobs; k++) {
		knob_free(&a->knobs[k]);
		if (a->old)
			free(a->old[k]);
	}
	free(a->old);
	free(a->arms);
	free(a->knobs);
	*a = (struct arms){ 0 };
}
