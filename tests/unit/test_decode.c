// SPDX-License-Identifier: GPL-2.0-only
/* Which instructions the plugin of the atomics lane takes for locked operations, and for markers. */
#include "unit.h"

#include "../vm/plugin/decode.h"

#define CODE(...) { __VA_ARGS__ }, sizeof((unsigned char[]){ __VA_ARGS__ })

static const struct {
	const char *what;
	unsigned char code[16];
	size_t size;
	bool locked;
} rows[] = {
	{ "lock xadd %eax,(%rdi)", CODE(0xf0, 0x0f, 0xc1, 0x07), true },
	{ "lock xadd %rax,(%rdi)", CODE(0xf0, 0x48, 0x0f, 0xc1, 0x07), true },
	{ "prefix of size, then lock", CODE(0x66, 0xf0, 0x0f, 0xb1, 0x0f), true },
	{ "segment, then lock", CODE(0x65, 0xf0, 0xff, 0x05, 1, 2, 3, 4), true },
	{ "segment in place of lock, as without SMP", CODE(0x3e, 0xff, 0x07), false },
	{ "xacquire lock cmpxchg", CODE(0xf2, 0xf0, 0x0f, 0xb1, 0x0f), true },
	{ "xchg %al,(%rdi)", CODE(0x86, 0x07), true },
	{ "xchg %eax,8(%rdi)", CODE(0x87, 0x47, 0x08), true },
	{ "xchg %rax,(%r8)", CODE(0x49, 0x87, 0x00), true },
	{ "xchg %eax,%gs:0", CODE(0x65, 0x87, 0x04, 0x25, 0, 0, 0, 0), true },
	{ "xchg %ax,(%rdi)", CODE(0x66, 0x87, 0x07), true },
	{ "xchg %eax,%ecx", CODE(0x87, 0xc8), false },
	{ "xchg %r8,%r9", CODE(0x4d, 0x87, 0xc1), false },
	{ "xchg %rax,%r8", CODE(0x49, 0x90), false },
	{ "ja far", CODE(0x0f, 0x87, 0x07, 0, 0, 0), false },
	{ "jbe far", CODE(0x0f, 0x86, 0x07, 0, 0, 0), false },
	{ "mov $0xf0,%al", CODE(0xb0, 0xf0), false },
	{ "mov $0x87,%al", CODE(0xb0, 0x87), false },
	{ "mov %eax,(%rdi)", CODE(0x89, 0x07), false },
	{ "xadd without lock", CODE(0x0f, 0xc1, 0x07), false },
	{ "inc %ecx of 32-bit code", CODE(0x41), false },
	{ "rep movsb", CODE(0xf3, 0xa4), false },
	{ "nop", CODE(0x90), false },
	{ "cut after the opcode", CODE(0x87), false },
};

static void locked(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (decode_locked(rows[i].code, rows[i].size) != rows[i].locked)
			fail_msg("%s is%s taken for locked", rows[i].what, rows[i].locked ? " not" : "");
	assert_false(decode_locked(NULL, 0));
}

static void markers(void **state)
{
	static const unsigned char start[] = { 0x66, 0x87, 0xdb }, stop[] = { 0x66, 0x87, 0xc9 },
		group[] = { 0x66, 0x87, 0xd2 }, other[] = { 0x66, 0x87, 0xc0 }, longer[] = { 0x87, 0xdb };

	(void)state;
	assert_int_equal(decode_marker(start, 3), MARK_START);
	assert_int_equal(decode_marker(stop, 3), MARK_STOP);
	assert_int_equal(decode_marker(group, 3), MARK_GROUP);
	assert_int_equal(decode_marker(other, 3), MARK_NONE);
	assert_int_equal(decode_marker(longer, 2), MARK_NONE);
	assert_int_equal(decode_marker(start, 2), MARK_NONE);
	assert_false(decode_locked(start, 3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(locked),
		cmocka_unit_test(markers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
