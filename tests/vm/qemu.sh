# SPDX-License-Identifier: GPL-2.0-only
# Shared by boot and probe; sourced after lib.sh.
# shellcheck shell=sh disable=SC2034

case $ARCH in
x86_64) QEMU=${QEMU:-qemu-system-x86_64} ;;
arm64) QEMU=${QEMU:-qemu-system-aarch64} ;;
esac

# Exit statuses of boot beyond those of the verdict (verdict.h).
EXIT_NO_QEMU=15
EXIT_NO_SPACE=16

need_qemu()
{
	have "$QEMU" && return
	say "no $QEMU; install it (make deps), or set QEMU=PROGRAM"
	exit "$EXIT_NO_QEMU"
}
