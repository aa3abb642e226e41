// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <numa.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include "numamaps.h"
#include "text.h"

#define TRACE (PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_TRACECLONE | \
	       PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL)

static bool word_is(const char *word, const char *end, const char *text)
{
	return (size_t)(end - word) == strlen(text) && !strncmp(word, text, (size_t)(end - word));
}

/* One line, which need not end with a NUL. */
static bool stack_line(const char *line, const char *end, int node, int64_t *pages, int64_t *remote)
{
	int64_t sum = 0, other = 0;
	bool stack = false;

	for (const char *word = line; word < end;) {
		const char *stop = memchr(word, ' ', (size_t)(end - word));
		long on, n;
		int used = 0;

		stop = stop ? stop : end;
		stack |= word_is(word, stop, "stack");
		if (sscanf(word, "N%ld=%ld%n", &on, &n, &used) == 2 && word + used == stop) {
			sum += n;
			other += on == node ? 0 : n;
		}
		word = stop + 1;
	}
	if (stack) {
		*pages = sum;
		*remote = other;
	}
	return stack;
}

bool numamaps_parse(const char *text, int node, int64_t *pages, int64_t *remote)
{
	while (*text) {
		const char *end = strchrnul(text, '\n');

		if (stack_line(text, end, node, pages, remote))
			return true;
		text = *end ? end + 1 : end;
	}
	return false;
}

int numamaps_cpu(const char *stat)
{
	/* The second field is in parentheses and may hold anything; the CPU is field 39. */
	const char *at = strrchr(stat, ')');

	for (int field = 2; at && field < 39; field++)
		at = strchr(at + 1, ' ');
	return at ? atoi(at + 1) : -1;
}

const char *numamaps_why(void)
{
	if (access("/proc/self/numa_maps", R_OK))
		return "this kernel has no /proc/PID/numa_maps: it is built without CONFIG_NUMA";
	if (numa_available() < 0)
		return "this kernel has no NUMA system calls";
	return NULL;
}

/* The program `pid` has just been executed and stands still. */
static void look(pid_t pid, struct bench_numa *found)
{
	char path[64], text[16384];
	int64_t pages, remote;
	int cpu;

	snprintf(path, sizeof(path), "/proc/%d/stat", (int)pid);
	if (text_file(path, text, sizeof(text)) <= 0)
		return;
	cpu = numamaps_cpu(text);
	snprintf(path, sizeof(path), "/proc/%d/numa_maps", (int)pid);
	if (cpu < 0 || text_file(path, text, sizeof(text)) <= 0 ||
	    !numamaps_parse(text, numa_node_of_cpu(cpu), &pages, &remote))
		return;
	found->pages += pages;
	found->remote += remote;
	found->execs++;
}

/* Lets all traced processes go on until they are gone; the status of the first. */
static int follow(pid_t first, struct bench_numa *found)
{
	int status, last = 0;
	pid_t pid;

	while ((pid = waitpid(-1, &status, __WALL)) > 0 || errno == EINTR) {
		int sig = 0;

		if (pid < 0)
			continue;
		if (WIFEXITED(status) || WIFSIGNALED(status)) {
			last = pid == first ? status : last;
			continue;
		}
		if (status >> 8 == (SIGTRAP | PTRACE_EVENT_EXEC << 8))
			look(pid, found);
		/* Not the stops of tracing itself: of a new child, at an event. */
		else if (!(status >> 16) && WSTOPSIG(status) != SIGSTOP && WSTOPSIG(status) != SIGTRAP)
			sig = WSTOPSIG(status);
		ptrace(PTRACE_CONT, pid, NULL, sig);
	}
	return last;
}

int numamaps_operation(struct bench *b, int (*op)(struct bench *b, unsigned n))
{
	struct bench_numa *found = &b->shared->numa;
	pid_t child = fork();
	int status;

	if (child < 0)
		return bench_fail(b, "fork: %m");
	if (!child) {
		struct bench_count kept[BENCH_COUNTS_MAX];
		unsigned n = b->shared->ncounts;
		int failed;

		memcpy(kept, b->shared->counts, sizeof(kept));
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
			_exit(0);
		raise(SIGSTOP);
		failed = op(b, 1);
		memcpy(b->shared->counts, kept, sizeof(kept));
		b->shared->ncounts = n;
		_exit(failed ? 1 : 0);
	}
	while (waitpid(child, &status, __WALL) < 0 && errno == EINTR)
		;
	if (!WIFSTOPPED(status))
		return 0;
	if (ptrace(PTRACE_SETOPTIONS, child, NULL, TRACE) || ptrace(PTRACE_CONT, child, NULL, 0)) {
		kill(child, SIGKILL);
		waitpid(child, NULL, __WALL);
		return 0;
	}
	status = follow(child, found);
	return status ? bench_fail(b, "the operation fails when it is traced for --numa-maps") : 0;
}
