// SPDX-License-Identifier: GPL-2.0-only
/* exectune status: what each knob is set to. */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "command.h"
#include "err.h"
#include "exitcode.h"
#include "knob.h"
#include "mem.h"
#include "text.h"

struct args {
	char **knobs;
	int n;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct args *a = state->input;

	(void)arg;
	if (key != ARGP_KEY_ARGS)
		return ARGP_ERR_UNKNOWN;
	a->knobs = state->argv + state->next;
	a->n = state->argc - state->next;
	return 0;
}

/* The setting of the file into buf; on failure why not, in words. */
static const char *setting(const char *path, char *buf, size_t size)
{
	if (text_file(path, buf, size) >= 0)
		return text_setting(buf);
	return errno == ENOENT ? "not in this kernel" : strerror(errno);
}

/* "2 bprm" */
static char *value_text(const struct knob_desc *desc, const char *value)
{
	const char *name = knob_value_name(desc, value);

	return name ? xasprintf("%s %s", value, name) : xstrdup(value);
}

/* One row of the table; returns whether the knob is in this kernel. */
static bool row(const struct knob_desc *desc, const char *release)
{
	char buf[KNOB_VALUE_MAX], number[16], *path, *value, *normal;
	int usual = knob_default(desc, release);
	bool there;

	path = xasprintf("%s/%s", knob_sysctl_dir(), desc->sysctl);
	for (char *s = path + strlen(knob_sysctl_dir()); *s; s++)
		*s = *s == '.' ? '/' : *s;
	there = !access(path, F_OK);
	value = value_text(desc, setting(path, buf, sizeof(buf)));
	snprintf(number, sizeof(number), "%d", usual);
	normal = usual < 0 ? xstrdup("unknown") : value_text(desc, number);
	printf("%-25s %-20s %-10s %s\n", desc->sysctl, value, there ? normal : "-",
	       there && usual >= 0 && strcmp(normal, value) ? "changed" : "");
	free(path);
	free(value);
	free(normal);
	return there;
}

/* The knobs asked for by name, a plain line each. */
static int some(const struct args *a)
{
	int status = XC_OK;

	for (int i = 0; i < a->n; i++) {
		char buf[KNOB_VALUE_MAX];
		struct knob k;
		int one = knob_find(a->knobs[i], &k);

		status = status ? status : one;
		if (one)
			continue;
		if (text_file(k.path, buf, sizeof(buf)) < 0) {
			err_say("cannot read %s: %m", k.key);
			status = status ? status : XC_ERROR;
		} else {
			char *value = value_text(k.desc, text_setting(buf));

			printf("%s = %s\n", k.key, value);
			free(value);
		}
		knob_free(&k);
	}
	return status;
}

static int run(int argc, char **argv)
{
	static const struct argp argp = {
		.parser = parse,
		.args_doc = "[KNOB...]",
		.doc = "Show what the known knobs, or the named ones, are set to.",
	};
	struct args args = { 0 };
	struct utsname u;
	int missing = 0;

	if (argp_parse(&argp, argc, argv, 0, NULL, &args))
		return XC_USAGE;
	if (args.n)
		return some(&args);
	uname(&u);
	printf("%-25s %-20s %-10s\n", "KNOB", "VALUE", "DEFAULT");
	for (const struct knob_desc *d = knob_table; d->sysctl; d++)
		missing += !row(d, u.release);
	puts("\nValues:");
	for (const struct knob_desc *d = knob_table; d->sysctl; d++) {
		printf("  %-17s", strchr(d->sysctl, '.') + 1);
		for (int i = 0; d->names[i]; i++)
			printf(" %d %-9s", i, d->names[i]);
		putchar('\n');
	}
	if (missing) {
		printf("\nNot in this kernel (%s), so it cannot be set here:\n", u.release);
		puts("boot a kernel patched with the series and built with the knob's symbol:");
		for (const struct knob_desc *d = knob_table; d->sysctl; d++)
			printf("  %-25s %s=y\n", d->sysctl, d->config);
	}
	return XC_OK;
}

const struct command cmd_status = { "status", "show what the knobs are set to", run };
