#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# status, set, list, help: on ordinary files.
. "$(dirname "$0")/lib.sh"

echo 2 >sys/kernel/exec_lookup_mode
echo 0 >sys/kernel/sched_exec_policy
echo 60 >sys/vm/swappiness

"$EXECTUNE" status >out 2>err
is 0 $? 'status'
is 1 "$(grep -c '^kernel.exec_lookup_mode  *2 bprm ' out)" 'status has value and name'
is 1 "$(grep -c '^kernel.sched_exec_point  *not in this kernel' out)" 'status names what is missing'
is 1 "$(grep -c 'CONFIG_SCHED_EXEC_POINT=y' out)" 'status says what to do about it'
is 'vm.swappiness = 60' "$("$EXECTUNE" status vm.swappiness)" 'status of any sysctl'

"$EXECTUNE" set exec_lookup_mode=path vm/swappiness=10 "$dir/sys/kernel/sched_exec_policy=off" >out 2>err
is 0 $? 'set by name, by slashes, by path'
is '3 10 3' "$(cat sys/kernel/exec_lookup_mode sys/vm/swappiness sys/kernel/sched_exec_policy | tr '\n' ' ' | sed 's/ $//')" 'all are set'

# The second is checked before the first is written.
"$EXECTUNE" set exec_lookup_mode=late vm.none=1 >out 2>err
is 3 $? 'set with an unknown knob'
is 3 "$(cat sys/kernel/exec_lookup_mode)" 'wrote nothing'

# The second fails when it is written: what takes a value and reads nothing.
ln -s /dev/null sys/vm/hole
"$EXECTUNE" set exec_lookup_mode=late vm.hole=1 >out 2>err
is 4 $? 'set with a knob that does not take its value'
is 3 "$(cat sys/kernel/exec_lookup_mode)" 'put the first back'
is 1 "$(grep -c 'reads' err)" 'and said why'

"$EXECTUNE" restore >out 2>err
is 0 $? 'restore without a journal'
is 'nothing to restore' "$(cat out)" 'says so'

"$EXECTUNE" list >out 2>err
is 0 $? 'list'
for w in null execvpe execve vfork posix_spawn miss stat script reexec command; do
	is 1 "$(grep -c "^  $w " out)" "list has $w"
done

for c in '' status set restore list run; do
	# shellcheck disable=SC2086 # no word at all for ''
	"$EXECTUNE" $c --help >out 2>err
	is 0 $? "help of '$c'"
	is 1 "$(grep -c '^Usage:' out)" "help of '$c' has a usage line"
done
is 1 "$("$EXECTUNE" --version | grep -c '^exectune [0-9]')" 'version'
finish
