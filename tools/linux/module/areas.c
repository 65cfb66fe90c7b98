// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Areas of virtual memory: Vmalloc, Vfree with the purge, VmallocRead.
 *
 * As in apps/mmbench/vmalloc_bench.c and read_bench.c. vmalloc() may sleep and vfree() may not be
 * called with interrupts off, so these are timed with interrupts on.
 */
#include <linux/vmalloc.h>

#include "measure.h"

enum { MOST_AREAS = 64, BUDGET = 64 << 20, READS = 1 << 16, FIRST = 12345 };

enum leaf { LEAF_DIRECT, LEAF_HUGE, LEAF_BASE };

static const char *const leaf_names[] = {"direct", "huge", "base"};

struct size {
	const char *text;
	u64 bytes;
};

static void *addresses[MOST_AREAS];

static unsigned areas_wanted(const struct row *row)
{
	u64 nr = BUDGET / row->value;

	return nr > MOST_AREAS ? MOST_AREAS : (unsigned)nr;
}

/* Since 5.18 plain vmalloc() takes small pages only on x86; before, vmalloc() took huge ones. */
static void *area_get(u64 bytes, enum leaf leaf)
{
#if LINUX_VERSION_CODE >= KERNEL_VERSION(5, 18, 0)
	return leaf == LEAF_HUGE ? vmalloc_huge(bytes, GFP_KERNEL) : vmalloc(bytes);
#else
	return vmalloc(bytes);
#endif
}

/* Is each page of the area mapped, to a page that no other page of it is? */
static bool area_right(const char *address, u64 size)
{
	bool right = true;

	for (u64 at = 0; at < size; at += PAGE_SIZE) {
		struct page *page = vmalloc_to_page(address + at);

		if (!page)
			return false;
		set_page_private(page, at + 1);
	}
	for (u64 at = 0; at < size; at += PAGE_SIZE)
		right &= page_private(vmalloc_to_page(address + at)) == at + 1;
	for (u64 at = 0; at < size; at += PAGE_SIZE)
		set_page_private(vmalloc_to_page(address + at), 0);
	return right;
}

static void alloc_run(const struct row *row, struct sample *s)
{
	unsigned nr = areas_wanted(row);

	cond_resched();
	sample_begin(s);
	for (unsigned i = 0; i < nr; i++)
		addresses[i] = area_get(row->value, row->kind);
	sample_end(s, nr * row->value / PAGE_SIZE, nr);
	for (unsigned i = 0; i < nr; i++) {
		if (!addresses[i])
			s->failure = "an area could not be had";
		else if (!area_right(addresses[i], row->value))
			s->failure = "an area does not map that many different pages";
		vfree(addresses[i]);
	}
	vm_unmap_aliases();
}

static void free_run(const struct row *row, struct sample *s)
{
	unsigned nr = areas_wanted(row);

	vfree(area_get(row->value, row->kind)); /* what is kept for good is taken now */
	vm_unmap_aliases();
	for (unsigned i = 0; i < nr; i++) {
		addresses[i] = area_get(row->value, row->kind);
		if (!addresses[i])
			s->failure = "an area could not be had";
	}
	cond_resched();
	sample_begin(s);
	for (unsigned i = 0; i < nr; i++)
		vfree(addresses[i]);
	vm_unmap_aliases();
	sample_end(s, nr * row->value / PAGE_SIZE, nr);
}

/* --- Reading ----------------------------------------------------------------------------- */

static u64 *table_get(u64 bytes, enum leaf leaf)
{
	void *table;

	if (leaf == LEAF_DIRECT)
		return (u64 *)__get_free_pages(GFP_KERNEL | __GFP_ZERO | __GFP_NOWARN,
					       get_order(bytes));
	table = area_get(bytes, leaf);
	if (table)
		memset(table, 0, bytes);
	return table;
}

static void table_put(u64 *table, u64 bytes, enum leaf leaf)
{
	if (leaf == LEAF_DIRECT)
		free_pages((unsigned long)table, get_order(bytes));
	else
		vfree(table);
}

static inline u64 next_place(u64 place)
{
	return place * 6364136223846793005ull + 1442695040888963407ull;
}

static void read_run(const struct row *row, struct sample *s)
{
	u64 nr_words = row->value / sizeof(u64), place = FIRST, expect = FIRST;
	u64 *table = table_get(row->value, row->kind);

	if (!table) {
		s->failure = "no memory for the table";
		return;
	}
	sample_begin_quiet(s);
	for (int i = 0; i < READS; i++)
		place = next_place(place + READ_ONCE(table[(place >> 20) & (nr_words - 1)]));
	sample_end_quiet(s, READS, 0);
	for (int i = 0; i < READS; i++)
		expect = next_place(expect);
	if (place != expect)
		s->failure = "a word of the table was not 0";
	table_put(table, row->value, row->kind);
}

/* --- Rows -------------------------------------------------------------------------------- */

static void read_row(const struct size *size, enum leaf leaf, u64 largest)
{
	u64 *table;

	if (size->bytes > largest) {
		log_print("# VmallocRead/size=%s/leaf=%s/cpus=1 skipped: larger than largest=\n",
			  size->text, leaf_names[leaf]);
		return;
	}
	table = leaf == LEAF_DIRECT ? table_get(size->bytes, leaf) : NULL;
	if (leaf == LEAF_DIRECT && !table) {
		log_print(
			"# VmallocRead/size=%s/leaf=direct/cpus=1 skipped: no block is so large\n",
			size->text);
		return;
	}
	if (table)
		table_put(table, size->bytes, leaf);
	row_add(read_run, 1, size->bytes, leaf, "VmallocRead/size=%s/leaf=%s", size->text,
		leaf_names[leaf]);
}

int areas_rows(u64 largest)
{
	static const struct size sizes[] = {
		{"64K", 64ul << 10}, {"256K", 256ul << 10}, {"1M", 1ul << 20},
		{"2M", 2ul << 20},   {"3M", 3ul << 20},	    {"4M", 4ul << 20},
		{"16M", 16ul << 20}, {"64M", 64ul << 20},
	};
	static const struct size tables[] = {{"64K", 64ul << 10},
					     {"1M", 1ul << 20},
					     {"16M", 16ul << 20},
					     {"64M", 64ul << 20},
					     {"256M", 256ul << 20}};
	bool huge = LINUX_VERSION_CODE >= KERNEL_VERSION(5, 18, 0);

	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++)
		for (enum leaf leaf = LEAF_BASE; leaf >= LEAF_HUGE && (huge || leaf > LEAF_HUGE);
		     leaf--)
			row_add(alloc_run, 2, sizes[i].bytes, leaf, "Vmalloc/size=%s/leaf=%s",
				sizes[i].text, leaf_names[leaf]);
	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++)
		for (enum leaf leaf = LEAF_BASE; leaf >= LEAF_HUGE && (huge || leaf > LEAF_HUGE);
		     leaf--)
			row_add(free_run, 2, sizes[i].bytes, leaf, "Vfree/size=%s/leaf=%s",
				sizes[i].text, leaf_names[leaf]);
	for (unsigned i = 0; i < ARRAY_SIZE(tables); i++)
		for (enum leaf leaf = LEAF_DIRECT; leaf <= LEAF_BASE; leaf++)
			read_row(&tables[i], leaf, largest);
	return 0;
}

void areas_drop(void)
{
	vm_unmap_aliases();
}
