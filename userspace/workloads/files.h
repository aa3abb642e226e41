/* SPDX-License-Identifier: GPL-2.0-only */
/* Set-up that several workloads share. Their state is the name of a file. */
#ifndef FILES_H
#define FILES_H

#include "workload.h"

/* state: the absolute name of a copy of exec-target in use->dir. */
int files_target(struct use *u);

/* state: the absolute name of a file in use->dir that does not exist. */
int files_missing(struct use *u);

/* *name: that of a new empty file in use->dir, with a number. XC_OK or XC_ERROR, said. */
int files_empty(struct use *u, unsigned n, char **name);

/* Frees the name. */
void files_free(struct use *u);

#endif
