# SPDX-License-Identifier: GPL-2.0-only
# Guest, atomics lane: what its goals compare, but for what jobs/atomics.sh of tests/vm counts
# anyway. Successful execs, in slices of one value, of which most have no timer's tick in them: in
# each lookup mode, and searches along PATH with a hit at each entry and with several numbers of
# variables in the environment. Leaves samples-N.jsonl and kallsyms.
set -e
cat /proc/kallsyms >kallsyms

n=0
count()
{
	n=$((n + 1))
	exectune -q run --markers --clock icount --seed 1 --warmup 2 --no-duplicate \
		--blocks 9 --vary exec_lookup_mode=late,early,bprm,path "$@" \
		-o "samples-$n.jsonl" >/dev/null
}

ext4=dir=/mnt/ext4
count --ops 20 -w "reexec:batch=20:$ext4"
count --ops 1 -w "execve:$ext4"
for vars in 0 64 1000; do
	hits=
	for hit in 1 2 3 4 5 6 7; do
		hits=$hits${hits:+,}execvpe:hit=$hit:$ext4:vars=$vars
	done
	count --ops 1 -w "$hits"
done
