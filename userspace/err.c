// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "err.h"

bool err_quiet;

/* One write for the whole line, so that lines of several processes do not mix. */
static void say(const char *fmt, va_list ap)
{
	static const char prefix[] = "exectune: ";
	char line[2048];
	int saved = errno;
	size_t n = sizeof(prefix) - 1;
	int m;

	memcpy(line, prefix, n);
	m = vsnprintf(line + n, sizeof(line) - n - 1, fmt, ap);
	if (m > 0)
		n += (size_t)m < sizeof(line) - n - 1 ? (size_t)m : sizeof(line) - n - 2;
	line[n++] = '\n';
	for (size_t done = 0; done < n;) {
		ssize_t w = write(STDERR_FILENO, line + done, n - done);

		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0)
			break;
		done += (size_t)w;
	}
	errno = saved;
}

void err_say(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}

void note_say(const char *fmt, ...)
{
	va_list ap;

	if (err_quiet)
		return;
	va_start(ap, fmt);
	say(fmt, ap);
	va_end(ap);
}
