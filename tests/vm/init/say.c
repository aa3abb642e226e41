// SPDX-License-Identifier: GPL-2.0-only
/*
 * The console is written through the kernel's log only.  Then a line is never
 * mixed with one of the kernel's, as it would be on the terminal device, and
 * the marks tell the host whose it is.
 */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../trailer.h"
#include "init.h"

/* Facility user, level info; the kernel takes at most 1024 bytes a record. */
#define LEVEL "<14>"
#define LINE_MAX_BYTES 900

/* Past this the console, which is slow, gets no more of the job's output. */
#define JOB_CONSOLE_BYTES (256 * 1024)

static int log_fd(void)
{
	static int fd = -1;

	if (fd < 0)
		fd = open("/dev/kmsg", O_WRONLY | O_CLOEXEC);
	return fd;
}

static void put(const char *mark, const char *text, size_t len)
{
	char record[sizeof(LEVEL) + 64 + LINE_MAX_BYTES];
	int n = snprintf(record, sizeof(record), LEVEL "%s%.*s\n", mark, (int)len, text);

	if (write(log_fd(), record, (size_t)n) < 0)
		return;	/* nobody to tell */
}

static void vput(const char *mark, const char *fmt, va_list args)
{
	char text[LINE_MAX_BYTES];

	vsnprintf(text, sizeof(text), fmt, args);
	put(mark, text, strlen(text));
}

void say(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vput("init: ", fmt, args);
	va_end(args);
}

bool broken_promise(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vput(TOPOLOGY_START, fmt, args);
	va_end(args);
	return false;
}

static char line[LINE_MAX_BYTES];
static size_t line_len, job_bytes;

void job_flush(void)
{
	if (line_len && job_bytes <= JOB_CONSOLE_BYTES)
		put("job: ", line, line_len);
	line_len = 0;
}

void job_line(const char *text, size_t len)
{
	bool was_open = job_bytes <= JOB_CONSOLE_BYTES;

	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '\n' || line_len == sizeof(line))
			job_flush();
		if (c != '\n')
			line[line_len++] = c == '\t' || c >= ' ' ? (char)c : '?';
	}
	job_bytes += len;
	if (was_open && job_bytes > JOB_CONSOLE_BYTES)
		say("more output of the job is in job.log only");
}
