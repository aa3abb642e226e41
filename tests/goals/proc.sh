# SPDX-License-Identifier: GPL-2.0-only
# Goals of fs.proc_pid_walk: references that a lookup takes, counted as calls.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

job=$ROOT/tests/goals/jobs/calls.sh
boot proc-patched "$("$VM/kernel" 6.12 patched test)" "$job" --nodes 1 --cpus 1
boot proc-stock "$("$VM/kernel" 6.12 stock test)" "$job" --nodes 1 --cpus 1

# each NAME VALUE: references per lookup.
each()
{
	awk -v value="$2" '$1 == value && $3 > 0 { printf "%.4f\n", $2 / $3 }' \
		"$BOOTS/proc-$1/proc.calls"
}

stock=$(each stock plain)
ref=$(each patched ref)
rcu=$(each patched rcu)
# Whatever the walks do besides, opening /proc for one, is in all of them.
goal "/proc: references per lookup, rcu / stock" "$(ratio "$rcu" "$stock")" "<=" 1.01
more=$(awk -v a="$ref" -v b="$rcu" 'BEGIN { if (a != "" && b != "") printf "%.3f\n", a - b }')
goal "/proc: references per lookup, ref - rcu" "$more" ">=" 0.99
goal "/proc: references per lookup, ref - rcu" "$more" "<=" 1.01
note "ref ${ref:-none}, rcu ${rcu:-none}, stock ${stock:-none}"
