// SPDX-License-Identifier: GPL-2.0-only
/*
 * verdict --console FILE --results FILE [--timed-out]
 *
 * Prints kind=, status=, bytes= and line=, one a line, and exits with the
 * status that tests/vm/boot has for the kind (0, 10-14, 17), or 2 on an error.
 */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verdict.h"

#define EXIT_TROUBLE 2

/* The whole of a file, to be freed; NULL if it cannot be read, after saying so. */
static char *read_file(const char *path, size_t *len)
{
	size_t room = 1 << 16, got;
	FILE *file = fopen(path, "rb");
	char *text = NULL, *more;

	*len = 0;
	while (file && (more = realloc(text, room))) {
		text = more;
		got = fread(text + *len, 1, room - *len, file);
		*len += got;
		if (got == 0)
			break;
		room *= *len == room ? 2 : 1;
	}
	if (!file || !text || ferror(file)) {
		fprintf(stderr, "verdict: cannot read %s: %s\n", path, strerror(errno));
		free(text);
		text = NULL;
	}
	if (file)
		fclose(file);
	return text;
}

static int usage(void)
{
	fputs("usage: verdict --console FILE --results FILE [--timed-out]\n", stderr);
	return EXIT_TROUBLE;
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "console", required_argument, NULL, 'c' },
		{ "results", required_argument, NULL, 'r' },
		{ "timed-out", no_argument, NULL, 't' },
		{ 0 }
	};
	const char *console_path = NULL, *results_path = NULL;
	struct verdict_input in = { 0 };
	char *console, *results;
	struct verdict v;
	int c;

	while ((c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		if (c == 'c')
			console_path = optarg;
		else if (c == 'r')
			results_path = optarg;
		else if (c == 't')
			in.timed_out = true;
		else
			return usage();
	}
	if (!console_path || !results_path || optind != argc)
		return usage();
	console = read_file(console_path, &in.console_len);
	results = read_file(results_path, &in.results_len);
	in.console = console;
	in.results = results;
	if (!console || !results) {
		free(console);
		free(results);
		return EXIT_TROUBLE;
	}
	verdict_read(&in, &v);
	printf("kind=%s\nstatus=%d\nbytes=%zu\nline=%s\n", verdict_name(v.kind),
	       v.status, v.bytes, v.line);
	free(console);
	free(results);
	return verdict_exit_status(v.kind);
}
