# SPDX-License-Identifier: MIT
#
# Builds Bulkhead: the kernel image, the ISO, and the same sources for Linux. `make help` lists the
# targets and variables. Everything that is made goes below $(BUILD); sources are found by
# wildcard, so a new file needs no edit here. Nothing is linked through an archive: that would drop
# files that register themselves.

MAKEFLAGS += --no-builtin-rules --no-builtin-variables
.DELETE_ON_ERROR:
.SUFFIXES:
.DEFAULT_GOAL := iso

# Variables, with their defaults. `make help` prints the lines that carry ##.
#> Variables of `make run`, from the command line or the environment:
BOOT ?= iso##	iso, or direct: QEMU's -kernel through the PVH note
FIRMWARE ?= bios##	bios or uefi (uefi needs BOOT=iso)
ACCEL ?= auto##	auto, tcg, kvm, or icount: one TSC tick an instruction, repeatable
CPUS ?= 1##	number of CPUs, 1 to 255
MEM ?= 1G##	RAM: a number with M, G or T
NODES ?= 1##	number of NUMA nodes, 1 to 64, or the memory of each: 512M,0,256M
CPU ?= max##	CPU model of QEMU, with features: max,-erms
NICS ?=##	network cards: e1000 e1000e virtio-net-pci, several with commas: cabled together
ARGS ?=##	kernel command line, such as "bench=Bulk* reps=3"
MODULE ?=##	file that the boot loader passes along: it can be mapped
LOG ?= $(BUILD)/run.log##	file for the serial capture
TIMEOUT ?= 900##	seconds until a run that has not ended counts as hung
LINUX ?=##	a log of compare-linux that make report sets beside the run's, with ratios
#> Variables of `make fuzz`:
T ?= 60##	seconds for each target and engine; 0: seeds and found inputs, then a moment of libFuzzer
FUZZ ?= *##	targets, by patterns: "acpi p*"
#> Variables of `make mutants`:
SEED ?= 1##	of the mutants that are drawn
N ?= 60##	how many of them
#> Variables of `make endurance`:
OPS ?= 1e9##	operations, whole millions
#> Variables of every target:
BUILD ?= build##	folder for all that is made
NO_DEPS ?=##	1: neither look for nor install the tools needed
V ?=##	1: show commands
ifneq ($(filter default undefined,$(origin CC)),)
CC := gcc
endif
CC ?= gcc##	compiler of the image: gcc or clang

run_variables := BOOT FIRMWARE ACCEL CPUS MEM NODES CPU NICS MODULE LOG TIMEOUT
known_variables := $(run_variables) ARGS LINUX T FUZZ SEED N OPS BUILD NO_DEPS V CC
given_variables := $(foreach v,$(.VARIABLES),$(if $(findstring command,$(origin $v)),$v))
unknown_variables := $(filter-out $(known_variables) MAKE% -%,$(given_variables))
ifneq ($(unknown_variables),)
$(error unknown variable $(unknown_variables); `make help` lists the ones there are)
endif
ifneq ($(filter / . .. ./ ../,$(BUILD))$(if $(BUILD),,empty),)
$(error BUILD="$(BUILD)" is no folder to build in)
endif

# A kernel command line may hold a `$` (memmap=64M$0x10000000): take ARGS as typed, and $$ as $.
override ARGS := $(subst $$$$,$$,$(value ARGS))
export $(run_variables) ARGS BUILD NO_DEPS T FUZZ OPS

Q := $(if $(V),,@)
comma := ,
say = $(if $(V),@:,@printf '  %-8s%s\n' $(1) $(2))

# ---- Sources ------------------------------------------------------------------------------------

guest_c := $(sort $(wildcard boot/*.c kernel/*.c kernel/x86/*.c kernel/glue/*.c drivers/*.c mm/*.c \
	apps/*/*.c tests/harness/*.c tests/unit/*.c tests/guest/*.c))
guest_asm := $(sort $(wildcard boot/*.asm kernel/x86/*.asm))
logic_c := $(wildcard boot/*_logic.c kernel/*_logic.c kernel/x86/*_logic.c kernel/glue/*_logic.c \
	drivers/*_logic.c)
bench_c := $(sort $(wildcard mm/*.c apps/*/*.c tests/harness/*.c tests/host/*.c boot/multiboot2.c \
	boot/pvh.c kernel/x86/pagetable*.c) $(logic_c))
unit_c := $(sort $(bench_c) $(wildcard tests/unit/*.c))
fuzz_targets := $(wildcard tests/fuzz/*_fuzz.c)
# What the targets link, with coverage, and what only compares and has none: that would lead astray.
fuzz_c := $(wildcard boot/*.c mm/*.c apps/net/*.c apps/packet/frame.c apps/harness/glob.c \
	$(patsubst %,kernel/%_logic.c,cmdline console ip) kernel/x86/pagetable*.c \
	$(patsubst %,kernel/x86/%_logic.c,acpi madt power smbios spcr srat watchdog) \
	drivers/fbcon_logic.c drivers/pci_logic.c)
fuzz_plain_c := $(filter-out %_bench.c %_test.c tests/host/main.c $(fuzz_targets), \
	$(wildcard tests/harness/*.c tests/host/*.c tests/unit/*.c tests/fuzz/*.c))

# ---- Flags --------------------------------------------------------------------------------------
# Folders stay out of the *_flags that are recorded in the image: it must come out bit for bit the
# same wherever it is built.

warn_flags := -Wall -Wextra -Wmissing-prototypes -Wundef -Wshadow -Wvla -Werror
guest_flags := -std=gnu11 -O2 -g -ffreestanding -nostdinc -mcmodel=kernel -mno-red-zone \
	-mgeneral-regs-only -fno-pic -fno-pie -fno-stack-protector -fcf-protection=none \
	-fno-omit-frame-pointer -momit-leaf-frame-pointer -fno-strict-aliasing \
	-fno-asynchronous-unwind-tables $(warn_flags)
unit_flags := -std=gnu11 -O1 -g1 -pthread -fno-omit-frame-pointer -fno-strict-aliasing \
	-fsanitize=address,undefined -fno-sanitize-recover=all $(warn_flags)
tsan_flags := $(subst address$(comma)undefined,thread,$(unit_flags))
coverage_flags := -std=gnu11 -O1 -g -pthread -fno-omit-frame-pointer -fno-strict-aliasing \
	-fprofile-instr-generate -fcoverage-mapping -fprofile-update=atomic -fprofile-list=tools/coverage.list $(warn_flags)
bench_flags := -std=gnu11 -O2 -g -pthread -fno-omit-frame-pointer -momit-leaf-frame-pointer \
	-fno-strict-aliasing -fcf-protection=none $(warn_flags)
asm_flags := -f elf64 -Werror -w+all
link_flags := -nostdlib -static -z max-page-size=4096 -z noexecstack --build-id=none

# The compiler's own headers; looked up when first needed, after the compiler has been installed.
cc_include = $(eval cc_include := $(shell $(CC) -print-file-name=include))$(cc_include)
guest_include = -isystem $(cc_include) -isystem /usr/include \
	-isystem /usr/include/x86_64-linux-gnu -I. -Ikernel/glue
host_include := -I. -Itests/host
same_paths := -ffile-prefix-map=$(CURDIR)=. -ffile-prefix-map=$(BUILD)=build

# ---- Targets ------------------------------------------------------------------------------------

elf := $(BUILD)/bulkhead.elf
iso := $(BUILD)/bulkhead.iso
netboot := $(BUILD)/netboot/bulkhead/bulkhead.elf
unit_gcc := $(BUILD)/host-gcc/unit
unit_clang := $(BUILD)/host-clang/unit
unit_tsan := $(BUILD)/host-tsan/unit
unit_coverage := $(BUILD)/coverage/unit
host_bench := $(BUILD)/host/bench
libfuzzer := $(fuzz_targets:tests/fuzz/%_fuzz.c=$(BUILD)/fuzz/libfuzzer/%)
afl := $(fuzz_targets:tests/fuzz/%_fuzz.c=$(BUILD)/fuzz/afl/%)
boot_file := $(if $(filter direct,$(BOOT)),$(elf),$(iso))

#> Targets:
.PHONY: run report test iso netboot elf bench compare-linux compare-native compare-blas units
.PHONY: worlds endurance fuzz fuzz-programs coverage mutants analyze check format help clean
run: $(boot_file) ## build, boot in QEMU, show the report; succeeds only if the guest passed
	@tools/run

report: $(boot_file) ## build/report/: a page of the last run, with plots; runs first if need be
	@[ '$(LOG)' -nt '$(elf)' ] || tools/run
	@tools/report --output '$(BUILD)/report' '$(LOG)' $(if $(LINUX),'$(LINUX)')

test: | deps ## host tests under sanitizers, guest tests, models, boot matrix, budgets, checks
	@CC='$(CC)' tools/test

iso: $(iso) ## build/bulkhead.iso (the default target): BIOS and UEFI, also for a USB stick

netboot: $(netboot) ## build/netboot/: for a TFTP server, PXE on BIOS and UEFI

elf: $(elf) ## build/bulkhead.elf, the kernel image

bench: $(host_bench) ## the benchmarks natively on Linux; ARGS="bench=Bulk* reps=3"
	@set -f; case " $$ARGS " in \
		*" bench"* | *" list "*) $(host_bench) $$ARGS;; \
		*) $(host_bench) bench $$ARGS;; \
	esac

# auto would choose by this machine; the goals are counts of instructions.
compare-linux: $(elf) ## Debian's Linux and Bulkhead in the same QEMU side by side; goals under icount
	@ACCEL='$(if $(filter file default,$(origin ACCEL)),icount,$(ACCEL))' \
		TIMEOUT='$(if $(filter file default,$(origin TIMEOUT)),1800,$(TIMEOUT))' \
		tools/compare_linux

compare-native: $(host_bench) ## mm/ natively on Linux, as a multiple of what this CPU allows
	@tools/compare_native

compare-blas: $(BUILD)/compare_blas ## the dense matrix kernel beside OpenBLAS on this CPU, one thread
	@OPENBLAS_NUM_THREADS=1 $<

units: $(unit_gcc) $(unit_clang) $(unit_tsan) ## host unit tests: gcc, clang, and for races with threads

worlds: $(host_bench) ## every state that 7 operations can reach on 8 pages, against a model
	@$(host_bench) 'test=world_*' depth=7

endurance: $(host_bench) ## OPS random operations, fragmentation beside a plain buddy's; goes on where it stopped
	@tools/endurance

fuzz: fuzz-programs $(if $(filter 0,$(T)),,$(afl)) ## libFuzzer and AFL++ on all that reads foreign bytes; T=60 FUZZ="acpi p*"
	@tests/fuzz/run

fuzz-programs: $(libfuzzer)
coverage: $(unit_coverage) ## lines and branches of mm/ that the host unit tests take; fails below 98 and 92 %
	@tools/coverage $<

mutants: $(unit_gcc) $(unit_tsan) $(elf) ## wrong versions of mm/, drawn by SEED: the tests must catch 95 % of N
	@tools/mutate --seed '$(SEED)' --count '$(N)'

analyze: | deps ## gcc -fanalyzer, clang-tidy and cppcheck on the product's C: nothing left that is not argued
	@tools/analyze

check: $(elf) ## includes by room, symbols that mm/ needs, size of the image, style, formatting
	@tools/check

format: | deps ## rewrite all C files with clang-format
	@git ls-files -co --exclude-standard '*.c' '*.h' | xargs -r clang-format -i

help: ## this list
	@awk -f tools/help.awk Makefile

clean: ## remove the build folder
	rm -rf '$(BUILD)'

# ---- Tools needed -------------------------------------------------------------------------------
# Every object depends, through its flags file, on this having run first.

goals := $(or $(MAKECMDGOALS),$(.DEFAULT_GOAL))
dep_groups := $(sort build \
	$(if $(filter clang%,$(notdir $(firstword $(CC)))),clang) \
	$(if $(filter iso $(iso) netboot run report,$(goals)),iso) \
	$(if $(filter compare-blas $(BUILD)/compare_blas,$(goals)),blas) \
	$(if $(filter compare-linux,$(goals)),linux qemu) \
	$(if $(filter run report,$(goals)),qemu $(if $(filter uefi,$(FIRMWARE)),uefi)) \
	$(if $(filter units $(unit_clang),$(goals)),clang) \
	$(if $(filter fuzz fuzz-programs,$(goals)),clang fuzz) \
	$(if $(filter coverage $(unit_coverage),$(goals)),clang coverage) \
	$(if $(filter analyze,$(goals)),analyze) \
	$(if $(filter mutants,$(goals)),qemu) \
	$(if $(filter check format,$(goals)),format) \
	$(if $(filter report,$(goals)),report) \
	$(if $(filter test,$(goals)),iso qemu uefi clang format analyze report browser spin screen net fuzz))

.PHONY: deps values fuzz-values endurance-values FORCE
deps:
	@tools/deps $(dep_groups)

# A mistyped variable is refused before anything is built.
values: | deps
	@tools/run --check-only

fuzz-values: | deps
	@tests/fuzz/run --check-only

endurance-values: | deps
	@tools/endurance --check-only

before_build := deps $(if $(filter run report,$(goals)),values) \
	$(if $(filter fuzz,$(goals)),fuzz-values) \
	$(if $(filter endurance,$(goals)),endurance-values)

# $(call flags_file,file,contents): a file that changes only when its contents would.
define flags_file
$(1): FORCE | $(before_build)
	@mkdir -p $$(dir $$@)
	@printf '%s\n' $(2) >$$@.new
	@if cmp -s $$@.new $$@; then rm $$@.new; else mv $$@.new $$@; fi
endef

compiler_id = "$$$$($(1) --version | head -n 1)"

# ---- The image ----------------------------------------------------------------------------------

guest_dir := $(BUILD)/guest
guest_o := $(guest_c:%.c=$(guest_dir)/%.o) $(guest_asm:%.asm=$(guest_dir)/%.asm.o)
version_o := $(guest_dir)/gen/version.o
ksyms_o := $(guest_dir)/gen/ksyms.o
ksyms_empty_o := $(guest_dir)/gen/ksyms_empty.o
font_o := $(guest_dir)/gen/font.o
font := /usr/share/consolefonts/Lat15-VGA16.psf.gz

$(eval $(call flags_file,$(guest_dir)/cc.flags,$(call compiler_id,$(CC)) '$(guest_flags)'))
$(eval $(call flags_file,$(guest_dir)/asm.flags,$(call compiler_id,nasm) '$(asm_flags)'))
$(eval $(call flags_file,$(guest_dir)/link.flags,$(call compiler_id,ld) '$(link_flags)' \
	'$(guest_o)'))

compile_guest = $(CC) $(guest_flags) $(guest_include) $(same_paths) -MMD -MP -c -o $@ $<

$(guest_dir)/%.o: %.c $(guest_dir)/cc.flags
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(compile_guest)

# The kernels of matrix multiplication alone use vector registers.
$(guest_dir)/%_vec.o: guest_flags := $(filter-out -mgeneral-regs-only,$(guest_flags))

$(guest_dir)/%.asm.o: %.asm $(guest_dir)/asm.flags
	$(call say,NASM,$<)
	$(Q)mkdir -p $(@D)
	$(Q)nasm $(asm_flags) -I. -MD $(@:.o=.d) -MP -MT $@ -o $@ $<

$(guest_dir)/gen/%.o: $(BUILD)/gen/%.c $(guest_dir)/cc.flags
	$(call say,CC,$<)
	$(Q)mkdir -p $(@D)
	$(Q)$(compile_guest)

# Version, compiler and flags, as the head of the log shows them.
$(BUILD)/gen/version.c: FORCE | $(before_build)
	@mkdir -p $(@D)
	@tools/version c '$(CC)' '$(guest_flags)' >$@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# The console font, from Debian's console-setup-linux.
$(BUILD)/gen/font.c: tools/font | $(before_build)
	@mkdir -p $(@D)
	$(Q)tools/font $(font) >$@

# The table of text symbols for backtraces. The first link has an empty one and gives the
# addresses; the second must leave them where they are, which tools/ksyms verifies.
$(BUILD)/gen/ksyms_empty.c: tools/ksyms | $(before_build)
	@mkdir -p $(@D)
	$(Q)tools/ksyms empty >$@

$(BUILD)/gen/ksyms.c: $(BUILD)/pass1.elf tools/ksyms
	$(Q)tools/ksyms table $< >$@

link = ld $(link_flags) -T boot/kernel.lds -o $@

linked_o := $(guest_o) $(version_o) $(font_o)

$(BUILD)/pass1.elf: boot/kernel.lds $(linked_o) $(ksyms_empty_o) $(guest_dir)/link.flags
	$(Q)$(link) $(linked_o) $(ksyms_empty_o)

$(elf): $(BUILD)/pass1.elf $(ksyms_o) tools/check_image
	$(call say,LD,$@)
	$(Q)$(link) $(linked_o) $(ksyms_o)
	$(Q)tools/ksyms verify $< $@
	$(Q)tools/check_image $@

$(iso): $(elf) iso/grub.cfg iso/GRUB.txt iso/FONT.txt LICENSE tools/mkiso tools/grub.py
	$(call say,ISO,$@)
	$(Q)tools/mkiso --elf $(elf) --output $@

$(netboot): $(elf) iso/grub.cfg iso/GRUB.txt iso/FONT.txt LICENSE tools/mknetboot tools/grub.py
	$(call say,NETBOOT,$(BUILD)/netboot)
	$(Q)tools/mknetboot --elf $(elf) --output $(BUILD)/netboot
	$(Q)touch $@

# ---- The same sources on Linux ------------------------------------------------------------------

# $(call host_program,program,compiler,flags,sources,note): link `program`, with objects beside it;
# another note rebuilds them.
define host_program
$(call flags_file,$(dir $(1))cc.flags,$(call compiler_id,$(2)) '$(3)' '$(4)' '$(5)')

$(dir $(1))%.o: %.c $(dir $(1))cc.flags
	$$(call say,CC,$$(notdir $(2))/$$<)
	$$(Q)mkdir -p $$(@D)
	$$(Q)$(2) $(3) $$(whole) $(host_include) -MMD -MP -c -o $$@ $$<

$(1): $(4:%.c=$(dir $(1))%.o)
	$$(call say,LD,$$@)
	$$(Q)$(2) $(3) $$(whole) -o $$@ $(4:%.c=$(dir $(1))%.o)
endef

# The CPU's number is a thread's variable on Linux and costs a call for each page; on the machine it
# costs nothing. So gcc may look across mm/ and the seam, as it does there, but not into apps/.
bench_lto := $(if $(findstring clang,$(CC)),,-flto=auto)
$(host_bench) $(dir $(host_bench))mm/%.o $(dir $(host_bench))tests/host/port.o \
	$(dir $(host_bench))tests/host/cpus.o: whole := $(bench_lto)

$(eval $(call host_program,$(unit_gcc),gcc,$(unit_flags),$(unit_c)))
$(eval $(call host_program,$(unit_clang),clang,$(unit_flags),$(unit_c)))
# Only tests with threads run there, which are in tests/host.
$(eval $(call host_program,$(unit_tsan),gcc,$(tsan_flags),$(filter-out tests/unit/%_test.c,$(unit_c))))
$(eval $(call host_program,$(unit_coverage),clang,$(coverage_flags),$(unit_c)))
$(eval $(call host_program,$(host_bench),$(CC),$(bench_flags),$(bench_c),$(bench_lto)))

# ---- Fuzzers ------------------------------------------------------------------------------------
# Targets take what they need out of an archive: nothing in it has to register itself. Objects
# without coverage are those of the unit tests with clang.

# Looked up when first needed, after it has been installed.
python_flags = $(eval python_flags := $(shell /usr/bin/python3-config --includes))$(python_flags)
python_libs = $(eval python_libs := $(shell /usr/bin/python3-config --ldflags --embed))$(python_libs)

# $(call fuzz_programs,folder,compiler,its flag to count coverage,programs)
define fuzz_programs
$(call flags_file,$(1)cc.flags,$(call compiler_id,clang) '$(2) $(3) $(unit_flags)' '$(fuzz_c)' \
	'$(fuzz_plain_c)')

$(1)%.o: %.c $(1)cc.flags
	$$(call say,CC,$$(notdir $(1:%/=%))/$$<)
	$$(Q)mkdir -p $$(@D)
	$$(Q)AFL_QUIET=1 $(2) $(unit_flags) -gline-tables-only $(3) $$(target_flags) $(host_include) -MMD -MP -c -o $$@ $$<

$(1)shared.a: $(fuzz_c:%.c=$(1)%.o) $(fuzz_plain_c:%.c=$(dir $(unit_clang))%.o)
	$$(Q)rm -f $$@
	$$(Q)ar rcsD $$@ $$^

$(4): $(1)%: $(1)tests/fuzz/%_fuzz.o $(1)shared.a
	$$(call say,LD,$$@)
	$$(Q)AFL_QUIET=1 $(2) $(unit_flags) -fsanitize=fuzzer -o $$@ $$^ $$(target_libs)

$(1)tests/fuzz/report_fuzz.o: target_flags = $$(python_flags)
$(1)report: target_libs = $$(python_libs)
endef

$(eval $(call fuzz_programs,$(BUILD)/fuzz/libfuzzer/,clang,-fsanitize=fuzzer-no-link,$(libfuzzer)))
$(eval $(call fuzz_programs,$(BUILD)/fuzz/afl/,afl-clang-fast,,$(afl)))

$(BUILD)/compare_blas: tools/compare_blas.c $(wildcard apps/matrix/*_vec.c apps/matrix/*.h) \
		| $(before_build)
	$(call say,CC,$@)
	$(Q)mkdir -p $(@D)
	$(Q)$(CC) $(bench_flags) $(host_include) -o $@ $(filter %.c,$^) -lopenblas

-include $(wildcard $(patsubst %.o,%.d,$(guest_o) $(version_o)) \
	$(foreach d,$(dir $(unit_gcc) $(unit_clang) $(unit_tsan) $(unit_coverage)),$(patsubst %.c,$(d)%.d,$(unit_c) $(fuzz_plain_c))) \
	$(bench_c:%.c=$(dir $(host_bench))%.d) \
	$(foreach d,libfuzzer afl,$(patsubst %.c,$(BUILD)/fuzz/$(d)/%.d,$(fuzz_targets) $(fuzz_c))))
