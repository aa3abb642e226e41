// SPDX-License-Identifier: GPL-2.0-only
/*
 * calibrate [THREADS]: does known numbers of locked operations between markers, in each of THREADS
 * threads (default 0: in the first), and prints for each window what the plugin has to find of
 * user space: instructions, locked operations, what it is. Threads keep to a CPU each where there
 * are as many.
 */
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "mark.h"

#define THREADS_MAX 64
#define TEXT_(n) #n
#define TEXT(n) TEXT_(n)

/* A window of n times some instructions, without a loop, which would add its own. */
#define WINDOW(n, code) \
	__asm__ volatile(".byte 0x66, 0x87, 0xdb\n" \
			 "	.rept " TEXT(n) "\n" code "\n	.endr\n" \
			 "	.byte 0x66, 0x87, 0xc9" \
			 : : "D"(area) : "memory", "cc", "rax", "rbx", "rcx", "rdx")

/*   what, times, instructions and locked operations of each, code */
#define WINDOWS(W) \
	W("nothing", 0, 0, 0, "") \
	W("nop", 1000, 1, 0, "nop") \
	W("lock xadd", 1000, 1, 1, "lock xadd %%rax, (%%rdi)") \
	W("xchg with memory", 500, 1, 1, "xchg %%rax, 8(%%rdi)") \
	W("xchg of a byte with memory", 70, 1, 1, "xchg %%al, (%%rdi)") \
	W("xchg with memory and lock", 50, 1, 1, "lock xchg %%eax, (%%rdi)") \
	W("xchg of registers", 300, 1, 0, "xchg %%rax, %%rcx; ") \
	W("xadd, inc, or without lock", 200, 3, 0, "xadd %%rax, (%%rdi); incq (%%rdi); orb $1, (%%rdi)") \
	W("lock add, sub, and, or, xor, adc, sbb", 100, 7, 7, \
	  "lock addq $1, (%%rdi); lock subl %%eax, (%%rdi); lock andw $1, (%%rdi); lock orb $1, (%%rdi); " \
	  "lock xorq %%rax, (%%rdi); lock adcq $1, (%%rdi); lock sbbl $1, (%%rdi)") \
	W("lock inc, dec, not, neg", 100, 4, 4, \
	  "lock incq (%%rdi); lock decl (%%rdi); lock notq (%%rdi); lock negl (%%rdi)") \
	W("lock bts, btr, btc", 100, 3, 3, \
	  "lock btsq $3, (%%rdi); lock btrl $3, (%%rdi); lock btcq %%rax, (%%rdi)") \
	W("lock cmpxchg", 100, 4, 4, \
	  "lock cmpxchgb %%cl, (%%rdi); lock cmpxchgw %%cx, (%%rdi); " \
	  "lock cmpxchgl %%ecx, (%%rdi); lock cmpxchgq %%rcx, (%%rdi)") \
	W("lock cmpxchg8b, cmpxchg16b", 100, 2, 2, "lock cmpxchg8b (%%rdi); lock cmpxchg16b (%%rdi)") \
	W("cmpxchg without lock", 100, 2, 0, "cmpxchgq %%rcx, (%%rdi); cmpxchg16b (%%rdi)")

static void run(void)
{
	/* Bit offsets of btcq are from a register: room on both sides of what is addressed. */
	static _Thread_local uint64_t room[4096] __attribute__((aligned(64)));
	uint64_t *area = room + 2048;

	/* An instruction that faults is begun twice. */
	memset(room, 1, sizeof(room));
#define DO(what, n, insns, locked, code) \
	__asm__ volatile("xor %%eax, %%eax" : : : "rax"); \
	WINDOW(n, code);
	WINDOWS(DO)
}

static void *run_thread(void *arg)
{
	const int *cpu = arg;
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(*cpu, &set);
	sched_setaffinity(0, sizeof(set), &set);
	run();
	return NULL;
}

static void print(void)
{
#define PRINT(what, n, insns, locked, code) \
	printf("%d %d %s\n", (n) * (insns), (n) * (locked), what);
	WINDOWS(PRINT)
}

int main(int argc, char **argv)
{
	char *end = "";
	long n = argc > 1 ? strtol(argv[1], &end, 10) : 0;
	pthread_t threads[THREADS_MAX];
	int cpus[THREADS_MAX];

	if (argc > 2 || *end || n < 0 || n > THREADS_MAX) {
		fprintf(stderr, "usage: calibrate [THREADS], at most %d\n", THREADS_MAX);
		return 2;
	}
	mlockall(MCL_CURRENT | MCL_FUTURE);
	for (int i = 0; i < n; i++) {
		cpus[i] = i;
		if (pthread_create(&threads[i], NULL, run_thread, &cpus[i])) {
			fprintf(stderr, "calibrate: cannot start thread %d\n", i + 1);
			return 2;
		}
	}
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	if (!n)
		run();
	mark_group();
	print();
	return 0;
}
