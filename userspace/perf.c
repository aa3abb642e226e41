// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "perf.h"

void perf_open(struct perf *p, const struct events *events)
{
	*p = (struct perf){ .events = events, .n = events ? (unsigned)events->n : 0 };
	for (unsigned i = 0; i < p->n; i++)
		p->fd[i] = *events->at[i].why ? -1 :
			   (int)syscall(SYS_perf_event_open, &events->at[i].attr, 0, -1, -1,
					PERF_FLAG_FD_CLOEXEC);
}

/* All zero if it cannot be read: then nothing grows, and nothing is known. */
static struct perf_reading reading(int fd)
{
	struct perf_reading r;

	if (fd < 0 || read(fd, &r, sizeof(r)) != (ssize_t)sizeof(r))
		memset(&r, 0, sizeof(r));
	return r;
}

void perf_start(struct perf *p)
{
	for (unsigned i = 0; i < p->n; i++)
		p->before[i] = reading(p->fd[i]);
	if (p->n)
		prctl(PR_TASK_PERF_EVENTS_ENABLE);
}

struct bench_event perf_growth(const struct perf_reading *from, const struct perf_reading *to)
{
	uint64_t enabled = to->enabled - from->enabled, running = to->running - from->running;
	struct bench_event e = { .known = to->running > from->running, .share = 1 };

	if (!e.known)
		return e;
	e.n = (int64_t)(to->value - from->value);
	/* The two times are taken one after the other. */
	if (running < enabled - enabled / 1000) {
		e.share = (double)running / (double)enabled;
		e.n = (int64_t)((double)e.n / e.share + 0.5);
	}
	return e;
}

void perf_stop(struct perf *p, struct bench_shared *s)
{
	if (p->n)
		prctl(PR_TASK_PERF_EVENTS_DISABLE);
	for (unsigned i = 0; i < p->n; i++) {
		struct perf_reading now = reading(p->fd[i]);

		s->events[i] = perf_growth(&p->before[i], &now);
	}
	s->nevents = p->n;
}
