# SPDX-License-Identifier: GPL-2.0-only
# Goals of the measurement: an operation that a knob truly makes longer, by 0.5 to
# 5%, and by how much the estimate misses that. On the host's clock, then in the
# count lane, where nothing may be missing. GOALS_GUEST=0: the host only.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

exectune=$OUT/userspace/exectune
[ -x "$exectune" ] || die "there is no $exectune; make userspace builds it"
dir=$(mktemp -d "${TMPDIR:-/tmp}/exectune-delay.XXXXXX")
trap 'rm -rf "$dir"' EXIT
trap 'exit 130' INT TERM

# estimate FILE ARM: the estimated ratio to the baseline.
estimate()
{
	"$exectune" -q stats --csv "$1" | awk -F, -v arm="$2" '
		NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		$column["arm"] == arm { print $column["ratio"] }'
}

# Bias as a part of the effect; the truth is the delay by the operation's length.
for length in 10000 100000; do
	file=$dir/$length.jsonl
	echo 0 >"$dir/more"
	vary=0
	for tenths in 5 10 20 50; do
		vary=$vary,$((length * tenths / 1000))
	done
	step DELAY "operations of $((length / 1000)) us"
	"$exectune" -q run -w "null:delay=$length:delay-file=$dir/more" \
		--vary "$dir/more=$vary" --blocks 40 --slice 20ms --seed 1 -o "$file" >/dev/null ||
		die "the run with delays failed"
	for tenths in 5 10 20 50; do
		ratio=$(estimate "$file" "more=$((length * tenths / 1000))")
		bias=$(awk -v r="$ratio" -v t=$tenths 'BEGIN {
			if (r != "") { b = (r - 1) * 1000 / t - 1; printf "%.3f", b < 0 ? -b : b } }')
		goal "$((length / 1000)) us + $((tenths / 10)).$((tenths % 10))%: |bias| / effect" "$bias" "<=" 0.1
		note "estimate $(awk -v r="$ratio" 'BEGIN { printf "%+.4f", (r - 1) * 100 }')%"
	done
done

[ "${GOALS_GUEST:-1}" != 0 ] || exit 0
boot delay "$("$VM/kernel" 6.12 patched bench)" "$ROOT/tests/goals/jobs/delay.sh" \
	--lane count --timeout 300
workload="null:delay=10000:delay-file=/tmp/more"
base=$(measured "$BOOTS/delay/delay.jsonl" "$workload" more=0)
for more in 1 50 100 200 500; do
	seen=$(measured "$BOOTS/delay/delay.jsonl" "$workload" "more=$more")
	goal "count lane: 10,000 instructions + $more, seen as" \
		"$(awk -v a="$seen" -v b="$base" 'BEGIN { if (a != "" && b != "") print a - b }')" "==" "$more"
done
