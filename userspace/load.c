// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "load.h"
#include "mem.h"

#define OUTPUT_MAX (1 << 20)		/* bytes kept of what a load writes, about */
#define LAST_WORDS 200			/* bytes of it in a message */

/* What may come before the colon. */
static const struct kind {
	const char *name, *program, *package;
	const char *usual;		/* what is run without arguments; NULL: they are needed */
	const char *always;		/* put before the arguments */
} kinds[] = {
	/* Without a number of loops it would end within a second. */
	{ "hackbench", "hackbench", "rt-tests", "-g 1", "-l 1000000000" },
	{ "stress-ng", "stress-ng", "stress-ng", NULL, "" },
	{ "cmd", NULL, NULL, NULL, NULL },
};

static const struct kind *find(const char *spec, const char **arguments)
{
	size_t n = strcspn(spec, ":");

	for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
		if (strlen(kinds[i].name) == n && !strncmp(spec, kinds[i].name, n)) {
			*arguments = spec[n] && spec[n + 1] ? spec + n + 1 : kinds[i].usual;
			return &kinds[i];
		}
	return NULL;
}

static bool installed(const char *program)
{
	const char *path = getenv("PATH");
	char *copy = xstrdup(path ? path : "/usr/bin:/bin"), *rest = copy, *dir;
	bool found = false;

	while (!found && (dir = strsep(&rest, ":"))) {
		char *file = xasprintf("%s/%s", *dir ? dir : ".", program);

		found = !access(file, X_OK);
		free(file);
	}
	free(copy);
	return found;
}

int loads_add(struct loads *l, const char *spec)
{
	const char *arguments;
	const struct kind *kind = find(spec, &arguments);

	if (!kind || !arguments) {
		err_say("--load %s: give hackbench[:ARGUMENTS], stress-ng:ARGUMENTS or cmd:COMMAND", spec);
		return XC_USAGE;
	}
	if (kind->program && !installed(kind->program)) {
		err_say("--load %s: %s is not installed: get Debian's package %s", spec, kind->program, kind->package);
		return XC_USAGE;
	}
	if (l->n == LOADS_MAX) {
		err_say("--load: more than %d are too many", LOADS_MAX);
		return XC_USAGE;
	}
	l->at[l->n++] = (struct load){ .spec = xstrdup(spec), .output = -1 };
	return XC_OK;
}

/* In the child: does not return. The shell splits the arguments. */
static void run(const struct load *one)
{
	const char *arguments;
	const struct kind *kind = find(one->spec, &arguments);
	char *line = kind->program ? xasprintf("exec %s %s %s", kind->program, kind->always, arguments) :
				     xstrdup(arguments);
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	setpgid(0, 0);
	/* The guardian ends the whole group; this is for when it has been killed too. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	signal(SIGPIPE, SIG_DFL);
	signal(SIGXFSZ, SIG_DFL);
	dup2(null, STDIN_FILENO);
	dup2(one->output, STDOUT_FILENO);
	dup2(one->output, STDERR_FILENO);
	execl("/bin/sh", "sh", "-c", line, NULL);
	dprintf(STDERR_FILENO, "/bin/sh: %m");
	_exit(127);
}

static int start(struct load *one, struct guardian *g)
{
	one->output = memfd_create("exectune-load", MFD_CLOEXEC);
	if (one->output >= 0)
		fcntl(one->output, F_SETFL, O_APPEND);
	one->pid = one->output < 0 ? -1 : fork();
	if (!one->pid)
		run(one);
	if (one->pid < 0) {
		err_say("--load %s: cannot start it: %m", one->spec);
		one->pid = 0;
		return XC_ERROR;
	}
	setpgid(one->pid, one->pid);
	guardian_group(g, one->pid, true);
	return XC_OK;
}

int loads_start(struct loads *l, struct guardian *g)
{
	struct timespec moment = { .tv_nsec = 100000000 };
	int status = XC_OK;

	for (size_t i = 0; !status && i < l->n; i++)
		status = start(&l->at[i], g);
	/* Time to fail, or to get under way. */
	if (!status && l->n)
		nanosleep(&moment, NULL);
	return status;
}

struct load *loads_ended(struct loads *l)
{
	for (size_t i = 0; i < l->n; i++) {
		siginfo_t info = { 0 };
		struct stat st;

		if (!waitid(P_PID, (id_t)l->at[i].pid, &info, WEXITED | WNOHANG | WNOWAIT) && info.si_pid)
			return &l->at[i];
		if (!fstat(l->at[i].output, &st) && st.st_size > OUTPUT_MAX && ftruncate(l->at[i].output, 0))
			return NULL;
	}
	return NULL;
}

/* The last line of what it wrote; in place. */
static char *last_line(char *text)
{
	size_t n = strlen(text);
	char *line;

	while (n && strchr(" \t\r\n", text[n - 1]))
		text[--n] = '\0';
	line = strrchr(text, '\n');
	line = line ? line + 1 : text;
	for (char *c = line; *c; c++)
		if ((unsigned char)*c < 0x20 || *c == 0x7f)
			*c = '?';
	return line;
}

void load_say_ended(const struct load *one)
{
	char text[LAST_WORDS + 1] = "", how[64] = "";
	siginfo_t info = { 0 };
	struct stat st = { 0 };
	ssize_t n;

	waitid(P_PID, (id_t)one->pid, &info, WEXITED | WNOHANG | WNOWAIT);
	fstat(one->output, &st);
	n = pread(one->output, text, LAST_WORDS, st.st_size > LAST_WORDS ? st.st_size - LAST_WORDS : 0);
	text[n > 0 ? n : 0] = '\0';
	snprintf(how, sizeof(how), info.si_code == CLD_EXITED ? "with exit status %d" : "by signal %d",
		 info.si_status);
	err_say("the load '%s' has ended %s; its last output: %s", one->spec, how,
		*text ? last_line(text) : "none");
}

/* Whether any process of the group is left, after at most 2 s. */
static bool gone(pid_t group)
{
	struct timespec moment = { .tv_nsec = 10000000 };

	for (int i = 0; i < 200; i++) {
		while (waitpid(-group, NULL, WNOHANG) > 0)
			;
		if (kill(-group, 0) && errno == ESRCH)
			return true;
		nanosleep(&moment, NULL);
	}
	return false;
}

void loads_stop(struct loads *l, struct guardian *g)
{
	for (size_t i = 0; i < l->n; i++)
		if (l->at[i].pid)
			kill(-l->at[i].pid, SIGTERM);
	for (size_t i = 0; i < l->n; i++) {
		struct load *one = &l->at[i];

		if (!one->pid)
			continue;
		if (!gone(one->pid)) {
			kill(-one->pid, SIGKILL);
			gone(one->pid);
		}
		guardian_group(g, one->pid, false);
		close(one->output);
		one->output = -1;
		one->pid = 0;
	}
}

json_t *loads_json(const struct loads *l)
{
	json_t *list = json_array();

	for (size_t i = 0; i < l->n; i++) {
		json_t *s = json_string(l->at[i].spec);

		json_array_append_new(list, s ? s : json_string("?"));
	}
	return list;
}

void loads_free(struct loads *l)
{
	for (size_t i = 0; i < l->n; i++)
		free(l->at[i].spec);
	l->n = 0;
}
