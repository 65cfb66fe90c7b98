// SPDX-License-Identifier: MIT
/*
 * Unmapping and changing leaves: split at both ends, then one descent over the range.
 *
 * A table of which all goes is not cleared, only unlinked: it is freed with what is in it. Cost for
 * consecutive frames: 3.5 instructions an entry of such a table, 4.9 of others; 65 for each run,
 * or page that is not part of one, with what fn() takes.
 */
#include "kernel/x86/pagetable.h"
#include "kernel/x86/pagetable_int.h"

/* An unmapping under way, and the run of it that fn has not heard of. */
struct unmap {
	struct pagetable *pt;
	void (*fn)(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len);
	void *arg;
	uint64_t virt; /* the run; none if len is 0 */
	phys_addr_t phys;
	uint64_t len;
	uint64_t total; /* bytes unmapped */
};

static void run_tell(struct unmap *u)
{
	if (u->len && u->fn)
		u->fn(u->arg, u->virt, u->phys, u->len);
}

/* [virt, virt + len) led to consecutive frames from phys on. */
static force_inline void run_add(struct unmap *u, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	u->total += len;
	if (u->virt + u->len == virt && u->phys + u->len == phys && u->len) {
		u->len += len;
		return;
	}
	run_tell(u);
	u->virt = virt;
	u->phys = phys;
	u->len = len;
}

/* How many of slot[0..nr) are 4 KiB leaves for frames that follow the first, alike otherwise? */
static unsigned run_length(const uint64_t *slot, unsigned nr)
{
	const uint64_t *start = slot;
	const uint64_t *end = slot + nr;
	const uint64_t *eights = slot + ALIGN_DOWN(nr, 8);
	uint64_t leaf = *slot;

	for (; slot != eights; slot += 8, leaf += 8 * PAGE_SIZE) {
		if (slot[0] != leaf || slot[1] != leaf + PAGE_SIZE ||
		    slot[2] != leaf + 2 * PAGE_SIZE || slot[3] != leaf + 3 * PAGE_SIZE ||
		    slot[4] != leaf + 4 * PAGE_SIZE || slot[5] != leaf + 5 * PAGE_SIZE ||
		    slot[6] != leaf + 6 * PAGE_SIZE || slot[7] != leaf + 7 * PAGE_SIZE)
			break;
	}
	for (; slot < end && *slot == leaf; slot++)
		leaf += PAGE_SIZE;
	return slot - start;
}

static void clear_slots(uint64_t *slot, unsigned nr)
{
	uint64_t *end = slot + nr;
	uint64_t *eights = slot + ALIGN_DOWN(nr, 8);

	for (; slot != eights; slot += 8) {
		slot[0] = 0;
		slot[1] = 0;
		slot[2] = 0;
		slot[3] = 0;
		slot[4] = 0;
		slot[5] = 0;
		slot[6] = 0;
		slot[7] = 0;
	}
	for (; slot < end; slot++)
		*slot = 0;
}

/*
 * Unmap nr slots from virt on of the table of level 1 that *entry leads to. True: it is empty now,
 * and may still hold what it held.
 */
static __noinline bool unmap_small(struct unmap *u, uint64_t *entry, uint64_t virt, unsigned nr)
{
	uint64_t *slot = &table_of(u->pt, *entry)[level_index(1, virt)];
	uint64_t *end = slot + nr;
	unsigned nr_all = nr_used(*entry);
	unsigned nr_unmapped = 0;

	while (slot < end) {
		uint64_t leaf = *slot;
		unsigned run = 1;

		if (!leaf) {
			slot++;
			virt += PAGE_SIZE;
			continue;
		}
		if (end - slot > 1 && slot[1] == leaf + PAGE_SIZE)
			run = run_length(slot, end - slot);
		if (leaf & PTE_PRESENT)
			pt_flush_add(u->pt, virt, run, PAGE_SIZE);
		run_add(u, virt, leaf & PTE_ADDRESS, run * PAGE_SIZE);
		nr_unmapped += run;
		if (nr_unmapped < nr_all && nr < TABLE_ENTRIES)
			clear_slots(slot, run);
		slot += run;
		virt += run * PAGE_SIZE;
	}
	*entry -= nr_unmapped * PTE_ONE_USED;
	return nr_unmapped == nr_all;
}

static unsigned unmap_table(struct unmap *u, uint64_t *table, unsigned level, uint64_t virt,
			    uint64_t end);

/* Unmap [virt, end) in the table that *entry, of `level`, leads to. True: it is empty now. */
static bool unmap_below(struct unmap *u, uint64_t *entry, unsigned level, uint64_t virt,
			uint64_t end)
{
	*entry -= unmap_table(u, table_of(u->pt, *entry), level - 1, virt, end) * PTE_ONE_USED;
	return !nr_used(*entry);
}

/* Unmap [virt, end) in a table of `level`, 2 and more. Returns how many entries became empty. */
static unsigned unmap_table(struct unmap *u, uint64_t *table, unsigned level, uint64_t virt,
			    uint64_t end)
{
	unsigned nr_emptied = 0;

	for (uint64_t len; virt != end; virt += len) {
		uint64_t *entry = &table[level_index(level, virt)];
		bool empty;

		len = len_in_slot(level, virt, end);
		if (!*entry)
			continue;
		if (*entry & PTE_LARGE) {
			if (*entry & PTE_PRESENT)
				pt_flush_add(u->pt, virt, 1, len);
			run_add(u, virt, *entry & PTE_ADDRESS, len);
			*entry = 0;
			nr_emptied++;
			continue;
		}
		if (level == 2)
			empty = unmap_small(u, entry, virt, len >> PAGE_SHIFT);
		else
			empty = unmap_below(u, entry, level, virt, virt + len);
		if (empty && !(level == NR_LEVELS && u->pt->keep_top)) {
			pt_table_unlink(u->pt, entry, virt);
			nr_emptied++;
		}
	}
	return nr_emptied;
}

int64_t pt_unmap(struct pagetable *pt, uint64_t virt, uint64_t len,
		 void (*fn)(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len), void *arg)
{
	struct unmap u = {.pt = pt, .fn = fn, .arg = arg};
	uint64_t *small;
	int err;

	if (!range_is_good(pt, virt, len))
		return -EINVAL;
	small = in_one_table(virt, len) ? pt_find_small(pt, virt) : NULL;
	if (small) {
		if (unmap_small(&u, small, virt, len >> PAGE_SHIFT))
			pt_unlink_empty(pt, virt);
	} else {
		err = pt_split_ends(pt, virt, virt + len);
		if (err)
			return err;
		unmap_table(&u, table_at(pt, pt->root), NR_LEVELS, virt, virt + len);
	}
	run_tell(&u);
	return (int64_t)(u.total >> PAGE_SHIFT);
}

/* Give a leaf, at virt, other access bits. */
static force_inline void protect_leaf(struct pagetable *pt, uint64_t *entry, uint64_t access,
				      uint64_t virt)
{
	uint64_t old = *entry;
	uint64_t leaf = (old & ~PTE_ACCESS) | access;

	if (!old || leaf == old)
		return;
	*entry = leaf;
	if (old & PTE_PRESENT)
		pt_flush_add(pt, virt, 1, PAGE_SIZE);
}

/* The same for [virt, end) in the table of level 1 that `entry` leads to. */
static void protect_small(struct pagetable *pt, uint64_t entry, uint64_t access, uint64_t virt,
			  uint64_t end)
{
	uint64_t *slot = &table_of(pt, entry)[level_index(1, virt)];

	for (; virt != end; virt += PAGE_SIZE)
		protect_leaf(pt, slot++, access, virt);
}

static void protect_table(struct pagetable *pt, uint64_t *table, unsigned level, uint64_t access,
			  uint64_t virt, uint64_t end)
{
	for (uint64_t len; virt != end; virt += len) {
		uint64_t *entry = &table[level_index(level, virt)];

		len = len_in_slot(level, virt, end);
		if (!*entry)
			continue;
		if (*entry & PTE_LARGE) {
			protect_leaf(pt, entry, access, virt);
			continue;
		}
		if (level == 2)
			protect_small(pt, *entry, access, virt, virt + len);
		else
			protect_table(pt, table_of(pt, *entry), level - 1, access, virt,
				      virt + len);
	}
}

int pt_protect(struct pagetable *pt, uint64_t virt, uint64_t len, unsigned prot)
{
	uint64_t *small;
	int err;

	if (!range_is_good(pt, virt, len))
		return -EINVAL;
	small = in_one_table(virt, len) ? pt_find_small(pt, virt) : NULL;
	if (small) {
		protect_small(pt, *small, access_bits(pt, prot), virt, virt + len);
		return 0;
	}
	err = pt_split_ends(pt, virt, virt + len);
	if (err)
		return err;
	protect_table(pt, table_at(pt, pt->root), NR_LEVELS, access_bits(pt, prot), virt,
		      virt + len);
	return 0;
}

int pt_remap(struct pagetable *pt, uint64_t virt, phys_addr_t phys, uint64_t leaf, unsigned prot)
{
	unsigned wanted = level_of_leaf(leaf);
	unsigned level;
	uint64_t *entry;
	int err;

	if (!wanted || !IS_ALIGNED(virt | phys, leaf) || phys > PTE_ADDRESS ||
	    !range_is_good(pt, virt, leaf))
		return -EINVAL;
	entry = pt_find_leaf(pt, virt, &level);
	if (!entry || level < wanted)
		return -ENOENT;
	if (level > wanted) {
		err = pt_split_ends(pt, virt, virt + leaf);
		if (err)
			return err;
		entry = pt_find_leaf(pt, virt, &level);
	}
	if (*entry & PTE_PRESENT)
		pt_flush_add(pt, virt, 1, leaf);
	fill_leaves(entry, phys | leaf_bits(pt, prot), wanted, 1);
	return 0;
}
