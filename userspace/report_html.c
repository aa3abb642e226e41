// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "report.h"

void html_text(FILE *out, const char *text)
{
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		switch (c) {
		case '&':
			fputs("&amp;", out);
			break;
		case '<':
			fputs("&lt;", out);
			break;
		case '>':
			fputs("&gt;", out);
			break;
		case '"':
			fputs("&quot;", out);
			break;
		case '\'':
			fputs("&#39;", out);
			break;
		default:
			fputc((c < 0x20 && c != '\n' && c != '\t') || c == 0x7f ? '?' : c, out);
		}
	}
}

void html_textf(FILE *out, const char *fmt, ...)
{
	char *text;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	html_text(out, text);
	free(text);
}
