// SPDX-License-Identifier: GPL-2.0-only
/* PID 1 of the test guest: sets the machine up, runs one job, sends it home. */
#ifndef INIT_H
#define INIT_H

#include <stdbool.h>
#include <stddef.h>

/* What the host asked for on the kernel's command line (exectune.NAME=). */
struct options {
	int cpus;		/* promised CPUs, 0: nothing promised */
	int nodes;		/* promised NUMA nodes with memory, 0: nothing */
	int distance;		/* promised between any two nodes, 0: nothing */
	int timeout;		/* seconds the job may take, 0: no limit */
	char lane[16];		/* "time", "count" */
	char accel[16];		/* "kvm", "tcg" */
	bool shell;		/* a shell on the console in place of the job */
};

/* How the job ended: one of the WHY_ values of trailer.h, and a status 0-255. */
struct outcome {
	const char *why;
	int status;
};

/*
 * One line to the kernel's log, and so to the console, marked "init: "; a
 * newline is added.  Never fails: without a log there is nobody to tell.
 */
void say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Says that the guest differs from what was promised; always returns false. */
bool broken_promise(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/*
 * The job's output, in pieces as they come; whole lines go to the kernel's
 * log marked "job: ", so that nothing the job prints can pass for a line of
 * the kernel.  job_flush() ends an unfinished line.
 */
void job_line(const char *text, size_t len);
void job_flush(void);

/* /dev, /proc and /sys, and the log opened; needed before anything can be said. */
void mount_first(void);

/* All other filesystems; says which optional ones the kernel lacks. */
void mount_rest(void);

/* The ext4 image on /mnt/ext4; says why if there is none. */
void mount_image(void);
void unmount_image(void);

/* Fills *opt from the command line; false, after saying so, on a bad value. */
bool options_read(struct options *opt);

/* Into the environment of everything that runs later. */
void options_export(const struct options *opt);

/* Prints CPUs, nodes and distances; false, after saying so, if not as promised. */
bool topology_check(const struct options *opt);

void name_host(void);
void loopback_up(void);

/* Runs /job/job.sh to its end or time limit; /results/job.log has its output. */
struct outcome job_run(const struct options *opt);

/* A shell on the console until it exits. */
void shell_run(void);

/* Ends every other process and reaps it, for at most some seconds. */
void kill_leftovers(void);

/* The archive of /results, then the trailer, to the host; says what fails. */
void results_send(const struct outcome *outcome);

/* Ends the machine; does not return. */
void power_off(void) __attribute__((noreturn));

#endif
