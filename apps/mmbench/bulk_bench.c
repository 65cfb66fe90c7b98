// SPDX-License-Identifier: MIT
/*
 * Pages in bulk: array, list, refill, free, and the loop over single pages that they compete with.
 *
 * One operation is one page. A pass takes 8 MiB (less on small machines) in calls of `batch` pages
 * each, in memory that is fresh (whole chunks) or aged (every chunk half allocated at random), and
 * gives them back; allocation and freeing are timed by different benchmarks.
 */
#include "apps/mmbench/pool.h"

#define BATCH(n)                                                                                   \
	{                                                                                          \
		"batch=" #n, n, false                                                              \
	}
#define BATCH_AGED(n)                                                                              \
	{                                                                                          \
		"batch=" #n "/mem=aged", n, false                                                  \
	}
#define BATCH_RANDOM(n)                                                                            \
	{                                                                                          \
		"batch=" #n "/free=random", n, true                                                \
	}
#define BATCH_WORN(n)                                                                              \
	{                                                                                          \
		"batch=" #n "/mem=aged/free=random", n, true                                       \
	}
#define ALL(row)                                                                                   \
	row(1), row(2), row(4), row(8), row(16), row(32), row(64), row(128), row(256), row(512)

static const struct bench_variant batches[] = {ALL(BATCH)};
static const struct bench_variant batches_aged[] = {ALL(BATCH_AGED)};
static const struct bench_variant batches_random[] = {ALL(BATCH_RANDOM)};
static const struct bench_variant batches_worn[] = {ALL(BATCH_WORN)};

static const char wrong_pages[] = "the pages are not so many different ones";
static const char no_memory[] = "not enough memory for the pool";

/* Free what is in the slots, outside the clock. */
static void slots_free(uint64_t nr)
{
	free_pages_bulk((long)nr, pool_slots());
}

static void array_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct page **slots = pool_slots();
	uint64_t nr = pool_pages();
	long batch = (long)v->value;

	pool_clear(nr);
	pool_settle();
	bench_begin(s);
	for (uint64_t i = 0; i < nr; i += v->value)
		alloc_pages_bulk_array(GFP_KERNEL, batch, slots + i);
	bench_end(s, nr, nr / v->value);
	if (!pool_verify(slots, nr, 0))
		s->failure = wrong_pages;
	slots_free(nr);
}

static void list_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct page **slots = pool_slots();
	uint64_t nr = pool_pages();
	long batch = (long)v->value;
	struct page_list list = {0};
	struct page *page;
	uint64_t nr_found = 0;

	pool_clear(nr);
	pool_settle();
	bench_begin(s);
	for (uint64_t i = 0; i < nr; i += v->value)
		alloc_pages_bulk_list(GFP_KERNEL, batch, &list);
	bench_end(s, nr, nr / v->value);
	if (list.nr_pages != nr)
		s->failure = "the list counts other than it was given";
	while (nr_found < nr && (page = page_list_pop(&list)))
		slots[nr_found++] = page;
	if (list.first || !pool_verify(slots, nr, 0))
		s->failure = wrong_pages;
	slots_free(nr);
}

static void refill_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct page **slots = pool_slots();
	uint64_t nr = pool_pages();
	long batch = (long)v->value;

	if (!pool_fill(nr)) {
		s->failure = no_memory;
		return;
	}
	for (uint64_t i = 0; i < nr; i += 2)
		free_pages_bulk(1, slots + i);
	pool_settle();
	bench_begin(s);
	for (uint64_t i = 0; i < nr; i += v->value)
		alloc_pages_bulk_array(GFP_KERNEL, batch, slots + i);
	bench_end(s, nr / 2, nr / v->value);
	if (!pool_verify(slots, nr, 0))
		s->failure = wrong_pages;
	slots_free(nr);
}

static void loop_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct page **slots = pool_slots();
	uint64_t nr = pool_pages();

	pool_clear(nr);
	pool_settle();
	bench_begin(s);
	for (uint64_t i = 0; i < nr; i += v->value)
		for (uint64_t j = i; j < i + v->value; j++)
			slots[j] = alloc_page(GFP_KERNEL);
	bench_end(s, nr, nr);
	if (!pool_verify(slots, nr, 0))
		s->failure = wrong_pages;
	slots_free(nr);
}

static void free_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct page **slots = pool_slots();
	uint64_t nr = pool_pages();
	uint64_t before = nr_free_pages();
	long batch = (long)v->value;

	if (!pool_fill(nr)) {
		s->failure = no_memory;
		return;
	}
	if (v->random)
		pool_shuffle(slots, nr);
	pool_settle();
	bench_begin(s);
	for (uint64_t i = 0; i < nr; i += v->value)
		free_pages_bulk(batch, slots + i);
	bench_end(s, nr, nr / v->value);
	for (uint64_t i = 0; i < nr; i++)
		if (slots[i])
			s->failure = "a slot was not cleared";
	if (nr_free_pages() != before)
		s->failure = "not as many pages are free as before";
}

static const struct bench_group group_bulk = {"bulk", pool_fresh_setup, pool_fresh_teardown,
					      pool_summary};
static const struct bench_group group_bulk_aged = {"bulk aged", pool_aged_setup, pool_aged_teardown,
						   NULL};

#define BULK(id, bench_name, bench_group_, rows, fn, op, base)                                     \
	BENCH(id) = {.name = bench_name,                                                           \
		     .operation = op,                                                              \
		     .baseline = base,                                                             \
		     .group = &bench_group_,                                                       \
		     .variants = rows,                                                             \
		     .nr_variants = ARRAY_SIZE(rows),                                              \
		     .passes = POOL_PASSES,                                                        \
		     .run = fn}

BULK(array, "BulkArray", group_bulk, batches, array_run,
     "one page of alloc_pages_bulk_array() into empty slots", "BulkLoop");
BULK(list, "BulkList", group_bulk, batches, list_run, "one page of alloc_pages_bulk_list()",
     "BulkArray: linking instead of storing pointers");
BULK(refill, "BulkRefill", group_bulk, batches, refill_run,
     "one page filled by alloc_pages_bulk_array() where every second slot is full",
     "BulkArray: looking for the empty slots");
BULK(loop, "BulkLoop", group_bulk, batches, loop_run, "one alloc_page() in a loop",
     "BulkArray; this is the baseline");
BULK(free, "BulkFree", group_bulk, batches, free_run,
     "one page of free_pages_bulk(), in the order of allocation", "PageFree/order=0");
BULK(free_random, "BulkFree", group_bulk, batches_random, free_run,
     "one page of free_pages_bulk(), in random order", "BulkFree in the order of allocation");
BULK(array_aged, "BulkArray", group_bulk_aged, batches_aged, array_run,
     "one page of alloc_pages_bulk_array(), every chunk half allocated", "BulkArray, fresh");
BULK(free_worn, "BulkFree", group_bulk_aged, batches_worn, free_run,
     "one page of free_pages_bulk(), every chunk half allocated, random order", "BulkFree, fresh");
