// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "exitcode.h"
#include "guardian.h"
#include "journal.h"

static char knobs[2][128];

static int begin(void **state)
{
	char dir[128];

	if (scratch_begin(state))
		return -1;
	for (int i = 0; i < 2; i++)
		snprintf(knobs[i], sizeof(knobs[i]), "%s/k%d", (char *)*state, i);
	snprintf(dir, sizeof(dir), "%s/state", (char *)*state);
	return setenv("EXECTUNE_STATE_DIR", dir, 1);
}

/* Two arms over two knobs: 1 and 2, and 3 and 4; the knobs are at 10 and 20. */
static void make_arms(struct arms *a)
{
	write_file("k0", "10\n");
	write_file("k1", "20\n");
	*a = (struct arms){ 0 };
	for (int arm = 0; arm < 2; arm++) {
		assert_int_equal(arms_new(a, arm ? "b" : "a"), XC_OK);
		for (int k = 0; k < 2; k++) {
			char value[8];

			snprintf(value, sizeof(value), "%d", 1 + arm + 2 * k);
			assert_int_equal(arms_set(a, knobs[k], value), XC_OK);
		}
	}
	assert_int_equal(arms_open(a), XC_OK);
}

static void restores_ours_only(void **state)
{
	struct journal_result r = { 0 };
	struct journal j;
	struct arms a;

	(void)state;
	make_arms(&a);
	assert_int_equal(journal_open(&j, &a), XC_OK);
	assert_int_equal(journal_write(&j, &a), XC_OK);
	assert_int_equal(access(j.path, F_OK), 0);
	assert_int_equal(arms_write(&a, 1), 0);
	write_file("k1", "99\n");
	assert_int_equal(journal_restore(j.path, &r), XC_OK);
	assert_int_equal(r.restored, 1);
	assert_int_equal(r.foreign, 1);
	assert_file("k0", "10\n");
	assert_file("k1", "99\n");
	assert_int_equal(access(j.path, F_OK), -1);
	journal_close(&j);
	arms_free(&a);
}

static void second_time_is_harmless(void **state)
{
	struct journal_result r = { 0 };
	struct journal j;
	struct arms a;
	unsigned n;

	(void)state;
	make_arms(&a);
	assert_int_equal(journal_open(&j, &a), XC_OK);
	assert_int_equal(journal_write(&j, &a), XC_OK);
	assert_int_equal(arms_write(&a, 0), 0);
	/* As if the run had died, and its guardian with it. */
	close(j.fd);
	j.fd = -1;
	assert_int_equal(journal_restore_all(&r, &n), XC_OK);
	assert_int_equal(n, 1);
	assert_int_equal(r.restored, 2);
	assert_int_equal(journal_restore_all(&r, &n), XC_OK);
	assert_int_equal(n, 0);
	assert_file("k0", "10\n");
	assert_file("k1", "20\n");
	journal_close(&j);
	arms_free(&a);
}

static void shared_knob_is_refused(void **state)
{
	struct journal j, other;
	struct journal_result r = { 0 };
	struct arms a;
	unsigned n;

	(void)state;
	make_arms(&a);
	assert_int_equal(journal_open(&j, &a), XC_OK);
	assert_int_equal(journal_write(&j, &a), XC_OK);
	/* While it lives, restore leaves it alone, and no other run gets its knobs. */
	assert_int_equal(journal_restore_all(&r, &n), XC_OK);
	assert_int_equal(n, 0);
	assert_int_equal(journal_open(&other, &a), XC_ERROR);
	close(j.fd);
	j.fd = -1;
	assert_int_equal(journal_open(&other, &a), XC_ERROR);
	assert_int_equal(journal_restore(j.path, &r), XC_OK);
	assert_int_equal(journal_open(&other, &a), XC_OK);
	assert_int_equal(journal_write(&other, &a), XC_OK);
	assert_int_equal(journal_restore(other.path, &r), XC_OK);
	journal_close(&j);
	journal_close(&other);
	arms_free(&a);
}

static void failing_knob_keeps_the_journal(void **state)
{
	struct journal_result r = { 0 };
	struct journal j;
	struct arms a;

	(void)state;
	make_arms(&a);
	assert_int_equal(journal_open(&j, &a), XC_OK);
	assert_int_equal(journal_write(&j, &a), XC_OK);
	assert_int_equal(arms_write(&a, 0), 0);
	unlink("k1");
	assert_int_equal(journal_restore(j.path, &r), XC_ERROR);
	assert_int_equal(r.failed, 1);
	assert_file("k0", "10\n");
	assert_int_equal(access(j.path, F_OK), 0);
	write_file("k1", "3\n");
	assert_int_equal(journal_restore(j.path, &r), XC_OK);
	assert_file("k1", "20\n");
	journal_close(&j);
	arms_free(&a);
}

static void bad_journals(void **state)
{
	(void)state;
	assert_int_equal(journal_restore("none.journal", NULL), XC_ERROR);
	write_file("x.journal", "{\"type\":\"journal\",\"format\":1");
	assert_int_equal(journal_restore("x.journal", NULL), XC_ERROR);
	write_file("x.journal", "{\"type\":\"journal\",\"format\":2,\"knobs\":[]}");
	assert_int_equal(journal_restore("x.journal", NULL), XC_ERROR);
	write_file("x.journal", "{\"type\":\"journal\",\"format\":1,\"knobs\":[{\"key\":\"a\"}]}");
	assert_int_equal(journal_restore("x.journal", NULL), XC_ERROR);
	assert_int_equal(access("x.journal", F_OK), 0);
	unlink("x.journal");
}

static void foreign_directory_is_refused(void **state)
{
	struct journal j;
	struct arms a;

	(void)state;
	make_arms(&a);
	chmod("state", 0777);
	assert_int_equal(journal_open(&j, &a), XC_ERROR);
	chmod("state", 0700);
	arms_free(&a);
}

/* A child that changes the knobs under a guard and is killed. */
static void killed(void **state, int sig)
{
	struct journal j;
	struct guardian g;
	struct arms a;
	pid_t child;
	int ready[2];
	char c;

	(void)state;
	make_arms(&a);
	assert_int_equal(pipe(ready), 0);
	child = fork();
	if (!child) {
		signal(SIGSEGV, SIG_DFL);	/* cmocka catches it */
		if (journal_open(&j, &a) || guardian_start(&g, &j) || journal_write(&j, &a) ||
		    arms_write(&a, 1))
			_exit(1);
		if (write(ready[1], "r", 1) != 1)
			_exit(1);
		for (;;)
			pause();
	}
	assert_int_equal(read(ready[0], &c, 1), 1);
	assert_file("k0", "2\n");
	kill(child, sig);
	waitpid(child, NULL, 0);
	close(ready[1]);
	for (int i = 0; i < 500; i++) {
		char now[16];
		FILE *f = fopen("k1", "r");

		assert_non_null(fgets(now, sizeof(now), f));
		fclose(f);
		if (!strcmp(now, "20\n"))
			break;
		usleep(10000);
	}
	assert_file("k0", "10\n");
	assert_file("k1", "20\n");
	close(ready[0]);
	arms_free(&a);
}

/* A run that dies before it has written its journal leaves nothing. */
static void drafts_go(void **state)
{
	struct journal_result r = { 0 };
	struct journal j;
	struct arms a;
	unsigned n;

	(void)state;
	make_arms(&a);
	assert_int_equal(journal_open(&j, &a), XC_OK);
	assert_int_equal(access(j.draft, F_OK), 0);
	assert_int_equal(journal_restore_all(&r, &n), XC_OK);
	assert_int_equal(access(j.draft, F_OK), 0);
	assert_int_equal(journal_end(&j, &r), XC_OK);
	assert_int_equal(access(j.draft, F_OK), -1);
	journal_close(&j);
	assert_int_equal(journal_open(&j, &a), XC_OK);
	close(j.fd);
	j.fd = -1;
	assert_int_equal(journal_restore_all(&r, &n), XC_OK);
	assert_int_equal(n, 0);
	assert_int_equal(access(j.draft, F_OK), -1);
	journal_close(&j);
	arms_free(&a);
}

static void sigkill(void **state)
{
	killed(state, SIGKILL);
}

static void sigsegv(void **state)
{
	killed(state, SIGSEGV);
}

static void dismissed(void **state)
{
	struct journal j;
	struct guardian g;
	struct arms a;

	(void)state;
	make_arms(&a);
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(journal_open(&j, &a), XC_OK);
	assert_int_equal(journal_write(&j, &a), XC_OK);
	assert_int_equal(guardian_start(&g, &j), XC_OK);
	assert_int_equal(arms_write(&a, 1), 0);
	guardian_dismiss(&g);
	/* It was told that there is nothing to do, and did nothing. */
	assert_file("k0", "2\n");
	assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
	assert_int_equal(journal_restore(j.path, NULL), XC_OK);
	journal_close(&j);
	arms_free(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(restores_ours_only), cmocka_unit_test(second_time_is_harmless),
		cmocka_unit_test(shared_knob_is_refused), cmocka_unit_test(failing_knob_keeps_the_journal),
		cmocka_unit_test(bad_journals), cmocka_unit_test(foreign_directory_is_refused),
		cmocka_unit_test(drafts_go), cmocka_unit_test(sigkill), cmocka_unit_test(sigsegv),
		cmocka_unit_test(dismissed),
	};

	return cmocka_run_group_tests_name("journal", tests, begin, scratch_end);
}
