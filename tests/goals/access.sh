# SPDX-License-Identifier: GPL-2.0-only
# Goals of fs.access_cred_mode: instructions, exact, and calls.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

jobs=$ROOT/tests/goals/jobs
stock=$("$VM/kernel" 6.12 stock bench)
for base in 6.1 6.12; do
	patched=$("$VM/kernel" $base patched bench)
	boot access-$base "$patched" "$jobs/access.sh" --lane count
	traced=$("$VM/kernel" $base patched test)
	boot calls-$base "$traced" "$jobs/calls.sh" --nodes 1 --cpus 1
done
boot access-stock "$stock" "$jobs/access.sh" --lane count

for fs in tmp ext4; do
	name=$fs dir=/mnt/ext4
	[ $fs = tmp ] && name=tmpfs dir=/tmp
	workload=access1:dir=$dir:batch=1
	new=$(measured "$BOOTS/access-stock/access-plain-$fs.jsonl" "$workload" plain)
	old=$BOOTS/access-6.1/access-modes-$fs.jsonl
	skip=$(measured "$old" "$workload" skip)
	copy=$(measured "$old" "$workload" copy)
	saves=$(awk -v a="$copy" -v b="$skip" 'BEGIN { if (a != "" && b != "") print a - b }')
	if [ $fs = tmp ]; then
		goal "$name: access(2) on 6.1, skip / copy" "$(ratio "$skip" "$copy")" "<=" 0.875
		least=$saves
	else
		# One directory more on the way makes both dearer, and the saving no less.
		goal "$name: instructions that skip saves on 6.1" "$saves" ">=" "${least:-none}"
		note "skip / copy $(ratio "$skip" "$copy")"
	fi
	goal "$name: access(2), skip on 6.1 / stock 6.12" "$(ratio "$skip" "$new")" "<=" 1.02
	goal "$name: access(2), stock 6.12 / skip on 6.1" "$(ratio "$new" "$skip")" "<=" 1.02
	goal "$name: access(2), unwritten 6.12 / stock 6.12" \
		"$(ratio "$(measured "$BOOTS/access-6.12/access-plain-$fs.jsonl" "$workload" plain)" "$new")" "<=" 1.001
done

for base in 6.1 6.12; do
	calls=$BOOTS/calls-$base/access.calls
	goal "$base: copies by 2,000 calls of access(2), skip" \
		"$(awk '$1 == "skip" { print $2 }' "$calls")" "==" 0
	goal "$base: copies by 2,000 calls of access(2), copy" \
		"$(awk '$1 == "copy" { print $2 }' "$calls")" "==" 2000
done
