# SPDX-License-Identifier: GPL-2.0-only
# Shared by the scripts of this folder and of tests/lint; sourced, not run:
#	. "$(dirname "$0")/../vm/lib.sh"
# Sets ROOT (the repository), CACHE (outside of it), JOBS and ME.
# shellcheck shell=sh disable=SC2034

ME=${0##*/}
ROOT=$(cd "$(dirname "$0")/../.." && pwd)
CACHE=${EXECTUNE_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/exectune}
JOBS=${JOBS:-$(nproc 2>/dev/null || echo 1)}
VM=$ROOT/tests/vm
OUT=${OUT:-$ROOT/out}
# Makes started from here are on their own, not jobs of the top one.
unset MAKEFLAGS MFLAGS MAKELEVEL

# Messages are for people, so they go to stderr; stdout carries results.
say()
{
	printf '%s: %s\n' "$ME" "$*" >&2
}

# die MESSAGE...: one message, status 1.
die()
{
	say "$@"
	exit 1
}

# ARCH: what is built and booted, as the kernel names it.  IMAGE is its kernel's name,
# CROSS begins those of compilers for it, OTHER ends the names of what belongs to an
# architecture that is not the main one.
ARCH=${ARCH:-x86_64}
case $ARCH in
x86_64) IMAGE=arch/x86/boot/bzImage CROSS='' OTHER='' ;;
arm64) IMAGE=arch/arm64/boot/Image CROSS=aarch64-linux-gnu- OTHER=-arm64 ;;
*) die "ARCH is x86_64 or arm64, not '$ARCH'" ;;
esac

# A line a step, in the manner of the kernel's build: "  BUILD   what".
step()
{
	printf '  %-8s%s\n' "$1" "$2" >&2
}

verbose()
{
	[ "${V:-0}" = 1 ]
}

have()
{
	command -v "$1" >/dev/null 2>&1
}

# need_space DIR MEGABYTES PURPOSE: refuses when DIR's filesystem is too full.
need_space()
{
	mkdir -p "$1" || die "cannot create $1"
	free=$(df -Pm "$1" | awk 'NR == 2 { print $4 }')
	[ "$free" -ge "$2" ] ||
		die "no disk space: $3 takes $2 MB and $1 has $free MB free; free some, or set XDG_CACHE_HOME to a larger disk"
}

# lock FILE PURPOSE: waits until nobody else does PURPOSE, until this script ends.
lock()
{
	exec 9>"$1" || die "cannot write $1"
	flock -n 9 && return
	say "waiting for another run to end: $2"
	flock 9
}

# series_of BASE: the series file of a base, empty if there is none.
# The default base has the plain name.
DEFAULT_BASE=6.12
series_of()
{
	if [ "$1" = "$DEFAULT_BASE" ]; then
		file=$ROOT/series
	else
		file=$ROOT/series-$1
	fi
	if [ -f "$file" ]; then
		echo "$file"
	fi
}

# bases: those that have a series, one line.
bases()
{
	if [ -f "$ROOT/series" ]; then
		echo "$DEFAULT_BASE"
	fi
	for file in "$ROOT"/series-*[0-9]; do
		if [ -f "$file" ]; then
			echo "${file##*/series-}"
		fi
	done
}

# suite_of BASE: the suite of Debian whose package is the base's source; empty if
# that is whatever the machine's own apt knows.
suite_of()
{
	case $1 in
	7.3) echo trixie-backports ;;
	esac
}

# patches_of SERIES: the patches it names, one a line, without comments.
# Serves other lists of the same form, too.
patches_of()
{
	sed -e 's/[[:space:]]*#.*//' -e 's/[[:space:]].*//' -e '/^$/d' "$1"
}

# tree_version DIR: VERSION.PATCHLEVEL of a kernel tree, empty if it is none.
tree_version()
{
	[ -f "$1/Makefile" ] && [ -f "$1/Kconfig" ] && [ -d "$1/arch/x86" ] &&
		[ -f "$1/fs/exec.c" ] || return 0
	awk '$2 == "=" && $1 == "VERSION" { v = $3 }
	     $2 == "=" && $1 == "PATCHLEVEL" { print v "." $3; exit }' \
		"$1/Makefile"
}

# files_of PATCH...: the files that patches touch, one a line, sorted.
# Hunks are skipped by their counts, so that a removed line of "-- x" is no name.
files_of()
{
	awk 'function count(s) { return s ~ /,/ ? substr(s, index(s, ",") + 1) + 0 : 1 }
	     function name(s) { sub(/^[^\/]*\//, "", s); return s }
	     FNR == 1 { old = new = 0 }
	     old > 0 || new > 0 {
		c = substr($0, 1, 1)
		if (c == "-") old--
		else if (c == "+") new--
		else if (c != "\\") { old--; new-- }
		next
	     }
	     /^@@ -/ { old = count(substr($2, 2)); new = count(substr($3, 2)); next }
	     (/^--- / || /^\+\+\+ /) && $2 != "/dev/null" && $2 ~ /\// { print name($2) }
	     /^rename (from|to) / { print $3 }' "$@" | sort -u
}

# newer_in TREE FILE: was anything in TREE written after FILE?
newer_in()
{
	[ -n "$(find "$1" -name .git -prune -o -newer "$2" -type f -print |
		head -n 1)" ]
}

# plain_quilt ARGS...: quilt as it is without anybody's settings.
plain_quilt()
{
	(
		unset QUILT_PATCHES QUILT_SERIES QUILT_PC QUILT_PATCH_OPTS \
			QUILT_PUSH_ARGS QUILT_DIFF_ARGS QUILT_REFRESH_ARGS
		LC_ALL=C exec quilt --quiltrc - "$@"
	)
}
