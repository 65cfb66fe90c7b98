// SPDX-License-Identifier: MIT
#include "kernel/x86/caches.h"

#include "kernel/options.h"
#include "kernel/printk.h"
#include "kernel/x86/caches_logic.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/cpuinfo.h"
#include "kernel/x86/paging.h"

enum {
	MSR_MTRR_CAP = 0xfe,
	MSR_MTRR_BASE_0 = 0x200, /* a base, a mask, the next base ... */
	MSR_MTRR_DEF_TYPE = 0x2ff,
};

/* AMD's (APM 2, appendix A.1). */
#define MSR_SYSCFG   0xc0010010u
#define MSR_TOP_MEM2 0xc001001du

#define CR0_CD	     (1u << 30)
#define CR4_PGE	     (1u << 7)
#define FEATURE_MTRR (1u << 12) /* CPUID 1, EDX */

enum { MOST_LINES = 8, MIB_SHIFT = 20 };

/* boot/entry.asm: CR0 as the loader left it. */
extern const uint32_t boot_cr0;

static struct cache_state boot_state;
static uint32_t nr_mended; /* CPUs that saw memory otherwise */
static uint32_t nr_unlike; /* and still do: another number of MTRRs, or AMD's TOP_MEM2 */

static void state_read(struct cache_state *s)
{
	*s = (struct cache_state){.cr0 = (uint32_t)read_cr0(),
				  .has_mtrrs = cpuid(1, 0).edx & FEATURE_MTRR};
	if (!s->has_mtrrs)
		return;
	s->def_type = rdmsr(MSR_MTRR_DEF_TYPE);
	s->nr_ranges = rdmsr(MSR_MTRR_CAP) & 0xff;
	if (s->nr_ranges > CACHES_MAX_RANGES)
		s->nr_ranges = CACHES_MAX_RANGES;
	for (unsigned i = 0; i < s->nr_ranges; i++) {
		s->base[i] = rdmsr(MSR_MTRR_BASE_0 + 2 * i);
		s->mask[i] = rdmsr(MSR_MTRR_BASE_0 + 2 * i + 1);
	}
}

/* Give this CPU the variable ranges of another, in the order of the manual (SDM 3A, 11.11.8). */
static void state_write(const struct cache_state *s)
{
	uint64_t cr0 = read_cr0(), cr4 = read_cr4();

	write_cr0(cr0 | CR0_CD);
	write_back_caches();
	write_cr4(cr4 & ~CR4_PGE); /* forgets all translations, global ones too */
	wrmsr(MSR_MTRR_DEF_TYPE, 0);
	for (unsigned i = 0; i < s->nr_ranges; i++) {
		wrmsr(MSR_MTRR_BASE_0 + 2 * i, s->base[i]);
		wrmsr(MSR_MTRR_BASE_0 + 2 * i + 1, s->mask[i]);
	}
	wrmsr(MSR_MTRR_DEF_TYPE, s->def_type);
	write_back_caches();
	write_cr4(cr4);
	write_cr0(cr0);
}

/* Hypervisors may lack these registers. */
static uint64_t wb_end_find(void)
{
	struct cpu_identity identity;
	uint64_t syscfg, top;

	cpuid_identity(cpuinfo_source(), &identity);
	if (identity.vendor != CPU_AMD || !try_rdmsr(MSR_SYSCFG, &syscfg) ||
	    !try_rdmsr(MSR_TOP_MEM2, &top))
		return 0;
	return caches_wb_end(syscfg, top);
}

void caches_init(void)
{
	state_read(&boot_state);
	boot_state.wb_end = wb_end_find();
	if (boot_state.has_mtrrs && options_provoke("caches-off")) {
		wrmsr(MSR_MTRR_DEF_TYPE, MEMORY_WB); /* and not enabled */
		state_read(&boot_state);
	}
}

void caches_init_cpu(void)
{
	struct cache_state mine;

	state_read(&mine);
	if (boot_state.wb_end) /* the registers are there */
		mine.wb_end = caches_wb_end(rdmsr(MSR_SYSCFG), rdmsr(MSR_TOP_MEM2));
	if (caches_alike(&mine, &boot_state))
		return;
	if (mine.has_mtrrs != boot_state.has_mtrrs || mine.nr_ranges != boot_state.nr_ranges ||
	    mine.wb_end != boot_state.wb_end) {
		__atomic_fetch_add(&nr_unlike, 1, __ATOMIC_RELAXED);
		return;
	}
	state_write(&boot_state);
	__atomic_fetch_add(&nr_mended, 1, __ATOMIC_RELAXED);
}

/* Print RAM that is not write-back; returns its bytes. */
static uint64_t ram_print(void)
{
	uint32_t nr;
	const struct mem_range *ram = paging_ram(&nr);
	uint64_t bytes = 0;
	unsigned lines = 0;

	for (uint32_t i = 0; i < nr; i++) {
		/* What is below 1 MiB has registers of its own, and nobody uses it. */
		phys_addr_t at = ram[i].start > 1ul << MIB_SHIFT ? ram[i].start : 1ul << MIB_SHIFT;
		phys_addr_t next;
		unsigned type;

		for (; at < ram[i].end; at = next) {
			next = caches_type(&boot_state, at, ram[i].end, &type);
			if (type == MEMORY_WB)
				continue;
			bytes += next - at;
			if (lines++ < MOST_LINES)
				kprintf("# caches: RAM 0x%012llx-0x%012llx is %s, by the MTRRs\n",
					(unsigned long long)at, (unsigned long long)next,
					memory_type_name(type));
		}
	}
	if (lines > MOST_LINES)
		kprintf("# caches: and %u more such ranges\n", lines - MOST_LINES);
	return bytes;
}

void caches_print(void)
{
	uint64_t bytes;

	if (boot_cr0 & CR0_CD)
		kprintf("# caches: the firmware had them off (CR0.CD); they are on now\n");
	bytes = ram_print();
	if (caches_odd_ranges(&boot_state))
		kprintf("# caches: %u MTRRs have masks with holes, and are not judged\n",
			caches_odd_ranges(&boot_state));
	if (nr_mended)
		printk("cpu: %u CPUs had other MTRRs than the boot CPU, and were given its",
		       nr_mended);
	if (nr_unlike)
		kprintf("# caches: %u CPUs have other MTRRs than the boot CPU\n", nr_unlike);
	if (bytes)
		kprintf("cacheable: all RAM but %llu MiB, which is not write-back: figures there "
			"are of memory "
			"without caches\n",
			(unsigned long long)(bytes + (1ul << MIB_SHIFT) - 1) >> MIB_SHIFT);
	else
		kprintf("cacheable: all RAM, write-back%s\n",
			boot_state.has_mtrrs ? "" : " (no MTRRs)");
}
