/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef VERSION_H
#define VERSION_H

/* What --version prints and the samples file records as "tool". */
#define EXECTUNE_VERSION "exectune 0.1"

#endif
