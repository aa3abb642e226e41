#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# boot --layout: which boots may have a random layout of the kernel, by the command
# line that QEMU would get.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../vm/qemu.sh"
. "$(dirname "$0")/../tap/tap.sh"

if ! have "$QEMU"; then
	skip "boot --layout" "no QEMU here"
	plan
	exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/file"

# would OPTION...: the words of the kernel's command line, one a line, in $work/words.
would()
{
	status=0
	"$VM/boot" --dry-run --accel tcg --kernel "$work/file" --initrd "$work/file" \
		--job "$work/file" --out "$work/out" "$@" >"$work/line" 2>"$work/err" || status=$?
	tr ' ' '\n' <"$work/line" >"$work/words"
}

# has yes|no WORD
has()
{
	found=no
	! grep -qx "$2" "$work/words" || found=yes
	[ "$found" = "$1" ] || echo "$2: $found, not $1"
}

# row NOKASLR SHUFFLE OPTION...
row()
{
	nokaslr=$1 shuffle=$2
	shift 2
	would "$@"
	{
		[ "$status" -eq 0 ] || cat "$work/err"
		has "$nokaslr" nokaslr
		has "$shuffle" page_alloc.shuffle=1
	} | result "the layout of boot $*"
}

# refused WORDS OPTION...
refused()
{
	words=$1
	shift
	would "$@"
	{
		[ "$status" -eq 1 ] || echo "status $status"
		grep -q "$words" "$work/err" || cat "$work/err"
	} | result "boot $* is refused"
}

row yes no --lane time
row yes no --lane count
row yes no --lane time --layout fixed
row no yes --lane time --layout random
refused 'the count lane has no random layout' --lane count --layout random
refused 'fixed or random' --layout any
plan
