// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <libgen.h>
#include <limits.h>
#include <mntent.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/sendfile.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "target.h"

int target_open(const char *name)
{
	char exe[PATH_MAX] = "";
	ssize_t n = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	const char *dir;
	int fd = -1;

	if (n > 0) {
		dir = dirname(exe);
		const char *const forms[] = { "%s/%s", "%s/../%s", "%s/../libexec/exectune/%s" };

		for (size_t i = 0; fd < 0 && i < sizeof(forms) / sizeof(*forms); i++) {
			char *path;

			if (asprintf(&path, forms[i], dir, name) < 0)
				break;
			fd = open(path, O_RDONLY | O_CLOEXEC);
			free(path);
		}
	}
	if (fd < 0) {
		char *path = xasprintf("%s/%s", EXECTUNE_LIBEXEC, name);

		fd = open(path, O_RDONLY | O_CLOEXEC);
		free(path);
	}
	if (fd < 0)
		err_say("cannot find the program %s, neither beside exectune nor in %s: build and install both",
			name, EXECTUNE_LIBEXEC);
	return fd;
}

int target_copy(const char *name, const char *to)
{
	int in = target_open(name), out;
	struct stat st;
	ssize_t n = 0;

	if (in < 0)
		return XC_ERROR;
	out = open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
	if (out < 0 || fstat(in, &st))
		goto fail;
	for (off_t left = st.st_size; left; left -= n) {
		n = sendfile(out, in, NULL, (size_t)left);
		if (n <= 0)
			goto fail;
	}
	if (fchmod(out, 0755) || close(out)) {
		out = -1;
		goto fail;
	}
	close(in);
	return XC_OK;
fail:
	err_say("cannot copy %s to %s: %m", name, to);
	close(in);
	if (out >= 0)
		close(out);
	return errno == ENOSPC ? XC_NOSPACE : XC_ERROR;
}

int target_dir(const char *parent, uint64_t seed, char **dir)
{
	const char *tmp = getenv("TMPDIR");

	if (!parent)
		parent = tmp && *tmp ? tmp : "/tmp";
	for (unsigned i = 0; i < 1000; i++) {
		char *abs = realpath(parent, NULL);

		if (!abs)
			break;
		*dir = xasprintf("%s/exectune-%08x.%u", abs, (unsigned)(seed ^ seed >> 32), i);
		free(abs);
		if (!mkdir(*dir, 0755)) {
			/* Whatever the umask: the programs may be executed by another user. */
			if (chmod(*dir, 0755))
				break;
			return XC_OK;
		}
		free(*dir);
		if (errno != EEXIST)
			break;
	}
	*dir = NULL;
	err_say("cannot make a directory in %s: %m", parent);
	return XC_ERROR;
}

/* By statfs(2), for a root that is no mount point, as in a chroot; the number where it has no name. */
static char *fs_by_magic(const char *path)
{
	static const struct { unsigned magic; const char *type; } names[] = {
		{ EXT4_SUPER_MAGIC, "ext4" }, { XFS_SUPER_MAGIC, "xfs" }, { BTRFS_SUPER_MAGIC, "btrfs" },
		{ TMPFS_MAGIC, "tmpfs" }, { OVERLAYFS_SUPER_MAGIC, "overlay" },
	};
	struct statfs st;

	if (statfs(path, &st))
		return NULL;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].magic == (unsigned)st.f_type)
			return xstrdup(names[i].type);
	return xasprintf("0x%x", (unsigned)st.f_type);
}

/* The mount that is the longest prefix of the path, as the last line for it says. */
char *target_fs(const char *path)
{
	FILE *f = setmntent("/proc/self/mounts", "r");
	char *abs = realpath(path, NULL), *type = NULL, buf[4096];
	size_t best = 0;
	struct mntent m;

	while (f && abs && getmntent_r(f, &m, buf, sizeof(buf))) {
		size_t n = strlen(m.mnt_dir);

		if (n == 1)
			n = 0;
		if (strncmp(abs, m.mnt_dir, n) || (abs[n] && abs[n] != '/') || n < best)
			continue;
		free(type);
		type = xstrdup(m.mnt_type);
		best = n;
	}
	if (f)
		endmntent(f);
	free(abs);
	return type ? type : fs_by_magic(path);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st, (void)type, (void)ftw;
	remove(path);
	return 0;
}

void target_remove(const char *dir)
{
	nftw(dir, remove_one, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}
