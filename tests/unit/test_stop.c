// SPDX-License-Identifier: GPL-2.0-only
#include "unit.h"

#include "exitcode.h"
#include "stop.h"
#include "worker.h"

/* A signal sets the flag of the run, and after the run's memory is gone only stop_signal. */
static void late_signals(void **state)
{
	static const int signals[] = { SIGINT, SIGTERM, SIGHUP };

	(void)state;
	for (size_t i = 0; i < COUNT(signals); i++) {
		struct worker w;

		/* A shell starts what is in the background with SIGINT ignored, which stop_install() respects. */
		signal(signals[i], SIG_DFL);
		stop_signal = 0;
		assert_int_equal(worker_map(&w), XC_OK);
		stop_install(&w.shared->stop, &w.pid);
		assert_int_equal(raise(signals[i]), 0);
		assert_int_equal(stop_signal, signals[i]);
		assert_int_equal(w.shared->stop, 1);
		worker_end(&w);
		stop_signal = 0;
		assert_int_equal(raise(signals[i]), 0);
		assert_int_equal(raise(signals[i]), 0);
		assert_int_equal(stop_signal, signals[i]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(late_signals),
	};

	return cmocka_run_group_tests_name("stop", tests, NULL, NULL);
}
