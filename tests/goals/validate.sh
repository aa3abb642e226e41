# SPDX-License-Identifier: GPL-2.0-only
# Goals of the judgement: how often it is right on simulated experiments of known
# truth. docs/validation.md says what the figures mean. SEED=N: other numbers.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

build validate
step VALIDATE "some 80 seconds"
status=0
"$OUT/userspace/validate" ${SEED:+--seed "$SEED"} || status=$?
# 1: a figure is short, which its line says.
[ "$status" -le 1 ] || die "validate ended with status $status"
