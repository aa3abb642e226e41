# SPDX-License-Identifier: GPL-2.0-only
# Goals of the atomics lane: that it counts right and alike, and what the knobs cost in locked
# operations.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../vm/plugin.sh"
. "$(dirname "$0")/lib.sh"

kernel=$("$VM/kernel" 6.12 patched bench)
lane_job=$VM/jobs/atomics.sh
build_calibrate

# part NAME PART OPTION...: a boot of the lane's own job, and its figures.
part()
{
	name=$1 part=$2
	shift 2
	mkdir -p "$GOALS/$name"
	printf 'PART=%s\nBLOCKS=2\n' "$part" >"$GOALS/$name/params"
	boot "$name" "$kernel" "$lane_job" --lane atomics --timeout 1800 --with "$GOALS/$name/params" "$@"
	"$VM/figures" "$BOOTS/$name"
}

# locked BOOT WORKLOAD ARM: the median.
locked()
{
	awk -F'\t' -v w="$2" -v arm="$3" '$1 == "setting" && $2 == w && $3 == arm {
		print $10 + $11 }' "$BOOTS/$1/figures"
}

# shared BOOT WORKLOAD ARM: operations on lines that several vCPUs write.
shared()
{
	awk -F'\t' -v w="$2" -v arm="$3" '
		$1 == "setting" && $2 == w && $3 == arm { found = 1 }
		$1 == "symbol" && $2 == w && $3 == arm { n += $7 }
		END { if (found) printf "%.3f\n", n }' "$BOOTS/$1/figures"
}

# apart BOOT BOOT: the largest relative difference of two boots' instructions; empty if they have
# not the same settings.
apart()
{
	awk -F'\t' '$1 != "setting" { next }
		FNR == NR { first[$2, $3] = $8 + $9; n++; next }
		!(($2, $3) in first) { missing = 1; next }
		{ n--; d = ($8 + $9) / first[$2, $3] - 1; d = d < 0 ? -d : d; if (d > most) most = d }
		END { if (!n && !missing && NR) printf "%.6f\n", most }' "$BOOTS/$1/figures" "$BOOTS/$2/figures"
}

for cpus in 1 4; do
	boot calibrate-$cpus "$kernel" "$ROOT/tests/goals/jobs/calibrate.sh" --lane atomics \
		--cpus $cpus --with "$CALIBRATE"
	awk -v threads=$cpus -f "$VM/plugin/calibrated.awk" "$BOOTS/calibrate-$cpus/expected" \
		"$BOOTS/calibrate-$cpus/counts" >"$GOALS/calibrate-$cpus.wrong"
	goal "known numbers counted wrong, $cpus vCPU" "$(wc -l <"$GOALS/calibrate-$cpus.wrong")" "==" 0
done

part atomics-one one
part atomics-one-again one --plugin tables=off
part atomics-four four --cpus 4
part atomics-four-again four --cpus 4 --plugin tables=off
goal "two runs apart, instructions, 1 vCPU" "$(apart atomics-one atomics-one-again)" "<=" 0.001
goal "two runs apart, instructions, 4 vCPUs" "$(apart atomics-four atomics-four-again)" "<=" 0.01
goal "getppid(2): locked operations" "$(locked atomics-one getppid:batch=100 plain)" "==" 0
goal "null operation: locked operations" "$(locked atomics-one null:batch=100 plain)" "==" 0

# more A B: A - B, empty if one is missing.
more()
{
	awk -v a="$1" -v b="$2" 'BEGIN { if (a != "" && b != "") printf "%.3f\n", a - b }'
}

for dir in /tmp /mnt/ext4; do
	access=access1:dir=$dir:batch=100
	skip=$(locked atomics-one "$access" skip)
	goal "$dir: access(2), skip - stat(2): locked operations" \
		"$(more "$skip" "$(locked atomics-one "stat-there:dir=$dir:batch=100" plain)")" "<=" 0
	note "skip ${skip:-none}, copy $(locked atomics-one "$access" copy)"
done
access=access1:tasks=4:pin=1:dir=/mnt/ext4:batch=100
goal "access(2) of a file each, skip: on shared lines" "$(shared atomics-four "$access" skip)" "<=" 0.01
note "copy $(shared atomics-four "$access" copy)"

# The dentry of /proc is where stat(2) of /proc takes and drops its reference. place WORKLOAD ARM
# PLACE: locked operations there.
stat_proc=stat-there:batch=100:file=/proc
stat_pid=stat-there:batch=100:file=/proc/1/stat
proc=$(awk -F'\t' -v w=$stat_proc '$1 == "place" && $2 == w && $3 == "rcu" && $4 == "lockref_get_not_dead" {
	print $5 }' "$BOOTS/atomics-one/figures")
place()
{
	awk -F'\t' -v w="$1" -v arm="$2" -v place="$3" '
		$1 == "setting" && $2 == w && $3 == arm { found = 1 }
		$1 == "place" && $2 == w && $3 == arm && $5 == place { n += $6 }
		END { if (found) printf "%.4f\n", n }' "$BOOTS/atomics-one/figures"
}
case $proc in
*[!0-9a-f]* | '') proc=none ;;
esac
goal "/proc: operations on its dentry by stat(2) of it" "$(place $stat_proc rcu "$proc")" "==" 2
goal "/proc: on its dentry by stat(2) of /proc/1/stat, rcu" "$(place $stat_pid rcu "$proc")" "==" 0
note "ref $(place $stat_pid ref "$proc"); all locked operations: ref $(locked atomics-one $stat_pid ref), rcu $(locked atomics-one $stat_pid rcu)"

# Of execs, what the steady functions do is compared: the whole differs by half a per cent from one
# to the next, by what allocators, RCU and the scheduler's averages happen to do.
boot atomics-exec "$kernel" "$ROOT/tests/goals/jobs/atomics.sh" --lane atomics --timeout 3000
"$VM/figures" "$BOOTS/atomics-exec"
# Half a gigabyte before it was compressed, and the same each time.
rm "$BOOTS/atomics-exec/counts.gz"

# steady WORKLOAD ARM: instructions and locked operations.
steady()
{
	awk -F'\t' -v w="$1" -v arm="$2" '$1 == "setting" && $2 == w && $3 == arm { print $12, $13 }' \
		"$BOOTS/atomics-exec/figures"
}

for workload in reexec:batch=20:dir=/mnt/ext4 execve:dir=/mnt/ext4; do
	name="exec"
	[ "${workload%%:*}" = reexec ] || name=fork+exec+wait
	# shellcheck disable=SC2046
	set -- $(steady $workload path) $(steady $workload bprm)
	goal "$name, path - bprm: instructions" "$(more "${1:-}" "${3:-}")" "<=" 0
	goal "$name, path - bprm: locked operations" "$(more "${2:-}" "${4:-}")" "<=" 0
	note "bprm ${3:-none} and ${4:-none}"
done

# hits VARS insns|locked: of path, what it has more than the best other mode at the hits 1 to 7.
hits()
{
	awk -F'\t' -v vars="$1" -v what="$2" '
		$1 != "setting" || $2 !~ /^execvpe:/ || $2 !~ (":vars=" vars "$") { next }
		{
			match($2, /hit=[0-9]+/)
			hit = substr($2, RSTART + 4, RLENGTH - 4)
			v = what == "insns" ? $12 : $13
			if ($3 == "path")
				path[hit] = v
			else if (!(hit in best) || v < best[hit])
				best[hit] = v
		}
		END {
			for (hit = 1; hit <= 7; hit++)
				if (hit in path && hit in best)
					printf what == "insns" ? "%.0f\n" : "%.2f\n", path[hit] - best[hit]
		}' "$BOOTS/atomics-exec/figures"
}

for vars in 0 64 1000; do
	for what in insns locked; do
		long=instructions
		[ $what = insns ] || long="locked operations"
		all=$(hits $vars $what)
		worst=
		[ "$(echo "$all" | wc -l)" -ne 7 ] || worst=$(echo "$all" | sort -g | tail -n 1)
		goal "PATH, $vars variables, path - best other: $long" "$worst" "<=" 0
		note "at the hits 1 to 7: $(echo "$all" | xargs)"
	done
done
