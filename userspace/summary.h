/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From samples files to the table.
 */
#ifndef EXECTUNE_SUMMARY_H
#define EXECTUNE_SUMMARY_H

#include <stddef.h>
#include <stdio.h>

enum summary_format {
	SUMMARY_TABLE,		/* for a terminal or a plain file, 80 columns */
	SUMMARY_JSON,		/* userspace/summary.schema.json describes it */
	SUMMARY_CSV,
	SUMMARY_MARKDOWN,
	SUMMARY_CHANGELOG,	/* to paste into a patch: ASCII, 72 columns */
	SUMMARY_BEFORE_AFTER,	/* the same, a line "workload before after (+1%)" each */
};

/*
 * Reads the samples files (one boot each or several runs of one boot),
 * compares every arm with the baseline and writes the summary to out.
 * Errors go to stderr, a line each; what a reader of the numbers must know is
 * part of the summary.  Returns an exit code of
 * exitcode.h: 0 done; 2 written, but too few complete blocks to carry a
 * claim, so no comparison is in it; 4 nothing written: a file is missing or
 * no samples file, files do not belong together, or no work was done.
 */
int summary_print(const char *const *files, size_t nfiles, enum summary_format fmt, FILE *out);

/*
 * The JSON summary into the file `path`, replaced as a whole or not at all.
 * Exit codes as above.
 */
int summary_write_json(const char *const *files, size_t nfiles, const char *path);

#endif
