# SPDX-License-Identifier: GPL-2.0-only
# Guest, count lane, any kernel: access(2) of a file that is there, with no knob
# written, and then, where there is fs.access_cred_mode, in each mode. Leaves
# access-plain-DIR.jsonl and access-modes-DIR.jsonl.
set -e
for dir in /tmp /mnt/ext4; do
	exectune -q run --clock icount --ops 20 --seed 1 --blocks 6 \
		--arm plain: --no-duplicate -w "access1:batch=1:dir=$dir" \
		-o "access-plain-$(basename "$dir").jsonl" >/dev/null
done
[ -e /proc/sys/fs/access_cred_mode ] || exit 0
for dir in /tmp /mnt/ext4; do
	exectune -q run --clock icount --ops 20 --seed 1 --blocks 6 \
		--vary access_cred_mode=copy,skip -w "access1:batch=1:dir=$dir" \
		-o "access-modes-$(basename "$dir").jsonl" >/dev/null
done
