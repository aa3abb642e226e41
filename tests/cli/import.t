#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# import: the four formats, what is refused, and what stats says of the result.
data=$(cd "$(dirname "$0")/../data/import" && pwd) || exit 1
. "$(dirname "$0")/lib.sh"

numbers() {
	seq "$1" "$2"
}
# field FILE NAME: a member of the first line.
field() {
	head -n 1 "$1" | sed 's/.*"'"$2"'":\([^,}]*\).*/\1/'
}
# imports ARGUMENT...: into x.jsonl, which is made anew; its exit status.
imports() {
	rm -f x.jsonl
	"$EXECTUNE" -q import -o x.jsonl "$@" >out 2>err
}

numbers 101 112 >old.txt
numbers 121 134 >new.txt
imports --unit us --arm old=old.txt --arm new=new.txt
is 0 $? 'lines: imported'
is lines "$(sed -n '1s/.*"imported":{"format":"\([a-z]*\)".*/\1/p' x.jsonl)" 'lines: guessed'
is false "$(field x.jsonl interleaved)" 'lines: not interleaved'
is null "$(field x.jsonl seed)" 'lines: what is unknown is null'
is 26 "$(grep -c '"type":"sample"' x.jsonl)" 'lines: every value is a sample, of arms of unlike length too'
is 1 "$(grep -c '"arm":"old","block":0,"ops":1,"median":101000.0' x.jsonl)" 'lines: in nanoseconds'
"$EXECTUNE" stats --csv x.jsonl >out 2>err
is 0 $? 'lines: stats takes it'
is inconclusive "$(tail -n 1 out | cut -d, -f 22)" 'lines: no verdict, for the arms took no turns'
is no "$(tail -n 1 out | cut -d, -f 21)" 'lines: and nothing is detected'
is 14 "$(tail -n 1 out | cut -d, -f 8)" 'lines: the longer arm is used as a whole'
is 1 "$(grep -c 'drift and arm are confounded' err)" 'lines: it says why'
"$EXECTUNE" stats x.jsonl >out 2>err
is 1 "$(grep -c 'imported, not interleaved' out)" 'lines: the table says it too'
"$EXECTUNE" stats --json x.jsonl >out 2>err
is 1 "$(grep -c '"method": "rank sum, exact"' out)" 'lines: compared by rank sum'

seq 1000 1011 >a.txt
seq 1000.1 1011.1 >b.txt
imports --arm old=a.txt --arm new=b.txt
"$EXECTUNE" stats --csv x.jsonl >out 2>err
is inconclusive "$(tail -n 1 out | cut -d, -f 22)" 'lines: arms that took no turns are not equivalent either'
head -n 12 new.txt >new12.txt
imports --unit us --arm old=old.txt --arm new=new12.txt --interleaved
is 0 $? 'lines, --interleaved'
"$EXECTUNE" stats --csv x.jsonl >out 2>err
is worse "$(tail -n 1 out | cut -d, -f 22)" 'lines, --interleaved: a verdict'
is 0 "$(grep -c 'confounded' err)" 'lines, --interleaved: nothing is confounded'
cp x.jsonl first.jsonl
imports --unit us --arm old=old.txt --arm new=new12.txt --interleaved
is '' "$(diff x.jsonl first.jsonl)" 'the same import gives the same file'

paste -d, old.txt new12.txt | sed '1s/^/base,"a ""b"", c"\n/; s/$/\r/' >rows.csv
imports --unit ms rows.csv
is 0 $? 'csv: imported'
is true "$(field x.jsonl interleaved)" 'csv: a row is a block'
is 12 "$(grep -c '"arm":"a \\"b\\", c"' x.jsonl)" 'csv: quotes'
"$EXECTUNE" stats --csv x.jsonl >out 2>err
is worse "$(tail -n 1 out | sed 's/.*,\(worse\),.*/\1/')" 'csv: a verdict'
tr , ';' <rows.csv | sed 's/""b""; //' >rows2.csv
imports --unit ms rows2.csv --sequential
is 0 $? 'csv: with semicolons'
is false "$(field x.jsonl interleaved)" 'csv: --sequential'
printf 'base\n' | cat - old.txt >one.csv
imports --arm x=one.csv --arm y=old.txt --format csv
is 4 $? 'csv: a file without a header among those with one'
imports --arm x=one.csv --arm y=one.csv --format csv --baseline y
is 0 $? 'csv: a column a file'
is '"y"' "$(field x.jsonl baseline)" 'csv: --baseline'

imports "$data/hyperfine.json"
is 0 $? 'hyperfine: imported'
is 36 "$(grep -c '"type":"sample"' x.jsonl)" 'hyperfine: every time is a sample'
is 1 "$(grep -c "\"name\":\"true'\",\"set\":null,\"duplicate_of\":\"true\"" x.jsonl)" 'hyperfine: a command measured twice is A/A'
"$EXECTUNE" stats x.jsonl >out 2>err
is 1 "$(grep -c 'hyperfine measures one after the other' out)" 'hyperfine: runs are sequential, and it says so'
is 1 "$(grep -c ' A/A$' out)" 'hyperfine: A/A row'
sed 's/"true"/".\/new"/' "$data/hyperfine.json" >other.json
imports --arm old="$data/hyperfine.json" --arm new=other.json
is 4 $? 'hyperfine: one command twice in a file that is an arm'

imports --arm old="$data/go-old.txt" --arm new="$data/go-new.txt"
is 0 $? 'go: imported'
is 1 "$(head -n 1 x.jsonl | grep -c '"key":"Parse/small-8".*"key":"Parse/large-8".*"cpu_model":"Example CPU @ 2.40GHz"')" 'go: benchmarks and processor'
is 1 "$(grep -c '"arm":"old","block":0,"ops":5231042,"median":229.4' x.jsonl)" 'go: iterations and ns/op'
"$EXECTUNE" stats x.jsonl >out 2>err
is 1 "$(grep -c 'go test measures one after the other' out)" 'go: sequential'
is 1 "$(grep -c 'only ns/op is taken, not B/op' out)" 'go: other units are named'
imports --interleaved --arm old="$data/go-old.txt" --arm new="$data/go-new.txt"
"$EXECTUNE" stats --csv x.jsonl >out 2>err
is better "$(grep 'Parse/small-8,.*new' out | cut -d, -f 22)" 'go, --interleaved: faster'
# Six equal ratios of the other benchmark are no measurement.
is inconclusive "$(grep 'Parse/large-8,.*new' out | cut -d, -f 22)" 'go, --interleaved: the same values twice prove nothing'
sed '/large/d' "$data/go-new.txt" >half.txt
imports --arm old="$data/go-old.txt" --arm new=half.txt
"$EXECTUNE" stats x.jsonl >out 2>err
is 1 "$(grep -c 'Parse/large-8 has no values in arm new' out)" 'go: a benchmark that one file lacks is named'
imports - <old.txt
is 0 $? 'standard input'

# bad STATUS WORDS NAME ARGUMENT...: refused with one line that has the words, and nothing is left.
bad() {
	want=$1 words=$2 name=$3
	shift 3
	rm -f x.jsonl
	"$EXECTUNE" -q import -o x.jsonl "$@" >out 2>err </dev/null
	is "$want 1 1 no" "$? $(wc -l <err | tr -d ' ') $(grep -cF -e "$words" err) $(test -e x.jsonl && echo yes || echo no)" "refused: $name"
}
# text NAME FORMAT: a file made by printf.
text() {
	# shellcheck disable=SC2059 # a format is what it is
	printf "$2" >"$1"
}
text word.txt '1\n2\nthree\n'
bad 4 "word.txt:3: 'three' is not a number" 'a word for a number' word.txt
text zero.txt '1\n\n0\n'
bad 4 'zero.txt:3: 0 is no time' 'zero' zero.txt
text negative.txt '# ns\n1\n-2\n'
bad 4 'negative.txt:3: -2 is no time' 'a negative time' negative.txt
text comma.txt '1\n2,5\n'
bad 4 "comma.txt:2: '2,5' is not a number" 'a decimal comma' --format lines comma.txt
for word in nan inf 0x10 1e999 1e 1.2.3; do
	text value.txt "5\\n$word\\n"
	bad 4 'value.txt:2: ' "$word" --format lines value.txt
done
text empty.txt ''
bad 4 'empty.txt has no data' 'an empty file' empty.txt
text blank.txt '\n \n'
bad 4 'blank.txt has no data' 'blank lines' blank.txt
text comments.txt '# a\n'
bad 4 'comments.txt has no data' 'nothing but comments' --format lines comments.txt
text prose.txt 'It was a dark and\nstormy night\n'
bad 4 'has none of the known formats' 'prose' prose.txt
text nul.txt '1\n2\0\n'
bad 4 'NUL byte' 'a NUL byte' nul.txt
text header.csv '1,2\n3,4\n'
bad 4 'header.csv:1: ' 'csv without a header' header.csv
text ragged.csv 'a,b\n1,2\n3\n'
bad 4 'ragged.csv:3: 1 field, but the header has 2' 'a short row' ragged.csv
text wide.csv 'a,b\n1,2,3\n'
bad 4 'wide.csv:2: 3 fields, but the header has 2' 'a long row' wide.csv
text hole.csv 'a,b\n1,2\n3,\n'
bad 4 'hole.csv:3: a number is missing' 'an empty field' hole.csv
text twice.csv 'a,a\n1,2\n'
bad 4 "two columns are named 'a'" 'a name twice' twice.csv
text nameless.csv 'a,\n1,2\n'
bad 4 'column 2 has no name' 'a column without a name' nameless.csv
text quote.csv 'a,"b\n1,2\n'
bad 4 'quote.csv:1: a quote is not closed' 'an open quote' quote.csv
text only.csv 'a,b\n'
bad 4 'only.csv has no data' 'a header alone' only.csv
text latin.csv 'a,b\344r\n1,2\n'
bad 4 'not UTF-8' 'a name that is not UTF-8' latin.csv
text cut.json '{\n"results": [\n'
bad 4 'cut.json:' 'half a JSON file' cut.json
text none.json '{"results": []}'
bad 4 'no "results"' 'no results' none.json
text times.json '{"results": [{"command": "x", "mean": 1}]}'
bad 4 'result 1 (x) has no "times"' 'no times' times.json
text null.json '{"results": [{"command": "x", "times": [1, null]}]}'
bad 4 'result 1 (x), time 2' 'null for a time' null.json
text n.txt 'BenchmarkX-8 many 12 ns/op\n'
bad 4 "n.txt:1: 'many' after BenchmarkX-8 is no number of iterations" 'go: no iterations' n.txt
text nsop.txt 'goos: linux\nBenchmarkX-8 12 12 MB/s\n'
bad 4 'nsop.txt:2: no ns/op for BenchmarkX-8' 'go: no ns/op' nsop.txt
text alone.txt 'BenchmarkX-8\nPASS\n'
bad 4 'alone.txt has no data' 'go: a name alone' alone.txt
bad 4 'missing.txt: No such file' 'a missing file' missing.txt
bad 4 'one format at a time' 'two formats' old.txt rows.csv
bad 4 'arm old ends here after 12 values, but new has 14' 'rows that do not pair up' --interleaved --arm old=old.txt --arm new=new.txt
bad 4 '2 columns, but --arm x is one arm' 'columns and --arm' --arm x=rows2.csv
bad 3 'says its unit itself' 'a unit for hyperfine' --unit s "$data/hyperfine.json"
bad 3 'no such arm' 'an unknown baseline' --baseline z old.txt
bad 3 'no such arm' 'an unknown duplicate' --duplicate z old.txt
bad 3 'is the baseline itself' 'the baseline as its own duplicate' --duplicate old old.txt
bad 3 "two files are arm 'old'" 'a name twice' old.txt ./old.txt
bad 3 'by --arm NAME=FILE, or none' 'files with and without --arm' --arm a=old.txt new.txt

# argp says where help is, too.
max_lines=3
row 3 'import what'		import -o y.jsonl
row 3 'with -o'			import old.txt
row 3 'NAME=FILE'		import -o y.jsonl --arm old.txt
row 3 'ns, us, ms or s'		import -o y.jsonl --unit min old.txt
row 3 'lines, csv'		import -o y.jsonl --format xml old.txt
touch there.jsonl
row 3 'there already'		-q import -o there.jsonl old.txt
is 0 "$(wc -c <there.jsonl | tr -d ' ')" 'the file that was there is untouched'
imports --unit us --arm old=old.txt --arm new=new.txt
row 4 'which boot'		stats x.jsonl first.jsonl
head -n 5 old.txt >few.txt
imports --unit us --arm old=few.txt --arm new=new.txt
row 2 '5 values in an arm; at least 6 are needed'	stats x.jsonl
finish
