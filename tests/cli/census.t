#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# exectune census: its arguments, and its counts beside strace's.
. "$(dirname "$0")/lib.sh"

# argp adds where help is to be had.
max_lines=3
row 3 'give one of' census
row 3 'give one of' census -a -- true
row 3 'number of a process' census -p x
row 3 'takes seconds' census -a --for 0

if [ "$(id -u)" != 0 ]; then
	skip 'a trace' 'this takes root'
	finish
fi
if ! "$EXECTUNE" census -- true >out 2>err; then
	skip 'a trace' "$(tail -n 1 err)"
	finish
fi
row 4 'no process' census -p 4194303

cat >job <<'END'
for i in 1 2 3; do env PATH=/a:/b:/bin:/usr/bin true; done
env PATH=/a:/b nosuch
(/bin/true; exec /bin/true)
./data
true | env -i /bin/true | true
END
echo text >data
"$EXECTUNE" census --json -- /bin/sh job >json 2>err
is 0 $? 'a census of a shell script'
number() {
	sed -n "s/^ \"$1\": \([0-9]*\),\$/\1/p" json
}
# By the job: 3 and 1 searches; the first two have their hit at the third entry.
is 3 "$(awk '/"found_at"/ { at = NR } at && NR == at + 3 { print $1 + 0; exit }' json)" 'three hits at the third entry'
is 2 "$(number searches_in_vain)" 'a search in vain, and a file that is no program'
is 0 "$(number lost)" 'no event was lost'
is 1 "$(grep -c '"ENOENT": 8' json)" 'eight misses'
is 1 "$(grep -c '"EACCES": 1' json)" 'a file that is no program'
is '' "$(ls -d /sys/kernel/tracing/instances/exectune_census 2>/dev/null)" 'nothing is left in tracefs'
if command -v strace >/dev/null; then
	strace -f -c -e trace=execve,execveat -o strace /bin/sh job 2>err
	is "$(awk '$NF ~ /^execve/ { calls += $4; errors += NF > 5 ? $5 : 0 } END { print calls " " errors }' strace)" \
		"$(number calls) $(($(number calls) - $(number succeeded)))" "strace's counts: calls and errors"
else
	skip "strace's counts" 'no strace here'
fi

# Ctrl-C ends a census of all processes in order.
"$EXECTUNE" census -a >out 2>err &
pid=$!
sleep 1
/bin/true
kill -TERM $pid
wait $pid
is 0 $? 'SIGTERM ends a census of all'
grep -q 'execve, execveat' out
result $? 'with its table'
finish
