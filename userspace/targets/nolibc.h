/* SPDX-License-Identifier: GPL-2.0-only */
/* The few system calls that the exec targets need, without a C library. */
#ifndef NOLIBC_H
#define NOLIBC_H

#include <asm/unistd.h>

#if defined(__x86_64__)
static inline long sys3(long nr, long a, long b, long c)
{
	long ret;

	__asm__ volatile("syscall" : "=a"(ret) : "a"(nr), "D"(a), "S"(b), "d"(c)
			 : "rcx", "r11", "memory");
	return ret;
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
#elif defined(__aarch64__)
static inline long sys3(long nr, long a, long b, long c)
{
	register long x8 __asm__("x8") = nr, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;

	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
	return x0;
}

/* As above; the stack pointer is a multiple of 16 always. */
#define NOLIBC_START(start)						\
	__asm__(".globl _start\n_start:\n"				\
		"	mov x29, #0\n"					\
		"	mov x30, #0\n"					\
		"	mov x0, sp\n"					\
		"	bl " #start "\n")
#else
#error "the exec targets know x86-64 and arm64"
#endif

static inline __attribute__((noreturn)) void sys_exit(long status)
{
	for (;;)
		sys3(__NR_exit_group, status, 0, 0);
}

#endif
