// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "arch.h"
#include "env.h"
#include "mem.h"
#include "pin.h"
#include "sha256.h"
#include "text.h"

#define CPU "/sys/devices/system/cpu"
#define NODE "/sys/devices/system/node"

static json_t *file(const char *path)
{
	char text[8192];

	return text_file(path, text, sizeof(text)) > 0 ? json_string(text_squeeze(text)) : json_null();
}

static json_t *owned(char *text)
{
	json_t *s = text ? json_string(text) : json_null();

	free(text);
	return s;
}

/* SHA-256 of what comes from f up to its end; null if that is nothing. */
static json_t *hash(FILE *f)
{
	struct sha256 s;
	char buf[8192], hex[65];
	size_t n;

	sha256_begin(&s);
	while ((n = fread(buf, 1, sizeof(buf), f)))
		sha256_add(&s, buf, n);
	n = s.bytes;
	sha256_end(&s, hex);
	return n ? json_string(hex) : json_null();
}

/* Of the configuration's text, so that it is what sha256sum says of the .config. */
static json_t *config(const char *release)
{
	char *path = xasprintf("/boot/config-%s", release);
	json_t *s = json_null();
	FILE *f;

	if (!access("/proc/config.gz", R_OK)) {
		f = popen("gzip -dc /proc/config.gz 2>/dev/null", "r");
		s = f ? hash(f) : s;
		if (f)
			pclose(f);
	}
	if (json_is_null(s) && (f = fopen(path, "re"))) {
		s = hash(f);
		fclose(f);
	}
	free(path);
	return s;
}

static json_t *machine_id(void)
{
	FILE *f = fopen("/etc/machine-id", "re");
	json_t *s = f ? hash(f) : json_null();

	if (f)
		fclose(f);
	return s;
}

static json_t *cpu_model(void)
{
	FILE *f = fopen("/proc/cpuinfo", "re");
	json_t *s = json_null();
	char line[512];

	while (f && json_is_null(s) && fgets(line, sizeof(line), f))
		if (!strncmp(line, "model name", 10) && strchr(line, ':'))
			s = json_string(text_squeeze(strchr(line, ':') + 1));
	if (f)
		fclose(f);
	return s;
}

static json_t *distances(json_t *env)
{
	json_t *rows = json_array();

	for (int node = 0;; node++) {
		char *path = xasprintf(NODE "/node%d/distance", node), text[4096], *rest = text, *word;
		long n = text_file(path, text, sizeof(text));
		json_t *row = json_array();

		free(path);
		if (n <= 0) {
			json_decref(row);
			break;
		}
		while ((word = strsep(&rest, " \n")))
			if (*word)
				json_array_append_new(row, json_integer(atoi(word)));
		json_array_append_new(rows, row);
	}
	json_object_set_new(env, "nodes", json_array_size(rows) ?
			    json_integer((json_int_t)json_array_size(rows)) : json_null());
	if (json_array_size(rows))
		return rows;
	json_decref(rows);
	return json_null();
}

static json_t *turbo(void)
{
	char text[16];

	if (text_file(CPU "/intel_pstate/no_turbo", text, sizeof(text)) > 0)
		return json_string(*text == '0' ? "on" : "off");
	if (text_file(CPU "/cpufreq/boost", text, sizeof(text)) > 0)
		return json_string(*text == '1' ? "on" : "off");
	return json_null();
}

static json_t *mitigations(void)
{
	struct dirent **names;
	int n = scandir(CPU "/vulnerabilities", &names, NULL, alphasort);
	json_t *all = json_object();

	for (int i = 0; i < n; i++) {
		char *path = xasprintf(CPU "/vulnerabilities/%s", names[i]->d_name);

		if (*names[i]->d_name != '.')
			json_object_set_new(all, names[i]->d_name, file(path));
		free(path);
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	if (json_object_size(all))
		return all;
	json_decref(all);
	return json_null();
}

/* The hypervisor as CPUID names it; a guest's init may know better. */
static json_t *accel(void)
{
	static const struct { const char *signature, *name; } known[] = {
		{ "KVMKVMKVM", "kvm" }, { "TCGTCGTCGTCG", "tcg" }, { "Microsoft Hv", "hyperv" },
		{ "VMwareVMware", "vmware" }, { "XenVMMXenVMM", "xen" },
	};
	const char *told = getenv("EXECTUNE_ACCEL");
	char signature[13];

	if (told && *told)
		return json_string(told);
	if (!arch_hypervisor(signature))
		return json_null();
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (!strcmp(signature, known[i].signature))
			return json_string(known[i].name);
	return json_string("unknown hypervisor");
}

json_t *env_capture(void)
{
	json_t *env = json_object();
	struct utsname u;

	uname(&u);
	json_object_set_new(env, "release", json_string(u.release));
	json_object_set_new(env, "version", json_string(u.version));
	json_object_set_new(env, "config_sha256", config(u.release));
	json_object_set_new(env, "cmdline", file("/proc/cmdline"));
	json_object_set_new(env, "cpu_model", cpu_model());
	json_object_set_new(env, "cpus_online", file(CPU "/online"));
	json_object_set_new(env, "distances", distances(env));
	json_object_set_new(env, "governor", file(CPU "/cpu0/cpufreq/scaling_governor"));
	json_object_set_new(env, "turbo", turbo());
	json_object_set_new(env, "smt", file(CPU "/smt/control"));
	json_object_set_new(env, "mitigations", mitigations());
	json_object_set_new(env, "clocksource",
			    file("/sys/devices/system/clocksource/clocksource0/current_clocksource"));
	json_object_set_new(env, "accel", accel());
	json_object_set_new(env, "affinity", owned(pin_affinity()));
	json_object_set_new(env, "mempolicy", owned(pin_mempolicy()));
	json_object_set_new(env, "hostname", json_string(u.nodename));
	json_object_set_new(env, "boot_id", file("/proc/sys/kernel/random/boot_id"));
	json_object_set_new(env, "machine_id_sha256", machine_id());
	json_object_set_new(env, "sched_ext", file("/sys/kernel/sched_ext/root/ops"));
	return env;
}

const char *env_differs(const json_t *then, const json_t *now)
{
	static const char *const same[] = { "hostname", "machine_id_sha256", "release", "version",
					    "config_sha256", "boot_id", "affinity", "mempolicy" };

	for (size_t i = 0; i < sizeof(same) / sizeof(*same); i++) {
		json_t *a = json_object_get(then, same[i]), *b = json_object_get(now, same[i]);

		if (!json_equal(a ? a : json_null(), b ? b : json_null()))
			return same[i];
	}
	return NULL;
}
