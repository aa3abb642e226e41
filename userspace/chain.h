/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What exec-target-chain hands from one exec to the next in its only argument: CHAIN_FIELDS
 * numbers of CHAIN_DIGITS lower-case hexadecimal digits each, without anything between.
 */
#ifndef CHAIN_H
#define CHAIN_H

enum chain_field {
	CHAIN_LEFT,		/* execs still to do */
	CHAIN_CPU, CHAIN_NODE,	/* where it was just before the exec */
	CHAIN_CPU_CHANGES, CHAIN_NODE_CHANGES,
	CHAIN_FD,		/* where the last one writes the whole text to */
	CHAIN_FIELDS,
};

#define CHAIN_DIGITS 8
#define CHAIN_LENGTH (CHAIN_FIELDS * CHAIN_DIGITS)

enum {
	CHAIN_EXIT_USAGE = 100,
	CHAIN_EXIT_REPORT,	/* could not write the result */
	CHAIN_EXIT_EXEC,	/* could not execute itself */
};

#endif
