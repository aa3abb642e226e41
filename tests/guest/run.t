#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest: exectune run: knobs put back however it ends; numactl's binding obeyed
# and recorded; its counts agree with the kernel's.
# shellcheck source=SCRIPTDIR/../tap/tap.sh
. ./tap.sh

mode=/proc/sys/kernel/exec_lookup_mode
dir=$(mktemp -d)
cd "$dir" || exit 1

# count NAME: sum over the samples.
count()
{
	sed -n "s/.*\"$1\":\([0-9]*\).*/\1/p" "$2" | awk '{ n += $1 } END { print n + 0 }'
}

# sampled FILE: waits for the first sample, which takes a while where others want the
# host's CPUs.
sampled()
{
	tries=0
	until grep -q '"type":"sample"' "$1" 2>/dev/null || [ $tries -ge 300 ]; do
		sleep 0.2
		tries=$((tries + 1))
	done
}

# ended SIGNAL: a run that is killed while it varies the mode leaves it as it was.
ended()
{
	before=$(cat $mode)
	exectune -q run -w miss --vary exec_lookup_mode=late,early,path \
		--blocks 1000 --slice 20ms -o "$1.jsonl" >/dev/null 2>&1 &
	pid=$!
	sampled "$1.jsonl"
	kill -0 $pid 2>/dev/null || echo "it had ended before"
	kill -"$1" $pid
	wait $pid
	[ $? -gt 128 ] || echo "its status does not tell of the signal"
	sleep 1
	[ "$(cat $mode)" = "$before" ] || echo "now $(cat $mode), was $before"
	grep -q '"type":"sample"' "$1.jsonl" || echo "no sample was kept"
}

# Not INT: the shell has it ignored for what it runs in the background.
for signal in HUP TERM KILL; do
	ended $signal 2>/dev/null | result "SIG$signal: the mode is put back, samples are kept"
done

{
	before=$(cat $mode)
	exectune -q run -w miss --vary exec_lookup_mode=late,early,path \
		--blocks 1000 --slice 20ms -o all.jsonl >/dev/null 2>&1 &
	sampled all.jsonl
	# shellcheck disable=SC2046
	kill -KILL $(pidof exectune)
	wait
	exectune restore >restored || echo "restore fails"
	[ "$(cat $mode)" = "$before" ] || echo "now $(cat $mode), was $before"
} 2>/dev/null | result "SIGKILL to all its processes: exectune restore puts the mode back"

numactl --cpunodebind=0 --membind=0 exectune -q run -w reexec:batch=50 \
	--arm any:sched_exec_policy=any --no-duplicate --blocks 6 --slice 50ms \
	-o numactl.jsonl >/dev/null
cpus=$(cat /sys/devices/system/node/node0/cpulist)
{
	grep -q "\"affinity\":\"$cpus\"" numactl.jsonl || echo "affinity $cpus is not recorded"
	grep -q '"mempolicy":"bind:0"' numactl.jsonl || echo "the memory policy is not recorded"
	[ "$(count node_changes numactl.jsonl)" = 0 ] || echo "it changed nodes"
} | result "numactl's binding to a node is obeyed and recorded"
grep -o '"mempolicy":"[^"]*"' numactl.jsonl | sed 's/^/# /'

exectune -q set exec_stats=on >/dev/null
exectune -q run -w reexec:batch=100 --vary sched_exec_policy=any,off --blocks 6 \
	--ops 3 --warmup 0 -o counts.jsonl >/dev/null
{
	off=$(grep '"arm":"off"' counts.jsonl | sed -n 's/.*"skip_off":\([0-9]*\).*/\1/p' |
		awk '{ n += $1 } END { print n + 0 }')
	[ "$off" -gt 0 ] || echo "the kernel counts no exec that policy off kept"
	moved=$(grep '"arm":"off"' counts.jsonl | grep -c '"migrate_[a-z]*_node":[1-9]')
	[ "$moved" = 0 ] || echo "$moved samples of policy off have moves"
} | result "policy off: the kernel counts skips and no moves"
exectune -q set exec_stats=off >/dev/null
cd / && rm -rf "$dir"
plan
