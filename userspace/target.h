/* SPDX-License-Identifier: GPL-2.0-only */
/* The programs that are executed (targets/), and the directories that they are executed in. */
#ifndef TARGET_H
#define TARGET_H

#include <stdint.h>

/*
 * Opens the program `name` that belongs to exectune; it is looked for beside exectune and in the
 * libexec directory. A descriptor that an exec closes, or -1, said.
 */
int target_open(const char *name);

/*
 * Copies the program `name` ("exec-target") to the path `to`, executable by all. XC_OK or
 * XC_ERROR, said.
 */
int target_copy(const char *name, const char *to);

/*
 * Makes a fresh directory in `parent` (NULL: $TMPDIR or /tmp) whose name follows from seed. A new
 * string in *dir. XC_OK or XC_ERROR, said.
 */
int target_dir(const char *parent, uint64_t seed, char **dir);

/* The name of the file system that path is on ("tmpfs", "ext4"), a new string; NULL if unknown. */
char *target_fs(const char *path);

/* Removes a directory made by target_dir() with all that is in it; it does not follow links. */
void target_remove(const char *dir);

#endif
