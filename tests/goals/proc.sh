# SPDX-License-Identifier: GPL-2.0-only
# Goals of fs.proc_pid_walk: how often a lookup leaves RCU walk amid its way, which
# takes a reference on the directory that it is in, /proc; counted as calls.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

job=$ROOT/tests/goals/jobs/calls.sh
boot proc-patched "$("$VM/kernel" 6.12 patched test)" "$job" --nodes 1 --cpus 1
boot proc-stock "$("$VM/kernel" 6.12 stock test)" "$job" --nodes 1 --cpus 1

# each NAME VALUE: references on /proc per lookup.
each()
{
	awk -v value="$2" '$1 == value && $3 > 0 { printf "%.4f\n", $2 / $3 }' \
		"$BOOTS/proc-$1/proc.calls"
}

stock=$(each stock plain)
ref=$(each patched ref)
rcu=$(each patched rcu)
# more A B: A - B.
more()
{
	awk -v a="$1" -v b="$2" 'BEGIN { if (a != "" && b != "") printf "%.4f\n", a - b }'
}

goal "/proc: references per lookup, rcu - stock" "$(more "$rcu" "$stock")" "<=" 0
goal "/proc: references per lookup, ref - rcu" "$(more "$ref" "$rcu")" "==" 1
note "ref ${ref:-none}, rcu ${rcu:-none}, stock ${stock:-none}"
