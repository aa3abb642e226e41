# SPDX-License-Identifier: GPL-2.0-only
# The guest that tests run in, and its boots; sourced after lib.sh.
# shellcheck shell=sh

# patched_tree BASE: the tree that selftests are compiled from, for whom does not build
# its kernel, which makes it as well.
patched_tree()
{
	"$VM/sync" "$1" "$("$VM/fetch" "$1")" "$CACHE/src/$1-patched${KSRC:+-ksrc}"
}

# make_guest BASE: userspace, and what runs in the guest.  Sets programs (a folder,
# for which see guest-programs) and initrd.
make_guest()
{
	programs=$OUT/guest/$1$OTHER/tests
	initrd=$OUT/guest/$1$OTHER/test.cpio.gz
	make_userspace &&
		"$VM/guest-programs" "$1" "$CACHE/src/$1-patched${KSRC:+-ksrc}" "$programs" &&
		"$VM/mkguest" --exectune "$OUT/userspace$OTHER" --tests "$programs" "$initrd"
}

# make_userspace: exectune for the guest's architecture.
make_userspace()
{
	set -- make --no-print-directory -s -C "$ROOT/userspace" O="$OUT/userspace$OTHER" V=
	if [ -n "$OTHER" ]; then
		sysroot=$("$VM/sysroot") || return 1
		set -- "$@" CC="${CROSS}gcc --sysroot=$sysroot" AR="${CROSS}ar" \
			TRACEFS="-isystem $sysroot/usr/include/tracefs -isystem $sysroot/usr/include/traceevent"
	fi
	"$@" >&2
}

# tests_of PROGRAMS: those that are there, as FOLDER/NAME.
tests_of()
{
	(cd "$1" && find . -mindepth 2 -type f \( -name '*.t' -o -perm -u+x \)) |
		sed 's|^\./||' | LC_ALL=C sort
}

# boot_guest DIR KERNEL JOB OPTION...: boots JOB with the options that belong to it;
# the verdict is in DIR.status, what boot had to say in DIR.log.
boot_guest()
{
	boot_dir=$1 boot_kernel=$2 boot_job=$3
	shift 3
	case $boot_job in
	boot-setting)
		set -- "$@" --append "sysctl.kernel.exec_lookup_mode=3 sysctl.kernel.sched_exec_policy=2 sysctl.kernel.sched_exec_point=1 sysctl.kernel.exec_stats=1 sysctl.fs.access_cred_mode=0 sysctl.fs.proc_pid_walk=0"
		;;
	apparmor)
		set -- "$@" --append "lsm=landlock,yama,apparmor" \
			--with "$ROOT/tests/data/apparmor/exec-only.bin" \
			--with "$ROOT/tests/data/apparmor/exec-log.bin"
		;;
	tomoyo)
		set -- "$@" --append "lsm=landlock,yama,tomoyo TOMOYO_trigger=/usr/sbin/tomoyo-trigger TOMOYO_loader=/usr/sbin/tomoyo-loader"
		;;
	esac
	"$VM/boot" --kernel "$boot_kernel" --initrd "$initrd" --job "$VM/jobs/$boot_job.sh" \
		--out "$boot_dir" --timeout 1800 --nodes 2 --cpus 4 "$@" \
		2>"$boot_dir.log"
	echo $? >"$boot_dir.status"
}
