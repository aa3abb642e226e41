// SPDX-License-Identifier: GPL-2.0-only
/* What became of a boot, told from its console and its results stream. */
#ifndef VERDICT_H
#define VERDICT_H

#include <stdbool.h>
#include <stddef.h>

enum verdict_kind {
	VERDICT_OK,		/* job ended 0, results whole, console clean */
	VERDICT_JOB_FAILED,	/* job ended with another status */
	VERDICT_PANIC,		/* the kernel died: panic, oops, BUG_ON() */
	VERDICT_WARNING,	/* WARN(), or a BUG: that the kernel survives */
	VERDICT_LOCKDEP,	/* a report about locks, or suspicious RCU usage */
	VERDICT_RCU_STALL,
	VERDICT_KASAN,		/* a checker of memory or of undefined behaviour */
	VERDICT_HUNG_TASK,	/* a blocked task, a soft or hard lockup */
	VERDICT_HANG,		/* a time limit was hit */
	VERDICT_TRUNCATED,	/* no verdict, or results that are not whole */
	VERDICT_TOPOLOGY,	/* the guest is not what was promised */
	VERDICT_KINDS
};

struct verdict_input {
	const char *console;	/* not terminated; NULL if none was recorded */
	size_t console_len;	/* bytes */
	const char *results;	/* all that came through the port; may be NULL */
	size_t results_len;	/* bytes */
	bool timed_out;		/* the machine had to be killed at its limit */
};

struct verdict {
	enum verdict_kind kind;
	int status;		/* the job's, 0-255; -1 if unknown */
	size_t bytes;		/* length of the archive, 0 if not whole */
	char line[256];		/* first offending console line, else a reason;
				 * cut to fit, terminated, no newline */
};

/*
 * Judges one boot.  Silence is never success: without a whole trailer the
 * kind is hang, truncated, or what the console shows.  A console line of the
 * kernel that tells of a problem outranks the job's own status.  Always fills
 * *out; keeps no pointer into the input; has no errors.
 */
void verdict_read(const struct verdict_input *in, struct verdict *out);

/*
 * Looks only for trouble the kernel reports: true if there is any, with *kind
 * and the first such line in line[size] (size > 0).  Lines count that start
 * with printk's time stamp; those that init marks as the job's do not.
 */
bool verdict_console(const char *text, size_t len, enum verdict_kind *kind,
		     char *line, size_t size);

/*
 * The first line of the console whose message starts with start, copied as
 * above; false if there is none.
 */
bool verdict_find(const char *text, size_t len, const char *start, char *line,
		  size_t size);

/* "ok", "job-failed", ...: a constant string for each kind. */
const char *verdict_name(enum verdict_kind kind);

/* Exit status of tests/vm/boot for a kind: 0, 10-14 or 17. */
int verdict_exit_status(enum verdict_kind kind);

#endif
