#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest, count lane: instructions of the lookup workloads in each mode, on tmpfs
# and on ext4, over sizes of the environment.  A seed, so that two boots count
# the same.  Leaves lookup.jsonl.
set -e
# shellcheck source=/dev/null
. /job/params

exectune run --clock icount --ops 5 --seed 1 \
	--blocks "$BLOCKS" --env-sizes "$BLOCKS" \
	--vary exec_lookup_mode=late,early,bprm,path \
	-w stat:dir=/tmp,stat:dir=/mnt/ext4 \
	-w miss:dir=/tmp,miss:dir=/mnt/ext4 \
	-w execvpe:hit=7:dir=/tmp,execvpe:hit=7:dir=/mnt/ext4 \
	-o lookup.jsonl >/dev/null
