// SPDX-License-Identifier: GPL-2.0-only
/*
 * What exectune itself costs: instructions of the null workload's operation and system calls of
 * a flip, counted in a child that is traced step by step. Exact, and without hardware counters.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <linux/ptrace.h>

#include "arm.h"
#include "bench.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "text.h"
#include "validate.h"

#define OPERATIONS 20u
/* One that each process may write to itself; the same value again changes nothing. */
#define KERNEL_FILE "/proc/self/oom_score_adj"

/* What the child does between its two stops. */
typedef void (*action_fn)(void *ctx);

struct counts {
	unsigned long steps;		/* instructions, if asked for */
	unsigned writes, others;	/* system calls, if asked for */
};

static void count_call(struct counts *c, pid_t child)
{
	struct ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof(info), &info) <= 0 ||
	    info.op != PTRACE_SYSCALL_INFO_ENTRY)
		return;
	switch (info.entry.nr) {
	case SYS_write:
	case SYS_pwrite64:
	case SYS_writev:
	case SYS_pwritev:
	case SYS_pwritev2:
		c->writes++;
		break;
	default:
		c->others++;
	}
}

/* Waits for the next stop: its signal, or -1 with errno when the child is no more. */
static int next_stop(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return -1;
	if (WIFSTOPPED(status))
		return WSTOPSIG(status);
	errno = EPERM;			/* it could not have itself traced */
	return -1;
}

static void act(action_fn action, void *ctx)
{
	if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
		_exit(1);
	raise(SIGSTOP);
	action(ctx);
	raise(SIGSTOP);
	_exit(0);
}

/* Counts from the first stop to the second, both halves of raise() included. 0, or -1, errno set. */
static int trace(bool steps, action_fn action, void *ctx, struct counts *c)
{
	int request = steps ? PTRACE_SINGLESTEP : PTRACE_SYSCALL, found;
	pid_t child = fork();

	*c = (struct counts){ 0 };
	if (child < 0)
		return -1;
	if (!child)
		act(action, ctx);
	found = next_stop(child);
	if (found == SIGSTOP && !steps &&
	    ptrace(PTRACE_SETOPTIONS, child, NULL, PTRACE_O_TRACESYSGOOD))
		found = -1;
	while (found >= 0) {
		if (ptrace(request, child, NULL, NULL)) {
			found = -1;
			break;
		}
		found = next_stop(child);
		if (found == SIGSTOP)
			break;
		if (found == SIGTRAP)
			c->steps++;
		else if (found == (SIGTRAP | 0x80))
			count_call(c, child);
		else if (found >= 0) {
			errno = EINTR;
			found = -1;
		}
	}
	kill(child, SIGKILL);
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	return found == SIGSTOP ? 0 : -1;
}

struct loop {
	int (*op)(struct bench *b, unsigned n);
	struct bench *bench;
	unsigned n;
};

static int empty(struct bench *b, unsigned n)
{
	(void)b;
	for (; n; n--)
		__asm__ volatile("" : : : "memory");
	return 0;
}

static void loop(void *ctx)
{
	struct loop *l = ctx;

	l->op(l->bench, l->n);
}

/* Instructions of one turn. */
static int per_turn(int (*op)(struct bench *b, unsigned n), struct bench *b, double *each)
{
	struct loop one = { op, b, 1 }, many = { op, b, 1 + OPERATIONS };
	struct counts a, z;

	if (trace(true, loop, &one, &a) || trace(true, loop, &many, &z))
		return -1;
	*each = (double)(z.steps - a.steps) / OPERATIONS;
	return 0;
}

int cost_null_operation(const char *spec, enum clock_kind clock, double *instructions)
{
	struct bench_shared *shared = xcalloc(1, sizeof(*shared));
	struct bench b = { .shared = shared, .clock = clock };
	struct use use;
	double null, nothing;
	int failed = use_parse(spec, NULL, &use);

	if (!failed) {
		b.use = &use;
		failed = use.workload->prepare(&b) || per_turn(use.workload->op, &b, &null) ||
			 per_turn(empty, &b, &nothing);
		use_free(&use);
	}
	free(shared);
	if (failed)
		return -1;
	*instructions = null - nothing;
	return 0;
}

static void flip(void *ctx)
{
	if (arms_write(ctx, 0))
		_exit(1);
}

static void nothing(void *ctx)
{
	(void)ctx;
}

int cost_flip(const char *path, const char *value, struct cost_calls *calls)
{
	struct counts with, without;
	struct arms arms = { 0 };
	char *text = xasprintf("%s=%s", path, value);
	int failed;

	errno = EINVAL;
	failed = arms_vary(&arms, text) || arms_finish(&arms, NULL, false) || arms_open(&arms) ||
		 trace(false, flip, &arms, &with) || trace(false, nothing, NULL, &without);
	arms_free(&arms);
	free(text);
	if (failed)
		return -1;
	calls->writes = with.writes - without.writes;
	calls->others = with.others - without.others;
	return 0;
}

int cost_print(struct table *t, const char *dir)
{
	char *path = xasprintf("%s/knob", dir), now[64];
	struct cost_calls file, kernel;
	double instructions;
	int status = XC_OK;
	FILE *f = fopen(path, "we");

	if (!f || fputs("0\n", f) < 0 || fclose(f)) {
		err_say("cannot write %s: %m", path);
		status = XC_ERROR;
	} else if (text_file(KERNEL_FILE, now, sizeof(now)) < 0) {
		err_say("cannot read %s: %m", KERNEL_FILE);
		status = XC_ERROR;
	} else if (cost_null_operation("null", CLOCK_KIND_MONOTONIC, &instructions) ||
		   cost_flip(path, "1", &file) || cost_flip(KERNEL_FILE, now, &kernel)) {
		err_say("a process cannot be traced step by step here: %m");
		status = XC_ERROR;
	}
	unlink(path);
	free(path);
	if (status)
		return status;
	table_row(t, "null operation beyond an empty loop, instructions", instructions, 0, 50);
	table_row(t, "a flip of a kernel's knob, write(2) calls", kernel.writes, 1, 1);
	table_row(t, "a flip of an ordinary file, write(2) calls", file.writes, 1, 1);
	table_note(t, "other system calls of a flip: %u for a kernel's knob, %u for an ordinary file",
		   kernel.others, file.others);
	return t->shorts ? XC_REGRESSION : XC_OK;
}
