# SPDX-License-Identifier: GPL-2.0-only
# Guest, count lane, patched kernel: the lookup workloads in every mode, over
# 32 sizes of the environment, on tmpfs and on ext4.
set -e
for dir in /tmp /mnt/ext4; do
	exectune -q run --clock icount --ops 5 --seed 1 --blocks 32 --env-sizes 32 \
		--vary exec_lookup_mode=late,early,bprm,path \
		-w "miss:dir=$dir,stat:dir=$dir,badarg:dir=$dir,execvpe:hit=7:dir=$dir,execve:dir=$dir" \
		-o "modes-$(basename "$dir").jsonl" >/dev/null
done
