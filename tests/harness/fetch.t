#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# fetch for a base of another release of Debian: the package list that it makes
# of a machine's apt configuration, and what it does when that release has gone
# on to another kernel.  apt reads configurations of this test's making; the
# archive is made of programs that take the place of apt's.
set -u
. "$(dirname "$0")/../vm/lib.sh"
. "$(dirname "$0")/../tap/tap.sh"

for tool in apt-get apt-config dpkg-deb quilt xz; do
	have "$tool" && continue
	skip "fetch from another release of Debian" "no $tool here"
	plan
	exit
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset KSRC
: >"$work/keyring"

# configure: apt's configuration anew, without sources.
configure()
{
	rm -rf "${work:?}/etc" "$work/list"
	mkdir -p "$work/etc/parts"
	: >"$work/etc/list"
	cat >"$work/etc/conf" <<-END
		Dir::Etc::main "/dev/null";
		Dir::Etc::parts "/dev/null";
		Dir::Etc::sourcelist "$work/etc/list";
		Dir::Etc::sourceparts "$work/etc/parts";
		Dir::State::status "/dev/null";
		Acquire::http::Proxy "http://proxy.example:3128";
		APT::Update::Post-Invoke { "touch $work/hooked"; };
	END
}

# makes URI WHAT: the list made of the configuration takes Debian from URI.
makes()
{
	conf=$(APT_CONFIG=$work/etc/conf KEYRING=$work/keyring \
		"$VM/aptlist" trixie-backports "$work/list" 2>"$work/err")
	{
		cat "$work/err"
		[ "$conf" = "$work/list/apt.conf" ] || echo "prints '$conf'"
		cat >"$work/want" <<-END
			Types: deb
			URIs: $1
			Suites: trixie-backports
			Components: main
			Targets: Packages
			Signed-By: $work/keyring
		END
		diff "$work/want" "$work/list/debian.sources"
	} 2>&1 | result "$2"
}

configure
cat >"$work/etc/list" <<'END'
deb cdrom:[Debian 12]/ bookworm main
deb [arch=amd64] https://other.example/apt bookworm main
deb-src http://source.example/debian bookworm-updates main
deb http://security.example/debian-security bookworm-security main
# deb http://comment.example/debian bookworm-updates main
deb [signed-by=/k.gpg] http://one.example/debian bookworm main contrib
deb http://one.example/debian bookworm-updates main
END
makes http://one.example/debian/ "the mirror of a one-line list"

# What apt sees by the configuration that was made, and no other.
APT_CONFIG=$work/list/apt.conf apt-config dump >"$work/dump"
{
	for setting in 'Acquire::http::Proxy "http://proxy.example:3128"' \
		"Dir::State \"$work/list/state\"" "Dir::Cache \"$work/list/cache\"" \
		"Dir::Etc::sourcelist \"$work/list/debian.sources\"" \
		'Dir::Etc::sourceparts "/dev/null"' 'Dir::Etc::parts "/dev/null"'; do
		grep -qxF "$setting;" "$work/dump" || echo "lacks $setting"
	done
	grep 'hooked' "$work/dump"
	# shellcheck disable=SC2016 # apt fills these in
	APT_CONFIG=$work/list/apt.conf apt-get indextargets --no-release-info \
		--format '$(REPO_URI) $(RELEASE) $(CREATED_BY)' | sort -u |
		grep -vx 'http://one.example/debian/ trixie-backports Packages'
} 2>&1 | result "takes over the proxy, no hook and no other source"

configure
cat >"$work/etc/parts/debian.sources" <<'END'
Types: deb
URIs: https://other.example/stable
Suites: bookworm
Components: main

Types: deb deb-src
URIs: mirror+https://two.example/mirrors.txt https://three.example/debian
Suites: bookworm bookworm-updates
Components: main non-free-firmware
Signed-By: /k.gpg

Types: deb
Enabled: no
URIs: https://disabled.example/debian
Suites: bookworm-updates
Components: main
END
makes mirror+https://two.example/mirrors.txt/ "the first mirror of a deb822 file"

configure
echo 'deb file:/srv/mirror/debian trixie main' >"$work/etc/parts/one.list"
makes file:/srv/mirror/debian/ "a mirror without suites of updates, by its name"

configure
echo 'deb https://other.example/apt bookworm main' >"$work/etc/list"
makes http://deb.debian.org/debian/ "Debian's own where there is none"

configure
{
	status=0
	APT_CONFIG=$work/etc/conf KEYRING=$work/none "$VM/aptlist" trixie-backports \
		"$work/list" >"$work/out" 2>&1 || status=$?
	[ "$status" -ne 0 ] || echo "status 0"
	grep -q 'install debian-archive-keyring' "$work/out" || cat "$work/out"
	[ ! -e "$work/list/apt.conf" ] || echo "makes a list all the same"
} | result "refuses without Debian's keys, and says where they come from"

if [ "$(df -Pm "$work" | awk 'NR == 2 { print $4 }')" -lt 3000 ]; then
	skip "fetch from a made-up archive" "less than 3 GB free, which fetch asks for"
	plan
	exit
fi

# An archive that has the packages of $work/archive, and a project whose series
# for 7.3 is one patch.
base=7.3
mkdir -p "$work/archive" "$work/bin" "$work/root/patches" "$work/root/tests"
cp -R "$VM" "$work/root/tests/vm"
cat >"$work/root/patches/one.patch" <<'END'
--- a/fs/exec.c
+++ b/fs/exec.c
@@ -1 +1 @@
-what is there
+what is to be
END
echo one.patch >"$work/root/series-7.3"
cat >"$work/bin/apt-get" <<'END'
#!/bin/sh
[ "$1" != -q ] || shift
case $1 in
update)
	[ ! -e "$ARCHIVE/down" ] || { echo "E: Failed to fetch it" >&2; exit 100; } ;;
download)
	echo "$2" >>"$ARCHIVE/downloads"
	cp "$ARCHIVE/$2"_*.deb . ;;
esac
END
cat >"$work/bin/apt-cache" <<'END'
#!/bin/sh
cd "$ARCHIVE" || exit 1
case $1 in
search) ls | sed -n 's/_.*/ - source/p' | grep -E "${3%\$} " ;;
show) for deb in "$3"_*; do version=${deb#*_}; echo "Version: ${version%_*}"; done ;;
esac
END
cat >"$work/bin/apt-config" <<'END'
#!/bin/sh
END
chmod +x "$work/bin"/*

# offer VERSION CONTENT: the archive has linux-source-VERSION, with that fs/exec.c.
offer()
{
	name=linux-source-$1
	rm -rf "$work/pkg" "$work/src"
	mkdir -p "$work/src/$name/arch/x86" "$work/src/$name/fs" \
		"$work/pkg/DEBIAN" "$work/pkg/usr/src"
	printf 'VERSION = %s\nPATCHLEVEL = %s\n' "${1%.*}" "${1#*.}" >"$work/src/$name/Makefile"
	: >"$work/src/$name/Kconfig"
	echo "$2" >"$work/src/$name/fs/exec.c"
	tar -C "$work/src" -cJf "$work/pkg/usr/src/$name.tar.xz" "$name"
	printf 'Package: %s\nVersion: %s.1-1\nArchitecture: all\nMaintainer: t <t@example.org>\nDescription: t\n' \
		"$name" "$1" >"$work/pkg/DEBIAN/control"
	dpkg-deb --root-owner-group -b "$work/pkg" "$work/archive/${name}_$1.1-1_all.deb" >/dev/null
}

# fetch: sets status; what it printed is in $work/out, what it said in $work/err.
fetch()
{
	: >"$work/archive/downloads"
	status=0
	PATH=$work/bin:$PATH ARCHIVE=$work/archive KEYRING=$work/keyring \
		XDG_CACHE_HOME=$work/cache EXECTUNE_CACHE='' \
		"$work/root/tests/vm/fetch" "$base" >"$work/out" 2>"$work/err" || status=$?
}

# got PACKAGE: fetch has printed a tree that came of PACKAGE.
got()
{
	[ "$status" -eq 0 ] || cat "$work/err"
	grep -q "^$1 " "$(cat "$work/out")/.exectune-source" 2>&1 || cat "$work/err"
}

# failed WORDS DOWNLOADS: fetch has ended with one last line that has WORDS, after
# that many downloads, and has left no tree.
failed()
{
	[ "$status" -ne 0 ] || echo "status 0"
	[ ! -s "$work/out" ] || cat "$work/out"
	tail -n 1 "$work/err" | grep -q "$1" || sed 's/^/said: /' "$work/err"
	[ "$(wc -l <"$work/archive/downloads")" -eq "$2" ] ||
		echo "downloads: $(cat "$work/archive/downloads")"
	ls -d "$work/cache/exectune/src/$base" "$work/cache/exectune/src/.$base.part" 2>/dev/null
}

offer 6.12 "what is there"
fetch
failed 'trixie-backports has no linux-source-7.x' 0 | result "says that there is no such kernel"

: >"$work/archive/down"
fetch
failed 'cannot get the package list of trixie-backports: E: Failed to fetch it' 0 |
	result "says that there is no archive"
rm "$work/archive/down"

offer 7.2 "what is there"
offer 7.10 "what was there"
fetch
{
	failed 'linux-source-7.10 instead of .*: one.patch: fs/exec.c: Hunk #1 FAILED' 1
	grep -q '^  *fs/exec.c: Hunk #1 FAILED' "$work/err" || cat "$work/err"
} | result "the newest is tried; patch and hunk that fail are named"

fetch
failed 'one.patch: fs/exec.c: Hunk #1 FAILED' 0 | result "and it is not tried again"

sed -i 's/what is there/what was there/' "$work/root/patches/one.patch"
fetch
got linux-source-7.10 | result "but is when the series has changed, and stands in if it fits"
{ grep -q 'stands in for linux-source-7.3' "$work/err" || echo "not told"; } |
	result "and that is told"

rm -rf "$work/cache/exectune/src"
offer 7.3 "what was never there"
fetch
got linux-source-7.3 | result "the base itself is taken as it is"

rm -rf "$work/archive"/linux-source-*
fetch
got linux-source-7.3 | result "what is in the cache needs no archive"
plan
