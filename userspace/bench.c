// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"

int bench_fail(struct bench *b, const char *fmt, ...)
{
	va_list ap;
	int n;

	if (*b->shared->error)
		return -1;
	n = snprintf(b->shared->error, BENCH_ERROR_MAX, "workload %s: ", b->use->key);
	if (n < 0 || n >= BENCH_ERROR_MAX)
		return -1;
	va_start(ap, fmt);
	vsnprintf(b->shared->error + n, (size_t)(BENCH_ERROR_MAX - n), fmt, ap);
	va_end(ap);
	return -1;
}

void bench_count(struct bench_shared *s, const char *name, int64_t n)
{
	unsigned i;

	for (i = 0; i < s->ncounts; i++)
		if (!strcmp(s->counts[i].name, name))
			break;
	if (i == BENCH_COUNTS_MAX)
		return;
	if (i == s->ncounts) {
		snprintf(s->counts[i].name, BENCH_NAME_MAX, "%s", name);
		s->counts[i].n = 0;
		s->ncounts++;
	}
	s->counts[i].n += n;
}

static int failed(struct bench *b, int status)
{
	int error = b->shared->child_errno;

	if (b->shared->child_failed) {
		b->shared->child_failed = 0;
		return bench_fail(b, "the child could not execute it: %s%s", strerror(error),
				  error == EACCES ? " (is the directory mounted noexec? choose another with dir=)" : "");
	}
	if (WIFSIGNALED(status))
		return bench_fail(b, "the child was killed by signal %d (%s)", WTERMSIG(status),
				  strsignal(WTERMSIG(status)));
	return bench_fail(b, "the child ended with exit status %d", WEXITSTATUS(status));
}

int bench_reap(struct bench *b, pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return bench_fail(b, "waitpid: %m");
	return status ? failed(b, status) : 0;
}

void bench_exec_failed(struct bench *b)
{
	b->shared->child_errno = errno;
	b->shared->child_failed = 1;
	_exit(127);
}
