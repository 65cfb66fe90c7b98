// SPDX-License-Identifier: MIT
/* Looking at page tables: single leaves, all of them, and what a mapping would add. */
#include "kernel/x86/pagetable.h"

#include "kernel/x86/pagetable_int.h"

static void read_leaf(struct pt_leaf *leaf, uint64_t entry, unsigned level, uint64_t virt)
{
	uint64_t len = level_len(level);

	leaf->virt = ALIGN_DOWN(virt, len);
	leaf->phys = ALIGN_DOWN(entry & PTE_ADDRESS, len);
	leaf->len = len;
	leaf->prot = 0;
	if (!(entry & PTE_PRESENT))
		leaf->prot |= PT_NONE;
	if (entry & PTE_WRITABLE)
		leaf->prot |= PT_WRITE;
	if (!(entry & PTE_ANY_NX))
		leaf->prot |= PT_EXEC;
	if (entry & PTE_GLOBAL)
		leaf->prot |= PT_GLOBAL;
	if (entry & PTE_PCD)
		leaf->prot |= PT_CACHE_UC;
	else if (entry & PTE_PWT)
		leaf->prot |= PT_CACHE_WC;
}

bool pt_lookup(const struct pagetable *pt, uint64_t virt, struct pt_leaf *leaf)
{
	unsigned level;
	const uint64_t *entry;

	if (!range_is_good(pt, ALIGN_DOWN(virt, PAGE_SIZE), PAGE_SIZE))
		return false;
	entry = pt_find_leaf(pt, virt, &level);
	if (!entry)
		return false;
	read_leaf(leaf, *entry, level, virt);
	return true;
}

/* --- Runs --------------------------------------------------------------------------------------
 */

/* The leaf in *slot, of `level`, and those behind it that go on with it, cut to [virt, end). */
static void run_read(struct port_pt_run *run, const uint64_t *slot, unsigned level, uint64_t virt,
		     uint64_t end)
{
	uint64_t len = level_len(level);
	unsigned slots = TABLE_ENTRIES - level_index(level, virt);
	uint64_t stop = ALIGN_DOWN(virt, len) + len;
	uint64_t leaf = *slot;
	struct pt_leaf first;

	read_leaf(&first, leaf, level, virt);
	for (; --slots && stop < end && *++slot == (leaf += len); stop += len)
		;
	run->virt = virt;
	run->phys = first.phys + (virt - first.virt);
	run->len = (stop < end ? stop : end) - virt;
	run->prot = first.prot & ~(unsigned)PT_GLOBAL;
}

static bool next_below(const struct pagetable *pt, const uint64_t *table, unsigned level,
		       uint64_t virt, uint64_t end, struct port_pt_run *run)
{
	while (virt != end) {
		const uint64_t *slot = &table[level_index(level, virt)];
		uint64_t len = len_in_slot(level, virt, end);

		if (*slot && is_leaf(*slot, level)) {
			run_read(run, slot, level, virt, end);
			return true;
		}
		if (*slot && next_below(pt, table_of(pt, *slot), level - 1, virt, virt + len, run))
			return true;
		virt += len;
	}
	return false;
}

bool pt_next(const struct pagetable *pt, uint64_t virt, uint64_t end, struct port_pt_run *run)
{
	if (end <= virt || !range_is_good(pt, virt, end - virt))
		return false;
	return next_below(pt, table_at(pt, pt->root), NR_LEVELS, virt, end, run);
}

/* --- All leaves --------------------------------------------------------------------------------
 */

struct walk {
	const struct pagetable *pt;
	bool (*fn)(const struct pt_leaf *leaf, void *arg); /* NULL: only count and check */
	void *arg;
	uint64_t nr_tables;
	const char *wrong; /* of the bookkeeping */
};

/* Visit the table that *entry, of level + 1, leads to (NULL: the top one). False: no more. */
static bool walk_table(struct walk *walk, const uint64_t *entry, unsigned level, uint64_t virt)
{
	const uint64_t *table =
		entry ? table_of(walk->pt, *entry) : table_at(walk->pt, walk->pt->root);
	unsigned nr = 0;

	walk->nr_tables++;
	for (unsigned i = 0; i < TABLE_ENTRIES; i++, virt += level_len(level)) {
		struct pt_leaf leaf;

		if (level == NR_LEVELS && i == TABLE_ENTRIES / 2)
			virt = -HALF;
		if (!table[i])
			continue;
		nr++;
		if (level == 1 && (table[i] & PTE_LARGE))
			walk->wrong = "a small leaf has a large one's bit";
		if (!is_leaf(table[i], level)) {
			if (!walk_table(walk, &table[i], level - 1, virt))
				return false;
			continue;
		}
		read_leaf(&leaf, table[i], level, virt);
		if (walk->fn && !walk->fn(&leaf, walk->arg))
			return false;
	}
	if (entry && nr != nr_used(*entry))
		walk->wrong = "a table does not have as many entries as counted";
	if (entry && !nr && !(walk->pt->keep_top && level == NR_LEVELS - 1))
		walk->wrong = "a table is empty";
	return true;
}

void pt_walk(const struct pagetable *pt, bool (*fn)(const struct pt_leaf *leaf, void *arg),
	     void *arg)
{
	struct walk walk = {.pt = pt, .fn = fn, .arg = arg};

	walk_table(&walk, NULL, NR_LEVELS, 0);
}

uint64_t pt_count_tables(const struct pagetable *pt)
{
	struct walk walk = {.pt = pt};

	walk_table(&walk, NULL, NR_LEVELS, 0);
	return walk.nr_tables;
}

const char *pt_check(const struct pagetable *pt)
{
	struct walk walk = {.pt = pt};

	walk_table(&walk, NULL, NR_LEVELS, 0);
	if (!walk.wrong && pt->halves != PT_LOW_HALF && walk.nr_tables != pt->stats.nr_tables)
		walk.wrong = "there are not as many tables as counted";
	return walk.wrong;
}

/* --- What a mapping would add ------------------------------------------------------------------
 */

/* Tables for the whole of an empty slot of `level`, with leaves of level `leaf`. */
static uint64_t tables_full(unsigned level, unsigned leaf)
{
	uint64_t nr = 0;

	for (; leaf < level; leaf++)
		nr = 1 + nr * TABLE_ENTRIES;
	return nr;
}

/* Tables to add below this one, of `level`, for [virt, end). NULL: it is to be added itself. */
static uint64_t tables_below(const struct pagetable *pt, const uint64_t *table, unsigned level,
			     uint64_t virt, uint64_t end, unsigned leaf)
{
	uint64_t nr = 0;

	if (level == 1)
		return 0;
	while (virt != end) {
		uint64_t len = len_in_slot(level, virt, end);
		uint64_t entry = table ? table[level_index(level, virt)] : 0;

		if (!entry && len == level_len(level))
			nr += tables_full(level, leaf);
		else if (!entry)
			nr += 1 + tables_below(pt, NULL, level - 1, virt, virt + len, leaf);
		else if (!is_leaf(entry, level))
			nr += tables_below(pt, table_of(pt, entry), level - 1, virt, virt + len,
					   leaf);
		virt += len;
	}
	return nr;
}

/* Tables to add on the way to a leaf of level 1 at virt. */
static uint64_t tables_missing(const struct pagetable *pt, uint64_t virt)
{
	uint64_t entry = table_at(pt, pt->root)[level_index(4, virt)];

	if (!entry)
		return 3;
	entry = table_of(pt, entry)[level_index(3, virt)];
	if (!entry || (entry & PTE_LARGE))
		return entry ? 0 : 2;
	return !table_of(pt, entry)[level_index(2, virt)];
}

uint64_t pt_tables_needed(const struct pagetable *pt, uint64_t virt, uint64_t len, uint64_t leaf)
{
	unsigned level = leaf >= PUD_SIZE && pt->gb_pages ? 3 : leaf >= PMD_SIZE ? 2 : 1;

	if (!range_is_good(pt, virt, len))
		return 0;
	if (in_one_table(virt, len) && (level == 1 || len < PMD_SIZE))
		return tables_missing(pt, virt);
	return tables_below(pt, table_at(pt, pt->root), NR_LEVELS, virt, virt + len, level);
}
