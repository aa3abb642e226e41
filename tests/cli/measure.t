#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run: events, loads, the size by a pilot, and what spoils a block or the file.
. "$(dirname "$0")/lib.sh"

echo 60 >sys/vm/swappiness
knob=$dir/sys/vm/swappiness
lines() {
	grep -c "^{\"type\":\"$1\"" "$2"
}
# wait_for COMMAND...: until it succeeds, at most 20 s.
wait_for() {
	tries=0
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 400 ] || return 1
		sleep 0.05
	done
}
# shellcheck disable=SC2317 # wait_for calls it
has_samples() {
	[ -s "$1" ] && [ "$(wc -l <"$1")" -gt 5 ]
}
# whole FILE SAMPLES: each block has its samples once, but for what was discarded before.
whole() {
	awk -v want="$2" '
		match($0, /"block":[0-9]+/) { b = substr($0, RSTART + 8, RLENGTH - 8) }
		/^{"type":"discard"/ { n[b] = 0 }
		/^{"type":"sample"/ { n[b]++ }
		END { for (b in n) { blocks++; if (n[b] != want) bad++ } print blocks + 0 " " bad + 0 }' "$1"
}

# Counting.
"$EXECTUNE" run -w execve,null --vary vm.swappiness=0,1 --blocks 6 --ops 20 --counters --numa-maps \
	--events page-faults,no:such -o counts.jsonl >out 2>err
is 0 $? 'a run that counts'
is 1 "$(grep -c 'no:such is not counted: ' err)" 'says once what it cannot count'
is 1 "$(head -n 1 counts.jsonl | grep -c '"unavailable":{[^}]*"no:such":"[a-z]')" 'and why in the first line'
is 36 "$(grep -c '^{"type":"sample".*"no:such":null' counts.jsonl)" 'which is null in each sample'
is 0 "$(grep -c '"no:such":[0-9]' counts.jsonl)" 'and never a number'
is 1 "$(grep -c '^  no:such  *-  *-  *-$' out | sed 's/2/1/')" 'and a dash in the table'
is 2 "$(grep -c '^  voluntary_switches ' out)" 'with --counters, the table has the everyday counts'
"$EXECTUNE" stats counts.jsonl >out 2>err
is 2 "$(grep -c '^  voluntary_switches ' out)" 'also later'
"$EXECTUNE" stats --json counts.jsonl >out 2>err
is 6 "$(awk '/"counts_per_op"/ { on = 1 } /}/ { on = 0 } on && /"no:such": null/' out | wc -l | tr -d ' ')" 'and JSON has null per operation'
if grep -q '"page-faults":null' counts.jsonl; then
	skip 'events are counted' "$(sed -n 's/.*\(page-faults is not counted.*\)/\1/p' err)"
else
	is 0 "$(grep '"w":"execve"' counts.jsonl | grep -c '"page-faults":0[,}]')" 'an exec has page faults, which its parent is told'
fi
if [ -r /proc/self/numa_maps ] && ! grep -q '"w":"execve".*"stack_execs":null' counts.jsonl; then
	is 18 "$(grep -c '"w":"execve".*"stack_execs":1,"stack_pages":[1-9]' counts.jsonl)" '--numa-maps finds the stack of one exec a slice'
	is 18 "$(grep -c '"w":"null".*"stack_pages_remote":null' counts.jsonl)" 'and none where nothing is executed'
else
	skip '--numa-maps' 'no numa_maps, or no tracing, here'
fi
"$EXECTUNE" -q run -w execve --blocks 1 --ops 5 -o plain.jsonl >out 2>err
is 0 "$(grep -cE '"stack_|"counters"|"load"|"resolve"' plain.jsonl)" 'without the options the file has nothing of them'
row 3 "no event 'no-such'"	run -w null --events no-such
row 3 'too many'		run -w null --events "$(seq -s , -f 'a:b%g' 17)"

# Loads. Each test's sleeps have a number of their own.
nap=1000.$$
left() {
	pgrep -f "^sleep $nap" | wc -l | tr -d ' '
}
"$EXECTUNE" -q run -w null --vary vm.swappiness=0,1 --blocks 6 --ops 20 --load "cmd:sleep $nap & sleep $nap" -o load.jsonl >out 2>err
is 0 $? 'a run beside a load'
is 1 "$(head -n 1 load.jsonl | grep -c "\"load\":\[\"cmd:sleep")" 'which the first line has'
is 0 "$(left)" 'and which is gone after it'
"$EXECTUNE" -q run -w null --vary vm.swappiness=0,1 --blocks 3000 --slice 5ms --load "cmd:sleep 1; echo early; echo all over; exit 7" -o ends.jsonl >out 2>err
is 4 $? 'a load that ends: status 4'
is 1 "$(grep -c "has ended with exit status 7; its last output: all over" err)" 'says how, and its last line'
is 1 "$(lines discard ends.jsonl)" 'its block is discarded'
is 60 "$(cat "$knob")" 'the knob is back'
for sig in TERM KILL; do
	"$EXECTUNE" -q run -w null --vary vm.swappiness=0,1 --blocks 5000 --slice 5ms --load "cmd:sleep $nap & sleep $nap" -o "load$sig.jsonl" >out 2>err &
	pid=$!
	wait_for has_samples "load$sig.jsonl"
	is 2 "$(left)" "SIG$sig: the load runs"
	kill -s "$sig" $pid
	wait $pid 2>/dev/null
	result "$(wait_for sh -c "! pgrep -f '^sleep $nap' >/dev/null"; echo $?)" "SIG$sig: and is ended"
	result "$(wait_for grep -q 60 "$knob"; echo $?)" "SIG$sig: the knob is back"
	sed 's/"blocks":5000/"blocks":9/' "load$sig.jsonl" | head -n 8 >"go$sig.jsonl"
	"$EXECTUNE" -q run --resume "go$sig.jsonl" >out 2>err
	is "0 9 0" "$? $(whole "go$sig.jsonl" 3)" "SIG$sig: the file can be gone on with"
done
row 3 'hackbench[:ARGUMENTS]'	run -w null --load nothing
row 3 'hackbench[:ARGUMENTS]'	run -w null --load cmd
# With nothing but these in PATH.
mkdir bin
for tool in sed grep wc; do
	ln -s "$(command -v $tool)" "bin/$tool"
done
usual=$PATH PATH=$dir/bin
row 3 "package rt-tests"	run -w null --load hackbench
row 3 "package stress-ng"	run -w null --load 'stress-ng:--cpu 1'
PATH=$usual

# The number of blocks by a pilot.
"$EXECTUNE" run -w null:delay=20000 --vary vm.swappiness=0,1 --resolve 100% --slice 2ms --seed 1 -o pilot.jsonl >out 2>err
is 0 $? '--resolve'
is '24 1' "$(lines pilot pilot.jsonl) $(lines plan pilot.jsonl)" 'does 8 blocks first and writes what they led to'
is '6 0' "$(whole pilot.jsonl 3)" 'then so many whole rounds'
is 1 "$(grep -c '^exectune: pilot: .*6 blocks for 100%, about ' err)" 'says so and how long it takes'
is 6 "$("$EXECTUNE" stats --json pilot.jsonl | sed -n 's/.*"blocks_planned": \([0-9]*\).*/\1/p')" 'the pilot is in no estimate'
is 1 "$(grep -n '"type":"\(plan\|sample\)"' pilot.jsonl | sed -n 1p | grep -c plan)" 'the number is fixed before the first block'
"$EXECTUNE" -q run -w execve --vary vm.swappiness=0,1 --resolve 0.01% --max-blocks 6 --slice 2ms -o coarse.jsonl >out 2>err
is 2 $? 'what --max-blocks cannot resolve: status 2'
is 1 "$(grep -c '0.01% is not resolved: the smallest detectable effect is' err)" 'and a message'
for n in 1 10 26 30; do
	head -n $n pilot.jsonl >"pilot$n.jsonl"
	"$EXECTUNE" -q run --resume "pilot$n.jsonl" >out 2>err
	status=$?
	# A machine with much else to do may take more blocks for 100%, or not resolve it.
	[ $status != 2 ] || ! grep -q 'is not resolved' err || status=0
	blocks=$(sed -n 's/^{"type":"plan".*"blocks":\([0-9]*\).*/\1/p' "pilot$n.jsonl")
	is "0 ${blocks:-no plan} 0 1" "$status $(whole "pilot$n.jsonl" 3) $(lines plan "pilot$n.jsonl")" "cut after line $n, it can be gone on with"
done
row 3 'not both'	run -w null --resolve 1% --blocks 9
row 3 'goes with'	run -w null --max-blocks 9
row 3 'percentage'	run -w null --resolve 0
row 3 'percentage'	run -w null --resolve 1x
row 3 'one arm'		run -w null --resolve 1% --no-duplicate

# A CPU goes offline, in a folder of our own.
mkdir cpu
allowed=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' /proc/self/status)
first=${allowed%%[,-]*}
export EXECTUNE_CPU_DIR="$dir/cpu"
echo "$allowed" >cpu/online
"$EXECTUNE" run -w null --vary vm.swappiness=0,1 --blocks 20 --slice 5ms -o cpu.jsonl >out 2>err &
pid=$!
wait_for has_samples cpu.jsonl
echo "$first" >cpu/online.new
mv cpu/online.new cpu/online
wait $pid
status=$?
if [ "$first" = "$allowed" ]; then
	skip 'a CPU goes offline' 'there is only one'
else
	is "0 1" "$status $(lines discard cpu.jsonl)" 'a CPU goes offline: one block is discarded'
	is 1 "$(grep -c "discarded: the run's CPUs are now $first" err)" 'and that is said'
	is '20 0' "$(whole cpu.jsonl 3)" 'the run goes on to its end'
fi
echo "$allowed" >cpu/online
"$EXECTUNE" -q run -w null --vary vm.swappiness=0,1 --blocks 20 --slice 5ms -o nocpu.jsonl >out 2>err &
pid=$!
wait_for has_samples nocpu.jsonl
echo 1023 >cpu/online.new
mv cpu/online.new cpu/online
wait $pid
is 4 $? 'all go offline: status 4'
is 1 "$(grep -c 'all CPUs of this run have gone offline' err)" 'and a message'
is 60 "$(cat "$knob")" 'the knob is back'
unset EXECTUNE_CPU_DIR
"$EXECTUNE" -q run --resume nocpu.jsonl >out 2>err
is '0 20 0' "$? $(whole nocpu.jsonl 3)" 'the file can be gone on with'

# A limit on the size of files is like a full disk.
(ulimit -f 40 && exec "$EXECTUNE" run -w null --vary vm.swappiness=0,1 --blocks 30 --ops 200 --seed 2 -o limit.jsonl) >out 2>err
is 5 $? 'a file at its limit: status 5'
is 1 "$(grep -c 'no space left' err)" 'and a message'
is 60 "$(cat "$knob")" 'the knob is back'
"$EXECTUNE" -q run --resume limit.jsonl >out 2>err
is '0 30 0' "$? $(whole limit.jsonl 3)" 'the file can be gone on with'
finish
