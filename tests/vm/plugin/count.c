// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "count.h"

#define SITE_HEADS (1u << 16)
#define PLACES_MIN 1024

struct count count;

/* A chain for each hash; sites are only ever added, under the lock. */
struct link {
	struct link *next;
	struct site *site;
};

static struct link *heads[SITE_HEADS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void fail(const char *why)
{
	fprintf(stderr, "atomics plugin: %s\n", why);
	_Exit(1);
}

static void *zeroed(size_t n, size_t size)
{
	void *p = calloc(n, size);

	if (!p)
		fail("out of memory");
	return p;
}

static uint64_t hash(uint64_t v)
{
	return v * 0x9e3779b97f4a7c15u >> 32;
}

struct site *site_get(uint64_t pc, bool kernel)
{
	struct link **head = &heads[hash(pc) % SITE_HEADS], *l;

	pthread_mutex_lock(&lock);
	for (l = *head; l && l->site->pc != pc; l = l->next)
		;
	if (!l) {
		l = zeroed(1, sizeof(*l));
		l->site = zeroed(1, sizeof(*l->site) + count.ncpus * sizeof(*l->site->insns));
		l->site->pc = pc;
		l->site->kernel = kernel;
		l->next = *head;
		*head = l;
	}
	pthread_mutex_unlock(&lock);
	return l->site;
}

void site_each(void (*fn)(struct site *s, void *data), void *data)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < SITE_HEADS; i++)
		for (struct link *l = heads[i]; l; l = l->next)
			fn(l->site, data);
	pthread_mutex_unlock(&lock);
}

static struct place *find(struct place *places, size_t room, const struct site *s, uint64_t address)
{
	size_t i = hash(address ^ hash((uintptr_t)s)) & (room - 1);

	while (places[i].site && (places[i].site != s || places[i].address != address))
		i = (i + 1) & (room - 1);
	return &places[i];
}

static void grow(struct cpu *cpu)
{
	size_t room = cpu->room ? 2 * cpu->room : PLACES_MIN;
	struct place *more = zeroed(room, sizeof(*more));

	for (size_t i = 0; i < cpu->room; i++)
		if (cpu->places[i].site)
			*find(more, room, cpu->places[i].site, cpu->places[i].address) = cpu->places[i];
	free(cpu->places);
	cpu->places = more;
	cpu->room = room;
}

void place_add(struct cpu *cpu, const struct site *s, uint64_t address)
{
	struct place *p;

	if (2 * cpu->used >= cpu->room)
		grow(cpu);
	p = find(cpu->places, cpu->room, s, address);
	if (!p->site) {
		*p = (struct place){ .site = s, .address = address };
		cpu->used++;
	}
	p->n++;
}

static void add(struct totals *sum, const struct totals *t)
{
	for (int k = 0; k < 2; k++) {
		sum->insns[k] += t->insns[k];
		sum->locked[k] += t->locked[k];
	}
}

struct totals totals_of(unsigned cpu)
{
	struct totals sum = { 0 };

	if (!count.machine)
		return count.cpus[cpu].sum;
	for (unsigned i = 0; i < count.ncpus; i++)
		add(&sum, &count.cpus[i].sum);
	return sum;
}

static void write_site(struct site *s, void *out)
{
	for (unsigned i = 0; i < count.ncpus; i++) {
		if (s->insns[i])
			fprintf(out, "insn %u %016" PRIx64 " %" PRIu64 "\n", i, s->pc, s->insns[i]);
		s->insns[i] = 0;
	}
}

static void write_places(FILE *out, unsigned index, struct cpu *cpu)
{
	for (size_t i = 0; i < cpu->room; i++) {
		const struct place *p = &cpu->places[i];

		if (p->site)
			fprintf(out, "lock %u %016" PRIx64 " %016" PRIx64 " %" PRIu64 "\n", index,
				p->site->pc, p->address, p->n);
	}
	free(cpu->places);
	cpu->places = NULL;
	cpu->room = cpu->used = 0;
	cpu->sum = (struct totals){ 0 };
}

void group_write(FILE *out)
{
	if (count.tables)
		site_each(write_site, out);
	for (unsigned i = 0; i < count.ncpus; i++)
		write_places(out, i, &count.cpus[i]);
}
