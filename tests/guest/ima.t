#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest: IMA, which looks at a file after its open, measures what execve() opens once,
# in each lookup mode.  Its policy can be written once, and is about files of an owner
# that no other test has.
# shellcheck source=SCRIPTDIR/../tap/tap.sh
. ./tap.sh
mode=/proc/sys/kernel/exec_lookup_mode
ima=/sys/kernel/security/ima
owner=4321

if [ ! -e $ima/policy ] || ! grep -q 'integrity\|ima' /sys/kernel/security/lsm; then
	skip "IMA measures what execve() opens" "this kernel has no IMA, does not start it, or its policy is written"
	plan
	exit
fi
dir=$(mktemp -d)
chmod 755 "$dir"
{
	echo "measure func=FILE_CHECK mask=MAY_EXEC fowner=$owner" >$ima/policy ||
		echo "the policy cannot be written"
} | result "IMA takes a policy"

was=$(cat $mode)
for value in 0 1 2 3; do
	file=$dir/$value/busybox
	mkdir "$dir/$value"
	echo $value >$mode
	# Of equal content one would be measured only.
	{ cat /bin/busybox && echo $value; } >"$file"
	chown $owner "$file"
	chmod 755 "$file"
	{
		for round in 1 2; do
			[ "$("$file" echo ran 2>&1)" = ran ] || echo "it does not run, time $round"
		done
		"$file-missing" 2>/dev/null && echo "a missing file runs"
		n=$(grep -c "$file\$" $ima/ascii_runtime_measurements)
		[ "$n" = 1 ] || echo "$n measurements"
	} | result "exec_lookup_mode $value: IMA measures the file once"
done
echo "$was" >$mode
rm -r "$dir"
plan
