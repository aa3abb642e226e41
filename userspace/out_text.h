/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Numbers and words as the writers print them.
 */
#ifndef EXECTUNE_OUT_TEXT_H
#define EXECTUNE_OUT_TEXT_H

#include <stdio.h>

#include "summary_data.h"

#define OUT_TEXT 64

/* A small string returned by value, so that it needs no freeing. */
struct out_text {
	char s[OUT_TEXT];
};

struct out_scale {
	double divide;
	const char *unit;	/* "ns", "us", "ms", "s" or "instructions" */
};

/* One scale for all cells of the workload: that of its least median. */
struct out_scale out_scale_of(const struct summary *s, const struct summary_workload *w);

/* One scale for all workloads. */
struct out_scale out_scale_all(const struct summary *s);

/* Four significant digits and no exponent; "-" for NaN. Counts of instructions are whole. */
struct out_text out_number(double value, const struct out_scale *scale);

/* A whole number with commas, with a sign if `sign`: "-283,904". */
struct out_text out_grouped(double value, bool sign);

/*
 * A comparison in per cent, with as many decimals as its interval deserves:
 * "-26.13%", and "[-26.53, -25.72]", or "-" and "[none]" if there is none.
 * compact: an interval of at most 14 columns up to 1000%.
 */
struct out_text out_change(const struct summary_comparison *c, bool compact);
struct out_text out_interval(const struct summary_comparison *c, bool compact);

/* Whether the arm is the baseline or a second copy of it. */
bool out_is_baseline(const struct summary *s, size_t arm);

/* Whether it is a comparison whose verdict is inconclusive; copies of the baseline have none. */
bool out_unclear(const struct summary *s, size_t arm, const struct summary_comparison *c);

/* The smallest effect that would have been found, "0.84%"; "unknown" if there is none. */
struct out_text out_smallest(const struct summary_comparison *c);

/* "this boot only", "6 boots", "3 boots against 4" or "imported". */
struct out_text out_scope(const struct summary *s);

/* "40 blocks", "38-40 blocks" if workloads differ; "40 values an arm at most" of what took no turns. */
struct out_text out_blocks(const struct summary *s);

/*
 * out_paste.c: what the forms to paste into a patch share, ASCII in
 * OUT_PASTE_WIDTH columns, each line indented.
 */
#define OUT_PASTE_WIDTH 72

/* Prints a line, which it frees, without the spaces at its end. */
void out_paste_line(FILE *out, char *text);

/* The filesystem that all workloads ran on, or NULL: then each names its own. */
const char *out_paste_fs(const struct summary *s);

/* The workload as these forms name it; the caller frees it. */
char *out_paste_label(const struct summary *s, const struct summary_workload *w);

/* Where and how it was measured, and an empty line; unit may be NULL. */
void out_paste_head(const struct summary *s, const char *unit, FILE *out);

/* Whether a comparison gets a "?": inconclusive, and not even a difference is shown. */
bool out_paste_open(const struct summary *s, size_t arm, const struct summary_comparison *c);

/* What "?" means, if there is one, and why there are no claims, each reason once. */
void out_paste_foot(const struct summary *s, FILE *out);

/* The command, after an empty line; nothing if it is not known. */
void out_paste_command(const struct summary *s, FILE *out);

/* "execvpe:hit=7 on tmpfs"; the caller frees it. */
char *out_workload(const struct summary_workload *w);

/* The machine and its kernel in a line, what is unknown left out; the caller frees it. */
char *out_where(const struct summary *s);

/* The command of the first file as a shell would take it, or NULL; the caller frees it. */
char *out_command(const struct summary *s);

/* Replaces what is not printable ASCII by '?', in place. */
char *out_ascii(char *text);

/*
 * Prints the text in lines of at most `width` columns, broken at spaces, each
 * indented; lines but the last end with `tail` ("" or " \\").
 */
void out_wrapped(FILE *out, const char *text, int width, const char *first, const char *next,
		 const char *tail);

#endif
