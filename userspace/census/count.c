// SPDX-License-Identifier: GPL-2.0-only
/* Counts the calls of a census, task by task. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "census.h"
#include "mem.h"

/* A task while it is watched. */
struct task {
	pid_t tid;
	size_t program;		/* index in census.programs */
	bool calls;		/* it is in a call, since: */
	uint64_t since;
	const char *file;	/* that it calls, if known */
	unsigned misses;	/* in a row, for a file of this name, if known: */
	const char *wanted;
};

struct count {
	struct census *c;
	struct task *tasks;	/* open addressing, tid 0: free */
	size_t size, used;
	const char *(*name_of)(pid_t tid);
};

bool census_is_miss(long err)
{
	/* As glibc's execvpe(): after these it goes on. ELOOP and ENAMETOOLONG end a search there. */
	switch (err) {
	case EACCES:
	case ENOENT:
	case ESTALE:
	case ENOTDIR:
	case ENODEV:
	case ETIMEDOUT:
		return true;
	default:
		return false;
	}
}

static const char *base(const char *path)
{
	const char *slash = path ? strrchr(path, '/') : NULL;

	return slash ? slash + 1 : path;
}

static size_t program(struct census *c, const char *name)
{
	size_t i;

	for (i = 0; i < c->nprograms; i++)
		if (!strcmp(c->programs[i].name, name))
			return i;
	c->programs = xreallocarray(c->programs, c->nprograms + 1, sizeof(*c->programs));
	c->programs[i] = (struct census_program) { .name = xstrdup(name) };
	c->nprograms++;
	return i;
}

static struct task *slot(struct task *tasks, size_t size, pid_t tid)
{
	size_t i = (size_t)tid * 2654435761u % size;

	while (tasks[i].tid && tasks[i].tid != tid)
		i = (i + 1) % size;
	return &tasks[i];
}

static void grow(struct count *k)
{
	size_t size = k->size ? k->size * 2 : 256;
	struct task *tasks = xcalloc(size, sizeof(*tasks));

	for (size_t i = 0; i < k->size; i++)
		if (k->tasks[i].tid)
			*slot(tasks, size, k->tasks[i].tid) = k->tasks[i];
	free(k->tasks);
	k->tasks = tasks;
	k->size = size;
}

static struct task *task(struct count *k, pid_t tid)
{
	struct task *t;

	if (2 * k->used >= k->size)
		grow(k);
	t = slot(k->tasks, k->size, tid);
	if (!t->tid) {
		const char *name = k->name_of ? k->name_of(tid) : NULL;

		t->tid = tid;
		t->program = program(k->c, name ? name : "?");
		k->used++;
	}
	return t;
}

/* The misses that a task has made in a row lead to nothing. */
static void give_up(struct count *k, struct task *t)
{
	if (t->misses) {
		k->c->searches++;
		k->c->vain++;
	}
	t->misses = 0;
	t->wanted = NULL;
}

/* A number that was another task's before is a new task, which runs its parent's program. */
static void begin(struct count *k, const struct census_event *e)
{
	size_t parent = task(k, e->tid)->program;
	struct task *t = task(k, e->other);

	give_up(k, t);
	t->calls = false;
	t->program = strcmp(k->c->programs[parent].name, "?") ? parent : program(k->c, e->text);
}

static void enter(struct count *k, const struct census_event *e)
{
	struct task *t = task(k, e->tid);
	const char *name = base(e->text);

	if (t->misses && name && t->wanted && strcmp(name, t->wanted))
		give_up(k, t);
	t->calls = true;
	t->since = e->ns;
	t->file = name;
}

static unsigned position(const struct task *t)
{
	return t->misses < CENSUS_POSITIONS ? t->misses + 1 : CENSUS_POSITIONS;
}

static void returned(struct count *k, struct task *t, const struct census_event *e, long err)
{
	struct census_program *p = &k->c->programs[t->program];
	uint64_t ns = e->ns - t->since;

	t->calls = false;
	k->c->calls++;
	p->calls++;
	k->c->by_errno[err < CENSUS_ERRNOS ? err : CENSUS_ERRNOS - 1]++;
	if (!err) {
		k->c->found++;
		p->found++;
		k->c->found_ns += ns;
		k->c->hit_at[position(t)]++;
		k->c->searches += t->misses > 0;
		t->misses = 0;
		t->wanted = NULL;
	} else if (census_is_miss(err)) {
		k->c->missed++;
		p->missed++;
		k->c->missed_ns += ns;
		k->c->miss_at[position(t)]++;
		t->misses++;
		t->wanted = t->file;
	} else {
		k->c->other_ns += ns;
		give_up(k, t);
	}
}

/* A thread that executes a program takes the number of its process. */
static void exec(struct count *k, const struct census_event *e)
{
	struct task *old = task(k, e->other), *t;

	if (e->other != e->tid) {
		struct task was = *old;

		old->calls = false;
		old->misses = 0;
		t = task(k, e->tid);
		was.tid = e->tid;
		*t = was;
	} else {
		t = old;
	}
	/* What the kernel starts by itself makes no call. */
	if (t->calls)
		returned(k, t, e, 0);
	t->program = program(k->c, base(e->text));
}

static void leave(struct count *k, const struct census_event *e)
{
	struct task *t = task(k, e->tid);

	if (t->calls && e->ret < 0)
		returned(k, t, e, -e->ret);
}

static int earlier(const void *a, const void *b)
{
	const struct census_event *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns < y->ns ? -1 : 1;
	return (int)x->kind - (int)y->kind;
}

static int more_calls(const void *a, const void *b)
{
	const struct census_program *x = a, *y = b;

	if (x->calls != y->calls)
		return x->calls > y->calls ? -1 : 1;
	return strcmp(x->name, y->name);
}

void census_count(struct census *c, struct census_event *events, size_t n, const char *(*name_of)(pid_t tid))
{
	struct count k = { .c = c, .name_of = name_of };

	qsort(events, n, sizeof(*events), earlier);
	for (size_t i = 0; i < n; i++) {
		switch (events[i].kind) {
		case CENSUS_FORK:
			begin(&k, &events[i]);
			break;
		case CENSUS_ENTER:
			enter(&k, &events[i]);
			break;
		case CENSUS_EXEC:
			exec(&k, &events[i]);
			break;
		case CENSUS_EXIT:
			leave(&k, &events[i]);
			break;
		}
	}
	for (size_t i = 0; i < k.size; i++) {
		if (!k.tasks[i].tid)
			continue;
		give_up(&k, &k.tasks[i]);
		c->unfinished += k.tasks[i].calls;
	}
	free(k.tasks);
	qsort(c->programs, c->nprograms, sizeof(*c->programs), more_calls);
}

void census_free(struct census *c)
{
	for (size_t i = 0; i < c->nprograms; i++)
		free(c->programs[i].name);
	free(c->programs);
	*c = (struct census) { 0 };
}
