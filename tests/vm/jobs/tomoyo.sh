#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Guest, booted with TOMOYO (see guest-test): what it learns of a row of execs, and
# which it lets be, in each lookup mode.  Leaves tomoyo.tap, and what was learned and
# logged by the kernel as it is by default, or by a stock one, in log.
# shellcheck source=SCRIPTDIR/../../tap/tap.sh
. /tests/guest/tap.sh
policy=/sys/kernel/security/tomoyo
mode=/proc/sys/kernel/exec_lookup_mode
editor=/usr/sbin/tomoyo-editor

# Only a program that is known by its path may change the policy, once there is
# one.  busybox goes by the name that it is called by, TOMOYO by the file.
if [ "$1" != editor ]; then
	mkdir /editor
	cp /bin/busybox $editor
	cp /bin/busybox /usr/sbin/tomoyo-trigger
	ln -s $editor /editor/sh
	ln -s /bin/true /usr/sbin/tomoyo-loader
	exec /editor/sh "$0" editor
fi

# activate: until then all may write, and nothing is looked at.
activate()
{
	{
		echo PROFILE_VERSION=20150505
		echo "0-CONFIG={ mode=disabled grant_log=no reject_log=no }"
		echo "1-CONFIG={ mode=learning grant_log=no reject_log=no }"
		echo "3-CONFIG={ mode=disabled grant_log=no reject_log=no }"
		echo "3-CONFIG::file::execute={ mode=enforcing grant_log=yes reject_log=yes }"
	} >$policy/profile
	echo $editor >$policy/manager
	/usr/sbin/tomoyo-trigger 2>/dev/null
	read -r self <$policy/self_domain
	grep -q '^1-CONFIG={ mode=learning' $policy/profile || echo "no profile"
}

# domain PROGRAM PROFILE [LINE]: of what this shell runs by that name.
domain()
{
	printf '%s\nuse_profile %s\n%s\n' "$self $1" "$2" "${3:-}" >$policy/domain_policy
}

prepare()
{
	mkdir /x /x/unreadable
	for applet in true sh echo unreadable/true; do
		cp /bin/busybox "/x/$applet"
	done
	chmod 111 /x/unreadable/true
	echo data >/x/data
	mkdir /x/link
	ln -s ../true /x/link/true
	printf '#!/x/sh\necho script\n' >/x/script
	chmod 755 /x/script
	cat >/x/row.sh <<-'END'
	/x/true && echo ran
	/x/link/true && echo ran by a link
	cd /x && ./true && echo ran by a relative name
	/x/script
	/x/missing
	/x/data
	/x/unreadable/true && echo ran unreadable
	/x/sh -c '/x/echo ran from a program; exec /x/echo ran in its stead'
	cat /x/data
	END
}

# learn NAME: the row from a shell of its own path; the policy that comes of it.
learn()
{
	mkdir -p "/x/$1/learn"
	cp /bin/busybox "/x/$1/learn/sh"
	domain "/x/$1/learn/sh" 1
	"/x/$1/learn/sh" /x/row.sh >"/tmp/said.$1" 2>&1
	awk -v head="$self /x/$1/learn/sh" '
		/^</ { mine = index($0, head) == 1 } mine' $policy/domain_policy |
		sed "s|/x/$1/|/x/MODE/|g" >"/tmp/learned.$1"
}

# enforce NAME: two programs, of which the policy knows one.
enforce()
{
	mkdir -p "/x/$1/enforce"
	cp /bin/busybox "/x/$1/enforce/sh"
	domain "/x/$1/enforce/sh" 3 "file execute /x/true"
	# shellcheck disable=SC2016
	"/x/$1/enforce/sh" -c '/x/true; echo $?; /x/echo; echo $?; /x/missing; echo $?' \
		2>/dev/null | xargs
}

# log NAME: what TOMOYO has logged by now, but for numbers of processes and files.
log()
{
	sed -E -e 's/^#[0-9/]+ [0-9:]+# //' -e 's/\b(global-pid|pid|ppid|ino|parent\.ino)=[0-9]+/\1/g' \
		-e "s|/x/$1/|/x/MODE/|g" $policy/audit >"/tmp/logged.$1"
}

# same FILE NAME: differences to the kernel's own mode.
same()
{
	diff "/tmp/$1.$(cat /tmp/default)" "/tmp/$1.$2"
}

names="late early bprm path"
if [ -e $mode ]; then
	cat $mode >/tmp/value
	default=$(echo "$names" | cut -d ' ' -f $(($(cat /tmp/value) + 1)))
else
	names=stock default=stock
fi
echo "$default" >/tmp/default
prepare
activate >/tmp/activated
{
	result "TOMOYO is at work" </tmp/activated
	value=0
	for name in $names; do
		[ "$name" = stock ] || echo $value >$mode
		value=$((value + 1))
		learn "$name"
		log "$name"
		got=$(enforce "$name")
		[ "$got" = "0 126 127" ] || got="$got, not 0 126 127"
		echo "${got#0 126 127}" | grep . >"/tmp/amiss.$name"
		log "$name"
	done
	{
		for line in "file execute /x/true" "file execute /x/script" "file execute /x/unreadable/true"; do
			grep -q "^$line" "/tmp/learned.$default" || echo "not learned: $line"
		done
		[ "$(grep -c ran "/tmp/said.$default")" = 6 ] || cat "/tmp/said.$default"
		for sign in yes no; do
			grep -q "granted=$sign" "/tmp/logged.$default" || echo "not logged: granted=$sign"
		done
	} | result "$default: the execs come about, are learned and logged"
	for name in $names; do
		same learned "$name" | result "$name: the same is learned"
		same logged "$name" | result "$name: the same is logged"
		same said "$name" | result "$name: the programs say the same"
		result "$name: what may be run is, what may not is not" <"/tmp/amiss.$name"
	done
	plan
} >tomoyo.tap
cat /tmp/learned.* >learned
cat "/tmp/said.$default" "/tmp/learned.$default" "/tmp/logged.$default" >log
[ ! -e /tmp/value ] || cat /tmp/value >$mode
