// SPDX-License-Identifier: GPL-2.0-only
/*
 * Walks through /proc that read of each process what `ps -fe` does: its owner, stat, status and
 * cmdline, each by its whole name. One operation is one walk.
 */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench.h"
#include "crew.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "workloads.h"

static const struct workload_param params[] = {
	PARAM_TASKS, PARAM_THREADS, PARAM_PIN,
	{ "procs", "0", 0, 30000, "sleeping processes to be there besides those that are" },
	PARAM_BATCH("1"),
	{ 0 },
};

static const char *const files[] = { "stat", "status", "cmdline" };

struct procwalk {
	unsigned n;			/* sleepers */
	pid_t sleepers[];
};

static void sleep_forever(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	/* What the runner holds, locks and pipes, is not to live longer than it. */
	close_range(0, ~0u, 0);
	while (getppid() == parent)
		pause();
	_exit(0);
}

static int setup(struct use *u)
{
	unsigned n = (unsigned)use_number(u, "procs", 0);
	struct procwalk *p = u->state = xcalloc(1, sizeof(*p) + n * sizeof(*p->sleepers));
	pid_t parent = getpid();

	for (; p->n < n; p->n++) {
		pid_t pid = fork();

		if (!pid)
			sleep_forever(parent);
		if (pid < 0) {
			err_say("workload procwalk: only %u of procs=%u processes can be had: %m", p->n, n);
			return XC_ERROR;
		}
		p->sleepers[p->n] = pid;
	}
	return XC_OK;
}

/* A process may go while it is looked at, or be hidden from us: then there is nothing to read. */
static int left_out(int error)
{
	return error == ENOENT || error == ESRCH || error == EACCES || error == EPERM;
}

/* 1: read to its end; 0: left out; -1 with errno. */
static int read_all(const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC), error;
	char buf[4096];
	ssize_t n;

	if (fd < 0)
		return left_out(errno) ? 0 : -1;
	do
		n = read(fd, buf, sizeof(buf));
	while (n > 0);
	error = errno;
	close(fd);
	errno = error;
	return !n ? 1 : left_out(error) ? 0 : -1;
}

/* As read_all(), of all that is read of a process. */
static int look_at(const char *pid, char *name, size_t size)
{
	struct stat st;

	snprintf(name, size, "/proc/%s", pid);
	if (stat(name, &st))
		return left_out(errno) ? 0 : -1;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		int got;

		snprintf(name, size, "/proc/%s/%s", pid, files[i]);
		got = read_all(name);
		if (got <= 0)
			return got;
	}
	return 1;
}

static int walk_once(struct bench *b)
{
	const struct procwalk *p = b->state;
	unsigned seen = 0, gone = 0;
	const struct dirent *e;
	DIR *d = opendir("/proc");
	int got = 0;
	char name[300];

	if (!d)
		return bench_fail(b, "/proc: %m");
	while (got >= 0 && (e = readdir(d))) {
		if (!isdigit((unsigned char)*e->d_name))
			continue;
		got = look_at(e->d_name, name, sizeof(name));
		seen += got > 0;
		gone += got == 0;
	}
	if (got < 0)
		bench_fail(b, "%s: %m", name);
	closedir(d);
	if (got < 0)
		return -1;
	/* At least whoever asks, and those that were started for this. */
	if (seen < p->n + 1)
		return bench_fail(b, "only %u processes could be read in /proc (is it mounted with hidepid=?)", seen);
	bench_count(b->shared, "processes", seen);
	bench_count(b->shared, "processes_left_out", gone);
	return 0;
}

static int walk(struct bench *b, unsigned task, unsigned n)
{
	(void)task;
	for (; n; n--)
		if (walk_once(b))
			return -1;
	return 0;
}

static int prepare(struct bench *b)
{
	return crew_prepare(b, walk);
}

static void teardown(struct use *u)
{
	struct procwalk *p = u->state;

	for (unsigned i = 0; i < p->n; i++)
		kill(p->sleepers[i], SIGKILL);
	for (unsigned i = 0; i < p->n; i++)
		while (waitpid(p->sleepers[i], NULL, 0) < 0 && errno == EINTR)
			;
	free(p);
	u->state = NULL;
}

const struct workload workload_procwalk = {
	.name = "procwalk",
	.summary = "a number of tasks read in /proc what `ps -fe` does; an operation is a whole walk",
	.params = params,
	.setup = setup,
	.prepare = prepare,
	.op = crew_op,
	.finish = crew_finish,
	.teardown = teardown,
};
