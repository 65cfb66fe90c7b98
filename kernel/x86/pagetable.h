// SPDX-License-Identifier: MIT
/*
 * Page tables as data: four levels of x86-64 entries with leaves of 4 KiB, 2 MiB and 1 GiB. No
 * privileged instruction, so it runs anywhere; whoever owns the tables flushes the TLB.
 */
#pragma once

#include "mm/types.h"

/* What a leaf allows. All may be read; only code of ring 0 is meant. */
enum pt_prot {
	PT_READ = 0,
	PT_WRITE = 1 << 0,
	PT_EXEC = 1 << 1,
	PT_GLOBAL = 1 << 2,   /* survives a write to CR3 */
	PT_CACHE_WC = 1 << 3, /* write combining; default write-back */
	PT_CACHE_UC = 1 << 4, /* uncached */
};

/*
 * A set of tables and how to reach and get them. `alloc_table` returns the physical address of a
 * page, of any content, or 0 if there is none; `to_virt` must reach it.
 */
struct pagetable {
	phys_addr_t root; /* the top table */
	void *(*to_virt)(phys_addr_t phys);
	phys_addr_t (*alloc_table)(void);
	bool gb_pages; /* may leaves be 1 GiB? */
};

struct pt_leaf {
	uint64_t virt; /* of its first byte, canonical */
	phys_addr_t phys;
	uint64_t len;  /* PAGE_SIZE, PMD_SIZE or PUD_SIZE */
	unsigned prot; /* enum pt_prot */
};

/* Get the top table, with nothing mapped. The other fields are set before. 0 or -ENOMEM. */
int pt_init(struct pagetable *pt);

/*
 * Map [virt, virt + len) to phys, each piece with the largest leaf that lies wholly inside and
 * whose slot has no table yet. All three are multiples of PAGE_SIZE, virt to virt + len in one
 * canonical half. 0; -EINVAL; -EEXIST if a part is mapped already; -ENOMEM. On failure what was
 * mapped before is all that is mapped; tables stay.
 */
int pt_map_run(struct pagetable *pt, uint64_t virt, phys_addr_t phys, uint64_t len, unsigned prot);

/* The leaf that maps virt. False if none does. */
bool pt_lookup(const struct pagetable *pt, uint64_t virt, struct pt_leaf *leaf);

/* Call fn for each leaf, in the order of unsigned virtual addresses, until it returns false. */
void pt_walk(const struct pagetable *pt, bool (*fn)(const struct pt_leaf *leaf, void *arg),
	     void *arg);

/* Pages that the tables take, the top one included. */
uint64_t pt_count_tables(const struct pagetable *pt);
