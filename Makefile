# SPDX-License-Identifier: GPL-2.0-only
# exectune: targets and variables. What a target does is in the script it calls.

# Variables, as "make help" shows them:
BASE ?= 6.12#  kernel line: one that has a series
BASES ?=#  test, prefixes: several lines, the main one first, as BASES="6.12 6.1" (default: BASE; of test, all)
MUTANTS ?=#  mutants: their names (default: all of tests/mutants)
TESTS ?= unit lint guest#  test: what is run; there are also stock (the selftests on stock kernels) and prefixes
ARCH ?= x86_64#  test, kernel: or arm64, of which there is Linux 6.12, compiled and emulated here
LANE ?= time#  run: time (nanoseconds, by KVM or TCG), count (instructions, exact) or atomics (locked operations)
NODES ?=#  run: 2 or 1 only (default: first a machine of 2 nodes, then one of 1)
BLOCKS ?=#  run: how often each arm is measured (18 on 2 nodes, 10 on 1; count lane: 32; atomics: 3; experiment: 40)
BOOTS ?=#  experiment: how many boots (6)
WORKLOADS ?=#  experiment: as exectune run -w takes them (a miss, two hits, a chain of execs)
EXPERIMENT ?=#  experiment: the folder in out/experiment/ (default: BASE)
KSRC ?=#  an unpatched kernel tree to use, instead of Debian's package
OUT ?= $(CURDIR)/out#  where results and our own programs go
JOBS ?= $(shell nproc)#  compilers at a time
SEED ?=#  validate: other random numbers
V ?= 0#  1: show the commands and their output

VM := tests/vm
GUEST := $(OUT)/guest/initramfs.cpio.gz
export ARCH BASE BASES LANE NODES BLOCKS BOOTS WORKLOADS EXPERIMENT KSRC SEED OUT JOBS V

ifneq ($(V),1)
.SILENT:
MAKEFLAGS += --no-print-directory
sub := V=
else
sub := V=1
endif

.DELETE_ON_ERROR:
.PHONY: help deps fetch push kernel userspace guest vm run experiment test unit lint prefixes goals validate
.PHONY: mutants report-check install clean
.DEFAULT_GOAL := help

help: ## this list
	$(VM)/help Makefile

deps: ## install the Debian packages that building and running take
	$(VM)/deps run

fetch: ## get the unpatched kernel source into the cache, print its path
	$(VM)/fetch $(BASE)

push: ## push the series onto your kernel tree: make push KSRC=DIR
	$(VM)/push "$(KSRC)"

kernel: ## build the patched kernel that is measured, print its path
	$(VM)/kernel $(BASE) patched bench

userspace: ## build exectune
	$(MAKE) -C userspace O=$(OUT)/userspace $(sub)

guest: userspace ## pack the guest's root filesystem
	$(VM)/mkguest --exectune $(OUT)/userspace $(GUEST)

vm: guest ## a shell in the guest, on the patched kernel
	$(VM)/shell $(GUEST)

run: ## everything, up to the table of results in out/run/BASE/
	$(VM)/run

experiment: ## several boots, each with its own layout, summed up in out/experiment/BASE/
	$(VM)/experiment

goals: guest ## measure each promised figure anew and compare it with its bar
	tests/goals/run

validate: ## check how often the judgement is right, on simulated experiments
	$(MAKE) -C userspace O=$(OUT)/userspace $(sub) validate
	$(OUT)/userspace/validate $(if $(SEED),--seed $(SEED))

# A BASE that nobody gave is no choice: what can run on all bases then does.
all_bases := $(if $(filter file,$(origin BASE)),env -u BASE )

test: ## unit tests, lint, and the tests in the guest on each base
	$(all_bases)tests/tap/run $(TESTS)

unit: ## unit tests of exectune and of the harness only
	tests/tap/run unit

lint: ## checks of the series and of our scripts only
	tests/tap/run lint

prefixes: ## compile after each patch, and in many configurations; compare warnings with stock's
	tests/tap/run prefixes

mutants: ## put deliberate bugs into the series, one at a time: do the tests see each?
	$(all_bases)tests/mutants/run $(MUTANTS)

report-check: userspace ## look at example reports with headless Chromium; screenshots in out/report/
	OUT=$(OUT) EXECTUNE=$(OUT)/userspace/exectune tests/report/check

install: ## install exectune, exectune-boots and their manual pages: PREFIX, DESTDIR
	$(MAKE) -C userspace O=$(OUT)/userspace $(sub) install

clean: ## remove out/; the cache of kernels stays
	rm -rf $(OUT)
