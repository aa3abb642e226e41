#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# report: what is on the page, what a hostile file can do to it, and what is said when it fails.
data=$(cd "$(dirname "$0")/../data" && pwd) || exit 1
. "$(dirname "$0")/lib.sh"
example=$data/samples/example.jsonl

# with_path PATH ROW...: a row with another PATH for exectune only.
with_path() {
	cat >run.sh <<END
#!/bin/sh
PATH=$1 exec "$EXECTUNE" "\$@"
END
	chmod +x run.sh
	real=$EXECTUNE EXECTUNE=$dir/run.sh
	shift
	row "$@"
	EXECTUNE=$real
}

# has FILE TEXT: how many lines of it have the text.
has() {
	grep -cF -e "$2" "$1"
}
yes() {
	test "$1" -gt 0 && echo yes || echo no
}

"$EXECTUNE" -q report --no-plots "$example" -o a.html >out 2>err
is 0 $? 'a page without plots'
is '' "$(cat out err)" 'and not a word'
is 1 "$(has a.html '<!DOCTYPE html>')" 'it is HTML'
is '</html>' "$(tail -n 1 a.html)" 'whole'
is "$(grep -o '<\(section\|table\|div\|ul\|li\|p\|tr\|td\|th\)[ >]' a.html | wc -l)" \
	"$(grep -o '</\(section\|table\|div\|ul\|li\|p\|tr\|td\|th\)>' a.html | wc -l)" 'every element is closed'
"$EXECTUNE" stats --csv "$example" >table 2>err
while IFS=, read -r workload _ arm _ base _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ verdict _; do
	[ "$base" = no ] || continue
	case $verdict in A/A) text='>A/A' ;; *) text="</span> $verdict<" ;; esac
	arm=$(echo "$arm" | sed "s/'/\&#39;/g")
	is yes "$(yes "$(grep -F "$arm</th>" a.html | has - "$text")")" "the verdict of stats: $workload, $arm: $verdict"
done <table
is yes "$(yes "$(has a.html '--seed 7')")" 'the command, with its seed'
is yes "$(yes "$(has a.html "$(sha256sum <"$example" | cut -c 1-16)")")" 'the digest of the samples file'
is yes "$(yes "$(has a.html 'Example CPU')")" 'the environment'
is 0 "$(has a.html '00000000-0000-4000')" 'but not what names the machine: boot id'
is 0 "$(has a.html '000000000000000000000000000000')" 'machine id'
is 0 "$(has a.html '<td>example</td>')" 'host name'
is yes "$(yes "$(has a.html 'outliers, kept')")" 'the flags of stats'
is 0 "$(grep -cE '<script|https?:|src=|@import|url\(' a.html)" 'nothing is fetched or run'
is 1 "$(has a.html "Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"")" 'and nothing could be'
"$EXECTUNE" -q report --no-plots --title 'A < B & "C"' "$example" -o b.html >out 2>err
is 1 "$(has b.html '<title>A &lt; B &amp; &quot;C&quot;</title>')" '--title'

sed 's/,"--seed","7"/,"--","make","-s"/' "$example" >noseed.jsonl
"$EXECTUNE" -q report --no-plots noseed.jsonl -o s.html >out 2>err
is 1 "$(has s.html '<pre>exectune run --seed 7 -w')" 'a seed that the run chose itself, before what is after --'

# A file that wants to be more than text: HTML in every name it can give.
# shellcheck disable=SC2016 # nothing is to expand
bad='<img src=x onerror=alert(1)>\"'"'"'&lt;`id`$(id)@0@</svg>'
sed -e "s|k=1000|$(printf %s "$bad" | sed 's/[&\\|]/\\&/g')|g" -e "s|\"miss\"|\"<b>w</b>@1@\"|g" \
	-e 's|"Example CPU"|"<script>alert(2)</script>"|' -e 's|"0 *us"|x|' \
	-e 's|"command":\[|"command":["</pre><script>alert(3)</script>",|' \
	-e 's|"started":"|"started":"<i>|' -e 's|"fs":"ext4"|"fs":"<u>fs</u>"|' \
	-e 's|"env":{"release"|"env":{"<s>key</s>":{"<q>":"<em>"},"release"|' \
	-e 's|"minor_faults"|"<tt>n</tt>"|g' "$example" >hostile.jsonl
# plain FILE NAME: none of that is an element of the page.
plain() {
	is 0 "$(grep -ciE '<(img|script|b|i|u|s|q|em|tt)[ >/]|</pre><' "$1")" "$2: no element of a file's making"
	is yes "$(yes "$(has "$1" '&lt;img src=x onerror=alert(1)&gt;')")" "$2: its text is shown as it is"
}
"$EXECTUNE" -q report --no-plots hostile.jsonl -o h.html >out 2>err
is 0 $? 'a hostile file'
plain h.html 'hostile, tables'

if command -v gnuplot >/dev/null; then
	"$EXECTUNE" -q report "$example" -o p.html >out 2>err
	is 0 $? 'a page with plots'
	is '' "$(cat out err)" 'and not a word'
	# Two workloads: ratios, distributions, over time, by place; each wide and narrow.
	is 16 "$(grep -c '<svg class="plot ' p.html)" 'all plots are there'
	is 16 "$(grep -c '<svg class="plot [a-z]*" viewBox="0 0 [0-9]* [0-9]*" role="img" aria-label="[^"]' p.html)" 'with a text in their stead'
	# 12 blocks of 4 arms, in two plots, wide and narrow.
	is yes "$(yes "$(( $(grep -o "<use href='#gpPt" p.html | wc -l) >= 2 * 12 * 4 * 2 * 2 ))")" 'with a mark for each sample'
	is 0 "$(grep -c 'rgb(\|black\|gnuplot_canvas\|font-family="' p.html)" 'in the colours and the fonts of the page'
	is 0 "$(grep -o ' id="[^"]*"' p.html | sort | uniq -d | wc -l)" 'no id is there twice'
	"$EXECTUNE" -q report hostile.jsonl -o h.html >out 2>err
	is 0 $? 'a hostile file, with plots'
	plain h.html 'hostile, plots'
	is 0 "$(grep -c 'uid=' h.html)" 'hostile, plots: nothing was run'
	cp "$example" "a'b \$(touch pwned) \`touch pwned\`.jsonl"
	"$EXECTUNE" -q report ./a*.jsonl -o n.html >out 2>err
	is '0 no' "$? $(test -e pwned && echo yes || echo no)" 'a hostile file name'
	"$EXECTUNE" -q import "$data/import/hyperfine.json" -o i.jsonl
	"$EXECTUNE" -q report i.jsonl -o i.html >out 2>err
	is 0 $? 'a page of what was imported'
	is yes "$(yes "$(has i.html 'drift and arm are confounded')")" 'imported: it says what that means'
	is yes "$(yes "$(has i.html 'The arms did not take turns')")" 'imported: beside the plots too'
	# A gnuplot that fails.
	mkdir bin
	printf '#!/bin/sh\necho >&2; echo "line 3: no such terminal" >&2\nexit 1\n' >bin/gnuplot
	chmod +x bin/gnuplot
	with_path "$dir/bin" 4 'gnuplot failed: line 3: no such terminal' report "$example" -o f.html
	printf '#!/bin/sh\necho hello\n' >bin/gnuplot
	with_path "$dir/bin" 4 'gnuplot failed' report "$example" -o f.html
else
	skip 'plots' 'gnuplot is not installed'
fi
with_path /nonesuch 4 'apt-get install gnuplot-nox' report "$example" -o f.html
is '' "$(find . -name 'f.html*')" 'no page is left of that'

echo old >page.html
with_path /nonesuch 4 '--no-plots' report "$example" -o page.html
is old "$(cat page.html)" 'a page that was there stays as it was'
row 4 'none.jsonl'		report none.jsonl -o page.html
is old "$(cat page.html)" 'here too'
row 4 'No such file'		report --no-plots "$example" -o no/such/dir.html
head -n 20 "$example" >few.jsonl
max_lines=2
row 2 'at least 6 are needed'	report --no-plots few.jsonl -o few.html
is yes "$(yes "$(has few.html 'No comparison')")" 'too few blocks: the page says so'
max_lines=3
row 3 'one samples file'	report -o x.html
row 3 'with -o'			report "$example"
if [ -c /dev/full ]; then
	ln -s /dev/full full.html
	"$EXECTUNE" -q report --no-plots "$example" -o full.html >out 2>err
	is 0 $? 'the output is replaced, not written through'
fi
finish
