/* SPDX-License-Identifier: GPL-2.0-only */
/* What access1 and access2 share: access(2) by a crew, of a file for each or of one for all. */
#ifndef ACCESS_H
#define ACCESS_H

#include "bench.h"

/* Makes a file for each task, or one. The workload is files and has parameters tasks, threads. */
int access_setup_each(struct use *u);
int access_setup_one(struct use *u);

int access_prepare(struct bench *b);
void access_teardown(struct use *u);

#endif
