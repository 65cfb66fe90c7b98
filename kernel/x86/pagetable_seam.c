// SPDX-License-Identifier: MIT
/* The part of mm/port.h on page tables that is the same on the machine and on Linux. */
#include "kernel/x86/pagetable.h"

int port_pt_map_run(struct port_pt *pt, uint64_t virt, phys_addr_t phys, uint64_t len,
		    unsigned prot, uint64_t max_leaf)
{
	return pt_map_leaves(pt_of_port(pt), virt, phys, len, prot, max_leaf);
}

int port_pt_map_pfns(struct port_pt *pt, uint64_t virt, const pfn_t *pfns, uint64_t nr,
		     unsigned prot)
{
	return pt_map_pfns(pt_of_port(pt), virt, pfns, nr, prot);
}

bool port_pt_slot(const struct port_pt *pt, uint64_t virt, struct port_pt_slot *slot)
{
	return pt_slot((const struct pagetable *)pt, virt, slot);
}

void port_pt_fill(struct port_pt *pt, const struct port_pt_slot *slot, phys_addr_t phys,
		  unsigned prot)
{
	pt_fill(pt_of_port(pt), slot, phys, prot);
}

int64_t port_pt_unmap(struct port_pt *pt, uint64_t virt, uint64_t len,
		      void (*fn)(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len),
		      void *arg)
{
	return pt_unmap(pt_of_port(pt), virt, len, fn, arg);
}

int port_pt_protect(struct port_pt *pt, uint64_t virt, uint64_t len, unsigned prot)
{
	return pt_protect(pt_of_port(pt), virt, len, prot);
}

int port_pt_remap(struct port_pt *pt, uint64_t virt, phys_addr_t phys, uint64_t leaf, unsigned prot)
{
	return pt_remap(pt_of_port(pt), virt, phys, leaf, prot);
}

bool port_pt_lookup(const struct port_pt *pt, uint64_t virt, phys_addr_t *phys, uint64_t *leaf_len,
		    unsigned *prot)
{
	struct pt_leaf leaf;

	if (!pt_lookup((const struct pagetable *)pt, virt, &leaf))
		return false;
	if (phys)
		*phys = leaf.phys + (virt - leaf.virt);
	if (leaf_len)
		*leaf_len = leaf.len;
	if (prot)
		*prot = leaf.prot & ~(unsigned)PT_GLOBAL;
	return true;
}

bool port_pt_next(const struct port_pt *pt, uint64_t virt, uint64_t end, struct port_pt_run *run)
{
	return pt_next((const struct pagetable *)pt, virt, end, run);
}

uint64_t port_pt_tables_needed(const struct port_pt *pt, uint64_t virt, uint64_t len, uint64_t leaf)
{
	return pt_tables_needed((const struct pagetable *)pt, virt, len, leaf);
}

void port_pt_flush(struct port_pt *pt)
{
	pt_flush(pt_of_port(pt));
}

bool port_pt_flush_pending(const struct port_pt *pt)
{
	return ((const struct pagetable *)pt)->nr_pages;
}

void port_pt_stats(const struct port_pt *pt, struct port_pt_stats *stats)
{
	*stats = ((const struct pagetable *)pt)->stats;
}
