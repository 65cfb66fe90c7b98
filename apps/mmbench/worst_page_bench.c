// SPDX-License-Identifier: MIT
/*
 * Worst cases of the page allocator, in an instance of 4 GiB of its own whose frames need not
 * exist. Between cases every page is allocated as a single one, so a case frees what makes its
 * state:
 *
 *   whole        all memory is free, in blocks of 1 GiB: the deepest split
 *   open         1024 chunks with one free page each, the most that may be open, and one whole
 * chunk scattered    the same without a whole chunk alternating  every other chunk whole: no two
 * are a block, and all have to be looked at full         nothing is free: the call fails, after all
 * caches have been emptied last         the free makes chunks whole: the deepest merge
 */
#include "apps/mmbench/worst.h"
#include "mm/page_alloc.h"

enum {
	CHUNKS = 2048,
	OPEN = 1024,	     /* MAX_OPEN_CHUNKS */
	HOLDER = CHUNKS - 1, /* the chunk that is whole or split by the case */
	BATCH = 64,
	LAST_PAGE = CHUNK_PAGES - 1,
};

static struct pg_data *p;
static struct page *records;
static struct page *slots[CHUNK_PAGES];
static struct page *page; /* what the call gave, or is given */
static struct page_list list;
static pfn_t pfns[BATCH];
static long got;
static int err;
static size_t maps_len, records_len;
static void *maps;

static struct page *page_of(unsigned chunk, unsigned i)
{
	return records + (uint64_t)chunk * CHUNK_PAGES + i;
}

/* --- The common state --------------------------------------------------------------------------
 */

/* Every page allocated by itself. */
static bool fill_up(void)
{
	long nr;

	do {
		__builtin_memset(slots, 0, sizeof(slots));
		nr = pgdat_bulk_array(p, __GFP_NOWARN, CHUNK_PAGES, slots);
	} while (nr == CHUNK_PAGES);
	pgdat_drain(p);
	return pgdat_nr_free(p) == 0;
}

static void free_chunks(unsigned first, unsigned nr)
{
	pgdat_free_run(p, page_of(first, 0), (uint64_t)nr * CHUNK_PAGES);
}

/* One page of each chunk, at once, past the magazine. */
static void free_one_of_each(unsigned first, unsigned nr, unsigned i)
{
	while (nr) {
		unsigned n = nr < BATCH ? nr : BATCH;

		for (unsigned k = 0; k < n; k++)
			slots[k] = page_of(first + k, i);
		pgdat_free_bulk(p, n, slots);
		first += n;
		nr -= n;
	}
}

static const char *instance_make(void)
{
	const pfn_t end = (pfn_t)CHUNKS * CHUNK_PAGES;

	maps_len = ALIGN_UP(sizeof(*p), 128ul) + pgdat_maps_len(0, end);
	records_len = end * sizeof(struct page);
	maps = env_alloc(maps_len);
	records = env_alloc(records_len);
	if (!maps || !records)
		return "no memory for an instance of 4 GiB";
	p = maps;
	pgdat_init(p, 0, 0, end, records, (char *)maps + ALIGN_UP(sizeof(*p), 128ul));
	pgdat_add_free(p, 0, end);
	return fill_up() ? NULL : "the instance cannot be filled";
}

static void instance_drop(void)
{
	pgdat_check(p);
	env_free(records, records_len);
	env_free(maps, maps_len);
}

/* --- States ------------------------------------------------------------------------------------
 */

static bool whole(void)
{
	free_chunks(0, CHUNKS);
	return true;
}

static bool scattered(void)
{
	free_one_of_each(0, OPEN, LAST_PAGE);
	return true;
}

static bool open_and_whole(void)
{
	free_chunks(HOLDER, 1);
	return scattered();
}

static bool alternating(void)
{
	for (unsigned c = 0; c < CHUNKS; c += 2)
		free_chunks(c, 1);
	return true;
}

static bool full(void)
{
	return true;
}

/* A block of `order` at the end of chunk HOLDER, all else of which is allocated singly. */
static bool block_in_full(unsigned order)
{
	free_chunks(HOLDER, 1);
	page = pgdat_alloc(p, __GFP_NOWARN, order);
	return page && fill_up();
}

/* The same, all else of the chunk free. */
static bool block_in_free(unsigned order)
{
	free_chunks(HOLDER, 1);
	page = pgdat_alloc(p, __GFP_NOWARN, order);
	return page;
}

static bool big_block(unsigned order)
{
	free_chunks(0, CHUNKS);
	page = pgdat_alloc(p, __GFP_NOWARN, order);
	return page;
}

/* --- Results -----------------------------------------------------------------------------------
 */

static bool gave_block(unsigned order)
{
	if (!page || (uint64_t)(page - records) & ((1ull << order) - 1))
		return false;
	pgdat_split(p, page, order);
	return fill_up();
}

static bool gave_none(void)
{
	return !page && fill_up();
}

static bool filled(void)
{
	return fill_up();
}

static bool array_full(void)
{
	return got == BATCH && fill_up();
}

/* --- Allocating --------------------------------------------------------------------------------
 */

#define ALLOC(order)                                                                               \
	static void alloc_##order(void)                                                            \
	{                                                                                          \
		page = pgdat_alloc(p, __GFP_NOWARN, order);                                        \
	}                                                                                          \
	static bool gave_##order(void)                                                             \
	{                                                                                          \
		return gave_block(order);                                                          \
	}

ALLOC(0)
ALLOC(1)
ALLOC(8)
ALLOC(9)
ALLOC(10)
ALLOC(18)

static bool alternating_last(void)
{
	free_chunks(HOLDER, 1);
	return alternating();
}

static void bulk_array(void)
{
	got = pgdat_bulk_array(p, __GFP_NOWARN, BATCH, slots);
}

static bool scattered_slots(void)
{
	scattered();
	__builtin_memset(slots, 0, sizeof(slots));
	return true;
}

static bool no_slots(void)
{
	__builtin_memset(slots, 0, sizeof(slots));
	return true;
}

static bool array_empty(void)
{
	return got == 0 && fill_up();
}

static void bulk_list(void)
{
	list = (struct page_list){0};
	got = pgdat_bulk_list(p, __GFP_NOWARN, BATCH, &list);
}

static void alloc_chunks(void)
{
	got = (long)pgdat_alloc_chunks(p, __GFP_NOWARN, BATCH, pfns);
}

static void alloc_run(void)
{
	page = pgdat_alloc_run(p, __GFP_NOWARN, CHUNK_PAGES + 1);
}

static bool gave_run(void)
{
	return page && fill_up();
}

/* --- Freeing -----------------------------------------------------------------------------------
 */

static void free_0(void)
{
	pgdat_free(p, page, 0);
}

/* The magazine is full of pages each of which opens a chunk, where 1024 are open already. */
static bool magazine_opens(void)
{
	scattered();
	for (unsigned i = 0; i < PCP_MAGAZINE_SIZE; i++)
		pgdat_free(p, page_of(OPEN + i, 0), 0);
	page = page_of(OPEN + PCP_MAGAZINE_SIZE, 0);
	return true;
}

/* Chunks [first, first + nr) free but for page 5. */
static void all_but_one(unsigned first, unsigned nr)
{
	for (unsigned c = first; c < first + nr; c++) {
		pgdat_free_run(p, page_of(c, 0), 5);
		pgdat_free_run(p, page_of(c, 6), CHUNK_PAGES - 6);
	}
}

/* The same of pages each of which makes a chunk whole. */
static bool magazine_completes(void)
{
	all_but_one(0, PCP_MAGAZINE_SIZE + 1);
	for (unsigned i = 0; i < PCP_MAGAZINE_SIZE; i++)
		pgdat_free(p, page_of(i, 5), 0);
	page = page_of(PCP_MAGAZINE_SIZE, 5);
	return true;
}

static void free_bulk(void)
{
	pgdat_free_bulk(p, BATCH, slots);
}

static bool slots_open(void)
{
	scattered();
	for (unsigned i = 0; i < BATCH; i++)
		slots[i] = page_of(OPEN + i, 0);
	return true;
}

static bool slots_complete(void)
{
	all_but_one(0, BATCH);
	for (unsigned i = 0; i < BATCH; i++)
		slots[i] = page_of(i, 5);
	return true;
}

#define FREE(order)                                                                                \
	static void free_##order(void)                                                             \
	{                                                                                          \
		pgdat_free(p, page, order);                                                        \
	}

FREE(1)
FREE(8)
FREE(9)
FREE(18)

static bool block_1_last(void)
{
	return block_in_free(1);
}

static bool block_1_full(void)
{
	return block_in_full(1);
}

static bool block_8_last(void)
{
	return block_in_free(8);
}

static bool block_9(void)
{
	return big_block(9);
}

static bool block_18(void)
{
	return big_block(18);
}

static void free_run(void)
{
	pgdat_free_run(p, page, CHUNK_PAGES + 1);
}

static bool run_of_pages(void)
{
	page = page_of(0, 0);
	return true;
}

/* --- References, splitting, promising ----------------------------------------------------------
 */

static void get_page_tail(void)
{
	pgdat_get_page(p, page + 255);
}

static bool put_tail(void)
{
	pgdat_split(p, page, 8);
	pgdat_free(p, page + 255, 0); /* the reference */
	return page_ref_count(page + 255) == 1 && fill_up();
}

static bool block_8_full(void)
{
	return block_in_full(8);
}

static bool referenced(void)
{
	page = page_of(3, 77);
	pgdat_get_page(p, page);
	return true;
}

static void split_8(void)
{
	pgdat_split(p, page, 8);
}

static void split_18(void)
{
	pgdat_split(p, page, 18);
}

static void reserve(void)
{
	err = pgdat_reserve(p, BATCH);
}

static bool reserved(void)
{
	pgdat_unreserve(p, BATCH);
	return !err && fill_up();
}

static bool refused(void)
{
	return err == -ENOMEM && fill_up();
}

static bool promised(void)
{
	scattered();
	return !pgdat_reserve(p, 1);
}

static void alloc_promised(void)
{
	page = pgdat_alloc_reserved(p, 0);
}

static bool promised_chunk(void)
{
	whole();
	return !pgdat_reserve(p, CHUNK_PAGES);
}

static void alloc_promised_9(void)
{
	page = pgdat_alloc_reserved(p, CHUNK_ORDER);
}

#define CASES(C)                                                                                   \
	C(A0W, "call=alloc_pages/order=0/state=whole", whole, alloc_0, gave_0)                     \
	C(A0S, "call=alloc_pages/order=0/state=scattered", scattered, alloc_0, gave_0)             \
	C(A0F, "call=alloc_pages/order=0/state=full", full, alloc_0, gave_none)                    \
	C(A1W, "call=alloc_pages/order=1/state=whole", whole, alloc_1, gave_1)                     \
	C(A1O, "call=alloc_pages/order=1/state=open", open_and_whole, alloc_1, gave_1)             \
	C(A1S, "call=alloc_pages/order=1/state=scattered", scattered, alloc_1, gave_none)          \
	C(A8W, "call=alloc_pages/order=8/state=whole", whole, alloc_8, gave_8)                     \
	C(A8O, "call=alloc_pages/order=8/state=open", open_and_whole, alloc_8, gave_8)             \
	C(A9W, "call=alloc_pages/order=9/state=whole", whole, alloc_9, gave_9)                     \
	C(A9S, "call=alloc_pages/order=9/state=scattered", scattered, alloc_9, gave_none)          \
	C(AaL, "call=alloc_pages/order=10/state=alternating+1", alternating_last, alloc_10,        \
	  gave_10)                                                                                 \
	C(AaA, "call=alloc_pages/order=10/state=alternating", alternating, alloc_10, gave_none)    \
	C(AiW, "call=alloc_pages/order=18/state=whole", whole, alloc_18, gave_18)                  \
	C(AiA, "call=alloc_pages/order=18/state=alternating", alternating, alloc_18, gave_none)    \
	C(F0O, "call=free_pages/order=0/state=open", magazine_opens, free_0, filled)               \
	C(F0L, "call=free_pages/order=0/state=last", magazine_completes, free_0, filled)           \
	C(F1L, "call=free_pages/order=1/state=last", block_1_last, free_1, filled)                 \
	C(F1F, "call=free_pages/order=1/state=full", block_1_full, free_1, filled)                 \
	C(F8L, "call=free_pages/order=8/state=last", block_8_last, free_8, filled)                 \
	C(F9L, "call=free_pages/order=9/state=last", block_9, free_9, filled)                      \
	C(FiL, "call=free_pages/order=18/state=last", block_18, free_18, filled)                   \
	C(BAS, "call=bulk_array/batch=64/state=scattered", scattered_slots, bulk_array,            \
	  array_full)                                                                              \
	C(BAF, "call=bulk_array/batch=64/state=full", no_slots, bulk_array, array_empty)           \
	C(BLS, "call=bulk_list/batch=64/state=scattered", scattered, bulk_list, array_full)        \
	C(BFO, "call=free_bulk/batch=64/state=open", slots_open, free_bulk, filled)                \
	C(BFL, "call=free_bulk/batch=64/state=last", slots_complete, free_bulk, filled)            \
	C(ACW, "call=alloc_chunks/chunks=64/state=whole", whole, alloc_chunks, array_full)         \
	C(ARW, "call=alloc_run/pages=513/state=whole", whole, alloc_run, gave_run)                 \
	C(FRF, "call=free_run/pages=513/state=full", run_of_pages, free_run, filled)               \
	C(GET, "call=get_page/state=tail", block_8_full, get_page_tail, put_tail)                  \
	C(PUT, "call=put_page/state=referenced", referenced, free_0, filled)                       \
	C(SP8, "call=split_page/order=8", block_8_full, split_8, filled)                           \
	C(SPi, "call=split_page/order=18", block_18, split_18, filled)                             \
	C(REW, "call=reserve/pages=64/state=whole", whole, reserve, reserved)                      \
	C(REF, "call=reserve/pages=64/state=full", full, reserve, refused)                         \
	C(AR0, "call=alloc_reserved/order=0/state=scattered", promised, alloc_promised, gave_0)    \
	C(AR9, "call=alloc_reserved/order=9/state=whole", promised_chunk, alloc_promised_9, gave_9)

WORST_CASES(CASES);

static void page_case_run(const struct bench_variant *v, struct bench_sample *s)
{
	worst_run(&cases[v->value], s);
}

static const struct bench_group group_worst = {"worst pages", instance_make, instance_drop, NULL};

BENCH(worst_page) = {.name = "Worst",
		     .operation = "one call of the page allocator in its worst state",
		     .baseline = "the bound that docs/mm.md argues",
		     .group = &group_worst,
		     .variants = rows,
		     .nr_variants = ARRAY_SIZE(rows),
		     .by_name = true,
		     .passes = 1,
		     .run = page_case_run};
