// SPDX-License-Identifier: GPL-2.0-only
/* The forest plot: what each arm is to the baseline, with its interval. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "exitcode.h"
#include "mem.h"
#include "out_text.h"
#include "report.h"

#define ROW 48			/* pixels */
#define AXIS 44			/* below the rows */

/* One row, in per cent of the baseline. */
struct row {
	size_t workload, arm;
	double middle, low, high;	/* limits NaN if there are none */
};

static double percent(double log_ratio)
{
	return 100 * expm1(log_ratio);
}

/* The comparisons of a workload that were made; the caller frees them. */
static struct row *rows_of(const struct summary *s, size_t w, size_t *count)
{
	struct row *rows = xcalloc(s->narms + 1, sizeof(*rows));
	size_t n = 0;

	for (size_t arm = 1; arm < s->narms; arm++) {
		const struct summary_comparison *c = &s->workloads[w].cells[arm].against;
		const struct summary_exact *e = &s->workloads[w].cells[arm].exact;

		if (c->made)
			rows[n++] = (struct row) { w, arm, percent(c->estimate), percent(c->low),
						   percent(c->high) };
		else if (e->made && isfinite(e->ratio))
			rows[n++] = (struct row) { w, arm, 100 * (e->ratio - 1),
						   100 * (e->block_low - 1),
						   100 * (e->block_high - 1) };
	}
	*count = n;
	return rows;
}

/* From the least to the largest of all rows, 0 and the margin, with some air. */
static void set_range(FILE *script, const struct row *rows, size_t n)
{
	double low = -100 * SUMMARY_MARGIN, high = 100 * SUMMARY_MARGIN, air;

	for (size_t i = 0; i < n; i++) {
		low = fmin(low, fmin(rows[i].middle, rows[i].low));
		high = fmax(high, fmax(rows[i].middle, rows[i].high));
	}
	air = (high - low) / 20;
	fprintf(script, "set xrange [%.9g:%.9g]\nset format x '%%+g%%%%'\n", low - air, high + air);
}

static void row_labels(struct plot *p, const struct summary *s, const struct row *row, size_t y,
		       bool wide)
{
	const struct summary_comparison *c = &s->workloads[row->workload].cells[row->arm].against;
	/* Bytes that fit beside the numbers. */
	int room = wide ? 60 : 22;
	char *where = xasprintf("at graph 0, first %.2f left", (double)y + 0.24);
	char *text = xstrdup(s->arms[row->arm].name);

	/* Not in the middle of a character. */
	if (strlen(text) > (size_t)room) {
		while (room && ((unsigned char)text[room] & 0xc0) == 0x80)
			room--;
		strcpy(text + room, "..");
	}
	plot_label(p, where, "%s", text);
	free(where);
	free(text);
	where = xasprintf("at graph 1, first %.2f right", (double)y + 0.24);
	if (!c->made)
		plot_label(p, where, "%+.3f%%", row->middle);
	else if (wide)
		plot_label(p, where, "%s %s  %s", out_change(c, false).s, out_interval(c, false).s,
			   out_is_baseline(s, row->arm) ? "A/A" : summary_verdict_name(c->verdict));
	else
		plot_label(p, where, "%s  %s", out_change(c, true).s,
			   out_is_baseline(s, row->arm) ? "A/A" : summary_verdict_name(c->verdict));
	free(where);
}

/* The estimates of single boots, where there are several. */
static void boots(FILE *script, const struct summary *s, const struct row *rows, size_t n)
{
	fputs("$boots << EOD\n", script);
	for (size_t i = 0; i < n; i++) {
		const struct summary_comparison *c =
			&s->workloads[rows[i].workload].cells[rows[i].arm].against;

		for (size_t k = 0; c->made && k < c->nboots; k++)
			fprintf(script, "%.9g %zu %u\n", percent(c->boots[k].hl.estimate), n - i,
				report_colour(s, rows[i].arm));
	}
	fputs("EOD\n", script);
}

static int draw(const struct report *r, const struct row *rows, size_t n, bool wide)
{
	const struct summary *s = r->s;
	struct plot p;

	plot_begin(&p, wide ? 760 : 340, (unsigned)n * ROW + AXIS);
	set_range(p.script, rows, n);
	fprintf(p.script, "set lmargin 2\nset rmargin 3\nunset ytics\nset yrange [0.5:%zu.55]\nset style fill solid noborder\n"
		"set object rect from %g,graph 0 to %g,graph 1 fc rgb '#%06x' fs solid noborder behind\n"
		"set arrow from 0,graph 0 to 0,graph 1 nohead lw 1 lc rgb '#%06x'\n$d << EOD\n",
		n, -100 * SUMMARY_MARGIN, 100 * SUMMARY_MARGIN, PLOT_BAND, PLOT_MUTE);
	for (size_t i = 0; i < n; i++) {
		bool interval = isfinite(rows[i].low) && isfinite(rows[i].high);

		fprintf(p.script, "%.9g %.2f %.9g %.9g %u\n", rows[i].middle, (double)(n - i) - 0.15,
			interval ? rows[i].low : rows[i].middle,
			interval ? rows[i].high : rows[i].middle, report_colour(s, rows[i].arm));
	}
	fputs("EOD\n", p.script);
	boots(p.script, s, rows, n);
	for (size_t i = 0; i < n; i++)
		row_labels(&p, s, &rows[i], n - i, wide);
	fputs("plot $d using 1:2:3:4:5 with xerrorbars pt 7 ps 0.7 lw 2 lc rgb variable notitle", p.script);
	if (s->nboots > 1)
		fputs(", $boots using 1:($2-0.32):3 with points pt 6 ps 0.5 lc rgb variable notitle",
		      p.script);
	fputc('\n', p.script);
	return plot_end(&p, r->out, wide ? "plot wide" : "plot narrow",
			"Change of each arm against the baseline with its interval; the table above has the same numbers");
}

int report_forest(const struct report *r)
{
	const struct summary *s = r->s;
	bool exact = s->files[0].clock == STORE_CLOCK_ICOUNT, any = false;
	int status = XC_OK;

	for (size_t w = 0; !status && w < s->nworkloads; w++) {
		size_t n;
		struct row *rows = rows_of(s, w, &n);

		if (n) {
			/* A panel each: one that is noisy would flatten the others on a common axis. */
			fputs(any ? "" : "<section><h2>Against the baseline</h2>\n", r->out);
			any = true;
			fputs("<figure><h3>", r->out);
			html_text(r->out, s->workloads[w].about->key);
			fputs("</h3>\n", r->out);
			status = draw(r, rows, n, true);
			if (!status)
				status = draw(r, rows, n, false);
			fputs("</figure>\n", r->out);
		}
		free(rows);
	}
	if (any)
		fprintf(r->out, "<p class=\"small\">Left of 0 is less, which is better. %s The band is &plusmn;%g%%: "
			"what lies in it as a whole is equivalent.%s%s</p></section>\n",
			exact ? "Bars: least and largest ratio within a block." : "Bars: 95% intervals.",
			100 * SUMMARY_MARGIN,
			s->nboots > 1 ? " Small rings: the estimates of single boots." : "",
			s->nworkloads > 1 ? " Each panel has an axis of its own." : "");
	return status;
}
