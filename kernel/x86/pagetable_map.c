// SPDX-License-Identifier: MIT
/*
 * Mapping: table by table, each found by one walk from the top and filled by one loop.
 *
 * What fails half way is unmapped again, and flushed at once, because the CPU may have used it.
 * Cost: about 120 instructions a table, then 2.4 an entry for consecutive frames and 4.5 for an
 * array; 1.4 more where the table had entries before, which must be looked at.
 */
#include "kernel/x86/pagetable.h"
#include "kernel/x86/pagetable_int.h"

/* Where leaves go. */
struct target {
	uint64_t *table;
	uint64_t *entry; /* of the table, with its count */
};

/* Hang a new table into *entry, of the table that `above` leads to (NULL: the top one). */
static bool table_add(struct pagetable *pt, uint64_t virt, uint64_t *entry, uint64_t *above)
{
	phys_addr_t phys = pt_table_new(pt);

	if (!phys)
		return false;
	*entry = phys | PTE_TABLE;
	if (above)
		*above += PTE_ONE_USED;
	else if (pt->top_changed)
		pt->top_changed(pt, level_index(NR_LEVELS, virt));
	return true;
}

/*
 * The table of `level` for virt, with those above it that are missing. 0; -EEXIST if a leaf is in
 * the way; -ENOMEM, and nothing is new.
 */
static force_inline int table_make(struct pagetable *pt, uint64_t virt, unsigned level,
				   struct target *target)
{
	unsigned last = level_shift(level);
	uint64_t *above = NULL;

	target->table = table_at(pt, pt->root);
	for (unsigned shift = level_shift(NR_LEVELS); shift != last; shift -= 9) {
		uint64_t *entry = &target->table[virt >> shift & (TABLE_ENTRIES - 1)];

		if (!*entry && !table_add(pt, virt, entry, above)) {
			pt_unlink_empty(pt, virt);
			return -ENOMEM;
		}
		if (*entry & PTE_LARGE)
			return -EEXIST;
		target->table = table_of(pt, *entry);
		above = entry;
	}
	target->entry = above;
	return 0;
}

static bool slots_are_empty(const uint64_t *slot, uint64_t nr)
{
	const uint64_t *end = slot + nr;
	const uint64_t *eights = slot + ALIGN_DOWN(nr, 8);
	uint64_t bits = 0;

	for (; slot != eights; slot += 8)
		bits |= slot[0] | slot[1] | slot[2] | slot[3] | slot[4] | slot[5] | slot[6] |
			slot[7];
	for (; slot < end; slot++)
		bits |= *slot;
	return !bits;
}

/* Find nr empty slots of `level` from virt on, in one table. They count as used from now on. */
static int slots_take(struct pagetable *pt, uint64_t virt, unsigned level, uint64_t nr,
		      uint64_t **slot)
{
	struct target target;
	int err = table_make(pt, virt, level, &target);

	if (err)
		return err;
	*slot = &target.table[level_index(level, virt)];
	if (nr_used(*target.entry) && !slots_are_empty(*slot, nr))
		return -EEXIST;
	*target.entry += nr * PTE_ONE_USED;
	return 0;
}

/* Slots from virt to the end of its table of `level`. */
static uint64_t slots_left(unsigned level, uint64_t virt)
{
	return TABLE_ENTRIES - level_index(level, virt);
}

static int map_undo(struct pagetable *pt, uint64_t virt, uint64_t end, int err)
{
	if (virt != end)
		pt_unmap(pt, virt, end - virt, NULL, NULL);
	pt_flush(pt);
	return err;
}

/* The largest level up to `top` whose leaf starts at virt and phys and is no longer than len. */
static unsigned largest_level(unsigned top, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	if (top == 3 && IS_ALIGNED(virt | phys, PUD_SIZE) && len >= PUD_SIZE)
		return 3;
	return top >= 2 && IS_ALIGNED(virt | phys, PMD_SIZE) && len >= PMD_SIZE ? 2 : 1;
}

static bool frames_are_good(phys_addr_t phys, uint64_t len)
{
	return IS_ALIGNED(phys, PAGE_SIZE) && phys <= PTE_ADDRESS &&
	       len <= PTE_ADDRESS + PAGE_SIZE - phys;
}

bool pt_slot(const struct pagetable *pt, uint64_t virt, struct port_pt_slot *slot)
{
	if (!range_is_good(pt, virt, PAGE_SIZE))
		return false;
	slot->table = pt_find_small(pt, virt);
	if (!slot->table)
		return false;
	slot->leaf = &table_of(pt, *slot->table)[level_index(1, virt)];
	return !*slot->leaf;
}

void pt_fill(struct pagetable *pt, const struct port_pt_slot *slot, phys_addr_t phys, unsigned prot)
{
	*slot->leaf = phys | leaf_bits(pt, prot);
	*slot->table += PTE_ONE_USED;
}

/* One leaf of level 1 where there is a table for it. */
static bool map_page(struct pagetable *pt, uint64_t virt, phys_addr_t phys, unsigned prot)
{
	struct port_pt_slot slot;

	if (!pt_slot(pt, virt, &slot))
		return false;
	pt_fill(pt, &slot, phys, prot);
	return true;
}

int pt_map_leaves(struct pagetable *pt, uint64_t virt, phys_addr_t phys, uint64_t len,
		  unsigned prot, uint64_t max_leaf)
{
	uint64_t bits = leaf_bits(pt, prot);
	uint64_t at = virt;
	uint64_t end = virt + len;
	unsigned top = level_of_leaf(max_leaf);

	if (!range_is_good(pt, virt, len) || !frames_are_good(phys, len) || !top)
		return -EINVAL;
	if (len == PAGE_SIZE && map_page(pt, virt, phys, prot))
		return 0;
	if (top == 3 && !pt->gb_pages)
		top = 2;
	while (at != end) {
		unsigned level = largest_level(top, at, phys, end - at);
		uint64_t nr = slots_left(level, at);
		uint64_t *slot;
		int err;

		if (nr > (end - at) >> level_shift(level))
			nr = (end - at) >> level_shift(level);
		err = slots_take(pt, at, level, nr, &slot);
		if (err)
			return map_undo(pt, virt, at, err);
		fill_leaves(slot, phys | bits, level, nr);
		at += nr << level_shift(level);
		phys += nr << level_shift(level);
	}
	return 0;
}

static void fill_pfns(uint64_t *slot, const pfn_t *pfns, uint64_t bits, uint64_t nr)
{
	uint64_t *end = slot + nr;
	uint64_t *eights = slot + ALIGN_DOWN(nr, 8);

	for (; slot != eights; slot += 8, pfns += 8) {
		slot[0] = pfns[0] << PAGE_SHIFT | bits;
		slot[1] = pfns[1] << PAGE_SHIFT | bits;
		slot[2] = pfns[2] << PAGE_SHIFT | bits;
		slot[3] = pfns[3] << PAGE_SHIFT | bits;
		slot[4] = pfns[4] << PAGE_SHIFT | bits;
		slot[5] = pfns[5] << PAGE_SHIFT | bits;
		slot[6] = pfns[6] << PAGE_SHIFT | bits;
		slot[7] = pfns[7] << PAGE_SHIFT | bits;
	}
	for (; slot < end; slot++, pfns++)
		*slot = *pfns << PAGE_SHIFT | bits;
}

int pt_map_pfns(struct pagetable *pt, uint64_t virt, const pfn_t *pfns, uint64_t nr, unsigned prot)
{
	uint64_t bits = leaf_bits(pt, prot);
	uint64_t at = virt;

	if (nr > HALF / PAGE_SIZE || !range_is_good(pt, virt, nr * PAGE_SIZE))
		return -EINVAL;
	if (nr == 1 && map_page(pt, virt, *pfns << PAGE_SHIFT, prot))
		return 0;
	while (nr) {
		uint64_t nr_here = slots_left(1, at);
		uint64_t *slot;
		int err;

		if (nr_here > nr)
			nr_here = nr;
		err = slots_take(pt, at, 1, nr_here, &slot);
		if (err)
			return map_undo(pt, virt, at, err);
		fill_pfns(slot, pfns, bits, nr_here);
		at += nr_here * PAGE_SIZE;
		pfns += nr_here;
		nr -= nr_here;
	}
	return 0;
}
