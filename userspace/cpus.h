/* SPDX-License-Identifier: GPL-2.0-only */
/* Whether a run still has the CPUs that it began with. */
#ifndef CPUS_H
#define CPUS_H

#include <sched.h>
#include <stddef.h>
#include <sys/types.h>

struct cpus {
	char *file;		/* the list of CPUs that are online; NULL: not watched */
	pid_t pid;		/* whose affinity is looked at */
	cpu_set_t mask;		/* what the run may use at all */
	cpu_set_t now;		/* those of them that it had when last looked at */
};

enum cpus_change {
	CPUS_SAME,
	CPUS_CHANGED,		/* some went or came back; some are left */
	CPUS_NONE,		/* all of them are offline */
};

/*
 * Notes what CPUs process `pid` (0: this one) may use and which of them are online, according to
 * $EXECTUNE_CPU_DIR/online or that file in /sys/devices/system/cpu. Without such a file nothing
 * is watched. To be ended by cpus_end().
 */
void cpus_begin(struct cpus *c, pid_t pid);

/*
 * What has changed since the last call; if something has, why[size] says what. A list that cannot
 * be read just now is taken for no change.
 */
enum cpus_change cpus_look(struct cpus *c, char *why, size_t size);

void cpus_end(struct cpus *c);

#endif
