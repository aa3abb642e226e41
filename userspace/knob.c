// SPDX-License-Identifier: GPL-2.0-only
/* Which knobs there are, and what their values are called. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "knob.h"
#include "mem.h"
#include "text.h"

#define VERSION(major, minor) ((major) * 1000 + (minor))
#define NAMES(...) ((const char *const[]){ __VA_ARGS__, NULL })

const struct knob_desc knob_table[] = {
	{
		.sysctl = "kernel.exec_lookup_mode", .config = "CONFIG_EXEC_LOOKUP_MODE",
		.summary = "when execve() looks up and opens its file",
		.names = NAMES("late", "early", "bprm", "path"),
		.version = VERSION(6, 8), .before = 0, .since = 2,
	}, {
		.sysctl = "kernel.sched_exec_policy", .config = "CONFIG_SCHED_EXEC_POLICY",
		.summary = "where execve() may migrate the task to",
		.names = NAMES("any", "node", "contended", "off"),
	}, {
		.sysctl = "kernel.sched_exec_point", .config = "CONFIG_SCHED_EXEC_POINT",
		.summary = "when in execve() the task is migrated",
		.names = NAMES("stock", "early", "late"),
	}, {
		.sysctl = "fs.access_cred_mode", .config = "CONFIG_ACCESS_CRED_MODE",
		.summary = "whether access() copies credentials it need not copy",
		.names = NAMES("copy", "skip"),
		.version = VERSION(6, 3), .before = 0, .since = 1,
	}, {
		.sysctl = "fs.proc_pid_walk", .config = "CONFIG_PROC_PID_WALK",
		.summary = "how a path walk passes /proc/PID",
		.names = NAMES("ref", "rcu"),
		.version = VERSION(5, 16), .before = 0, .since = 1,
	}, {
		.sysctl = "kernel.exec_stats", .config = "CONFIG_EXEC_STATS",
		.summary = "whether /proc/exec_stat counts",
		.names = NAMES("off", "on"),
	},
	{ 0 },
};

const char *knob_sysctl_dir(void)
{
	const char *dir = getenv("EXECTUNE_SYSCTL_DIR");

	return dir && *dir ? dir : "/proc/sys";
}

const struct knob_desc *knob_desc_find(const char *name)
{
	for (const struct knob_desc *d = knob_table; d->sysctl; d++)
		if (!strcmp(d->sysctl, name) || !strcmp(strchr(d->sysctl, '.') + 1, name))
			return d;
	return NULL;
}

int knob_default(const struct knob_desc *desc, const char *release)
{
	unsigned major, minor;

	if (sscanf(release, "%u.%u", &major, &minor) != 2)
		return -1;
	return (int)(VERSION(major, minor) < desc->version ? desc->before : desc->since);
}

/* As sysctl(8): whichever of '.' and '/' comes first separates, the other one belongs to a name. */
static void sysctl_swap(char *s)
{
	char *sep = strpbrk(s, "./");

	if (!sep || *sep == '/')
		return;
	for (; *s; s++)
		*s = *s == '.' ? '/' : *s == '/' ? '.' : *s;
}

static bool climbs(const char *path)
{
	for (const char *p = path; (p = strstr(p, "..")); p += 2)
		if ((p == path || p[-1] == '/') && (!p[2] || p[2] == '/'))
			return true;
	return false;
}

static int missing(const struct knob *k, const char *name)
{
	struct utsname u;

	uname(&u);
	if (k->desc)
		err_say("%s is not in this kernel (%s): boot one patched with the series and built with %s=y; 'exectune status' shows what there is",
			k->desc->sysctl, u.release, k->desc->config);
	else if (*name == '/')
		err_say("knob '%s': %m", name);
	else
		err_say("unknown knob '%s': neither a known one ('exectune list' shows them) nor a sysctl of this kernel (no %s)",
			name, k->path);
	return k->desc ? XC_ERROR : XC_USAGE;
}

int knob_find(const char *name, struct knob *k)
{
	const struct knob_desc *desc = knob_desc_find(name);
	const char *dir = knob_sysctl_dir();
	struct stat st;
	int status;

	*k = (struct knob){ .fd = -1, .desc = desc };
	if (!*name || climbs(name)) {
		err_say("'%s' is no name of a knob; 'exectune list' shows the known ones", name);
		return XC_USAGE;
	}
	if (*name == '/') {
		k->path = xstrdup(name);
	} else {
		char *part = xstrdup(desc ? desc->sysctl : name);

		sysctl_swap(part);
		k->path = xasprintf("%s/%s", dir, part);
		free(part);
	}
	if (stat(k->path, &st)) {
		status = missing(k, name);
		knob_free(k);
		return status;
	}
	if (S_ISDIR(st.st_mode)) {
		err_say("'%s' is a directory, not a knob: name one of the files in it", k->path);
		knob_free(k);
		return XC_USAGE;
	}
	/* One knob has one key, however it was written, so that naming it twice is noticed. */
	if (!desc && !strncmp(k->path, dir, strlen(dir)) && k->path[strlen(dir)] == '/') {
		k->key = xstrdup(k->path + strlen(dir) + 1);
		for (char *s = k->key; *s; s++)
			*s = *s == '.' ? '/' : *s == '/' ? '.' : *s;
		k->desc = knob_desc_find(k->key);
	} else {
		k->key = xstrdup(desc ? desc->sysctl : k->path);
	}
	return XC_OK;
}

const char *knob_value_name(const struct knob_desc *desc, const char *value)
{
	uint64_t v;

	if (!desc || !text_u64(value, 0, UINT64_MAX, &v))
		return NULL;
	for (size_t i = 0; desc->names[i]; i++)
		if (i == v)
			return desc->names[i];
	return NULL;
}

/* "late, early, bprm or path (0-3)"; the caller frees it. */
static char *names_text(const struct knob_desc *desc)
{
	char *text = xstrdup(desc->names[0]);
	size_t n = 1;

	for (; desc->names[n]; n++) {
		char *more = xasprintf("%s%s%s", text, desc->names[n + 1] ? ", " : " or ",
				       desc->names[n]);

		free(text);
		text = more;
	}
	char *all = xasprintf("%s (0-%zu)", text, n - 1);

	free(text);
	return all;
}

int knob_value(const struct knob *k, const char *text, char **value)
{
	char *names;

	if (!k->desc) {
		if (!*text || strchr(text, '\n') || strlen(text) >= KNOB_VALUE_MAX) {
			err_say("%s: '%s' is no value: give one line that is not empty", k->key, text);
			return XC_USAGE;
		}
		*value = text_squeeze(xstrdup(text));
		return XC_OK;
	}
	for (size_t i = 0; k->desc->names[i]; i++) {
		uint64_t v;

		if (!strcmp(text, k->desc->names[i]) || (text_u64(text, 0, UINT64_MAX, &v) && v == i)) {
			*value = xasprintf("%zu", i);
			return XC_OK;
		}
	}
	names = names_text(k->desc);
	err_say("%s has no value '%s': it is one of %s", k->key, text, names);
	free(names);
	return XC_USAGE;
}

void knob_free(struct knob *k)
{
	knob_close(k);
	free(k->key);
	free(k->path);
	*k = (struct knob){ .fd = -1 };
}
