# SPDX-License-Identifier: GPL-2.0-only
# Guest, time lane: 10,000 execs of one chain of programs under every policy,
# with the kernel's counters and its tracepoints beside the program's own count.
# For each policy it leaves the samples and in policy-$policy.seen: moves by the
# counters and by the tracepoint, of all programs, and moves of the chain that
# no exec made.
set -e
trace=/sys/kernel/tracing
echo 16384 >$trace/buffer_size_kb
echo 'decision == 1' >$trace/events/sched/sched_exec_balance/filter
echo 'comm == "chain" || comm == "exectune"' >$trace/events/sched/sched_migrate_task/filter
exectune -q set exec_stats=on

moves()
{
	awk '/^migrate_(same|cross)_node / { n += $2 } END { print n + 0 }' /proc/exec_stat
}

# By the trace: moves at an exec by whatever program; moves of the chain otherwise.
# A chain is named after its first exec only, so it is known by its number.
seen()
{
	awk 'FNR == 1 { pass++ }
	     { pid = $1; sub(/.*-/, "", pid) }
	     pass == 1 && /sched_process_exec: / && $1 ~ /^chain-/ { chain[pid]; next }
	     pass == 2 && /sched_exec_balance: / { all++; if (pid in chain) own++ }
	     pass == 2 && /sched_migrate_task: / {
		match($0, /pid=[0-9]+/)
		if (substr($0, RSTART + 4, RLENGTH - 4) in chain) migrated++ }
	     END { print all + 0, migrated - own }' /tmp/trace /tmp/trace
}

for policy in any node contended off; do
	echo >$trace/trace
	echo 1 >$trace/events/sched/sched_exec_balance/enable
	echo 1 >$trace/events/sched/sched_migrate_task/enable
	echo 1 >$trace/events/sched/sched_process_exec/enable
	before=$(moves)
	exectune -q run --ops 1000 --blocks 10 --warmup 0 --seed 1 \
		--arm "$policy:sched_exec_policy=$policy" --no-duplicate \
		-w reexec:batch=1000 -o "policy-$policy.jsonl" >/dev/null
	after=$(moves)
	echo 0 >$trace/events/sched/sched_process_exec/enable
	echo 0 >$trace/events/sched/sched_migrate_task/enable
	echo 0 >$trace/events/sched/sched_exec_balance/enable
	cat $trace/trace >/tmp/trace
	echo "$((after - before)) $(seen)" >"policy-$policy.seen"
	grep -v sched_process_exec /tmp/trace | head -n 400 >"policy-$policy.trace" || true
done
cat /proc/exec_stat >exec_stat
