# SPDX-License-Identifier: GPL-2.0-only
# The plugin of the atomics lane and what reads its output; sourced after lib.sh.
# shellcheck shell=sh

PLUGIN=$ROOT/out/vm/atomics.so
CALIBRATE=$ROOT/out/vm/calibrate

# compile OUT OPTIONS SOURCE...: if a source is newer; OPTIONS are words.
compile()
{
	made=$1 options=$2
	shift 2
	if [ -x "$made" ] && [ -z "$(find "$@" "$VM"/plugin/*.h -newer "$made")" ]; then
		return
	fi
	have gcc || die "no gcc; run make deps"
	mkdir -p "${made%/*}"
	# shellcheck disable=SC2086
	gcc -O2 -std=gnu11 -D_GNU_SOURCE -Wall -Wextra -I"$ROOT/userspace" $options \
		-o "$made.$$" "$@" || die "tests/vm/plugin does not build"
	mv "$made.$$" "$made"
}

build_plugin()
{
	compile "$PLUGIN" "-fPIC -shared -fvisibility=hidden" \
		"$VM/plugin/main.c" "$VM/plugin/count.c" "$VM/plugin/decode.c"
}

# A program whose locked operations are known.
build_calibrate()
{
	compile "$CALIBRATE" "-static -pthread" "$VM/plugin/calibrate.c"
}

# plugin_option FILE OPTIONS: QEMU's, which takes a comma in a name that is doubled.
plugin_option()
{
	printf '%s,out=%s%s\n' "$(echo "$PLUGIN" | sed 's/,/,,/g')" \
		"$(echo "$1" | sed 's/,/,,/g')" "${2:+,$2}"
}

# symbols_program: the path of what gives the plugin's output names.
symbols_program()
{
	compile "$ROOT/out/vm/symbols" "" "$VM/plugin/symbols.c"
	echo "$ROOT/out/vm/symbols"
}
