#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest, time lane, one boot of an experiment: every lookup mode and every policy
# against the kernel's own setting, one at a time.  /job/params says how much.
# Leaves samples.jsonl and layout, which tells where this boot has put the kernel.
set -e
# shellcheck source=/dev/null
. /job/params

# arms KNOB NAME...: the arguments for an arm of each value but the present one, which
# is the arm "stock".
arms()
{
	knob=$1 value=0
	now=$(cat "/proc/sys/kernel/$knob")
	shift
	for name in "$@"; do
		[ "$value" = "$now" ] || echo "--arm $name:$knob=$name"
		value=$((value + 1))
	done
}

{
	awk '$3 == "_stext" { print "virtual " $1 }' /proc/kallsyms
	sed -n 's/^ *\([0-9a-f]*\)-.* : Kernel code$/physical \1/p' /proc/iomem
	echo "shuffled $(cat /sys/module/page_alloc/parameters/shuffle)"
} >layout
# shellcheck disable=SC2046
exectune run --seed "$SEED" --blocks "$BLOCKS" --slice "${SLICE_MS}ms" \
	--arm stock: \
	$(arms exec_lookup_mode late early bprm path) \
	$(arms sched_exec_policy any node contended off) \
	-w "$WORKLOADS" -o samples.jsonl >/dev/null
