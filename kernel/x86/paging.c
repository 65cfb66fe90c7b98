// SPDX-License-Identifier: MIT
/*
 * Builds and holds the kernel's page tables.
 *
 * The tables of boot/entry.asm serve until paging_init(). Windows on devices are needed before
 * that, so their part of the tree is made first, from pages in .bss, and made again in the final
 * tables: the image is in the direct map only if the memory map calls it RAM, and a `memmap=` may
 * not.
 */
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/string.h"
#include "kernel/x86/cpu.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/tlb.h"

/* Slots 0 to 7: WB, WC, UC-, UC, and the same again. Differs from reset in slot 1, unused so far.
 */
#define PAT_VALUE 0x0007010600070106ull

#define EARLY_TABLES 6 /* pages: PDPT, PD and PT of the first windows, and some more */

#define PROT_RW (PT_WRITE | PT_GLOBAL)
#define PROT_RO (PT_READ | PT_GLOBAL)
#define PROT_RX (PT_EXEC | PT_GLOBAL)

/* boot/entry.asm: its tables, and what it found. */
extern uint8_t early_pml4[PAGE_SIZE];
extern const uint32_t boot_nx;

static uint8_t early_tables[EARLY_TABLES][PAGE_SIZE] __attribute__((aligned(4096)));
static unsigned nr_early_tables;

static struct pagetable tables;
static phys_addr_t (*page_alloc)(void); /* where the pages for tables come from */
static void (*page_free)(phys_addr_t phys);
static const struct mem_range *all_ram;
static uint32_t nr_ram;
static uint64_t device_next = DEVICE_BASE;

static phys_addr_t early_alloc(void)
{
	if (nr_early_tables == EARLY_TABLES)
		return 0;
	return image_phys(early_tables[nr_early_tables++]);
}

/* Before there is an allocator to give pages back to: the few that a failed call got are lost. */
static void early_free(phys_addr_t phys)
{
	(void)phys;
}

static phys_addr_t table_alloc(void *arg)
{
	phys_addr_t phys = page_alloc();

	(void)arg;
	if (phys)
		port_zero(direct_map(phys), PAGE_SIZE); /* shown apart in reports */
	return phys;
}

static void table_free(void *arg, phys_addr_t phys)
{
	(void)arg;
	page_free(phys);
}

void paging_init_early(void)
{
	wrmsr(MSR_PAT, PAT_VALUE);
	tables.root = image_phys(early_pml4);
	tables.offset = DIRECT_BASE;
	tables.alloc_table = table_alloc;
	tables.free_table = table_free;
	tables.flush = tlb_flush_tables;
	tables.always = PT_GLOBAL;
	pt_set_nx(&tables, paging_nx() != NX_NONE);
	paging_set_table_allocator(early_alloc, early_free);
}

void paging_init_cpu(void)
{
	wrmsr(MSR_PAT, PAT_VALUE);
	write_cr3(tables.root);
	tlb_flush_all();
}

enum paging_nx paging_nx(void)
{
	return (enum paging_nx)boot_nx;
}

void paging_log_nx(void)
{
	if (paging_nx() == NX_SWITCHED_ON)
		printk("paging: NX was off in the firmware set-up (IA32_MISC_ENABLE bit 34), and "
		       "is on now");
	if (paging_nx() == NX_NONE)
		printk("paging: this CPU has no NX: what is data can be executed");
}

phys_addr_t paging_phys_limit(void)
{
	unsigned bits = 0;

	if (cpuid(0x80000000, 0).eax >= 0x80000008)
		bits = cpuid(0x80000008, 0).eax & 0xff;
	if (bits < 36) /* what every CPU with long mode has */
		bits = 36;
	return 1ul << (bits < 52 ? bits : 52);
}

static bool has_gb_pages(void)
{
	return cpuid(0x80000000, 0).eax >= 0x80000001 && (cpuid(0x80000001, 0).edx & 1 << 26);
}

static void map_or_panic(struct pagetable *pt, uint64_t virt, phys_addr_t phys, uint64_t len,
			 unsigned prot)
{
	int err;

	if (!len)
		return;
	err = pt_map_run(pt, virt, phys, len, prot);
	if (err)
		panic("paging: cannot map %#llx bytes at %#llx to %#llx: error %d",
		      (unsigned long long)len, (unsigned long long)virt, (unsigned long long)phys,
		      err);
}

/* The part of [start, end) that lies in [low, high), in the direct map. */
static void map_direct(struct pagetable *pt, const struct mem_range *range, phys_addr_t low,
		       phys_addr_t high, unsigned prot)
{
	phys_addr_t start = range->start > low ? range->start : low;
	phys_addr_t end = range->end < high ? range->end : high;

	if (start < end)
		map_or_panic(pt, DIRECT_BASE + start, start, end - start, prot);
}

/* Data, .bss and the stacks at its end, without the guard pages between and around these. */
static void map_data(struct pagetable *pt)
{
	struct layout_part part = layout_data();
	uint64_t at = part.start;

	for (int i = 0; i < NR_STACKS; i++) {
		struct layout_part stack = layout_stack(i);

		map_or_panic(pt, at, layout_phys(at), stack.start - PAGE_SIZE - at, PROT_RW);
		at = stack.start;
		map_or_panic(pt, at, layout_phys(at), stack.end - at, PROT_RW);
		at = stack.end;
	}
}

static void map_part(struct pagetable *pt, struct layout_part part, unsigned prot)
{
	map_or_panic(pt, part.start, layout_phys(part.start), part.end - part.start, prot);
}

/* Of the early tables' leaves, those of device windows are to stay. */
static bool map_window(const struct pt_leaf *leaf, void *pt)
{
	if (leaf->virt - DEVICE_BASE < DEVICE_LEN)
		map_or_panic(pt, leaf->virt, leaf->phys, leaf->len, leaf->prot);
	return true;
}

void paging_init(const struct mem_range *ram, uint32_t nr, phys_addr_t (*alloc_table)(void))
{
	phys_addr_t readonly_start = layout_phys(layout_text().start);
	phys_addr_t readonly_end = layout_phys(layout_rodata().end);
	struct pagetable pt = {
		.offset = DIRECT_BASE,
		.alloc_table = table_alloc,
		.free_table = table_free,
		.flush = tlb_flush_tables,
		.halves = PT_HIGH_HALF,
		.always = PT_GLOBAL,
		.gb_pages = has_gb_pages(),
		.keep_top = true,
	};

	paging_set_table_allocator(alloc_table, early_free);
	pt_set_nx(&pt, paging_nx() != NX_NONE);
	if (pt_init(&pt))
		panic("paging: no page for the top table");
	for (uint32_t i = 0; i < nr; i++) {
		map_direct(&pt, &ram[i], 0, readonly_start, PROT_RW);
		map_direct(&pt, &ram[i], readonly_start, readonly_end, PROT_RO);
		map_direct(&pt, &ram[i], readonly_end, DIRECT_LEN, PROT_RW);
	}
	map_part(&pt, layout_text(), PROT_RX);
	map_part(&pt, layout_rodata(), PROT_RO);
	map_data(&pt);
	pt_walk(&tables, map_window, &pt);

	all_ram = ram;
	nr_ram = nr;
	tables = pt;
	write_cr3(pt.root);
	tlb_flush_all();
}

void paging_set_table_allocator(phys_addr_t (*alloc_table)(void),
				void (*free_table)(phys_addr_t phys))
{
	page_alloc = alloc_table;
	page_free = free_table;
}

int paging_map_run(void *virt, phys_addr_t phys, size_t len)
{
	return pt_map_run(&tables, (uintptr_t)virt, phys, len, PROT_RW);
}

void *paging_map_device(phys_addr_t phys, size_t len, enum cache_type cache)
{
	phys_addr_t start = ALIGN_DOWN(phys, PAGE_SIZE);
	phys_addr_t end = ALIGN_UP(phys + len, PAGE_SIZE);
	uint64_t virt = device_next;
	unsigned prot = cache == CACHE_WB_READONLY ? PROT_RO
			: cache == CACHE_WC	   ? PROT_RW | PT_CACHE_WC
						   : PROT_RW | PT_CACHE_UC;

	if (end - start >= PMD_SIZE) /* large leaves need the same offset on both sides */
		virt += (start - virt) & (PMD_SIZE - 1);
	if (!len || end <= start || end > paging_phys_limit() ||
	    end - start > DEVICE_LEN - (virt - DEVICE_BASE))
		return NULL;
	if (pt_map_run(&tables, virt, start, end - start, prot))
		return NULL;
	/* A page between windows stays unmapped and stops whoever runs out of one. */
	device_next = virt + (end - start) + PAGE_SIZE;
	return (void *)(virt + (phys - start));
}

struct pagetable *paging_kernel_tables(void)
{
	return &tables;
}

const struct mem_range *paging_ram(uint32_t *nr)
{
	*nr = nr_ram;
	return all_ram;
}
