# SPDX-License-Identifier: GPL-2.0-only
# Guest, time lane: what the threads claim of access(2) and of walks through /proc,
# by two tasks at a time, each knob's old value against its new one. Leaves
# access.jsonl, proc.jsonl and ps.jsonl.
set -e
exectune run --blocks 24 --slice 100ms --seed 1 \
	--vary access_cred_mode=copy,skip \
	-w access1:tasks=2,access2:tasks=2,access1:tasks=2:threads=1 \
	-o access.jsonl >/dev/null
exectune run --blocks 24 --slice 100ms --seed 1 \
	--vary proc_pid_walk=ref,rcu \
	-w procwalk:tasks=2:procs=50,procwalk:tasks=2:procs=50:threads=1 \
	-o proc.jsonl >/dev/null
export TZ=/etc/localtime
exectune run --blocks 24 --slice 200ms --seed 1 \
	--vary proc_pid_walk=ref,rcu -o ps.jsonl -- /usr/bin/ps -fe >/dev/null
