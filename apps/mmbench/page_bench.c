// SPDX-License-Identifier: MIT
/*
 * One block at a time: alloc_pages() and __free_pages() of each order, and the two as a pair.
 *
 * A pass of PageAlloc takes up to 8 MiB of blocks (of larger ones up to 64), PageFree gives them
 * back in the same or in random order, PagePair frees each block before it takes the next.
 */
#include "apps/mmbench/claim.h"
#include "apps/mmbench/pool.h"

#define ORDER(k)                                                                                   \
	{                                                                                          \
		"order=" #k, k, false                                                              \
	}
#define ORDER_AGED(k)                                                                              \
	{                                                                                          \
		"order=" #k "/mem=aged", k, false                                                  \
	}
#define ORDER_WORN(k)                                                                              \
	{                                                                                          \
		"order=" #k "/mem=aged/free=random", k, true                                       \
	}

static const struct bench_variant orders[] = {ORDER(0), ORDER(1), ORDER(2), ORDER(3),
					      ORDER(4), ORDER(9), ORDER(18)};
static const struct bench_variant orders_aged[] = {ORDER_AGED(0), ORDER_AGED(1), ORDER_AGED(2),
						   ORDER_AGED(3)};
static const struct bench_variant orders_worn[] = {ORDER_WORN(0), ORDER_WORN(1), ORDER_WORN(2),
						   ORDER_WORN(3)};

enum { LARGE_BLOCKS = 64, PAIRS = 1024, AGED_LEAST_PAGES = 16384 };

/* Free blocks of at least `order` in all zones, counted in blocks of it. */
static uint64_t blocks_free(unsigned order)
{
	uint64_t nr = 0;

	for (int type = 0; type < NR_ZONES; type++) {
		struct zone_info info;

		zone_info(node_data(NUMA_NO_NODE), (enum zone_type)type, &info);
		for (unsigned k = order; k <= MAX_PAGE_ORDER; k++)
			nr += info.nr_blocks[k] << (k - order);
	}
	return nr;
}

/* Blocks of a repetition: half of what there is, but at least one, at most the pool. */
static uint64_t blocks_wanted(unsigned order)
{
	uint64_t nr = blocks_free(order);
	uint64_t most = order < CHUNK_ORDER ? POOL_MAX >> order : LARGE_BLOCKS;

	nr = nr > 1 ? nr / 2 : nr;
	return nr < most ? nr : most;
}

static uint64_t blocks_alloc(unsigned order)
{
	struct page **slots = pool_slots();
	uint64_t nr = blocks_wanted(order);

	for (uint64_t i = 0; i < nr; i++)
		slots[i] = alloc_pages(GFP_KERNEL, order);
	return nr;
}

static void alloc_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct page **slots = pool_slots();
	unsigned order = (unsigned)v->value;
	uint64_t nr;

	pool_settle();
	nr = blocks_wanted(order);
	bench_begin(s);
	for (uint64_t i = 0; i < nr; i++)
		slots[i] = alloc_pages(GFP_KERNEL, order);
	bench_end(s, nr, nr);
	if (!pool_verify(slots, nr, order))
		s->failure = "the blocks are not so many different, aligned ones";
	for (uint64_t i = 0; i < nr; i++)
		if (slots[i])
			__free_pages(slots[i], order);
}

static void free_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct page **slots = pool_slots();
	unsigned order = (unsigned)v->value;
	uint64_t before, nr;

	pool_settle();
	before = nr_free_pages();
	nr = blocks_alloc(order);
	if (!pool_verify(slots, nr, order)) {
		s->failure = "no blocks to free";
		return;
	}
	if (v->random)
		pool_shuffle(slots, nr);
	bench_begin(s);
	for (uint64_t i = 0; i < nr; i++)
		__free_pages(slots[i], order);
	bench_end(s, nr, nr);
	if (nr_free_pages() != before)
		s->failure = "not as many pages are free as before";
}

static void pair_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct page **slots = pool_slots();
	unsigned order = (unsigned)v->value;
	uint64_t before, nr = PAIRS;

	pool_settle();
	before = nr_free_pages();
	bench_begin(s);
	for (uint64_t i = 0; i < nr; i++) {
		struct page *page = alloc_pages(GFP_KERNEL, order);

		slots[i] = page;
		__free_pages(page, order);
	}
	bench_end(s, nr, nr);
	for (uint64_t i = 0; i < nr; i++)
		if (!slots[i])
			s->failure = "an allocation failed";
	if (nr_free_pages() != before)
		s->failure = "not as many pages are free as before";
}

static const char *order_unavailable(const struct bench_variant *v)
{
	pool_settle();
	return blocks_free((unsigned)v->value) ? NULL : "no such block is free";
}

static const char *aged_unavailable(const struct bench_variant *v)
{
	if (v->value >= 3 && nr_free_pages() < AGED_LEAST_PAGES)
		return "too little memory for such a block to be left in aged memory";
	return NULL;
}

static void page_summary(void)
{
	finding_rows("a page allocated and freed at once", "a fresh one allocated",
		     "PagePair/order=0", "PageAlloc/order=0");
	finding_rows("a block of 2 MiB", "a single page", "PageAlloc/order=9", "PageAlloc/order=0");
}

static const struct bench_group group_page = {"page", pool_fresh_setup, pool_fresh_teardown,
					      page_summary};
static const struct bench_group group_page_aged = {"page aged", pool_aged_setup, pool_aged_teardown,
						   NULL};

#define PAGE(id, bench_name, bench_group_, rows, fn, op, base, check)                              \
	BENCH(id) = {.name = bench_name,                                                           \
		     .operation = op,                                                              \
		     .baseline = base,                                                             \
		     .group = &bench_group_,                                                       \
		     .variants = rows,                                                             \
		     .nr_variants = ARRAY_SIZE(rows),                                              \
		     .passes = POOL_PASSES,                                                        \
		     .run = fn,                                                                    \
		     .unavailable = check}

PAGE(alloc, "PageAlloc", group_page, orders, alloc_run, "one alloc_pages() of 2^order pages",
     "BulkArray/batch=64 for order 0", order_unavailable);
PAGE(free, "PageFree", group_page, orders, free_run,
     "one __free_pages() of 2^order pages, in the order of allocation",
     "BulkFree/batch=64 for order 0", order_unavailable);
PAGE(pair, "PagePair", group_page, orders, pair_run, "one alloc_pages() and its __free_pages()",
     "PageAlloc plus PageFree: what reuse saves", order_unavailable);
PAGE(alloc_aged, "PageAlloc", group_page_aged, orders_aged, alloc_run,
     "one alloc_pages() of 2^order pages, every chunk half allocated", "PageAlloc, fresh",
     aged_unavailable);
PAGE(free_worn, "PageFree", group_page_aged, orders_worn, free_run,
     "one __free_pages(), every chunk half allocated, random order", "PageFree, fresh",
     aged_unavailable);
