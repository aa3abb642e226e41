// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "cpus.h"
#include "mem.h"
#include "pin.h"
#include "text.h"

/* The CPUs of the mask that are online and that the process may use. False: unknown. */
static bool usable(const struct cpus *c, cpu_set_t *now)
{
	cpu_set_t online, allowed;
	char text[4096];

	if (!c->file || text_file(c->file, text, sizeof(text)) <= 0 ||
	    !pin_parse_list(text_squeeze(text), &online) ||
	    sched_getaffinity(c->pid, sizeof(allowed), &allowed))
		return false;
	CPU_AND(now, &online, &c->mask);
	/* With none of its CPUs left, a process may use all others. */
	CPU_AND(now, now, &allowed);
	return true;
}

void cpus_begin(struct cpus *c, pid_t pid)
{
	const char *dir = getenv("EXECTUNE_CPU_DIR");

	*c = (struct cpus){ .pid = pid };
	if (sched_getaffinity(pid, sizeof(c->mask), &c->mask))
		return;
	c->file = xasprintf("%s/online", dir && *dir ? dir : "/sys/devices/system/cpu");
	if (!usable(c, &c->now))
		cpus_end(c);
}

enum cpus_change cpus_look(struct cpus *c, char *why, size_t size)
{
	cpu_set_t now;
	char *text;

	if (!usable(c, &now) || CPU_EQUAL(&now, &c->now))
		return CPUS_SAME;
	c->now = now;
	text = pin_list_text(&now);
	if (CPU_COUNT(&now))
		snprintf(why, size, "the run's CPUs are now %s", text);
	else
		snprintf(why, size, "none of the run's CPUs is left");
	free(text);
	return CPU_COUNT(&now) ? CPUS_CHANGED : CPUS_NONE;
}

void cpus_end(struct cpus *c)
{
	free(c->file);
	c->file = NULL;
}
