# SPDX-License-Identifier: GPL-2.0-only
# Goals of the time lane: who moves where at exec. Counts, not times.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

job=$ROOT/tests/goals/jobs/policy.sh
patched=$("$VM/kernel" 6.12 patched bench)
boot policy-1node "$patched" "$job" --nodes 1 --cpus 2 --timeout 900
boot policy-2node "$patched" "$job" --nodes 2 --cpus 4 --timeout 900

# moves DIR POLICY: by the kernel's counters, while the workload ran.
moves()
{
	echo $(($(counted "$1/policy-$2.jsonl" "$2" migrate_same_node) + \
		$(counted "$1/policy-$2.jsonl" "$2" migrate_cross_node)))
}

one=$BOOTS/policy-1node
two=$BOOTS/policy-2node
any=$(moves "$one" any)
goal "1 node: moves of 10,000 execs, any" "$any" ">=" 1
goal "1 node: moves of 10,000 execs, node" "$(moves "$one" node)" "==" 0
goal "1 node: moves of 10,000 execs, off" "$(moves "$one" off)" "==" 0
any=$(moves "$two" any)
goal "2 nodes: moves of 10,000 execs, any" "$any" ">=" 1
goal "2 nodes: moves, contended / any" \
	"$(ratio "$(moves "$two" contended)" "$any")" "<=" 0.1
for dir in "$one" "$two"; do
	for policy in any node contended off; do
		read -r counters traced others <"$dir/policy-$policy.seen"
		own=$(counted "$dir/policy-$policy.jsonl" $policy cpu_changes)
		goal "${dir##*-}, $policy: counters - tracepoint, of $counters" \
			$((counters - traced)) "==" 0
		# The program looks where it is before and after each exec.  What moves it
		# besides does so within an exec, and it sees that, or between two.
		balanced=$((own - $(moves "$dir" $policy)))
		amiss=0
		[ $balanced -ge 0 ] || amiss=$balanced
		[ $balanced -le "$others" ] || amiss=$((balanced - others))
		goal "${dir##*-}, $policy: the program's own count - both" "$amiss" "==" 0
		if [ "$others" -ne 0 ]; then
			note "of $others moves by the load balancer, it saw $balanced, within an exec"
		fi
	done
done
