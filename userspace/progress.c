// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <unistd.h>

#include "clock.h"
#include "err.h"
#include "progress.h"

#define REDRAW 200000000u		/* ns */
#define PLAIN 15000000000u		/* ns */

void progress_begin(struct progress *p, uint64_t total, uint64_t done)
{
	*p = (struct progress){ .total = total, .done = done, .first = done };
	p->began = p->said = clock_monotonic();
	p->terminal = isatty(STDERR_FILENO);
}

void progress_time(char *buf, unsigned long size, uint64_t seconds)
{
	unsigned long long s = seconds;

	if (s >= 3600)
		snprintf(buf, size, "%lluh%02llum", s / 3600, s / 60 % 60);
	else if (s >= 60)
		snprintf(buf, size, "%llum%02llus", s / 60, s % 60);
	else
		snprintf(buf, size, "%llus", s);
}

void progress_step(struct progress *p, const char *what, unsigned block, unsigned blocks)
{
	uint64_t now = clock_monotonic(), left;
	char time[32];

	p->done++;
	if (err_quiet || now - p->said < (p->terminal ? REDRAW : PLAIN))
		return;
	p->said = now;
	left = (now - p->began) / (p->done - p->first) * (p->total - p->done) / 1000000000u;
	progress_time(time, sizeof(time), left);
	fprintf(stderr, "%sexectune: %3u%%  block %u of %u  %.40s  %s left%s", p->terminal ? "\r" : "",
		(unsigned)(100 * p->done / p->total), block, blocks, what, time,
		p->terminal ? "\033[K" : "\n");
	fflush(stderr);
	p->drawn = p->terminal;
}

void progress_clear(struct progress *p)
{
	if (p->drawn)
		fputs("\r\033[K", stderr);
	fflush(stderr);
	p->drawn = 0;
}
