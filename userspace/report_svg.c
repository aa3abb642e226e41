// SPDX-License-Identifier: GPL-2.0-only
/*
 * gnuplot's SVG becomes part of the page: its colours those of the style sheet, so that they follow
 * light and dark; its fonts the page's; its stand-ins for text the text itself, escaped. What every
 * plot would define again, and what shows up as a tooltip, is left out.
 */
#include <stdlib.h>
#include <string.h>

#include "report.h"

/* Past the end of what starts here, if it does: "<title>...</title>". */
static const char *skip_element(const char *s, const char *begin, const char *end)
{
	const char *close;

	if (strncmp(s, begin, strlen(begin)))
		return NULL;
	close = strstr(s + strlen(begin), end);
	return close ? close + strlen(end) : NULL;
}

/* What is left out; NULL if nothing begins here. */
static const char *skipped(const char *s)
{
	static const char *const elements[][2] = {
		{ "<title>", "</title>" }, { "<desc>", "</desc>" }, { "<defs>", "</defs>" },
		{ "<rect x=\"0\" y=\"0\" width=", "/>" }, { " font-family=\"", "\"" },
		{ " id=\"", "\"" },
	};

	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++) {
		const char *next = skip_element(s, elements[i][0], elements[i][1]);

		if (next)
			return next;
	}
	return NULL;
}

/* "rgb(  0,   0,   3)" as var(--k3); NULL if it is no such colour. */
static const char *colour(FILE *out, const char *s)
{
	unsigned r, g, b;
	int n = 0;

	if (sscanf(s, "rgb( %u , %u , %u )%n", &r, &g, &b, &n) != 3 || !n || r || g)
		return NULL;
	fprintf(out, "var(--k%u)", b);
	return s + n;
}

/* "@3@", the stand-in for a label. */
static const char *label(FILE *out, const char *s, const struct plot *p)
{
	char *end;
	unsigned long n = strtoul(s + 1, &end, 10);

	if (end == s + 1 || *end != '@' || n >= p->nlabels)
		return NULL;
	html_text(out, p->labels[n]);
	return end + 1;
}

static const char *replaced(FILE *out, const char *s, const struct plot *p)
{
	static const char *const words[][2] = {
		{ "\"black\"", "\"currentColor\"" }, { "'black'", "'currentColor'" },
		{ "xlink:href", "href" },
	};

	if (*s == '@')
		return label(out, s, p);
	if (*s == 'r')
		return colour(out, s);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (!strncmp(s, words[i][0], strlen(words[i][0]))) {
			fputs(words[i][1], out);
			return s + strlen(words[i][0]);
		}
	return NULL;
}

bool svg_write(FILE *out, const char *svg, const struct plot *p, const char *class,
	       const char *about)
{
	const char *s = strstr(svg, "<svg"), *end, *next;

	s = s ? strchr(s, '>') : NULL;
	end = s ? strstr(s, "</svg>") : NULL;
	if (!end)
		return false;
	fprintf(out, "<svg class=\"%s\" viewBox=\"0 0 %u %u\" role=\"img\" aria-label=\"", class,
		p->width, p->height);
	html_text(out, about);
	fputs("\">", out);
	for (s++; s < end; s = next) {
		next = skipped(s);
		if (!next)
			next = replaced(out, s, p);
		if (next)
			continue;
		next = s + 1;
		/* Line ends and indents are a tenth of it. */
		if (*s == '\n' || *s == '\t') {
			if (*next != '\n' && *next != '\t' && *next != '<')
				fputc(' ', out);
			continue;
		}
		fputc(*s, out);
	}
	fputs("</svg>\n", out);
	return true;
}
