# SPDX-License-Identifier: GPL-2.0-only
# Shared by the scripts of this folder; sourced after tests/vm/lib.sh.
# A goal is a line: name, what was measured, the bar, "ok" or "short".
# shellcheck shell=sh

GOALS=$OUT/goals
BOOTS=$GOALS/boots
GUEST=${GUEST:-$OUT/guest/initramfs.cpio.gz}

# goal NAME MEASURED OP BAR: OP is <=, >= or ==; an empty MEASURED is short.
goal()
{
	verdict=$(awk -v m="$2" -v op="$3" -v b="$4" 'BEGIN {
		if (m == "") print "short"
		else if (op == "<=") print (m + 0 <= b + 0) ? "ok" : "short"
		else if (op == ">=") print (m + 0 >= b + 0) ? "ok" : "short"
		else print (m + 0 == b + 0) ? "ok" : "short" }')
	printf '%-58s %10s  %-11s %s\n' "$1" "${2:-none}" "$3 $4" "$verdict"
}

# note TEXT: what a goal's reader should know; printed below it.
note()
{
	printf '    %s\n' "$*"
}

# ratio A B: A / B with four digits, empty if one is missing.
ratio()
{
	awk -v a="${1:-}" -v b="${2:-}" 'BEGIN {
		if (a != "" && b + 0 > 0) printf "%.4f\n", a / b }'
}

# measured FILE WORKLOAD ARM: the median over the layouts of the slices' medians,
# from a samples file of exectune.
measured()
{
	awk -v w="\"w\":\"$2\"" -v arm="\"arm\":\"$3\"" '
		/^{"type":"sample"/ && index($0, w ",") && index($0, arm ",") &&
		match($0, /"median":[0-9.e+]+/) {
			print substr($0, RSTART + 9, RLENGTH - 9) }' "$1" |
		sort -g | awk '{ v[NR] = $1 } END { if (NR) {
			m = int((NR + 1) / 2)
			printf "%.1f\n", NR % 2 ? v[m] : (v[m] + v[m + 1]) / 2 } }'
}

# counted FILE ARM NAME: the sum of a count over an arm's samples.
counted()
{
	awk -v arm="\"arm\":\"$2\"" -v name="\"$3\":" '
		/^{"type":"sample"/ && index($0, arm ",") {
			n++
			if (at = index($0, name))
				sum += substr($0, at + length(name)) + 0 }
		END { if (n) print sum + 0 }' "$1"
}

# build TARGET: of userspace's Makefile.
build()
{
	make --no-print-directory -s -C "$ROOT/userspace" O="$OUT/userspace" V= "$1" >&2 ||
		die "userspace does not build"
}

# unwritten WHERE PATCHED STOCK DIR: goals of what a kernel whose knobs are not
# written costs against stock, from samples files of jobs/plain.sh for one folder.
unwritten()
{
	while read -r workload bar what; do
		goal "$1: $what, unwritten / stock" \
			"$(ratio "$(measured "$2" "$workload:dir=$4" plain)" \
				"$(measured "$3" "$workload:dir=$4" plain)")" "<=" "$bar"
	done <<-END
	miss 1.001 failed execve
	reexec:batch=20 1.005 successful execve
	execve 1.005 fork+execve+wait
	END
}

# boot NAME KERNEL JOB OPTION...: boots once, results in $BOOTS/NAME.
boot()
{
	name=$1 kernel=$2 job=$3
	shift 3
	rm -rf "${BOOTS:?}/$name"
	step BOOT "$name"
	"$VM/boot" --kernel "$kernel" --initrd "$GUEST" --job "$job" \
		--out "$BOOTS/$name" "$@" >"$GOALS/$name.log" 2>&1 || {
		tail -n 30 "$GOALS/$name.log" >&2
		die "the boot '$name' failed; see $GOALS/$name.log"
	}
}
