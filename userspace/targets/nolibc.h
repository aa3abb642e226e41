/* SPDX-License-Identifier: GPL-2.0-only */
/* The few system calls that the exec targets need, without a C library. x86-64. */
#ifndef NOLIBC_H
#define NOLIBC_H

#ifndef __x86_64__
#error "the exec targets know the system calls of x86-64 only"
#endif

#include <asm/unistd.h>

static inline long sys3(long nr, long a, long b, long c)
{
	long ret;

	__asm__ volatile("syscall" : "=a"(ret) : "a"(nr), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return ret;
}

static inline __attribute__((noreturn)) void sys_exit(long status)
{
	for (;;)
		sys3(__NR_exit_group, status, 0, 0);
}

/*
 * The entry point: calls start(sp), where sp[0] is argc, sp[1...] argv, NULL, the environment,
 * NULL.
 */
#define NOLIBC_START(start)						\
	__asm__(".globl _start\n_start:\n"				\
		"	xor %ebp, %ebp\n"				\
		"	mov %rsp, %rdi\n"				\
		"	and $-16, %rsp\n"				\
		"	call " #start "\n")

#endif
