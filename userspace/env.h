/* SPDX-License-Identifier: GPL-2.0-only */
/* The environment of a run, for the first line of its samples file. */
#ifndef ENV_H
#define ENV_H

#include <jansson.h>

/*
 * A new object with these members, null where unknown:
 * release, version, config_sha256, cmdline, cpu_model, cpus_online ("0-3"), nodes (a number),
 * distances ([[10,20],[20,10]]), governor, turbo ("on"/"off"), smt ("on", "off", ...),
 * mitigations (an object), clocksource, accel ("kvm", "tcg", ...; null on bare hardware),
 * affinity, mempolicy, hostname, boot_id, machine_id_sha256, sched_ext (name of the scheduler).
 */
json_t *env_capture(void);

/*
 * Whether samples taken in environment `now` may follow those taken in `then`: the same machine,
 * kernel and boot. NULL if so; else the name of the member that differs.
 */
const char *env_differs(const json_t *then, const json_t *now);

#endif
