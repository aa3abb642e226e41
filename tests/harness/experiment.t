#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# experiment: what it keeps of boots that fail or are interrupted, what it goes on
# with, what it refuses.  The guest is played by a script that brings back what a run here has
# measured; everything after it is real.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../tap/tap.sh"

exectune=$OUT/userspace/exectune
if [ ! -x "$exectune" ]; then
	skip "experiment" "exectune is not built"
	plan
	exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root=$work/root
results=$work/out/experiment/$DEFAULT_BASE
mkdir -p "$root/tests" "$work/out/guest" "$work/state"
cp -R "$VM" "$root/tests/vm"
cp "$ROOT/series" "$root/"
ln -s "$OUT/userspace" "$work/out/userspace"
mkdir "$root/userspace"
echo 'all:' >"$root/userspace/Makefile"
echo kernel >"$work/kernel"

# What each boot brings back, but for its names.
EXECTUNE_STATE_DIR=$work/state "$exectune" -q run --blocks 6 --ops 20 -w null:batch=1 \
	--arm stock: --arm other: -o "$work/samples" >/dev/null || exit 1

# Of the machine: all but the boot does nothing.
for tool in deps mkguest kernel; do
	printf '#!/bin/sh\n' >"$root/tests/vm/$tool"
done
echo "echo '$work/kernel'" >>"$root/tests/vm/kernel"
echo guest >"$work/out/guest/initramfs.cpio.gz"

# The boot: $work/next has a word for each: ok, fail, half, fixed, hang; then ok.
cat >"$root/tests/vm/boot" <<END
#!/bin/sh
while [ \$# -gt 0 ]; do
	case \$1 in
	--out) out=\$2 ;;
	--with) . "\$2" ;;
	--layout) layout=\$2 ;;
	esac
	shift
done
[ "\$layout" = random ] || exit 1
how=\$(head -n 1 "$work/next")
sed -i 1d "$work/next"
echo boot >>"$work/booted"
echo "console of \$how" >"\$out/console.log"
printf 'virtual ffffffff%08x\nphysical 0%07x\nshuffled Y\n' "\$SEED" "\$SEED" >"\$out/layout"
case \$how in
fail) echo "boot: Kernel panic" >&2; exit 11 ;;
nodisk) exit 16 ;;
fixed) printf 'virtual ffffffff81000000\nphysical 01000000\nshuffled Y\n' >"\$out/layout" ;;
unshuffled) sed -i 's/shuffled Y/shuffled N/' "\$out/layout" ;;
hang)
	trap 'echo killed >"$work/killed"; exit 130' TERM
	touch "$work/hanging"
	for _ in \$(seq 100); do sleep 0.1; done
	;;
esac
sed "1s/\"boot_id\":\"[^\"]*\"/\"boot_id\":\"\$SEED\"/; 1s/\"id\":\"[^\"]*\"/\"id\":\"\$SEED\"/
	1s/\"seed\":[0-9]*/\"seed\":\$SEED/" "$work/samples" >"\$out/samples.jsonl"
[ "\$how" != half ] || sed -i '\$d' "\$out/samples.jsonl"
END
chmod +x "$root"/tests/vm/*

# experiment [VARIABLE=VALUE]...: sets $status; what it says is in $work/err.
experiment()
{
	status=0
	env -u BASE -u EXPERIMENT BOOTS=3 BLOCKS=6 WORKLOADS=null OUT="$work/out" "$@" \
		"$root/tests/vm/experiment" >"$work/table" 2>"$work/err" || status=$?
}

# begins WORD...: the kinds of the next boots; nothing is left of the experiment before.
begins()
{
	rm -rf "$results" "$work/booted"
	: >"$work/booted"
	goes_on "$@"
}

goes_on()
{
	printf '%s\n' "$@" ok ok ok ok ok ok >"$work/next"
}

ended()
{
	[ "$status" -eq "$1" ] || { echo "status $status"; cat "$work/err"; }
}

said()
{
	grep -q -- "$1" "$work/err" || sed 's/^/said: /' "$work/err"
}

# counts WHAT WANTED FOUND
counts()
{
	[ "$2" -eq "$3" ] || echo "$3 $1, not $2"
}

booted()
{
	counts boots "$1" "$(wc -l <"$work/booted")"
}

whole()
{
	counts "samples files" "$1" "$(find "$results" -name 'boot-*.jsonl' | wc -l)"
}

begins
experiment
{
	ended 0
	booted 3
	whole 3
	said '3 of 3, about'
	for file in table changelog summary.json boot-2/console.log; do
		[ -s "$results/$file" ] || echo "no $file"
	done
	grep -q '3 boots, 3 layouts' "$work/table" || cat "$work/table"
	grep -q ' 3 boots' "$results/table" || cat "$results/table"
	counts seeds 3 "$(sed -n 's/.*"seed":\([0-9]*\).*/\1/p' "$results"/boot-*.jsonl | sort -u | wc -l)"
} | result "three boots are summed up over boots, each with its seed"
experiment
{
	ended 0
	booted 3
} | result "a complete experiment boots no more, and is summed up again"

for other in BOOTS=4 BLOCKS=7 WORKLOADS=miss; do
	experiment $other
	{
		[ "$status" -eq 1 ] || echo "status $status"
		said "not $other"
		said EXPERIMENT=NAME
		booted 3
	} | result "another $other is refused"
done
echo another >"$work/kernel"
experiment
{
	[ "$status" -eq 1 ] || echo "status $status"
	said 'not kernel '
	booted 3
} | result "another kernel is refused"
experiment EXPERIMENT=own BOOTS=2
{
	ended 0
	counts "samples files" 2 "$(find "$work/out/experiment/own" -name 'boot-*.jsonl' | wc -l)"
	whole 3
} | result "but gets a folder of its own"

begins ok fail ok
experiment
{
	[ "$status" -eq 1 ] || echo "status $status"
	said 'Kernel panic'
	said '1 of 3 boots failed; the same command goes on'
	whole 2
	grep -q 'console of fail' "$results/boot-2.failed/console.log" || echo "no console"
	[ ! -s "$work/table" ] || cat "$work/table"
} | result "a boot that fails is shown, and loses no other"
before=$(cat "$results/boot-1.jsonl" "$results/boot-3.jsonl" | cksum)
goes_on
experiment
{
	ended 0
	booted 4
	whole 3
	[ "$before" = "$(cat "$results/boot-1.jsonl" "$results/boot-3.jsonl" | cksum)" ] ||
		echo "other boots were written to"
	[ ! -e "$results/boot-2.failed" ] || echo "its folder is left"
} | result "the same command makes up for it"

begins half
experiment
{
	[ "$status" -eq 1 ] || echo "status $status"
	said 'not complete'
	whole 2
} | result "samples without an end are not taken for whole"

begins fail fail
experiment
{
	[ "$status" -eq 1 ] || echo "status $status"
	said 'two boots in a row'
	booted 2
} | result "two that fail in a row end it"
begins nodisk
experiment
{
	[ "$status" -eq 16 ] || echo "status $status"
	booted 1
} | result "a full disk ends it at once"

begins ok hang
rm -f "$work/hanging" "$work/killed"
env -u BASE -u EXPERIMENT BOOTS=3 BLOCKS=6 WORKLOADS=null OUT="$work/out" \
	"$root/tests/vm/experiment" >"$work/table" 2>"$work/err" &
pid=$!
for _ in $(seq 200); do
	[ ! -e "$work/hanging" ] || break
	sleep 0.1
done
kill -TERM $pid
status=0
wait $pid || status=$?
{
	[ "$status" -eq 130 ] || echo "status $status"
	said 'interrupted; the same command goes on'
	[ -e "$work/killed" ] || echo "the boot was left running"
	whole 1
} | result "interrupted in a boot: the boot ends, the others are kept"
goes_on
experiment
{
	ended 0
	booted 4
	whole 3
} | result "and the next call goes on"

begins fixed fixed fixed
experiment
{
	[ "$status" -eq 1 ] || echo "status $status"
	said 'at the same place in all 3 boots'
	whole 3
} | result "boots of one layout are no experiment"
begins ok unshuffled
experiment
{
	[ "$status" -eq 1 ] || echo "status $status"
	said 'boot 2 did not shuffle'
} | result "nor are boots whose pages are in order"

# refused WORD VARIABLE=VALUE
refused()
{
	begins
	experiment "$2"
	{
		[ "$status" -eq 1 ] || echo "status $status"
		said "$1"
		counts "lines" 1 "$(wc -l <"$work/err")"
		booted 0
	} | result "$2 is refused"
}
refused 'from 2 to 999' BOOTS=1
refused 'from 2 to 999' BOOTS=six
refused 'from 1 to 10000' BLOCKS=0
refused 'no series for' BASE=4.19
refused "no workload 'mis'" WORKLOADS=null,mis
refused 'exectune run -w' 'WORKLOADS=null;reboot'
refused 'letters, digits' EXPERIMENT=../x
plan
