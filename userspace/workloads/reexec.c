// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program that executes itself again and again in one child and counts how often an exec moved
 * it to another CPU or node. One operation is one exec; a batch is one chain.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench.h"
#include "chain.h"
#include "err.h"
#include "exitcode.h"
#include "mem.h"
#include "target.h"
#include "workloads.h"

static const struct workload_param params[] = {
	{ "batch", "100", 1, 1000000, "execs in one chain" },
	PARAM_DIR, PARAM_ENV, PARAM_VARS, { 0 },
};

struct chain {
	char *program;
	int pipe[2];
};

static int setup(struct use *u)
{
	struct chain *c = u->state = xcalloc(1, sizeof(*c));

	c->program = xasprintf("%s/chain", u->dir);
	/* Open in the children: the last of the chain writes to it. */
	if (pipe(c->pipe)) {
		err_say("pipe: %m");
		c->pipe[0] = c->pipe[1] = -1;
		return XC_ERROR;
	}
	fcntl(c->pipe[0], F_SETFD, FD_CLOEXEC);
	return target_copy("exec-target-chain", c->program);
}

static void put(char *text, enum chain_field field, unsigned v)
{
	char digits[CHAIN_DIGITS + 1];

	snprintf(digits, sizeof(digits), "%08x", v);
	memcpy(text + field * CHAIN_DIGITS, digits, CHAIN_DIGITS);
}

static unsigned get(const char *text, enum chain_field field)
{
	char digits[CHAIN_DIGITS + 1] = "";

	memcpy(digits, text + field * CHAIN_DIGITS, CHAIN_DIGITS);
	return (unsigned)strtoul(digits, NULL, 16);
}

static int op(struct bench *b, unsigned n)
{
	struct chain *c = b->state;
	char text[CHAIN_LENGTH + 1] = "", *argv[] = { c->program, text, NULL };
	pid_t child;

	for (int f = 0; f < CHAIN_FIELDS; f++)
		put(text, (enum chain_field)f, 0);
	put(text, CHAIN_LEFT, n - 1);
	put(text, CHAIN_FD, (unsigned)c->pipe[1]);
	child = fork();
	if (child < 0)
		return bench_fail(b, "fork: %m");
	if (!child) {
		unsigned cpu = 0, node = 0;

		syscall(SYS_getcpu, &cpu, &node, NULL);
		put(text, CHAIN_CPU, cpu);
		put(text, CHAIN_NODE, node);
		execve(argv[0], argv, b->envp);
		bench_exec_failed(b);
	}
	if (bench_reap(b, child))
		return -1;
	if (read(c->pipe[0], text, CHAIN_LENGTH) != CHAIN_LENGTH || get(text, CHAIN_LEFT))
		return bench_fail(b, "the chain did not report");
	bench_count(b->shared, "cpu_changes", get(text, CHAIN_CPU_CHANGES));
	bench_count(b->shared, "node_changes", get(text, CHAIN_NODE_CHANGES));
	bench_count(b->shared, "execs", n);
	return 0;
}

static void teardown(struct use *u)
{
	struct chain *c = u->state;

	for (int i = 0; i < 2; i++)
		if (c->pipe[i] >= 0)
			close(c->pipe[i]);
	free(c->program);
	free(c);
	u->state = NULL;
}

const struct workload workload_reexec = {
	.name = "reexec",
	.summary = "a program that executes itself; counts changes of CPU and node",
	.params = params,
	.files = true,
	.setup = setup,
	.op = op,
	.teardown = teardown,
};
