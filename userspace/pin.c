// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <numa.h>
#include <numaif.h>
#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "pin.h"
#include "text.h"

bool pin_parse_list(const char *text, cpu_set_t *set)
{
	char *copy = xstrdup(text), *rest = copy, *word;
	bool good = true;

	CPU_ZERO(set);
	while (good && (word = strsep(&rest, ","))) {
		char *dash = strchr(word, '-');
		uint64_t first, last;

		if (dash)
			*dash++ = '\0';
		good = text_u64(word, 0, CPU_SETSIZE - 1, &first) &&
		       text_u64(dash ? dash : word, first, CPU_SETSIZE - 1, &last);
		for (uint64_t i = first; good && i <= last; i++)
			CPU_SET(i, set);
	}
	free(copy);
	return good;
}

/* "0-3,6" of the n flags that `is` answers for. */
static char *list_text(bool (*is)(unsigned i, const void *set), const void *set, unsigned n)
{
	char *text = xstrdup("");

	for (unsigned i = 0; i < n; i++) {
		unsigned first = i;
		char *more;

		if (!is(i, set))
			continue;
		while (i + 1 < n && is(i + 1, set))
			i++;
		more = i > first ? xasprintf("%s%s%u-%u", text, *text ? "," : "", first, i) :
				   xasprintf("%s%s%u", text, *text ? "," : "", first);
		free(text);
		text = more;
	}
	return text;
}

static bool cpu_is(unsigned i, const void *set)
{
	return CPU_ISSET(i, (const cpu_set_t *)set);
}

static bool node_is(unsigned i, const void *set)
{
	return numa_bitmask_isbitset(set, i);
}

char *pin_list_text(const cpu_set_t *set)
{
	return list_text(cpu_is, set, CPU_SETSIZE);
}

char *pin_affinity(void)
{
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		return NULL;
	return pin_list_text(&set);
}

static int pin_cpus(const char *cpus)
{
	cpu_set_t want, have, both;

	if (!pin_parse_list(cpus, &want)) {
		err_say("--cpu %s is no list of CPUs such as 0,2-3", cpus);
		return XC_USAGE;
	}
	if (sched_getaffinity(0, sizeof(have), &have)) {
		err_say("cannot read the affinity: %m");
		return XC_ERROR;
	}
	CPU_AND(&both, &want, &have);
	if (!CPU_EQUAL(&both, &want)) {
		char *allowed = pin_affinity();

		err_say("--cpu %s: only CPUs %s may be used here", cpus, allowed ? allowed : "?");
		free(allowed);
		return XC_USAGE;
	}
	if (sched_setaffinity(0, sizeof(want), &want)) {
		err_say("--cpu %s: %m", cpus);
		return XC_ERROR;
	}
	return XC_OK;
}

static int pin_node(int node, bool cpus_too)
{
	struct bitmask *mask;

	if (numa_available() < 0) {
		err_say("--node %d: this kernel has no NUMA support", node);
		return XC_ERROR;
	}
	if (node > numa_max_node() || !numa_bitmask_isbitset(numa_all_nodes_ptr, (unsigned)node)) {
		char *nodes = list_text(node_is, numa_all_nodes_ptr, (unsigned)numa_max_node() + 1);

		err_say("--node %d: there is no such node that may be used here, only %s", node, nodes);
		free(nodes);
		return XC_USAGE;
	}
	if (cpus_too && numa_run_on_node(node)) {
		err_say("--node %d: cannot run there: %m (has it CPUs?)", node);
		return XC_ERROR;
	}
	mask = numa_allocate_nodemask();
	numa_bitmask_setbit(mask, (unsigned)node);
	if (set_mempolicy(MPOL_BIND, mask->maskp, mask->size + 1)) {
		err_say("--node %d: cannot bind memory to it: %m", node);
		numa_free_nodemask(mask);
		return XC_ERROR;
	}
	numa_free_nodemask(mask);
	return XC_OK;
}

int pin_apply(const char *cpus, int node)
{
	int status = cpus ? pin_cpus(cpus) : XC_OK;

	if (!status && node >= 0)
		status = pin_node(node, !cpus);
	return status;
}

char *pin_mempolicy(void)
{
	static const char *const names[] = { "default", "preferred", "bind", "interleave", "local",
					     "preferred-many", "weighted-interleave" };
	struct bitmask *mask;
	char *nodes, *text;
	int mode;

	if (numa_available() < 0)
		return NULL;
	mask = numa_allocate_nodemask();
	if (get_mempolicy(&mode, mask->maskp, mask->size + 1, NULL, 0)) {
		numa_free_nodemask(mask);
		return NULL;
	}
	mode &= 0xff;			/* without its flags */
	nodes = list_text(node_is, mask, (unsigned)numa_max_node() + 1);
	numa_free_nodemask(mask);
	if (mode < 0 || (size_t)mode >= sizeof(names) / sizeof(*names))
		text = xasprintf("%d:%s", mode, nodes);
	else
		text = *nodes ? xasprintf("%s:%s", names[mode], nodes) : xstrdup(names[mode]);
	free(nodes);
	return text;
}
