# SPDX-License-Identifier: GPL-2.0-only
# Guest, count lane, any kernel: the same workloads with no knob written.
set -e
for dir in /tmp /mnt/ext4; do
	exectune -q run --clock icount --ops 5 --seed 1 --blocks 32 --env-sizes 32 \
		--arm plain: --no-duplicate \
		-w "miss:dir=$dir,stat:dir=$dir,badarg:dir=$dir,execve:dir=$dir,reexec:batch=20:dir=$dir" \
		-o "plain-$(basename "$dir").jsonl" >/dev/null
done
