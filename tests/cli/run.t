#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# run: files, signals, resuming, disturbances; knobs are as before after each.
. "$(dirname "$0")/lib.sh"

echo 60 >sys/vm/swappiness
knob=$dir/sys/vm/swappiness
lines() {
	grep -c "^{\"type\":\"$1\"" "$2"
}

"$EXECTUNE" -q run -w null,miss --vary vm.swappiness=0,1,2 --blocks 2 --ops 10 --seed 5 -o a.jsonl >out 2>err
is 0 $? 'a run'
is '' "$(cat err)" 'is silent on stderr with -q'
is 60 "$(cat "$knob")" 'puts its knob back'
is '1 16 1' "$(lines run a.jsonl) $(lines sample a.jsonl) $(lines end a.jsonl)" 'has all its lines'
is complete "$(tail -n 1 a.jsonl | sed 's/.*"status":"\([a-z]*\)".*/\1/')" 'ends complete'
is 16 "$(grep -c '^{"type":"sample".*"ops":10,' a.jsonl)" 'did the operations asked for'
is '' "$(ls tmp)" 'leaves no directory'
is '' "$(ls state)" 'leaves no journal'

"$EXECTUNE" -q run -w null,miss --vary vm.swappiness=0,1,2 --blocks 2 --ops 10 --seed 5 -o b.jsonl >out 2>err
order() {
	sed -n 's/.*"w":"\([^"]*\)","arm":"\([^"]*\)".*"nuisance":\({[^}]*}\).*/\1 \2 \3/p' "$1"
}
is "$(order a.jsonl)" "$(order b.jsonl)" 'the same seed gives the same order and layouts'
"$EXECTUNE" -q run -w null,miss --vary vm.swappiness=0,1,2 --blocks 2 --ops 10 --seed 6 -o c.jsonl >out 2>err
is differs "$(test "$(order a.jsonl)" = "$(order c.jsonl)" || echo differs)" 'another seed gives another'

"$EXECTUNE" run -w null --blocks 1 --ops 1 --no-duplicate >out 2>err
is 0 $? 'a run without -o'
is 1 "$(find . -maxdepth 1 -name 'exectune-null-*.jsonl' | wc -l | tr -d ' ')" 'names its file itself'

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

for sig in INT TERM HUP; do
	# A shell starts background jobs with SIGINT ignored, and what is ignored stays so.
	env --default-signal="$sig" "$EXECTUNE" -q run -w null --vary vm.swappiness=0,1 --blocks 5000 --slice 5ms --seed 1 -o "$sig.jsonl" >out 2>err &
	pid=$!
	wait_for has_samples "$sig.jsonl"
	kill -s "$sig" $pid
	wait $pid
	status=$?
	case $sig in INT) want=130 ;; TERM) want=143 ;; *) want=129 ;; esac
	is $want $status "SIG$sig ends the run with status $want"
	is interrupted "$(tail -n 1 "$sig.jsonl" | sed 's/.*"status":"\([a-z]*\)".*/\1/')" "SIG$sig: the file says so"
	is 60 "$(cat "$knob")" "SIG$sig: the knob is back"
	is '' "$(ls tmp)" "SIG$sig: no directory is left"
done

# Going on after a SIGKILL in the middle of a line.
"$EXECTUNE" -q run -w null --vary vm.swappiness=0,1 --blocks 7 --ops 10 --seed 5 -o whole.jsonl >out 2>err
head -n 12 whole.jsonl >cut.jsonl
sed -n 13p whole.jsonl | cut -c 1-50 | tr -d '\n' >>cut.jsonl
"$EXECTUNE" run --resume cut.jsonl >out 2>err
is 0 $? 'a cut file is gone on with'
is complete "$(tail -n 1 cut.jsonl | sed 's/.*"status":"\([a-z]*\)".*/\1/')" 'and becomes complete'
is 1 "$(lines discard cut.jsonl)" 'its half block is discarded'
# 11 samples (3 blocks and 2 of the 4th) and then 4 whole blocks.
is 23 "$(lines sample cut.jsonl)" 'and done again'
is "$(order whole.jsonl | tail -n 12)" "$(order cut.jsonl | tail -n 12)" 'in the order that was planned'
"$EXECTUNE" -q run --resume cut.jsonl >out 2>err
is 0 $? 'a complete file is left alone'
is 23 "$(lines sample cut.jsonl)" 'as it is'

head -n 5 whole.jsonl | sed 's/"boot_id":"[^"]*"/"boot_id":"another"/' >boot.jsonl
row 4 'another boot'	run --resume boot.jsonl
head -n 5 whole.jsonl | sed 's/"hostname":"[^"]*"/"hostname":"another"/' >host.jsonl
row 4 'another machine'	run --resume host.jsonl
head -n 5 whole.jsonl | sed 's/"release":"[^"]*"/"release":"another"/' >kernel.jsonl
row 4 'another kernel'	run --resume kernel.jsonl
echo nonsense >nonsense.jsonl
row 4 'nonsense.jsonl'	run --resume nonsense.jsonl
is 60 "$(cat "$knob")" 'and the knob is untouched'

# Somebody else sets the knob during a slice: once, then all the time.
"$EXECTUNE" -q run -w null --vary vm.swappiness=0,1 --blocks 3 --slice 300ms --seed 1 -o once.jsonl >out 2>err &
pid=$!
wait_for test -s once.jsonl
wait_for sh -c "! grep -q 60 '$knob'"
sleep 0.1
echo 7 >"$knob"
wait $pid
is 0 $? 'a run survives a knob set by somebody else once'
is 1 "$(lines discard once.jsonl)" 'and discards the block'
is 60 "$(cat "$knob")" 'and puts the knob back'
"$EXECTUNE" -q run -w null --vary vm.swappiness=0,1 --blocks 3 --slice 100ms --seed 1 -o often.jsonl >out 2>err &
pid=$!
wait_for sh -c "! grep -q 60 '$knob'"
while kill -0 $pid 2>/dev/null; do
	echo 7 >"$knob"
	sleep 0.02
done
wait $pid
is 4 $? 'but not all the time'
is 1 "$(grep -c 'somebody else' err)" 'and says that it leaves it as it is'
is 7 "$(cat "$knob")" 'which it does'
echo 60 >"$knob"

# A value that is refused is found before the blocks.
ln -s /dev/null sys/vm/hole
row 4 'reads'		run -w null --vary vm.hole=1,2 -o hole.jsonl
is no "$(test -e hole.jsonl && echo yes || echo no)" 'no file is left of it'

# A full disk.
if mkdir small && unshare -m sh -c 'mount -t tmpfs -o size=256k none small' 2>/dev/null; then
	# shellcheck disable=SC2016 # the inner shell expands it
	unshare -m sh -c 'mount -t tmpfs -o size=256k none small || exit 99
		"$1" run -w null:batch=10 --vary vm.swappiness=0,1 --blocks 500 --ops 10000 -o small/a.jsonl >out 2>err
		echo $? >status; tail -c 1 small/a.jsonl | od -An -c | tr -d " " >last' sh "$EXECTUNE"
	is 5 "$(cat status)" 'a full disk: status 5'
	is 1 "$(grep -c 'no space left' err)" 'a full disk: message'
	is '\n' "$(cat last)" 'a full disk: only whole lines'
	is 60 "$(cat "$knob")" 'a full disk: the knob is back'
else
	skip 'a full disk' 'a file system cannot be mounted here'
fi
finish
