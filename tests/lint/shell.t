#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Shell scripts by shellcheck; licence lines; no path of somebody's machine.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../tap/tap.sh"

cd "$ROOT" || exit 1
files=$(mktemp)
trap 'rm -f "$files"' EXIT

# Files under version control, or all that are there in an unpacked archive.
{ git ls-files 2>/dev/null || find . -type f ! -path './out/*' | sed 's|^\./||'; } |
	while read -r file; do
		[ -f "$file" ] && echo "$file"
	done >"$files"

# shells: those of the files that sh runs.
shells()
{
	while read -r file; do
		case $(head -c 64 "$file" | tr -d '\0' | head -n 1) in
		'#!/bin/sh'*) echo "$file" ;;
		*) case $file in *.sh) echo "$file" ;; esac ;;
		esac
	done <"$files"
}

shells | while read -r file; do
	sh -n "$file" 2>&1
done | result "shell scripts parse"

if have shellcheck; then
	shells | xargs shellcheck -s sh -f gcc 2>&1 |
		result "shell scripts satisfy shellcheck"
else
	skip "shell scripts satisfy shellcheck" "no shellcheck here"
fi

grep -E '\.([ch]|sh|t|awk)$|Makefile$|^tests/(vm|lint|tap)/[^.]*$' "$files" |
	grep -v '^tests/data/' | while read -r file; do
		head -n 3 "$file" | grep -q 'SPDX-License-Identifier: GPL-2.0-only' ||
			echo "$file"
	done | result "sources name their licence"

# The pattern is written so that it does not find itself.
grep -v '^tests/data/' "$files" |
	xargs grep -nE "/(home|Users)/[a-z]|/wor[k]/" 2>/dev/null |
	result "no path of somebody's machine"
plan
