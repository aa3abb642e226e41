# SPDX-License-Identifier: GPL-2.0-only
# awk -v threads=N -f calibrated.awk EXPECTED COUNTS: prints each difference between what calibrate
# did and what the plugin counted of it in user space; nothing if there is none.

FNR == 1 { file++ }
file == 1 {
	key = $1 " " $2
	expected[key] += threads
	windows++
	what[key] = what[key] (what[key] ? "; " : "") substr($0, length(key) + 2)
}
file == 2 && $1 == "window" { found[$3 " " $5]++; n++ }
file == 2 && $1 == "bad" { print }
file == 2 && $1 == "group" { groups++ }
END {
	if (!windows)
		print "calibrate printed nothing"
	if (groups != 1)
		print groups + 0 " groups, not 1"
	for (key in expected)
		if (found[key] != expected[key])
			print what[key] ": " found[key] + 0 " windows of " key " instructions and locked operations, not " expected[key]
	for (key in found)
		if (!(key in expected))
			print "a window of " key " instructions and locked operations"
}
