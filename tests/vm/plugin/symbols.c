// SPDX-License-Identifier: GPL-2.0-only
/*
 * symbols KALLSYMS < counts: the plugin's output with names in place of the kernel's addresses, and
 * what is the same then added up: "insn CPU SYMBOL N", "lock CPU SYMBOL PLACE N"; other lines as
 * they are. KALLSYMS is the guest's /proc/kallsyms, or a System.map, without KASLR.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USER "(user)"
#define UNKNOWN "(unknown)"

struct symbol {
	uint64_t address;
	char *name;
};

struct row {
	const char *name;
	unsigned cpu;
	uint64_t place, n;		/* place: of an operation */
};

struct rows {
	struct row *at;
	size_t n, room;
};

static struct symbol *symbols;
static size_t nsymbols;

static void die(const char *why, const char *what)
{
	fprintf(stderr, "symbols: %s%s\n", why, what);
	exit(1);
}

static void *more(void *at, size_t n, size_t *room, size_t size)
{
	if (n < *room)
		return at;
	*room = *room ? *room * 2 : 1024;
	at = reallocarray(at, *room, size);
	if (!at)
		die("out of memory", "");
	return at;
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = ((const struct symbol *)a)->address, y = ((const struct symbol *)b)->address;

	return x < y ? -1 : x > y;
}

/* Code only; what lies before a function for the compiler's own use is no function. */
static void read_symbols(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[512], name[400], type;
	uint64_t address;
	size_t room = 0;

	if (!f)
		die("cannot read ", path);
	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%" SCNx64 " %c %399s", &address, &type, name) != 3 ||
		    !strchr("tTwW", type) || !strncmp(name, "__pfx_", 6) || !(address >> 63))
			continue;
		symbols = more(symbols, nsymbols, &room, sizeof(*symbols));
		symbols[nsymbols++] = (struct symbol){ address, strdup(name) };
	}
	fclose(f);
	if (!nsymbols)
		die("no kernel symbols (were they read by root?) in ", path);
	qsort(symbols, nsymbols, sizeof(*symbols), by_address);
}

static const char *name_of(uint64_t address)
{
	size_t low = 0, high = nsymbols;

	if (!(address >> 63))
		return USER;
	while (low < high) {
		size_t middle = (low + high) / 2;

		if (symbols[middle].address <= address)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return UNKNOWN;
	/* Of several names of an address, the first in alphabetical order. */
	for (high = --low; low && symbols[low - 1].address == symbols[high].address; low--)
		;
	for (size_t i = low + 1; i <= high; i++)
		if (strcmp(symbols[i].name, symbols[low].name) < 0)
			low = i;
	return symbols[low].name;
}

static void add(struct rows *rows, unsigned cpu, uint64_t pc, uint64_t place, uint64_t n)
{
	rows->at = more(rows->at, rows->n, &rows->room, sizeof(*rows->at));
	rows->at[rows->n++] = (struct row){ name_of(pc), cpu, place, n };
}

static int by_what(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	if (!order)
		order = x->cpu < y->cpu ? -1 : x->cpu > y->cpu;
	if (!order)
		order = x->place < y->place ? -1 : x->place > y->place;
	return order;
}

static void write_rows(struct rows *rows, const char *kind)
{
	qsort(rows->at, rows->n, sizeof(*rows->at), by_what);
	for (size_t i = 0; i < rows->n; i++) {
		const struct row *r = &rows->at[i];

		if (i + 1 < rows->n && !by_what(r, r + 1)) {
			rows->at[i + 1].n += r->n;
			continue;
		}
		printf("%s %u %s", kind, r->cpu, r->name);
		if (*kind == 'l')
			printf(" %016" PRIx64, r->place);
		printf(" %" PRIu64 "\n", r->n);
	}
	rows->n = 0;
}

int main(int argc, char **argv)
{
	struct rows insns = { 0 }, locks = { 0 };
	uint64_t pc, place, n;
	unsigned cpu;
	char line[256];

	if (argc != 2)
		die("usage: symbols KALLSYMS < counts", "");
	read_symbols(argv[1]);
	while (fgets(line, sizeof(line), stdin)) {
		if (sscanf(line, "insn %u %" SCNx64 " %" SCNu64, &cpu, &pc, &n) == 3) {
			add(&insns, cpu, pc, 0, n);
		} else if (sscanf(line, "lock %u %" SCNx64 " %" SCNx64 " %" SCNu64, &cpu, &pc, &place, &n) == 4) {
			add(&locks, cpu, pc, place, n);
		} else {
			if (!strcmp(line, "group\n")) {
				write_rows(&insns, "insn");
				write_rows(&locks, "lock");
			}
			fputs(line, stdout);
		}
	}
	if (fflush(stdout))
		die("cannot write: is the disk full?", "");
	return 0;
}
