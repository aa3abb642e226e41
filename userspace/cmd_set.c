// SPDX-License-Identifier: GPL-2.0-only
/* exectune set: all of the knobs, or none. */
#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "err.h"
#include "exitcode.h"
#include "knob.h"
#include "mem.h"

struct setting {
	struct knob knob;
	char *value, *old;
};

struct args {
	char **words;
	int n;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *a = state->input;

	(void)arg;
	if (key != ARGP_KEY_ARGS)
		return ARGP_ERR_UNKNOWN;
	a->words = state->argv + state->next;
	a->n = state->argc - state->next;
	return 0;
}

/* Everything about one KNOB=VALUE short of writing. */
static int check(const char *word, struct setting *s, const struct setting *others, int n)
{
	const char *equal = strchr(word, '=');
	char *name, old[KNOB_VALUE_MAX];
	int status;

	if (!equal || equal == word) {
		err_say("'%s' is not of the form KNOB=VALUE", word);
		return XC_USAGE;
	}
	name = xstrndup(word, (size_t)(equal - word));
	status = knob_find(name, &s->knob);
	free(name);
	if (status)
		return status;
	for (int i = 0; i < n; i++)
		if (!strcmp(others[i].knob.key, s->knob.key)) {
			err_say("%s is given twice", s->knob.key);
			return XC_USAGE;
		}
	status = knob_value(&s->knob, equal + 1, &s->value);
	if (!status)
		status = knob_open(&s->knob);
	if (status)
		return status;
	if (knob_read(&s->knob, old, sizeof(old))) {
		err_say("cannot read %s: %m", s->knob.key);
		return XC_ERROR;
	}
	s->old = xstrdup(old);
	return XC_OK;
}

/* Writes all; when one fails, those before it and itself get their old values back. */
static int write_all(struct setting *s, int n)
{
	for (int i = 0; i < n; i++) {
		if (!knob_set(&s[i].knob, s[i].value))
			continue;
		for (int j = i; j >= 0; j--) {
			char now[KNOB_VALUE_MAX];

			if (!knob_read(&s[j].knob, now, sizeof(now)) && knob_same(now, s[j].old))
				continue;
			if (!knob_set(&s[j].knob, s[j].old))
				note_say("%s is back at '%s'", s[j].knob.key, s[j].old);
		}
		return XC_ERROR;
	}
	return XC_OK;
}

static int run(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse,
		.args_doc = "KNOB=VALUE...",
		.doc = "Set knobs, by the number or the name of a value. All are checked before the first "
		       "is written, and when one cannot be written the others get their old values back.",
	};
	struct args args = { 0 };
	struct setting *s;
	int status = XC_OK;

	if (argp_parse(&argp, argc, argv, 0, NULL, &args))
		return XC_USAGE;
	if (!args.n) {
		err_say("set what? Give KNOB=VALUE; 'exectune list' shows knobs and values");
		return XC_USAGE;
	}
	s = xcalloc((size_t)args.n, sizeof(*s));
	for (int i = 0; i < args.n; i++)
		s[i].knob.fd = -1;
	for (int i = 0; i < args.n && !status; i++)
		status = check(args.words[i], &s[i], s, i);
	if (!status)
		status = write_all(s, args.n);
	for (int i = 0; i < args.n; i++) {
		const char *name = status ? NULL : knob_value_name(s[i].knob.desc, s[i].value);

		if (!status)
			printf("%s = %s%s%s (was %s)\n", s[i].knob.key, s[i].value, name ? " " : "",
			       name ? name : "", s[i].old);
		knob_free(&s[i].knob);
		free(s[i].value);
		free(s[i].old);
	}
	free(s);
	return status;
}

const struct command cmd_set = { "set", "set knobs, all or none", run };
