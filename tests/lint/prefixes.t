#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Compiles the files that the series touches after each patch, with this
# project's symbols set and unset, with W=1 and sparse, and compares warnings
# with stock's.  The whole series is also compiled in a few configurations that
# lack what the code depends on, or one of our symbols.  BASE is looked at, or all of BASES="6.1 6.12 ...".
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../tap/tap.sh"
. "$(dirname "$0")/../vm/build.sh"

# What is taken out of the configuration, beside the symbols of the series.
VARIANTS='up:SMP nonuma:NUMA nosysctl:PROC_SYSCTL,SYSCTL noproc:PROC_FS notrace:FTRACE,PERF_EVENTS
	nojump:JUMP_LABEL nocompat:IA32_EMULATION'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
symbols=$(sed -n 's/^CONFIG_\(.*\)=y/\1/p' "$VM/config/exectune.config")

# Each configuration has a build folder of its own, so that a patch makes no
# more be compiled than what depends on it; two are at work at a time.

# configure ON|OFF [WITHOUT,...]: from the bench configuration.
configure()
{
	without=" $(echo "${2:-}" | tr , ' ') "
	set -- "$1"
	for symbol in $without; do
		set -- "$@" -d "$symbol"
	done
	for symbol in $symbols; do
		case $1$without in
		on*" $symbol "* | off*) ;;
		*) set -- "$@" -e "$symbol" ;;
		esac
	done
	shift
	cp "$folders/off.config" "$build/.config"
	[ $# -eq 0 ] || "$tree/scripts/config" --file "$build/.config" "$@"
	make -s -C "$tree" O="$build" olddefconfig >/dev/null 2>"$build/err" || {
		cat "$build/err"
		return 1
	}
}

# objects: what can be compiled of the series' files in the tree as it is.
objects()
{
	grep '\.c$' "$work/files" | grep -Ev '^(tools|samples|Documentation)/' |
		while read -r file; do
			if [ -f "$tree/$file" ] && configured "$file"; then
				echo "${file%.c}.o"
			fi
		done
}

# configured FILE: does the configuration build it?  Asked for by name, it would
# be compiled all the same.
configured()
{
	object=$(basename "$1" .c)
	option=$(sed -n "s/^obj-\$(\(CONFIG_[A-Z0-9_]*\)).*[ \t=]$object\.o.*/\1/p" \
		"$tree/${1%/*}/Makefile")
	[ -z "$option" ] || grep -q "^$option=y" "$build/.config"
}

# compile: prints warnings and errors, without line numbers, sorted.
compile()
{
	# shellcheck disable=SC2046
	set -- $(objects)
	# Where one file cannot be compiled, stock's neither, the others still can.
	if ! make -s -k -C "$tree" O="$build" W=1 C="$sparse" CF="$checker" "$@" \
		>"$build/log" 2>&1; then
		echo "make: error: it does not compile" >>"$build/log"
	fi
	grep -E 'warning:|error:|undefined reference' "$build/log" |
		sed -e 's/:[0-9]\{1,\}:[0-9]\{1,\}:/:/' -e 's/^\.\.\///' | sort -u
}

# compiled PATCH: does it touch anything that can change what is compiled?
compiled()
{
	files_of "$1" | grep -qEv '^(tools|samples|Documentation)/|^MAINTAINERS$'
}

# check NAME ON|OFF [WITHOUT,...]: what compiling says goes to $work/said.NAME.
check()
{
	build=$folders/$1
	mkdir -p "$build"
	{ configure "$2" "${3:-}" && compile; } >"$work/said.$1"
}

# check_all ON|OFF: the whole of VARIANTS, in pairs.
check_all()
{
	for variant in $VARIANTS; do
		check "${variant%%:*}" "$1" "${variant#*:}" &
		[ "$(jobs -p | wc -l)" -lt 2 ] || wait
	done
	wait
}

# check_without SYMBOL...: the whole series, in turn without each of our symbols.
check_without()
{
	for symbol in "$@"; do
		check "$folder" on "$symbol"
		mv "$work/said.$folder" "$work/without.$symbol"
	done
}

# is_off SYMBOL,... FOLDER: whether that configuration lacks any of these; what the
# architecture itself selects stays.
is_off()
{
	for symbol in $(echo "$1" | tr , ' '); do
		grep -q "^CONFIG_$symbol=y" "$2/.config" || return 0
	done
	return 1
}

# news: of the lines on stdin, those that stock did not give.
news()
{
	comm -23 - "$work/stock"
}

prepare()
{
	"$VM/sync" "$1" "$stock" "$tree" 0 || return 1
	# What an earlier run has compiled would not be warned about again.
	rm -rf "$folders"
	mkdir -p "$folders/off"
	"$VM/mkconfig" "$tree" "$folders/off" "$1" stock bench || return 1
	cp "$folders/off/.config" "$folders/off.config"
}

check_base()
{
	series=$(series_of "$1")
	tree=$CACHE/src/$1-prefix
	folders=$tree/.build
	if ! stock=$("$VM/fetch" "$1" 2>"$work/log"); then
		skip "$1: each prefix compiles" "$(tail -n 1 "$work/log")"
		return
	fi
	if ! prepare "$1" >"$work/log" 2>&1; then
		tail -n 10 "$work/log" | result "$1: stock can be compiled"
		return
	fi
	patches_of "$series" | while read -r patch; do
		files_of "$ROOT/patches/$patch"
	done | sort -u >"$work/files"

	check off off &
	check on off &
	wait
	check_all off
	sort -u "$work"/said.* >"$work/stock"
	n=0
	for patch in $(patches_of "$series"); do
		n=$((n + 1))
		if ! "$VM/sync" "$1" "$stock" "$tree" "$n" 2>"$work/log"; then
			result "$patch: applies" <"$work/log"
			return
		fi
		if ! compiled "$ROOT/patches/$patch"; then
			: | result "$patch: applies, and touches nothing that is compiled"
			continue
		fi
		check off off &
		check on on &
		wait
		news <"$work/said.off" |
			result "$patch: compiles with the symbols unset, no new warning"
		news <"$work/said.on" |
			result "$patch: compiles with the symbols set, no new warning"
	done
	for symbol in $symbols; do
		grep -qx "CONFIG_$symbol=y" "$folders/on/.config" || echo "$symbol"
	done | result "$1: all symbols can be set"
	check_all on
	for variant in $VARIANTS; do
		name="$1: compiles without ${variant#*:}, no new warning"
		if is_off "${variant#*:}" "$folders/${variant%%:*}"; then
			news <"$work/said.${variant%%:*}" | result "$name"
		else
			skip "$name" "this kernel cannot be without"
		fi
	done
	# shellcheck disable=SC2046
	(folder=on && check_without $(echo "$symbols" | sed -n 'n;p')) &
	# shellcheck disable=SC2046
	(folder=off && check_without $(echo "$symbols" | sed -n 'p;n')) &
	wait
	for symbol in $symbols; do
		news <"$work/without.$symbol" |
			result "$1: compiles without $symbol alone, no new warning"
	done
}

sparse=1 checker=
if ! have sparse; then
	sparse=0
	skip "sparse finds nothing new" "no sparse here"
elif echo 'static __typeof_unqual__(int) x;' | sparse - 2>&1 | grep -q error; then
	# Linux 7 leaves a sparse out that does not know this word of C23, without
	# an error; without qualifiers or with them is all the same to its checks.
	checker=-D__typeof_unqual__=__typeof__
fi
stable_stamps
use_ccache
for base in ${BASES:-${BASE:-$(bases)}}; do
	check_base "$base"
done
plan
