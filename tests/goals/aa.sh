# SPDX-License-Identifier: GPL-2.0-only
# Goals of a real experiment over several boots: whether two copies of one arm
# differ, workload by workload. AA_FILES: its samples files; by default what
# "make experiment" leaves. Without any, no line is printed.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

exectune=$OUT/userspace/exectune
[ -x "$exectune" ] || die "there is no $exectune; make userspace builds it"
if [ -n "${AA_FILES:-}" ]; then
	# shellcheck disable=SC2086 # a list of names without blanks
	set -- $AA_FILES
else
	set -- "$OUT/experiment/${BASE:-$DEFAULT_BASE}"/boot-*.jsonl
	if [ ! -f "$1" ]; then
		say "no samples files in $OUT/experiment/${BASE:-$DEFAULT_BASE}: no A/A to be judged"
		exit 0
	fi
fi
summary=$(mktemp)
trap 'rm -f "$summary"' EXIT
"$exectune" -q stats --json "$@" >"$summary" || [ $? -eq 2 ] ||
	die "exectune stats cannot read the experiment"
grep -q '"covers_zero"' "$summary" ||
	die "no comparison of a second copy of the baseline is in these files"

# A line for each workload: covers, boots, estimate and limits in per cent, key.
awk '
	# value LINE: what follows the name of a member.
	function value(line) {
		sub(/^ *"[^"]*": */, "", line)
		sub(/,$/, "", line)
		return line
	}
	function percent(ratio) {
		return ratio == "null" ? "none" : sprintf("%+.3f", (ratio - 1) * 100)
	}
	/^ "boots": [0-9]/ { boots = value($0) }
	/^   "key": / { key = value($0); gsub(/"/, "", key) }
	/^ *"comparison": {/ { split("", seen) }
	/^ *"(ratio|low|high)": / {
		name = $1
		gsub(/[":]/, "", name)
		if (!(name in seen))
			seen[name] = value($0)
	}
	/^ *"covers_zero": / {
		print (value($0) == "true"), boots, percent(seen["ratio"]),
			percent(seen["low"]), percent(seen["high"]), key
	}' "$summary" |
	while read -r covers boots estimate low high key; do
		goal "A/A, $key: interval covers no difference" "$covers" "==" 1
		note "$estimate% [$low, $high], $boots boots"
		[ "$covers" -eq 1 ] ||
			note "an effect of $estimate% where there is none: chance, once in 20, or the order"
	done
