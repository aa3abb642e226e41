// SPDX-License-Identifier: GPL-2.0-only
/* Writing journals and finding those that are there. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "journal.h"
#include "mem.h"
#include "text.h"

#define SUFFIX ".journal"
#define DRAFT ".draft"

static char *state_dir(void)
{
	const char *own = getenv("EXECTUNE_STATE_DIR"), *xdg = getenv("XDG_RUNTIME_DIR");

	if (own && *own)
		return xstrdup(own);
	if (!geteuid())
		return xstrdup("/run/exectune");
	if (xdg && *xdg)
		return xasprintf("%s/exectune", xdg);
	return xasprintf("/tmp/exectune-%u", (unsigned)geteuid());
}

/* Opens the directory, made if asked for; a directory of somebody else is not trusted. -1, said. */
static int open_dir(const char *dir, bool make)
{
	struct stat st;
	int fd;

	if (make && mkdir(dir, 0700) && errno != EEXIST) {
		err_say("cannot make %s for the knobs' old values: %m", dir);
		return -1;
	}
	fd = open(dir, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0) {
		if (make || errno != ENOENT)
			err_say("cannot open %s: %m", dir);
		return -1;
	}
	if (fstat(fd, &st) || st.st_uid != geteuid() || (st.st_mode & 022)) {
		err_say("%s belongs to somebody else or others may write there: remove it", dir);
		close(fd);
		errno = EPERM;
		return -1;
	}
	return fd;
}

/*
 * Calls each(path, arg) for all files with that suffix until one returns other than XC_OK, which
 * is returned.
 */
static int for_each(const char *dir, int dfd, const char *suffix,
		    int (*each)(const char *path, void *arg), void *arg)
{
	DIR *d = fdopendir(dup(dfd));
	struct dirent *e;
	int status = XC_OK;

	/* The duplicate shares its place with dfd. */
	if (d)
		rewinddir(d);
	while (d && !status && (e = readdir(d))) {
		size_t n = strlen(e->d_name), m = strlen(suffix);
		char *path;

		if (n <= m || strcmp(e->d_name + n - m, suffix))
			continue;
		path = xasprintf("%s/%s", dir, e->d_name);
		status = each(path, arg);
		free(path);
	}
	if (d)
		closedir(d);
	return status;
}

/* Whether a run or its guardian still holds the journal. */
static bool alive(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool held = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK;

	if (fd >= 0)
		close(fd);
	return held;
}

static int refuse_shared(const char *path, void *arg)
{
	const struct arms *a = arg;
	json_t *journal = json_load_file(path, 0, NULL), *one;
	int status = XC_OK;
	size_t i;

	json_array_foreach(json_object_get(journal, "knobs"), i, one) {
		const char *file = json_string_value(json_object_get(one, "path"));

		for (size_t k = 0; file && !status && k < a->nknobs; k++) {
			if (strcmp(file, a->knobs[k].path))
				continue;
			status = XC_ERROR;
			if (alive(path))
				err_say("another run is using %s (its journal is %s): wait for it to end",
					a->knobs[k].key, path);
			else
				err_say("an earlier run ended without putting %s back: run 'exectune restore' first",
					a->knobs[k].key);
		}
	}
	json_decref(journal);
	return status;
}

static json_t *to_json(const struct arms *a)
{
	char boot[64] = "";
	json_t *knobs = json_array();

	text_file("/proc/sys/kernel/random/boot_id", boot, sizeof(boot));
	for (size_t k = 0; k < a->nknobs; k++) {
		json_t *ours = json_array();

		for (size_t i = 0; i < a->n; i++)
			json_array_append_new(ours, json_string(a->arms[i].values[k]));
		json_array_append_new(knobs, json_pack("{s:s, s:s, s:s, s:o}", "key", a->knobs[k].key,
						       "path", a->knobs[k].path, "old", a->old[k],
						       "ours", ours));
	}
	return json_pack("{s:s, s:i, s:s, s:I, s:o}", "type", "journal", "format", 1, "boot_id", boot,
			 "pid", (json_int_t)getpid(), "knobs", knobs);
}

static int remove_draft(const char *path, void *arg)
{
	(void)arg;
	if (!alive(path))
		unlink(path);
	return XC_OK;
}

int journal_open(struct journal *j, const struct arms *a)
{
	char *dir = state_dir();
	int status;

	*j = (struct journal){ .fd = -1, .dir = open_dir(dir, true) };
	status = j->dir < 0 ? XC_ERROR : XC_OK;
	if (!status && flock(j->dir, LOCK_EX)) {
		err_say("cannot lock %s: %m", dir);
		status = XC_ERROR;
	}
	if (!status)
		status = for_each(dir, j->dir, SUFFIX, refuse_shared, (void *)a);
	/* One killed before it had a guardian leaves a draft. */
	if (!status)
		for_each(dir, j->dir, DRAFT, remove_draft, NULL);
	if (!status) {
		j->path = xasprintf("%s/%d%s", dir, (int)getpid(), SUFFIX);
		j->draft = xasprintf("%s/%d%s", dir, (int)getpid(), DRAFT);
		j->fd = open(j->draft, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0600);
		if (j->fd < 0 || flock(j->fd, LOCK_EX | LOCK_NB)) {
			status = errno == ENOSPC ? XC_NOSPACE : XC_ERROR;
			err_say("cannot make %s for the knobs' old values: %m", j->path);
		}
	}
	free(dir);
	if (status)
		journal_close(j);
	return status;
}

int journal_write(struct journal *j, const struct arms *a)
{
	json_t *json = to_json(a);
	char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
	size_t n = text ? strlen(text) : 0;
	int status = XC_OK;

	if (!text || write(j->fd, text, n) != (ssize_t)n || fsync(j->fd) || rename(j->draft, j->path) ||
	    fsync(j->dir)) {
		status = errno == ENOSPC ? XC_NOSPACE : XC_ERROR;
		err_say("cannot write the knobs' old values to %s: %m; no knob was touched", j->path);
	}
	free(text);
	json_decref(json);
	/* Not by closing alone: the measuring process has a copy. */
	flock(j->dir, LOCK_UN);
	close(j->dir);
	j->dir = -1;
	return status;
}

int journal_end(const struct journal *j, struct journal_result *r)
{
	if (!j->path)
		return XC_OK;
	if (unlink(j->draft) && errno != ENOENT)
		err_say("cannot remove %s: %m", j->draft);
	return access(j->path, F_OK) ? XC_OK : journal_restore(j->path, r);
}

struct all {
	struct journal_result *r;
	unsigned n;
	int status;
};

static int restore_one(const char *path, void *arg)
{
	struct all *all = arg;
	int status;

	if (alive(path)) {
		err_say("a run that is still going on holds %s: its knobs are left alone", path);
		return XC_OK;
	}
	all->n++;
	status = journal_restore(path, all->r);
	if (status)
		all->status = status;
	return XC_OK;
}


int journal_restore_all(struct journal_result *r, unsigned *journals)
{
	struct all all = { .r = r };
	char *dir = state_dir();
	int dfd = open_dir(dir, false);

	*journals = 0;
	if (dfd < 0) {
		free(dir);
		return errno == ENOENT ? XC_OK : XC_ERROR;
	}
	for_each(dir, dfd, SUFFIX, restore_one, &all);
	for_each(dir, dfd, DRAFT, remove_draft, NULL);
	close(dfd);
	free(dir);
	*journals = all.n;
	return all.status;
}

void journal_close(struct journal *j)
{
	if (j->fd >= 0)
		close(j->fd);
	if (j->dir >= 0) {
		flock(j->dir, LOCK_UN);
		close(j->dir);
	}
	free(j->path);
	free(j->draft);
	*j = (struct journal){ .fd = -1, .dir = -1 };
}
