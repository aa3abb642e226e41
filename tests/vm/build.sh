# SPDX-License-Identifier: GPL-2.0-only
# The environment in which kernels are compiled; sourced after lib.sh.
# shellcheck shell=sh

# ccache comes in as a compiler named gcc, so that the command lines, which the
# build compares, do not change with its presence.  It takes what a file includes
# from the list that the compiler makes for the build anyway: to preprocess each
# file for that made a first build a third longer.
use_ccache()
{
	have ccache || return 0
	EXECTUNE_GCC=${EXECTUNE_GCC:-$(command -v gcc)}
	PATH=$VM/ccache:$PATH
	export PATH EXECTUNE_GCC CCACHE_DIR="$CACHE/ccache" CCACHE_BASEDIR="$CACHE"
	export CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1 CCACHE_MAXSIZE=2G
}

# The same kernel from the same source, whoever builds it and when.
stable_stamps()
{
	export KBUILD_BUILD_USER=exectune KBUILD_BUILD_HOST=exectune
	export KBUILD_BUILD_TIMESTAMP='Thu Jan  1 00:00:00 UTC 2026'
}
