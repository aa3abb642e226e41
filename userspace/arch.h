/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What differs between processors: a counter that can be read, and a loop whose instructions are
 * known. Only on x86-64 does the counter of a QEMU guest with -icount shift=0 count them; see
 * clock_check_icount().
 */
#ifndef ARCH_H
#define ARCH_H

#include <stdbool.h>
#include <stdint.h>

#if defined(__x86_64__)
#include <cpuid.h>
#include <string.h>

/* Nothing before it is still under way when the counter is read. */
static inline uint64_t arch_counter(void)
{
	uint32_t lo, hi;

	__asm__ volatile("lfence\n\trdtsc" : "=a"(lo), "=d"(hi) : : "memory");
	return (uint64_t)hi << 32 | lo;
}

/* 2 * turns instructions, turns > 0. */
static inline void arch_loop(uint64_t turns)
{
	__asm__ volatile("1:	dec %0\n\tjnz 1b" : "+r"(turns) : : "cc");
}

/* What a hypervisor calls itself; false where the processor says that there is none. */
static inline bool arch_hypervisor(char signature[13])
{
	unsigned a, b, c, d;

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c >> 31))
		return false;
	__cpuid(0x40000000, a, b, c, d);
	memcpy(signature, &b, 4);
	memcpy(signature + 4, &c, 4);
	memcpy(signature + 8, &d, 4);
	signature[12] = '\0';
	return true;
}
#elif defined(__aarch64__)
static inline uint64_t arch_counter(void)
{
	uint64_t ticks;

	__asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(ticks) : : "memory");
	return ticks;
}

static inline void arch_loop(uint64_t turns)
{
	__asm__ volatile("1:	subs %0, %0, #1\n\tb.ne 1b" : "+r"(turns) : : "cc");
}

/* This processor does not say. */
static inline bool arch_hypervisor(char signature[13])
{
	(void)signature;
	return false;
}
#else
#error "exectune knows x86-64 and arm64"
#endif

#endif
