// SPDX-License-Identifier: MIT
/*
 * Splitting large leaves, so that a range ends where leaves end.
 *
 * A leaf with a border of the range inside gives way to a table of leaves one level lower, and so
 * on until none is across the border. All tables for both borders are there before anything is
 * changed. What the leaves say stays the same, so the flush that it asks for is only for CPUs that
 * mind two sizes for one address; the caller's own changes need theirs anyway.
 */
#include "kernel/x86/pagetable_int.h"

enum { MOST_SPLITS = 4 }; /* two levels at each end */

/* The level of the leaf that has `border` inside of it, 0: none. */
static unsigned leaf_across(const struct pagetable *pt, uint64_t border)
{
	unsigned level;

	if (IS_ALIGNED(border, PUD_SIZE) || !pt_find_leaf(pt, border, &level))
		return 0;
	return IS_ALIGNED(border, level_len(level)) ? 0 : level;
}

/* Is a leaf of `level` around `border` split, if the leaf there is of level `top`? */
static bool is_split(uint64_t border, unsigned top, unsigned level)
{
	return level <= top && !IS_ALIGNED(border, level_len(level));
}

/* Tables to split leaves of these levels at two borders; a leaf that is across both counts once. */
static unsigned tables_for_splits(uint64_t a, unsigned top_a, uint64_t b, unsigned top_b)
{
	unsigned nr = 0;

	for (unsigned level = 2; level < NR_LEVELS; level++) {
		bool split_a = is_split(a, top_a, level);
		bool split_b = is_split(b, top_b, level);

		if (split_a && split_b && a >> level_shift(level) == b >> level_shift(level))
			nr += 1;
		else
			nr += split_a + split_b;
	}
	return nr;
}

/* Split leaves until none is across the border; takes tables from the end of `tables`. */
static void split_at(struct pagetable *pt, uint64_t border, const phys_addr_t *tables, unsigned *nr)
{
	for (unsigned level = leaf_across(pt, border); level; level = leaf_across(pt, border)) {
		uint64_t *entry = pt_find_leaf(pt, border, &level);
		phys_addr_t table = tables[--*nr];

		fill_leaves(table_at(pt, table), *entry & ~PTE_LARGE, level - 1, TABLE_ENTRIES);
		if (*entry & PTE_PRESENT)
			pt_flush_add(pt, border, 1, PAGE_SIZE);
		*entry = table | PTE_TABLE | TABLE_ENTRIES * PTE_ONE_USED;
	}
}

/* Get tables for splits, and split. */
static int split_both(struct pagetable *pt, uint64_t start, uint64_t end, unsigned nr_wanted)
{
	phys_addr_t tables[MOST_SPLITS];
	unsigned nr = 0;

	while (nr < nr_wanted) {
		tables[nr] = pt_table_new(pt);
		if (!tables[nr])
			goto drop;
		nr++;
	}
	split_at(pt, start, tables, &nr);
	split_at(pt, end, tables, &nr);
	return 0;

drop:
	while (nr)
		pt_table_drop(pt, tables[--nr]);
	return -ENOMEM;
}

int pt_split_ends(struct pagetable *pt, uint64_t start, uint64_t end)
{
	unsigned top_start = leaf_across(pt, start);
	unsigned top_end = leaf_across(pt, end);

	if (!top_start && !top_end)
		return 0;
	return split_both(pt, start, end, tables_for_splits(start, top_start, end, top_end));
}
