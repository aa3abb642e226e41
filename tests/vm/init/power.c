// SPDX-License-Identifier: GPL-2.0-only
#include <signal.h>
#include <sys/reboot.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "init.h"

/* A killed process that cannot die, stuck in the kernel, is not waited for. */
#define TRIES 100
#define TRY_NS (50 * 1000 * 1000)

void kill_leftovers(void)
{
	struct timespec pause = { 0, TRY_NS };
	pid_t pid = 0;

	for (int i = 0; i < TRIES; i++) {
		kill(-1, SIGKILL);
		do
			pid = waitpid(-1, NULL, WNOHANG);
		while (pid > 0);
		if (pid < 0)
			return;	/* no children left */
		nanosleep(&pause, NULL);
	}
	say("processes are left that cannot be ended");
}

void power_off(void)
{
	sync();
	reboot(RB_POWER_OFF);
	/* A kernel that cannot: the machine ends on a restart just as well. */
	reboot(RB_AUTOBOOT);
	for (;;)
		pause();
}
