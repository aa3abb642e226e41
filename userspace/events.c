// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "err.h"
#include "events.h"
#include "events_pfm.h"
#include "exitcode.h"
#include "mem.h"
#include "text.h"

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

/* What the child that asks libpfm4 found; shared with it. */
struct answer {
	enum events_pfm is;
	char text[EVENTS_WHY_MAX];
	struct perf_event_attr attr;
};

/*
 * libpfm4 has a megabyte of tables, which each forked child of a run would copy the page tables
 * of. So a child of its own loads it, and is gone before anything is measured.
 */
static int by_library(struct event *e)
{
	struct answer *a = mmap(NULL, sizeof(*a), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	int status = XC_OK;
	pid_t child;

	if (a == MAP_FAILED || (child = fork()) < 0) {
		err_say("--events: cannot start a process to look up the events: %m");
		if (a != MAP_FAILED)
			munmap(a, sizeof(*a));
		return XC_ERROR;
	}
	if (!child) {
		a->is = events_pfm(e->name, &a->attr, a->text, sizeof(a->text));
		_exit(0);
	}
	while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
	if (a->is == EVENTS_PFM_KNOWN) {
		e->attr = a->attr;
	} else if (a->is == EVENTS_PFM_UNKNOWN) {
		err_say("--events: no event '%s' on this machine (%s); a tracepoint is SYSTEM:NAME", e->name, a->text);
		status = XC_USAGE;
	} else {
		err_say("--events needs libpfm.so.4: install Debian's libpfm4");
		status = XC_USAGE;
	}
	munmap(a, sizeof(*a));
	return status;
}

long events_tracepoint(const char *dir, const char *name)
{
	const char *colon = strchr(name, ':');
	char *path = xasprintf("%s/events/%.*s/%s/id", dir, (int)(colon - name), name, colon + 1), text[32];
	long n = text_file(path, text, sizeof(text));
	uint64_t id;
	int error = errno;

	free(path);
	if (n <= 0 || !text_u64(text_squeeze(text), 1, INT32_MAX, &id)) {
		errno = n > 0 ? EINVAL : n ? error : EIO;
		return -1;
	}
	return (long)id;
}

/* "system:name", of letters, digits and underscores. */
static bool is_tracepoint(const char *name)
{
	const char *colon = strchr(name, ':');
	static const char word[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

	return colon && colon > name && colon[1] && name + strspn(name, word) == colon &&
	       !colon[1 + strspn(colon + 1, word)];
}

static void by_tracing(struct event *e)
{
	static const char *const dirs[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
	const char *own = getenv("EXECTUNE_TRACING_DIR");
	const char *dir = own && *own ? own : NULL;
	char *events;
	long id;

	for (size_t i = 0; !dir && i < sizeof(dirs) / sizeof(*dirs); i++) {
		events = xasprintf("%s/events", dirs[i]);
		if (!access(events, F_OK) || errno == EACCES)
			dir = dirs[i];
		free(events);
	}
	if (!dir) {
		snprintf(e->why, sizeof(e->why), "no tracefs here: mount -t tracefs none %s", dirs[0]);
		return;
	}
	id = events_tracepoint(dir, e->name);
	if (id < 0 && (errno == EACCES || errno == EPERM))
		snprintf(e->why, sizeof(e->why), "not allowed to read %s: run exectune as root", dir);
	else if (id < 0)
		snprintf(e->why, sizeof(e->why), "this kernel has no such tracepoint");
	e->attr = (struct perf_event_attr){ .type = PERF_TYPE_TRACEPOINT, .config = id < 0 ? 0 : (uint64_t)id };
}

static int add(struct events *e, const char *name)
{
	struct event *one = &e->at[e->n];
	int status = XC_OK;

	for (size_t i = 0; i < e->n; i++)
		if (!strcmp(e->at[i].name, name))
			return XC_OK;
	if (!*name || strlen(name) >= EVENTS_NAME_MAX) {
		err_say("--events: '%.70s' is no name of an event", name);
		return XC_USAGE;
	}
	if (e->n == EVENTS_MAX) {
		err_say("--events: more than %d events are too many", EVENTS_MAX);
		return XC_USAGE;
	}
	*one = (struct event){ 0 };
	snprintf(one->name, sizeof(one->name), "%s", name);
	if (is_tracepoint(name))
		by_tracing(one);
	else
		status = by_library(one);
	one->attr.size = sizeof(one->attr);
	one->attr.disabled = one->attr.inherit = 1;
	one->attr.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
	e->n += !status;
	return status;
}

int events_add(struct events *e, const char *list)
{
	char *copy = xstrdup(list), *rest = copy, *word;
	int status = XC_OK;

	while (!status && (word = strsep(&rest, ",")))
		status = add(e, word);
	free(copy);
	return status;
}

static void refused(struct event *e, int error)
{
	char paranoid[16] = "?";

	text_file(PARANOID, paranoid, sizeof(paranoid));
	if (error == EACCES || error == EPERM)
		snprintf(e->why, sizeof(e->why), "kernel.perf_event_paranoid is %s: run exectune as root", paranoid);
	else if (error == ENOENT || error == ENODEV || error == EOPNOTSUPP)
		snprintf(e->why, sizeof(e->why),
			 "this processor has no such counter, or it is virtual and has none at all");
	else if (error == ENOSYS)
		snprintf(e->why, sizeof(e->why), "this kernel has no perf_event_open(2)");
	else
		snprintf(e->why, sizeof(e->why), "perf_event_open: %s", strerror(error));
}

void events_probe(struct events *e)
{
	for (size_t i = 0; i < e->n; i++) {
		int fd;

		if (*e->at[i].why)
			continue;
		fd = (int)syscall(SYS_perf_event_open, &e->at[i].attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
		if (fd < 0)
			refused(&e->at[i], errno);
		else
			close(fd);
	}
}

json_t *events_names(const struct events *e)
{
	json_t *list = json_array();

	for (size_t i = 0; i < e->n; i++)
		json_array_append_new(list, json_string(e->at[i].name));
	return list;
}

void events_reasons(const struct events *e, json_t *into)
{
	for (size_t i = 0; i < e->n; i++)
		if (*e->at[i].why)
			json_object_set_new(into, e->at[i].name, json_string(e->at[i].why));
}
