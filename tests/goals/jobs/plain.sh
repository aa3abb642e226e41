# SPDX-License-Identifier: GPL-2.0-only
# Guest, count lane, any kernel: the same workloads with no knob written. A
# program's own layout moves what an exec costs by 2%: hence many layouts.
set -e
for dir in /tmp /mnt/ext4; do
	exectune -q run --clock icount --ops 5 --seed 1 --blocks 96 --env-sizes 96 \
		--arm plain: --no-duplicate \
		-w "miss:dir=$dir,stat:dir=$dir,badarg:dir=$dir,execve:dir=$dir,reexec:batch=20:dir=$dir" \
		-o "plain-$(basename "$dir").jsonl" >/dev/null
done
