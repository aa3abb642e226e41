#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Series files against the patches folder, and the form of each patch.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../tap/tap.sh"

all=$(mktemp)
trap 'rm -f "$all"' EXIT

# header PATCH: what its mail header and changelog lack.
header()
{
	awk '/^(---$|diff |--- |Index: )/ { exit }
	     /^From: .+ <[^ ]+@[^ ]+>$/ { from = 1; next }
	     /^Subject: / { subject = substr($0, 10); inhead = 1; next }
	     inhead && /^[ \t]/ { subject = subject $0; next }
	     /^[A-Z][A-Za-z-]+: / && !body { inhead = 0; next }
	     /^$/ && subject != "" { body = 1; inhead = 0; next }
	     body && !/^[A-Z][a-z-]+-by: / { words += NF }
	     END {
		if (!from) print "no From: NAME <ADDRESS>"
		if (subject == "") print "no Subject:"
		else if (subject !~ /^[^ ].*: ./) print "Subject is not \"area: summary\": " subject
		if (words < 20) print "the changelog does not say why (" words + 0 " words)"
	     }' "$1"
	git apply --numstat "$1" 2>&1 | awk '
		/^(error|fatal)/ { print; next }
		$1 + $2 > 0 || $1 == "-" { n++ }
		END { if (!n) print "no diffstat can be made of it" }'
}

for base in $(bases); do
	series=$(series_of "$base")
	patches_of "$series" | tee -a "$all" | sort | uniq -d |
		result "${series##*/} names each patch once"
	patches_of "$series" | while read -r patch; do
		[ -f "$ROOT/patches/$patch" ] || echo "$patch"
	done | result "${series##*/}: each patch exists"
	patches_of "$series" | sed 's|.*/||' | LC_ALL=C sort -c 2>&1 |
		result "${series##*/}: the patches' numbers follow their order"
done
if [ -z "$(bases)" ]; then
	echo "there is no series" | result "there is a series"
fi

(cd "$ROOT/patches" && find . -type f | sed 's|^\./||' | sort) |
	while read -r file; do
		grep -qxF "$file" "$all" || echo "$file"
	done | result "each file in patches/ is named by a series"

sort -u "$all" >"$all.each"
while read -r patch; do
	[ -f "$ROOT/patches/$patch" ] || continue
	header "$ROOT/patches/$patch" | result "$patch: author, subject, why, diff"
done <"$all.each"
rm -f "$all.each"
plan
