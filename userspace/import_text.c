// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "import.h"
#include "mem.h"
#include "sha256.h"

static const char *const format_name[] = {
	[IMPORT_LINES] = "lines", [IMPORT_CSV] = "csv", [IMPORT_HYPERFINE] = "hyperfine",
	[IMPORT_GO] = "go",
};

enum import_format import_format_of(const char *name)
{
	for (size_t i = IMPORT_LINES; i <= IMPORT_GO; i++)
		if (!strcmp(name, format_name[i]))
			return (enum import_format)i;
	return IMPORT_GUESS;
}

const char *import_format_name(enum import_format format)
{
	return format_name[format];
}

/* All of fd; false with errno. */
static bool slurp(int fd, struct import_source *src)
{
	size_t room = 0;
	ssize_t n;

	for (;;) {
		if (src->len + 1 >= room) {
			room = room ? 2 * room : 65536;
			src->text = xreallocarray(src->text, room, 1);
		}
		n = read(fd, src->text + src->len, room - src->len - 1);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			break;
		src->len += (size_t)n;
		if (src->len > IMPORT_BYTES_MAX) {
			errno = EFBIG;
			return false;
		}
	}
	src->text[src->len] = '\0';
	return n == 0;
}

int import_read(struct import_source *src)
{
	bool standard = !strcmp(src->path, "-");
	int fd = standard ? STDIN_FILENO : open(src->path, O_RDONLY | O_CLOEXEC);
	struct sha256 sum;
	bool good;

	good = fd >= 0 && slurp(fd, src);
	if (!good)
		err_say("cannot read %s: %m", src->path);
	if (fd >= 0 && !standard)
		close(fd);
	if (!good)
		return XC_ERROR;
	if (memchr(src->text, '\0', src->len)) {
		err_say("%s is not a text file: it has a NUL byte in it", src->path);
		return XC_ERROR;
	}
	if (src->text[strspn(src->text, " \t\r\n")] == '\0') {
		err_say("%s has no data in it", src->path);
		return XC_ERROR;
	}
	sha256_begin(&sum);
	sha256_add(&sum, src->text, src->len);
	sha256_end(&sum, src->sha256);
	/* The byte order mark that some programs put before UTF-8. */
	if (!strncmp(src->text, "\xef\xbb\xbf", 3)) {
		src->len -= 3;
		memmove(src->text, src->text + 3, src->len + 1);
	}
	return XC_OK;
}

char *import_line(char **rest, size_t *line)
{
	char *text = strsep(rest, "\n");
	size_t n;

	/* What follows the last newline is no line if it is empty. */
	if (!text || (!*rest && !*text))
		return NULL;
	n = strlen(text);
	if (n && text[n - 1] == '\r')
		text[n - 1] = '\0';
	++*line;
	return text;
}

int import_time(const char *path, size_t line, const char *word, double unit, double *ns)
{
	char *end;
	double v;

	word += strspn(word, " \t");
	if (!*word) {
		err_say("%s:%zu: a number is missing", path, line);
		return XC_ERROR;
	}
	v = strtod(word, &end);
	end += strspn(end, " \t");
	/* Only decimal numbers: strtod() takes "inf", "nan" and "0x1" as well. */
	if (*end || end == word || strspn(word, "0123456789.eE+- \t") != strlen(word)) {
		err_say("%s:%zu: '%.40s' is not a number", path, line, word);
		return XC_ERROR;
	}
	if (!(v > 0) || !isfinite(v * unit)) {
		err_say("%s:%zu: %.40s is no time: it must be above 0 and finite", path, line, word);
		return XC_ERROR;
	}
	*ns = v * unit;
	return XC_OK;
}

static bool number_alone(const char *s, size_t n)
{
	char word[64], *end;

	if (!n || n >= sizeof(word))
		return false;
	memcpy(word, s, n);
	word[n] = '\0';
	strtod(word, &end);
	return end != word && end[strspn(end, " \t\r")] == '\0';
}

enum import_format import_guess(const char *text)
{
	bool separators = false;
	size_t numbers = 0, lines = 0, n;
	const char *first = text + strspn(text, " \t\r\n");

	if (*first == '{')
		return IMPORT_HYPERFINE;
	for (const char *s = text; *s; s += n + (s[n] == '\n')) {
		n = strcspn(s, "\n");
		if (!strncmp(s, "Benchmark", 9) && isupper((unsigned char)s[9]))
			return IMPORT_GO;
		if (*s == '#' || !n)
			continue;
		lines++;
		numbers += number_alone(s, n);
		if (lines == 1)
			separators = memchr(s, ',', n) || memchr(s, ';', n) || memchr(s, '\t', n);
	}
	if (separators)
		return IMPORT_CSV;
	if (number_alone(first, strcspn(first, "\n")) || (*first == '#' && numbers))
		return IMPORT_LINES;
	/* A header and numbers below it: one column. */
	return numbers ? IMPORT_CSV : IMPORT_GUESS;
}
