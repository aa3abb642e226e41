#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Each patch against the kernel it is for: applies without fuzz, satisfies the
# tree's own checkpatch --strict, and adds no kernel-doc warning.
# Slow to fetch the first time; BASES="6.12 ..." limits what is looked at.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../tap/tap.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ignore=$(patches_of "$ROOT/tests/lint/checkpatch.ignore" | paste -sd,)

# kernel_doc TREE LIST: warnings about the files in LIST, without line numbers.
kernel_doc()
{
	(cd "$1" && xargs -a "$2" -r "$stock/scripts/kernel-doc" -none 2>&1) |
		sed -e 's/:[0-9]\{1,\}\([: ]\)/:\1/g' -e "s|$1/||g" | grep -i 'warning\|error' | sort
}

check_base()
{
	series=$(series_of "$1")
	if ! stock=$("$VM/fetch" "$1" 2>"$work/log"); then
		skip "$1: applies, checkpatch, kernel-doc" "$(tail -n 1 "$work/log")"
		return
	fi
	if "$VM/apply" "$stock" "$series" "$work/new" >"$work/log" 2>&1; then
		# Whatever its settings, patch tells of fuzz when it used some.
		grep 'fuzz' "$work/new/.log" | result "$1: applies without fuzz"
	else
		result "$1: applies without fuzz" <"$work/log"
		return
	fi

	patches_of "$series" | sort -u >"$work/patches"
	# Run outside of any repository: checkpatch would look up commits, and
	# licences with a program of its own, in whichever is around.
	cd "$work" || exit 1
	while read -r patch; do
		perl "$stock/scripts/checkpatch.pl" --strict --terse --no-summary \
			--show-types --ignore "$ignore" --root="$stock" \
			"$ROOT/patches/$patch" 2>&1 | sed 's|^.*/patches/||' |
			result "$patch: checkpatch --strict"
	done <"$work/patches"

	(cd "$work/new" && grep '\.[ch]$' .touched | xargs ls 2>/dev/null) >"$work/after"
	(cd "$stock" && xargs -a "$work/after" ls 2>/dev/null) >"$work/before"
	kernel_doc "$stock" "$work/before" >"$work/doc.before"
	kernel_doc "$work/new" "$work/after" >"$work/doc.after"
	comm -13 "$work/doc.before" "$work/doc.after" |
		result "$1: no new kernel-doc warning"
}

for base in ${BASES:-$(bases)}; do
	check_base "$base"
done
plan
