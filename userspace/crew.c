// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "crew.h"
#include "mark.h"
#include "mem.h"

#define LINE 64				/* words that different tasks write do not share a cache line */
#define STACK (256 * 1024)		/* bytes, of a thread */
#define LOOK_MS 100			/* how often one looks whether those waited for are alive */

/* What a task tells the first one. */
struct report {
	_Alignas(LINE) struct bench_shared shared;
};

struct board {
	_Alignas(LINE) _Atomic uint32_t round;	/* goes up: there is something to do */
	unsigned n;				/* operations, or 0: end */
	bool markers;				/* around them */
	_Alignas(LINE) _Atomic uint32_t busy;	/* tasks that are not done with it */
	struct report reports[];
};

struct member {
	struct crew *crew;
	unsigned task;
	pid_t pid;			/* of a process that has to be reaped, or 0 */
	pthread_t thread;
};

struct crew {
	struct bench *bench;
	crew_fn fn;
	bool threads, pin;
	cpu_set_t cpus;			/* with pin: those that may be used */
	unsigned started;		/* members, without the first task */
	size_t bytes;
	struct board *board;		/* shared by all tasks */
	struct member members[];
};

static void futex_wait(_Atomic uint32_t *word, uint32_t while_it_is, const struct timespec *limit)
{
	syscall(SYS_futex, word, FUTEX_WAIT, while_it_is, limit, NULL, 0);
}

static void futex_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

/* Task n on the nth of the CPUs. 0 or an errno. */
static int pin(const struct crew *c, unsigned n)
{
	cpu_set_t one;
	int cpu = -1;

	if (!c->pin)
		return 0;
	do
		while (!CPU_ISSET(++cpu, &c->cpus))
			;
	while (n--);
	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	return sched_setaffinity(0, sizeof(one), &one) ? errno : 0;
}

static int do_round(const struct crew *c, struct bench *b, unsigned task, unsigned n, bool markers)
{
	int failed;

	if (!markers)
		return c->fn(b, task, n);
	mark_start();
	failed = c->fn(b, task, n);
	mark_stop();
	return failed;
}

/* The life of a task: rounds from the first on. */
static void serve(const struct member *m)
{
	struct board *board = m->crew->board;
	struct bench b = *m->crew->bench;
	uint32_t seen = 0;

	b.shared = &board->reports[m->task].shared;
	errno = pin(m->crew, m->task);
	if (errno)
		bench_fail(&b, "cannot keep task %u to a CPU: %m", m->task + 1);
	for (;;) {
		unsigned n;

		while (atomic_load(&board->round) == seen)
			futex_wait(&board->round, seen, NULL);
		seen++;
		n = board->n;
		if (!n)
			return;
		do_round(m->crew, &b, m->task, n, board->markers);
		if (atomic_fetch_sub(&board->busy, 1) == 1)
			futex_wake(&board->busy);
	}
}

static void *serve_thread(void *arg)
{
	serve(arg);
	return NULL;
}

static int start_thread(struct member *m)
{
	pthread_attr_t attr;
	int error = pthread_attr_init(&attr);

	if (error)
		return error;
	pthread_attr_setstacksize(&attr, STACK);
	error = pthread_create(&m->thread, &attr, serve_thread, m);
	pthread_attr_destroy(&attr);
	return error;
}

static int start_process(struct member *m)
{
	pid_t parent = getpid();

	m->pid = fork();
	if (m->pid < 0) {
		m->pid = 0;
		return errno;
	}
	if (!m->pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() == parent)
			serve(m);
		_exit(0);
	}
	return 0;
}

/* Whether there is a CPU for each task, and the first is on its own. */
static bool pin_first(struct bench *b, struct crew *c, unsigned tasks)
{
	c->pin = use_number(b->use, "pin", 0);
	if (!c->pin)
		return true;
	if (sched_getaffinity(0, sizeof(c->cpus), &c->cpus) || CPU_COUNT(&c->cpus) < (int)tasks) {
		c->pin = false;
		bench_fail(b, "pin=1 takes a CPU for each of %u tasks, and %d may be used", tasks,
			   CPU_COUNT(&c->cpus));
		return false;
	}
	errno = pin(c, 0);
	if (errno)
		bench_fail(b, "cannot keep task 1 to a CPU: %m");
	return !errno;
}

struct crew *crew_start(struct bench *b, crew_fn fn)
{
	unsigned tasks = (unsigned)use_number(b->use, "tasks", 1);
	struct crew *c = xcalloc(1, sizeof(*c) + tasks * sizeof(*c->members));
	int error = 0;

	c->bench = b;
	c->fn = fn;
	c->threads = use_number(b->use, "threads", 0);
	c->bytes = sizeof(*c->board) + tasks * sizeof(*c->board->reports);
	/* One task needs none, and a fork that is measured would copy it. */
	if (tasks > 1)
		c->board = mmap(NULL, c->bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (c->board == MAP_FAILED) {
		bench_fail(b, "not enough memory for %u tasks: %m", tasks);
		free(c);
		return NULL;
	}
	if (!pin_first(b, c, tasks)) {
		crew_end(c);
		return NULL;
	}
	while (!error && c->started + 1 < tasks) {
		struct member *m = &c->members[c->started];

		m->crew = c;
		m->task = c->started + 1;
		error = c->threads ? start_thread(m) : start_process(m);
		if (!error)
			c->started++;
	}
	if (error) {
		bench_fail(b, "cannot start task %u of %u: %s", c->started + 2, tasks, strerror(error));
		crew_end(c);
		return NULL;
	}
	return c;
}

/* Whether a process of the crew is gone; it is reaped then. */
static int any_died(struct crew *c)
{
	for (unsigned i = 0; i < c->started; i++) {
		struct member *m = &c->members[i];
		int status;

		if (!m->pid || waitpid(m->pid, &status, WNOHANG) != m->pid)
			continue;
		m->pid = 0;
		return bench_fail(c->bench, "task %u was ended by %s", m->task + 1,
				  WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "itself");
	}
	return 0;
}

static int wait_for_all(struct crew *c)
{
	static const struct timespec limit = { .tv_nsec = LOOK_MS * 1000000 };
	uint32_t busy;

	while ((busy = atomic_load(&c->board->busy))) {
		futex_wait(&c->board->busy, busy, &limit);
		/* Not at the first look, which is timed: only where somebody is late. */
		if (atomic_load(&c->board->busy) == busy && any_died(c))
			return -1;
	}
	return 0;
}

/* The tasks' errors and counts become the slice's. */
static int collect(struct crew *c)
{
	int failed = 0;

	for (unsigned i = 0; i < c->started; i++) {
		struct bench_shared *s = &c->board->reports[i + 1].shared;

		for (unsigned k = 0; k < s->ncounts; k++)
			bench_count(c->bench->shared, s->counts[k].name, s->counts[k].n);
		s->ncounts = 0;
		if (!*s->error)
			continue;
		if (!*c->bench->shared->error)
			memcpy(c->bench->shared->error, s->error, BENCH_ERROR_MAX);
		failed = -1;
	}
	return failed;
}

int crew_run(struct crew *c, unsigned n)
{
	int failed;

	if (!c->started)
		return do_round(c, c->bench, 0, n, c->bench->markers);
	c->board->n = n;
	c->board->markers = c->bench->markers;
	atomic_store(&c->board->busy, c->started);
	atomic_fetch_add(&c->board->round, 1);
	futex_wake(&c->board->round);
	failed = do_round(c, c->bench, 0, n, c->bench->markers);
	if (wait_for_all(c))
		return -1;
	return collect(c) || failed ? -1 : 0;
}

void crew_end(struct crew *c)
{
	if (!c)
		return;
	if (c->board) {
		c->board->n = 0;
		atomic_fetch_add(&c->board->round, 1);
		futex_wake(&c->board->round);
	}
	for (unsigned i = 0; i < c->started; i++) {
		struct member *m = &c->members[i];

		if (c->threads)
			pthread_join(m->thread, NULL);
		while (m->pid && waitpid(m->pid, NULL, 0) < 0 && errno == EINTR)
			;
	}
	if (c->pin)
		sched_setaffinity(0, sizeof(c->cpus), &c->cpus);
	if (c->board)
		munmap(c->board, c->bytes);
	free(c);
}

int crew_prepare(struct bench *b, crew_fn fn)
{
	b->crew = crew_start(b, fn);
	return b->crew ? 0 : -1;
}

int crew_op(struct bench *b, unsigned n)
{
	return crew_run(b->crew, n);
}

void crew_finish(struct bench *b)
{
	crew_end(b->crew);
	b->crew = NULL;
}
