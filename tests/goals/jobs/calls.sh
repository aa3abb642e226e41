# SPDX-License-Identifier: GPL-2.0-only
# Guest, a kernel with the function tracer: how often access(2) copies
# credentials, and how often a lookup in /proc leaves RCU walk amid its way and so
# refers to /proc, in each value of the knobs, or as the kernel is. Each is the
# difference of a long run and a short one, so that what else exectune does is
# left out. Leaves access.calls and proc.calls: lines of value, calls of the
# function, operations.
set -e
trace=/sys/kernel/tracing
echo 8192 >$trace/buffer_size_kb
echo 1 >$trace/options/function-fork
echo $$ >$trace/set_ftrace_pid

# arms KNOB VALUE...: an arm for each value, where there is the knob.
arms()
{
	knob=$1
	shift
	if [ ! -e "/proc/sys/fs/$knob" ]; then
		echo plain:
		return
	fi
	for value in "$@"; do
		echo "$value:$knob=$value"
	done
}

# hits FUNCTION ARM WORKLOAD OPS: calls of it in a run, whose samples are kept.
hits()
{
	echo "$1" >$trace/set_ftrace_filter
	echo >$trace/trace
	echo function >$trace/current_tracer
	rm -f /tmp/hits.jsonl
	exectune -q run --blocks 1 --warmup 0 --seed 1 --no-duplicate \
		--ops "$4" --arm "$2" -w "$3" -o /tmp/hits.jsonl >/dev/null
	echo 0 >$trace/tracing_on
	cat $trace/per_cpu/cpu*/stats |
		awk '/^(entries|overrun):/ { n += $2 } END { print n + 0 }'
	echo nop >$trace/current_tracer
	echo 1 >$trace/tracing_on
}

# processes: those that the walks of the last run have read.
processes()
{
	sed -n 's/^{"type":"sample".*"processes":\([0-9]*\).*/\1/p' /tmp/hits.jsonl |
		awk '{ n += $1 } END { print n + 0 }'
}

for arm in $(arms access_cred_mode copy skip); do
	short=$(hits prepare_creds "$arm" access1:batch=100 1000)
	long=$(hits prepare_creds "$arm" access1:batch=100 3000)
	echo "${arm%%:*} $((long - short)) 2000"
done >access.calls

# Of each process a walk looks four names up.
for arm in $(arms proc_pid_walk ref rcu); do
	short=$(hits try_to_unlazy_next "$arm" procwalk:procs=20 2)
	few=$(processes)
	long=$(hits try_to_unlazy_next "$arm" procwalk:procs=20 12)
	many=$(processes)
	echo "${arm%%:*} $((long - short)) $((4 * (many - few)))"
done >proc.calls
