/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the knobs were before a run, on disk before the first of them is written. It lies in
 * /run/exectune for root, else in $XDG_RUNTIME_DIR/exectune or /tmp/exectune-UID
 * ($EXECTUNE_STATE_DIR goes before all of these), is locked by the run that wrote it as long as
 * the run or its guardian lives, and goes away when the knobs are back.
 */
#ifndef JOURNAL_H
#define JOURNAL_H

#include <stddef.h>

#include "arm.h"

struct journal {
	char *path;	/* NULL if there is none */
	char *draft;	/* what it is called until it is complete */
	int fd;		/* holds the lock; -1 if none */
	int dir;	/* locked until it is complete, so that two runs cannot take one knob; or -1 */
};

/* How a restore went. */
struct journal_result {
	unsigned restored;	/* knobs given their old value back */
	unsigned same;		/* knobs that had it */
	unsigned foreign;	/* knobs that somebody else has set since: left alone, and said */
	unsigned failed;	/* knobs that could not be read or written, and said */
};

/*
 * Refuses with a message if a left-over or a live journal has one of the knobs; else makes and
 * locks a draft. XC_OK or XC_ERROR or XC_NOSPACE, said.
 */
int journal_open(struct journal *j, const struct arms *a);

/*
 * Writes the journal of these (opened) arms, synced; from here on there is something to restore.
 * XC_OK or XC_ERROR or XC_NOSPACE, said.
 */
int journal_write(struct journal *j, const struct arms *a);

/*
 * The end, in the run or in its guardian: puts the knobs back if the journal was written
 * (journal_restore()), removes the draft if not. XC_OK or XC_ERROR, said. r may be NULL.
 */
int journal_end(const struct journal *j, struct journal_result *r);


/*
 * Puts the knobs of the journal at path back, those that still have a value of ours, and removes
 * the journal if none failed. XC_OK or XC_ERROR (said) when the journal cannot be read or a knob
 * failed. r may be NULL.
 */
int journal_restore(const char *path, struct journal_result *r);

/*
 * journal_restore() of all left-over journals of this user; live ones are named and left. Drafts of
 * runs that died before they touched a knob are removed.
 */
int journal_restore_all(struct journal_result *r, unsigned *journals);

/* Closes and frees, without removing the file. */
void journal_close(struct journal *j);

#endif
