#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest: exectune on the real knobs: every value by name, what is refused, and to
# whom.
# shellcheck source=SCRIPTDIR/../tap/tap.sh
. ./tap.sh

ROWS='kernel.exec_lookup_mode:late,early,bprm,path kernel.sched_exec_policy:any,node,contended,off
	kernel.sched_exec_point:stock,early,late kernel.exec_stats:off,on
	fs.access_cred_mode:copy,skip fs.proc_pid_walk:ref,rcu'

# file KNOB: where its value is.
file()
{
	echo "/proc/sys/$1" | tr . /
}

value()
{
	cat "$(file "$1")"
}

# each_name KNOB NAME...: complains of names that do not give 0, 1, 2...
each_name()
{
	knob=$1 number=0
	shift
	for name in "$@"; do
		exectune -q set "$knob=$name" >/dev/null || echo "$name is refused"
		[ "$(value "$knob")" = "$number" ] || echo "$name gives $(value "$knob")"
		exectune status | grep -q "^$knob *$number $name " ||
			echo "status does not show $number $name"
		number=$((number + 1))
	done
}

refused()
{
	before=$(value "$1")
	! exectune -q set "$1=nonsense" 2>/dev/null || echo "nonsense is taken"
	! exectune -q set "$1=99" 2>/dev/null || echo "99 is taken by exectune"
	! { echo 99 >"$(file "$1")"; } 2>/dev/null || echo "99 is taken by the kernel"
	! { echo -1 >"$(file "$1")"; } 2>/dev/null || echo "-1 is taken by the kernel"
	[ "$(value "$1")" = "$before" ] || echo "now $(value "$1"), was $before"
}

root_only()
{
	before=$(value "$1")
	! su user -c "exectune -q set $1=1" 2>/dev/null || echo "exectune does it"
	! su user -c "echo 1 >$(file "$1")" 2>/dev/null || echo "the kernel does it"
	[ "$(value "$1")" = "$before" ] || echo "now $(value "$1"), was $before"
}

for row in $ROWS; do
	default=$(value "${row%%:*}")
	# shellcheck disable=SC2046
	each_name "${row%%:*}" $(echo "${row#*:}" | tr , ' ') 2>&1 |
		result "${row%%:*} takes each of its names"
	refused "${row%%:*}" | result "${row%%:*} refuses what it has no meaning for"
	root_only "${row%%:*}" | result "${row%%:*} is for root only"
	exectune -q set "${row%%:*}=$default" >/dev/null
done
plan
