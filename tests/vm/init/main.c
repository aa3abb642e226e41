// SPDX-License-Identifier: GPL-2.0-only
#include "../trailer.h"
#include "init.h"

int main(void)
{
	struct outcome outcome = { WHY_TOPOLOGY, 0 };
	struct options opt;
	bool as_promised;

	mount_first();
	mount_rest();
	name_host();
	loopback_up();
	mount_image();
	as_promised = options_read(&opt) && topology_check(&opt);
	options_export(&opt);
	if (opt.shell)
		shell_run();
	else if (as_promised)
		outcome = job_run(&opt);
	if (opt.shell)
		outcome.why = WHY_JOB;
	kill_leftovers();
	results_send(&outcome);
	unmount_image();
	power_off();
}
