// SPDX-License-Identifier: GPL-2.0-only
/* exectune census: how execve() calls end, and what the failing ones take. */
#include <argp.h>
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "census.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "stop.h"

enum { KEY_JSON = 256, KEY_FOR };

struct request {
	struct census_watch watch;
	bool all, json;
	char **command;
	int go;			/* what the child waits for */
};

/* Names of the tasks that are there at the start, which no event tells. */
static struct name {
	pid_t tid;
	char *name;
} *names;
static size_t nnames;

static const char *name_of(pid_t tid)
{
	for (size_t i = 0; i < nnames; i++)
		if (names[i].tid == tid)
			return names[i].name;
	return NULL;
}

static void note_names(pid_t pid)
{
	char *path = xasprintf("/proc/%d/task", (int)pid), line[64];
	DIR *dir = opendir(path);
	struct dirent *d;

	free(path);
	while (dir && (d = readdir(dir))) {
		FILE *f;

		if (d->d_name[0] == '.')
			continue;
		path = xasprintf("/proc/%d/task/%s/comm", (int)pid, d->d_name);
		f = fopen(path, "re");
		free(path);
		if (f && fgets(line, sizeof(line), f)) {
			line[strcspn(line, "\n")] = '\0';
			names = xreallocarray(names, nnames + 1, sizeof(*names));
			names[nnames++] = (struct name) { atoi(d->d_name), xstrdup(line) };
		}
		if (f)
			fclose(f);
	}
	if (dir)
		closedir(dir);
}

static void note_all_names(void)
{
	DIR *dir = opendir("/proc");
	struct dirent *d;

	while (dir && (d = readdir(dir)))
		if (atoi(d->d_name) > 0)
			note_names(atoi(d->d_name));
	if (dir)
		closedir(dir);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct request *r = state->input;
	char *end;
	double seconds;
	long pid;

	switch (key) {
	case 'p':
		errno = 0;
		pid = strtol(arg, &end, 10);
		if (errno || *end || pid < 1 || pid != (pid_t)pid) {
			argp_error(state, "-p takes the number of a process, not '%s'", arg);
			return EINVAL;
		}
		r->watch.pid = (pid_t)pid;
		return 0;
	case 'a':
		r->all = true;
		return 0;
	case KEY_FOR:
		seconds = strtod(arg, &end);
		if (*end || !(seconds > 0 && seconds < 1e9)) {
			argp_error(state, "--for takes seconds, more than 0, not '%s'", arg);
			return EINVAL;
		}
		r->watch.most_ns = (uint64_t)(seconds * 1e9);
		return 0;
	case KEY_JSON:
		r->json = true;
		return 0;
	case ARGP_KEY_ARGS:
		r->command = state->argv + state->next;
		return 0;
	case ARGP_KEY_END:
		if (r->all + (r->watch.pid > 0) + (r->command != NULL) == 1)
			return 0;
		argp_error(state, "give one of -a, -p PID and a command");
		return EINVAL;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* The command, in a child that waits until it is watched. */
static int start(struct request *r)
{
	int go[2];
	char c;

	if (pipe(go))
		return -1;
	r->watch.child = fork();
	if (r->watch.child < 0)
		return -1;
	if (!r->watch.child) {
		close(go[1]);
		if (read(go[0], &c, 1) != 1)
			_exit(XC_ERROR);
		close(go[0]);
		execvp(r->command[0], r->command);
		err_say("cannot run %s: %m", r->command[0]);
		_exit(127);
	}
	close(go[0]);
	r->go = go[1];
	r->watch.pid = r->watch.child;
	return 0;
}

/* The status that a shell would give for the command. */
static int command_status(int wait_status)
{
	return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128 + WTERMSIG(wait_status);
}

static int report(const struct request *r, struct census_trace *t)
{
	struct census_event *events;
	struct census c = { 0 };
	size_t n = census_trace_end(t, &events, &c);
	int status = XC_OK;

	census_count(&c, events, n, name_of);
	/* A command may write to stdout itself. */
	if (r->json && census_print_json(&c, stdout)) {
		err_say("cannot write the census: %m");
		status = XC_ERROR;
	} else if (!r->json) {
		census_print(&c, r->command ? stderr : stdout);
	}
	if (!status && c.lost) {
		err_say("%llu events were lost: the counts are too low", (unsigned long long)c.lost);
		status = XC_INCONCLUSIVE;
	}
	for (size_t i = 0; i < n; i++)
		free(events[i].text);
	free(events);
	census_free(&c);
	return status;
}

static int census(struct request *r)
{
	struct census_trace *t;
	int wait_status = 0, status;

	stop_install(NULL, NULL);
	if (r->command && start(r)) {
		err_say("cannot start %s: %m", r->command[0]);
		return XC_ERROR;
	}
	if (r->watch.pid)
		note_names(r->watch.pid);
	else
		note_all_names();
	t = census_trace_begin(&r->watch);
	if (!t) {
		/* The child reads the end of the pipe and goes. */
		if (r->command) {
			close(r->go);
			waitpid(r->watch.child, NULL, 0);
		}
		return XC_ERROR;
	}
	if (r->command && write(r->go, "g", 1) != 1)
		err_say("cannot start %s: %m", r->command[0]);
	status = census_trace_watch(t, &r->watch, &wait_status);
	status = report(r, t) ?: status;
	if (!status && r->command && !stop_signal && command_status(wait_status))
		note_say("%s ended with status %d", r->command[0], command_status(wait_status));
	return status;
}

int main(int argc, char **argv)
{
	static const struct argp_option options[] = {
		{ "pid", 'p', "PID", 0, "Watch this process and all that it starts, until it ends", 0 },
		{ "all", 'a', 0, 0, "Watch all processes, until Ctrl-C", 0 },
		{ "for", KEY_FOR, "SECONDS", 0, "No longer than that", 0 },
		{ "json", KEY_JSON, 0, 0, "As JSON, on standard output", 0 },
		{ 0 },
	};
	static const struct argp argp = {
		.options = options,
		.parser = parse,
		.args_doc = "\n-a|-p PID\n-- COMMAND [ARGUMENT...]",
		.doc = "Count execve() and execveat() calls by how they end: which succeed, which miss, as "
		       "in a search along $PATH, at which entry of the search, and what time goes into "
		       "them. Works on any kernel with tracefs, as root. With a command, the table goes "
		       "to standard error.\v"
		       "Calls of 32-bit programs on a 64-bit kernel are not seen.\n\n"
		       "Exit status: 0 done; 2 events were lost; 3 wrong command line; 4 it cannot be "
		       "traced here.",
	};
	struct request r = { 0 };
	int status;

	argp_err_exit_status = XC_USAGE;
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, &r))
		return XC_USAGE;
	status = census(&r);
	for (size_t i = 0; i < nnames; i++)
		free(names[i].name);
	free(names);
	return status;
}
