/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the execve() and execveat() calls of a machine, of a process or of a command end: what
 * succeeds, what is not found at which entry of a path search, and the time of each.
 */
#ifndef CENSUS_H
#define CENSUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define CENSUS_POSITIONS 32	/* of a path search; the last stands for all beyond */
#define CENSUS_ERRNOS 134	/* from 0 on; what is greater counts as the last */

enum census_kind {
	CENSUS_FORK,		/* of tid comes other, whose name is text */
	CENSUS_ENTER,		/* a call of tid; text is the file's name, or NULL if not known */
	CENSUS_EXEC,		/* tid, which was other before, is program text now */
	CENSUS_EXIT,		/* a call of tid returns ret */
};

/* In the order of time a census can be made of them; as they come they need not be. */
struct census_event {
	uint64_t ns;		/* of the trace's clock */
	enum census_kind kind;
	pid_t tid, other;
	long ret;
	char *text;
};

/* The calls of one program, by the name that it has when it calls. */
struct census_program {
	char *name;
	uint64_t calls, found, missed;
};

struct census {
	uint64_t calls;		/* that have returned */
	uint64_t found;		/* that succeeded */
	uint64_t missed;	/* as in a path search: ENOENT, ENOTDIR, EACCES and their like */
	uint64_t by_errno[CENSUS_ERRNOS];
	uint64_t hit_at[CENSUS_POSITIONS + 1];	/* by position from 1: a success after position - 1 misses */
	uint64_t miss_at[CENSUS_POSITIONS + 1];	/* by position from 1 */
	uint64_t searches;	/* misses in a row that ended in a success, or in none */
	uint64_t vain;		/* those that ended in none */
	uint64_t found_ns, missed_ns, other_ns;	/* inside the calls */
	uint64_t unfinished;	/* calls that had not returned at the end */
	uint64_t lost;		/* events that the kernel had no room for: then all is a lower bound */
	uint64_t elapsed_ns;
	bool names;		/* the names of files were known: searches for two files are told apart */
	struct census_program *programs;
	size_t nprograms;
};

/*
 * Sorts the events by time and counts them. `name_of` says what program a task was at the start,
 * or NULL if that is not known; it may be NULL itself. To be ended by census_free().
 */
void census_count(struct census *c, struct census_event *events, size_t n, const char *(*name_of)(pid_t tid));

void census_free(struct census *c);

/* Is a call that fails so one of those after which execvp(3) tries the next entry of PATH? */
bool census_is_miss(long err);

/* A table, for people. */
void census_print(const struct census *c, FILE *out);

/* The same as a JSON object and a newline. 0, or -1 with errno. */
int census_print_json(const struct census *c, FILE *out);

struct census_watch {
	pid_t pid;		/* this process, its threads and all that it makes; 0: all processes */
	pid_t child;		/* the watch ends when this child of ours does; 0: by a signal */
	uint64_t most_ns;	/* or after that time; 0: never */
};

struct census_trace;

/*
 * Starts a trace of calls, in a tracefs instance of its own, which is gone at the end, whatever
 * the end is but SIGKILL; what an earlier one has left is removed first. NULL on an error, said.
 */
struct census_trace *census_trace_begin(const struct census_watch *w);

/*
 * Watches until what census_watch says has come about, or stop_signal is set. XC_OK, or an error,
 * said. The child's wait status goes to *wait_status.
 */
int census_trace_watch(struct census_trace *t, const struct census_watch *w, int *wait_status);

/* Ends the trace; its events are the caller's from now on, and to be freed with their texts. */
size_t census_trace_end(struct census_trace *t, struct census_event **events, struct census *c);

#endif
