# SPDX-License-Identifier: GPL-2.0-only
# Goals of the other bases, in the count lane: what a patched kernel whose knobs are
# not written costs, against the stock kernel of the same base and configuration.
# count.sh has these of the main base.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

job=$ROOT/tests/goals/jobs/plain.sh
for base in $(bases); do
	[ "$base" != "$DEFAULT_BASE" ] || continue
	if ! "$VM/fetch" "$base" >/dev/null 2>"$GOALS/fetch"; then
		note "Linux $base: not measured, $(tail -n 1 "$GOALS/fetch")"
		continue
	fi
	boot "plain-patched-$base" "$("$VM/kernel" "$base" patched bench)" "$job" \
		--lane count --timeout 900
	boot "plain-stock-$base" "$("$VM/kernel" "$base" stock bench)" "$job" \
		--lane count --timeout 900
	for fs in tmp ext4; do
		name=$fs dir=/mnt/ext4
		[ $fs = tmp ] && name=tmpfs dir=/tmp
		unwritten "$base, $name" "$BOOTS/plain-patched-$base/plain-$fs.jsonl" \
			"$BOOTS/plain-stock-$base/plain-$fs.jsonl" "$dir"
	done
done
