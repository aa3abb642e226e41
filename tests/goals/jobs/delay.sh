# SPDX-License-Identifier: GPL-2.0-only
# Guest, count lane: an operation of 10,000 instructions, and of some more.
set -e
echo 0 >/tmp/more
exectune -q run --clock icount --ops 50 --seed 1 --blocks 12 \
	-w null:delay=10000:delay-file=/tmp/more --vary /tmp/more=0,1,50,100,200,500 \
	-o delay.jsonl >/dev/null
