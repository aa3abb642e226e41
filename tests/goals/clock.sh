# SPDX-License-Identifier: GPL-2.0-only
# Goals of the clock on the wall: "make run" from an empty cache, and again.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

fresh=$(mktemp -d "${TMPDIR:-/var/tmp}/exectune-goals.XXXXXX")
trap 'rm -rf "$fresh"' EXIT
need_space "$fresh" 4500 "a second cache"

# timed: seconds that "make run" takes with the fresh cache.
timed()
{
	start=$(date +%s)
	make -C "$ROOT" run OUT="$fresh/out" XDG_CACHE_HOME="$fresh/cache" \
		EXECTUNE_CACHE= >"$GOALS/make-run.log" 2>&1 || {
		tail -n 20 "$GOALS/make-run.log" >&2
		die "make run failed; see $GOALS/make-run.log"
	}
	echo $(($(date +%s) - start))
}
first=$(timed)
again=$(timed)
goal "make run from an empty cache, seconds, $(nproc) CPUs" "$first" "<=" 900
goal "make run again, seconds" "$again" "<=" 180
