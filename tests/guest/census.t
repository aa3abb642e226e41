#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest: exectune census agrees with the kernel's counters and with strace.
# shellcheck source=SCRIPTDIR/../tap/tap.sh
. ./tap.sh

dir=$(mktemp -d)
cd "$dir" || exit 1
# numactl, since busybox runs its own programs without an exec where it can.
cat >job <<'END'
for i in 1 2 3 4 5; do PATH=/a:/b:/c:/bin /usr/bin/numactl --physcpubind=0 true; done
PATH=/a:/b /usr/bin/numactl --physcpubind=0 nosuch
for i in 1 2; do /x/gone; /y/away; done
echo data >data
./data
true
END

# counter NAME: of /proc/exec_stat, without executing anything.
counter()
{
	while read -r name value; do
		[ "$name" != "$1" ] || echo "$value"
	done </proc/exec_stat
}

# of NAME: a number of the census.
of()
{
	sed -n "s/^ \"$1\": \([0-9]*\),\$/\1/p" seen
}

exectune -q set exec_stats=on
calls=$(counter calls) found=$(counter success) missing=$(counter fail_lookup_enoent)
exectune census --json -- /bin/sh job >seen 2>err
status=$?
calls=$(($(counter calls) - calls)) found=$(($(counter success) - found))
missing=$(($(counter fail_lookup_enoent) - missing))
exectune -q set exec_stats=off

{
	[ $status = 0 ] || cat err
	[ "$(of lost)" = 0 ] || echo "$(of lost) events lost"
} | result "a census can be made"
# The shell's exec of exectune, and its of exectune-census, are in the counters, too.
{
	[ "$(of calls)" = $((calls - 2)) ] || echo "$(of calls) calls, the kernel counted $((calls - 2))"
	[ "$(of succeeded)" = $((found - 2)) ] || echo "$(of succeeded) successes, not $((found - 2))"
	enoent=$(sed -n 's/^  "ENOENT": \([0-9]*\),*$/\1/p' seen)
	[ "$enoent" = "$missing" ] || echo "$enoent times ENOENT, not $missing"
} | result "it agrees with the kernel's counters"
at=$(awk '/"found_at"/ { at = NR } at && NR == at + 4 { print $1 + 0; exit }' seen)
{
	[ "$at" = 5 ] || echo "$at hits at the fourth entry, not 5"
} | result "searches are told by their entries"
if grep -q '<attached-group>' /sys/kernel/tracing/README; then
	grep -q '"names": true' seen || echo "they are not known"
else
	grep -q '"names": false' seen || echo "they are known"
fi | result "names of files are known where the kernel tells them"
if command -v strace >/dev/null; then
	strace -f -c -e trace=execve,execveat -o strace /bin/sh job 2>/dev/null
	seen=$(awk '$NF ~ /^execve/ { calls += $4; errors += NF > 5 ? $5 : 0 }
		END { print calls " " errors }' strace)
	is="$(of calls) $(($(of calls) - $(of succeeded)))"
	[ "$seen" = "$is" ] || echo "strace: $seen, census: $is"
else
	echo "no strace"
fi | result "it agrees with strace"
left()
{
	find /sys/kernel/tracing/instances /sys/kernel/tracing/events -maxdepth 1 -name 'exectune*'
}

left | result "nothing is left in tracefs"
exectune census -a >/dev/null 2>&1 &
pid=$!
sleep 2
kill -KILL $pid
wait $pid 2>/dev/null
{
	[ -n "$(left)" ] || echo "it was killed too early"
	exectune census --json -- true >again 2>err || cat err
	[ "$(grep '"names"' again)" = "$(grep '"names"' seen)" ] || echo "names: $(grep '"names"' again)"
	left
} | result "a census after one that was killed"
cd / && rm -rf "$dir"
plan
