/* SPDX-License-Identifier: GPL-2.0-only */
/* What is counted: by address and vCPU, within the windows that the markers open and close. */
#ifndef COUNT_H
#define COUNT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define CPUS_MAX 256

/* An instruction by its address. All of user space but the locked ones are one. */
struct site {
	uint64_t pc;			/* 0: any of user space */
	bool kernel;
	uint64_t insns[];		/* begun, by vCPU */
};

/* A place in memory that a locked operation has written: an entry of a vCPU's table. */
struct place {
	const struct site *site;	/* NULL: free */
	uint64_t address, n;
};

struct totals {
	uint64_t insns[2], locked[2];	/* [1]: in the kernel */
};

struct cpu {
	_Alignas(64) bool on;		/* between its markers */
	bool pending;			/* a locked operation has begun and has not written yet */
	struct totals sum;		/* of the group */
	struct totals at_start;		/* of the window */
	struct place *places;
	size_t room, used;		/* room is a power of two, or 0 */
};

struct count {
	bool tables;			/* by address; without, only the windows' sums */
	bool machine;			/* a window counts all vCPUs, not only the one that opened it */
	unsigned ncpus;
	unsigned open;			/* windows */
	unsigned opener;		/* vCPU of the last that was opened */
	struct cpu cpus[CPUS_MAX];
};

extern struct count count;

/* The site of an address, for ever the same; a new one if there is none. Never NULL. */
struct site *site_get(uint64_t pc, bool kernel);

/* Calls fn for each site. */
void site_each(void (*fn)(struct site *s, void *data), void *data);

/* An operation of the site has written there. */
void place_add(struct cpu *cpu, const struct site *s, uint64_t address);

/* Sums of one vCPU, or with count.machine of all. */
struct totals totals_of(unsigned cpu);

/* Prints what has been counted since the last time, by address, and forgets it. */
void group_write(FILE *out);

/* Ends QEMU: nothing that is counted later would be true. */
void fail(const char *why) __attribute__((noreturn));

#endif
