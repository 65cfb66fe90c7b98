// SPDX-License-Identifier: MIT OR GPL-2.0
/*
 * Pages one at a time and in bulk: PageAlloc, PageFree, PagePair, Bulk*.
 *
 * As in apps/mmbench/page_bench.c and bulk_bench.c. Linux has no bulk free, so BulkFree is what its
 * users do: __free_page() of each slot, which is then NULL. The per-CPU lists cannot be emptied
 * from a module, so the repetitions do not start with them empty, as ours do.
 */
#include <linux/slab.h>

#include "measure.h"

enum { POOL = 2048, LARGE_BLOCKS = 64, PAIRS = 1024, PASSES = 8 };

static struct page **slots;

#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 14, 0)
#define bulk_array alloc_pages_bulk
#define HAVE_LIST  0
#else
#define bulk_array alloc_pages_bulk_array
#define HAVE_LIST  1
#endif

/* Are slots[0..nr) that many different, aligned blocks? */
static bool slots_right(u64 nr, unsigned order)
{
	bool right = true;

	for (u64 i = 0; i < nr; i++) {
		if (!slots[i] || page_to_pfn(slots[i]) & ((1ul << order) - 1))
			return false;
		set_page_private(slots[i], i + 1);
	}
	for (u64 i = 0; i < nr; i++)
		right &= page_private(slots[i]) == i + 1;
	for (u64 i = 0; i < nr; i++)
		set_page_private(slots[i], 0);
	return right;
}

static void slots_free(u64 nr, unsigned order)
{
	for (u64 i = 0; i < nr; i++) {
		if (slots[i])
			__free_pages(slots[i], order);
		slots[i] = NULL;
	}
}

static bool slots_fill(u64 nr, unsigned order)
{
	for (u64 i = 0; i < nr; i++) {
		slots[i] = alloc_pages(GFP_KERNEL | __GFP_NOWARN, order);
		if (!slots[i])
			return false;
	}
	return true;
}

/* --- One block at a time ----------------------------------------------------------------- */

static u64 blocks_wanted(unsigned order)
{
	return order < 9 ? POOL >> order : LARGE_BLOCKS;
}

static void alloc_run(const struct row *row, struct sample *s)
{
	unsigned order = (unsigned)row->value;
	u64 nr = blocks_wanted(order);

	sample_begin_quiet(s);
	for (u64 i = 0; i < nr; i++)
		slots[i] = alloc_pages(GFP_KERNEL, order);
	sample_end_quiet(s, nr, nr);
	if (!slots_right(nr, order))
		s->failure = "the blocks are not so many different, aligned ones";
	slots_free(nr, order);
}

static void free_run(const struct row *row, struct sample *s)
{
	unsigned order = (unsigned)row->value;
	u64 nr = blocks_wanted(order);

	if (!slots_fill(nr, order) || !slots_right(nr, order)) {
		s->failure = "no blocks to free";
		slots_free(nr, order);
		return;
	}
	sample_begin_quiet(s);
	for (u64 i = 0; i < nr; i++)
		__free_pages(slots[i], order);
	sample_end_quiet(s, nr, nr);
	memset(slots, 0, nr * sizeof(slots[0]));
}

static void pair_run(const struct row *row, struct sample *s)
{
	unsigned order = (unsigned)row->value;

	sample_begin_quiet(s);
	for (u64 i = 0; i < PAIRS; i++) {
		struct page *page = alloc_pages(GFP_KERNEL, order);

		slots[i] = page;
		__free_pages(page, order);
	}
	sample_end_quiet(s, PAIRS, PAIRS);
	for (u64 i = 0; i < PAIRS; i++)
		if (!slots[i])
			s->failure = "an allocation failed";
	memset(slots, 0, PAIRS * sizeof(slots[0]));
}

/* --- In bulk ----------------------------------------------------------------------------- */

static const char wrong_pages[] = "the pages are not so many different ones";

static void array_run(const struct row *row, struct sample *s)
{
	sample_begin_quiet(s);
	for (u64 i = 0; i < POOL; i += row->value)
		bulk_array(GFP_KERNEL, row->value, slots + i);
	sample_end_quiet(s, POOL, POOL / row->value);
	if (!slots_right(POOL, 0))
		s->failure = wrong_pages;
	slots_free(POOL, 0);
}

#if HAVE_LIST
static void list_run(const struct row *row, struct sample *s)
{
	LIST_HEAD(list);
	struct page *page, *next;
	u64 nr = 0;

	sample_begin_quiet(s);
	for (u64 i = 0; i < POOL; i += row->value)
		alloc_pages_bulk_list(GFP_KERNEL, row->value, &list);
	sample_end_quiet(s, POOL, POOL / row->value);
	list_for_each_entry_safe(page, next, &list, lru)
	{
		list_del(&page->lru);
		if (nr < POOL)
			slots[nr++] = page;
		else
			__free_page(page);
	}
	if (nr != POOL || !slots_right(POOL, 0))
		s->failure = wrong_pages;
	slots_free(POOL, 0);
}
#endif

static void refill_run(const struct row *row, struct sample *s)
{
	if (!slots_fill(POOL, 0)) {
		s->failure = "not enough memory for the pool";
		slots_free(POOL, 0);
		return;
	}
	for (u64 i = 0; i < POOL; i += 2) {
		__free_page(slots[i]);
		slots[i] = NULL;
	}
	sample_begin_quiet(s);
	for (u64 i = 0; i < POOL; i += row->value)
		bulk_array(GFP_KERNEL, row->value, slots + i);
	sample_end_quiet(s, POOL / 2, POOL / row->value);
	if (!slots_right(POOL, 0))
		s->failure = wrong_pages;
	slots_free(POOL, 0);
}

static void loop_run(const struct row *row, struct sample *s)
{
	sample_begin_quiet(s);
	for (u64 i = 0; i < POOL; i += row->value)
		for (u64 j = i; j < i + row->value; j++)
			slots[j] = alloc_page(GFP_KERNEL);
	sample_end_quiet(s, POOL, POOL);
	if (!slots_right(POOL, 0))
		s->failure = wrong_pages;
	slots_free(POOL, 0);
}

static void bulk_free_run(const struct row *row, struct sample *s)
{
	if (!slots_fill(POOL, 0)) {
		s->failure = "not enough memory for the pool";
		slots_free(POOL, 0);
		return;
	}
	sample_begin_quiet(s);
	for (u64 i = 0; i < POOL; i += row->value)
		for (u64 j = i; j < i + row->value; j++) {
			__free_page(slots[j]);
			slots[j] = NULL;
		}
	sample_end_quiet(s, POOL, POOL);
}

/* --- Rows -------------------------------------------------------------------------------- */

static void bulk_rows(const char *name, void (*run)(const struct row *, struct sample *))
{
	for (unsigned batch = 1; batch <= 512; batch *= 2)
		row_add(run, PASSES, batch, 0, "%s/batch=%u", name, batch);
}

int pages_rows(void)
{
	static const unsigned orders[] = {0, 1, 2, 3, 4, 9};

	slots = kvcalloc(POOL, sizeof(slots[0]), GFP_KERNEL);
	if (!slots)
		return -ENOMEM;
	for (unsigned i = 0; i < ARRAY_SIZE(orders); i++)
		row_add(alloc_run, PASSES, orders[i], 0, "PageAlloc/order=%u", orders[i]);
	for (unsigned i = 0; i < ARRAY_SIZE(orders); i++)
		row_add(free_run, PASSES, orders[i], 0, "PageFree/order=%u", orders[i]);
	for (unsigned i = 0; i < ARRAY_SIZE(orders); i++)
		row_add(pair_run, PASSES, orders[i], 0, "PagePair/order=%u", orders[i]);
	bulk_rows("BulkArray", array_run);
#if HAVE_LIST
	bulk_rows("BulkList", list_run);
#else
	log_print("# BulkList skipped: this kernel has no alloc_pages_bulk_list()\n");
#endif
	bulk_rows("BulkRefill", refill_run);
	bulk_rows("BulkFree", bulk_free_run);
	bulk_rows("BulkLoop", loop_run);
	return 0;
}

void pages_drop(void)
{
	kvfree(slots);
}
