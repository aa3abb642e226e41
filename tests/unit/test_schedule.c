// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "nuisance.h"
#include "exitcode.h"
#include "schedule.h"

/* In whole rounds each arm is equally often at each slot and after each other arm. */
static void balance(void **state)
{
	(void)state;
	for (size_t arms = 1; arms <= 9; arms++) {
		size_t rows = schedule_rows(arms), rounds = 3, workloads = 2;
		size_t at[9][9] = { 0 }, after[9][9] = { 0 };
		struct schedule s;

		schedule_make(&s, 42 + arms, rows * rounds, workloads, arms);
		for (size_t b = 0; b < s.blocks; b++) {
			for (size_t i = 0; i < arms; i++) {
				unsigned arm = schedule_arm(&s, b, 1, i);

				assert_true(arm < arms);
				at[arm][i]++;
				if (i)
					after[schedule_arm(&s, b, 1, i - 1)][arm]++;
			}
		}
		for (size_t i = 0; i < arms; i++)
			for (size_t j = 0; j < arms; j++) {
				assert_int_equal(at[i][j], rows * rounds / arms);
				assert_int_equal(after[i][j], i == j ? 0 : rows * rounds / arms);
			}
		schedule_free(&s);
	}
}

/* Also where the blocks end within a round: every arm and every workload once a block. */
static void once_a_block(void **state)
{
	struct schedule s;

	(void)state;
	schedule_make(&s, 7, 11, 5, 6);
	for (size_t b = 0; b < 11; b++) {
		unsigned seen = 0;

		for (size_t w = 0; w < 5; w++) {
			unsigned arms = 0;

			seen |= 1u << schedule_workload(&s, b, w);
			for (size_t i = 0; i < 6; i++)
				arms |= 1u << schedule_arm(&s, b, w, i);
			assert_int_equal(arms, 0x3f);
		}
		assert_int_equal(seen, 0x1f);
	}
	schedule_free(&s);
}

static void seeded(void **state)
{
	struct schedule a, b, c;
	size_t n = 20 * 2 * 4 * sizeof(unsigned);

	(void)state;
	schedule_make(&a, 1, 20, 2, 4);
	schedule_make(&b, 1, 20, 2, 4);
	schedule_make(&c, 2, 20, 2, 4);
	assert_memory_equal(a.arm_order, b.arm_order, n);
	assert_memory_not_equal(a.arm_order, c.arm_order, n);
	schedule_free(&a);
	schedule_free(&b);
	schedule_free(&c);
}

static void layouts(void **state)
{
	struct env_sizes none = { 0 }, even, list;
	struct nuisance *a = nuisance_make(5, 64, &none), *b = nuisance_make(5, 64, &none);
	unsigned seen = 0, different = 0;

	(void)state;
	assert_memory_equal(a, b, 64 * sizeof(*a));
	for (size_t i = 0; i < 64; i++) {
		assert_true(a[i].env < 4096 && a[i].depth <= NUISANCE_DEPTH_MAX);
		assert_true(a[i].stack < NUISANCE_STACK_MAX && a[i].stack % 16 == 0);
		different += a[i].env != a[0].env;
	}
	assert_true(different > 32);
	free(a);
	free(b);
	nuisance_env_even(&even, 32);
	a = nuisance_make(5, 64, &even);
	for (size_t i = 0; i < 32; i++)
		seen |= 1u << (a[i].env / 128);
	assert_int_equal(seen, 0xffffffff);
	free(a);
	free(even.sizes);
	assert_int_equal(nuisance_env_list(&list, "0,100,131000"), XC_OK);
	assert_int_equal(list.n, 3);
	assert_int_equal(list.sizes[2], 131000);
	free(list.sizes);
	assert_int_equal(nuisance_env_list(&list, "1,131001"), XC_USAGE);
	assert_int_equal(nuisance_env_list(&list, ""), XC_USAGE);
	assert_int_equal(nuisance_env_list(&list, "1,,2"), XC_USAGE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(balance), cmocka_unit_test(once_a_block), cmocka_unit_test(seeded),
		cmocka_unit_test(layouts),
	};

	return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
