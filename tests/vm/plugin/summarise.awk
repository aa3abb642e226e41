# SPDX-License-Identifier: GPL-2.0-only
# awk -f summarise.awk SAMPLES... COUNTS: joins what exectune did, in its order, with what the
# plugin counted meanwhile (COUNTS with the names of symbols). Lines with tabs:
#	setting WORKLOAD ARM FS VCPUS WINDOWS BATCH INSNS-USER INSNS-KERNEL LOCKED-USER LOCKED-KERNEL
#		INSNS-STEADY LOCKED-STEADY
#		per operation, medians of all windows; of both kinds together, the sum over the functions
#		that do the same in most slices, and in each arm: without allocators, RCU and the like
#	symbol WORKLOAD ARM SYMBOL INSNS LOCKED SHARED		per operation, means
#	place WORKLOAD ARM SYMBOL PLACE LOCKED VCPUS		per operation, means
# A slice is a sample, and a group of the plugin: n windows, a value each, in each task.

function fail(why)
{
	printf "summarise: %s\n", why >"/dev/stderr"
	failed = 1
	exit 1
}

# text("w"): the value of a string, of the line's.
function text(name)
{
	if (!match($0, "\"" name "\":\"[^\"]*\""))
		return ""
	return substr($0, RSTART + length(name) + 4, RLENGTH - length(name) - 5)
}

function number(name)
{
	return match($0, "\"" name "\":[0-9]+") ? substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3) + 0 : 0
}

# The cache line of an address of 16 digits: the lower 6 bits are those of a byte in it.
function line_of(address)
{
	return substr(address, 1, 14) int((index("0123456789abcdef", substr(address, 15, 1)) - 1) / 4)
}

# Of a run: the settings in the order in which they were asked for, which is not that of the slices.
function read_header(rest, key, arms, asked, i)
{
	rest = substr($0, index($0, "\"arms\":["))
	while (match(rest, /"name":"[^"]*","set"/)) {
		asked[++arms] = substr(rest, RSTART + 8, RLENGTH - 15)
		rest = substr(rest, RSTART + RLENGTH)
	}
	rest = $0
	while (match(rest, /"key":"[^"]*"/)) {
		key = substr(rest, RSTART + 7, RLENGTH - 8)
		rest = substr(rest, RSTART + RLENGTH)
		fs[key] = "-"
		if (match(rest, /"fs":(null|"[^"]*")/) && substr(rest, RSTART + 5, 4) != "null")
			fs[key] = substr(rest, RSTART + 6, RLENGTH - 7)
		for (i = 1; i <= arms; i++)
			name[++nsettings] = key "\t" asked[i]
	}
}

function read_sample()
{
	workload[++nsamples] = text("w")
	arm[nsamples] = text("arm")
	batch[nsamples] = number("batch")
	tasks = match($0, /:tasks=[0-9]+/) ? substr($0, RSTART + 7, RLENGTH - 7) : 1
	expected[nsamples] = number("ops") / batch[nsamples] * tasks
}

# After a group: those of its lines that several vCPUs wrote. One that has nine of ten of the
# operations has it for itself.
function end_group(p, cpu, part, most, l)
{
	if (windows != expected[group])
		fail(sprintf("%s, arm %s: %d windows where %d were expected", workload[group], arm[group],
			     windows, expected[group]))
	for (p in on_line_cpu) {
		split(p, part, SUBSEP)
		if (on_line_cpu[p] > most_of[part[1]])
			most_of[part[1]] = on_line_cpu[p]
	}
	for (p in here) {
		split(p, part, SUBSEP)
		l = line_of(part[2])
		if (most_of[l] <= 0.9 * on_line[l])
			shared[setting, part[1]] += here[p]
	}
	for (p in insns_here)
		insns_of[setting, p] = insns_of[setting, p] " " insns_here[p] / (windows * batch[group])
	for (p in locked_here)
		locked_of[setting, p] = locked_of[setting, p] " " locked_here[p] / (windows * batch[group])
	ngroups[setting]++
	delete insns_here
	delete locked_here
	delete on_line_cpu
	delete on_line
	delete most_of
	delete here
	windows = 0
}

/^{"type":"run"/ { read_header(); next }
/^{"type":"sample"/ { read_sample(); next }
/^{"type":"discard"/ { fail("a block was discarded: " text("why")) }
/^{/ { next }

# The first line of a group.
!open {
	if (++group > nsamples)
		fail("the plugin saw more slices than the " nsamples " of the samples")
	setting = workload[group] "\t" arm[group]
	if (!(setting in seen)) {
		seen[setting]
		batch_of[setting] = batch[group]
		fs_of[setting] = fs[workload[group]]
		workload_of[setting] = workload[group]
	}
	open = 1
}

$1 == "window" {
	windows++
	n = ++nwindows[setting]
	for (i = 1; i <= 4; i++)
		value[setting, i, n] = $(i + 2) / batch[group]
	operations[setting] += batch[group]
}
# Also vCPUs that counted without a window of their own, with scope=machine.
($1 == "window" || $1 == "insn") && !((setting, $2) in cpu_seen) {
	cpu_seen[setting, $2]
	ncpus[setting]++
}
$1 == "insn" { insns[setting, $3] += $4; symbol[setting, $3]; insns_here[$3] += $4 }
$1 == "lock" {
	locked[setting, $3] += $5
	locked_here[$3] += $5
	symbol[setting, $3]
	places[setting, $3, $4] += $5
	if (!((setting, $3, $4, $2) in place_cpu)) {
		place_cpu[setting, $3, $4, $2]
		place_cpus[setting, $3, $4]++
	}
	here[$3, $4] += $5
	on_line[line_of($4)] += $5
	on_line_cpu[line_of($4), $2] += $5
}
$1 == "bad" {
	sub(/^bad /, "")
	fail(workload[group] ", arm " arm[group] ", on vCPU " $0)
}
$1 == "group" { end_group(); open = 0 }

# Of n values, by a sort that is good enough for some hundreds.
function median_of(a, n, j, k, v)
{
	for (j = 2; j <= n; j++) {
		v = a[j]
		for (k = j - 1; k >= 1 && a[k] > v; k--)
			a[k + 1] = a[k]
		a[k + 1] = v
	}
	return n % 2 ? a[(n + 1) / 2] : (a[n / 2] + a[n / 2 + 1]) / 2
}

function median(s, i, a, j)
{
	for (j = 1; j <= nwindows[s]; j++)
		a[j] = value[s, i, j]
	return median_of(a, nwindows[s])
}

# The sum over steady functions of what an operation has of them: list has a function's values in
# the slices of a setting, a slice that is left out has 0. Steady is what is the same in two thirds
# of the slices or more, in each arm of the workload.
function add_steady(list, sum, p, part, s, a, n, j, seen, most, unsteady, usual)
{
	for (p in list) {
		split(p, part, SUBSEP)
		s = part[1]
		n = split(list[p], a, " ")
		most = ngroups[s] - n
		usual[p] = 0
		split("", seen)
		for (j = 1; j <= n; j++)
			if (++seen[a[j]] > most) {
				most = seen[a[j]]
				usual[p] = a[j]
			}
		if (most < ngroups[s] * 2 / 3)
			unsteady[workload_of[s], part[2]]
	}
	for (p in usual) {
		split(p, part, SUBSEP)
		if (!((workload_of[part[1]], part[2]) in unsteady))
			sum[part[1]] += usual[p]
	}
}

END {
	if (failed)
		exit 1
	if (group != nsamples || open)
		fail("the plugin saw " group " slices, and there are " nsamples " samples")
	add_steady(insns_of, steady_insns)
	add_steady(locked_of, steady_locked)
	for (i = 1; i <= nsettings; i++) {
		s = name[i]
		if (!nwindows[s])
			fail(s ": no window")
		printf "setting\t%s\t%s\t%d\t%d\t%d\t%.2f\t%.2f\t%.3f\t%.3f\t%.2f\t%.3f\n", s, fs_of[s], ncpus[s],
			nwindows[s], batch_of[s], median(s, 1), median(s, 2), median(s, 3), median(s, 4),
			steady_insns[s], steady_locked[s]
	}
	for (p in symbol) {
		split(p, part, SUBSEP)
		n = operations[part[1]]
		printf "symbol\t%s\t%s\t%.3f\t%.4f\t%.4f\n", part[1], part[2], insns[p] / n, locked[p] / n, shared[p] / n
	}
	for (p in places) {
		split(p, part, SUBSEP)
		n = operations[part[1]]
		if (places[p] >= 0.02 * n)
			printf "place\t%s\t%s\t%s\t%.4f\t%d\n", part[1], part[2], part[3], places[p] / n, place_cpus[p]
	}
}
