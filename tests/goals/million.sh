# SPDX-License-Identifier: GPL-2.0-only
# Goals of summing up: a file of a million values. Its time is that of this machine,
# which should have nothing else to do.
set -eu
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/../cli/samples.sh"

build all
file=$(mktemp "${TMPDIR:-/tmp}/exectune-million.XXXXXX")
trap 'rm -f "$file"' EXIT
trap 'exit 130' INT TERM
samples "$file" b1 1 blocks=40 raw=8334

values=$(grep -o '"raw":.*' "$file" | tr -cd ',\n' | wc -c)
goal "values in the file" "$values" ">=" 1000000
began=$(date +%s%N)
# Address space is limited, which is no less than what is resident.
status=0
prlimit --as=$((200 * 1024 * 1024)) "$OUT/userspace/exectune" -q stats "$file" >/dev/null || status=$?
took=$(awk -v ns=$(($(date +%s%N) - began)) 'BEGIN { printf "%.2f\n", ns / 1e9 }')
goal "status of summing it up within 200 MB" "$status" "==" 0
goal "seconds that takes" "$took" "<=" 2
