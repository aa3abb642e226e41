#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The plugin of the atomics lane, by a program whose locked operations are known, in the emulation
# of one program; and what reads its output.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../vm/plugin.sh"
. "$(dirname "$0")/../tap/tap.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tab=$(printf '\t')

# emulated ARGUMENT...: calibrate, with the plugin.
emulated()
{
	qemu-x86_64 -plugin "$(plugin_option "$work/counts" "")" "$CALIBRATE" "$@" \
		>"$work/expected" 2>"$work/err" || sed 's/^/stderr: /' "$work/err"
}

known_numbers()
{
	for threads in 0 4; do
		{
			emulated $threads
			awk -v threads=$((threads ? threads : 1)) -f "$VM/plugin/calibrated.awk" \
				"$work/expected" "$work/counts"
		} 2>&1 | result "known numbers are found, $threads threads besides the first"
	done
}

# refuses WORDS OPTIONS: the plugin, of its own options.
refuses()
{
	status=0
	qemu-x86_64 -plugin "$PLUGIN$2" "$CALIBRATE" >"$work/out" 2>"$work/err" || status=$?
	{
		[ "$status" -ne 0 ] || echo "status 0"
		grep -q -- "$1" "$work/err" || sed 's/^/said: /' "$work/err"
	} | result "the plugin refuses options '$2'"
}

# marked OPTION...: windows, each with its thread, that exectune opens for two workloads, 300
# operations of each, and how many instructions are in them.
marked()
{
	rm -f "$work/marked.jsonl"
	qemu-x86_64 -plugin "$(plugin_option "$work/counts" "")" "$OUT/userspace/exectune" -q run "$@" \
		--arm a: --no-duplicate --blocks 1 --ops 300 --warmup 1 --seed 1 -o "$work/marked.jsonl" \
		-w null:batch=100,access1:tasks=2:threads=1:batch=100 >"$work/out" 2>&1 ||
		sed 's/^/exectune: /' "$work/out"
	sed -n '/^window/p' "$work/counts" | cut -d' ' -f2,3 | sort | uniq -c
}

# The loop of the null operation takes 5 instructions; access(2), the C library's and its own 13.
markers()
{
	marked --markers >"$work/windows"
	awk '$3 < 400 || $3 > 2000 { print "windows of " $3 " instructions"; next }
	     { n[$3 < 1000 ? "null" : "access1"] += $1; per_thread[$3 < 1000, $2] += $1 }
	     END {
		if (n["null"] != 3 || n["access1"] != 6)
			print n["null"] + 0 " and " n["access1"] + 0 " windows, not 3 and 6"
		for (i in per_thread)
			if (per_thread[i] != 3)
				print per_thread[i] " windows in a thread, not 3"
	     }
	     END { if (!NR) print "no window" }' "$work/windows" |
		result "exectune run --markers opens a window for each value in each task"
	awk -f "$VM/plugin/summarise.awk" "$work/marked.jsonl" "$work/counts" 2>&1 >"$work/out" |
		result "and they fit its samples"
	marked | result "without --markers there is none"
}

build_plugin
build_calibrate
if have qemu-x86_64 && qemu-x86_64 -h | grep -q -- -plugin; then
	known_numbers
	if [ -x "$OUT/userspace/exectune" ]; then
		markers
	else
		skip "exectune run --markers" "exectune is not built"
	fi
	refuses 'it needs out=FILE' ''
	refuses "cannot use 'scope=all'" ",out=$work/counts,scope=all"
	refuses 'No such file' ",out=$work/none/counts"
else
	skip "the plugin finds known numbers" "no qemu-x86_64 with plugins (Debian: qemu-user)"
fi

cat >"$work/kallsyms" <<'END'
0000000000000000 A fixed_percpu_data
ffffffff81000000 T _stext
ffffffff81000100 t __pfx_lock_it
ffffffff81000110 t lock_it
ffffffff81000200 T zeta
ffffffff81000200 T alpha
ffffffff81000300 D some_data
END
cat >"$work/counts" <<'END'
window 0 20 400 0 4
insn 0 0000000000000000 20
insn 0 ffffffff81000114 300
insn 0 ffffffff81000204 60
insn 0 ffffffff810002ff 40
lock 0 ffffffff81000114 ffff888000001040 2
lock 0 ffffffff81000118 ffff888000001040 2
group
window 0 20 410 0 4
window 1 20 410 0 6
insn 0 0000000000000000 20
insn 1 0000000000000000 20
insn 0 ffffffff81000114 410
insn 1 ffffffff81000114 410
lock 0 ffffffff81000114 ffff888000001040 4
lock 1 ffffffff81000114 ffff88800000107f 2
lock 1 ffffffff81000204 ffff888000001080 4
group
END
"$(symbols_program)" "$work/kallsyms" <"$work/counts" >"$work/named"
diff - "$work/named" <<'END' | result "symbols: names for addresses, and sums"
window 0 20 400 0 4
insn 0 (user) 20
insn 0 alpha 100
insn 0 lock_it 300
lock 0 lock_it ffff888000001040 4
group
window 0 20 410 0 4
window 1 20 410 0 6
insn 0 (user) 20
insn 1 (user) 20
insn 0 lock_it 410
insn 1 lock_it 410
lock 1 alpha ffff888000001080 4
lock 0 lock_it ffff888000001040 4
lock 1 lock_it ffff88800000107f 2
group
END

cat >"$work/samples" <<'END'
{"type":"run","arms":[{"name":"old","set":{"k":"0"}},{"name":"new","set":{"k":"1"}}],"workloads":[{"key":"one:batch=2","name":"one","params":{"batch":"2"},"fs":"ext4","batch":2}]}
{"type":"sample","w":"one:batch=2","arm":"new","block":0,"ops":2,"median":1,"batch":2}
END
sed 's/"one/"two:tasks=2/g; s/ext4/proc/' "$work/samples" >"$work/samples-2"
# Only the arms that have samples.
sed -i 's/{"name":"old","set":{"k":"0"}},//' "$work/samples" "$work/samples-2"
summarise()
{
	awk -f "$VM/plugin/summarise.awk" "$work/samples" "$work/samples-2" "$work/named" 2>&1
}

# Line 1040-107f is written by both vCPUs, 1080 by one only.
sort >"$work/figures" <<END
setting${tab}one:batch=2${tab}new${tab}ext4${tab}1${tab}1${tab}2${tab}10.00${tab}200.00${tab}0.000${tab}2.000${tab}210.00${tab}2.000
setting${tab}two:tasks=2:batch=2${tab}new${tab}proc${tab}2${tab}2${tab}2${tab}10.00${tab}205.00${tab}0.000${tab}2.500${tab}215.00${tab}2.500
symbol${tab}one:batch=2${tab}new${tab}(user)${tab}10.000${tab}0.0000${tab}0.0000
symbol${tab}one:batch=2${tab}new${tab}alpha${tab}50.000${tab}0.0000${tab}0.0000
symbol${tab}one:batch=2${tab}new${tab}lock_it${tab}150.000${tab}2.0000${tab}0.0000
symbol${tab}two:tasks=2:batch=2${tab}new${tab}(user)${tab}10.000${tab}0.0000${tab}0.0000
symbol${tab}two:tasks=2:batch=2${tab}new${tab}alpha${tab}0.000${tab}1.0000${tab}0.0000
symbol${tab}two:tasks=2:batch=2${tab}new${tab}lock_it${tab}205.000${tab}1.5000${tab}1.5000
place${tab}one:batch=2${tab}new${tab}lock_it${tab}ffff888000001040${tab}2.0000${tab}1
place${tab}two:tasks=2:batch=2${tab}new${tab}alpha${tab}ffff888000001080${tab}1.0000${tab}1
place${tab}two:tasks=2:batch=2${tab}new${tab}lock_it${tab}ffff888000001040${tab}1.0000${tab}1
place${tab}two:tasks=2:batch=2${tab}new${tab}lock_it${tab}ffff88800000107f${tab}0.5000${tab}1
END
summarise | sort | diff "$work/figures" - | result "summarise: medians, functions, and what is shared"
summarise >"$work/figures"
cat >"$work/table" <<'END'
per operation                                              user    kernel    locked    shared
one:batch=2 on ext4                          new             10       200      2.00         -
two:tasks=2:batch=2 on proc                  new             10       205      2.50      1.50
END
awk -f "$VM/plugin/table.awk" "$work/figures" | diff "$work/table" - | result "table: a line for each setting"

cat >"$work/tables" <<'END'
one:batch=2 on ext4, new: 1 windows of 2 operations, 1 vCPU
per operation, medians: 10 instructions in user space, 200 in the kernel; locked operations: 0.00 and 2.00
    locked   shared instructions  function (means)
      2.00     0.00          150  lock_it

two:tasks=2:batch=2 on proc, new: 2 windows of 2 operations, 2 vCPUs
per operation, medians: 10 instructions in user space, 205 in the kernel; locked operations: 0.00 and 2.50
    locked   shared instructions  function (means)
      1.50     1.50          205  lock_it
      1.00     0.00            0  alpha

END
(cd "$work" && awk -v detail=1 -f "$VM/plugin/table.awk" figures) | diff - "$work/tables" |
	result "tables: functions for each setting"

# spoilt WORDS SED-SCRIPT FILE: an error of summarise, which names what is wrong.
spoilt()
{
	cp "$work/$3" "$work/whole"
	sed "$2" "$work/whole" >"$work/$3"
	status=0
	awk -f "$VM/plugin/summarise.awk" "$work/samples" "$work/samples-2" "$work/named" \
		>"$work/out" 2>"$work/err" || status=$?
	cp "$work/whole" "$work/$3"
	{
		[ "$status" -ne 0 ] || echo "status 0"
		grep -q -- "$1" "$work/err" || sed 's/^/said: /' "$work/err"
	} | result "summarise says: $1"
}

spoilt 'two.*on vCPU 1 a window was closed' 's/^window 1.*/bad 1 a window was closed/' named
spoilt 'two.*1 windows where 2 were expected' '/^window 1/d' named
spoilt 'more slices than the 1 of' '/^{"type":"sample"/d' samples-2
spoilt 'saw 1 slices, and there are 2' '7,99d' named
spoilt 'a block was discarded: the machine slept' \
	'2a {"type":"discard","block":0,"why":"the machine slept"}' samples
plan
