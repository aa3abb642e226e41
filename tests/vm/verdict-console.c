// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "verdict.h"

/*
 * What the kernel says when something is wrong.  The first row that fits a
 * message decides: it starts with .start and, if given, has .inside after that.
 */
static const struct sign {
	const char *start, *inside;
	enum verdict_kind kind;
} signs[] = {
	{ "Kernel panic - not syncing", NULL, VERDICT_PANIC },
	{ "---[ end Kernel panic", NULL, VERDICT_PANIC },
	{ "kernel BUG at ", NULL, VERDICT_PANIC },
	{ "BUG: kernel NULL pointer dereference", NULL, VERDICT_PANIC },
	{ "BUG: unable to handle ", NULL, VERDICT_PANIC },
	{ "BUG: TASK stack guard page was hit", NULL, VERDICT_PANIC },
	{ "BUG: IRQ stack guard page was hit", NULL, VERDICT_PANIC },
	{ "Oops: ", NULL, VERDICT_PANIC },
	{ "general protection fault", NULL, VERDICT_PANIC },
	{ "PANIC: ", NULL, VERDICT_PANIC },
	{ "invalid opcode: ", NULL, VERDICT_PANIC },
	{ "divide error: ", NULL, VERDICT_PANIC },
	{ "stack segment: ", NULL, VERDICT_PANIC },
	{ "double fault: ", NULL, VERDICT_PANIC },

	{ "INFO: rcu_", "stall", VERDICT_RCU_STALL },
	{ "rcu_", "kthread starved for", VERDICT_RCU_STALL },

	{ "BUG: KASAN: ", NULL, VERDICT_KASAN },
	{ "BUG: KFENCE: ", NULL, VERDICT_KASAN },
	{ "BUG: KCSAN: ", NULL, VERDICT_KASAN },
	{ "BUG: KMSAN: ", NULL, VERDICT_KASAN },
	{ "UBSAN: ", NULL, VERDICT_KASAN },
	{ "BUG ", NULL, VERDICT_KASAN },	/* SLUB: "BUG kmalloc-64 (...): ..." */
	{ "kmemleak: ", "new suspected memory leaks", VERDICT_KASAN },

	{ "INFO: task ", "blocked for more than", VERDICT_HUNG_TASK },
	{ "BUG: soft lockup", NULL, VERDICT_HUNG_TASK },
	{ "BUG: workqueue lockup", NULL, VERDICT_HUNG_TASK },
	{ "Watchdog detected hard LOCKUP", NULL, VERDICT_HUNG_TASK },
	{ "CPU", "Watchdog detected hard LOCKUP", VERDICT_HUNG_TASK },

	{ "WARNING: possible ", "lock", VERDICT_LOCKDEP },
	{ "WARNING: inconsistent lock state", NULL, VERDICT_LOCKDEP },
	{ "WARNING: ", " lock order detected", VERDICT_LOCKDEP },
	{ "WARNING: bad unlock balance detected", NULL, VERDICT_LOCKDEP },
	{ "WARNING: held lock freed", NULL, VERDICT_LOCKDEP },
	{ "WARNING: lock held when returning to user space", NULL, VERDICT_LOCKDEP },
	{ "WARNING: Nested lock was not taken", NULL, VERDICT_LOCKDEP },
	{ "WARNING: bad contention detected", NULL, VERDICT_LOCKDEP },
	{ "WARNING: suspicious RCU usage", NULL, VERDICT_LOCKDEP },
	{ "WARNING: ", "still has locks held", VERDICT_LOCKDEP },
	{ "[ BUG: Invalid wait context ]", NULL, VERDICT_LOCKDEP },
	{ "BUG: Invalid wait context", NULL, VERDICT_LOCKDEP },
	{ "BUG: MAX_LOCK", NULL, VERDICT_LOCKDEP },
	{ "BUG: MAX_STACK_TRACE_ENTRIES", NULL, VERDICT_LOCKDEP },
	{ "BUG: key ", "has not been registered", VERDICT_LOCKDEP },
	{ "INFO: trying to register non-static key", NULL, VERDICT_LOCKDEP },

	{ "WARNING: ", NULL, VERDICT_WARNING },
	{ "BUG: ", NULL, VERDICT_WARNING },
	{ "[ BUG: ", NULL, VERDICT_WARNING },
	{ "bad: scheduling from the idle thread", NULL, VERDICT_WARNING },
	{ "list_add corruption", NULL, VERDICT_WARNING },
	{ "list_del corruption", NULL, VERDICT_WARNING },
};

/* Subsystems that put their name before such a message. */
static const char *const prefixes[] = { "rcu: ", "watchdog: ", "NMI watchdog: " };

/* A piece of text that is not terminated. */
struct piece {
	const char *at;
	size_t len;
};

static bool skip(struct piece *p, const char *start)
{
	size_t len = strlen(start);

	if (p->len < len || memcmp(p->at, start, len))
		return false;
	p->at += len;
	p->len -= len;
	return true;
}

static bool contains(struct piece p, const char *what)
{
	return memmem(p.at, p.len, what, strlen(what)) != NULL;
}

/* "[", then characters of the set, padded by spaces before them, then "]". */
static bool skip_bracket(struct piece *p, const char *set)
{
	size_t i = 1, digits = 0;

	if (!p->len || p->at[0] != '[')
		return false;
	while (i < p->len && p->at[i] == ' ')
		i++;
	for (; i < p->len && p->at[i] && strchr(set, p->at[i]); i++)
		digits++;
	if (!digits || i >= p->len || p->at[i] != ']')
		return false;
	p->at += i + 1;
	p->len -= i + 1;
	return true;
}

/*
 * "[   12.345678] message", or with the caller: "[   12.345678][   T42] message".
 * Leaves the message in *line; false if the line is not printk's.
 */
static bool skip_stamp(struct piece *line)
{
	while (line->len && line->at[0] == '\r')
		skip(line, "\r");
	if (!skip_bracket(line, "0123456789."))
		return false;
	skip_bracket(line, "TC0123456789");
	return skip(line, " ");
}

static bool judge(struct piece message, enum verdict_kind *kind)
{
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		skip(&message, prefixes[i]);
	for (size_t i = 0; i < sizeof(signs) / sizeof(*signs); i++) {
		struct piece rest = message;

		if (skip(&rest, signs[i].start) &&
		    (!signs[i].inside || contains(rest, signs[i].inside))) {
			*kind = signs[i].kind;
			return true;
		}
	}
	return false;
}

/* Printable, without the line's end, terminated. */
static void copy_line(struct piece line, char *to, size_t size)
{
	size_t len = 0;

	for (size_t i = 0; i < line.len && len + 1 < size; i++)
		if (line.at[i] != '\r')
			to[len++] = isprint((unsigned char)line.at[i]) ? line.at[i] : '?';
	to[len] = '\0';
}

/* Takes the first line, without its newline, off text[len]. */
static struct piece next_line(const char **text, size_t *len)
{
	const char *end = memchr(*text, '\n', *len);
	struct piece line = { *text, end ? (size_t)(end - *text) : *len };
	size_t taken = line.len + (end ? 1 : 0);

	*text += taken;
	*len -= taken;
	return line;
}

bool verdict_console(const char *text, size_t len, enum verdict_kind *kind,
		     char *line, size_t size)
{
	while (len) {
		struct piece whole = next_line(&text, &len), message = whole;

		if (skip_stamp(&message) && judge(message, kind)) {
			copy_line(whole, line, size);
			return true;
		}
	}
	return false;
}

bool verdict_find(const char *text, size_t len, const char *start, char *line,
		  size_t size)
{
	while (len) {
		struct piece whole = next_line(&text, &len), message = whole;

		if (skip_stamp(&message) && skip(&message, start)) {
			copy_line(whole, line, size);
			return true;
		}
	}
	return false;
}
