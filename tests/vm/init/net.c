// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "init.h"

void name_host(void)
{
	if (sethostname("exectune", strlen("exectune")))
		say("cannot set the host name: %s", strerror(errno));
}

void loopback_up(void)
{
	int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	struct ifreq request = { .ifr_name = "lo", .ifr_flags = IFF_UP };

	if (fd < 0 || ioctl(fd, SIOCSIFFLAGS, &request))
		say("no loopback network: %s", strerror(errno));
	if (fd >= 0)
		close(fd);
}
