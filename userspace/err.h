/* SPDX-License-Identifier: GPL-2.0-only */
/* The only way messages leave exectune: "exectune: MESSAGE" on stderr, one line. */
#ifndef ERR_H
#define ERR_H

#include <stdbool.h>

/* Set by -q: note_say() and progress are silent; err_say() never is. */
extern bool err_quiet;

/* Say what is wrong and what to do about it. Keeps errno. */
void err_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Say something worth knowing that is no error; silent with -q. Keeps errno. */
void note_say(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

#endif
