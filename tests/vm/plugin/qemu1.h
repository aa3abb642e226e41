/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What is used here of interface version 1 of QEMU's TCG plugins, which QEMU offers before 9.0
 * (tried: 7.2). Debian's packages have no header for it; the interface is described in
 * https://www.qemu.org/docs/master/devel/tcg-plugins.html
 */
#ifndef QEMU1_H
#define QEMU1_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define QEMU_INTERFACE 1

/* What a plugin provides. QEMU looks at the number before it calls the function. */
extern int qemu_plugin_version;

struct qemu_info {
	const char *target;		/* "x86_64" */
	struct {
		int min, cur;		/* interface versions that this QEMU offers */
	} version;
	bool system;			/* a whole machine, not one program */
	int cpus, max_cpus;		/* of a whole machine only */
};

int qemu_plugin_install(uint64_t id, const struct qemu_info *info, int argc, char **argv);

/* A block of code at its translation, and an instruction of it: valid during the callback only. */
struct qemu_plugin_tb;
struct qemu_plugin_insn;

size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb, size_t i);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *insn);
size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *insn);
uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn);

typedef void (*qemu_tb_fn)(uint64_t id, struct qemu_plugin_tb *tb);
typedef void (*qemu_insn_fn)(unsigned cpu, void *data);
typedef void (*qemu_mem_fn)(unsigned cpu, uint32_t info, uint64_t address, void *data);
typedef void (*qemu_exit_fn)(uint64_t id, void *data);

enum qemu_flags { QEMU_NO_REGS };
enum qemu_rw { QEMU_READS = 1, QEMU_WRITES = 2 };

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t id, qemu_tb_fn fn);

/* Called before the instruction, each time that it is begun. */
void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn, qemu_insn_fn fn,
					    enum qemu_flags flags, void *data);

enum qemu_op { QEMU_ADD_U64 };

/* Adds n to a counter at the same time; of all vCPUs, without a lock. */
void qemu_plugin_register_vcpu_insn_exec_inline(struct qemu_plugin_insn *insn, enum qemu_op op,
						void *counter, uint64_t n);

/* Called after each access to memory that the instruction makes, unless that faults. */
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn, qemu_mem_fn fn,
				      enum qemu_flags flags, enum qemu_rw rw, void *data);

void qemu_plugin_register_atexit_cb(uint64_t id, qemu_exit_fn fn, void *data);

#endif
