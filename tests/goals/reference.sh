# SPDX-License-Identifier: GPL-2.0-only
# Goals of the statistics: the unit tests that hold them against R's answers, each
# to 1e-9, and against a published example.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"

build unit
data=$ROOT/tests/data/stats

# amiss PROGRAM TEST...: how many of these tests of a program do not pass.
amiss()
{
	program=$1
	shift
	CMOCKA_MESSAGE_OUTPUT=TAP "$OUT/userspace/unit/$program" >"$GOALS/reference.tap" 2>&1 || true
	failed=$#
	for test in "$@"; do
		! grep -q "^ok [0-9]* - $test\$" "$GOALS/reference.tap" || failed=$((failed - 1))
	done
	echo "$failed"
}

goal "data sets with R's wilcox.test of one sample" \
	"$(sed 1d "$data/wilcox.csv" | cut -d, -f1 | sort -u | wc -l)" ">=" 12
goal "signed rank, Hodges-Lehmann: tests that differ from R's" \
	"$(amiss test_stats test_wilcox test_depression)" "==" 0
goal "rank sum: tests that differ from R's" "$(amiss test_ranksum test_reference)" "==" 0
