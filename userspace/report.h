/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The report: one HTML page that needs nothing else, with plots drawn by gnuplot.
 * Between cmd_report.c and report_*.c.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "summary_data.h"

struct report {
	const struct summary *s;
	FILE *out;
	const char *title;		/* or NULL: made of the arms */
	bool plots;			/* false: tables only, gnuplot is not needed */
};

/* report_page.c: writes the page. XC_OK or XC_ERROR (said). */
int report_page(const struct report *r);

/* report_html.c */

/* Text as HTML, also within a quoted attribute; control characters become '?'. */
void html_text(FILE *out, const char *text);

/* Formats and escapes; the format itself is not HTML either. */
void html_textf(FILE *out, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* report_style.c */
extern const char report_style[];	/* the style sheet */
extern const char report_marks[];	/* an SVG without size that defines the marks of all plots */

/* report_tables.c */
void report_results(const struct report *r);
void report_counts(const struct report *r);
void report_environment(const struct report *r);

/* Whether the arm is the baseline: 0, a copy of it: 1, or another: 2 and more, the CSS colours. */
unsigned report_colour(const struct summary *s, size_t arm);

/* report_plots.c, report_samples.c: XC_OK or XC_ERROR (said). */
int report_forest(const struct report *r);
int report_samples(const struct report *r, size_t workload);

/*
 * report_gnuplot.c: a plot on its way. Scripts hold numbers only: each text that comes from a file
 * is a label, for which the script has a stand-in that is replaced, escaped, in gnuplot's output.
 */
struct plot {
	FILE *script;
	char *text;			/* of the script, when it is closed */
	size_t size;
	unsigned width, height;
	char **labels;
	size_t nlabels;
};

/* Colours of the script, which the style sheet has under --k and the number. */
enum plot_colour {
	PLOT_BASELINE = 1, PLOT_ARM, PLOT_ARM_LAST = 7,
	PLOT_GRID = 200, PLOT_BAND = 201, PLOT_MUTE = 202,
};

#define PLOT_ARMS (PLOT_ARM_LAST - PLOT_ARM + 1)

/* Pixels; begins the script with the terminal and what all plots have in common. */
void plot_begin(struct plot *p, unsigned width, unsigned height);

/* Text for the script, printed and counted as a label; the stand-in is quoted for gnuplot. */
void plot_label(struct plot *p, const char *where, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/*
 * Draws it as an SVG element of that class, with `about` for those who cannot see it. Frees what
 * plot_begin() made. XC_OK or XC_ERROR (said).
 */
int plot_end(struct plot *p, FILE *out, const char *class, const char *about);

/* report_svg.c: gnuplot's SVG, NUL-terminated, as an element of the page. False: it is no SVG. */
bool svg_write(FILE *out, const char *svg, const struct plot *p, const char *class,
	       const char *about);

/* report_points.c: the samples of one workload, in the order of their time. */
struct report_point {
	double x;			/* blocks since the first, files one after the other */
	double y;			/* median per operation in the scale of the workload */
	double off;			/* per cent off the median of its arm in its file */
	size_t arm;
	uint32_t place;			/* within its block, from 0; STORE_NONE if unknown */
	bool used;			/* of a complete block that was not discarded */
};

struct report_points {
	struct report_point *at;
	size_t n;
	size_t unused;
	size_t places;			/* most in a block; 0: unknown */
	double *breaks;			/* x between two files */
	size_t nbreaks;
	double end;			/* x after the last block */
};

void report_points(const struct summary *s, size_t workload, struct report_points *out);
void report_points_free(struct report_points *p);

#endif
