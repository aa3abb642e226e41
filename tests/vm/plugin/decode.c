// SPDX-License-Identifier: GPL-2.0-only
#include "decode.h"

#define LOCK 0xf0

static bool is_legacy_prefix(unsigned char c)
{
	switch (c) {
	case 0x26: case 0x2e: case 0x36: case 0x3e: case 0x64: case 0x65:	/* segments */
	case 0x66: case 0x67:							/* sizes */
	case 0xf2: case 0xf3: case LOCK:
		return true;
	default:
		return false;
	}
}

bool decode_locked(const unsigned char *code, size_t size)
{
	size_t i = 0;

	for (; i < size && is_legacy_prefix(code[i]); i++)
		if (code[i] == LOCK)
			return true;
	/* In 32-bit code these are instructions of a byte: nothing follows then. */
	if (i < size && (code[i] & 0xf0) == 0x40)
		i++;
	/* XCHG; with mod 3 its operands are registers. */
	return i + 1 < size && (code[i] == 0x86 || code[i] == 0x87) && code[i + 1] >> 6 != 3;
}

enum marker decode_marker(const unsigned char *code, size_t size)
{
	if (size != 3 || code[0] != 0x66 || code[1] != 0x87)
		return MARK_NONE;
	switch (code[2]) {
	case 0xdb:		/* xchg %bx,%bx */
		return MARK_START;
	case 0xc9:		/* xchg %cx,%cx */
		return MARK_STOP;
	case 0xd2:		/* xchg %dx,%dx */
		return MARK_GROUP;
	default:
		return MARK_NONE;
	}
}
