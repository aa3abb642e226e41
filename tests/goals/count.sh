# SPDX-License-Identifier: GPL-2.0-only
# Goals of the count lane: instructions, exact.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

jobs=$ROOT/tests/goals/jobs
patched=$("$VM/kernel" 6.12 patched bench)
stock=$("$VM/kernel" 6.12 stock bench)
old=$("$VM/kernel" 6.1 stock bench)

boot modes "$patched" "$jobs/modes.sh" --lane count --timeout 900
boot modes-again "$patched" "$jobs/modes.sh" --lane count --timeout 900
boot plain-patched "$patched" "$jobs/plain.sh" --lane count --timeout 900
boot plain-stock "$stock" "$jobs/plain.sh" --lane count --timeout 900
boot plain-old "$old" "$jobs/plain.sh" --lane count --timeout 900

for fs in tmp ext4; do
	name=$fs dir=/mnt/ext4
	[ $fs = tmp ] && name=tmpfs dir=/tmp
	m=$BOOTS/modes/modes-$fs.jsonl
	p=$BOOTS/plain-patched/plain-$fs.jsonl
	s=$BOOTS/plain-stock/plain-$fs.jsonl
	o=$BOOTS/plain-old/plain-$fs.jsonl
	for mode in early path; do
		goal "$name: failed execve, $mode / stat(2)" \
			"$(ratio "$(measured "$m" "miss:dir=$dir" $mode)" "$(measured "$m" "stat:dir=$dir" $mode)")" "<=" 1.02
	done
	goal "$name: failed execve, bprm / stock 6.12" \
		"$(ratio "$(measured "$m" "miss:dir=$dir" bprm)" "$(measured "$s" "miss:dir=$dir" plain)")" "<=" 1
	late=$(measured "$m" "miss:dir=$dir" late)
	old_miss=$(measured "$o" "miss:dir=$dir" plain)
	late_arg=$(measured "$m" "badarg:dir=$dir" late)
	old_arg=$(measured "$o" "badarg:dir=$dir" plain)
	explained=$(awk -v a="$late" -v b="$old_miss" -v c="$late_arg" -v d="$old_arg" \
		'BEGIN { printf "%.4f", (a - c + d) / b }')
	goal "$name: failed execve, late / stock 6.1, setup apart" "$explained" "<=" 1.02
	note "late $late, stock 6.1 $old_miss instructions; of that the setup before"
	note "the lookup, as an unreadable argument shows it: $late_arg and $old_arg"
	for mode in early path; do
		goal "$name: fork+execvpe, hit at 7 of 7, $mode / late" \
			"$(ratio "$(measured "$m" "execvpe:hit=7:dir=$dir" $mode)" "$(measured "$m" "execvpe:hit=7:dir=$dir" late)")" "<=" 0.69
	done
	unwritten "$name" "$p" "$s" "$dir"
done
same=1
for fs in tmp ext4; do
	grep -h '^{"type":"sample"' "$BOOTS/modes/modes-$fs.jsonl" >"$GOALS/a"
	grep -h '^{"type":"sample"' "$BOOTS/modes-again/modes-$fs.jsonl" >"$GOALS/b"
	cmp -s "$GOALS/a" "$GOALS/b" || same=0
done
goal "two runs of the count lane are the same" "$same" "==" 1
