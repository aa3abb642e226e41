# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=sh
# samples FILE BOOT SEED [VARIABLE=VALUE]...: a samples file of two arms, a and b, and a second
# copy of a, on workload w. Variables: blocks (12), level and effect (log-ratios of all and of b; 0),
# noise (half width; 0.01), raw (values a sample; 0), release, ops (500).
samples() {
	file=$1 boot=$2 seed=$3
	shift 3
	set -- "$@" "boot=$boot" "seed=$seed"
	for pair; do
		set -- "$@" -v "$pair"
		shift
	done
	awk -v blocks=12 -v level=0 -v effect=0 -v noise=0.01 -v raw=0 -v release=6.1 -v ops=500 "$@" '
	BEGIN {
		srand(seed)
		split("a c b", arm)
		printf "{\"type\":\"run\",\"format\":1,\"id\":\"%s-%s\",\"seed\":1,\"clock\":\"monotonic\",\"unit\":\"ns\",", boot, seed
		printf "\"blocks\":%d,\"baseline\":\"a\",\"arms\":[{\"name\":\"a\"},{\"name\":\"c\",\"duplicate_of\":\"a\"},{\"name\":\"b\"}],", blocks
		printf "\"workloads\":[{\"key\":\"w\"}],\"command\":[\"exectune\",\"run\",\"-w\",\"w\"],"
		printf "\"env\":{\"boot_id\":\"%s\",\"release\":\"%s\"}}\n", boot, release
		for (block = 0; block < blocks; block++)
			for (i = 1; i <= 3; i++) {
				x = level + noise * (rand() + rand() - 1) + (i == 3 ? effect : 0)
				printf "{\"type\":\"sample\",\"w\":\"w\",\"arm\":\"%s\",\"block\":%d,\"slot\":%d,", arm[i], block, (block + i) % 3
				printf "\"ops\":%d,\"median\":%.6f,\"min\":1,\"raw\":[", ops, 20000 * exp(x)
				for (k = 0; k < raw; k++)
					printf "%s%d", k ? "," : "", 20000 * exp(x) + 2000 * rand()
				print "]}"
			}
		printf "{\"type\":\"end\",\"blocks\":%d,\"status\":\"complete\"}\n", blocks
	}' >"$file"
}
