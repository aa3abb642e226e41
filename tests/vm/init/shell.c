// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "init.h"

/* The serial line, as each of the architectures calls it. */
static const char *const terminals[] = { "/dev/ttyS0", "/dev/ttyAMA0" };

static void on_terminal(void)
{
	int fd = -1;

	setsid();
	for (size_t i = 0; i < sizeof(terminals) / sizeof(*terminals) && fd < 0; i++)
		fd = open(terminals[i], O_RDWR);
	if (fd < 0 || ioctl(fd, TIOCSCTTY, 0))
		_exit(127);
	dup2(fd, 0);
	dup2(fd, 1);
	dup2(fd, 2);
	if (fd > 2)
		close(fd);
	if (!chdir("/results"))
		execl("/bin/sh", "-sh", (char *)NULL);
	_exit(127);
}

void shell_run(void)
{
	pid_t shell = fork(), pid;
	int status = 0;

	if (shell < 0) {
		say("cannot start a shell: %s", strerror(errno));
		return;
	}
	if (!shell)
		on_terminal();
	/* Everybody's orphans come by here too. */
	do
		pid = wait(&status);
	while (pid != shell && (pid > 0 || errno == EINTR));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		say("no shell on the serial line");
}
