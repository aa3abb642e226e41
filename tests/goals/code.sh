# SPDX-License-Identifier: GPL-2.0-only
# Goal: with our symbols off, the touched functions are stock's.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

"$ROOT/tests/goals/disassembly" "$DEFAULT_BASE" >"$GOALS/disassembly" || true
goal "symbols off: functions whose disassembly differs" \
	"$(sed -n 's/^\([0-9]*\) of .* differ$/\1/p' "$GOALS/disassembly")" "==" 0
note "$(tail -n 1 "$GOALS/disassembly")"
