// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "store.h"

/* Why it could not be made: errno. */
static int not_made(const char *path)
{
	if (errno == EEXIST) {
		err_say("%s is there already: go on with it by --resume %s, or give another name with -o",
			path, path);
		return XC_USAGE;
	}
	err_say("cannot make the samples file %s: %m", path);
	return errno == ENOSPC || errno == EDQUOT ? XC_NOSPACE : XC_ERROR;
}

int store_create(struct store *s, const char *path)
{
	*s = (struct store){ .path = xstrdup(path) };
	s->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0644);
	return s->fd >= 0 ? XC_OK : not_made(path);
}

int store_begin(struct store *s, const char *path, json_t *line)
{
	char *copy = xstrdup(path), *link;
	int status;

	*s = (struct store){ .path = xstrdup(path) };
	s->fd = open(dirname(copy), O_WRONLY | O_TMPFILE | O_APPEND | O_CLOEXEC, 0644);
	free(copy);
	if (s->fd < 0 || access("/proc/self/fd", X_OK)) {
		/* Not on every file system. */
		store_close(s);
		status = store_create(s, path);
		if (status) {
			json_decref(line);
			return status;
		}
		status = store_append(s, line);
		if (status)
			unlink(path);
		return status;
	}
	status = store_append(s, line);
	if (status)
		return status;
	link = xasprintf("/proc/self/fd/%d", s->fd);
	if (linkat(AT_FDCWD, link, AT_FDCWD, path, AT_SYMLINK_FOLLOW))
		status = not_made(path);
	free(link);
	return status;
}

int store_reopen(struct store *s, const char *path, int64_t whole)
{
	*s = (struct store){ .path = xstrdup(path) };
	s->fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC);
	if (s->fd < 0 || ftruncate(s->fd, whole)) {
		err_say("cannot go on with %s: %m", path);
		return XC_ERROR;
	}
	return XC_OK;
}

static int failed(struct store *s, off_t whole)
{
	int error = errno;

	if (whole >= 0 && ftruncate(s->fd, whole))
		err_say("%s may end with half a line", s->path);
	errno = error;
	if (error == ENOSPC || error == EDQUOT || error == EFBIG) {
		err_say("no space left for %s: make some, then go on with --resume %s", s->path, s->path);
		return XC_NOSPACE;
	}
	err_say("cannot write to %s: %m", s->path);
	return XC_ERROR;
}

int store_append(struct store *s, json_t *line)
{
	char *text = json_dumps(line, JSON_COMPACT | JSON_REAL_PRECISION(12));
	off_t whole = lseek(s->fd, 0, SEEK_END);
	int status = XC_OK;
	size_t n;

	json_decref(line);
	if (!text) {
		err_say("out of memory");
		return XC_ERROR;
	}
	n = strlen(text);
	text[n++] = '\n';
	for (size_t done = 0; !status && done < n;) {
		ssize_t w = write(s->fd, text + done, n - done);

		if (w < 0 && errno == EINTR)
			continue;
		if (w <= 0)
			status = failed(s, whole);
		else
			done += (size_t)w;
	}
	if (!status && fdatasync(s->fd) && errno != EINVAL && errno != EROFS)
		status = failed(s, whole);
	free(text);
	return status;
}

void store_close(struct store *s)
{
	if (s->fd >= 0)
		close(s->fd);
	free(s->path);
	*s = (struct store){ .fd = -1 };
}
