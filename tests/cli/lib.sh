# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# TAP for the tests of exectune's command line, which need no root and no special kernel: ordinary
# files are the knobs. EXECTUNE is the program. Source it first; call `finish` last.

: "${EXECTUNE:?set EXECTUNE to the program to be tested}"
dir=$(mktemp -d "${TMPDIR:-/tmp}/exectune-cli-XXXXXX") || exit 1
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' INT TERM
cd "$dir" || exit 1
mkdir tmp sys sys/kernel sys/vm
export EXECTUNE_STATE_DIR="$dir/state" EXECTUNE_SYSCTL_DIR="$dir/sys" TMPDIR="$dir/tmp"
count=0 failed=0

# result STATUS NAME: a line of TAP; STATUS 0 is ok.
result() {
	count=$((count + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $count - $2"
	else
		echo "not ok $count - $2"
		failed=$((failed + 1))
	fi
}

skip() {
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
}

# is WANTED FOUND NAME
is() {
	if [ "$1" = "$2" ]; then
		result 0 "$3"
	else
		result 1 "$3"
		echo "# wanted '$1', found '$2'"
	fi
}

# row STATUS WORD ARGUMENT...: exectune ends with STATUS and one line on stderr that has WORD.
row() {
	want=$1 word=$2
	shift 2
	"$EXECTUNE" "$@" >out 2>err </dev/null
	status=$?
	lines=$(wc -l <err)
	if [ "$status" -eq "$want" ] && [ "$lines" -le "${max_lines:-1}" ] && grep -qF -e "$word" err; then
		result 0 "$* -> $want, $word"
	else
		result 1 "$* -> $want, $word"
		echo "# status $status, $lines lines:"
		sed 's/^/# /' err
	fi
}

finish() {
	echo "1..$count"
	exit $((failed > 0))
}
