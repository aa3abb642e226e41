// SPDX-License-Identifier: GPL-2.0-only
/*
 * What the forms for the changelog of a patch share: plain ASCII in 72 columns,
 * every line indented, since git am cuts at lines beginning with "---" and git
 * commit drops those beginning with '#'.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "out_text.h"

void out_paste_line(FILE *out, char *text)
{
	size_t n = strlen(text);

	while (n && text[n - 1] == ' ')
		text[--n] = '\0';
	fprintf(out, "%s\n", out_ascii(text));
	free(text);
}

const char *out_paste_fs(const struct summary *s)
{
	const char *fs = s->workloads[0].about->fs;

	for (size_t i = 0; fs && i < s->nworkloads; i++)
		if (!s->workloads[i].about->fs || strcmp(s->workloads[i].about->fs, fs))
			return NULL;
	return fs;
}

char *out_paste_label(const struct summary *s, const struct summary_workload *w)
{
	return out_paste_fs(s) ? xstrdup(w->about->key) : out_workload(w);
}

void out_paste_head(const struct summary *s, const char *unit, FILE *out)
{
	const char *fs = out_paste_fs(s);
	char *where = out_where(s), *text;
	bool imported = !s->sides && s->files[0].imported;

	text = xasprintf("%s, %s%s%s%s%s%s%s%s%s:", where, out_blocks(s).s,
			 imported ? ", " : s->sides || s->nboots == 1 ? " in " : " x ",
			 s->nboots > 1 || imported ? out_scope(s).s : "one boot",
			 imported && s->files[0].unpaired ? ", not interleaved" : "",
			 fs ? ", on " : "", fs ? fs : "",
			 unit ? ", " : "", unit ? unit : "", unit ? "/op" : "");
	out_wrapped(out, out_ascii(text), OUT_PASTE_WIDTH, "  ", "  ", "");
	fputc('\n', out);
	free(where);
	free(text);
}

bool out_paste_open(const struct summary *s, size_t arm, const struct summary_comparison *c)
{
	return out_unclear(s, arm, c) && !c->detected;
}

/* With the largest of their smallest detectable effects. */
static void unclear(const struct summary *s, FILE *out)
{
	const struct summary_comparison *worst = NULL;

	for (size_t i = 0; i < s->nworkloads; i++)
		for (size_t arm = 1; arm < s->narms; arm++) {
			const struct summary_comparison *c = &s->workloads[i].cells[arm].against;

			if (!out_paste_open(s, arm, c))
				continue;
			if (!worst || c->smallest_effect > worst->smallest_effect)
				worst = c;
		}
	if (worst)
		fprintf(out, "  ? = inconclusive; smallest detectable effect: %s\n",
			out_smallest(worst).s);
}

void out_paste_foot(const struct summary *s, FILE *out)
{
	const char *last = "";

	for (size_t i = 0; i < s->nworkloads; i++) {
		const char *why = s->workloads[i].refused;
		char *text;

		if (!why || !strcmp(why, last))
			continue;
		text = xasprintf("no claim: %s", why);
		out_wrapped(out, out_ascii(text), OUT_PASTE_WIDTH, "  ", "  ", "");
		free(text);
		last = why;
	}
	unclear(s, out);
}

void out_paste_command(const struct summary *s, FILE *out)
{
	char *command = out_command(s);

	if (command) {
		fputc('\n', out);
		out_wrapped(out, command, OUT_PASTE_WIDTH, "  ", "    ", " \\");
	}
	free(command);
}
