#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Bad input: each row is an exit status, a word of the message, and the command.
. "$(dirname "$0")/lib.sh"

echo 2 >sys/kernel/exec_lookup_mode
echo 60 >sys/vm/swappiness
echo 1 >knob

row 3 'no command'
row 3 'unknown command'		frobnicate
row 3 'form KNOB=VALUE'		set exec_lookup_mode
row 3 'form KNOB=VALUE'		set =1
row 3 'set what'		set
row 3 'unknown knob'		set no.such.knob=1
row 3 'unknown knob'		set exec_lookup_mod=1
row 3 'late, early, bprm or path'	set exec_lookup_mode=lat
row 3 'late, early, bprm or path'	set exec_lookup_mode=4
row 3 'late, early, bprm or path'	set exec_lookup_mode=-1
row 3 'late, early, bprm or path'	set exec_lookup_mode=
row 3 'twice'			set exec_lookup_mode=1 kernel.exec_lookup_mode=2
row 4 'not in this kernel'	set sched_exec_policy=node
row 3 'is a directory'		set vm=1
row 3 'no name of a knob'	set ../x=1
row 3 'No such file'		set "$dir/none=1"
row 3 'unknown knob'		status no.such.knob
row 4 'CONFIG_EXEC_STATS'	status exec_stats

row 3 'run what'		run
row 3 'unknown workload'	run -w nul
row 3 'no parameter'		run -w execvpe:hat=1
row 3 'number from 1 to 64'	run -w execvpe:hit=0
row 3 'beyond'			run -w execvpe:hit=9
row 3 'given twice'		run -w null,null
row 3 "after '--'"		run -w command
row 3 'unexpected argument'	run null
row 3 '--vary or by --arm'	run -w null --vary vm.swappiness=0,1 --arm a:vm.swappiness=2
row 3 'KNOB=VALUE,VALUE'	run -w null --vary vm.swappiness
row 3 'given twice'		run -w null --vary vm.swappiness=1,1
row 3 'late, early'		run -w null --vary exec_lookup_mode=late,fast
row 4 'not in this kernel'	run -w null --vary sched_exec_point=0,1
row 3 'NAME:KNOB=VALUE'		run -w null --arm x
row 3 'no such arm'		run -w null --vary vm.swappiness=0,1 --baseline 2
row 3 '--blocks'		run -w null --blocks 0
row 3 '--slice'			run -w null --slice 1h
row 3 '--ops'			run -w null --ops none
row 3 'monotonic or icount'	run -w null --clock tsc
row 4 '-icount shift=0'		run -w null --clock icount
row 3 '--cpu'			run -w null --cpu 1-
row 3 'may be used here'	run -w null --cpu 1000
row 3 'blocks'			run -w null --env-sizes 32 --blocks 31
row 3 'leave out'		run --resume x -w null
row 4 'none.jsonl'		run --resume none.jsonl
row 4 'cannot make a directory'	run -w miss:dir=/nonesuch -o new.jsonl
row 4 'No such file'		run --blocks 1 -o new.jsonl -- /nonesuch
row 4 'exit status 1'		run --blocks 1 -o new.jsonl -- false
row 4 'samples file'		run -w null -o no/such/dir/x.jsonl

touch there.jsonl
row 3 'there already'		run -w null -o there.jsonl
is 0 "$(wc -c <there.jsonl | tr -d ' ')" 'the file that was there is untouched'
is no "$(test -e new.jsonl && echo yes || echo no)" 'a run that failed at once leaves no file'
is '' "$(ls tmp)" 'and no directory'
is 2 "$(cat sys/kernel/exec_lookup_mode)" 'and no knob changed'

# A machine without the numbers to be on another node.
if [ -d /sys/devices/system/node/node0 ]; then
	row 3 'no such node'	run -w null --node 1000
else
	skip '--node 1000' 'this kernel has no NUMA'
fi

if [ "$(id -u)" -eq 0 ]; then
	chmod 755 "$dir" "$dir/sys" "$dir/sys/kernel"
	chmod 644 knob
	plain="setpriv --reuid 65534 --regid 65534 --clear-groups env EXECTUNE_STATE_DIR=$dir/other"
	if cp "$EXECTUNE" exectune && $plain ./exectune --version >/dev/null 2>&1; then
		$plain ./exectune set "$dir/knob=2" >out 2>err
		is 4 $? 'not root: status'
		is 1 "$(grep -c 'run exectune as root' err)" 'not root: message'
		$plain ./exectune run -w null --vary "$dir/knob=1,2" -o x.jsonl >out 2>err
		is 4 $? 'not root, run: status'
		is 1 "$(grep -c 'run exectune as root' err)" 'not root, run: message'
		is 1 "$(cat knob)" 'not root: the knob is as it was'
	else
		skip 'not root' 'setpriv cannot change the user here'
	fi
else
	chmod 444 knob
	row 4 'run exectune as root'	set "$dir/knob=2"
	row 4 'run exectune as root'	run -w null --vary "$dir/knob=1,2" -o x.jsonl
fi

# getopt's messages have a second line, which says where help is.
max_lines=2
row 3 'unrecognized option'	--frob
row 3 'unrecognized option'	run --frob
row 3 'requires an argument'	run -w
row 3 'Too many arguments'	list x
finish
