// SPDX-License-Identifier: GPL-2.0-only
#include "store_read.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "store_line.h"
#include "store_parse.h"

struct reader {
	struct store_file *f;
	struct store_line lines;
	struct store_place at;
	size_t room;			/* samples allocated */
	bool ended;			/* an end line was seen, and no sample after it */
	struct store_error bad;		/* of a line that is no JSON object ... */
	size_t bad_line;		/* ... with this number; 0: none */
	int64_t bad_whole;		/* whole bytes before it */
};

uint32_t store_arm_index(const struct store_file *f, const char *name)
{
	for (size_t i = 0; i < f->narms; i++)
		if (!strcmp(f->arms[i].name, name))
			return (uint32_t)i;
	return STORE_NONE;
}

uint32_t store_workload_index(const struct store_file *f, const char *key)
{
	for (size_t i = 0; i < f->nworkloads; i++)
		if (!strcmp(f->workloads[i].key, key))
			return (uint32_t)i;
	return STORE_NONE;
}

void store_file_free(struct store_file *f)
{
	for (size_t i = 0; i < f->nnames; i++)
		free(f->count_names[i]);
	for (size_t i = 0; i < f->ndiscards; i++)
		free(f->discards[i].why);
	free(f->discards);
	free(f->counts);
	free(f->samples);
	free(f->arms);
	free(f->workloads);
	free(f->path);
	json_decref(f->run);
	memset(f, 0, sizeof(*f));
}

static int sample_room(struct reader *r)
{
	size_t room = r->room ? r->room + r->room / 2 : 1024;
	struct store_sample *samples;

	if (r->f->nsamples < r->room)
		return 0;
	samples = reallocarray(r->f->samples, room, sizeof(*samples));
	if (!samples)
		return store_fail(&r->at, "out of memory after %zu samples", r->f->nsamples);
	r->f->samples = samples;
	r->room = room;
	return 0;
}

static int take_sample(struct reader *r, enum store_kind kind)
{
	if (kind != STORE_KIND_SAMPLE)
		return -1;
	r->f->nsamples++;
	r->ended = false;
	return 0;
}

static int take_discard(struct reader *r, const json_t *line)
{
	const json_t *block = json_object_get(line, "block");
	const char *why = json_string_value(json_object_get(line, "why"));
	struct store_discard *more;

	if (!json_is_integer(block))
		return store_fail(&r->at, "a discard line needs a \"block\"");
	more = reallocarray(r->f->discards, r->f->ndiscards + 1, sizeof(*more));
	if (!more)
		return store_fail(&r->at, "out of memory");
	r->f->discards = more;
	more[r->f->ndiscards++] = (struct store_discard) {
		.block = (uint32_t)json_integer_value(block), .why = why ? strdup(why) : NULL,
	};
	for (size_t i = 0; i < r->f->nsamples; i++)
		if (r->f->samples[i].block == json_integer_value(block))
			r->f->samples[i].discarded = true;
	return 0;
}

/* The number of blocks that a pilot has led to. */
static void take_plan(struct reader *r, const json_t *line)
{
	json_int_t blocks = json_integer_value(json_object_get(line, "blocks"));

	if (blocks > 0 && blocks <= STORE_BLOCK_MAX)
		r->f->blocks = (uint32_t)blocks;
}

static void take_end(struct reader *r, const json_t *line)
{
	const char *status = json_string_value(json_object_get(line, "status"));

	r->ended = true;
	r->f->end = status && !strcmp(status, "complete") ? STORE_END_COMPLETE :
							   STORE_END_INTERRUPTED;
}

/* Any line but the first, as jansson understands it. */
static int take_line(struct reader *r, json_t *line)
{
	const char *type = json_string_value(json_object_get(line, "type"));

	if (!type)
		return store_fail(&r->at, "a line without a \"type\"");
	if (!strcmp(type, "sample"))
		return sample_room(r) ? -1 :
		       take_sample(r, store_sample_json(r->f, line,
							&r->f->samples[r->f->nsamples], &r->at));
	if (!strcmp(type, "run"))
		return store_fail(&r->at, "a second run begins here: give each run as a file of its own");
	if (!strcmp(type, "discard"))
		return take_discard(r, line);
	if (!strcmp(type, "plan"))
		take_plan(r, line);
	if (!strcmp(type, "end"))
		take_end(r, line);
	return 0;
}

static json_t *parse(struct reader *r, const char *text, size_t len)
{
	json_error_t error;
	json_t *line = json_loadb(text, len, 0, &error);

	if (json_is_object(line))
		return line;
	if (line)
		store_fail(&r->at, "not a JSON object");
	else
		store_fail(&r->at, "damaged line: %s", error.text);
	json_decref(line);
	return NULL;
}

static int first_line(struct reader *r, enum store_line_got got, const char *text, size_t len)
{
	json_error_t error;
	json_t *run;

	if (got == STORE_LINE_EOF)
		return store_fail(&r->at, "is empty: not a samples file of exectune");
	run = got == STORE_LINE_WHOLE ? json_loadb(text, len, 0, &error) : NULL;
	if (!json_is_object(run)) {
		json_decref(run);
		if (got == STORE_LINE_HALF && !strncmp(text, "{\"type\":\"run\"", 13))
			return store_fail(&r->at, "cut within its first line: nothing in it can be used");
		return store_fail(&r->at, "not a samples file of exectune: its first line is not a run");
	}
	r->at.line = 1;
	return store_header(r->f, run, &r->at);
}

/*
 * A damaged line is the end of what was written, as after a power cut, or it
 * has good lines behind it and the file cannot be trusted.
 */
static int other_line(struct reader *r, const char *text, size_t len)
{
	enum store_kind kind;
	json_t *line;
	int status;

	if (strspn(text, " \t\r") == len)
		return 0;
	if (sample_room(r))
		return -1;
	kind = store_sample_scan(r->f, text, len, &r->f->samples[r->f->nsamples], &r->at);
	if (kind == STORE_KIND_UNSURE) {
		line = parse(r, text, len);
		if (!line) {
			if (!r->bad_line) {
				r->bad = *r->at.err;
				r->bad_line = r->at.line;
				r->bad_whole = r->lines.whole_bytes - (int64_t)len - 1;
			}
			return 0;
		}
		status = r->bad_line ? 0 : take_line(r, line);
		json_decref(line);
	} else {
		status = take_sample(r, kind);
	}
	if (r->bad_line) {
		*r->at.err = r->bad;
		return -1;
	}
	return status;
}

static int read_lines(struct reader *r)
{
	enum store_line_got got;
	char *text;
	size_t len;

	got = store_line_next(&r->lines, &text, &len);
	if (got != STORE_LINE_ERROR && first_line(r, got, text, len))
		return -1;
	while (got == STORE_LINE_WHOLE) {
		r->at.line = r->lines.number + 1;
		got = store_line_next(&r->lines, &text, &len);
		if (got == STORE_LINE_WHOLE && other_line(r, text, len))
			return -1;
	}
	r->at.line = 0;
	if (got == STORE_LINE_ERROR)
		return store_fail(&r->at, "%s", errno == EFBIG ?
				  "not a samples file of exectune: a line has no end" :
				  strerror(errno));
	r->f->half_line = got == STORE_LINE_HALF || r->bad_line;
	r->f->whole_bytes = r->bad_line ? r->bad_whole : r->lines.whole_bytes;
	r->f->lines = r->bad_line ? r->bad_line - 1 : r->lines.number;
	if (!r->ended || r->f->half_line)
		r->f->end = STORE_END_CUT;
	return store_check_twice(r->f, &r->at);
}

int store_read(const char *path, struct store_file *out, struct store_error *err)
{
	struct reader r = { .f = out, .at = { .path = path, .err = err } };
	int status;

	memset(out, 0, sizeof(*out));
	err->text[0] = '\0';
	if (store_line_open(&r.lines, path, STORE_LINE_MAX))
		return store_fail(&r.at, "%s", strerror(errno));
	out->path = strdup(path);
	status = out->path ? read_lines(&r) : store_fail(&r.at, "out of memory");
	store_line_close(&r.lines);
	if (status)
		store_file_free(out);
	return status;
}
