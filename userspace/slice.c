// SPDX-License-Identifier: GPL-2.0-only
#include <alloca.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "counts.h"
#include "mark.h"
#include "mem.h"
#include "numamaps.h"
#include "perf.h"
#include "slice.h"

#define PAD "EXECTUNE_PAD="
#define USUAL_PATH "PATH=/usr/bin:/bin"

typedef int (*op_fn)(struct bench *b, unsigned n);

static int no_op(struct bench *b, unsigned n)
{
	(void)b, (void)n;
	return 0;
}

/* Instead of the operation, so that without markers nothing asks for them. */
static int marked_op(struct bench *b, unsigned n)
{
	int failed;

	mark_start();
	failed = b->use->workload->op(b, n);
	mark_stop();
	return failed;
}

/*
 * The measurement. The two readings of the clock have only the operation between them; what
 * the readings and the call add is the same for every operation and, where it counts, known.
 */
static __attribute__((noinline)) int take(struct bench *b, op_fn op, const struct worker_request *r,
					  uint64_t *raw, uint64_t values, int64_t slice)
{
	uint64_t start = clock_now(b->clock), t0, t1;
	unsigned n = 0;
	int failed;

	do {
		t0 = clock_now(b->clock);
		failed = op(b, r->batch);
		t1 = clock_now(b->clock);
		if (failed)
			return -1;
		raw[n++] = t1 - t0;
		if (b->shared->stop)
			break;
	} while (n < WORKER_RAW_MAX && (values ? n < values : (int64_t)(t1 - start) < slice));
	b->shared->nraw = n;
	return 0;
}

/* The stack below is moved by the block's offset. */
static __attribute__((noinline)) int measure(struct bench *b, op_fn op, const struct worker_request *r,
					     uint64_t *raw, struct perf *perf)
{
	volatile char *offset = alloca(r->nuisance.stack + 1);
	struct counts before, after;
	struct bench_shared *s = b->shared;

	offset[0] = 0;
	/* Warm-up values are not more than the slice itself would take. */
	if (r->warmup && take(b, op, r, raw, r->warmup, 0))
		return -1;
	s->ncounts = s->nraw = 0;
	if (s->stop)
		return 0;
	if (r->markers && b->crew)
		b->markers = true;
	else if (r->markers)
		op = marked_op;
	counts_read(&before);
	perf_start(perf);
	if (take(b, op, r, raw, r->values, r->slice))
		return -1;
	perf_stop(perf, s);
	counts_read(&after);
	counts_add(s, &before, &after);
	if (r->markers)
		mark_group();
	b->markers = false;
	return 0;
}

/* The block's environment: PATH, or all of exectune's own, and the padding. */
static char **environment(const struct use *u, unsigned pad, char **inherited)
{
	static char padding[sizeof(PAD) + NUISANCE_ENV_MAX];
	static char **list, *path;
	size_t n = 0, vars = use_number(u, "vars", 0);

	pad = (unsigned)use_number(u, "env", pad);
	memcpy(padding, PAD, sizeof(PAD) - 1);
	memset(padding + sizeof(PAD) - 1, 'x', pad);
	padding[sizeof(PAD) - 1 + pad] = '\0';
	free(path);
	path = u->path ? xasprintf("PATH=%s", u->path) : xstrdup(USUAL_PATH);
	while (u->workload->own_environment && inherited[n])
		n++;
	list = xreallocarray(list, n + vars + 3, sizeof(*list));
	if (u->workload->own_environment)
		memcpy(list, inherited, n * sizeof(*list));
	else
		list[n++] = path;
	list[n++] = padding;
	while (vars--)
		list[n++] = "EXECTUNE_VAR=x";
	list[n] = NULL;
	return list;
}

/* To the block's depth below the workload's directory. 0 or -1. */
static int go_down(struct bench *b, unsigned depth, int home)
{
	if (!b->use->dir)
		return fchdir(home);
	if (chdir(b->use->dir))
		return bench_fail(b, "cannot go to %s: %m", b->use->dir);
	for (unsigned i = 0; i < depth; i++)
		if (chdir("d"))
			return bench_fail(b, "cannot go down in %s: %m", b->use->dir);
	return 0;
}

static void slice(struct worker *w, const struct use *u, enum clock_kind clock, char **inherited, int home,
		  struct perf *perf)
{
	const struct worker_request *r = w->request;
	struct bench b = { .use = u, .shared = w->shared, .clock = clock, .state = u->state };

	b.envp = environment(u, r->nuisance.env, inherited);
	/* The search of execvpe() takes PATH from here. */
	environ = b.envp;
	if (!go_down(&b, r->nuisance.depth, home) && (!u->workload->prepare || !u->workload->prepare(&b)) &&
	    !measure(&b, u->workload->op, r, w->raw, perf) && w->numa_maps && !w->shared->stop)
		numamaps_operation(&b, u->workload->op);
	if (u->workload->finish)
		u->workload->finish(&b);
	environ = inherited;
}

void slice_loop(struct worker *w, const struct use *uses, size_t nuses, enum clock_kind clock,
		int in, int out)
{
	int home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC), null = open("/dev/null", O_RDWR | O_CLOEXEC);
	char **inherited = environ, c;
	struct perf perf;
	ssize_t n;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	perf_open(&perf, w->events);
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
	}
	for (;;) {
		n = read(in, &c, 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n != 1)
			_exit(0);
		if (w->request->use < nuses) {
			slice(w, &uses[w->request->use], clock, inherited, home, &perf);
		} else {
			struct bench b = { .shared = w->shared, .clock = clock };

			measure(&b, no_op, w->request, w->raw, &perf);
		}
		while (write(out, &c, 1) < 0 && errno == EINTR)
			;
	}
}
