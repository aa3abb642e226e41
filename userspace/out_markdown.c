// SPDX-License-Identifier: GPL-2.0-only
/*
 * The summary as Markdown.
 */
#include <stdlib.h>
#include <string.h>

#include "out_text.h"

/* A cell of a table: '|' would end it. */
static void cell(FILE *out, const char *s)
{
	fputs("| ", out);
	for (; *s; s++) {
		if (*s == '|' || *s == '\\' || *s == '<' || *s == '*' || *s == '_' || *s == '`')
			fputc('\\', out);
		fputc((unsigned char)*s < 0x20 ? ' ' : *s, out);
	}
	fputc(' ', out);
}

/* An inconclusive one with what could have been seen. */
static struct out_text verdict(const struct summary *s, size_t arm,
			       const struct summary_comparison *c)
{
	struct out_text t;

	if (out_is_baseline(s, arm))
		strcpy(t.s, "A/A");
	else if (out_unclear(s, arm, c))
		snprintf(t.s, sizeof(t.s), "inconclusive (detectable: %.32s)", out_smallest(c).s);
	else
		strcpy(t.s, summary_verdict_name(c->verdict));
	return t;
}

static void time_row(const struct summary *s, const struct summary_cell *c, size_t arm,
		     const struct out_scale *scale, FILE *out)
{
	const double values[] = { c->median, c->min, c->p90, c->p99 };

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		fprintf(out, "| %s %s ", out_number(values[i], scale).s, scale->unit);
	if (c->against.made)
		fprintf(out, "| %s | %s | %s | %s |\n", out_change(&c->against, false).s,
			out_interval(&c->against, false).s, c->against.detected ? "yes" : "no",
			verdict(s, arm, &c->against).s);
	else if (c->against.bare)
		fprintf(out, "| %s | none | | no claim |\n", out_change(&c->against, false).s);
	else
		fprintf(out, "| | | | %s |\n", arm ? "no comparison" : "baseline");
}

static void exact_row(const struct summary_cell *c, FILE *out)
{
	fprintf(out, "| %s | %s | %zu ", out_grouped(c->layout_median, false).s,
		out_grouped(c->min, false).s, c->layouts);
	if (c->exact.made)
		fprintf(out, "| %s | %.4f |\n", out_grouped(c->exact.difference, true).s,
			c->exact.ratio);
	else
		fputs("| | |\n", out);
}

static void head(const struct summary *s, bool icount, FILE *out)
{
	char *where = out_where(s);

	fprintf(out, "%s; %s, %s; per operation, baseline `%s`.\n\n", where,
		out_blocks(s).s, out_scope(s).s, s->arms[0].name);
	free(where);
	if (icount)
		fputs("| workload | arm | instructions, median | min | layouts | difference | ratio |\n"
		      "|---|---|--:|--:|--:|--:|--:|\n", out);
	else
		fputs("| workload | arm | median | min | p90 | p99 | change | 95% interval | detected | matters |\n"
		      "|---|---|--:|--:|--:|--:|--:|---|---|---|\n", out);
}

void out_markdown(const struct summary *s, FILE *out)
{
	bool icount = s->files[0].clock == STORE_CLOCK_ICOUNT;
	char *command = out_command(s);

	head(s, icount, out);
	for (size_t i = 0; i < s->nworkloads; i++) {
		const struct summary_workload *w = &s->workloads[i];
		struct out_scale scale = out_scale_of(s, w);
		char *title = out_workload(w);

		for (size_t arm = 0; arm < s->narms; arm++) {
			if (!w->cells[arm].samples)
				continue;
			cell(out, title);
			cell(out, s->arms[arm].name);
			if (icount)
				exact_row(&w->cells[arm], out);
			else
				time_row(s, &w->cells[arm], arm, &scale, out);
		}
		free(title);
	}
	fputc('\n', out);
	if (!icount)
		fprintf(out, "- Detected: p < 0.05 after Holm over %zu comparison%s. Matters: against a margin of +-%g%%.\n",
			s->comparisons, s->comparisons == 1 ? "" : "s", 100 * s->margin);
	for (size_t i = 0; i < s->nworkloads; i++)
		if (s->workloads[i].refused)
			fprintf(out, "- No comparison of %s: %s.\n", s->workloads[i].about->key,
				s->workloads[i].refused);
	for (size_t i = 0; i < s->nflags; i++)
		fprintf(out, "- %s\n", s->flags[i]);
	if (command)
		fprintf(out, "\n```\n%s\n```\n", command);
	free(command);
}
