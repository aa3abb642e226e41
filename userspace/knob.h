/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A knob: a file that holds a setting, most often a sysctl. The knobs of our series are known
 * with the names of their values; any other sysctl and any writable file will do as well.
 */
#ifndef KNOB_H
#define KNOB_H

#include <stdbool.h>
#include <stddef.h>

#define KNOB_VALUE_MAX 4096		/* bytes of a setting, with its NUL */

/* What is known of a knob of the series. */
struct knob_desc {
	const char *sysctl;		/* "kernel.exec_lookup_mode"; also known by its last word */
	const char *config;		/* the Kconfig symbol that brings it */
	const char *summary;
	const char *const *names;	/* the name of value i; ends with NULL */
	unsigned version, before, since;/* default `before` below that kernel, else `since` */
};

/* Ends with an entry whose sysctl is NULL. */
extern const struct knob_desc knob_table[];

struct knob {
	char *key;			/* "kernel.exec_lookup_mode", "vm.swappiness" or "/a/file" */
	char *path;			/* of the file */
	const struct knob_desc *desc;	/* NULL if not one of ours */
	int fd;				/* open for reading and writing, or -1 */
	bool kernel_file;		/* no ordinary file: never cut nor padded */
};

/*
 * Where the sysctls are: $EXECTUNE_SYSCTL_DIR (for tests and for a /proc mounted elsewhere) or
 * /proc/sys.
 */
const char *knob_sysctl_dir(void);

/*
 * Finds the knob of that name: a name or short name in the table, a sysctl (dots or slashes),
 * or an absolute path. Fills *k, to be freed with knob_free(). Returns XC_OK, or XC_USAGE
 * (unknown) or XC_ERROR (known but not in this kernel), having said so.
 */
int knob_find(const char *name, struct knob *k);

/* The known knob of that name or short name, or NULL. */
const struct knob_desc *knob_desc_find(const char *name);

/*
 * What to write for a value given by number or name: a new string in *value. A value that
 * the kernel would take differently is said and XC_USAGE returned.
 */
int knob_value(const struct knob *k, const char *text, char **value);

/* The name of a value ("late"), or NULL if it has none. desc may be NULL. */
const char *knob_value_name(const struct knob_desc *desc, const char *value);

/*
 * The default value of a known knob on the kernel `release` ("6.12.1-x"), or -1 when that is
 * not known.
 */
int knob_default(const struct knob_desc *desc, const char *release);

/*
 * Opens it for reading and writing. XC_OK or XC_ERROR, having said why (no right to, read-only,
 * not readable...).
 */
int knob_open(struct knob *k);

/* The setting, squeezed, into buf of size bytes: 0, or -1 with errno. The knob is open. */
int knob_read(const struct knob *k, char *buf, size_t size);

/*
 * Writes a setting in one write(): 0, or -1 with errno. The knob is open. For the equal flips
 * of a run: nothing is checked beyond the write itself.
 */
int knob_write(const struct knob *k, const char *value);

/* Writes and reads back: XC_OK or XC_ERROR, having said what is wrong. */
int knob_set(const struct knob *k, const char *value);

/* Whether two settings are the same: numbers by value, the rest as text. */
bool knob_same(const char *a, const char *b);

void knob_close(struct knob *k);
void knob_free(struct knob *k);

#endif
