// SPDX-License-Identifier: GPL-2.0-only
/*
 * The program of the reexec workload: it executes itself argv[1].left times and counts how often
 * it came out of an exec on another CPU or node than it went in. What it knows travels in
 * argv[1] (see chain.h); the last of the chain writes it to the file descriptor named there.
 */
#include "nolibc.h"
#include "../chain.h"

static unsigned field_get(const char *text, enum chain_field f)
{
	unsigned v = 0;

	for (int i = 0; i < CHAIN_DIGITS; i++) {
		unsigned char c = (unsigned char)text[f * CHAIN_DIGITS + i];

		v = v << 4 | (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10);
	}
	return v;
}

static void field_set(char *text, enum chain_field f, unsigned v)
{
	for (int i = CHAIN_DIGITS - 1; i >= 0; i--, v >>= 4)
		text[f * CHAIN_DIGITS + i] = (char)((v & 15) < 10 ? '0' + (v & 15) : 'a' + (v & 15) - 10);
}

__attribute__((noreturn, used)) static void start(long *sp)
{
	char **argv = (char **)(sp + 1), **envp = argv + *sp + 1;
	unsigned cpu = 0, node = 0, left;
	char *text = argv[1];

	sys3(__NR_getcpu, (long)&cpu, (long)&node, 0);
	if (*sp != 2)
		sys_exit(CHAIN_EXIT_USAGE);
	if (cpu != field_get(text, CHAIN_CPU))
		field_set(text, CHAIN_CPU_CHANGES, field_get(text, CHAIN_CPU_CHANGES) + 1);
	if (node != field_get(text, CHAIN_NODE))
		field_set(text, CHAIN_NODE_CHANGES, field_get(text, CHAIN_NODE_CHANGES) + 1);
	left = field_get(text, CHAIN_LEFT);
	if (!left) {
		long n = sys3(__NR_write, field_get(text, CHAIN_FD), (long)text, CHAIN_LENGTH);

		sys_exit(n == CHAIN_LENGTH ? 0 : CHAIN_EXIT_REPORT);
	}
	field_set(text, CHAIN_LEFT, left - 1);
	sys3(__NR_getcpu, (long)&cpu, (long)&node, 0);
	field_set(text, CHAIN_CPU, cpu);
	field_set(text, CHAIN_NODE, node);
	sys_exit(sys3(__NR_execve, (long)argv[0], (long)argv, (long)envp) ? CHAIN_EXIT_EXEC : 0);
}

NOLIBC_START(start);
