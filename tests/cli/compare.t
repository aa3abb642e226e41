#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# compare: groups of boots, how they are given, and the exit status.
. "$(dirname "$0")/samples.sh"
. "$(dirname "$0")/lib.sh"

samples o1 o1 1 level=0.001
samples o2 o2 2 level=-0.002
samples o3 o3 3 level=0.002
samples n1 n1 4 level=0.051 release=6.12
samples n2 n2 5 level=0.048 release=6.12
samples n3 n3 6 level=0.052 release=6.12
samples again o1 7

# status WANTED ARGUMENT...: compare ends with it; its output is in `out`.
status() {
	want=$1
	shift
	"$EXECTUNE" -q compare "$@" >out 2>err </dev/null
	is "$want" $? "compare $*: status $want"
}
has() {
	grep -qF -e "$1" out
	result $? "... and says: $1"
}

status 0 o1 o2 o3 --new n1 n2 n3
has '3 boots against 3'
has 'yes worse'
has 'differs: release: "6.1" in old, "6.12" in new'
cp out want
status 0 --old o1 --old o2 o3 --new n1 --new n2 n3
is 0 "$(cmp -s out want; echo $?)" 'files may be named one by one'
status 0 --new n1 n2 n3 --old o1 o2 o3
is 0 "$(cmp -s out want; echo $?)" 'in any order'
status 1 o1 o2 o3 --new n1 n2 n3 --max-regression 2%
status 0 o1 o2 o3 --new n1 n2 n3 --max-regression 20%
status 0 --new o1 o2 o3 --old n1 n2 n3 --max-regression 0
has 'yes better'
status 2 o1 o2 --new n1 n2 --max-regression 5%

status 2 o1 n1
has 'no claim'
has '+5.'
is 0 "$(grep -c worse out)" 'one boot against one is called nothing'
is 2 "$(grep -c 'fewer than 2 boots of each' err)" 'and stderr says why, of each pair'
status 2 o1 n1 --max-regression 2%

status 0 o1 o2 --new n1 n2 --arm a=b
has 'w, a/b'
status 0 o1 o2 o3 --new n1 n2 n3 --before-after
is 0 "$(LC_ALL=C grep -c -e '.\{73\}' -e '^[^ ]' -e '[^ -~]' out)" '--before-after keeps to its columns'
has '(+5.'
status 0 o1 o2 o3 --new n1 n2 n3 --json
has '"scope": "boots against boots"'
has '"method": "Welch t over boots"'
status 0 o1 o2 o3 --new n1 n2 n3 --csv
is 5 "$(wc -l <out | tr -d ' ')" '--csv has a line for each side of each pair'

row 4 'are of one boot'		compare o1 again
row 4 'are one run'		compare o1 o1
row 4 'do not belong together'	compare o1 n1 --new n2
row 4 'none'			compare o1 none
row 3 'no arm x in the new'	compare o1 n1 --arm a=x
row 3 'form OLD=NEW'		compare o1 n1 --arm a
sed 's/"name":"\([abc]\)"/"name":"x\1"/g; s/"arm":"/"arm":"x/; s/"baseline":"/&x/; s/"duplicate_of":"/&x/' n1 >other
row 3 'no arm has the same name'	compare o1 other
sed 's/"key":"w"/"key":"v"/; s/"w":"w"/"w":"v"/' n1 >other
row 4 'no workload is in'	compare o1 other
max_lines=3
row 3 'give OLD NEW'		compare
row 3 'give OLD NEW'		compare o1
row 3 'give OLD NEW'		compare o1 o2 n1
row 3 'give OLD NEW'		compare --old o1
finish
