#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest: a program that the kernel itself starts, the one that a core is piped to,
# is run in each lookup mode; without it, a crash ends all the same.
# shellcheck source=SCRIPTDIR/../tap/tap.sh
. ./tap.sh
mode=/proc/sys/kernel/exec_lookup_mode
pattern=/proc/sys/kernel/core_pattern

dir=$(mktemp -d)
cat >"$dir/helper" <<END
#!/bin/sh
cat >/dev/null
echo "\$1" >$dir/ran
END
chmod +x "$dir/helper"

# crash: a program that dumps core; prints whose core it should be.
crash()
{
	sh -c 'echo $$; kill -SEGV $$'
}

# piped PID: what has been told about it, waited for.
piped()
{
	tries=0
	while [ ! -s "$dir/ran" ] && [ $tries -lt 50 ]; do
		sleep 0.1
		tries=$((tries + 1))
	done
	[ "$(cat "$dir/ran" 2>&1)" = "$1" ] || echo "told: $(cat "$dir/ran" 2>&1), crashed: $1"
	rm -f "$dir/ran"
}

was=$(cat $mode) core=$(cat $pattern)
for value in 0 1 2 3; do
	echo $value >$mode
	echo "|$dir/helper %p" >$pattern
	pid=$(crash 2>/dev/null)
	piped "$pid" | result "exec_lookup_mode $value: a core is piped to its program"
	echo "|$dir/missing %p" >$pattern
	pid=$(crash 2>/dev/null)
	{
		[ -n "$pid" ] || echo "nothing has crashed"
		[ ! -e "/proc/$pid" ] || echo "$pid is still there"
		[ ! -e "$dir/ran" ] || echo "somebody has run"
	} | result "exec_lookup_mode $value: a crash ends without that program"
done
echo "$core" >$pattern
echo "$was" >$mode
rm -r "$dir"
plan
