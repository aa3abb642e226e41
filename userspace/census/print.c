// SPDX-License-Identifier: GPL-2.0-only
/* What a census says, for people and for programs. */
#include <errno.h>
#include <jansson.h>
#include <string.h>

#include "census.h"

#define PROGRAMS_SHOWN 12

static double percent(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static const char *error_name(int err)
{
	const char *name = err < CENSUS_ERRNOS - 1 ? strerrorname_np(err) : NULL;

	return name ? name : "others";
}

static void print_errors(const struct census *c, FILE *out)
{
	for (int err = 1; err < CENSUS_ERRNOS; err++)
		if (c->by_errno[err])
			fprintf(out, "    %-16s %9llu  %5.1f%%\n", error_name(err),
				(unsigned long long)c->by_errno[err], percent(c->by_errno[err], c->calls));
}

static void print_positions(const struct census *c, FILE *out)
{
	int last = 0;

	for (int i = 1; i <= CENSUS_POSITIONS; i++)
		if (c->hit_at[i] || c->miss_at[i])
			last = i;
	if (!c->missed)
		return;
	fprintf(out, "\n  entry of the search     found   not found\n");
	for (int i = 1; i <= last; i++)
		fprintf(out, "    %2d%-14s %9llu   %9llu\n", i, i == CENSUS_POSITIONS ? " and later" : "",
			(unsigned long long)c->hit_at[i], (unsigned long long)c->miss_at[i]);
	fprintf(out, "  %llu searches began with a miss; %llu of them found nothing\n",
		(unsigned long long)c->searches, (unsigned long long)c->vain);
}

static void print_times(const struct census *c, FILE *out)
{
	fprintf(out, "\n  time inside the calls, of %.3f s:\n", (double)c->elapsed_ns / 1e9);
	fprintf(out, "    that succeed     %9.3f ms  %6.2f%%\n", (double)c->found_ns / 1e6,
		percent(c->found_ns, c->elapsed_ns));
	fprintf(out, "    that miss        %9.3f ms  %6.2f%%: no cheaper miss can save more\n",
		(double)c->missed_ns / 1e6, percent(c->missed_ns, c->elapsed_ns));
}

static void print_programs(const struct census *c, FILE *out)
{
	size_t shown = 0;

	fprintf(out, "\n  by program                       calls   succeeded        miss\n");
	for (size_t i = 0; i < c->nprograms && shown < PROGRAMS_SHOWN; i++, shown++) {
		const struct census_program *p = &c->programs[i];

		if (!p->calls)
			break;
		fprintf(out, "    %-24.24s %9llu   %9llu   %9llu\n", p->name, (unsigned long long)p->calls,
			(unsigned long long)p->found, (unsigned long long)p->missed);
	}
	if (shown == PROGRAMS_SHOWN && shown < c->nprograms && c->programs[shown].calls)
		fprintf(out, "    and others, which --json has\n");
}

void census_print(const struct census *c, FILE *out)
{
	fprintf(out, "  execve, execveat   %9llu\n", (unsigned long long)c->calls);
	fprintf(out, "    succeed          %9llu  %5.1f%%\n", (unsigned long long)c->found,
		percent(c->found, c->calls));
	print_errors(c, out);
	print_positions(c, out);
	print_times(c, out);
	print_programs(c, out);
	if (c->unfinished)
		fprintf(out, "\n  %llu calls had not returned at the end\n", (unsigned long long)c->unfinished);
	if (c->lost)
		fprintf(out, "\n  %llu events were lost: all counts are too low\n", (unsigned long long)c->lost);
	if (!c->names)
		fprintf(out, "\n  This kernel does not tell the names of files to be executed, so misses in a\n"
			"  row of one task are taken for one search.\n");
}

static json_t *positions(const uint64_t *at)
{
	json_t *list = json_array();

	for (int i = 1; i <= CENSUS_POSITIONS; i++)
		json_array_append_new(list, json_integer((json_int_t)at[i]));
	return list;
}

int census_print_json(const struct census *c, FILE *out)
{
	json_t *errors = json_object(), *programs = json_array(), *all;
	int status;

	for (int err = 1; err < CENSUS_ERRNOS; err++)
		if (c->by_errno[err])
			json_object_set_new(errors, error_name(err),
					    json_integer((json_int_t)c->by_errno[err]));
	for (size_t i = 0; i < c->nprograms && c->programs[i].calls; i++)
		json_array_append_new(programs, json_pack("{s:s%, s:I, s:I, s:I}",
			"name", c->programs[i].name, strlen(c->programs[i].name),
			"calls", (json_int_t)c->programs[i].calls,
			"succeeded", (json_int_t)c->programs[i].found,
			"missed", (json_int_t)c->programs[i].missed));
	all = json_pack("{s:s, s:I, s:I, s:I, s:o, s:I, s:I, s:o, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:b, s:o}",
		"type", "census", "calls", (json_int_t)c->calls, "succeeded", (json_int_t)c->found,
		"missed", (json_int_t)c->missed, "errors", errors,
		"searches", (json_int_t)c->searches, "searches_in_vain", (json_int_t)c->vain,
		"found_at", positions(c->hit_at), "missed_at", positions(c->miss_at),
		"succeeded_ns", (json_int_t)c->found_ns, "missed_ns", (json_int_t)c->missed_ns,
		"other_ns", (json_int_t)c->other_ns, "elapsed_ns", (json_int_t)c->elapsed_ns,
		"unfinished", (json_int_t)c->unfinished, "lost", (json_int_t)c->lost,
		"names", c->names, "programs", programs);
	status = json_dumpf(all, out, JSON_INDENT(1));
	json_decref(all);
	if (!status && (fputc('\n', out) == EOF || fflush(out)))
		status = -1;
	return status;
}
