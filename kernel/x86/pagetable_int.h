// SPDX-License-Identifier: MIT
/*
 * Entries of page tables, for pagetable*.c only.
 *
 * A level is 1 for tables of 4 KiB leaves up to 4 for the root; a leaf at level n spans
 * 2^(12 + 9 (n - 1)) bytes. Entries that allow nothing special are chosen as the kernel wants them:
 * supervisor only, accessed and dirty set beforehand, so that the CPU never writes to a table.
 *
 * An entry is one of three: 0, empty; a table, which is present; a leaf, present or not. A leaf
 * that is not (PT_NONE) keeps its frame and is never 0, because of the dirty bit.
 *
 * The entry of a table also counts the entries in that table that are not empty, 1 to 512, in bits
 * that the CPU ignores (SDM 3A, table 4-20). So emptiness needs no search, and a full range over a
 * table that counts 0 no look at it. Entries of the top table count too, but their copies in other
 * spaces may be out of date; nobody reads those.
 *
 * Cache types go by PAT slots 0 to 3 (PWT and PCD), which paging.c programs: the PAT bit itself,
 * which moves with the leaf's size, stays clear. Tables allow everything and leaves decide.
 */
#pragma once

#include "kernel/x86/pagetable.h"

#define PTE_PRESENT  (1ul << 0)
#define PTE_WRITABLE (1ul << 1)
#define PTE_PWT	     (1ul << 3)
#define PTE_PCD	     (1ul << 4)
#define PTE_ACCESSED (1ul << 5)
#define PTE_DIRTY    (1ul << 6)
#define PTE_LARGE    (1ul << 7) /* levels 2 and 3: a leaf, not a table */
#define PTE_GLOBAL   (1ul << 8)
#define PTE_SOFT_NX  (1ul << 62) /* in its place where the CPU has none, which ignores this one */
#define PTE_NX	     (1ul << 63)
#define PTE_ANY_NX   (PTE_NX | PTE_SOFT_NX)
#define PTE_ADDRESS  0x000ffffffffff000ul

#define PTE_ACCESS (PTE_PRESENT | PTE_WRITABLE | PTE_ANY_NX) /* what pt_protect() changes */
#define PTE_TABLE  (PTE_PRESENT | PTE_WRITABLE | PTE_ACCESSED)

#define PTE_ONE_USED   (1ul << 52) /* unit of the count in a table's entry */
#define PTE_USED_SHIFT 52
#define PTE_USED_MASK  0x3fful

#define NR_LEVELS     4u
#define TABLE_ENTRIES 512u
#define HALF	      (1ul << 47) /* bytes of a canonical half */

static force_inline unsigned level_shift(unsigned level)
{
	return PAGE_SHIFT + 9 * (level - 1);
}

static force_inline uint64_t level_len(unsigned level)
{
	return 1ul << level_shift(level);
}

static force_inline unsigned level_index(unsigned level, uint64_t virt)
{
	return virt >> level_shift(level) & (TABLE_ENTRIES - 1);
}

static force_inline uint64_t *table_at(const struct pagetable *pt, phys_addr_t phys)
{
	return (uint64_t *)(phys + pt->offset);
}

static force_inline uint64_t *table_of(const struct pagetable *pt, uint64_t entry)
{
	return table_at(pt, entry & PTE_ADDRESS);
}

/* Of an entry that is not empty. Those of the top table never have the bit. */
static force_inline bool is_leaf(uint64_t entry, unsigned level)
{
	return level == 1 || (entry & PTE_LARGE);
}

static force_inline unsigned nr_used(uint64_t entry)
{
	return entry >> PTE_USED_SHIFT & PTE_USED_MASK;
}

/* Bits of PTE_ACCESS for prot. */
static inline uint64_t access_bits(const struct pagetable *pt, unsigned prot)
{
	uint64_t nx = pt->leaf & PTE_ANY_NX;

	if (prot & PT_NONE)
		return nx;
	return PTE_PRESENT | (prot & PT_WRITE ? PTE_WRITABLE : 0) | (prot & PT_EXEC ? 0 : nx);
}

/* Bits of a leaf that come neither from its address nor its level; the usual ones are quick. */
static force_inline uint64_t leaf_bits(const struct pagetable *pt, unsigned prot)
{
	uint64_t bits = pt->leaf;

	_Static_assert(PT_WRITE << 1 == PTE_WRITABLE && PT_GLOBAL << 3 == PTE_GLOBAL, "shifts");
	prot |= pt->always;
	bits |= (prot & PT_WRITE) << 1;
	if (unlikely(prot & (PT_EXEC | PT_NONE | PT_CACHE_WC | PT_CACHE_UC))) {
		bits = access_bits(pt, prot) | PTE_ACCESSED | PTE_DIRTY;
		if (prot & PT_CACHE_WC)
			bits |= PTE_PWT;
		if (prot & PT_CACHE_UC)
			bits |= PTE_PCD | PTE_PWT;
	}
	return bits | (prot & PT_GLOBAL) << 3;
}

/* May [virt, virt + len), whole pages, be mapped? It may end at the very top, where the sum is 0.
 */
static inline bool range_is_good(const struct pagetable *pt, uint64_t virt, uint64_t len)
{
	uint64_t half = virt >> 47; /* bits 47 to 63 are all alike in canonical addresses */

	if (!IS_ALIGNED(virt | len, PAGE_SIZE) || !len || len > HALF ||
	    (virt + len - 1) >> 47 != half)
		return false;
	return half ? half == 0x1ffff && pt->halves != PT_LOW_HALF : pt->halves != PT_HIGH_HALF;
}

/* Bytes from virt to the end of its slot at this level, but not beyond end. */
static force_inline uint64_t len_in_slot(unsigned level, uint64_t virt, uint64_t end)
{
	uint64_t len = level_len(level) - (virt & (level_len(level) - 1));

	return len < end - virt ? len : end - virt;
}

/* The level of leaves of `len` bytes, 0 if there is none. */
static inline unsigned level_of_leaf(uint64_t len)
{
	return len == PAGE_SIZE ? 1 : len == PMD_SIZE ? 2 : len == PUD_SIZE ? 3 : 0;
}

/* Fill nr slots of `level` with leaves for consecutive frames, the first given without its size. */
static inline void fill_leaves(uint64_t *slot, uint64_t leaf, unsigned level, uint64_t nr)
{
	uint64_t *end = slot + nr;
	uint64_t *eights = slot + ALIGN_DOWN(nr, 8);

	if (level > 1) {
		for (leaf |= PTE_LARGE; slot < end; slot++, leaf += level_len(level))
			*slot = leaf;
		return;
	}
	for (; slot != eights; slot += 8, leaf += 8 * PAGE_SIZE) {
		slot[0] = leaf;
		slot[1] = leaf + PAGE_SIZE;
		slot[2] = leaf + 2 * PAGE_SIZE;
		slot[3] = leaf + 3 * PAGE_SIZE;
		slot[4] = leaf + 4 * PAGE_SIZE;
		slot[5] = leaf + 5 * PAGE_SIZE;
		slot[6] = leaf + 6 * PAGE_SIZE;
		slot[7] = leaf + 7 * PAGE_SIZE;
	}
	for (; slot < end; slot++, leaf += PAGE_SIZE)
		*slot = leaf;
}

/* The entry of the leaf that maps virt, and its level; NULL if none does. */
static inline uint64_t *pt_find_leaf(const struct pagetable *pt, uint64_t virt, unsigned *level)
{
	uint64_t *entry = &table_at(pt, pt->root)[level_index(4, virt)];

	if (!*entry)
		return NULL;
	entry = &table_of(pt, *entry)[level_index(3, virt)];
	*level = 3;
	if (!*entry || (*entry & PTE_LARGE))
		return *entry ? entry : NULL;
	entry = &table_of(pt, *entry)[level_index(2, virt)];
	*level = 2;
	if (!*entry || (*entry & PTE_LARGE))
		return *entry ? entry : NULL;
	entry = &table_of(pt, *entry)[level_index(1, virt)];
	*level = 1;
	return *entry ? entry : NULL;
}

/* The entry of the table of level 1 for virt; NULL if there is none, but a hole or a larger leaf.
 */
static inline uint64_t *pt_find_small(const struct pagetable *pt, uint64_t virt)
{
	uint64_t entry = table_at(pt, pt->root)[level_index(4, virt)];
	uint64_t *slot;

	if (!entry)
		return NULL;
	entry = table_of(pt, entry)[level_index(3, virt)];
	if (!entry || (entry & PTE_LARGE))
		return NULL;
	slot = &table_of(pt, entry)[level_index(2, virt)];
	return !*slot || (*slot & PTE_LARGE) ? NULL : slot;
}

/* Does one slot of level 2 hold [virt, virt + len)? */
static force_inline bool in_one_table(uint64_t virt, uint64_t len)
{
	return (virt & (PMD_SIZE - 1)) + len <= PMD_SIZE;
}

/* Unlink the tables on the way to virt that are empty. */
void pt_unlink_empty(struct pagetable *pt, uint64_t virt);

/* A new table, or 0. */
phys_addr_t pt_table_new(struct pagetable *pt);

/* Give back a table that was never linked. */
void pt_table_drop(struct pagetable *pt, phys_addr_t phys);

/* Take *entry, which maps virt, out of its table, and put its table aside until the flush. */
void pt_table_unlink(struct pagetable *pt, uint64_t *entry, uint64_t virt);

/* Split leaves so that none reaches across start or end. 0, or -ENOMEM and nothing has changed. */
int pt_split_ends(struct pagetable *pt, uint64_t start, uint64_t end);

/* Remember to flush nr leaves of len bytes from virt on. */
void pt_flush_more(struct pagetable *pt, uint64_t virt, uint64_t nr, uint64_t len);

static force_inline void pt_flush_add(struct pagetable *pt, uint64_t virt, uint64_t nr,
				      uint64_t len)
{
	if (pt->nr_pages <= PT_FLUSH_PAGES)
		pt_flush_more(pt, virt, nr, len);
}
