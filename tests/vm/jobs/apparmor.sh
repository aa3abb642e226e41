#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest, booted with AppArmor (see guest-test): a program that a profile lets one
# run but not read is run by a task of that profile, in each lookup mode; and what
# AppArmor logs of a row of execs is the same in each.
# Leaves apparmor.tap, and what was logged by the kernel as it is by default, or by a
# stock one, in log.
# shellcheck source=SCRIPTDIR/../../tap/tap.sh
. /tests/guest/tap.sh
mode=/proc/sys/kernel/exec_lookup_mode

# confined PROFILE PROGRAM ARG...: runs it from a shell that has put itself into the
# profile.
confined()
{
	sh -c 'echo "changeprofile $1" >/proc/self/attr/current || exit 99
		shift
		exec "$@"' sh "$@" 2>&1
}

# load PROFILE: a policy has to come by a single write.
load()
{
	dd "if=/job/$1.bin" of=/sys/kernel/security/apparmor/.load bs=64k 2>&1 |
		grep -v 'records\|copied'
	grep -q "^$1 (enforce)" /sys/kernel/security/apparmor/profiles ||
		echo "$1 is not there"
}

unreadable()
{
	confined exec-only cat /bin/busybox >/dev/null || echo "no program can be read"
	! confined exec-only cat /x/busybox >/dev/null || echo "it can be read"
}

runs()
{
	said=$(confined exec-only /x/busybox echo ran)
	[ "$said" = ran ] || echo "$said"
}

# logged NAME: what the row of execs says, to said.NAME, and the log of it, to log.NAME.
logged()
{
	dmesg -c >/dev/null
	confined exec-log sh /tmp/row >"/tmp/said.$1"
	dmesg | sed -n -E 's/.*(apparmor="[A-Z]+" operation=)/\1/; T; s/ pid=[0-9]+//; p' >"/tmp/log.$1"
}

mkdir -p /x /y
cp /bin/busybox /x/busybox
ln -s busybox /x/true
ln -s /x/busybox /y/true
cp /bin/busybox /y/busybox
echo data >/x/data
printf '#!/x/true\n' >/x/script
printf '#!/y/busybox\n' >/x/orphan
chmod 755 /x/script /x/orphan
cat >/tmp/row <<'END'
/x/true; echo $?
cd /x; ./true; echo $?
/y/true; echo $?
/y/busybox true; echo $?
/x/script; echo $?
/x/orphan; echo $?
/x/data; echo $?
/x/missing; echo $?
/y/missing; echo $?
cat /x/busybox; echo $?
PATH=/y:/x true; env PATH=/y:/x true; echo $?
END
echo 0 >/proc/sys/kernel/printk_ratelimit
values='0 1 2 3' default=stock
if [ -e $mode ]; then
	default=$(cat $mode)
else
	values=''
fi
{
	{ load exec-only && load exec-log; } | result "the profiles can be loaded"
	unreadable | result "the profile keeps the program from being read"
	for value in $values; do
		echo "$value" >$mode
		runs | result "exec_lookup_mode $value: the program runs"
	done
	[ -z "$values" ] || echo "$default" >$mode
	logged "$default"
	for sign in AUDIT DENIED; do
		grep -q "\"$sign\" operation=\"exec\"" "/tmp/log.$default" ||
			echo "no exec is logged as $sign"
	done | result "AppArmor logs execs that it allows, and such as it denies"
	for value in $values; do
		[ "$value" != "$default" ] || continue
		echo "$value" >$mode
		logged "$value"
		{
			diff "/tmp/said.$default" "/tmp/said.$value"
			diff "/tmp/log.$default" "/tmp/log.$value"
		} | result "exec_lookup_mode $value: AppArmor decides and logs the same as in $default"
	done
	plan
} >apparmor.tap
[ -z "$values" ] || echo "$default" >$mode
cat "/tmp/said.$default" "/tmp/log.$default" >log
