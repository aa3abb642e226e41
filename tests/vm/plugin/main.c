// SPDX-License-Identifier: GPL-2.0-only
/*
 * A plugin for QEMU that counts instructions, and locked operations with the place in memory that
 * each writes, by address and vCPU, in the windows that a program opens and closes by markers.
 * docs/atomics.md says what is counted and what not.
 *
 *	-plugin FILE,out=FILE[,scope=cpu|machine][,tables=on|off]
 *
 * scope=machine: a window counts what all vCPUs do meanwhile. tables=off: windows only.
 *
 * Lines of the output; a group is what was counted up to a marker that ends one:
 *	window CPU USER KERNEL LOCKED-USER LOCKED-KERNEL	one window: instructions, operations
 *	bad CPU WHY		a marker that cannot be right: the group is worth nothing
 *	insn CPU ADDRESS N	instructions of the group; address 0: of user space
 *	lock CPU ADDRESS PLACE N	locked operations of the group
 *	group			its end
 *
 * Counters of QEMU's own ("inline") are some times faster, but one counter serves all vCPUs, without
 * a lock, and counts always. So they only serve for the sum of all instructions on a machine of one
 * vCPU. Elsewhere each vCPU writes only what is its own.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "count.h"
#include "decode.h"
#include "qemu1.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int qemu_plugin_version = QEMU_INTERFACE;

static FILE *out;
static bool whole_machine;		/* not the emulation of one program */
/* Of the markers; what happens between them takes no lock. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Whether instructions are added up by QEMU itself. */
static bool by_qemu(void)
{
	return whole_machine && count.ncpus == 1 && !count.tables;
}

static bool counting(const struct cpu *cpu)
{
	return __atomic_load_n(&cpu->on, __ATOMIC_RELAXED);
}

static struct cpu *cpu_at(unsigned index)
{
	if (index >= count.ncpus)
		fail("more vCPUs, or threads, than it was told of");
	return &count.cpus[index];
}

static void on_insn(unsigned index, void *data)
{
	struct cpu *cpu = &count.cpus[index];
	struct site *s = data;

	if (index >= count.ncpus || !counting(cpu))
		return;
	cpu->sum.insns[s->kernel]++;
	if (count.tables)
		s->insns[index]++;
}

/* The first of two callbacks: what faults on its way to memory is begun anew, and did nothing. */
static void on_locked(unsigned index, void *data)
{
	struct cpu *cpu = cpu_at(index);

	(void)data;
	cpu->pending = counting(cpu);
}

/* Two words are written by an operation on 16 bytes; the first counts. */
static void on_write(unsigned index, uint32_t info, uint64_t address, void *data)
{
	struct cpu *cpu = cpu_at(index);
	const struct site *s = data;

	(void)info;
	if (!cpu->pending)
		return;
	cpu->pending = false;
	cpu->sum.locked[s->kernel]++;
	if (count.tables)
		place_add(cpu, s, address);
}

static void set_on(unsigned index, bool on)
{
	if (!count.machine) {
		__atomic_store_n(&count.cpus[index].on, on, __ATOMIC_RELAXED);
		return;
	}
	for (unsigned i = 0; i < count.ncpus; i++)
		__atomic_store_n(&count.cpus[i].on, on, __ATOMIC_RELAXED);
}

static void bad(unsigned index, const char *why)
{
	fprintf(out, "bad %u %s\n", index, why);
}

static void on_start(unsigned index, void *data)
{
	struct cpu *cpu = cpu_at(index);

	(void)data;
	pthread_mutex_lock(&lock);
	if (counting(cpu)) {
		bad(index, "a window was opened within another");
	} else {
		count.open++;
		cpu->at_start = totals_of(index);
		count.opener = index;
		set_on(index, true);
	}
	pthread_mutex_unlock(&lock);
}

static void on_stop(unsigned index, void *data)
{
	struct cpu *cpu = cpu_at(index);
	const struct totals *t0;
	struct totals t;

	(void)data;
	pthread_mutex_lock(&lock);
	if (!counting(cpu)) {
		bad(index, "a window was closed that was not open: its task has moved");
	} else {
		set_on(index, false);
		count.open--;
		t0 = &count.cpus[count.machine ? count.opener : index].at_start;
		t = totals_of(index);
		fprintf(out, "window %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", index,
			t.insns[0] - t0->insns[0], t.insns[1] - t0->insns[1],
			t.locked[0] - t0->locked[0], t.locked[1] - t0->locked[1]);
	}
	pthread_mutex_unlock(&lock);
}

static void on_group(unsigned index, void *data)
{
	(void)data;
	pthread_mutex_lock(&lock);
	if (count.open) {
		bad(index, "a window is open at the end of the group: its task has moved");
		for (unsigned i = 0; i < count.ncpus; i++)
			__atomic_store_n(&count.cpus[i].on, false, __ATOMIC_RELAXED);
		count.open = 0;
	}
	group_write(out);
	fputs("group\n", out);
	if (fflush(out))
		fail("cannot write its output: is the disk full?");
	pthread_mutex_unlock(&lock);
}

static const qemu_insn_fn on_marker[] = {
	[MARK_START] = on_start, [MARK_STOP] = on_stop, [MARK_GROUP] = on_group,
};

/* Without the registers, what is the kernel is told by the half of the address space. */
static bool is_kernel(uint64_t pc)
{
	return whole_machine && pc >> 63;
}

static void on_translation(uint64_t id, struct qemu_plugin_tb *tb)
{
	(void)id;
	for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
		const unsigned char *code = qemu_plugin_insn_data(insn);
		size_t size = qemu_plugin_insn_size(insn);
		uint64_t pc = qemu_plugin_insn_vaddr(insn);
		bool kernel = is_kernel(pc), locked = decode_locked(code, size);
		enum marker m = kernel ? MARK_NONE : decode_marker(code, size);
		struct site *s;

		if (m) {
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_marker[m], QEMU_NO_REGS, NULL);
			continue;
		}
		s = site_get(kernel || locked ? pc : 0, kernel);
		if (by_qemu())
			qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_ADD_U64,
								   &count.cpus[0].sum.insns[kernel], 1);
		else
			qemu_plugin_register_vcpu_insn_exec_cb(insn, on_insn, QEMU_NO_REGS, s);
		if (!locked)
			continue;
		qemu_plugin_register_vcpu_insn_exec_cb(insn, on_locked, QEMU_NO_REGS, s);
		qemu_plugin_register_vcpu_mem_cb(insn, on_write, QEMU_NO_REGS, QEMU_WRITES, s);
	}
}

static void on_exit(uint64_t id, void *data)
{
	(void)id, (void)data;
	/* One program may have closed it, and each group is on disk. */
	if (fclose(out) && whole_machine)
		fail("cannot write its output: is the disk full?");
}

static int option(const char *arg)
{
	if (!strncmp(arg, "out=", 4) && !out) {
		out = fopen(arg + 4, "w");
		if (out)
			return 0;
		perror(arg + 4);
	} else if (!strcmp(arg, "scope=cpu") || !strcmp(arg, "scope=machine")) {
		count.machine = arg[6] == 'm';
		return 0;
	} else if (!strcmp(arg, "tables=on") || !strcmp(arg, "tables=off")) {
		count.tables = arg[8] == 'n';
		return 0;
	}
	fprintf(stderr, "atomics plugin: cannot use '%s'; it takes out=FILE, scope=cpu or machine, tables=on or off\n",
		arg);
	return 1;
}

EXPORT int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv)
{
	count.tables = true;
	for (int i = 0; i < argc; i++)
		if (option(argv[i]))
			return 1;
	if (!out) {
		fputs("atomics plugin: it needs out=FILE\n", stderr);
		return 1;
	}
	if (strcmp(info->target, "x86_64")) {
		fprintf(stderr, "atomics plugin: the guest is %s; it knows x86_64 only\n", info->target);
		return 1;
	}
	whole_machine = info->system;
	count.ncpus = info->system ? (unsigned)info->max_cpus : CPUS_MAX;
	if (count.ncpus > CPUS_MAX) {
		fprintf(stderr, "atomics plugin: %u vCPUs; it can count %d\n", count.ncpus, CPUS_MAX);
		return 1;
	}
	qemu_plugin_register_vcpu_tb_trans_cb(id, on_translation);
	qemu_plugin_register_atexit_cb(id, on_exit, NULL);
	return 0;
}
