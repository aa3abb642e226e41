// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "text.h"

bool text_u64(const char *s, uint64_t min, uint64_t max, uint64_t *out)
{
	unsigned long long v;
	char *end;

	if (!isdigit((unsigned char)*s))
		return false;
	errno = 0;
	v = strtoull(s, &end, !strncmp(s, "0x", 2) ? 16 : 10);
	if (errno || *end || v < min || v > max)
		return false;
	*out = v;
	return true;
}

bool text_duration(const char *s, int64_t *ns)
{
	static const struct { const char *unit; double ns; } units[] = {
		{ "ns", 1 }, { "us", 1e3 }, { "ms", 1e6 }, { "", 1e6 }, { "s", 1e9 },
	};
	char *end;
	double v;

	/* Digits and a point only: strtod() would take "inf", "0x1" and "1e3" too. */
	if (!isdigit((unsigned char)*s) || s[strspn(s, "0123456789.")] == 'e' ||
	    s[strspn(s, "0123456789.")] == 'x')
		return false;
	v = strtod(s, &end);
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		if (strcmp(end, units[i].unit))
			continue;
		v = round(v * units[i].ns);
		if (!(v >= 1 && v <= 3600e9))
			return false;
		*ns = (int64_t)v;
		return true;
	}
	return false;
}

char *text_squeeze(char *s)
{
	char *to = s;

	for (const char *from = s; *from; from++) {
		if (!isspace((unsigned char)*from))
			*to++ = *from;
		else if (to > s && to[-1] != ' ')
			*to++ = ' ';
	}
	if (to > s && to[-1] == ' ')
		to--;
	*to = '\0';
	return s;
}

char *text_setting(char *s)
{
	char *open, *close;

	text_squeeze(s);
	open = strchr(s, '[');
	close = open ? strchr(open, ']') : NULL;
	if (!close || strchr(close, '['))
		return s;
	*close = '\0';
	return memmove(s, open + 1, (size_t)(close - open));
}

long text_file(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	size_t n = 0;
	ssize_t r;

	if (fd < 0)
		return -1;
	while (n < size - 1 && (r = read(fd, buf + n, size - 1 - n))) {
		if (r < 0 && errno == EINTR)
			continue;
		if (r < 0) {
			int saved = errno;

			close(fd);
			errno = saved;
			return -1;
		}
		n += (size_t)r;
	}
	close(fd);
	if (n && buf[n - 1] == '\n')
		n--;
	buf[n] = '\0';
	return (long)n;
}
