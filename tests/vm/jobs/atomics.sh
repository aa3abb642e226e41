# SPDX-License-Identifier: GPL-2.0-only
# Guest, atomics lane: what an operation costs in instructions and locked operations, in each value
# of each knob. /job/params names the part: what one CPU can tell, what four tell of lines that
# they share, and execs that may move between CPUs. Leaves samples-N.jsonl, in the order in which
# they were taken, and kallsyms.
set -e
# shellcheck source=/dev/null
. /job/params

n=0

# count OPS ARGUMENT...: a run; with its own ARM: or --vary among the arguments.
count()
{
	ops=$1
	shift
	n=$((n + 1))
	exectune -q run --markers --clock icount --seed 1 --warmup 2 --no-duplicate \
		--blocks "$BLOCKS" --ops "$ops" "$@" -o "samples-$n.jsonl" >/dev/null
}

# hits: what -w takes for a hit at each entry of PATH.
hits()
{
	for hit in 1 2 3 4 5 6 7; do
		printf ',execvpe:hit=%d:dir=%s' $hit "$1"
	done
}

plain='--arm plain:'
ext4=dir=/mnt/ext4
hundred=batch=100
cat /proc/kallsyms >kallsyms

case $PART in
one)
	# shellcheck disable=SC2086
	count 500 $plain -w null:$hundred,getppid:$hundred,stat:$ext4:$hundred \
		-w stat-there:dir=/tmp:$hundred,stat-there:$ext4:$hundred
	count 500 --vary access_cred_mode=copy,skip -w access1:dir=/tmp:$hundred,access1:$ext4:$hundred
	count 500 --vary proc_pid_walk=ref,rcu -w stat-there:$hundred:file=/proc,stat-there:$hundred:file=/proc/1/stat
	count 2 --vary proc_pid_walk=ref,rcu -w procwalk:procs=20
	count 500 --vary exec_lookup_mode=late,early,bprm,path -w miss:$ext4:$hundred
	count 3 --vary exec_lookup_mode=late,early,bprm,path -w "execve:$ext4$(hits /mnt/ext4)"
	count 40 --vary exec_lookup_mode=late,early,bprm,path -w reexec:batch=20:$ext4
	;;
four)
	tasks=tasks=4:pin=1
	count 500 --vary access_cred_mode=copy,skip \
		-w access1:$tasks:$ext4:$hundred,access2:$tasks:$ext4:$hundred
	count 2 --vary proc_pid_walk=ref,rcu -w procwalk:$tasks:procs=20
	count 3 --vary exec_lookup_mode=late,early,bprm,path -w execve:$tasks:$ext4
	;;
machine)
	count 40 --vary sched_exec_policy=any,node,contended,off -w reexec:batch=20:$ext4
	count 40 --vary sched_exec_point=stock,early,late -w reexec:batch=20:$ext4
	;;
esac
