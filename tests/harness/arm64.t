#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# ARCH=arm64: the machine that boot would start, and what is refused.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../tap/tap.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
: >"$work/file"

# would OPTION...: QEMU's command line, one word a line, in $work/words.
would()
{
	status=0
	ARCH=arm64 QEMU=echo "$VM/boot" --dry-run --threads single --kernel "$work/file" \
		--initrd "$work/file" --job "$work/file" --out "$work/out" "$@" \
		>"$work/line" 2>"$work/err" || status=$?
	tr ' ' '\n' <"$work/line" >"$work/words"
}

# refused TEXT
refused()
{
	[ $status -ne 0 ] || echo "it is taken"
	grep -q "$1" "$work/err" || cat "$work/err"
}

would
{
	[ $status = 0 ] || cat "$work/err"
	for word in virt,gic-version=3 max,pauth-impdef=on console=ttyAMA0 nokaslr; do
		grep -qxF "$word" "$work/words" || echo "no $word"
	done
	! grep -q 'tsc=\|ttyS0' "$work/words" || echo "words for a PC"
} | result "a machine of its own, with its own serial line"
would --cpu neoverse-n1
{
	grep -qxF neoverse-n1 "$work/words" || echo "the processor is another"
} | result "--cpu is taken"
would --lane count
refused 'neither KVM nor the count lane' | result "the count lane is refused"
would --accel kvm
refused 'neither KVM' | result "KVM is refused"
{
	ARCH=mips "$VM/boot" --dry-run 2>&1 | grep -q "ARCH is x86_64 or arm64, not 'mips'" ||
		echo "it is taken"
} | result "another architecture is refused"
{
	ARCH=arm64 "$ROOT/tests/tap/run" unit 2>&1 | grep -q 'only the groups guest and stock' ||
		echo "unit is taken"
} | result "tests of the host are not those of another architecture"
plan
