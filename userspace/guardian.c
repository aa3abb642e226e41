// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "guardian.h"
#include "target.h"

#define DISMISSED 'd'

/* Keeps stderr, the pipe and the journal's lock; above all not stdout, which others may wait on. */
static void close_others(int pipe_fd, int lock_fd)
{
	int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	int low = pipe_fd < lock_fd ? pipe_fd : lock_fd, high = pipe_fd < lock_fd ? lock_fd : pipe_fd;

	if (low < 0)
		low = high;
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
	}
	if (low > 3)
		close_range(3, (unsigned)low - 1, 0);
	if (high > low + 1)
		close_range((unsigned)low + 1, (unsigned)high - 1, 0);
	close_range((unsigned)high + 1, ~0u, 0);
}

/* In order, then by force. */
static void end_groups(const struct guardian_dirs *dirs)
{
	struct timespec moment = { .tv_nsec = 200000000 };
	bool any = false;

	for (unsigned i = 0; i < GUARDIAN_GROUPS_MAX; i++)
		any |= dirs->group[i] && !kill(-dirs->group[i], SIGTERM);
	if (any)
		nanosleep(&moment, NULL);
	for (unsigned i = 0; i < GUARDIAN_GROUPS_MAX; i++)
		if (dirs->group[i])
			kill(-dirs->group[i], SIGKILL);
}

static void guard(int pipe_fd, const struct journal *j, const struct guardian_dirs *dirs)
{
	struct journal_result r = { 0 };
	ssize_t n;
	int status;
	char c = 0;

	setsid();
	prctl(PR_SET_NAME, "exectune-guard");
	for (int s = 1; s < NSIG; s++)
		if (s != SIGCHLD)
			signal(s, s == SIGSEGV || s == SIGBUS || s == SIGABRT ? SIG_DFL : SIG_IGN);
	close_others(pipe_fd, j->fd);
	do
		n = read(pipe_fd, &c, 1);
	while (n < 0 && errno == EINTR);
	if (n == 1 && c == DISMISSED)
		_exit(0);
	status = journal_end(j, &r);
	end_groups(dirs);
	if (status)
		_exit(XC_ERROR);
	for (unsigned i = 0; i < dirs->n; i++)
		target_remove(dirs->path[i]);
	if (r.restored)
		note_say("the run died; its guardian has put %u knob%s back", r.restored,
			 r.restored == 1 ? "" : "s");
	_exit(0);
}

int guardian_start(struct guardian *g, const struct journal *j)
{
	int fds[2];

	*g = (struct guardian){ .fd = -1 };
	g->dirs = mmap(NULL, sizeof(*g->dirs), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (g->dirs == MAP_FAILED)
		g->dirs = NULL;
	if (!g->dirs || pipe2(fds, O_CLOEXEC)) {
		err_say("cannot prepare the guardian: %m");
		return XC_ERROR;
	}
	g->pid = fork();
	if (g->pid < 0) {
		err_say("cannot start the guardian: %m");
		close(fds[0]);
		close(fds[1]);
		g->pid = 0;
		return XC_ERROR;
	}
	if (!g->pid)
		guard(fds[0], j, g->dirs);
	close(fds[0]);
	g->fd = fds[1];
	return XC_OK;
}

void guardian_watch(struct guardian *g, const char *dir)
{
	if (!g->pid || g->dirs->n == GUARDIAN_DIRS_MAX)
		return;
	snprintf(g->dirs->path[g->dirs->n], PATH_MAX, "%s", dir);
	g->dirs->n++;
}

void guardian_group(struct guardian *g, pid_t group, bool watch)
{
	for (unsigned i = 0; g->pid && i < GUARDIAN_GROUPS_MAX; i++)
		if (g->dirs->group[i] == (watch ? 0 : group)) {
			g->dirs->group[i] = watch ? group : 0;
			return;
		}
}

void guardian_dismiss(struct guardian *g)
{
	const char c = DISMISSED;

	if (!g->pid)
		return;
	/* It may be dead; then there is nothing to tell. SIGPIPE is ignored during a run. */
	if (write(g->fd, &c, 1) != 1 && errno != EPIPE)
		err_say("cannot reach the guardian: %m");
	close(g->fd);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	munmap(g->dirs, sizeof(*g->dirs));
	*g = (struct guardian){ .fd = -1 };
}
