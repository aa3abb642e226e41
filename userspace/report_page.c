// SPDX-License-Identifier: GPL-2.0-only
/* The report as a page: what was found, what to know before believing it, and how to do it again. */
#include <stdlib.h>
#include <string.h>

#include "exitcode.h"
#include "mem.h"
#include "out_text.h"
#include "report.h"
#include "sha256.h"
#include "version.h"

/* No script, no fetching: whatever a file says, the page stays what it is. */
#define TITLE_NAMES 3		/* workloads that the title names */
#define POLICY "default-src 'none'; style-src 'unsafe-inline'"

static char *title(const struct report *r)
{
	const struct summary *s = r->s;
	const char *only = NULL, *last = NULL;
	char *work = NULL, *text;
	size_t arms = 0;

	if (r->title)
		return xstrdup(r->title);
	for (size_t i = 0; i < s->nworkloads && i <= TITLE_NAMES; i++) {
		const char *name = s->workloads[i].about->name;

		/* Of one workload with several parameters, the name once. */
		if (last && !strcmp(last, name))
			continue;
		text = i == TITLE_NAMES ? xasprintf("%s and others", work) :
		       work ? xasprintf("%s, %s", work, name) : xstrdup(name);
		free(work);
		work = text;
		last = name;
	}
	for (size_t i = 1; i < s->narms; i++)
		if (!out_is_baseline(s, i)) {
			only = s->arms[i].name;
			arms++;
		}
	if (arms == 1)
		text = xasprintf("%s: %s against %s", work, only, s->arms[0].name);
	else
		text = xasprintf("%s: %zu arms against %s", work, arms, s->arms[0].name);
	free(work);
	return text;
}

static void head(const struct report *r)
{
	const struct summary *s = r->s;
	char *text = title(r), *where = out_where(s);
	FILE *out = r->out;

	fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
	      "<meta http-equiv=\"Content-Security-Policy\" content=\"" POLICY "\">\n"
	      "<meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\n"
	      "<meta name=\"generator\" content=\"" EXECTUNE_VERSION "\">\n"
	      "<title>", out);
	html_text(out, text);
	fputs("</title>\n<style>\n", out);
	fputs(report_style, out);
	fputs("</style>\n</head>\n<body>\n", out);
	fputs(report_marks, out);
	fputs("<main>\n<h1>", out);
	html_text(out, text);
	fputs("</h1>\n<p class=\"sub\">", out);
	html_textf(out, "%s; %s, %s", where, out_blocks(s).s, out_scope(s).s);
	if (s->files[0].unpaired)
		fputs(", not interleaved", out);
	fputs("</p>\n", out);
	free(text);
	free(where);
}

/* The result in a few lines: per workload, the arms by verdict. */
static void lead(const struct report *r)
{
	const struct summary *s = r->s;
	FILE *out = r->out;

	fputs("<ul class=\"lead\">\n", out);
	for (size_t i = 0; i < s->nworkloads; i++) {
		const struct summary_workload *w = &s->workloads[i];
		const char *comma = "";

		fputs("<li><strong>", out);
		html_text(out, w->about->key);
		fputs("</strong>: ", out);
		for (size_t arm = 1; arm < s->narms; arm++) {
			const struct summary_cell *c = &w->cells[arm];

			if (out_is_baseline(s, arm) || (!c->against.made && !c->exact.made))
				continue;
			fputs(comma, out);
			comma = "; ";
			html_text(out, s->arms[arm].name);
			if (c->exact.made)
				fprintf(out, " takes %.4f times the instructions", c->exact.ratio);
			else
				html_textf(out, " %s (%s)", summary_verdict_name(c->against.verdict),
					   out_change(&c->against, false).s);
		}
		if (!*comma)
			html_textf(out, "%s", w->refused ? w->refused : "nothing to compare");
		fputs("</li>\n", out);
	}
	fputs("</ul>\n", out);
}

static void flags(const struct report *r)
{
	if (!r->s->nflags)
		return;
	fputs("<section><h2>Before you believe it</h2><ul class=\"flags\">\n", r->out);
	for (size_t i = 0; i < r->s->nflags; i++) {
		fputs("<li>", r->out);
		html_text(r->out, r->s->flags[i]);
		fputs("</li>\n", r->out);
	}
	fputs("</ul></section>\n", r->out);
}

/* The digest of a file, or "unreadable" if it went away meanwhile. */
static void digest(const char *path, char hex[65])
{
	FILE *f = fopen(path, "re");
	char buffer[65536];
	struct sha256 sum;
	size_t n;

	strcpy(hex, "unreadable");
	if (!f)
		return;
	sha256_begin(&sum);
	while ((n = fread(buffer, 1, sizeof(buffer), f)) > 0)
		sha256_add(&sum, buffer, n);
	if (!ferror(f))
		sha256_end(&sum, hex);
	fclose(f);
}

static void file_row(FILE *out, const struct store_file *f)
{
	static const char *const end[] = {
		[STORE_END_COMPLETE] = "complete", [STORE_END_INTERRUPTED] = "interrupted",
		[STORE_END_CUT] = "cut short",
	};
	const char *base = strrchr(f->path, '/');
	const char *started = json_string_value(json_object_get(f->run, "started"));
	char hex[65];

	digest(f->path, hex);
	fputs("<tr><th scope=\"row\">", out);
	html_text(out, base ? base + 1 : f->path);
	fputs("</th><td>", out);
	html_text(out, started ? started : f->imported ? "unknown" : "-");
	fprintf(out, "</td><td>%zu</td><td>%s</td><td>", f->nsamples, end[f->end]);
	if (f->imported)
		fputs("none", out);
	else
		fprintf(out, "%llu", (unsigned long long)f->seed);
	fprintf(out, "</td><td><code>%.16s</code></td></tr>\n", hex);
}

/* The command as a shell takes it, over several lines if it is long. */
static void command_text(const struct summary *s, FILE *out)
{
	static const char verb[] = "exectune run";
	char *command = out_command(s), *line = NULL, *text = NULL;
	size_t size;
	FILE *lines;

	if (!command)
		return;
	/* A run that was given no seed chose one; after the verb, as the end may be a program's. */
	if (!strncmp(command, verb, sizeof(verb) - 1) && !strstr(command, "--seed"))
		line = xasprintf("%s --seed %llu%s", verb, (unsigned long long)s->files[0].seed,
				 command + sizeof(verb) - 1);
	lines = open_memstream(&text, &size);
	if (lines) {
		out_wrapped(lines, line ? line : command, 76, "", "    ", " \\");
		fclose(lines);
		fputs("<pre>", out);
		html_text(out, text);
		fputs("</pre>\n", out);
	}
	free(text);
	free(line);
	free(command);
}

static void again(const struct report *r)
{
	const struct summary *s = r->s;
	FILE *out = r->out;

	fputs("<section><h2>Do it again</h2>\n", out);
	command_text(s, out);
	fputs("<div class=\"scroll\" tabindex=\"0\"><table><caption>The samples</caption><thead><tr><th>file</th><th>started</th>"
	      "<th>samples</th><th>end</th><th>seed</th><th>SHA-256 begins</th></tr></thead><tbody>\n", out);
	for (size_t i = 0; i < s->nfiles; i++)
		file_row(out, &s->files[i]);
	fputs("</tbody></table></div>\n<p class=\"small\">The files hold every single value that was measured; "
	      "nothing was deleted, outliers are flagged and kept. <code>exectune stats</code> computes the "
	      "results from them anew. Made by " EXECTUNE_VERSION ".</p></section>\n", out);
}

int report_page(const struct report *r)
{
	int status = XC_OK;

	head(r);
	lead(r);
	flags(r);
	report_results(r);
	if (r->plots)
		status = report_forest(r);
	for (size_t i = 0; !status && r->plots && i < r->s->nworkloads; i++)
		status = report_samples(r, i);
	if (status)
		return status;
	report_counts(r);
	report_environment(r);
	again(r);
	fputs("</main>\n</body>\n</html>\n", r->out);
	return XC_OK;
}
