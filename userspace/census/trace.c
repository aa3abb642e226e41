// SPDX-License-Identifier: GPL-2.0-only
/*
 * The events of a census: raw system calls, execs and forks, from a tracefs instance of our own,
 * which leaves whatever else traces alone. See Documentation/trace/events.rst of the kernel.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <tracefs.h>
#include <unistd.h>

#include "census.h"
#include "clock.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "stop.h"

#define INSTANCE "exectune_census"
#define PROBES "exectune"	/* the system of our own events, which hold names of files */
#define BUFFER_KB 4096		/* a CPU */
#define LOOK_MS 100		/* how often the buffers are emptied */

/* An event that is watched, and what comes of one. */
struct source {
	const char *system, *event;
	int (*take)(struct tep_event *event, struct tep_record *record, struct census_event *e);
	bool filtered;		/* to the numbers of the two calls */
};

struct census_trace {
	struct tracefs_instance *instance;
	struct tep_handle *tep;
	struct tracefs_dynevent *probes[2];
	struct census_event *events;
	size_t n, room;
	uint64_t began, ended;	/* CLOCK_MONOTONIC */
};

static int number(struct tep_event *event, const char *field, struct tep_record *record, long *value)
{
	unsigned long long v;

	if (tep_get_field_val(NULL, event, field, record, &v, 0))
		return -1;
	*value = (long)v;
	return 0;
}

/* A string field, of fixed or of dynamic place. The caller frees it. NULL if there is none. */
static char *text(struct tep_event *event, const char *field, struct tep_record *record)
{
	int length;
	const char *s = tep_get_field_raw(NULL, event, field, record, &length, 0);

	return s && length > 0 ? xstrndup(s, (size_t)length) : NULL;
}

static int take_enter(struct tep_event *event, struct tep_record *record, struct census_event *e)
{
	(void)event;
	(void)record;
	e->kind = CENSUS_ENTER;
	return 0;
}

/* The name is a word that the kernel could not read if the page of it was not there yet. */
static int take_name(struct tep_event *event, struct tep_record *record, struct census_event *e)
{
	e->kind = CENSUS_ENTER;
	e->text = text(event, "file", record);
	if (e->text && !strcmp(e->text, "(fault)")) {
		free(e->text);
		e->text = NULL;
	}
	return 0;
}

static int take_exit(struct tep_event *event, struct tep_record *record, struct census_event *e)
{
	e->kind = CENSUS_EXIT;
	return number(event, "ret", record, &e->ret);
}

static int take_exec(struct tep_event *event, struct tep_record *record, struct census_event *e)
{
	long old;

	e->kind = CENSUS_EXEC;
	if (number(event, "old_pid", record, &old))
		return -1;
	e->other = (pid_t)old;
	e->text = text(event, "filename", record);
	return e->text ? 0 : -1;
}

static int take_fork(struct tep_event *event, struct tep_record *record, struct census_event *e)
{
	long child;

	e->kind = CENSUS_FORK;
	if (number(event, "child_pid", record, &child))
		return -1;
	e->other = (pid_t)child;
	e->text = text(event, "child_comm", record);
	return e->text ? 0 : -1;
}

static const struct source sources[] = {
	{ "raw_syscalls", "sys_enter", take_enter, true },
	{ "raw_syscalls", "sys_exit", take_exit, true },
	{ "sched", "sched_process_exec", take_exec, false },
	{ "sched", "sched_process_fork", take_fork, false },
	{ PROBES, "census_execve", take_name, false },
	{ PROBES, "census_execveat", take_name, false },
};

#define NSOURCES (sizeof(sources) / sizeof(*sources))

static int take(struct tep_event *event, struct tep_record *record, int cpu, void *context)
{
	struct census_trace *t = context;
	struct census_event e = { .ns = record->ts, .tid = tep_data_pid(event->tep, record) };

	(void)cpu;
	for (size_t i = 0; i < NSOURCES; i++) {
		if (strcmp(event->name, sources[i].event) || strcmp(event->system, sources[i].system))
			continue;
		if (sources[i].take(event, record, &e)) {
			free(e.text);
			return 0;
		}
		if (t->n == t->room) {
			t->room = t->room ? t->room * 2 : 1024;
			t->events = xreallocarray(t->events, t->room, sizeof(*t->events));
		}
		t->events[t->n++] = e;
	}
	return 0;
}

/* Names of files, where the kernel has both kinds of event that takes; it does without, too. */
static void probe(struct census_trace *t)
{
	static const char *const calls[] = { "execve", "execveat" };

	for (size_t i = 0; i < 2; i++) {
		char *target = xasprintf("sys_enter_%s", calls[i]), *name = xasprintf("census_%s", calls[i]);

		t->probes[i] = tracefs_eprobe_alloc(PROBES, name, "syscalls", target,
						    "file=+0($filename):ustring");
		if (t->probes[i] && tracefs_dynevent_create(t->probes[i])) {
			tracefs_dynevent_free(t->probes[i]);
			t->probes[i] = NULL;
		}
		free(target);
		free(name);
	}
}

static bool has_names(const struct census_trace *t)
{
	return t->probes[0] && t->probes[1];
}

static void remove_instance(struct tracefs_instance *instance)
{
	tracefs_event_disable(instance, NULL, NULL);
	tracefs_instance_destroy(instance);
	tracefs_instance_free(instance);
}

static void remove_probes(struct census_trace *t)
{
	for (size_t i = 0; i < 2; i++) {
		if (!t->probes[i])
			continue;
		tracefs_dynevent_destroy(t->probes[i], false);
		tracefs_dynevent_free(t->probes[i]);
		t->probes[i] = NULL;
	}
}

/* All threads of a process, and what they make from now on. */
static int watch_process(struct census_trace *t, pid_t pid)
{
	char *path = xasprintf("/proc/%d/task", (int)pid);
	DIR *dir = opendir(path);
	int status = XC_OK;
	struct dirent *d;

	free(path);
	if (!dir) {
		err_say("there is no process %d", (int)pid);
		return XC_ERROR;
	}
	if (tracefs_option_enable(t->instance, TRACEFS_OPTION_EVENT_FORK)) {
		err_say("this kernel's tracing does not follow new processes (event-fork): %m");
		status = XC_ERROR;
	}
	while (!status && (d = readdir(dir)))
		if (d->d_name[0] != '.' &&
		    tracefs_instance_file_append(t->instance, "set_event_pid", d->d_name) < 0) {
			err_say("cannot trace thread %s: %m", d->d_name);
			status = XC_ERROR;
		}
	closedir(dir);
	return status;
}

static int enable(struct census_trace *t, const struct source *s)
{
	struct tep_event *event = tep_find_event_by_name(t->tep, s->system, s->event);
	char filter[64];

	if (!event) {
		err_say("this kernel has no event %s:%s (CONFIG_FTRACE_SYSCALLS, or a kernel without tracing)",
			s->system, s->event);
		return XC_ERROR;
	}
	snprintf(filter, sizeof(filter), "id == %d || id == %d", (int)SYS_execve, (int)SYS_execveat);
	if ((s->filtered && tracefs_event_filter_apply(t->instance, event, filter) < 0) ||
	    tracefs_event_enable(t->instance, s->system, s->event)) {
		err_say("cannot trace %s:%s: %m", s->system, s->event);
		return XC_ERROR;
	}
	return XC_OK;
}

/* What a killed census has left: its events must go before their probes can. */
static void remove_old(void)
{
	struct tracefs_dynevent **probes;

	if (tracefs_instance_exists(INSTANCE))
		remove_instance(tracefs_instance_create(INSTANCE));
	probes = tracefs_dynevent_get_all(TRACEFS_DYNEVENT_EPROBE, PROBES);
	for (size_t i = 0; probes && probes[i]; i++)
		tracefs_dynevent_destroy(probes[i], false);
	tracefs_dynevent_list_free(probes);
}

static int begin(struct census_trace *t, const struct census_watch *w)
{
	static const char *const systems[] = { "raw_syscalls", "sched", PROBES, NULL };
	int status = XC_OK;

	remove_old();
	probe(t);
	t->instance = tracefs_instance_create(INSTANCE);
	if (!t->instance) {
		err_say("cannot make a tracefs instance: %m; it takes root, and a kernel with tracing");
		return XC_ERROR;
	}
	t->tep = tracefs_local_events_system(NULL, systems);
	if (!t->tep) {
		err_say("cannot read the events of this kernel: %m");
		return XC_ERROR;
	}
	tracefs_instance_set_buffer_size(t->instance, BUFFER_KB, -1);
	if (w->pid)
		status = watch_process(t, w->pid);
	for (size_t i = 0; i < NSOURCES && !status; i++)
		if (has_names(t) ? sources[i].take != take_enter : sources[i].take != take_name)
			status = enable(t, &sources[i]);
	return status;
}

static void free_trace(struct census_trace *t)
{
	if (t->instance)
		remove_instance(t->instance);
	remove_probes(t);
	if (t->tep)
		tep_free(t->tep);
	for (size_t i = 0; i < t->n; i++)
		free(t->events[i].text);
	free(t->events);
	free(t);
}

struct census_trace *census_trace_begin(const struct census_watch *w)
{
	struct census_trace *t = xcalloc(1, sizeof(*t));

	if (!tracefs_tracing_dir()) {
		err_say("tracefs is not mounted, and cannot be: %m; mount -t tracefs tracefs /sys/kernel/tracing");
		free_trace(t);
		return NULL;
	}
	if (begin(t, w)) {
		free_trace(t);
		return NULL;
	}
	t->began = clock_monotonic();
	return t;
}

static int empty(struct census_trace *t)
{
	if (!tracefs_iterate_raw_events(t->tep, t->instance, NULL, 0, take, t))
		return XC_OK;
	err_say("cannot read the trace: %m");
	return XC_ERROR;
}

int census_trace_watch(struct census_trace *t, const struct census_watch *w, int *wait_status)
{
	const struct timespec pause = { .tv_nsec = LOOK_MS * 1000000L };
	bool over = false;
	int status = XC_OK;

	while (!over && !status && !stop_signal) {
		if (w->child)
			over = waitpid(w->child, wait_status, WNOHANG) == w->child;
		else if (w->pid)
			over = kill(w->pid, 0) && errno == ESRCH;
		over |= w->most_ns && clock_monotonic() - t->began >= w->most_ns;
		if (!over)
			nanosleep(&pause, NULL);
		status = empty(t);
	}
	t->ended = clock_monotonic();
	tracefs_trace_off(t->instance);
	return status ? status : empty(t);
}

/* How many events the kernel threw away since nobody had read them, of one CPU's statistics. */
static uint64_t lost_of(struct census_trace *t, int cpu)
{
	static const char *const words[] = { "\noverrun: ", "\ndropped events: " };
	char *name = xasprintf("per_cpu/cpu%d/stats", cpu);
	char *stats = tracefs_instance_file_read(t->instance, name, NULL);
	uint64_t lost = 0;

	for (size_t i = 0; stats && i < 2; i++) {
		const char *at = strstr(stats, words[i]);

		lost += at ? strtoull(at + strlen(words[i]), NULL, 10) : 0;
	}
	free(name);
	free(stats);
	return lost;
}

size_t census_trace_end(struct census_trace *t, struct census_event **events, struct census *c)
{
	size_t n = t->n;

	for (int cpu = 0; cpu < (int)sysconf(_SC_NPROCESSORS_CONF); cpu++)
		c->lost += lost_of(t, cpu);
	c->elapsed_ns = t->ended - t->began;
	c->names = has_names(t);
	*events = t->events;
	t->events = NULL;
	t->n = 0;
	free_trace(t);
	return n;
}
