#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest, booted with sysctl.NAME=VALUE for every knob (see guest-test):
# have they come about?  Leaves boot-setting.tap, and what the kernel that runs says
# that it was made of: notes and config.
n=0
{
	# shellcheck disable=SC2046
	set -- $(cat /proc/cmdline)
	for word in "$@"; do
		case $word in
		sysctl.kernel.*exec*=* | sysctl.fs.*=*) ;;
		*) continue ;;
		esac
		n=$((n + 1))
		knob=${word#sysctl.}
		now=$(cat "/proc/sys/$(echo "${knob%%=*}" | tr . /)")
		if [ "$now" = "${knob#*=}" ]; then
			echo "ok $n - $word"
		else
			echo "not ok $n - $word"
			echo "# it is $now"
		fi
	done
	echo "1..$n"
	[ "$n" -gt 0 ] || echo "Bail out! nothing was set at boot"
} >boot-setting.tap
cat /sys/kernel/notes >notes
zcat /proc/config.gz >config
