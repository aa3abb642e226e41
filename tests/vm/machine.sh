# SPDX-License-Identifier: GPL-2.0-only
# The machine boot runs, as QEMU arguments and a kernel command line; sourced
# by boot after its arguments are known.
# shellcheck shell=sh disable=SC2154,SC2034
#
# TCG runs a thread a CPU ("multi") only from QEMU 8.1 on.  Before, it may translate
# code while another CPU patches it, and a guest that flips static keys, which is
# what the knobs do, dies of a stale breakpoint ("Oops: int3"): with QEMU 7.2,
# three of three runs within seconds, and now and then a boot; none in 1,000
# flips with a single thread.  The CPUs then take turns: migrations are decided
# as ever, nothing runs truly at once.
#
# What it takes for two boots of the count lane to count the same, in order:
# -icount shift=0,sleep=off	virtual time is the count, and idling skips it
# thread=single, one CPU	no order among CPUs to depend on the host
# -rtc base=...,clock=vm	the date, and the RTC's ticks, from virtual time
# -seed				the random bytes QEMU hands to the kernel at boot
# -cpu without rdrand, rdseed	no entropy from the host; random.trust_* for the
#				boot loader's, which would only be credited
# nokaslr norandmaps		no random layout; layouts are varied on purpose
# ioeventfd=off			port writes handled at once by the CPU's own
#				thread, not some time later by another
# tsc_early_khz, tsc=reliable	no calibration against other timers
# nolapic_timer		its calibration fails here, after 12 s of polling; the
#			HPET ticks instead
# the same initramfs and job	see mkguest; the memory layout follows from it
# An iteration of a REP string instruction counts as an instruction, so that with
# "max", which like present processors moves and clears by bytes (ERMS), a page
# costs 4096; --cpu max,-erms,-fsrm counts 512.

# QEMU as from 8.1?  "QEMU emulator version 7.2.22 (Debian ...)"
qemu_translates_safely()
{
	"$QEMU" --version | awk 'NR == 1 { split($4, v, "."); exit !(v[1] > 8 || v[1] == 8 && v[2] >= 1) }'
}

choose_threads()
{
	case $threads in
	single | multi) ;;
	auto)
		threads=single
		if qemu_translates_safely; then
			threads=multi
		fi
		;;
	*) die "--threads is auto, single or multi, not '$threads'" ;;
	esac
}

choose_accel()
{
	# Of another architecture, no KVM; there "max" would sign pointers by QEMU's
	# slow algorithm.
	if [ -n "$OTHER" ]; then
		[ "$lane-$accel" = time-auto ] || [ "$lane-$accel" = time-tcg ] ||
			die "on $ARCH there are neither KVM nor the count lane, which counts x86 instructions"
		accel=tcg model=${cpu:-max,pauth-impdef=on}
		return
	fi
	case $accel in
	auto)
		# shellcheck disable=SC2046
		set -- $("$VM/probe" "$kernel")
		[ $# -eq 2 ] || exit "$EXIT_NO_QEMU"
		accel=$1 model=$2
		;;
	kvm) model=host ;;
	tcg) model=max ;;
	esac
	model=${cpu:-$model}
}

# The name of the line that the console is on.
case $ARCH in
x86_64) console=ttyS0 ;;
arm64) console=ttyAMA0 ;;
esac

# QEMU's default for a PC; it has none for arm64.
machine_args()
{
	case $ARCH in
	arm64) echo "-machine virt,gic-version=3" ;;
	esac
}

command_line()
{
	printf '%s' "console=$console ignore_loglevel printk.devkmsg=on panic=-1" \
		" oops=panic panic_on_warn=1 softlockup_panic=1" \
		" sysctl.kernel.hung_task_panic=1 sysctl.kernel.panic_on_rcu_stall=1" \
		" exectune.cpus=$cpus exectune.nodes=$nodes exectune.lane=$lane" \
		" exectune.accel=$accel exectune.timeout=$timeout"
	[ "$nodes" = 1 ] || printf '%s' " exectune.distance=$distance"
	[ -z "$shell" ] || printf '%s' " exectune.shell"
	# A vCPU that the host does not run for a while is no broken timer.
	[ "$accel-$ARCH" != tcg-x86_64 ] || printf '%s' " tsc=reliable no_timer_check"
	# With one CPU the kernel would take the lock prefixes out of its code.
	[ "$lane" != atomics ] || printf '%s' " noreplace-smp"
	[ "$lane" = time ] || printf '%s' " tsc_early_khz=1000000 nolapic_timer" \
		" norandmaps random.trust_cpu=off random.trust_bootloader=off"
	case $layout in
	fixed) printf '%s' " nokaslr" ;;
	random) printf '%s' " page_alloc.shuffle=1" ;;
	esac
	printf '%s' "$append"
}

# Nodes with memory and CPUs of their own, one socket a node: the kernel warns
# of a last-level cache that spans nodes.
numa_args()
{
	per_node=$((cpus / nodes))
	echo "-smp cpus=$cpus,sockets=$nodes,cores=$per_node,threads=1"
	n=0
	while [ $n -lt "$nodes" ]; do
		echo "-object memory-backend-ram,id=mem$n,size=$((mem_mb / nodes))M"
		echo "-numa node,nodeid=$n,memdev=mem$n,cpus=$((n * per_node))-$(((n + 1) * per_node - 1))"
		n=$((n + 1))
	done
	a=0
	while [ $a -lt "$nodes" ]; do
		b=$((a + 1))
		while [ $b -lt "$nodes" ]; do
			echo "-numa dist,src=$a,dst=$b,val=$distance"
			b=$((b + 1))
		done
		a=$((a + 1))
	done
}

accel_args()
{
	case $lane-$accel in
	count-* | atomics-*)
		echo "-accel tcg,thread=single -icount shift=0,sleep=off"
		echo "-rtc base=2026-01-01T00:00:00,clock=vm -seed 42"
		echo "-cpu $model,-rdrand,-rdseed"
		;;
	*-kvm) echo "-accel kvm -cpu $model" ;;
	*-tcg) echo "-accel tcg,thread=$threads -cpu $model" ;;
	esac
}
