// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "exitcode.h"
#include "mem.h"
#include "run_args.h"

static struct run_args args;
static struct plan plan;
static char *words[32];
static char *line;

/* Parses "run " + text, split at blanks. */
static int parse(const char *text)
{
	char *rest, *word;
	int n = 0;

	line = xstrdup(text);
	rest = line;
	words[n++] = "exectune run";
	while ((word = strsep(&rest, " ")))
		words[n++] = word;
	words[n] = NULL;
	plan = (struct plan){ .node = -1 };
	return run_args_parse(&args, &plan, n, words);
}

static void done(void)
{
	plan_free(&plan);
	free(line);
}

static void defaults(void **state)
{
	(void)state;
	assert_int_equal(parse("-w null"), XC_OK);
	assert_int_equal(plan.blocks, 40);
	assert_int_equal(plan.slice, 200000000);
	assert_int_equal(plan.ops, 0);
	assert_int_equal(plan.clock, CLOCK_KIND_MONOTONIC);
	assert_true(plan.settle > 0);
	assert_int_equal(plan.node, -1);
	assert_int_equal(plan.arms.n, 2);
	assert_null(args.output);
	done();
}

static void everything(void **state)
{
	(void)state;
	assert_int_equal(parse("-w null,execvpe:hit=3 -w stat --blocks 64 --slice 0.1s --ops 7 --seed 42 --clock icount --cpu 0 --node 0 --env-sizes 32 --warmup 0 -o x --no-duplicate"), XC_OK);
	assert_int_equal(plan.nuses, 3);
	assert_string_equal(plan.uses[1].key, "execvpe:hit=3");
	assert_int_equal(plan.blocks, 64);
	assert_int_equal(plan.slice, 100000000);
	assert_int_equal(plan.ops, 7);
	assert_int_equal(plan.seed, 42);
	assert_int_equal(plan.clock, CLOCK_KIND_ICOUNT);
	assert_int_equal(plan.settle, 0);
	assert_int_equal(plan.env_sizes.n, 32);
	assert_int_equal(plan.warmup, 0);
	assert_int_equal(plan.arms.n, 1);
	assert_string_equal(plan.cpus, "0");
	assert_string_equal(args.output, "x");
	done();
}

static void command(void **state)
{
	(void)state;
	assert_int_equal(parse("-w null -- prog -w --vary"), XC_OK);
	assert_int_equal(plan.nuses, 2);
	assert_string_equal(plan.uses[1].key, "command");
	assert_string_equal(plan.uses[1].argv[2], "--vary");
	done();
	assert_int_equal(parse("-w command:batch=3 -- prog"), XC_OK);
	assert_int_equal(plan.nuses, 1);
	assert_int_equal(plan.uses[0].batch, 3);
	done();
}

static void bad(void **state)
{
	static const char *const rows[] = {
		"", "--", "null", "-w null extra", "-w nothing", "-w null,null", "-w null,", "-w command",
		"-w null --blocks 0", "-w null --blocks 1e3", "-w null --blocks -1", "-w null --slice 0",
		"-w null --slice 2h", "-w null --ops 0", "-w null --seed x", "-w null --clock tsc",
		"-w null --node x", "-w null --env-sizes 1", "-w null --env-sizes 32 --blocks 6",
		"-w null --env-list 1,x", "-w null --env-list 1,2 --env-sizes 2", "-w null --baseline x",
		"-w null --vary k", "--resume f -w null", "--resume f -o x",
		"--resume f --blocks 3", "--resume f -- prog",
	};

	(void)state;
	for (size_t i = 0; i < COUNT(rows); i++) {
		if (parse(rows[i]) != XC_USAGE)
			fail_msg("'%s'", rows[i]);
		done();
	}
}

static void resuming(void **state)
{
	(void)state;
	assert_int_equal(parse("-q --resume f"), XC_OK);
	assert_string_equal(args.resume, "f");
	done();
}

/* A plan that went through the first line of a samples file is the same. */
static void header(void **state)
{
	struct plan again = { .node = -1 };
	json_t *first, *second;

	(void)state;
	assert_int_equal(parse("-w null:delay=5,miss:batch=9 --seed 3 --env-list 1,22 --cpu 0 --ops 5 -- prog arg"), XC_OK);
	plan.words = json_pack("[s]", "exectune");
	plan.uses[0].batch = 100;
	first = plan_header(&plan, "0123456789abcdef", "2026-01-01T00:00:00Z", json_object());
	assert_int_equal(plan_from_header(&again, first), XC_OK);
	second = plan_header(&again, "0123456789abcdef", "2026-01-01T00:00:00Z", json_object());
	if (!json_equal(first, second))
		fail_msg("%s\n%s", json_dumps(first, 0), json_dumps(second, 0));
	json_decref(second);
	plan_free(&again);
	json_object_del(first, "plan");
	assert_int_equal(plan_from_header(&again, first), XC_ERROR);
	json_decref(first);
	plan_free(&again);
	done();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(defaults), cmocka_unit_test(everything), cmocka_unit_test(command),
		cmocka_unit_test(bad), cmocka_unit_test(resuming), cmocka_unit_test(header),
	};

	return cmocka_run_group_tests_name("run_args", tests, NULL, NULL);
}
