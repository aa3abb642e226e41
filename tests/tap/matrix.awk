# SPDX-License-Identifier: GPL-2.0-only
# matrix.awk: of TAP files guest-BASE-TEST.tap and stock-BASE-TEST.tap, how many rows
# pass in each mode of the knob that the test is about, and on the stock kernel:
# "12", or "12!3" where 3 fail. A row that is skipped is in no number, which for a
# stock kernel are all of modes that it does not have.

FNR == 1 {
	n = split(FILENAME, part, "/")
	split(part[n], word, "-")
	stock = word[1] == "stock"
	base = word[2]
	test = part[n]
	sub(/^[a-z]+-[^-]*-/, "", test)
	sub(/\.tap$/, "", test)
	if (!((base, test) in seen)) {
		seen[base, test]
		order[++rows] = base SUBSEP test
	}
}

/^(not )?ok / && !/# *SKIP/ {
	column = "other"
	if (stock)
		column = "stock"
	else if (match($0, /mode=[a-z]+/))
		column = substr($0, RSTART + 5, RLENGTH - 5)
	else if (match($0, /exec_lookup_mode [0-3]/))
		column = substr("late earlybprm path ", 5 * substr($0, RSTART + 17, 1) + 1, 5)
	sub(/ +$/, "", column)
	# Knobs of two values share the columns of the old way and of the new one.
	if (column == "copy" || column == "ref")
		column = "old"
	if (column == "skip" || column == "rcu")
		column = "new"
	if (/^ok/)
		passed[base, test, column]++
	else
		failed[base, test, column]++
}

function cell(key, column) {
	if (failed[key, column])
		return passed[key, column] + 0 "!" failed[key, column]
	return passed[key, column] ? passed[key, column] : "-"
}

END {
	if (!rows)
		exit
	n = split("late early bprm path old new other stock", columns, " ")
	printf "%-31s", "rows that pass"
	for (i = 1; i <= n; i++)
		printf "%8s", columns[i]
	printf "\n"
	for (r = 1; r <= rows; r++) {
		split(order[r], key, SUBSEP)
		printf "%-5s %-25s", key[1], key[2]
		for (i = 1; i <= n; i++)
			printf "%8s", cell(key[1] SUBSEP key[2], columns[i])
		printf "\n"
	}
}
