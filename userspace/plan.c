// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "numamaps.h"
#include "plan.h"
#include "text.h"
#include "version.h"

static int add(struct plan *p, const char *spec)
{
	struct use u;
	int status = use_parse(spec, p->argv, &u);

	if (status)
		return status;
	for (size_t i = 0; i < p->nuses; i++)
		if (!strcmp(p->uses[i].key, u.key)) {
			err_say("workload %s is given twice", u.key);
			use_free(&u);
			return XC_USAGE;
		}
	if (p->nuses == PLAN_USES_MAX) {
		err_say("more than %d workloads are too many", PLAN_USES_MAX);
		use_free(&u);
		return XC_USAGE;
	}
	p->uses = xreallocarray(p->uses, p->nuses + 1, sizeof(*p->uses));
	p->uses[p->nuses++] = u;
	return XC_OK;
}

int plan_add_workloads(struct plan *p, const char *list)
{
	char *copy = xstrdup(list), *rest = copy, *word;
	int status = XC_OK;

	while (!status && (word = strsep(&rest, ",")))
		status = add(p, word);
	free(copy);
	return status;
}

static json_t *strings(char *const *list)
{
	json_t *array = json_array();

	for (; list && *list; list++) {
		json_t *s = json_string(*list);

		/* What is not UTF-8 is not worth a failure. */
		json_array_append_new(array, s ? s : json_string("?"));
	}
	return array;
}

static json_t *text_or_null(const char *s)
{
	return s ? json_string(s) : json_null();
}

static json_t *uses_to_json(const struct plan *p)
{
	json_t *list = json_array();

	for (size_t i = 0; i < p->nuses; i++) {
		const struct use *u = &p->uses[i];
		json_t *params = json_object(), *one;

		for (int k = 0; u->workload->params[k].name; k++)
			json_object_set_new(params, u->workload->params[k].name, text_or_null(u->values[k]));
		one = json_pack("{s:s, s:s, s:o, s:o, s:i}", "key", u->key, "name", u->workload->name,
				"params", params, "fs", text_or_null(u->fs), "batch", (int)u->batch);
		if (u->argv)
			json_object_set_new(one, "argv", strings(u->argv));
		json_array_append_new(list, one);
	}
	return list;
}

/* What is counted besides, and why what is not is not. */
static json_t *counters_to_json(const struct plan *p)
{
	const char *no_maps = p->numa_maps ? numamaps_why() : NULL;
	json_t *why = json_object();

	events_reasons(&p->events, why);
	if (no_maps)
		json_object_set_new(why, NUMAMAPS_REMOTE, json_string(no_maps));
	return json_pack("{s:b, s:o, s:b, s:o}", "table", p->counters, "events", events_names(&p->events),
			 "numa_maps", p->numa_maps, "unavailable", why);
}

json_t *plan_header(const struct plan *p, const char *id, const char *started, json_t *env)
{
	json_t *sizes = json_array();
	json_t *run;

	for (size_t i = 0; i < p->env_sizes.n; i++)
		json_array_append_new(sizes, json_integer(p->env_sizes.sizes[i]));
	run = json_pack("{s:s, s:i, s:s, s:s, s:s, s:I, s:s, s:s, s:i, s:f, s:s, s:o, s:o, s:O, s:o}",
			"type", "run", "format", 1, "tool", EXECTUNE_VERSION, "id", id,
			"started", started, "seed", (json_int_t)p->seed, "clock", clock_name(p->clock),
			"unit", clock_unit(p->clock), "blocks", (int)p->blocks,
			"slice_ms", (double)p->slice / 1e6,
			"baseline", p->arms.arms[p->arms.baseline].name, "arms", arms_to_json(&p->arms),
			"workloads", uses_to_json(p), "command", p->words, "env", env);
	/* What --resume needs besides. */
	json_object_set_new(run, "plan", json_pack("{s:I, s:I, s:i, s:I, s:o, s:o, s:i}",
			    "slice", (json_int_t)p->slice, "ops", (json_int_t)p->ops,
			    "warmup", (int)p->warmup, "settle", (json_int_t)p->settle,
			    "env_sizes", sizes, "cpu", text_or_null(p->cpus), "node", p->node));
	if (p->events.n || p->counters || p->numa_maps)
		json_object_set_new(run, "counters", counters_to_json(p));
	if (p->loads.n)
		json_object_set_new(run, "load", loads_json(&p->loads));
	if (p->markers)
		json_object_set_new(run, "markers", json_true());
	if (p->resolve > 0)
		json_object_set_new(run, "resolve", json_pack("{s:f, s:i}", "effect", p->resolve,
				    "max_blocks", (int)p->max_blocks));
	return run;
}

static char **strings_from(const json_t *array)
{
	size_t n = json_array_size(array), i;
	char **list = n ? xcalloc(n + 1, sizeof(*list)) : NULL;

	for (i = 0; i < n; i++) {
		const char *s = json_string_value(json_array_get(array, i));

		list[i] = xstrdup(s ? s : "");
	}
	return list;
}

/* "name:param=value..." again, from what the key says was given. */
static int uses_from_json(struct plan *p, const json_t *list)
{
	json_t *one;
	size_t i;

	json_array_foreach(list, i, one) {
		const char *key = json_string_value(json_object_get(one, "key"));
		json_int_t batch = json_integer_value(json_object_get(one, "batch"));
		int status;

		if (json_object_get(one, "argv") && !p->argv) {
			p->argv = strings_from(json_object_get(one, "argv"));
			p->owns_argv = true;
		}
		status = add(p, key ? key : "");
		if (status)
			return status;
		if (batch < 1 || batch > 1000000) {
			err_say("the samples file does not say the batch of %s: this run cannot go on", key);
			return XC_ERROR;
		}
		p->uses[p->nuses - 1].batch = (unsigned)batch;
	}
	return XC_OK;
}

static json_int_t number(const json_t *object, const char *name)
{
	return json_integer_value(json_object_get(object, name));
}

/* What is not in the files of earlier versions. */
static int more_from_header(struct plan *p, const json_t *run)
{
	const json_t *counters = json_object_get(run, "counters"), *resolve = json_object_get(run, "resolve"), *one;
	int status = XC_OK;
	size_t i;

	p->counters = json_is_true(json_object_get(counters, "table"));
	p->numa_maps = json_is_true(json_object_get(counters, "numa_maps"));
	p->markers = json_is_true(json_object_get(run, "markers"));
	p->resolve = json_number_value(json_object_get(resolve, "effect"));
	p->max_blocks = (unsigned)number(resolve, "max_blocks");
	json_array_foreach(json_object_get(counters, "events"), i, one)
		if (!status && json_is_string(one))
			status = events_add(&p->events, json_string_value(one));
	json_array_foreach(json_object_get(run, "load"), i, one)
		if (!status && json_is_string(one))
			status = loads_add(&p->loads, json_string_value(one));
	return status;
}

int plan_from_header(struct plan *p, const json_t *run)
{
	const json_t *more = json_object_get(run, "plan"), *size;
	const char *clock = json_string_value(json_object_get(run, "clock"));
	const char *cpus = json_string_value(json_object_get(more, "cpu"));
	json_int_t blocks = number(run, "blocks");
	int status;
	size_t i;

	if (!json_is_object(more) || !clock || clock_parse(clock, &p->clock) ||
	    blocks < !json_object_get(run, "resolve") || blocks > PLAN_BLOCKS_MAX || number(more, "slice") < 1 || number(more, "ops") < 0) {
		err_say("the samples file does not say how its run was planned: it cannot go on");
		return XC_ERROR;
	}
	p->blocks = (unsigned)blocks;
	p->seed = (uint64_t)number(run, "seed");
	p->slice = number(more, "slice");
	p->ops = (uint64_t)number(more, "ops");
	p->warmup = (unsigned)number(more, "warmup");
	p->settle = number(more, "settle");
	p->node = (int)number(more, "node");
	p->cpus = cpus ? xstrdup(cpus) : NULL;
	p->words = json_incref(json_object_get(run, "command"));
	json_array_foreach(json_object_get(more, "env_sizes"), i, size) {
		p->env_sizes.sizes = xreallocarray(p->env_sizes.sizes, i + 1, sizeof(unsigned));
		p->env_sizes.sizes[i] = (unsigned)json_integer_value(size) % (NUISANCE_ENV_MAX + 1);
		p->env_sizes.n = i + 1;
	}
	status = arms_from_json(&p->arms, json_object_get(run, "arms"),
				json_string_value(json_object_get(run, "baseline")));
	if (!status)
		status = more_from_header(p, run);
	return status ? status : uses_from_json(p, json_object_get(run, "workloads"));
}

void plan_free(struct plan *p)
{
	arms_free(&p->arms);
	for (size_t i = 0; i < p->nuses; i++)
		use_free(&p->uses[i]);
	free(p->uses);
	for (char **word = p->argv; p->owns_argv && word && *word; word++)
		free(*word);
	if (p->owns_argv)
		free(p->argv);
	free(p->env_sizes.sizes);
	free(p->cpus);
	loads_free(&p->loads);
	json_decref(p->words);
	*p = (struct plan){ .node = -1 };
}
