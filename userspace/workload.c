// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "text.h"
#include "workload.h"
#include "workloads/workloads.h"

const struct workload *const workload_table[] = {
	&workload_null, &workload_getppid, &workload_execvpe, &workload_execve, &workload_vfork,
	&workload_posix_spawn, &workload_miss, &workload_badarg, &workload_stat, &workload_stat_there,
	&workload_script, &workload_reexec, &workload_access1, &workload_access2, &workload_procwalk, &workload_command,
	NULL,
};

static const struct workload *find(const char *name)
{
	for (const struct workload *const *w = workload_table; *w; w++)
		if (!strcmp((*w)->name, name))
			return *w;
	return NULL;
}

static int param_index(const struct workload *w, const char *name)
{
	for (int i = 0; w->params[i].name; i++)
		if (!strcmp(w->params[i].name, name))
			return i;
	return -1;
}

static int unknown_param(const struct workload *w, const char *name)
{
	char list[256] = "";
	size_t n = 0;

	for (int i = 0; w->params[i].name && n < sizeof(list) - 40; i++)
		n += (size_t)snprintf(list + n, sizeof(list) - n, "%s%s", i ? ", " : "",
				      w->params[i].name);
	err_say("workload %s has no parameter '%s'; it has %s", w->name, name, list);
	return XC_USAGE;
}

/* One "name=value"; text is written to. */
static int parse_param(struct use *u, char *text)
{
	const struct workload *w = u->workload;
	char *value = strchr(text, '=');
	uint64_t number;
	int i;

	if (!value || value == text || !value[1]) {
		err_say("workload %s: '%s' is not of the form param=value", w->name, text);
		return XC_USAGE;
	}
	*value++ = '\0';
	i = param_index(w, text);
	if (i < 0)
		return unknown_param(w, text);
	if (u->values[i]) {
		err_say("workload %s: parameter %s is given twice", w->name, text);
		return XC_USAGE;
	}
	if (w->params[i].max && !text_u64(value, w->params[i].min, w->params[i].max, &number)) {
		err_say("workload %s: %s=%s: it must be a number from %llu to %llu", w->name, text,
			value, (unsigned long long)w->params[i].min,
			(unsigned long long)w->params[i].max);
		return XC_USAGE;
	}
	u->values[i] = w->params[i].max ? xasprintf("%llu", (unsigned long long)number) : xstrdup(value);
	return XC_OK;
}

/* The key names what was given, defaults left out; then the defaults are filled in. */
static void finish(struct use *u)
{
	const struct workload *w = u->workload;

	u->key = xstrdup(w->name);
	for (int i = 0; w->params[i].name; i++) {
		char *key;

		if (!u->values[i]) {
			u->values[i] = w->params[i].fallback ? xstrdup(w->params[i].fallback) : NULL;
			continue;
		}
		key = xasprintf("%s:%s=%s", u->key, w->params[i].name, u->values[i]);
		free(u->key);
		u->key = key;
	}
	u->batch = (unsigned)use_number(u, "batch", 0);
}

int use_parse(const char *spec, char **argv, struct use *u)
{
	char *text = xstrdup(spec), *rest = text, *name = strsep(&rest, ":"), *part;
	int status = XC_OK;

	*u = (struct use){ .workload = find(name) };
	if (!u->workload) {
		err_say("unknown workload '%s'; 'exectune list' shows them", name);
		status = XC_USAGE;
	}
	while (!status && (part = strsep(&rest, ":")))
		status = parse_param(u, part);
	if (!status) {
		finish(u);
		if (u->workload == &workload_command)
			u->argv = argv;
		if (u->workload->check)
			status = u->workload->check(u);
	}
	if (status)
		use_free(u);
	free(text);
	return status;
}

const char *use_text(const struct use *u, const char *name)
{
	int i = param_index(u->workload, name);

	return i < 0 ? NULL : u->values[i];
}

uint64_t use_number(const struct use *u, const char *name, uint64_t none)
{
	const char *text = use_text(u, name);
	uint64_t v;

	return text && text_u64(text, 0, UINT64_MAX, &v) ? v : none;
}

void use_free(struct use *u)
{
	for (int i = 0; i < WORKLOAD_PARAMS_MAX; i++)
		free(u->values[i]);
	free(u->key);
	free(u->dir);
	free(u->fs);
	free(u->path);
	*u = (struct use){ 0 };
}

void workload_print(FILE *out)
{
	for (const struct workload *const *w = workload_table; *w; w++) {
		fprintf(out, "  %-12s %s\n", (*w)->name, (*w)->summary);
		for (const struct workload_param *p = (*w)->params; p->name; p++) {
			fprintf(out, "      %-10s %s", p->name, p->help);
			if (p->fallback)
				fprintf(out, " (default %s)", p->fallback);
			fputc('\n', out);
		}
	}
}
