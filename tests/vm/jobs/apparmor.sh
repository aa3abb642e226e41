#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest, booted with AppArmor (see guest-test): a program that a profile lets one
# run but not read is run by a task of that profile, in each lookup mode.
# Leaves apparmor.tap.
# shellcheck source=SCRIPTDIR/../../tap/tap.sh
. /tests/guest/tap.sh
mode=/proc/sys/kernel/exec_lookup_mode

# confined PROGRAM ARG...: runs it from a shell that has put itself into the profile.
confined()
{
	sh -c 'echo "changeprofile exec-only" >/proc/self/attr/current || exit 99
		exec "$@"' sh "$@" 2>&1
}

# load: a policy has to come by a single write.
load()
{
	dd if=/job/exec-only.bin of=/sys/kernel/security/apparmor/.load bs=64k 2>&1 |
		grep -v 'records\|copied'
	grep -q '^exec-only (enforce)' /sys/kernel/security/apparmor/profiles ||
		echo "it is not there"
}

unreadable()
{
	confined cat /bin/busybox >/dev/null || echo "no program can be read"
	! confined cat /x/busybox >/dev/null || echo "it can be read"
}

runs()
{
	said=$(confined /x/busybox echo ran)
	[ "$said" = ran ] || echo "$said"
}

mkdir /x
cp /bin/busybox /x/busybox
default=$(cat $mode)
{
	load | result "the profile can be loaded"
	unreadable | result "the profile keeps the program from being read"
	for value in 0 1 2 3; do
		echo $value >$mode
		runs | result "exec_lookup_mode $value: the program runs"
	done
	plan
} >apparmor.tap
echo "$default" >$mode
