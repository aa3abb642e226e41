# SPDX-License-Identifier: GPL-2.0-only
# Counts top-level results of TAP files: prints "PASSED FAILED SKIPPED".
# A file whose plan is missing or not met has a failure more.
function close_file()
{
	if (file == "")
		return
	if (planned < 0 || planned != seen)
		failed++
}

FNR == 1 {
	close_file()
	file = FILENAME
	planned = -1
	seen = 0
}
/^1\.\.[0-9]+/ {
	planned = substr($1, 4) + 0
	if (planned == 0)
		skipped++
}
/^Bail out!/ { failed++ }
/^ok / {
	seen++
	if (toupper($0) ~ /# *SKIP/)
		skipped++
	else
		passed++
}
/^not ok / {
	seen++
	if (toupper($0) ~ /# *TODO/)
		skipped++
	else
		failed++
}
END {
	close_file()
	print passed + 0, failed + 0, skipped + 0
}
