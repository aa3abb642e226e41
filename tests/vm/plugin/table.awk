# SPDX-License-Identifier: GPL-2.0-only
# awk -f table.awk [-v detail=1] FIGURES: what summarise.awk found, for people: a line for each
# setting, or with detail a table for each, of the functions that lock the most.

BEGIN { FS = "\t"; top = 12 }

# Thousands with commas.
function grouped(n, text)
{
	text = sprintf("%.0f", n)
	while (match(text, /[0-9][0-9][0-9][0-9]($|,)/))
		text = substr(text, 1, RSTART) "," substr(text, RSTART + 1)
	return text
}

# Of the folder it is enough to know on which filesystem it is.
function title(workload, fs)
{
	sub(/:dir=[^:]*/, "", workload)
	return fs == "-" ? workload : workload " on " fs
}

$1 == "setting" {
	n++
	key[n] = $2 FS $3
	what[n] = title($2, $4)
	arm[n] = $3
	vcpus[n] = $5
	windows[n] = $6
	batch[n] = $7
	user[n] = $8
	kernel[n] = $9
	locked_user[n] = $10
	locked[n] = $11
}

$1 == "symbol" {
	k = $2 FS $3
	shared[k] += $7
	if ($6 >= 0.005) {
		m = ++symbols[k]
		row[k, m] = sprintf("%10.2f %8.2f %12s  %s", $6, $7, grouped($5), $4)
		order[k, m] = $6
	}
}

# The lines of a setting from the most locked operations on.
function details(k, i, j, best, left)
{
	for (i = 1; i <= symbols[k] && i <= top; i++) {
		best = 0
		for (j = 1; j <= symbols[k]; j++)
			if (!((k, j) in printed) && (!best || order[k, j] > order[k, best] ||
			    (order[k, j] == order[k, best] && row[k, j] < row[k, best])))
				best = j
		printed[k, best]
		print row[k, best]
	}
	for (j = 1; j <= symbols[k]; j++)
		if (!((k, j) in printed))
			left += order[k, j]
	if (left)
		printf "%10.2f %8s %12s  in %d other functions\n", left, "", "", symbols[k] - top
}

# What several vCPUs share can only be seen where there are several.
function shared_text(i)
{
	return vcpus[i] > 1 ? sprintf("%.2f", shared[key[i]]) : "-"
}

END {
	if (!detail)
		printf "%-44s %-8s %9s %9s %9s %9s\n", "per operation", "", "user", "kernel", "locked", "shared"
	for (i = 1; i <= n; i++) {
		if (!detail) {
			printf "%-44s %-8s %9s %9s %9.2f %9s\n", what[i], arm[i], grouped(user[i]), grouped(kernel[i]),
				locked_user[i] + locked[i], shared_text(i)
			continue
		}
		printf "%s, %s: %d windows of %d operations, %d vCPU%s\n", what[i], arm[i], windows[i], batch[i],
			vcpus[i], (vcpus[i] == 1 ? "" : "s")
		printf "per operation, medians: %s instructions in user space, %s in the kernel; locked operations: %.2f and %.2f\n",
			grouped(user[i]), grouped(kernel[i]), locked_user[i], locked[i]
		if (symbols[key[i]]) {
			printf "%10s %8s %12s  %s\n", "locked", "shared", "instructions", "function (means)"
			details(key[i])
		}
		print ""
	}
}
