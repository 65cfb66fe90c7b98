// SPDX-License-Identifier: MIT
/*
 * The kernel's own address space; kernel/layout.h draws it.
 */
#pragma once

#include "kernel/layout.h"
#include "kernel/x86/pagetable.h"

/*
 * Prepare for paging_map_device() on the early tables, and program the PAT. First of all here.
 */
void paging_init_early(void);

/* Another CPU, on tables of its own that map the upper half alike: PAT, and the kernel's tables. */
void paging_init_cpu(void);

/* Can pages be kept from being executed? Intel's CPUs have a switch in the firmware set-up. */
enum paging_nx { NX_THERE, NX_SWITCHED_ON, NX_NONE };

enum paging_nx paging_nx(void);

/* Say so if it is not simply there. */
void paging_log_nx(void);

/* Physical addresses end here on this CPU (MAXPHYADDR): a leaf that names more faults when used. */
phys_addr_t paging_phys_limit(void);

/*
 * Build the final tables and switch to them. ram[0..nr) is all RAM: sorted, disjoint, whole pages;
 * it must stay valid for paging_ram(). From here on: the direct map of RAM and of nothing else,
 * each piece with the largest leaf inside it; the image, text read and execute, constants read only
 * (in the direct map too), the rest read and write; the low half empty.
 *
 * alloc_table gives pages of RAM for tables, below 4 GiB as long as this runs, or 0: then this
 * panics.
 */
void paging_init(const struct mem_range *ram, uint32_t nr, phys_addr_t (*alloc_table)(void));

/* Where pages for tables come from after paging_init(), and go when tables of those are freed. */
void paging_set_table_allocator(phys_addr_t (*alloc_table)(void),
				void (*free_table)(phys_addr_t phys));

/*
 * Map whole pages of RAM at `virt`, read and write, never execute, for good. 0, -ENOMEM, -EEXIST or
 * -EINVAL as pt_map_run().
 */
int paging_map_run(void *virt, phys_addr_t phys, size_t len);

enum cache_type {
	CACHE_WB_READONLY, /* firmware tables */
	CACHE_WC,	   /* framebuffers */
	CACHE_UC,	   /* registers */
};

/*
 * A window on [phys, phys + len), of any alignment, for good; writable unless CACHE_WB_READONLY.
 * NULL: no page for a table, or a range that cannot be. Works before paging_init() too, and the
 * window stays where it is.
 */
void *paging_map_device(phys_addr_t phys, size_t len, enum cache_type cache);

/* RAM or not, through the direct map. Until paging_init(): all that is below 4 GiB. */
static inline void *direct_map(phys_addr_t phys)
{
	return (void *)(DIRECT_BASE + phys);
}

/* The kernel's space. */
struct pagetable *paging_kernel_tables(void);

/* The RAM that the tables were built from. */
const struct mem_range *paging_ram(uint32_t *nr);
