#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The compiler that kernels are built with: is an object made anew when anything
# that goes into it has changed, and taken from ccache when nothing has?
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../vm/build.sh"
. "$(dirname "$0")/../tap/tap.sh"

if ! have ccache; then
	skip "ccache" "no ccache here"
	plan
	exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
CACHE=$work
use_ccache
cd "$work" || exit 1

# hits: how often ccache has had an object.
hits()
{
	ccache --print-stats | awk '/^(direct|preprocessed)_cache_hit/ { n += $2 } END { print n + 0 }'
}

# holds FILE.o TEXT
holds()
{
	grep -q "$2" "$1" || echo "$1 holds no $2"
}

# compile SOURCE: as the kernel's makefiles do, with a list of what was included.
compile()
{
	gcc -Wp,-MMD,"${1%.*}.d" -c -o "${1%.*}.o" "$1"
}

cat >plain.c <<'END'
#include "text.h"
const char text[] = TEXT;
END
cat >blob-c.c <<'END'
asm(".section .rodata\n"
    ".incbin \"blob\"");
END
cat >blob-s.S <<'END'
.section .rodata
.incbin "blob"
END

for round in first second first; do
	echo "#define TEXT \"$round\"" >text.h
	echo "$round" >blob
	for source in plain.c blob-c.c blob-s.S; do
		compile "$source" 2>&1
		holds "${source%.*}.o" "$round"
	done
done >found
result "an object is that of its source, its includes and what the assembler takes in" <found

before=$(hits)
compile plain.c
{
	[ "$(hits)" -gt "$before" ] || echo "$before hits before, $(hits) after"
} | result "what was compiled before comes from the cache"
plan
