// SPDX-License-Identifier: GPL-2.0-only
/* The tables of the report: results, counts, where it ran. */
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "out_text.h"
#include "report.h"

unsigned report_colour(const struct summary *s, size_t arm)
{
	size_t n = 0;

	if (out_is_baseline(s, arm))
		return PLOT_BASELINE;
	for (size_t i = 1; i < arm; i++)
		n += !out_is_baseline(s, i);
	return PLOT_ARM + (unsigned)(n % PLOT_ARMS);
}

static void cell(FILE *out, const char *text)
{
	fputs("<td>", out);
	html_text(out, text);
	fputs("</td>", out);
}

static void verdict(const struct summary *s, size_t arm, const struct summary_comparison *c,
		    FILE *out)
{
	static const char *const sign[] = {
		[STATS_BETTER] = "&#9660;", [STATS_WORSE] = "&#9650;", [STATS_EQUIVALENT] = "&asymp;",
		[STATS_INCONCLUSIVE] = "?",
	};

	if (out_is_baseline(s, arm)) {
		bool covers = c->low <= 0 && c->high >= 0;

		fprintf(out, "<td class=\"%s\">A/A%s</td>", covers || c->degenerate ? "aa" : "worse",
			covers || c->degenerate ? "" : ": alarm");
		return;
	}
	fprintf(out, "<td class=\"%s\"><span aria-hidden=\"true\">%s</span> %s</td>",
		summary_verdict_name(c->verdict), sign[c->verdict], summary_verdict_name(c->verdict));
}

static void time_row(const struct summary *s, const struct summary_workload *w, size_t arm,
		     FILE *out)
{
	const struct summary_cell *c = &w->cells[arm];
	struct out_scale scale = out_scale_of(s, w);

	cell(out, out_number(c->median, &scale).s);
	cell(out, out_number(c->min, &scale).s);
	cell(out, out_number(c->p90, &scale).s);
	cell(out, out_number(c->p99, &scale).s);
	if (!arm) {
		fputs("<td colspan=\"4\" class=\"base\">baseline</td>", out);
	} else if (c->against.made) {
		cell(out, out_change(&c->against, false).s);
		cell(out, out_interval(&c->against, false).s);
		fprintf(out, "<td>%s</td>", c->against.detected ? "yes" : "no");
		verdict(s, arm, &c->against, out);
	} else {
		fputs("<td colspan=\"4\">no comparison</td>", out);
	}
}

static void exact_row(const struct summary_cell *c, FILE *out)
{
	cell(out, out_grouped(c->layout_median, false).s);
	cell(out, out_grouped(c->min, false).s);
	if (!c->exact.made) {
		fputs("<td colspan=\"3\" class=\"base\">baseline</td>", out);
		return;
	}
	cell(out, out_grouped(c->exact.difference, true).s);
	fprintf(out, "<td>%.4f</td><td>%.4f&hellip;%.4f</td>", c->exact.ratio, c->exact.block_low,
		c->exact.block_high);
}

static void table(const struct report *r, const struct summary_workload *w)
{
	bool icount = r->s->files[0].clock == STORE_CLOCK_ICOUNT;
	char *title = out_workload(w);
	FILE *out = r->out;

	fputs("<div class=\"scroll\" tabindex=\"0\"><table><caption>", out);
	html_textf(out, "%s, %s per operation", title, out_scale_of(r->s, w).unit);
	fprintf(out, "</caption><thead><tr><th>arm</th>%s</tr></thead><tbody>\n", icount ?
		"<th>median</th><th>min</th><th>difference</th><th>ratio</th><th>within blocks</th>" :
		"<th>median</th><th>min</th><th>p90</th><th>p99</th><th>change</th><th>95% interval</th>"
		"<th>detected</th><th>verdict</th>");
	for (size_t arm = 0; arm < r->s->narms; arm++) {
		if (!w->cells[arm].samples)
			continue;
		fprintf(out, "<tr><th scope=\"row\"><span class=\"dot\" style=\"background:var(--k%u)\"></span>",
			report_colour(r->s, arm));
		html_text(out, r->s->arms[arm].name);
		fputs("</th>", out);
		if (icount)
			exact_row(&w->cells[arm], out);
		else
			time_row(r->s, w, arm, out);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
	if (w->refused) {
		fputs("<p class=\"warn\">No comparison: ", out);
		html_text(out, w->refused);
		fputs("</p>\n", out);
	}
	free(title);
}

void report_results(const struct report *r)
{
	const struct summary *s = r->s;
	FILE *out = r->out;

	fputs("<section><h2>Results</h2>\n", out);
	for (size_t i = 0; i < s->nworkloads; i++)
		table(r, &s->workloads[i]);
	fputs("<p class=\"small\">", out);
	if (s->files[0].clock == STORE_CLOCK_ICOUNT)
		fputs("Exact counts of instructions: medians over environment sizes of the median at each. "
		      "They say nothing of contention or time.", out);
	else if (s->files[0].unpaired)
		fputs("change: shift of the logarithms after Hodges and Lehmann with the rank-sum interval. "
		      "No verdict: the arms did not take turns.", out);
	else
		fprintf(out, "change: %s. detected: p &lt; 0.05 after Holm over %zu comparison%s. better, worse: "
			"detected, and not within &plusmn;1%%; equivalent: the 90%% interval is within "
			"&plusmn;1%%. A/A: a second copy of the baseline, which must not differ.",
			s->nboots > 1 ? "mean over boots with Student's interval" :
			"Hodges-Lehmann estimate of the ratios within blocks with the signed-rank interval; "
			"said of this boot only, another may differ by per cents",
			s->comparisons, s->comparisons == 1 ? "" : "s");
	fputs("</p></section>\n", out);
}

static bool counted(const struct summary_workload *w, const struct summary *s, size_t count)
{
	for (size_t arm = 0; arm < s->narms; arm++)
		if (w->cells[arm].counts[count] > 0)
			return true;
	return false;
}

static void counts_of(const struct report *r, const struct summary_workload *w)
{
	const struct summary *s = r->s;
	FILE *out = r->out;
	bool any = false;

	for (size_t i = 0; i < s->ncounts; i++)
		any |= counted(w, s, i);
	if (!any)
		return;
	fputs("<div class=\"scroll\" tabindex=\"0\"><table><caption>", out);
	html_text(out, w->about->key);
	fputs(", per 1000 operations</caption><thead><tr><th>count</th>", out);
	for (size_t arm = 0; arm < s->narms; arm++)
		if (w->cells[arm].samples) {
			fputs("<th>", out);
			html_text(out, s->arms[arm].name);
			fputs("</th>", out);
		}
	fputs("</tr></thead><tbody>\n", out);
	for (size_t i = 0; i < s->ncounts; i++) {
		if (!counted(w, s, i))
			continue;
		fputs("<tr><th scope=\"row\">", out);
		html_text(out, s->count_names[i]);
		fputs("</th>", out);
		for (size_t arm = 0; arm < s->narms; arm++)
			if (w->cells[arm].samples)
				fprintf(out, "<td>%.4g</td>",
					1000 * w->cells[arm].counts[i] / (double)w->cells[arm].ops);
		fputs("</tr>\n", out);
	}
	fputs("</tbody></table></div>\n", out);
}

void report_counts(const struct report *r)
{
	bool any = false;

	for (size_t i = 0; i < r->s->nworkloads; i++)
		for (size_t k = 0; k < r->s->ncounts; k++)
			any |= counted(&r->s->workloads[i], r->s, k);
	if (!any)
		return;
	fputs("<section><h2>Counts</h2>\n", r->out);
	for (size_t i = 0; i < r->s->nworkloads; i++)
		counts_of(r, &r->s->workloads[i]);
	fputs("</section>\n", r->out);
}

/* What would tell one machine from another, and says nothing of a measurement. */
static bool private(const char *key)
{
	static const char *const keys[] = { "hostname", "boot_id", "machine_id_sha256" };

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (!strcmp(key, keys[i]))
			return true;
	return false;
}

static void value(FILE *out, json_t *v)
{
	const char *name;
	json_t *member;
	char *text;

	if (json_is_string(v)) {
		html_text(out, json_string_value(v));
	} else if (json_is_object(v)) {
		fputs("<ul>", out);
		json_object_foreach(v, name, member) {
			fputs("<li>", out);
			html_textf(out, "%s: ", name);
			value(out, member);
			fputs("</li>", out);
		}
		fputs("</ul>", out);
	} else {
		text = json_dumps(v, JSON_ENCODE_ANY | JSON_COMPACT);
		html_text(out, text ? text : "");
		free(text);
	}
}

void report_environment(const struct report *r)
{
	FILE *out = r->out;
	bool unknown = false;
	const char *key;
	json_t *v;

	fputs("<section><h2>Environment</h2><div class=\"scroll\" tabindex=\"0\"><table class=\"facts\"><tbody>\n", out);
	json_object_foreach(r->s->files[0].env, key, v) {
		if (private(key))
			continue;
		if (json_is_null(v)) {
			unknown = true;
			continue;
		}
		fputs("<tr><th scope=\"row\">", out);
		html_text(out, key);
		fputs("</th><td>", out);
		value(out, v);
		fputs("</td></tr>\n", out);
	}
	fputs("</tbody></table></div><p class=\"small\">", out);
	if (unknown) {
		const char *comma = "Unknown or absent: ";

		json_object_foreach(r->s->files[0].env, key, v) {
			if (!json_is_null(v) || private(key))
				continue;
			fputs(comma, out);
			html_text(out, key);
			comma = ", ";
		}
		fputs(". ", out);
	}
	fputs("Left out: what would name the machine (host name, boot and machine id); the samples files have it."
	      "</p></section>\n", out);
}
