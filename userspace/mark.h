/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Markers: instructions that exchange a register with itself, so that they do nothing but be seen
 * by the plugin of the atomics lane (tests/vm/plugin). What is between start and stop is counted,
 * the markers themselves are not.
 */
#ifndef MARK_H
#define MARK_H

/* Opens a window of counting on this CPU. */
static inline void mark_start(void)
{
	__asm__ volatile(".byte 0x66, 0x87, 0xdb" : : : "memory");
}

/* Closes it. */
static inline void mark_stop(void)
{
	__asm__ volatile(".byte 0x66, 0x87, 0xc9" : : : "memory");
}

/* Ends a group of windows, which are written out together. No window is open then. */
static inline void mark_group(void)
{
	__asm__ volatile(".byte 0x66, 0x87, 0xd2" : : : "memory");
}

#endif
