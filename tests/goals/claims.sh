# SPDX-License-Identifier: GPL-2.0-only
# Goals of the time lane for fs.access_cred_mode and fs.proc_pid_walk: is the new
# way the faster one for two tasks, as the threads say? A claim is seen, or
# contradicted, by an interval wholly on one side; else the line says how large an
# effect would have been seen.
#	https://git.kernel.org/torvalds/c/981ee95cc1f5 (access), /da4d6b9cf80a (/proc)
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

build all

# claim BASE FILE: a goal for each workload of it, by the arm that is not the first.
claim()
{
	"$OUT/userspace/exectune" stats --csv "$2" >"$GOALS/claim.csv" ||
		die "exectune stats cannot read $2"
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
		$at["baseline"] == "no" && $at["duplicate_of"] == "" {
			print $at["workload"], $at["arm"], $at["ratio"],
				$at["low"], $at["high"], $at["smallest_effect"] }' \
		"$GOALS/claim.csv" >"$GOALS/claim"
	[ -s "$GOALS/claim" ] || goal "$1: $(basename "$2")" "" "<=" 1
	while read -r workload arm ratio low high least; do
		# Short only where the whole interval contradicts the claim.
		goal "$1: $workload, ${arm#*=}" "$low" "<=" 1
		note "$(awk -v r="$ratio" -v l="$low" -v h="$high" -v d="$least" 'BEGIN {
			if (h < 1) verdict = "seen"
			else if (l > 1) verdict = "contradicted"
			else verdict = sprintf("inconclusive; %.1f%% would have been seen", d * 100)
			printf "ratio %.3f [%.3f, %.3f]: the claim is %s\n", r, l, h, verdict }')"
	done <"$GOALS/claim"
}

for base in 6.1 6.12; do
	boot "claims-$base" "$("$VM/kernel" $base patched bench)" \
		"$ROOT/tests/goals/jobs/claims.sh" --nodes 1 --cpus 2 --timeout 900
	for file in access proc ps; do
		claim "$base" "$BOOTS/claims-$base/$file.jsonl"
	done
done
