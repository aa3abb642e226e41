# SPDX-License-Identifier: GPL-2.0-only
# Guest, time lane: 10,000 execs of one chain of programs under every policy,
# with the kernel's counters and its tracepoint beside the program's own count.
set -e
trace=/sys/kernel/tracing
echo 16384 >$trace/buffer_size_kb
echo 'decision == 1' >$trace/events/sched/sched_exec_balance/filter
exectune -q set exec_stats=on
for policy in any node contended off; do
	echo >$trace/trace
	echo 1 >$trace/events/sched/sched_exec_balance/enable
	exectune -q run --ops 1000 --blocks 10 --warmup 0 --seed 1 \
		--arm "$policy:sched_exec_policy=$policy" --no-duplicate \
		-w reexec:batch=1000 -o "policy-$policy.jsonl" >/dev/null
	echo 0 >$trace/events/sched/sched_exec_balance/enable
	# Other programs exec too; the chain's is named.
	grep -c 'decision=move' $trace/trace >"traced-$policy" || true
	grep 'decision=move' $trace/trace | head -n 200 >"moves-$policy" || true
done
cat /proc/exec_stat >exec_stat
