/* SPDX-License-Identifier: GPL-2.0-only */
/* On which CPUs and from which node's memory a run runs. */
#ifndef PIN_H
#define PIN_H

#include <sched.h>
#include <stdbool.h>

/*
 * Restricts this process and its children: cpus ("0,2-3", NULL: those of the node, or as
 * inherited), node (-1: none) for memory and, without cpus, CPUs. What was inherited (numactl,
 * taskset) bounds it. XC_OK, XC_USAGE or XC_ERROR, said.
 */
int pin_apply(const char *cpus, int node);

/* The CPUs that may be used, as "0-3,6"; a new string or NULL if unknown. */
char *pin_affinity(void);

/* The memory policy, as "default" or "bind:0-1"; a new string or NULL if unknown. */
char *pin_mempolicy(void);

/* "0,2-3" into set: false if it is no such list. */
bool pin_parse_list(const char *text, cpu_set_t *set);

/* The set as such a list; to be freed. */
char *pin_list_text(const cpu_set_t *set);

#endif
