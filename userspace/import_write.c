// SPDX-License-Identifier: GPL-2.0-only
/* The samples file of an import: what is unknown is null, and "imported" says where it is from. */
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "import.h"
#include "mem.h"
#include "sha256.h"
#include "store.h"
#include "store_read.h"
#include "version.h"

/* What a run would have recorded of its machine. */
static const char *const unknown[] = {
	"release", "version", "config_sha256", "cmdline", "cpu_model", "cpus_online", "distances",
	"nodes", "governor", "turbo", "smt", "mitigations", "clocksource", "accel", "affinity",
	"mempolicy", "hostname", "boot_id", "machine_id_sha256", "sched_ext",
};

/* The names of all arms or workloads, each once, in the order of the files. */
struct names {
	const char **name;
	size_t n;
};

static void names_add(struct names *list, const char *name)
{
	for (size_t i = 0; i < list->n; i++)
		if (!strcmp(list->name[i], name))
			return;
	list->name = xreallocarray(list->name, list->n + 1, sizeof(*list->name));
	list->name[list->n++] = name;
}

static bool names_have(const struct names *list, const char *name)
{
	for (size_t i = 0; i < list->n; i++)
		if (!strcmp(list->name[i], name))
			return true;
	return false;
}

static const struct import_series *find(const struct import *im, const char *workload,
					const char *arm)
{
	for (size_t i = 0; i < im->nseries; i++)
		if (!strcmp(im->series[i].workload, workload) && !strcmp(im->series[i].arm, arm))
			return &im->series[i];
	return NULL;
}

/* Pairs by row need as many rows of each arm. */
static int check_rows(const struct import *im, const struct names *arms)
{
	for (size_t i = 0; i < im->nseries; i++)
		for (size_t k = 0; k < arms->n; k++) {
			const struct import_series *a = &im->series[i];
			const struct import_series *b = find(im, a->workload, arms->name[k]);

			if (b && b->n >= a->n)
				continue;
			if (b && b->line)
				err_say("%s:%zu: arm %.60s ends here after %zu values, but %.60s has %zu: arms that took turns have as many; leave --interleaved out if they did not",
					b->path, b->line, b->arm, b->n, a->arm, a->n);
			else
				err_say("%s: arm %.60s has %zu values of %.60s, but %.60s has %zu: arms that took turns have as many; leave --interleaved out if they did not",
					b ? b->path : a->path, arms->name[k], b ? b->n : 0,
					a->workload, a->arm, a->n);
			return XC_ERROR;
		}
	return XC_OK;
}

static int check_sizes(const struct import *im, const struct names *arms,
		       const struct names *workloads)
{
	for (size_t i = 0; i < im->nseries; i++) {
		if (im->series[i].n > STORE_BLOCK_MAX) {
			err_say("%s: %zu values of arm %.60s; %u can be read", im->series[i].path,
				im->series[i].n, im->series[i].arm, STORE_BLOCK_MAX);
			return XC_ERROR;
		}
		for (size_t k = 0; k < 2; k++) {
			const char *name = k ? im->series[i].arm : im->series[i].workload;
			json_t *text = json_string(name);

			json_decref(text);
			if (text)
				continue;
			err_say("%s: a name in it is not UTF-8", im->series[i].path);
			return XC_ERROR;
		}
	}
	if (arms->n > STORE_ARMS_MAX || workloads->n > STORE_WORKLOADS_MAX) {
		err_say("%zu arms of %zu workloads: %u and %u can be compared at once", arms->n,
			workloads->n, STORE_ARMS_MAX, STORE_WORKLOADS_MAX);
		return XC_ERROR;
	}
	return XC_OK;
}

/* A string, with what is not UTF-8 in it left away. */
static json_t *lenient(const char *text)
{
	json_t *string = json_string(text);

	return string ? string : json_string("not UTF-8");
}

static json_t *about(const struct import *im, const struct import_output *o)
{
	json_t *all = json_object(), *files = json_array(), *notes = json_array();

	for (size_t i = 0; i < o->nsources; i++) {
		const char *base = strrchr(o->sources[i].path, '/');

		json_array_append_new(files, json_pack("{s:o, s:s}", "name",
				      lenient(base ? base + 1 : o->sources[i].path), "sha256",
				      o->sources[i].sha256));
	}
	if (im->format == IMPORT_HYPERFINE || im->format == IMPORT_GO)
		json_array_append_new(notes, json_sprintf("%s measures one after the other, each to its end%s",
				      im->format == IMPORT_GO ? "go test" : "hyperfine",
				      o->interleaved ? "; that these took turns is the user's word" : ""));
	for (size_t i = 0; i < im->nnotes; i++)
		json_array_append_new(notes, lenient(im->notes[i]));
	json_object_set_new(all, "format", json_string(import_format_name(im->format)));
	json_object_set_new(all, "interleaved", json_boolean(o->interleaved));
	json_object_set_new(all, "order", json_null());
	json_object_set_new(all, "value", json_string(im->format == IMPORT_GO ?
			    "mean of the operations of a run" : "as in the file"));
	json_object_set_new(all, "files", files);
	json_object_set_new(all, "notes", notes);
	return all;
}

/* One import is one run, however often it is made: its id is of the files and of the options. */
static json_t *run_id(const struct import_output *o)
{
	struct sha256 sum;
	char hex[65];

	sha256_begin(&sum);
	for (size_t i = 0; i < o->nsources; i++)
		sha256_add(&sum, o->sources[i].sha256, sizeof(o->sources[i].sha256));
	for (int i = 1; i < o->argc; i++)
		sha256_add(&sum, o->argv[i], strlen(o->argv[i]) + 1);
	sha256_end(&sum, hex);
	return json_stringn(hex, 16);
}

static json_t *env_of(const struct import *im)
{
	json_t *env = json_object();

	for (size_t i = 0; i < sizeof(unknown) / sizeof(*unknown); i++)
		json_object_set_new(env, unknown[i], json_null());
	if (im->cpu_model)
		json_object_set_new(env, "cpu_model", lenient(im->cpu_model));
	return env;
}

static json_t *header(const struct import *im, const struct import_output *o,
		      const struct names *arms, const struct names *workloads)
{
	json_t *run = json_object(), *list = json_array();
	size_t blocks = 0;

	for (size_t i = 0; i < im->nseries; i++)
		blocks = im->series[i].n > blocks ? im->series[i].n : blocks;
	json_object_set_new(run, "type", json_string("run"));
	json_object_set_new(run, "format", json_integer(STORE_FORMAT));
	json_object_set_new(run, "tool", json_string(EXECTUNE_VERSION));
	json_object_set_new(run, "id", run_id(o));
	json_object_set_new(run, "imported", about(im, o));
	json_object_set_new(run, "started", json_null());
	json_object_set_new(run, "seed", json_null());
	json_object_set_new(run, "clock", json_string("monotonic"));
	json_object_set_new(run, "unit", json_string("ns"));
	json_object_set_new(run, "blocks", json_integer((json_int_t)blocks));
	json_object_set_new(run, "baseline", json_string(o->baseline));
	for (size_t i = 0; i < arms->n; i++) {
		json_t *arm = json_pack("{s:s, s:n}", "name", arms->name[i], "set");

		if (im->duplicate && !strcmp(im->duplicate, arms->name[i]))
			json_object_set_new(arm, "duplicate_of", json_string(o->baseline));
		json_array_append_new(list, arm);
	}
	json_object_set_new(run, "arms", list);
	list = json_array();
	for (size_t i = 0; i < workloads->n; i++)
		json_array_append_new(list, json_pack("{s:s, s:s, s:n, s:n}", "key", workloads->name[i],
				      "name", workloads->name[i], "params", "fs"));
	json_object_set_new(run, "workloads", list);
	list = json_pack("[s, s]", "exectune", "import");
	for (int i = 1; i < o->argc; i++)
		json_array_append_new(list, lenient(o->argv[i]));
	json_object_set_new(run, "command", list);
	json_object_set_new(run, "env", env_of(im));
	return run;
}

static bool put(FILE *out, json_t *line)
{
	bool good = line && !json_dumpf(line, out, JSON_COMPACT | JSON_REAL_PRECISION(17));

	json_decref(line);
	return fputc('\n', out) != EOF && good;
}

/* Each value is a sample; there is no p90 of one value, and no least operation of a mean. */
static json_t *sample(const struct import *im, const struct import_series *s, size_t block)
{
	const struct import_value *v = &s->values[block];
	json_t *line = json_pack("{s:s, s:s, s:s, s:I, s:I, s:f}", "type", "sample", "w", s->workload,
				 "arm", s->arm, "block", (json_int_t)block, "ops", (json_int_t)v->ops,
				 "median", v->ns);

	if (im->format != IMPORT_GO)
		json_object_set_new(line, "min", json_real(v->ns));
	return line;
}

static bool put_all(const struct import *im, json_t *first, FILE *out)
{
	bool good = put(out, first);
	size_t blocks = 0;

	for (size_t i = 0; i < im->nseries; i++)
		blocks = im->series[i].n > blocks ? im->series[i].n : blocks;
	for (size_t block = 0; good && block < blocks; block++)
		for (size_t i = 0; i < im->nseries; i++)
			if (block < im->series[i].n)
				good = good && put(out, sample(im, &im->series[i], block));
	return good && put(out, json_pack("{s:s, s:I, s:s}", "type", "end", "blocks",
					  (json_int_t)blocks, "status", "complete"));
}

/* Takes the reference of `first`. */
static int write_file(const struct import *im, json_t *first, const char *path)
{
	struct store store;
	int status = store_create(&store, path), fd;
	bool good = false;
	FILE *out;

	if (status) {
		json_decref(first);
		store_close(&store);
		return status;
	}
	fd = dup(store.fd);
	out = fd < 0 ? NULL : fdopen(fd, "w");
	errno = 0;
	if (out) {
		good = put_all(im, first, out) && !fflush(out) &&
		       (!fsync(fd) || errno == EINVAL || errno == EROFS);
		good = !fclose(out) && good;
	} else {
		json_decref(first);
	}
	if (!good) {
		status = errno == ENOSPC || errno == EDQUOT ? XC_NOSPACE : XC_ERROR;
		err_say("cannot write %s: %m", path);
		unlink(path);
	}
	store_close(&store);
	return status;
}

int import_write(const struct import *im, const struct import_output *given)
{
	struct import_output o = *given;
	struct names arms = { 0 }, workloads = { 0 };
	int status;

	for (size_t i = 0; i < im->nseries; i++) {
		names_add(&arms, im->series[i].arm);
		names_add(&workloads, im->series[i].workload);
	}
	if (!o.baseline)
		o.baseline = arms.name[0];
	status = check_sizes(im, &arms, &workloads);
	for (size_t i = 0; !status && i < 2; i++) {
		const char *name = i ? im->duplicate : o.baseline;

		if (!name || names_have(&arms, name))
			continue;
		err_say("%s: no such arm: %.60s", i ? "--duplicate" : "--baseline", name);
		status = XC_USAGE;
	}
	if (!status && im->duplicate && !strcmp(im->duplicate, o.baseline)) {
		err_say("--duplicate: %.60s is the baseline itself", o.baseline);
		status = XC_USAGE;
	}
	if (!status && o.interleaved)
		status = check_rows(im, &arms);
	if (!status)
		status = write_file(im, header(im, &o, &arms, &workloads), o.path);
	free((void *)arms.name);
	free((void *)workloads.name);
	return status;
}
