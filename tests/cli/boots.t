#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# exectune-boots: several boots of a machine that is a folder. Its shutdown and systemctl only write
# down how they were called, so nothing is rebooted; exectune is the real one.
source=$(cd "$(dirname "$0")/../../systemd" && pwd) || exit 1
. "$(dirname "$0")/lib.sh"

boots=$source/exectune-boots
machine=$dir/machine
state=$machine/var/lib/exectune/boots
knob=$dir/knob
export EXECTUNE EXECTUNE_BOOTS_ROOT="$machine" EXECTUNE_REBOOT="$dir/shutdown" \
	EXECTUNE_SYSTEMCTL="$dir/systemctl"

# The calls, a line each. shutdown fails where a file says so.
cat >shutdown <<END
#!/bin/sh
[ ! -e "$dir/no-reboot" ] || exit 1
echo "\$1 \$2" >>"$dir/reboots"
END
cat >systemctl <<END
#!/bin/sh
[ ! -e "$dir/no-systemctl" ] || exit 1
echo "\$*" >>"$dir/units"
END
chmod +x shutdown systemctl

# machine_anew [WORD]: a machine that was never measured, with WORD on its kernel's command line.
machine_anew() {
	rm -rf "$machine" no-reboot no-systemctl fail state/*
	mkdir -p "$machine/proc/sys/kernel/random"
	echo "root=/dev/sda1 ${1:-quiet} ro" >"$machine/proc/cmdline"
	: >reboots
	: >units
	echo 60 >knob
	reboots_seen=0
	power_cycle
}

power_cycle() {
	serial=$((${serial:-0} + 1))
	echo "boot-id-$serial" >"$machine/proc/sys/kernel/random/boot_id"
}

# call STATUS WORD ARGUMENT...: exectune-boots ends with STATUS and says WORD.
call() {
	want=$1 word=$2
	shift 2
	"$boots" "$@" >out 2>err </dev/null
	status=$?
	if [ $status -eq "$want" ] && { [ -z "$word" ] || cat out err | grep -qF -e "$word"; }; then
		result 0 "$* -> $want, $word"
	else
		result 1 "$* -> $want, $word"
		sed 's/^/# /' out err
	fi
}

# rebooted HOW_OFTEN NAME: since the last time it was asked.
rebooted() {
	now=$(grep -c '^-r +1$' reboots)
	is "$1" $((now - reboots_seen)) "$2: reboots asked for"
	reboots_seen=$now
}

run="-w null:batch=1 --vary $knob=60,61 --blocks 6 --ops 5"

machine_anew
# shellcheck disable=SC2086 # words
{
	call 0 'no boots are under way' status
	call 0 '' boot
	rebooted 0 'nothing started'
	call 0 '' start 3 -- $run
	rebooted 1 'started'
	is 1 "$(grep -c 'enable exectune-boots.service' units)" 'the unit is enabled'
	is 60 "$(cat knob)" 'the trial has put its knob back'
	is '' "$(ls tmp)" 'and left nothing behind'
	call 0 '0 of 3 boots measured' status
	call 4 'under way' start 3 -- $run
	call 0 'not this' boot
	rebooted 0 'the boot it was started in'
	power_cycle
	call 0 '' boot
	rebooted 1 'boot 1'
	call 0 'not this' boot
	rebooted 0 'boot 1, again'
	power_cycle
	call 0 '' boot
	rebooted 1 'boot 2'
	call 0 'waits for the next boot' status
	mkdir -p "$machine/run/systemd/shutdown"
	: >"$machine/run/systemd/shutdown/scheduled"
	call 0 'a reboot is due' status
	power_cycle
	call 0 'done 3 boots' boot
	rebooted 0 'boot 3, the last'
	is 1 "$(grep -c 'disable exectune-boots.service' units)" 'the unit is disabled'
	is 3 "$(find "$state" -name 'boot-*.jsonl' | wc -l | tr -d ' ')" 'three samples files'
	is 0 "$(grep -q '^ *null' "$state/table"; echo $?)" 'and a table of them'
	is 60 "$(cat knob)" 'the knob is as it was'
	power_cycle
	call 0 '' boot
	rebooted 0 'a boot afterwards'
	call 0 "$state.1" start 2 -- $run
	is 3 "$(find "$state.1" -name 'boot-*.jsonl' | wc -l | tr -d ' ')" 'what was measured is kept'

	# Ways out.
	call 0 'stopped by exectune-boots stop' stop
	is 1 "$(grep -c '^-c' reboots)" 'stop cancels the reboot'
	is 1 "$(grep -c 'stop exectune-boots.service' units)" 'and stops the unit'
	power_cycle
	call 0 '' boot
	rebooted 1 'only that of start'
	call 0 'stopped' status
	call 0 'no boots are under way' stop

	machine_anew
	call 0 '' start 3 -- $run
	rebooted 1 'started'
	power_cycle
	echo 'root=/dev/sda1 exectune.boots=off' >"$machine/proc/cmdline"
	call 0 'exectune.boots=off' boot
	rebooted 0 'switched off'
	echo 'root=/dev/sda1' >"$machine/proc/cmdline"
	power_cycle
	call 0 '' boot
	rebooted 0 'and it stays off'
	is '' "$(find "$state" -name 'boot-*')" 'nothing was measured'
	machine_anew exectune.boots=off
	call 4 'exectune.boots=off' start 3 -- $run
	rebooted 0 'not even started'
	machine_anew nokaslr
	call 0 'nokaslr' start 3 -- $run
}

# A run that fails in a boot, but not in the trial.
machine_anew
call 0 '' start 3 -- --blocks 2 --ops 2 -- sh -c "! test -e '$dir/fail'"
rebooted 1 'started'
: >fail
power_cycle
call 4 'ended with status 4' boot
rebooted 0 'a run that failed'
is 1 "$(grep -c 'disable' units)" 'the unit is disabled'
call 0 'failed the run of boot 1' status
power_cycle
rm fail
call 0 '' boot
rebooted 0 'and the boot after it'

# shellcheck disable=SC2086 # words
{
	# A machine that went down during a run.
	machine_anew
	call 0 '' start 3 -- $run
	echo boot-id-crashed >"$state/tried"
	power_cycle
	reboots_seen=1
	call 4 'went down in it' boot
	rebooted 0 'after a crash'
	power_cycle
	call 0 '' boot
	rebooted 0 'and later'

	# A journal that nobody puts back.
	machine_anew
	call 0 '' start 3 -- $run
	rebooted 1 'started'
	power_cycle
	mkdir -p state
	echo '{' >state/1.journal
	call 4 'could not be put back' boot
	rebooted 0 'knobs that are not put back'
	machine_anew
	mkdir -p state
	echo '{' >state/1.journal
	call 4 'nothing is started' start 3 -- $run
	rebooted 0 'nor a trial that leaves some'

	machine_anew
	: >no-reboot
	call 4 'refuses to reboot' start 3 -- $run
	call 0 'failed' status
	machine_anew
	: >no-systemctl
	call 4 'cannot enable' start 3 -- $run
	rebooted 0 'no unit'
}

# SIGTERM in a run: the knob is back, nothing goes on.
machine_anew
call 0 '' start 3 -- -w null --vary "$knob=60,61" --blocks 5000 --slice 5ms
rebooted 1 'started'
power_cycle
"$boots" boot >out 2>err &
pid=$! n=0
until [ "$(cat knob)" = 61 ] || [ $n -gt 400 ]; do
	n=$((n + 1))
	sleep 0.05
done
kill -TERM $pid
wait $pid
is 143 $? 'SIGTERM ends it'
is 60 "$(cat knob)" 'the knob is back'
rebooted 0 'interrupted'
call 0 'stopped boot 1 was interrupted' status

# Words come through as they were.
machine_anew
cat >word <<'END'
it's; "a  b" $HOME \ *
END
call 0 '' start 2 -- --blocks 1 --ops 1 -- sh -c "test \"\$1\" = \"\$(cat '$dir/word')\"" x "$(cat word)"
power_cycle
call 0 '' boot
rebooted 2 'words with blanks and quotes'

machine_anew
call 3 'start N'
call 3 'unknown command'	frob
call 3 'how many'		start
call 3 'from 2 to 100'		start 1 -- -w null
call 3 'from 2 to 100'		start 101 -- -w null
call 3 'from 2 to 100'		start 3x -- -w null
call 3 "'--'"			start 3
call 3 "'--'"			start 3 -w null
call 3 'leave out -o'		start 3 -- -w null -o x
call 3 'leave out --output'	start 3 -- -w null --output=x
call 3 'leave out --resume'	start 3 -- --resume x
call 3 'unknown workload'	start 3 -- -w nul
call 3 'no arguments'		stop now
call 4 'exit status 1'		start 3 -- --blocks 1 -- false
rebooted 0 'bad input'
is no "$(test -e "$state" && echo yes || echo no)" 'and no state is left of it'
env -u EXECTUNE_REBOOT "$boots" start 2 -- -w null >out 2>err
is 2 $? 'in a folder, no shutdown but a named one'

if command -v systemd-analyze >/dev/null; then
	sed "s|/usr/local/sbin/exectune-boots|$boots|" "$source/exectune-boots.service" >exectune-boots.service
	systemd-analyze verify --man=no "$dir/exectune-boots.service" >out 2>&1
	is '' "$(grep exectune-boots out)" 'systemd has nothing to say of the unit'
else
	skip 'systemd has nothing to say of the unit' 'no systemd-analyze here'
fi
finish
