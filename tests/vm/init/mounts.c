// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include "init.h"

#define IMAGE "/img/ext4.img"
#define IMAGE_SIZE "/img/ext4.size"
#define IMAGE_DIR "/mnt/ext4"

struct fs {
	const char *type, *dir, *data;
	bool optional;
};

static const struct fs first[] = {
	{ "devtmpfs", "/dev", "mode=755", false },
	{ "proc", "/proc", NULL, false },
	{ "sysfs", "/sys", NULL, false },
};

/* Those below /sys appear with the kernel's support only. */
static const struct fs rest[] = {
	{ "devpts", "/dev/pts", "mode=620,ptmxmode=666", false },
	{ "tmpfs", "/dev/shm", "mode=1777", false },
	{ "tmpfs", "/tmp", "mode=1777", false },
	{ "tmpfs", "/run", "mode=755", false },
	{ "tmpfs", "/results", "mode=755", false },
	{ "tracefs", "/sys/kernel/tracing", NULL, true },
	{ "debugfs", "/sys/kernel/debug", NULL, true },
	{ "securityfs", "/sys/kernel/security", NULL, true },
	{ "cgroup2", "/sys/fs/cgroup", NULL, true },
};

static void mount_one(const struct fs *fs)
{
	mkdir(fs->dir, 0755);
	if (!mount(fs->type, fs->dir, fs->type, 0, fs->data) || errno == EBUSY)
		return;
	if (fs->optional && (errno == ENODEV || errno == ENOENT))
		return;
	say("cannot mount %s on %s: %s", fs->type, fs->dir, strerror(errno));
}

void mount_first(void)
{
	for (size_t i = 0; i < sizeof(first) / sizeof(*first); i++)
		mount_one(&first[i]);
}

void mount_rest(void)
{
	for (size_t i = 0; i < sizeof(rest) / sizeof(*rest); i++)
		mount_one(&rest[i]);
	/* Scripts run through a descriptor are given these names. */
	if (symlink("/proc/self/fd", "/dev/fd") || symlink("fd/0", "/dev/stdin") ||
	    symlink("fd/1", "/dev/stdout") || symlink("fd/2", "/dev/stderr"))
		say("cannot make /dev/fd: %s", strerror(errno));
}

/* The image comes without the zeros at its end; they take no memory here. */
static bool stretch(int fd)
{
	FILE *file = fopen(IMAGE_SIZE, "re");
	long long size = 0;
	bool got = file && fscanf(file, "%lld", &size) == 1;

	if (file)
		fclose(file);
	if (got && !ftruncate(fd, size))
		return true;
	say("no ext4 here: cannot give the image its size");
	return false;
}

/* Binds fd to a free loop device and gives its path; false after saying why. */
static bool bind_loop(int fd, char *path, size_t size)
{
	int control = open("/dev/loop-control", O_RDWR | O_CLOEXEC);
	int number = control < 0 ? -1 : ioctl(control, LOOP_CTL_GET_FREE);
	int loop = -1, status = -1;

	if (number >= 0) {
		snprintf(path, size, "/dev/loop%d", number);
		loop = open(path, O_RDWR | O_CLOEXEC);
		status = loop < 0 ? -1 : ioctl(loop, LOOP_SET_FD, fd);
	}
	if (status < 0)
		say("no ext4 here: no loop device: %s", strerror(errno));
	if (loop >= 0)
		close(loop);
	if (control >= 0)
		close(control);
	return status == 0;
}

void mount_image(void)
{
	int fd = open(IMAGE, O_RDWR | O_CLOEXEC);
	char loop[32];

	if (fd < 0) {
		say("no ext4 here: no %s: %s", IMAGE, strerror(errno));
		return;
	}
	if (stretch(fd) && bind_loop(fd, loop, sizeof(loop)) &&
	    mount(loop, IMAGE_DIR, "ext4", MS_NOATIME, "init_itable=0"))
		say("no ext4 here: cannot mount it: %s", strerror(errno));
	close(fd);
}

void unmount_image(void)
{
	sync();
	if (umount(IMAGE_DIR) && errno != EINVAL && errno != ENOENT)
		say("cannot unmount %s: %s", IMAGE_DIR, strerror(errno));
}
