#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# SIGKILL at many moments: the guardian puts the knobs back; and restore does when it died too.
. "$(dirname "$0")/lib.sh"
tries=${KILLS:-50}
# In memory, where each line of the file need not wait for a disk.
mem=$(mktemp -d /dev/shm/exectune-cli-XXXXXX 2>/dev/null) || mem=$dir
trap 'rm -rf "$dir" "$mem"' EXIT
file=$mem/a.jsonl

# Within 5 s the knobs are back, the journal is gone, and with an argument, or else a draft may be
# there of a run that had touched nothing, the directories too.
quiet_again() {
	n=0
	until [ "$(cat k1 k2)" = "a long old value
60" ] && [ -z "$(find state -name "*.journal" 2>/dev/null)" ] &&
		[ -z "${1:+$(find state tmp -mindepth 1)}" ]; do
		n=$((n + 1))
		[ $n -lt 100 ] || return 1
		sleep 0.05
	done
}

# whole FILE: how many blocks have 14 samples that count, and how many others there are.
whole() {
	awk '
		match($0, /"block":[0-9]+/) { b = substr($0, RSTART + 8, RLENGTH - 8) }
		/^{"type":"discard"/ { n[b] = 0 }
		/^{"type":"sample"/ { n[b]++ }
		END { for (b in n) { if (n[b] == 14) good++; else bad++ } print good + 0 " " bad + 0 }' "$1"
}

echo 'a long old value' >k1
echo 60 >k2
bad=0 seen=0 files=0 unfit=0 i=0
while [ $i -lt "$tries" ]; do
	i=$((i + 1))
	rm -f "$file"
	"$EXECTUNE" -q run -w null,execve --vary "$dir/k1=1,22,333" --vary "$dir/k2=0,1" --settle 1us \
		--blocks 20 --slice 1ms -o "$file" >out 2>>err &
	pid=$!
	# From 0 to 299 ms, at moments spread over them.
	sleep "0.$(printf %03d $((i * 7919 % 300)))"
	# When a knob is changed, there is a guardian, which removes the directories too.
	changed=
	[ "$(cat k2)" = 60 ] || changed=yes
	kill -9 $pid 2>/dev/null || echo "# run $i had ended by itself"
	wait $pid 2>/dev/null
	[ -z "$changed" ] || seen=$((seen + 1))
	if ! quiet_again $changed; then
		bad=$((bad + 1))
		echo "# run $i left k1 '$(cat k1)' k2 '$(cat k2)' and $(ls state tmp)"
		echo 'a long old value' >k1
		echo 60 >k2
	fi
	if [ -e "$file" ]; then
		files=$((files + 1))
		# Two blocks more than were begun are enough.
		blocks=$(($(grep -c "^{.type.:.sample" "$file") / 14 + 2))
		[ $blocks -lt 20 ] || blocks=20
		sed "1s/\"blocks\":20,/\"blocks\":$blocks,/" "$file" >"$file.less"
		mv "$file.less" "$file"
		"$EXECTUNE" -q run --resume "$file" >out 2>resumed
		status=$?
		if [ "$status $(whole "$file")" != "0 $blocks 0" ] || ! quiet_again; then
			unfit=$((unfit + 1))
			echo "# run $i, gone on with: status $status, $(whole "$file") blocks whole and not; $(cat resumed)"
		fi
	fi
	rm -rf state/* tmp/*
done
is 0 "$bad" "$tries times SIGKILL: the knobs were back each time"
result $((seen == 0)) "in $seen of them a knob was seen changed"
is 0 "$unfit" "each of the $files files was gone on with, to every block once"
result $((files == 0)) "there were such files"
# Its guardian killed first, then the run: only the journal is left.
rm -f a.jsonl
"$EXECTUNE" -q run -w null --vary "$dir/k2=0,1" --blocks 1000 --slice 1ms -o a.jsonl >out 2>err &
pid=$!
n=0
until guardian=$(pgrep -x exectune-guard -P $pid) || [ $n -gt 100 ]; do
	n=$((n + 1))
	sleep 0.05
done
kill -9 "$guardian"
while [ "$(cat k2)" = 60 ]; do
	sleep 0.01
done
kill -9 $pid
wait $pid 2>/dev/null
sleep 0.3
is 1 "$(find state -name '*.journal' | wc -l | tr -d ' ')" 'without its guardian the journal is left'
row 4 'exectune restore'	run -w null --vary "$dir/k2=5,6" -o b.jsonl
"$EXECTUNE" restore >out 2>err
is 0 $? 'restore'
is '1 restored, 0 as before already, 0 set by somebody else, 0 failed' "$(cat out)" 'says what it did'
result "$(quiet_again; echo $?)" 'the knobs are back'

# The whole process group killed at once: the guardian is not in it. What was being run goes too.
rm -f a.jsonl
setsid "$EXECTUNE" -q run --vary "$dir/k2=0,1" --blocks 1000 -o a.jsonl -- sleep "1234.$$" >out 2>err &
group=$! n=0
until pgrep -f "^sleep 1234\.$$\$" >out || [ $n -gt 100 ]; do
	n=$((n + 1))
	sleep 0.05
done
is no "$([ "$(cat k2)" = 60 ] && echo yes || echo no)" "a knob is changed"
kill -9 "-$group"
wait $group 2>/dev/null
result "$(quiet_again all; echo $?)" "a killed process group: the knobs are back"
is "" "$(pgrep -f "^sleep 1234\.$$\$")" "and nothing is left running"

# A journal of a run that goes on is left alone.
rm -f a.jsonl
"$EXECTUNE" -q run -w null --vary "$dir/k2=0,1" --blocks 1000 --slice 1ms -o a.jsonl >out 2>err &
pid=$!
until [ -n "$(find state -name '*.journal' 2>/dev/null)" ]; do
	sleep 0.05
done
"$EXECTUNE" restore >out2 2>err2
is 1 "$(grep -c 'still going on' err2)" 'restore leaves a live run alone'
row 4 'another run'	run -w null --vary "$dir/k2=5,6" -o b.jsonl
kill $pid
wait $pid
result "$(quiet_again; echo $?)" 'the knobs are back after SIGTERM'
finish
