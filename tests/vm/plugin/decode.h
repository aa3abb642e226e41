/* SPDX-License-Identifier: GPL-2.0-only */
/* As much of the x86-64 instruction format as tells a locked operation, and the markers. */
#ifndef DECODE_H
#define DECODE_H

#include <stdbool.h>
#include <stddef.h>

enum marker { MARK_NONE, MARK_START, MARK_STOP, MARK_GROUP };

/*
 * Does the instruction lock its access to memory? That is one with the prefix, or an exchange
 * with memory, which is locked without.
 */
bool decode_locked(const unsigned char *code, size_t size);

/* What a program tells the plugin by an instruction that does nothing; see userspace/mark.h. */
enum marker decode_marker(const unsigned char *code, size_t size);

#endif
