// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../trailer.h"
#include "init.h"

#define PORTS "/sys/class/virtio-ports"

/* True if the port's name, as the host gave it, is ours. */
static bool is_ours(const char *port)
{
	char path[300], name[64];
	ssize_t len;
	int fd;

	snprintf(path, sizeof(path), PORTS "/%s/name", port);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	len = fd < 0 ? 0 : read(fd, name, sizeof(name) - 1);
	if (fd >= 0)
		close(fd);
	name[len > 0 ? len : 0] = '\0';
	name[strcspn(name, "\n")] = '\0';
	return !strcmp(name, RESULTS_PORT);
}

/* The results port, open for writing; -1 if there is none. */
static int open_port(void)
{
	DIR *dir = opendir(PORTS);
	struct dirent *entry;
	char path[300];
	int fd = -1;

	while (dir && fd < 0 && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.' || !is_ours(entry->d_name))
			continue;
		snprintf(path, sizeof(path), "/dev/%s", entry->d_name);
		fd = open(path, O_WRONLY | O_CLOEXEC);
	}
	if (dir)
		closedir(dir);
	return fd;
}

static bool write_all(int fd, const char *text, size_t len)
{
	while (len) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		}
	}
	return true;
}

static pid_t start_tar(int out)
{
	pid_t pid = fork();

	if (pid)
		return pid;
	dup2(out, 1);
	execl("/bin/busybox", "tar", "-C", "/results", "-cf", "-", ".", (char *)NULL);
	_exit(127);
}

/* From the archiver to the port, counted and summed; false if a side fails. */
static bool copy(int in, int port, unsigned long long *bytes, uint32_t *crc)
{
	char text[65536];
	ssize_t len;

	while ((len = read(in, text, sizeof(text))) != 0) {
		if (len < 0 && errno == EINTR)
			continue;
		if (len < 0 || !write_all(port, text, (size_t)len))
			return false;
		*bytes += (unsigned long long)len;
		*crc = trailer_crc32(*crc, text, (size_t)len);
	}
	return true;
}

static bool send_archive(int port, unsigned long long *bytes, uint32_t *crc)
{
	int ends[2], status = -1;
	bool copied;
	pid_t tar;

	if (pipe2(ends, O_CLOEXEC) || (tar = start_tar(ends[1])) < 0) {
		say("cannot archive the results: %s", strerror(errno));
		return false;
	}
	close(ends[1]);
	copied = copy(ends[0], port, bytes, crc);
	if (!copied)
		say("cannot send the results: %s", strerror(errno));
	close(ends[0]);
	while (waitpid(tar, &status, 0) < 0 && errno == EINTR)
		;
	if (status)
		say("the archive of the results is not whole: tar's status %#x", status);
	return copied && !status;
}

void results_send(const struct outcome *outcome)
{
	unsigned long long bytes = 0;
	char trailer[TRAILER_MAX];
	int port = open_port();
	uint32_t crc = 0;

	if (port < 0) {
		say("no port to send the results through");
		return;
	}
	/* Without a whole archive there is no trailer, so that nobody trusts it. */
	if (send_archive(port, &bytes, &crc)) {
		size_t len = trailer_write(trailer, outcome->why, outcome->status, bytes, crc);

		if (!write_all(port, trailer, len))
			say("cannot send the verdict: %s", strerror(errno));
	}
	close(port);
}
