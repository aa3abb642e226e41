// SPDX-License-Identifier: GPL-2.0-only
/* fork, execve of a #! script whose interpreter is the target, wait. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bench.h"
#include "err.h"
#include "exitcode.h"
#include "files.h"
#include "mem.h"
#include "workloads.h"

#define LINE_MAX_KERNEL 255		/* of a #! line, with its newline, on every base */

static const struct workload_param params[] = { PARAM_DIR, PARAM_ENV, PARAM_BATCH("1"), { 0 } };

static int setup(struct use *u)
{
	char *interpreter, *line, *script;
	int fd, status = files_target(u);
	size_t n;

	if (status)
		return status;
	interpreter = u->state;
	line = xasprintf("#!%s\n", interpreter);
	n = strlen(line);
	free(interpreter);
	script = u->state = xasprintf("%s/script", u->dir);
	if (n > LINE_MAX_KERNEL) {
		err_say("workload script: the name of its directory is too long for a #! line; choose another with dir=");
		free(line);
		return XC_ERROR;
	}
	fd = open(script, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0755);
	if (fd < 0 || write(fd, line, n) != (ssize_t)n || fchmod(fd, 0755)) {
		err_say("cannot write %s: %m", script);
		status = XC_ERROR;
	}
	if (fd >= 0)
		close(fd);
	free(line);
	return status;
}

static int op(struct bench *b, unsigned n)
{
	return execve_each(b, b->state, n);
}

const struct workload workload_script = {
	.name = "script",
	.summary = "fork, execve of a #! script, wait",
	.params = params,
	.files = true,
	.setup = setup,
	.op = op,
	.teardown = files_free,
};
