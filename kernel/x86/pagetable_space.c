// SPDX-License-Identifier: MIT
/*
 * The life of tables: a set of them begins and ends, one is made, put aside and, after the flush,
 * freed.
 *
 * The CPU may remember where a table lies and read it as long as nothing has been flushed, even one
 * that never had a leaf. So a table that was linked once is only put aside, and the flush covers at
 * least one address whenever there is such a table: any INVLPG drops what the CPU remembers of
 * tables (SDM 3A, 4.10.4.1; AMD APM 2, 5.5.2, with EFER.TCE clear).
 */
#include "kernel/x86/pagetable.h"
#include "kernel/x86/pagetable_int.h"

void pt_set_nx(struct pagetable *pt, bool nx)
{
	pt->leaf = PTE_PRESENT | PTE_ACCESSED | PTE_DIRTY | (nx ? PTE_NX : PTE_SOFT_NX);
}

int pt_init(struct pagetable *pt)
{
	if (!pt->leaf)
		pt_set_nx(pt, true);
	pt->root = pt_table_new(pt);
	return pt->root ? 0 : -ENOMEM;
}

struct pagetable *pt_create(const struct port_pt_ops *ops, void *arg)
{
	phys_addr_t home = ops->alloc_table(arg);
	struct pagetable *pt;

	_Static_assert(sizeof(*pt) <= PAGE_SIZE, "a struct pagetable has one page");
	if (!home)
		return NULL;
	pt = port_phys_to_virt(home);
	pt->alloc_table = ops->alloc_table;
	pt->free_table = ops->free_table;
	pt->arg = arg;
	pt->offset = (uintptr_t)pt - home;
	pt->halves = PT_LOW_HALF;
	if (pt_init(pt)) {
		ops->free_table(arg, home);
		return NULL;
	}
	return pt;
}

static void free_unlinked(struct pagetable *pt)
{
	phys_addr_t phys = pt->unlinked;

	pt->unlinked = 0;
	while (phys) {
		phys_addr_t next = *table_at(pt, phys);

		pt->free_table(pt->arg, phys);
		phys = next;
	}
}

/* Free the table at phys, of `level`, and those that its first nr entries lead to. */
static void free_tree(struct pagetable *pt, phys_addr_t phys, unsigned level, unsigned nr)
{
	const uint64_t *table = table_at(pt, phys);

	for (unsigned i = 0; level > 1 && i < nr; i++) {
		if (table[i] && !is_leaf(table[i], level))
			free_tree(pt, table[i] & PTE_ADDRESS, level - 1, TABLE_ENTRIES);
	}
	pt->free_table(pt->arg, phys);
}

void pt_destroy(struct pagetable *pt)
{
	free_unlinked(pt);
	free_tree(pt, pt->root, NR_LEVELS, TABLE_ENTRIES / 2);
	pt->free_table(pt->arg, port_virt_to_phys(pt));
}

phys_addr_t pt_table_new(struct pagetable *pt)
{
	phys_addr_t phys = pt->alloc_table(pt->arg);

	if (phys)
		pt->stats.nr_tables++;
	return phys;
}

void pt_table_drop(struct pagetable *pt, phys_addr_t phys)
{
	pt->stats.nr_tables--;
	pt->free_table(pt->arg, phys);
}

void pt_table_unlink(struct pagetable *pt, uint64_t *entry, uint64_t virt)
{
	phys_addr_t phys = *entry & PTE_ADDRESS;

	*entry = 0;
	/* A page's address is no entry: the present bit is clear. */
	*table_at(pt, phys) = pt->unlinked;
	pt->unlinked = phys;
	pt->stats.nr_tables--;
	if (!pt->nr_pages)
		pt->pages[pt->nr_pages++] = virt;
}

void pt_unlink_empty(struct pagetable *pt, uint64_t virt)
{
	uint64_t *entries[NR_LEVELS + 1];
	uint64_t *table = table_at(pt, pt->root);
	unsigned level = NR_LEVELS;

	for (; level > 1; level--) {
		uint64_t *entry = &table[level_index(level, virt)];

		if (!*entry || is_leaf(*entry, level))
			break;
		entries[level] = entry;
		table = table_of(pt, *entry);
	}
	for (level++; level <= NR_LEVELS && !nr_used(*entries[level]); level++) {
		if (level == NR_LEVELS && pt->keep_top)
			break;
		pt_table_unlink(pt, entries[level], virt);
		if (level < NR_LEVELS)
			*entries[level + 1] -= PTE_ONE_USED;
	}
}

void pt_flush_more(struct pagetable *pt, uint64_t virt, uint64_t nr, uint64_t len)
{
	if (nr > PT_FLUSH_PAGES - pt->nr_pages) {
		pt->nr_pages = PT_FLUSH_PAGES + 1;
		return;
	}
	for (; nr; nr--, virt += len)
		pt->pages[pt->nr_pages++] = virt;
}

void pt_flush(struct pagetable *pt)
{
	unsigned nr = pt->nr_pages;

	if (!nr)
		return;
	pt->nr_pages = 0;
	pt->stats.nr_flushes++;
	if (nr > PT_FLUSH_PAGES)
		pt->stats.nr_flushed_all++;
	else
		pt->stats.nr_flushed += nr;
	if (pt->flush)
		pt->flush(pt, pt->pages, nr);
	free_unlinked(pt);
}
