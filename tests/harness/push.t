#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# make push: what it does to a tree, and that what it refuses stays as it was.
# The trees hold only the files that the series touches.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../tap/tap.sh"

base=$DEFAULT_BASE
stock=$CACHE/src/$base
if [ ! -f "$stock/.exectune-source" ]; then
	skip "make push" "the source of Linux $base is not in the cache; make fetch gets it"
	plan
	exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree
patches_of "$(series_of "$base")" | sed "s|^|$ROOT/patches/|" | while read -r patch; do
	files_of "$patch"
done >"$work/files"
printf '%s\n' Makefile Kconfig arch/x86/Kconfig fs/exec.c >>"$work/files"

# fresh: a new unpatched tree.
fresh()
{
	rm -rf "$tree"
	mkdir "$tree"
	(cd "$stock" && sort -u "$work/files" | while read -r file; do
		[ ! -f "$file" ] || echo "$file"
	done | cpio --quiet -pdm "$tree")
}

state()
{
	(cd "$tree" && find . -type f -o -type l | LC_ALL=C sort | xargs sha256sum 2>/dev/null)
}

# push [DIR]: sets status; what it said is in $work/said.
push()
{
	status=0
	"$VM/push" "${1:-$tree}" >"$work/said" 2>&1 || status=$?
}

# refused WORDS WHAT: pushing fails, says WORDS, and changes nothing.
refused()
{
	state >"$work/before"
	push
	{
		[ "$status" -ne 0 ] || echo "status 0"
		grep -q "$1" "$work/said" || sed 's/^/said: /' "$work/said"
		state | cmp -s - "$work/before" || echo "the tree has changed"
	} | result "refuses $2"
}

fresh
push
{
	[ "$status" -eq 0 ] || cat "$work/said"
	[ "$(readlink "$tree/patches")" = "$ROOT/patches" ] || echo "no link to the patches"
	grep -q exec_lookup_mode "$tree/fs/exec.c" || echo "fs/exec.c is not patched"
	patches_of "$ROOT/series" | diff - "$tree/.pc/applied-patches"
} | result "pushes all patches onto $base"
refused 'patches applied' "a tree that quilt has patched"

(cd "$tree" && plain_quilt pop -a -q) >/dev/null
rm -rf "$tree/.pc" "$tree/series" "$tree/patches"
cmp "$stock/fs/exec.c" "$tree/fs/exec.c" 2>&1 | result "quilt pop -a takes all off again"

printf '\n/* exec_lookup_mode */\n' >>"$tree/fs/exec.c"
refused 'patched already' "a tree that has the knob without quilt"

fresh
sed -i 's/^PATCHLEVEL = .*/PATCHLEVEL = 4/' "$tree/Makefile"
refused "no series; known: .*$base" "a tree of an unknown version, and lists those known"

fresh
rm "$tree/Kconfig"
refused 'no kernel tree' "what is no kernel tree"

fresh
mkdir "$tree/patches"
echo mine >"$tree/patches/mine.patch"
refused 'of its own' "a tree with a patches folder of its own"

fresh
(
	cd "$tree" && git init -q && git add . &&
		git -c user.name=t -c user.email=t@example.org commit -q -m t
	echo >>fs/namei.c
)
refused 'dirty' "a git tree with changes"

fresh
sed -i 's/bprm_execve(/bprm_execve (/' "$tree/fs/exec.c"
refused 'exec-lookup-mode.patch does not apply' "a tree that differs, and names the patch"
{ grep -q 'fs/exec.c: Hunk #[0-9]* FAILED' "$work/said" || cat "$work/said"; } |
	result "names file and hunk that fail"

push "$work/nowhere"
{
	[ "$status" -ne 0 ] || echo "status 0"
	grep -q 'no directory' "$work/said" || cat "$work/said"
} | result "refuses a folder that does not exist"
plan
