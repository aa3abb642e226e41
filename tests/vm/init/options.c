// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "init.h"

#define START "exectune."

/* A number of 0 or more; false after saying so. */
static bool number(const char *name, const char *value, int *to)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(value, &end, 10);
	if (errno || end == value || *end || n < 0 || n > INT_MAX)
		return broken_promise("%s%s=%s is not a number", START, name, value);
	*to = (int)n;
	return true;
}

static bool word(const char *name, const char *value, char *to, size_t size)
{
	if (strlen(value) >= size)
		return broken_promise("%s%s=%s is too long", START, name, value);
	strcpy(to, value);
	return true;
}

static bool option(struct options *opt, const char *name, const char *value)
{
	if (!strcmp(name, "cpus"))
		return number(name, value, &opt->cpus);
	if (!strcmp(name, "nodes"))
		return number(name, value, &opt->nodes);
	if (!strcmp(name, "distance"))
		return number(name, value, &opt->distance);
	if (!strcmp(name, "timeout"))
		return number(name, value, &opt->timeout);
	if (!strcmp(name, "lane"))
		return word(name, value, opt->lane, sizeof(opt->lane));
	if (!strcmp(name, "accel"))
		return word(name, value, opt->accel, sizeof(opt->accel));
	if (!strcmp(name, "shell")) {
		opt->shell = true;
		return true;
	}
	return broken_promise("%s%s is no option", START, name);
}

bool options_read(struct options *opt)
{
	char text[4096], *rest = text, *arg, *value;
	int fd = open("/proc/cmdline", O_RDONLY | O_CLOEXEC);
	ssize_t len = fd < 0 ? -1 : read(fd, text, sizeof(text) - 1);
	bool good = true;

	memset(opt, 0, sizeof(*opt));
	if (fd >= 0)
		close(fd);
	if (len < 0)
		return broken_promise("cannot read /proc/cmdline: %s", strerror(errno));
	text[len] = '\0';
	while ((arg = strsep(&rest, " \n"))) {
		if (strncmp(arg, START, strlen(START)))
			continue;
		value = strchr(arg, '=');
		if (value)
			*value++ = '\0';
		if (!option(opt, arg + strlen(START), value ? value : ""))
			good = false;
	}
	return good;
}

static void set_number(const char *name, int n)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", n);
	setenv(name, text, 1);
}

void options_export(const struct options *opt)
{
	clearenv();
	setenv("PATH", "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", 1);
	setenv("HOME", "/root", 1);
	setenv("TERM", opt->shell ? "linux" : "dumb", 1);
	setenv("EXECTUNE_LANE", opt->lane, 1);
	setenv("EXECTUNE_ACCEL", opt->accel, 1);
	set_number("EXECTUNE_CPUS", opt->cpus);
	set_number("EXECTUNE_NODES", opt->nodes);
}
