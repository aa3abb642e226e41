# SPDX-License-Identifier: GPL-2.0-only
# Guest, atomics lane: known numbers of locked operations, on each CPU.
set -e
threads=$EXECTUNE_CPUS
[ "$threads" != 1 ] || threads=0
/job/calibrate "$threads" >expected
