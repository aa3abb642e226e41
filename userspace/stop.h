/* SPDX-License-Identifier: GPL-2.0-only */
/* Being asked to stop: SIGINT, SIGTERM and SIGHUP end a run in order. */
#ifndef STOP_H
#define STOP_H

#include <signal.h>
#include <sys/types.h>

/* The signal that came, or 0. */
extern volatile sig_atomic_t stop_signal;

/*
 * From now on these signals set stop_signal and *flag; SIGPIPE and SIGXFSZ are ignored.
 * A second signal kills
 * the process *worker (if not 0) that the run waits for.
 */
void stop_install(volatile sig_atomic_t *flag, const volatile pid_t *worker);

/* Before *flag and *worker go away: signals that come later set stop_signal only. */
void stop_forget(void);

#endif
