// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stddef.h>

#include "stop.h"

volatile sig_atomic_t stop_signal;
static volatile sig_atomic_t *stop_flag;
static const volatile pid_t *stop_worker;

static void handler(int sig)
{
	int saved = errno;

	if (stop_signal && stop_worker && *stop_worker)
		kill(*stop_worker, SIGKILL);
	stop_signal = sig;
	if (stop_flag)
		*stop_flag = 1;
	errno = saved;
}

void stop_install(volatile sig_atomic_t *flag, const volatile pid_t *worker)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction act = { .sa_handler = handler, .sa_flags = SA_RESTART };

	stop_flag = flag;
	stop_worker = worker;
	for (size_t i = 0; i < sizeof(signals) / sizeof(*signals); i++) {
		struct sigaction old;

		/* nohup and the like: what was ignored stays ignored. */
		if (!sigaction(signals[i], NULL, &old) && old.sa_handler == SIG_IGN)
			continue;
		sigaction(signals[i], &act, NULL);
	}
	signal(SIGPIPE, SIG_IGN);
	/* A file that reaches its limit is like a full disk. */
	signal(SIGXFSZ, SIG_IGN);
}

void stop_forget(void)
{
	stop_flag = NULL;
	stop_worker = NULL;
}
