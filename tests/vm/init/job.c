// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../trailer.h"
#include "init.h"

#define JOB "/job/job.sh"
#define LOG "/results/job.log"

/* Seconds to wait for the output of processes that were killed. */
#define DRAIN_SECONDS 5

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void on_child(int sig)
{
	(void)sig;	/* only to end ppoll() */
}

static pid_t start(int out)
{
	sigset_t none;
	pid_t pid = fork();
	int null;

	if (pid)
		return pid;
	sigemptyset(&none);
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setsid();
	null = open("/dev/null", O_RDONLY);
	dup2(null, 0);
	dup2(out, 1);
	dup2(out, 2);
	if (null > 2)
		close(null);
	if (!chdir("/results"))
		execl("/bin/sh", "sh", JOB, (char *)NULL);
	_exit(127);
}

/* Hands one read's worth on; false at the end of the output. */
static bool pump(int in, int log)
{
	static bool log_failed;
	char text[4096];
	ssize_t len = read(in, text, sizeof(text));

	if (len < 0)
		return errno == EINTR || errno == EAGAIN;
	if (len == 0)
		return false;
	if (write(log, text, (size_t)len) != len && !log_failed) {
		log_failed = true;
		say("cannot write " LOG ": %s", strerror(errno));
	}
	job_line(text, (size_t)len);
	return true;
}

/* Reaps all that ended; true if the job is among them, with its status. */
static bool reap(pid_t job, int *status)
{
	bool found = false;
	pid_t pid;
	int s;

	while ((pid = waitpid(-1, &s, WNOHANG)) > 0)
		if (pid == job) {
			*status = WIFEXITED(s) ? WEXITSTATUS(s) : 128 + WTERMSIG(s);
			found = true;
		}
	return found;
}

/* Passes output on until the job ends; false if the time limit came first. */
static bool follow(pid_t job, int in, int log, double limit, int *status)
{
	struct pollfd ready = { .fd = in, .events = POLLIN };
	sigset_t none;

	sigemptyset(&none);
	while (!reap(job, status)) {
		double left = limit ? limit - now() : 3600;
		struct timespec wait = { (time_t)left, 0 };

		if (left <= 0)
			return false;
		wait.tv_nsec = (long)((left - (double)wait.tv_sec) * 1e9);
		if (ppoll(&ready, 1, &wait, &none) > 0 && !pump(in, log))
			ready.fd = -1;	/* it closed its output and goes on */
	}
	return true;
}

/* What is still in the pipe; whoever could write more was killed before. */
static void drain(int in, int log)
{
	struct pollfd ready = { .fd = in, .events = POLLIN };
	double limit = now() + DRAIN_SECONDS;

	while (now() < limit && poll(&ready, 1, 100) >= 0)
		if (ready.revents && !pump(in, log))
			break;
	job_flush();
}

/* Where tasks are stuck, as far as the kernel can say. */
static void show_blocked(void)
{
	int fd = open("/proc/sysrq-trigger", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return;
	if (write(fd, "w", 1) != 1)
		say("the kernel does not show blocked tasks");
	close(fd);
}

struct outcome job_run(const struct options *opt)
{
	struct outcome outcome = { WHY_JOB, 127 };
	double limit = opt->timeout ? now() + opt->timeout : 0;
	struct sigaction child = { .sa_handler = on_child };
	int log = open(LOG, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
	int ends[2];
	sigset_t set;
	pid_t job;

	sigaction(SIGCHLD, &child, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGCHLD);
	sigprocmask(SIG_BLOCK, &set, NULL);
	if (pipe2(ends, O_CLOEXEC) || (job = start(ends[1])) < 0) {
		say("cannot start the job: %s", strerror(errno));
		return outcome;
	}
	close(ends[1]);
	if (follow(job, ends[0], log, limit, &outcome.status)) {
		say("the job ended with status %d", outcome.status);
	} else {
		say("the job is still running after %d s and is ended", opt->timeout);
		show_blocked();
		outcome = (struct outcome){ WHY_TIMEOUT, 128 + SIGKILL };
	}
	kill_leftovers();
	drain(ends[0], log);
	close(ends[0]);
	close(log);
	return outcome;
}
