# SPDX-License-Identifier: GPL-2.0-only
# Guest, count lane: the null workload, whose operations do nothing.
set -e
exectune -q run --clock icount --ops 10000 --seed 1 --blocks 6 \
	--arm plain: --no-duplicate -w null:batch=1000 -o cost.jsonl >/dev/null
