// SPDX-License-Identifier: GPL-2.0-only
/* The runner's side of the measuring process. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "slice.h"
#include "stop.h"
#include "worker.h"

#define RAW_BYTES (WORKER_RAW_MAX * sizeof(uint64_t))

static void *map(size_t bytes)
{
	return mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
}

int worker_map(struct worker *w)
{
	*w = (struct worker){ .to = -1, .from = -1, .close = { -1, -1 } };
	w->shared = map(sizeof(*w->shared) + sizeof(*w->request));
	w->raw = map(RAW_BYTES);
	if (w->shared == MAP_FAILED || w->raw == MAP_FAILED) {
		err_say("not enough memory to keep the times of a slice: %m");
		return XC_ERROR;
	}
	w->request = (struct worker_request *)(w->shared + 1);
	return XC_OK;
}

int worker_start(struct worker *w, const struct use *uses, size_t nuses, enum clock_kind clock)
{
	int to[2], from[2];

	if (pipe2(to, O_CLOEXEC) || pipe2(from, O_CLOEXEC)) {
		err_say("cannot make a pipe to the measuring process: %m");
		return XC_ERROR;
	}
	w->pid = fork();
	if (!w->pid) {
		close(to[1]);
		close(from[0]);
		for (size_t i = 0; i < sizeof(w->close) / sizeof(*w->close); i++)
			if (w->close[i] >= 0)
				close(w->close[i]);
		madvise(w->raw, RAW_BYTES, MADV_DONTFORK);
		slice_loop(w, uses, nuses, clock, to[0], from[1]);
	}
	close(to[0]);
	close(from[1]);
	w->to = to[1];
	w->from = from[0];
	if (w->pid < 0) {
		err_say("cannot start the measuring process: %m");
		w->pid = 0;
		return XC_ERROR;
	}
	return XC_OK;
}

static int died(struct worker *w)
{
	int status = 0;

	while (waitpid(w->pid, &status, 0) < 0 && errno == EINTR)
		;
	w->pid = 0;
	if (stop_signal)
		return XC_SIGNAL;
	if (WIFSIGNALED(status))
		err_say("the measuring process was killed by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	else
		err_say("the measuring process ended by itself, with status %d", WEXITSTATUS(status));
	return XC_ERROR;
}

int worker_slice(struct worker *w, const struct worker_request *r)
{
	struct bench_shared *s = w->shared;
	char c = 's';
	ssize_t n;

	*w->request = *r;
	s->error[0] = '\0';
	s->ncounts = s->nraw = 0;
	s->child_failed = 0;
	s->nevents = 0;
	s->numa = (struct bench_numa){ 0 };
	if (write(w->to, &c, 1) != 1)
		return died(w);
	do
		n = read(w->from, &c, 1);
	while (n < 0 && errno == EINTR);
	if (n != 1)
		return died(w);
	if (stop_signal)
		return XC_SIGNAL;
	if (*s->error) {
		err_say("%s", s->error);
		return XC_ERROR;
	}
	if (!s->nraw) {
		err_say("no operation was done in a slice: make --slice longer");
		return XC_ERROR;
	}
	for (unsigned i = 0; i < s->nraw; i++)
		w->raw[i] -= w->raw[i] < w->cost ? w->raw[i] : w->cost;
	return XC_OK;
}

void worker_end(struct worker *w)
{
	if (w->to >= 0)
		close(w->to);
	if (w->from >= 0)
		close(w->from);
	if (w->pid > 0)
		while (waitpid(w->pid, NULL, 0) < 0 && errno == EINTR)
			;
	w->pid = 0;
	stop_forget();
	if (w->shared && w->shared != MAP_FAILED)
		munmap(w->shared, sizeof(*w->shared) + sizeof(*w->request));
	if (w->raw && w->raw != MAP_FAILED)
		munmap(w->raw, RAW_BYTES);
	w->shared = NULL;
	w->raw = NULL;
}
