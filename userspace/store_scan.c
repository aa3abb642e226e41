// SPDX-License-Identifier: GPL-2.0-only
#include "store_scan.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A double holds every integer of this many digits, and 10 to this power. */
#define EXACT_DIGITS 15
#define EXACT_POWER 15

static void skip_spaces(struct scan *in)
{
	while (*in->p == ' ' || *in->p == '\t' || *in->p == '\r' || *in->p == '\n')
		in->p++;
}

bool scan_byte(struct scan *in, char c)
{
	skip_spaces(in);
	if (*in->p != c)
		return false;
	in->p++;
	return true;
}

bool scan_end(struct scan *in)
{
	skip_spaces(in);
	return *in->p == '\0';
}

bool scan_text_is(const struct scan_text *text, const char *s)
{
	return strncmp(text->s, s, text->len) == 0 && s[text->len] == '\0';
}

bool scan_string(struct scan *in, struct scan_text *out)
{
	const char *s;

	if (!scan_byte(in, '"'))
		return false;
	s = in->p;
	while (*in->p != '"') {
		if (*in->p < 0x20 || *in->p == 0x7f || *in->p == '\\')
			return false;	/* also the NUL, and bytes above 0x7f if char is signed */
		if ((unsigned char)*in->p > 0x7f)
			return false;
		in->p++;
	}
	out->s = s;
	out->len = (size_t)(in->p - s);
	in->p++;
	return true;
}

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Takes digits, adding them to *mantissa while it stays exact; false if there are none. */
static bool digits(struct scan *in, uint64_t *mantissa, int *count)
{
	const char *s = in->p;

	for (; digit(*in->p); in->p++) {
		if (*count < EXACT_DIGITS)
			*mantissa = *mantissa * 10 + (uint64_t)(*in->p - '0');
		if (*count < EXACT_DIGITS + 1 && (*mantissa || *count))
			++*count;
	}
	return in->p != s;
}

bool scan_number(struct scan *in, double *out)
{
	static const double power[EXACT_POWER + 1] = {
		1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7,
		1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
	};
	const char *s, *point = NULL;
	char *end;
	bool negative = false, simple = true;
	uint64_t mantissa = 0;
	int count = 0;
	ptrdiff_t places = 0;

	skip_spaces(in);
	s = in->p;
	if (*in->p == '-') {
		negative = true;
		in->p++;
	}
	if (*in->p == '0' && digit(in->p[1]))
		return false;
	if (!digits(in, &mantissa, &count))
		return false;
	if (*in->p == '.') {
		point = ++in->p;
		if (!digits(in, &mantissa, &count))
			return false;
		places = in->p - point;
	}
	if (*in->p == 'e' || *in->p == 'E') {
		in->p++;
		if (*in->p == '+' || *in->p == '-')
			in->p++;
		simple = false;
		if (!digits(in, &mantissa, &count))
			return false;
	}
	if (simple && count <= EXACT_DIGITS && places <= EXACT_POWER) {
		*out = (double)mantissa / power[places];
		if (negative)
			*out = -*out;
		return true;
	}
	/* jansson refuses an integer beyond 64 bits: let it say so. */
	if (!point && simple && count > EXACT_DIGITS)
		return false;
	/* In a locale with another decimal point strtod() stops early: give up. */
	*out = strtod(s, &end);
	return end == in->p && isfinite(*out);
}

int scan_member(struct scan *in, bool *first, struct scan_text *key)
{
	if (scan_byte(in, '}'))
		return 0;
	if (!*first && !scan_byte(in, ','))
		return -1;
	*first = false;
	return scan_string(in, key) && scan_byte(in, ':') ? 1 : -1;
}

static bool skip_array(struct scan *in, int depth)
{
	if (scan_byte(in, ']'))
		return true;
	do {
		if (!scan_skip(in, depth + 1))
			return false;
	} while (scan_byte(in, ','));
	return scan_byte(in, ']');
}

static bool skip_object(struct scan *in, int depth)
{
	struct scan_text key;
	bool first = true;
	int got;

	while ((got = scan_member(in, &first, &key)) > 0)
		if (!scan_skip(in, depth + 1))
			return false;
	return got == 0;
}

static bool skip_word(struct scan *in, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(in->p, word, len))
		return false;
	in->p += len;
	return true;
}

bool scan_skip(struct scan *in, int depth)
{
	struct scan_text text;
	double number;

	if (depth > SCAN_DEPTH_MAX)
		return false;
	skip_spaces(in);
	switch (*in->p) {
	case '"':
		return scan_string(in, &text);
	case '[':
		in->p++;
		return skip_array(in, depth);
	case '{':
		in->p++;
		return skip_object(in, depth);
	case 't':
		return skip_word(in, "true");
	case 'f':
		return skip_word(in, "false");
	case 'n':
		return skip_word(in, "null");
	default:
		return scan_number(in, &number);
	}
}
