# SPDX-License-Identifier: GPL-2.0-only
# Goals of what exectune itself costs: counted on the host by tracing a process
# step by step, and the operation also in the count lane. GOALS_GUEST=0: the host
# only.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

build validate
status=0
"$OUT/userspace/validate" --cost || status=$?
[ "$status" -le 1 ] || die "validate --cost ended with status $status"

[ "${GOALS_GUEST:-1}" != 0 ] || exit 0
boot cost "$("$VM/kernel" 6.12 patched bench)" "$ROOT/tests/goals/jobs/cost.sh" \
	--lane count --timeout 300
goal "count lane: null operation in a batch of 1,000" \
	"$(measured "$BOOTS/cost/cost.jsonl" null:batch=1000 plain)" "<=" 50
