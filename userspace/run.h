/* SPDX-License-Identifier: GPL-2.0-only */
/* Doing what a plan says. */
#ifndef RUN_H
#define RUN_H

#include "plan.h"

/*
 * Runs the plan into a new samples file. Knobs and directories are as before when it returns,
 * however it went. XC_OK, an error (said), or XC_SIGNAL + the signal that ended it.
 */
int run_new(struct plan *p, const char *output);

/*
 * Goes on with a samples file; *p is empty and gets the file's plan. As run_new(); also refuses a
 * file from another machine, kernel or boot.
 */
int run_resume(struct plan *p, const char *file);

#endif
