// SPDX-License-Identifier: GPL-2.0-only
/*
 * The program that the exec workloads execute: it ends at once. There is no C library whose
 * start-up would be measured along with the exec.
 */
#include "nolibc.h"

__attribute__((noreturn, used)) static void start(void)
{
	sys_exit(0);
}

NOLIBC_START(start);
