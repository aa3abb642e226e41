# SPDX-License-Identifier: GPL-2.0-only
# Test Anything Protocol for shell: sourced after tests/vm/lib.sh.
#	result DESCRIPTION < findings	ok if stdin is empty, else "not ok" with it
#	skip DESCRIPTION REASON
#	plan				prints "1..N"; the status says whether all passed
# shellcheck shell=sh

# Numbers are kept in a file, since "... | result" runs in a shell of its own.
tap_log=$(mktemp)

tap_next()
{
	echo "$1" >>"$tap_log"
	tap_n=$(wc -l <"$tap_log")
}

result()
{
	tap_found=$(cat)
	if [ -z "$tap_found" ]; then
		tap_next ok
		echo "ok $tap_n - $1"
		return
	fi
	tap_next "not ok"
	echo "not ok $tap_n - $1"
	echo "$tap_found" | head -n 20 | sed 's/^/#   /'
}

skip()
{
	tap_next ok
	echo "ok $tap_n - $1 # SKIP $2"
}

plan()
{
	echo "1..$(wc -l <"$tap_log")"
	tap_failed=0
	! grep -q 'not ok' "$tap_log" || tap_failed=1
	rm -f "$tap_log"
	return "$tap_failed"
}
