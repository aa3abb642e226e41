#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# stats: what it prints, what it refuses, and its exit status.
. "$(dirname "$0")/samples.sh"
. "$(dirname "$0")/lib.sh"

samples worse.jsonl b1 1 effect=0.03
samples same.jsonl b1 2
samples vague.jsonl b1 3 effect=0.05 noise=0.3
samples five.jsonl b1 4 blocks=5
samples one.jsonl b1 5 blocks=1
samples idle.jsonl b1 6 ops=0

# status WANTED ARGUMENT...: stats ends with it; its output is in `out`.
status() {
	want=$1
	shift
	"$EXECTUNE" -q stats "$@" >out 2>err </dev/null
	is "$want" $? "stats $*: status $want"
}
# has TEXT: `out` has it.
has() {
	grep -qF -e "$1" out
	result $? "... and says: $1"
}

status 0 worse.jsonl
has 'this boot only'
has 'detected matters'
has 'yes worse'
status 1 worse.jsonl --max-regression 2%
has 'regression of at most 2%: an interval lies beyond it'
status 0 worse.jsonl --max-regression 10%
status 2 vague.jsonl --max-regression 2%
has 'where inconclusive:'
status 0 vague.jsonl
status 0 same.jsonl --margin 1% --max-regression 1
has 'equivalent'
status 0 same.jsonl --margin 0.01%
has 'inconclusive'
has 'margin of +-0.01%'

# At most 72 columns of ASCII, each line indented, so that git am and git commit keep it.
for form in changelog before-after; do
	status 0 worse.jsonl --$form
	is 0 "$(LC_ALL=C grep -c -e '.\{73\}' -e '^[^ ]' -e '[^ -~]' out)" "--$form keeps to its columns"
done
has '%)'
status 0 worse.jsonl --csv
is 1 "$(head -n 1 out | grep -c ',p_holm,detected,matters,smallest_effect,')" '--csv names its columns'
is 'yes worse' "$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i }
	$at["arm"] == "b" { print $at["detected"], $at["matters"] }' out)" '--csv has them'
status 0 worse.jsonl --markdown
has '| detected | matters |'
status 1 worse.jsonl --json --max-regression 2% -o s.json
is 1 "$(grep -c '"beyond": "yes"' s.json)" '--json says what of the regression'
is 1 "$(grep -c '"smallest_effect": [0-9]' s.json | sed 's/[1-9]/1/')" '--json has the smallest detectable effect'

row 2 '5 complete blocks; at least 6 are needed'	stats five.jsonl
row 2 'one value against one value'			stats one.jsonl
row 2 '5 complete blocks'				stats five.jsonl --max-regression 50%
row 4 'no work was done'				stats idle.jsonl
for bad in NaN Infinity -1 1e999 '"x"' null; do
	sed "5s/\"median\":[0-9.]*/\"median\":$bad/" worse.jsonl >bad.jsonl
	row 4 'bad.jsonl'				stats bad.jsonl
done
sed 's/\("ops":500\)/\1,"interrupted":true/' worse.jsonl >interrupted.jsonl
row 2 'no complete block'				stats interrupted.jsonl -o out.txt
is 1 "$(grep -c '36 samples of interrupted slices, not used' out.txt)" 'interrupted slices are named'
row 4 'none.jsonl'					stats none.jsonl
max_lines=2
row 3 'one samples file or more'			stats
for bad in 0% -1% x 1%% 51% '' nan 0x1 '1 %'; do
	row 3 '--margin'				stats worse.jsonl "--margin=$bad"
done
for bad in -1% x '' inf 1e3; do
	row 3 '--max-regression'			stats worse.jsonl "--max-regression=$bad"
done
finish
