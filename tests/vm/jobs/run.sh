#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest, time lane: what each lookup mode costs a search along $PATH that hits,
# and a miss, on tmpfs and on ext4; what each policy costs an exec that could
# move.  /job/params says how many blocks.  Leaves lookup.jsonl, policy.jsonl.
set -e
# shellcheck source=/dev/null
. /job/params

# On the CPUs of one node: where the task is, is not the question here.
exectune run --node 0 --blocks "$BLOCKS" --slice 100ms \
	--vary exec_lookup_mode=late,early,bprm,path \
	-w miss:dir=/tmp,miss:dir=/mnt/ext4 \
	-w execvpe:hit=7:dir=/tmp,execvpe:hit=7:dir=/mnt/ext4 \
	-o lookup.jsonl >/dev/null

exectune -q set exec_stats=on
exectune run --blocks "$BLOCKS" --slice 150ms \
	--vary sched_exec_policy=any,node,contended,off \
	-w reexec:batch=20,execve \
	-o policy.jsonl >/dev/null
cat /proc/exec_stat >exec_stat
