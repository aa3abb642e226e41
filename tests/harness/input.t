#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# What fetch, kernel, mkconfig, run and apply say of bad input: one message that
# tells what to do, and a status that is not 0.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../tap/tap.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset KSRC

# says WORDS WHAT COMMAND...
says()
{
	words=$1 what=$2
	shift 2
	status=0
	"$@" >"$work/out" 2>"$work/err" || status=$?
	{
		[ "$status" -ne 0 ] || echo "status 0"
		[ ! -s "$work/out" ] || sed 's/^/stdout: /' "$work/out"
		grep -q -- "$words" "$work/err" || sed 's/^/said: /' "$work/err"
	} | result "$what"
}

says 'unknown flavour .*patched' "kernel: unknown flavour" "$VM/kernel" 6.12 fast bench
says 'unknown config .*bench' "kernel: unknown config" "$VM/kernel" 6.12 stock big
says 'no series for .*known: .*6.12' "kernel: base without a series" \
	"$VM/kernel" 4.19 patched bench
says 'no series for .*known: .*6.12' "run: base without a series" \
	env BASE=4.19 OUT="$work/o" "$VM/run"
says 'time, count or atomics' "run: unknown lane" env LANE=fast OUT="$work/o" "$VM/run"
says 'it is 2 or 1' "run: unknown machine" env NODES=3 OUT="$work/o" "$VM/run"
says 'is no kernel tree' "fetch: KSRC that is no kernel" \
	env KSRC="$work" "$VM/fetch" 6.12

mkdir -p "$work/t/arch/x86" "$work/t/fs"
printf 'VERSION = 6\nPATCHLEVEL = 1\n' >"$work/t/Makefile"
: >"$work/t/Kconfig"
: >"$work/t/fs/exec.c"
says 'is a 6.1 tree, but BASE is 6.12' "fetch: KSRC of another version" \
	env KSRC="$work/t" "$VM/fetch" 6.12
echo exec_lookup_mode >"$work/t/fs/exec.c"
says 'patched already' "fetch: KSRC that is patched" \
	env KSRC="$work/t" "$VM/fetch" 6.1

cat >"$work/patch" <<'END'
--- a/fs/exec.c
+++ b/fs/exec.c
@@ -1 +1 @@
-nothing of the kind
+something else
END
mkdir "$work/root" "$work/root/patches"
cp "$work/patch" "$work/root/patches/one.patch"
echo one.patch >"$work/root/series"
mkdir -p "$work/root/tests"
cp -R "$VM" "$work/root/tests/vm"
says 'one.patch does not apply' "apply: names the patch that fails" \
	"$work/root/tests/vm/apply" "$work/t" "$work/root/series" "$work/new"
echo two.patch >"$work/root/series"
says 'names patches/two.patch, which does not exist' "apply: patch that is missing" \
	"$work/root/tests/vm/apply" "$work/t" "$work/root/series" "$work/new"

stock=$CACHE/src/$DEFAULT_BASE
if [ -f "$stock/.exectune-source" ] && have gcc; then
	echo 'CONFIG_NO_SUCH_SYMBOL=y' >>"$work/root/tests/vm/config/bench.config"
	says 'asked CONFIG_NO_SUCH_SYMBOL=y, got' "mkconfig: names a symbol that did not come out" \
		"$work/root/tests/vm/mkconfig" "$stock" "$work/build" "$DEFAULT_BASE" stock bench
	echo 'CONFIG_PROC_FS=n' >"$work/root/tests/vm/config/$DEFAULT_BASE.config"
	says 'asked CONFIG_PROC_CHILDREN=y, got' "mkconfig: names what a later fragment takes away" \
		"$work/root/tests/vm/mkconfig" "$stock" "$work/build" "$DEFAULT_BASE" stock bench
else
	skip "mkconfig" "no source of Linux $DEFAULT_BASE in the cache"
fi
plan
