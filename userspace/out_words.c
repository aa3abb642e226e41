// SPDX-License-Identifier: GPL-2.0-only
/*
 * Words about a run as the writers print them.
 */
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "out_text.h"

char *out_ascii(char *text)
{
	for (char *p = text; *p; p++)
		if ((unsigned char)*p < 0x20 || (unsigned char)*p > 0x7e)
			*p = '?';
	return text;
}

char *out_workload(const struct summary_workload *w)
{
	if (!w->about->fs)
		return out_ascii(xstrdup(w->about->key));
	return out_ascii(xasprintf("%s on %s", w->about->key, w->about->fs));
}

/* Adds ", part" to *list, or starts it. */
static void add(char **list, char *part)
{
	char *longer = *list ? xasprintf("%s, %s", *list, part) : xstrdup(part);

	free(part);
	free(*list);
	*list = longer;
}

static const char *env_text(const json_t *env, const char *key)
{
	return json_string_value(json_object_get(env, key));
}

/*
 * "on", "off", "partly on" by what the kernel says of each fault that the processor has; NULL
 * where it says nothing.
 */
static const char *mitigations(json_t *faults)
{
	bool met = false, open = false;
	const char *name;
	json_t *state;

	if (!json_object_size(faults))
		return NULL;
	json_object_foreach(faults, name, state) {
		const char *text = json_string_value(state);

		met |= text && !strncmp(text, "Mitigation", 10);
		open |= text && !strncmp(text, "Vulnerable", 10);
	}
	return !met ? "off" : open ? "partly on" : "on";
}

/* How many CPUs a list like "0-3,6" has; 0 if it cannot be read. */
static unsigned long cpus(const char *list)
{
	unsigned long n = 0;

	while (list && *list) {
		char *end;
		unsigned long from = strtoul(list, &end, 10), to = from;

		if (end == list)
			return 0;
		if (*end == '-')
			to = strtoul(end + 1, &end, 10);
		if (to < from || to - from > 1000000)
			return 0;
		n += to - from + 1;
		list = *end == ',' ? end + 1 : end;
		if (*end && *end != ',')
			return 0;
	}
	return n;
}

static const char *plural(unsigned long n)
{
	return n == 1 ? "" : "s";
}

static char *where(const json_t *env)
{
	json_t *online = json_object_get(env, "cpus_online");
	unsigned long n = json_is_integer(online) ? (unsigned long)json_integer_value(online) :
						    cpus(json_string_value(online));
	unsigned long nodes = (unsigned long)json_integer_value(json_object_get(env, "nodes"));
	const char *text = env_text(env, "cpu_model");
	char *list = NULL;

	if (text)
		add(&list, xstrdup(text));
	if (n)
		add(&list, xasprintf("%lu CPU%s", n, plural(n)));
	if (nodes)
		add(&list, xasprintf("%lu node%s", nodes, plural(nodes)));
	text = env_text(env, "smt");
	if (text)
		add(&list, xasprintf("SMT %s", strcmp(text, "notsupported") ? text : "none"));
	text = env_text(env, "governor");
	if (text)
		add(&list, xasprintf("governor %s", text));
	text = env_text(env, "turbo");
	if (text)
		add(&list, xasprintf("turbo %s", text));
	text = mitigations(json_object_get(env, "mitigations"));
	if (text)
		add(&list, xasprintf("mitigations %s", text));
	text = env_text(env, "accel");
	if (text)
		add(&list, xasprintf("virtual (%s)", text));
	text = env_text(env, "release");
	if (text)
		add(&list, xasprintf("Linux %s", text));
	return list ? out_ascii(list) : xstrdup("machine unknown");
}

char *out_where(const struct summary *s)
{
	char *old, *new, *both;

	if (!s->sides)
		return where(s->files[0].env);
	old = where(s->sides[0].files[0].env);
	new = where(s->sides[1].files[0].env);
	if (strcmp(old, new)) {
		both = xasprintf("old: %s; new: %s", old, new);
		free(old);
		old = both;
	}
	free(new);
	return old;
}

/* A word in single quotes if the shell would not take it as it is. */
static char *quoted(const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_-+=.,:/@%^";
	char *text, *p;

	if (*word && strspn(word, plain) == strlen(word))
		return xstrdup(word);
	/* Four bytes for a quote, and two around it all. */
	p = text = xcalloc(strlen(word) + 1, 4);
	*p++ = '\'';
	for (; *word; word++) {
		if (*word == '\'')
			p = stpcpy(p, "'\\''");
		else
			*p++ = *word;
	}
	strcpy(p, "'");
	return text;
}

char *out_command(const struct summary *s)
{
	const json_t *words = json_object_get(s->files[0].run, "command");
	bool workloads = false;
	char *line = NULL;

	/* Two groups that were measured in two ways have no one command. */
	if (s->sides && !json_equal(words, json_object_get(s->sides[1].files[0].run, "command")))
		return NULL;
	for (size_t i = 0; i < json_array_size(words); i++) {
		const char *word = json_string_value(json_array_get(words, i));
		char *one, *rest;

		if (!word)
			continue;
		/* A list of workloads as so many options, between which a line can end. */
		rest = one = quoted(word);
		for (char *part; (part = strsep(&rest, workloads ? "," : "")); ) {
			char *longer = !line ? xstrdup(part) :
				       part == one ? xasprintf("%s %s", line, part) :
						     xasprintf("%s -w %s", line, part);

			free(line);
			line = longer;
		}
		free(one);
		workloads = !strcmp(word, "-w") || !strcmp(word, "--workload");
	}
	return line ? out_ascii(line) : NULL;
}

void out_wrapped(FILE *out, const char *text, int width, const char *first, const char *next,
		 const char *tail)
{
	const char *indent = first;

	for (;;) {
		int room = width - (int)strlen(indent) - (int)strlen(tail), n = (int)strlen(text);

		if (n > room) {
			for (n = room; n > 0 && text[n] != ' '; n--)
				;
			/* A word that is too long is put on a line of its own, over the edge. */
			if (n <= 0)
				n = (int)strcspn(text, " ");
		}
		if (!text[n]) {
			fprintf(out, "%s%s\n", indent, text);
			return;
		}
		fprintf(out, "%s%.*s%s\n", indent, n, text, tail);
		text += n + strspn(text + n, " ");
		indent = next;
	}
}
