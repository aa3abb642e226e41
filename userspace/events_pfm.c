// SPDX-License-Identifier: GPL-2.0-only
#include <dlfcn.h>
#include <perfmon/pfmlib_perf_event.h>
#include <stdio.h>

#include "events_pfm.h"

#define LIBRARY "libpfm.so.4"

enum events_pfm events_pfm(const char *name, void *attr, char *why, size_t size)
{
	pfm_perf_encode_arg_t arg = { .attr = attr, .size = sizeof(arg) };
	void *lib = dlopen(LIBRARY, RTLD_NOW);
	pfm_err_t (*start)(void), (*encode)(const char *, int, pfm_os_t, void *);
	const char *(*error)(int);
	int status;

	if (!lib)
		return EVENTS_PFM_NO_LIBRARY;
	*(void **)&start = dlsym(lib, "pfm_initialize");
	*(void **)&encode = dlsym(lib, "pfm_get_os_event_encoding");
	*(void **)&error = dlsym(lib, "pfm_strerror");
	if (!start || !encode || !error)
		return EVENTS_PFM_NO_LIBRARY;
	status = start();
	if (!status)
		status = encode(name, PFM_PLM0 | PFM_PLM3, PFM_OS_PERF_EVENT, &arg);
	snprintf(why, size, "%s", status ? error(status) : "");
	return status ? EVENTS_PFM_UNKNOWN : EVENTS_PFM_KNOWN;
}
