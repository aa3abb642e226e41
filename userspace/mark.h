/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Markers: instructions that exchange a register with itself, so that they do nothing but be seen
 * by the plugin of the atomics lane (tests/vm/plugin). What is between start and stop is counted,
 * the markers themselves are not.
 */
#ifndef MARK_H
#define MARK_H

#ifdef __x86_64__
#define MARK(code) __asm__ volatile(".byte " code : : : "memory")
#define MARKS true
#else
/* No plugin would see any. */
#define MARK(code) ((void)0)
#define MARKS false
#endif

/* Opens a window of counting on this CPU. */
static inline void mark_start(void)
{
	MARK("0x66, 0x87, 0xdb");
}

/* Closes it. */
static inline void mark_stop(void)
{
	MARK("0x66, 0x87, 0xc9");
}

/* Ends a group of windows, which are written out together. No window is open then. */
static inline void mark_group(void)
{
	MARK("0x66, 0x87, 0xd2");
}

#endif
