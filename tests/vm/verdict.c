// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "trailer.h"
#include "verdict.h"

static const struct {
	const char *name;
	int exit_status;
} kinds[VERDICT_KINDS] = {
	[VERDICT_OK]		= { "ok", 0 },
	[VERDICT_JOB_FAILED]	= { "job-failed", 10 },
	[VERDICT_PANIC]		= { "panic", 11 },
	[VERDICT_WARNING]	= { "warning", 12 },
	[VERDICT_LOCKDEP]	= { "lockdep", 12 },
	[VERDICT_RCU_STALL]	= { "rcu-stall", 12 },
	[VERDICT_KASAN]		= { "kasan", 12 },
	[VERDICT_HUNG_TASK]	= { "hung-task", 12 },
	[VERDICT_HANG]		= { "hang", 13 },
	[VERDICT_TRUNCATED]	= { "truncated", 14 },
	[VERDICT_TOPOLOGY]	= { "topology", 17 },
};

const char *verdict_name(enum verdict_kind kind)
{
	return kinds[kind].name;
}

int verdict_exit_status(enum verdict_kind kind)
{
	return kinds[kind].exit_status;
}

static void set_reason(struct verdict *out, enum verdict_kind kind,
		       const char *reason)
{
	out->kind = kind;
	snprintf(out->line, sizeof(out->line), "%s", reason);
}

/*
 * The trailer is the last line of the stream and ends it.  True if it is there
 * and speaks of exactly the bytes before it; then out's status and bytes are
 * set, and why[].
 */
static bool read_trailer(const struct verdict_input *in, struct verdict *out,
			 char why[16])
{
	char text[TRAILER_MAX + 1], again[TRAILER_MAX];
	size_t len = in->results_len, start;
	unsigned long long bytes;
	int status;

	if (!len || in->results[len - 1] != '\n')
		return false;
	/* The archive may end in any byte, so the line's start is searched. */
	for (start = len - 1; start > 0 && len - start < TRAILER_MAX; start--)
		if (len - start > strlen(TRAILER_START) &&
		    !memcmp(in->results + start, TRAILER_START, strlen(TRAILER_START)))
			break;
	memcpy(text, in->results + start, len - start);
	text[len - start] = '\0';
	if (sscanf(text, TRAILER_START "why=%15[a-z] status=%d bytes=%llu", why,
		   &status, &bytes) != 3 || bytes != start || status < 0 || status > 255)
		return false;
	/* What was read, written again with the checksum, has to be what was there. */
	trailer_write(again, why, status, bytes,
		      trailer_crc32(0, in->results, start));
	if (strcmp(text, again))
		return false;
	out->status = status;
	out->bytes = start;
	return true;
}

static void judge_silence(const struct verdict_input *in, struct verdict *out)
{
	if (in->timed_out)
		set_reason(out, VERDICT_HANG,
			   "no verdict when the time limit was reached");
	else if (!in->results_len)
		set_reason(out, VERDICT_TRUNCATED,
			   "the machine ended without sending results");
	else
		set_reason(out, VERDICT_TRUNCATED,
			   "the results are cut short or damaged");
}

static void judge_trailer(const struct verdict_input *in, struct verdict *out,
			  const char *why)
{
	char reason[64];

	if (!strcmp(why, WHY_TOPOLOGY)) {
		set_reason(out, VERDICT_TOPOLOGY, "the guest is not what was promised");
		verdict_find(in->console, in->console_len, TOPOLOGY_START,
			     out->line, sizeof(out->line));
	} else if (!strcmp(why, WHY_TIMEOUT)) {
		set_reason(out, VERDICT_HANG, "the job ran into its time limit");
	} else if (strcmp(why, WHY_JOB)) {
		set_reason(out, VERDICT_TRUNCATED, "the verdict is of an unknown kind");
	} else if (in->timed_out) {
		set_reason(out, VERDICT_HANG, "the machine did not power off after its verdict");
	} else if (out->status) {
		snprintf(reason, sizeof(reason), "the job ended with status %d", out->status);
		set_reason(out, VERDICT_JOB_FAILED, reason);
	} else {
		set_reason(out, VERDICT_OK, "");
	}
}

void verdict_read(const struct verdict_input *in, struct verdict *out)
{
	char why[16];
	bool whole;

	memset(out, 0, sizeof(*out));
	out->status = -1;
	whole = read_trailer(in, out, why);
	if (verdict_console(in->console, in->console_len, &out->kind, out->line,
			    sizeof(out->line)))
		return;
	if (whole)
		judge_trailer(in, out, why);
	else
		judge_silence(in, out);
}
