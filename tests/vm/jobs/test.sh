#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest: runs the tests that /job/tests names, as FOLDER/NAME below /tests, each in
# its folder; leaves FOLDER-NAME.tap.
# A status that no "not ok" line explains becomes one (4 is kselftest's skip).
run_test()
{
	name=$1 limit=$2
	shift 2
	echo "$name"
	timeout "$limit" "$@" </dev/null >"/results/$name.tap" 2>"/results/$name.err"
	status=$?
	grep -q '^not ok ' "/results/$name.tap" && return
	case $status in
	0 | 4) return ;;
	esac
	n=$(($(grep -c '^ok ' "/results/$name.tap") + 1))
	{
		grep -v '^1\.\.' "/results/$name.tap"
		echo "not ok $n - $name ends with status 0"
		echo "# status $status (124: stopped after $limit s)"
		tail -n 10 "/results/$name.err" | sed 's/^/# /'
		echo "1..$n"
	} >/tmp/fixed
	mv /tmp/fixed "/results/$name.tap"
}

while read -r file; do
	dir=/tests/${file%/*}
	cd "$dir" || exit 1
	limit=$(sed -n 's/^timeout=//p' settings 2>/dev/null)
	name=$(basename "$file" .t)
	case $file in
	*.t) run_test "${dir##*/}-$name" "${limit:-120}" sh "/tests/$file" ;;
	*) run_test "${dir##*/}-$name" "${limit:-120}" "/tests/$file" ;;
	esac
done </job/tests
exit 0
