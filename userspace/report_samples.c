// SPDX-License-Identifier: GPL-2.0-only
/* The samples themselves: how they are distributed, over time, and by place in the block. */
#include <math.h>
#include <stdlib.h>

#include "exitcode.h"
#include "mem.h"
#include "out_text.h"
#include "report.h"

#define ROW 52			/* pixels of an arm among the distributions */
#define AXIS 44
#define FAR 6			/* interquartile ranges beyond the quartiles: drawn at the edge */
#define POINTS_MAX 2000		/* more in one plot than this are thinned */

/* What of a workload is drawn. */
struct view {
	const struct report *r;
	const struct summary *s;
	size_t workload;
	struct report_points points;	/* as they are drawn */
	size_t all;			/* points before they were thinned */
	struct out_scale scale;
	double low, high;		/* of the values' axis */
	size_t beyond;			/* points outside it */
};

static double clamp(const struct view *v, double y)
{
	return fmin(fmax(y, v->low), v->high);
}

/* An axis that a few values far off do not squeeze: they are drawn at its edge, and counted. */
static void set_range(struct view *v)
{
	double *y = xcalloc(v->points.n + 1, sizeof(*y)), least = INFINITY, most = -INFINITY, air;

	v->low = INFINITY;
	v->high = -INFINITY;
	for (size_t arm = 0; arm < v->s->narms; arm++) {
		double q1, q3;
		size_t n = 0;

		for (size_t i = 0; i < v->points.n; i++)
			if (v->points.at[i].arm == arm)
				y[n++] = v->points.at[i].y;
		if (!n)
			continue;
		q1 = stats_quantile(y, n, 0.25);
		q3 = stats_quantile(y, n, 0.75);
		v->low = fmin(v->low, q1 - FAR * (q3 - q1));
		v->high = fmax(v->high, q3 + FAR * (q3 - q1));
		least = fmin(least, stats_quantile(y, n, 0));
		most = fmax(most, stats_quantile(y, n, 1));
	}
	v->low = fmax(v->low, least);
	v->high = fmin(v->high, most);
	air = v->high > v->low ? (v->high - v->low) / 25 : fabs(v->high) / 50 + 1e-9;
	v->low -= air;
	v->high += air;
	for (size_t i = 0; i < v->points.n; i++)
		v->beyond += v->points.at[i].y < v->low || v->points.at[i].y > v->high;
	free(y);
}

/* Of each run of consecutive samples of an arm, the least and the largest are kept. */
static void thin(struct view *v)
{
	struct report_points *p = &v->points;
	size_t run = 2 * ((p->n + POINTS_MAX - 1) / POINTS_MAX), n = 0;
	struct report_point *kept;

	v->all = p->n;
	if (p->n <= POINTS_MAX)
		return;
	kept = xcalloc(p->n, sizeof(*kept));
	for (size_t arm = 0; arm < v->s->narms; arm++) {
		size_t in_run = 0, least = 0, most = 0;

		for (size_t i = 0; i <= p->n; i++) {
			if (i < p->n && p->at[i].arm != arm)
				continue;
			if (in_run && (i == p->n || in_run == run)) {
				kept[n++] = p->at[least];
				if (most != least)
					kept[n++] = p->at[most];
				in_run = 0;
			}
			if (i == p->n)
				break;
			least = !in_run || p->at[i].y < p->at[least].y ? i : least;
			most = !in_run || p->at[i].y > p->at[most].y ? i : most;
			in_run++;
		}
	}
	free(p->at);
	p->at = kept;
	p->n = n;
}

/* The mark of an arm: copies of the baseline are hollow, and so is nothing else. */
static unsigned mark(const struct summary *s, size_t arm)
{
	static const unsigned marks[] = { 7, 5, 9, 13, 11, 15 };

	if (arm && out_is_baseline(s, arm))
		return 6;
	return marks[arm ? arm % 6 : 0];
}

static void legend(const struct view *v)
{
	FILE *out = v->r->out;

	fputs("<ul class=\"legend\">", out);
	for (size_t arm = 0; arm < v->s->narms; arm++) {
		if (!v->s->workloads[v->workload].cells[arm].samples)
			continue;
		fprintf(out, "<li><svg viewBox=\"-2 -2 4 4\" aria-hidden=\"true\" fill=\"none\"><use href=\"#gpPt%u\" "
			"color=\"var(--k%u)\"/></svg>", mark(v->s, arm) - 1,
			report_colour(v->s, arm));
		html_text(out, v->s->arms[arm].name);
		fputs("</li>", out);
	}
	fputs("</ul>\n", out);
}

/* Points of each arm as a data block $aN of x and y, and the list of what to plot. */
static void plot_points(const struct view *v, FILE *script, bool wide)
{
	bool first = true;

	for (size_t arm = 0; arm < v->s->narms; arm++) {

		fprintf(script, "$a%zu << EOD\n", arm);
		for (size_t i = 0; i < v->points.n; i++)
			if (v->points.at[i].arm == arm && v->points.at[i].used)
				fprintf(script, "%.9g %.9g\n", v->points.at[i].x,
					clamp(v, v->points.at[i].y));
		fputs("EOD\n", script);
	}
	fputs("$unused << EOD\n", script);
	for (size_t i = 0; i < v->points.n; i++)
		if (!v->points.at[i].used)
			fprintf(script, "%.9g %.9g\n", v->points.at[i].x, clamp(v, v->points.at[i].y));
	fputs("EOD\nplot ", script);
	for (size_t arm = 0; arm < v->s->narms; arm++) {
		if (!v->s->workloads[v->workload].cells[arm].samples)
			continue;
		fprintf(script, "%s$a%zu with points pt %u ps %s lc rgb '#%06x' notitle",
			first ? "" : ", ", arm, mark(v->s, arm), wide ? "0.45" : "0.35",
			report_colour(v->s, arm));
		first = false;
	}
	if (v->points.unused)
		fprintf(script, "%s$unused with points pt 2 ps 0.5 lc rgb '#%06x' notitle",
			first ? "" : ", ", PLOT_MUTE);
	fputc('\n', script);
}

static int over_time(const struct view *v, bool wide)
{
	struct plot p;

	plot_begin(&p, wide ? 760 : 340, wide ? 280 : 240);
	fprintf(p.script, "set border 3 lw 1\nset xrange [0:%.9g]\nset yrange [%.9g:%.9g]\nset xlabel 'block'\n"
		"set grid y lt 1 lw 1 lc rgb '#%06x'\n", v->points.end, v->low, v->high, PLOT_GRID);
	for (size_t i = 0; i < v->points.nbreaks; i++)
		fprintf(p.script, "set arrow from %.9g,graph 0 to %.9g,graph 1 nohead lw 1 lc rgb '#%06x'\n",
			v->points.breaks[i], v->points.breaks[i], PLOT_MUTE);
	fprintf(p.script, "set ylabel '%s per operation' offset 1\n", v->scale.unit);
	plot_points(v, p.script, wide);
	return plot_end(&p, v->r->out, wide ? "plot wide" : "plot narrow",
			"Every sample over the blocks of the run, a mark for each arm");
}

/* A box from quartile to quartile with its median, and every sample beside it. */
static void distribution_of(const struct view *v, FILE *script, size_t arm, size_t row)
{
	double *y = xcalloc(v->points.n + 1, sizeof(*y)), q1, q3, middle;
	size_t n = 0;

	fprintf(script, "$a%zu << EOD\n", arm);
	for (size_t i = 0; i < v->points.n; i++) {
		const struct report_point *p = &v->points.at[i];

		if (p->arm != arm || !p->used)
			continue;
		/* Spread by the golden ratio, so that the plot is the same each time. */
		fprintf(script, "%.9g %.4f\n", clamp(v, p->y),
			(double)row - 0.15 + 0.3 * (fmod((double)n * 0.6180339887, 1) - 0.5));
		y[n++] = p->y;
	}
	fputs("EOD\n", script);
	q1 = clamp(v, stats_quantile(y, n, 0.25));
	q3 = clamp(v, stats_quantile(y, n, 0.75));
	middle = clamp(v, v->s->workloads[v->workload].cells[arm].median / v->scale.divide);
	fprintf(script, "set object rect from %.9g,%.3f to %.9g,%.3f fs empty border rgb '#%06x' lw 1 front\n",
		q1, (double)row - 0.36, q3, (double)row + 0.06, report_colour(v->s, arm));
	fprintf(script, "set arrow from %.9g,%.3f to %.9g,%.3f nohead lw 3 lc rgb '#%06x' front\n",
		middle, (double)row - 0.4, middle, (double)row + 0.1, report_colour(v->s, arm));
	free(y);
}

static int distributions(const struct view *v, bool wide)
{
	const struct summary_workload *w = &v->s->workloads[v->workload];
	size_t n = 0, row;
	struct plot p;
	bool first = true;

	for (size_t arm = 0; arm < v->s->narms; arm++)
		n += w->cells[arm].samples > 0;
	row = n;
	plot_begin(&p, wide ? 760 : 340, (unsigned)n * ROW + AXIS + (wide ? 14 : 12));
	fprintf(p.script, "set lmargin 2\nset rmargin 3\nunset ytics\nset yrange [0.5:%zu.55]\nset xrange [%.9g:%.9g]\n"
		"set xlabel '%s per operation'\n", n, v->low, v->high, v->scale.unit);
	for (size_t arm = 0; arm < v->s->narms; arm++) {
		char *where;

		if (!w->cells[arm].samples)
			continue;
		where = xasprintf("at graph 0, first %.2f left", (double)row + 0.3);
		plot_label(&p, where, "%.*s", wide ? 70 : 26, v->s->arms[arm].name);
		free(where);
		where = xasprintf("at graph 1, first %.2f right", (double)row + 0.3);
		plot_label(&p, where, "median %s %s", out_number(w->cells[arm].median, &v->scale).s,
			   v->scale.unit);
		free(where);
		distribution_of(v, p.script, arm, row--);
	}
	fputs("plot ", p.script);
	for (size_t arm = 0; arm < v->s->narms; arm++) {
		if (!w->cells[arm].samples)
			continue;
		fprintf(p.script, "%s$a%zu with points pt %u ps %s lc rgb '#%06x' notitle",
			first ? "" : ", ", arm, mark(v->s, arm), wide ? "0.4" : "0.3",
			report_colour(v->s, arm));
		first = false;
	}
	fputc('\n', p.script);
	return plot_end(&p, v->r->out, wide ? "plot wide" : "plot narrow",
			"The samples of each arm with their quartiles and median");
}

/* Of each place: the quartiles and the median of how far its samples are off. */
static int by_place(const struct view *v, bool wide)
{
	double *y = xcalloc(v->points.n + 1, sizeof(*y)), low = -0.1, high = 0.1;
	struct plot p;

	plot_begin(&p, wide ? 760 : 340, wide ? 200 : 190);
	fputs("$d << EOD\n", p.script);
	for (uint32_t place = 0; place < v->points.places; place++) {
		double q1, q3;
		size_t n = 0;

		for (size_t i = 0; i < v->points.n; i++)
			if (v->points.at[i].used && v->points.at[i].place == place)
				y[n++] = v->points.at[i].off;
		if (!n)
			continue;
		q1 = stats_quantile(y, n, 0.25);
		q3 = stats_quantile(y, n, 0.75);
		fprintf(p.script, "%u %.9g %.9g %.9g\n", place + 1, q1, stats_quantile(y, n, 0.5), q3);
		low = fmin(low, q1);
		high = fmax(high, q3);
	}
	fprintf(p.script, "EOD\nset border 3 lw 1\nset xrange [0.4:%zu.6]\nset xtics 1\nunset grid\n"
		"set grid y lt 1 lw 1 lc rgb '#%06x'\n"
		"set yrange [%.9g:%.9g]\nset format y '%%+g%%%%'\nset xlabel 'place within the block'\n"
		"set arrow from graph 0,first 0 to graph 1,first 0 nohead lw 1 lc rgb '#%06x'\n"
		"set boxwidth 0.4\nplot $d using 1:2:2:4:4 with candlesticks fs empty lw 1.5 lc rgb '#%06x' notitle, "
		"$d using 1:3 with points pt 7 ps 0.8 lc rgb '#%06x' notitle\n",
		v->points.places, PLOT_GRID, low * 1.15, high * 1.15, PLOT_MUTE, PLOT_ARM, PLOT_ARM);
	free(y);
	return plot_end(&p, v->r->out, wide ? "plot wide" : "plot narrow",
			"How far samples are off the median of their arm, by place within the block");
}

static int figure(const struct view *v, int (*draw)(const struct view *v, bool wide))
{
	int status;

	fputs("<figure>\n", v->r->out);
	status = draw(v, true);
	return status ? status : draw(v, false);
}

static void notes(const struct view *v)
{
	FILE *out = v->r->out;

	if (v->beyond)
		fprintf(out, " %zu sample%s far off %s drawn at the edge.", v->beyond,
			v->beyond == 1 ? "" : "s", v->beyond == 1 ? "is" : "are");
	if (v->points.n < v->all)
		fprintf(out, " Of %zu samples %zu are drawn: the least and the largest of each %zu in a row.",
			v->all, v->points.n, 2 * ((v->all + POINTS_MAX - 1) / POINTS_MAX));
}

static int draw_all(const struct view *v)
{
	FILE *out = v->r->out;
	int status = figure(v, distributions);

	if (status)
		return status;
	fprintf(out, "<figcaption>Each mark is one %s; box: quartiles; thick line: median.",
		v->s->files[0].imported ? "value" : "slice, by the median of its operations");
	notes(v);
	fputs("</figcaption></figure>\n", out);
	if (v->s->files[0].unpaired)
		fputs("<p class=\"warn\">The arms did not take turns: what follows shows each arm by the number "
		      "of its value, not by time.</p>\n", out);
	legend(v);
	status = figure(v, over_time);
	if (status)
		return status;
	fputs("<figcaption>The same in the order of the blocks, and within a block by place: a trend or a step is drift.",
	      out);
	if (v->points.nbreaks)
		fputs(" Upright lines part the files.", out);
	if (v->points.unused)
		fprintf(out, " Grey crosses: %zu samples of blocks that were discarded or are incomplete; no figure uses them.",
			v->points.unused);
	fputs("</figcaption></figure>\n", out);
	if (v->points.places < 2)
		return XC_OK;
	status = figure(v, by_place);
	if (!status)
		fputs("<figcaption>How far samples are off the median of their arm: medians with quartiles. Places "
		      "that differ show what the order would do to a comparison that does not balance it."
		      "</figcaption></figure>\n", out);
	return status;
}

int report_samples(const struct report *r, size_t workload)
{
	struct view v = { .r = r, .s = r->s, .workload = workload,
			  .scale = out_scale_of(r->s, &r->s->workloads[workload]) };
	char *title = out_workload(&r->s->workloads[workload]);
	int status = XC_OK;

	report_points(r->s, workload, &v.points);
	fputs("<section><h2>Samples of ", r->out);
	html_text(r->out, title);
	fputs("</h2>\n", r->out);
	free(title);
	if (v.points.n - v.points.unused) {
		thin(&v);
		set_range(&v);
		status = draw_all(&v);
	} else {
		fputs("<p>No complete block: nothing to draw.</p>\n", r->out);
	}
	fputs("</section>\n", r->out);
	report_points_free(&v.points);
	return status;
}
