// SPDX-License-Identifier: MIT
/*
 * A level is 1 for tables of 4 KiB leaves up to 4 for the root; a leaf at level n spans
 * 2^(12 + 9 (n - 1)) bytes. Entries that allow nothing special are chosen as the kernel wants them:
 * supervisor only, accessed and dirty set beforehand, so that the CPU never writes to a table.
 *
 * Cache types go by PAT slots 0 to 3 (PWT and PCD), which paging.c programs: the PAT bit itself,
 * which moves with the leaf's size, stays clear. Tables allow everything and leaves decide.
 */
#include "kernel/x86/pagetable.h"

#define PTE_PRESENT  (1ul << 0)
#define PTE_WRITABLE (1ul << 1)
#define PTE_PWT	     (1ul << 3)
#define PTE_PCD	     (1ul << 4)
#define PTE_ACCESSED (1ul << 5)
#define PTE_DIRTY    (1ul << 6)
#define PTE_LARGE    (1ul << 7) /* levels 2 and 3: a leaf, not a table */
#define PTE_GLOBAL   (1ul << 8)
#define PTE_NX	     (1ul << 63)
#define PTE_ADDRESS  0x000ffffffffff000ul

#define NR_LEVELS     4
#define TABLE_ENTRIES 512u
#define HALF	      (1ul << 47) /* bytes of a canonical half */

static unsigned level_shift(unsigned level)
{
	return PAGE_SHIFT + 9 * (level - 1);
}

static uint64_t level_len(unsigned level)
{
	return 1ul << level_shift(level);
}

static uint64_t *table_at(const struct pagetable *pt, phys_addr_t phys)
{
	return pt->to_virt(phys);
}

static uint64_t *slot_of(uint64_t *table, unsigned level, uint64_t virt)
{
	return &table[virt >> level_shift(level) & (TABLE_ENTRIES - 1)];
}

static bool is_leaf(uint64_t entry, unsigned level)
{
	return level == 1 || (level < NR_LEVELS && (entry & PTE_LARGE));
}

static uint64_t make_leaf(phys_addr_t phys, unsigned level, unsigned prot)
{
	uint64_t entry = phys | PTE_PRESENT | PTE_ACCESSED | PTE_DIRTY;

	if (level > 1)
		entry |= PTE_LARGE;
	if (prot & PT_WRITE)
		entry |= PTE_WRITABLE;
	if (!(prot & PT_EXEC))
		entry |= PTE_NX;
	if (prot & PT_GLOBAL)
		entry |= PTE_GLOBAL;
	if (prot & PT_CACHE_WC)
		entry |= PTE_PWT;
	if (prot & PT_CACHE_UC)
		entry |= PTE_PCD | PTE_PWT;
	return entry;
}

static void read_leaf(struct pt_leaf *leaf, uint64_t entry, unsigned level, uint64_t virt)
{
	uint64_t len = level_len(level);

	leaf->virt = ALIGN_DOWN(virt, len);
	leaf->phys = ALIGN_DOWN(entry & PTE_ADDRESS, len);
	leaf->len = len;
	leaf->prot = 0;
	if (entry & PTE_WRITABLE)
		leaf->prot |= PT_WRITE;
	if (!(entry & PTE_NX))
		leaf->prot |= PT_EXEC;
	if (entry & PTE_GLOBAL)
		leaf->prot |= PT_GLOBAL;
	if (entry & PTE_PCD)
		leaf->prot |= PT_CACHE_UC;
	else if (entry & PTE_PWT)
		leaf->prot |= PT_CACHE_WC;
}

static phys_addr_t new_table(const struct pagetable *pt)
{
	phys_addr_t phys = pt->alloc_table();

	if (phys)
		__builtin_memset(pt->to_virt(phys), 0, PAGE_SIZE);
	return phys;
}

int pt_init(struct pagetable *pt)
{
	pt->root = new_table(pt);
	return pt->root ? 0 : -ENOMEM;
}

/* The largest level whose leaf starts at virt and phys and does not reach beyond len. */
static unsigned largest_level(const struct pagetable *pt, uint64_t virt, phys_addr_t phys,
			      uint64_t len)
{
	unsigned level = pt->gb_pages ? 3 : 2;

	while (level > 1 && (!IS_ALIGNED(virt | phys, level_len(level)) || len < level_len(level)))
		level--;
	return level;
}

/*
 * Descend to the slot for a leaf of *level at virt, making tables; *level comes out lower where a
 * table is in its place already. 0, -EEXIST or -ENOMEM.
 */
static int find_slot(const struct pagetable *pt, uint64_t virt, unsigned *level, uint64_t **slot)
{
	uint64_t *table = table_at(pt, pt->root);

	for (unsigned at = NR_LEVELS; at > 0; at--) {
		uint64_t *entry = slot_of(table, at, virt);
		phys_addr_t phys = *entry & PTE_ADDRESS;

		if (*entry & PTE_PRESENT) {
			if (is_leaf(*entry, at))
				return -EEXIST;
		} else if (at <= *level) {
			*level = at;
			*slot = entry;
			return 0;
		} else {
			phys = new_table(pt);
			if (!phys)
				return -ENOMEM;
			*entry = phys | PTE_PRESENT | PTE_WRITABLE | PTE_ACCESSED;
		}
		table = table_at(pt, phys);
	}
	return -EEXIST;
}

/* The entry of the leaf that maps virt, and its level; NULL if none does. */
static uint64_t *find_leaf(const struct pagetable *pt, uint64_t virt, unsigned *level)
{
	uint64_t *table = table_at(pt, pt->root);

	for (*level = NR_LEVELS;; (*level)--) {
		uint64_t *entry = slot_of(table, *level, virt);

		if (!(*entry & PTE_PRESENT))
			return NULL;
		if (is_leaf(*entry, *level))
			return entry;
		table = table_at(pt, *entry & PTE_ADDRESS);
	}
}

/* Undo pt_map_run() of [virt, end). */
static void clear_run(const struct pagetable *pt, uint64_t virt, uint64_t end)
{
	while (virt != end) {
		unsigned level;

		*find_leaf(pt, virt, &level) = 0;
		virt += level_len(level);
	}
}

/* Is [virt, virt + len) in one canonical half? (It may end at the very top, where the sum is 0.) */
static bool in_one_half(uint64_t virt, uint64_t len)
{
	uint64_t base = virt < HALF ? 0 : -HALF;

	return virt - base < HALF && len <= HALF - (virt - base);
}

int pt_map_run(struct pagetable *pt, uint64_t virt, phys_addr_t phys, uint64_t len, unsigned prot)
{
	uint64_t at = virt;
	uint64_t end = virt + len;
	int err;

	if (!IS_ALIGNED(virt | phys | len, PAGE_SIZE) || !len || !in_one_half(virt, len) ||
	    phys > PTE_ADDRESS || len > PTE_ADDRESS + PAGE_SIZE - phys)
		return -EINVAL;
	while (at != end) {
		unsigned level = largest_level(pt, at, phys, end - at);
		uint64_t *slot;

		err = find_slot(pt, at, &level, &slot);
		if (err)
			goto undo;
		*slot = make_leaf(phys, level, prot);
		at += level_len(level);
		phys += level_len(level);
	}
	return 0;

undo:
	clear_run(pt, virt, at);
	return err;
}

bool pt_lookup(const struct pagetable *pt, uint64_t virt, struct pt_leaf *leaf)
{
	unsigned level;
	const uint64_t *entry;

	if (!in_one_half(virt, 1))
		return false;
	entry = find_leaf(pt, virt, &level);
	if (!entry)
		return false;
	read_leaf(leaf, *entry, level, virt);
	return true;
}

struct walk {
	const struct pagetable *pt;
	bool (*fn)(const struct pt_leaf *leaf, void *arg); /* NULL: only count */
	void *arg;
	uint64_t nr_tables;
};

/* Visit a table and what is below it. False: fn wants no more. */
static bool walk_table(struct walk *walk, phys_addr_t phys, unsigned level, uint64_t virt)
{
	const uint64_t *table = table_at(walk->pt, phys);

	walk->nr_tables++;
	for (unsigned i = 0; i < TABLE_ENTRIES; i++, virt += level_len(level)) {
		struct pt_leaf leaf;

		if (level == NR_LEVELS && i == TABLE_ENTRIES / 2)
			virt = -HALF;
		if (!(table[i] & PTE_PRESENT))
			continue;
		if (!is_leaf(table[i], level)) {
			if (!walk_table(walk, table[i] & PTE_ADDRESS, level - 1, virt))
				return false;
			continue;
		}
		read_leaf(&leaf, table[i], level, virt);
		if (walk->fn && !walk->fn(&leaf, walk->arg))
			return false;
	}
	return true;
}

void pt_walk(const struct pagetable *pt, bool (*fn)(const struct pt_leaf *leaf, void *arg),
	     void *arg)
{
	struct walk walk = {.pt = pt, .fn = fn, .arg = arg};

	walk_table(&walk, pt->root, NR_LEVELS, 0);
}

uint64_t pt_count_tables(const struct pagetable *pt)
{
	struct walk walk = {.pt = pt};

	walk_table(&walk, pt->root, NR_LEVELS, 0);
	return walk.nr_tables;
}
