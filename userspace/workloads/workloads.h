/* SPDX-License-Identifier: GPL-2.0-only */
/* The descriptors, one per file of this directory. To add one: file, line here, line in the table. */
#ifndef WORKLOADS_H
#define WORKLOADS_H

#include "workload.h"

extern const struct workload workload_null, workload_getppid, workload_execvpe, workload_execve, workload_vfork,
	workload_posix_spawn, workload_miss, workload_badarg, workload_stat, workload_stat_there, workload_script,
	workload_reexec, workload_access1, workload_access2, workload_procwalk, workload_command;

/* n times: fork, execve of a program by its absolute name, wait. 0, or -1 after bench_fail(). */
int execve_each(struct bench *b, char *program, unsigned n);

#endif
