// SPDX-License-Identifier: GPL-2.0-only
/* Reading and writing the file behind a knob. */
#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "knob.h"
#include "text.h"

/* Whether fd is a file that the kernel makes up: its size means nothing. */
static bool made_up(int fd)
{
	struct statfs fs;
	struct stat st;

	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || fstatfs(fd, &fs))
		return true;
	switch (fs.f_type) {
	case PROC_SUPER_MAGIC:
	case SYSFS_MAGIC:
	case DEBUGFS_MAGIC:
	case TRACEFS_MAGIC:
	case CGROUP_SUPER_MAGIC:
	case CGROUP2_SUPER_MAGIC:
	case SECURITYFS_MAGIC:
		return true;
	default:
		return false;
	}
}

int knob_open(struct knob *k)
{
	char now[KNOB_VALUE_MAX];

	k->fd = open(k->path, O_RDWR | O_CLOEXEC);
	if (k->fd < 0) {
		if ((errno == EACCES || errno == EPERM) && geteuid())
			err_say("not allowed to write %s: run exectune as root", k->key);
		else if (errno == EACCES || errno == EPERM)
			err_say("%s cannot be written, not even by root here: it is read-only", k->key);
		else if (errno == EROFS)
			err_say("%s is on a file system mounted read-only (a container?): run exectune on the host",
				k->key);
		else
			err_say("cannot open %s: %m", k->path);
		return XC_ERROR;
	}
	k->kernel_file = made_up(k->fd);
	if (knob_read(k, now, sizeof(now))) {
		err_say("%s cannot be read (%m), so its old value could not be put back", k->key);
		knob_close(k);
		return XC_ERROR;
	}
	return XC_OK;
}

int knob_read(const struct knob *k, char *buf, size_t size)
{
	size_t n = 0;
	ssize_t r;

	/* A longer text than fits is no setting. Seq files want to be read to their end. */
	while ((r = pread(k->fd, buf + n, size - n, (off_t)n)) != 0) {
		if (r < 0 && errno == EINTR)
			continue;
		if (r < 0)
			return -1;
		n += (size_t)r;
		if (n == size) {
			errno = EFBIG;
			return -1;
		}
	}
	buf[n] = '\0';
	text_setting(buf);
	return 0;
}

int knob_write(const struct knob *k, const char *value)
{
	char line[KNOB_VALUE_MAX + 1];
	size_t n = strlen(value), pad = 0;
	struct stat st = { 0 };
	ssize_t w;

	if (n >= KNOB_VALUE_MAX) {
		errno = EINVAL;
		return -1;
	}
	memcpy(line, value, n);
	line[n++] = '\n';
	/*
	 * What is left of a longer old value in an ordinary file is blanked by the same write()
	 * and cut off after: at no moment, not even one when we are killed, does it hold a mixture.
	 */
	if (!k->kernel_file && !fstat(k->fd, &st) && st.st_size > (off_t)n) {
		pad = (size_t)st.st_size < sizeof(line) ? (size_t)st.st_size - n : sizeof(line) - n;
		memset(line + n, '\n', pad);
	}
	do
		w = pwrite(k->fd, line, n + pad, 0);
	while (w < 0 && errno == EINTR);
	if (w < 0)
		return -1;
	if ((size_t)w != n + pad) {
		errno = EIO;
		return -1;
	}
	if (!k->kernel_file && st.st_size > (off_t)n && ftruncate(k->fd, (off_t)n))
		return -1;
	return 0;
}

int knob_set(const struct knob *k, const char *value)
{
	char now[KNOB_VALUE_MAX];

	if (knob_write(k, value)) {
		if ((errno == EACCES || errno == EPERM) && geteuid())
			err_say("not allowed to write %s: run exectune as root", k->key);
		else if (errno == EINVAL || errno == ERANGE)
			err_say("the kernel refuses the value '%s' for %s (%m)", value, k->key);
		else
			err_say("writing '%s' to %s failed: %m", value, k->key);
		return XC_ERROR;
	}
	if (knob_read(k, now, sizeof(now))) {
		err_say("%s cannot be read back: %m", k->key);
		return XC_ERROR;
	}
	if (!knob_same(now, value)) {
		err_say("%s was set to '%s' but reads '%s': something else sets it, or that value means another",
			k->key, value, now);
		return XC_ERROR;
	}
	return XC_OK;
}

bool knob_same(const char *a, const char *b)
{
	uint64_t x, y;

	if (!strcmp(a, b))
		return true;
	return text_u64(a, 0, UINT64_MAX, &x) && text_u64(b, 0, UINT64_MAX, &y) && x == y;
}

void knob_close(struct knob *k)
{
	if (k->fd >= 0)
		close(k->fd);
	k->fd = -1;
}
