/* SPDX-License-Identifier: GPL-2.0-only */
/* Asking libpfm4, whose headers and the kernel's exclude each other. */
#ifndef EVENTS_PFM_H
#define EVENTS_PFM_H

#include <stddef.h>

enum events_pfm { EVENTS_PFM_NO_LIBRARY, EVENTS_PFM_UNKNOWN, EVENTS_PFM_KNOWN };

/*
 * Fills the struct perf_event_attr at attr (zeroed) for an event of that name, kernel and user
 * space. If it is unknown, why[size] is libpfm4's word for it. Stays loaded: call it in a process
 * that ends soon.
 */
enum events_pfm events_pfm(const char *name, void *attr, char *why, size_t size);

#endif
