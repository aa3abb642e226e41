// SPDX-License-Identifier: GPL-2.0-only
/* Running gnuplot: script in, SVG out, both in memory. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "report.h"

void plot_begin(struct plot *p, unsigned width, unsigned height)
{
	*p = (struct plot) { .width = width, .height = height };
	p->script = open_memstream(&p->text, &p->size);
	if (!p->script)
		abort();
	fprintf(p->script, "set terminal svg noenhanced size %u,%u font ',%u'\n"
		"set encoding utf8\nunset key\nset border 1 lw 1\nset tics nomirror scale 0.5\n"
		"set grid x lt 1 lw 1 lc rgb '#%06x'\nset tmargin 1\nset rmargin 2\n",
		width, height, width < 500 ? 12 : 13, PLOT_GRID);
}

void plot_label(struct plot *p, const char *where, const char *fmt, ...)
{
	char *text = NULL;
	va_list ap;

	va_start(ap, fmt);
	if (vasprintf(&text, fmt, ap) < 0)
		abort();
	va_end(ap);
	p->labels = xreallocarray(p->labels, p->nlabels + 1, sizeof(*p->labels));
	fprintf(p->script, "set label '@%zu@' %s\n", p->nlabels, where);
	p->labels[p->nlabels++] = text;
}

/* In the child, which does not return. */
static void become_gnuplot(int in, int out, int err)
{
	static char *const argv[] = { "gnuplot", "-d", NULL };

	if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 || dup2(err, STDERR_FILENO) < 0)
		_exit(126);
	/* A decimal comma would be taken for two columns. */
	setenv("LC_ALL", "C", 1);
	execvp(*argv, argv);
	_exit(errno == ENOENT ? 127 : 126);
}

/* All that was written to the memory file, NUL-terminated; the caller frees it. */
static char *contents(int fd)
{
	off_t size = lseek(fd, 0, SEEK_END);
	char *text = xcalloc((size_t)(size > 0 ? size : 0) + 1, 1);
	off_t done = 0;

	while (done < size) {
		ssize_t n = pread(fd, text + done, (size_t)(size - done), done);

		if (n <= 0)
			break;
		done += n;
	}
	text[done] = '\0';
	return text;
}

static bool fill(int fd, const char *text, size_t size)
{
	while (size) {
		ssize_t n = write(fd, text, size);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		text += n;
		size -= (size_t)n;
	}
	return lseek(fd, 0, SEEK_SET) == 0;
}

/* The first line of text that is not blank, for a message. */
static int first_line(const char **text)
{
	*text += strspn(*text, " \t\n");
	return (int)strcspn(*text, "\n");
}

static int explain(int status, const char *said)
{
	int n = first_line(&said);

	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		err_say("gnuplot is not installed: install it (Debian: apt-get install gnuplot-nox), or leave the plots out with --no-plots");
	else
		err_say("gnuplot failed: %.*s", n ? n : 9, n ? said : "no reason");
	return XC_ERROR;
}

/* The SVG of the script, which the caller frees, or NULL (said). */
static char *run(const struct plot *p)
{
	int in = memfd_create("plot", MFD_CLOEXEC), out = memfd_create("svg", MFD_CLOEXEC);
	int err = memfd_create("messages", MFD_CLOEXEC), status = -1;
	char *svg = NULL, *said;
	pid_t pid = -1;

	if (in >= 0 && out >= 0 && err >= 0 && fill(in, p->text, p->size))
		pid = fork();
	if (!pid)
		become_gnuplot(in, out, err);
	if (pid < 0)
		err_say("cannot start gnuplot: %m");
	while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (pid > 0) {
		svg = contents(out);
		said = contents(err);
		if (status || !strstr(svg, "</svg>")) {
			explain(status, said);
			free(svg);
			svg = NULL;
		}
		free(said);
	}
	if (in >= 0)
		close(in);
	if (out >= 0)
		close(out);
	if (err >= 0)
		close(err);
	return svg;
}

int plot_end(struct plot *p, FILE *out, const char *class, const char *about)
{
	int status = XC_ERROR;
	char *svg = NULL;

	if (fclose(p->script))
		err_say("out of memory");
	else
		svg = run(p);
	if (svg)
		status = svg_write(out, svg, p, class, about) ? XC_OK : XC_ERROR;
	if (svg && status)
		err_say("gnuplot wrote no SVG: is it of another kind?");
	free(svg);
	free(p->text);
	for (size_t i = 0; i < p->nlabels; i++)
		free(p->labels[i]);
	free(p->labels);
	return status;
}
