// SPDX-License-Identifier: MIT
/* Blocks one at a time: splitting, merging, wrong frees, references, zones; case O15 and its kind.
 */
#include "mm/page_alloc.h"
#include "mm/page_alloc_int.h"
#include "tests/harness/node_fixture.h"
#include "tests/harness/test.h"

static struct node_fixture f;

static struct zone_info info_of(enum zone_type type)
{
	struct zone_info info;

	zone_info(f.p, type, &info);
	return info;
}

/* Free blocks of each order in DMA32, compared as a whole with {order, count} pairs. */
static bool blocks_are(const uint64_t (*expect)[2], uint32_t nr)
{
	struct zone_info info = info_of(ZONE_DMA32);
	uint64_t want[MAX_PAGE_ORDER + 1] = {0};

	for (uint32_t i = 0; i < nr; i++)
		want[expect[i][0]] = expect[i][1];
	for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++)
		if (info.nr_blocks[k] != want[k]) {
			test_fail(__FILE__, __LINE__, "%llu free blocks of order %u, not %llu",
				  (unsigned long long)info.nr_blocks[k], k,
				  (unsigned long long)want[k]);
			return false;
		}
	return true;
}

#define BLOCKS_ARE(...)                                                                            \
	do {                                                                                       \
		const uint64_t expect_[][2] = {__VA_ARGS__};                                       \
		pgdat_check(f.p);                                                                  \
		if (!blocks_are(expect_, ARRAY_SIZE(expect_)))                                     \
			return;                                                                    \
	} while (0)

TEST(splits_down_and_merges_back_for_every_order)
{
	if (!node_make(&f, 0, 1 << MAX_PAGE_ORDER))
		return;
	node_add(&f, 0, 1 << MAX_PAGE_ORDER);
	for (unsigned order = 0; order <= MAX_PAGE_ORDER; order++) {
		struct page *page = pgdat_alloc(f.p, GFP_KERNEL, order);

		CHECK(page);
		CHECK_EQ(pgdat_pfn(f.p, page) & ((1ull << order) - 1), 0);
		CHECK_EQ(pgdat_nr_free(f.p), (1ull << MAX_PAGE_ORDER) - (1ull << order));
		pgdat_free(f.p, page, order);
		pgdat_drain(f.p);
		BLOCKS_ARE({MAX_PAGE_ORDER, 1});
	}
}

TEST(a_split_leaves_one_block_of_each_order_between)
{
	struct page *page;

	if (!node_make(&f, 0, 4096))
		return;
	node_add(&f, 0, 4096);
	page = pgdat_alloc(f.p, GFP_KERNEL, 3);
	CHECK(page);
	BLOCKS_ARE({3, 1}, {4, 1}, {5, 1}, {6, 1}, {7, 1}, {8, 1}, {9, 1}, {10, 1}, {11, 1});
	pgdat_free(f.p, page, 3);
	BLOCKS_ARE({12, 1});
}

/* O15: one zone, PFN 512..4095, orders up to 18 here. The buddy of 512 is page 0, which is no RAM.
 */
TEST(a_buddy_below_the_first_page_is_not_merged)
{
	if (!node_make(&f, 512, 4096))
		return;
	node_add(&f, 512, 1024);
	BLOCKS_ARE({9, 1});
	node_add(&f, 1024, 1536);
	node_add(&f, 1536, 2048);
	BLOCKS_ARE({9, 1}, {10, 1});
}

TEST(a_buddy_that_is_allocated_is_not_merged)
{
	struct page *low, *high;

	if (!node_make(&f, 0, 1024))
		return;
	node_add(&f, 0, 1024);
	low = pgdat_alloc(f.p, GFP_KERNEL, 9);
	high = pgdat_alloc(f.p, GFP_KERNEL, 9);
	CHECK(low && high && low != high);
	pgdat_free(f.p, high, 9);
	BLOCKS_ARE({9, 1});
	pgdat_free(f.p, low, 9);
	BLOCKS_ARE({10, 1});
}

TEST(a_buddy_in_a_hole_or_past_the_end_is_not_merged)
{
	if (!node_make(&f, 512, 4096))
		return;
	node_add(&f, 512, 2048);
	node_add(&f, 2560, 4096); /* 2048..2559 is a hole */
	BLOCKS_ARE({9, 2}, {10, 2});
	CHECK_EQ(info_of(ZONE_DMA32).nr_free, 4096 - 512 - 512);
}

TEST(the_last_page_of_a_ragged_end_is_usable)
{
	static struct page *slots[1000];

	if (!node_make(&f, 512, 1511))
		return;
	node_add(&f, 512, 1511);
	CHECK_EQ(pgdat_bulk_array(f.p, __GFP_NOWARN, 1000, slots), 999);
	for (int i = 0; i < 999; i++) {
		pfn_t pfn = pgdat_pfn(f.p, slots[i]);

		CHECK(pfn >= 512 && pfn < 1511);
	}
	pgdat_free_bulk(f.p, 1000, slots);
	pgdat_drain(f.p);
	pgdat_check(f.p);
	CHECK_EQ(pgdat_nr_free(f.p), 999);
}

TEST(the_free_lists_do_not_depend_on_the_order_of_frees)
{
	static struct page *pages[2048];
	uint64_t seed = test_seed();

	if (!node_make(&f, 0, 2048))
		return;
	node_add(&f, 0, 2048);
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 2048; i++)
			CHECK((pages[i] = pgdat_alloc(f.p, GFP_KERNEL, 0)));
		CHECK(!pgdat_alloc(f.p, __GFP_NOWARN, 0));
		for (uint64_t i = 2048; i > 0; i--) {
			uint64_t j = test_random(&seed) % i;

			pgdat_free(f.p, pages[j], 0);
			pages[j] = pages[i - 1];
		}
		pgdat_drain(f.p);
		BLOCKS_ARE({11, 1});
	}
}

TEST(requests_that_make_no_sense_are_refused)
{
	if (!node_make(&f, 0, 1024))
		return;
	node_add(&f, 0, 1024);
	CHECK(!pgdat_alloc(f.p, GFP_KERNEL, 11));
	CHECK(!pgdat_alloc(f.p, GFP_KERNEL, 19));
	CHECK(!pgdat_alloc(f.p, GFP_KERNEL, 64));
	CHECK(!pgdat_alloc(f.p, GFP_KERNEL, (unsigned)-1));
	CHECK(!pgdat_alloc(f.p, 0x10, 0));
	CHECK(!pgdat_alloc(f.p, 0x80000000, 3));
	CHECK_EQ(f.p->stats.nr_refused, 5);
	CHECK_EQ(f.p->stats.nr_failed, 1);
	CHECK_EQ(pgdat_nr_free(f.p), 1024);
	pgdat_check(f.p);
}

TEST(a_shortage_empties_the_cpus_caches_first)
{
	static struct page *slots[1024];

	if (!node_make(&f, 0, 1024))
		return;
	node_add(&f, 0, 1024);
	for (int i = 0; i < 1024; i++)
		CHECK((slots[i] = pgdat_alloc(f.p, GFP_KERNEL, 0)));
	for (int i = 0; i < 1024; i++)
		pgdat_free(f.p, slots[i], 0);
	CHECK(f.p->pcp[0].nr_parked > 0); /* so no block of order 10 is whole */
	slots[0] = pgdat_alloc(f.p, GFP_KERNEL, 10);
	CHECK(slots[0]);
	CHECK_EQ(f.p->stats.nr_drains, 1);
	pgdat_free(f.p, slots[0], 10);
	pgdat_check(f.p);
}

/* --- Wrong frees -------------------------------------------------------------------------- */

struct wrong {
	struct page *page;
	unsigned order;
};

static void free_it(void *arg)
{
	struct wrong *w = arg;

	pgdat_free(f.p, w->page, w->order);
}

static void free_it_in_bulk(void *arg)
{
	struct wrong *w = arg;
	struct page *slots[2] = {NULL, w->page};

	pgdat_free_bulk(f.p, 2, slots);
}

/* 1024 pages, of which 700..799 are reserved and 800..1023 a hole. */
static bool ragged_make(void)
{
	if (!node_make(&f, 0, 1024))
		return false;
	node_add(&f, 0, 700);
	node_reserve(&f, 700, 800);
	return true;
}

#define PANICS(fn_, page_, order_, text)                                                           \
	do {                                                                                       \
		struct wrong wrong_ = {page_, order_};                                             \
		const char *said_ = test_expect_panic(fn_, &wrong_);                               \
		if (!said_ || !test_contains(said_, text)) {                                       \
			test_fail(__FILE__, __LINE__, "%s, not %s", said_ ? said_ : "no panic",    \
				  text);                                                           \
			return;                                                                    \
		}                                                                                  \
		f.p->lock = (struct port_lock){0};                                                 \
	} while (0)

#define FREE_PANICS(page_, order_, text) PANICS(free_it, page_, order_, text)
#define BULK_FREE_PANICS(page_, text)	 PANICS(free_it_in_bulk, page_, 0, text)

TEST(a_double_free_panics_wherever_the_page_went)
{
	struct page *page, *other;

	if (!ragged_make())
		return;
	page = pgdat_alloc(f.p, GFP_KERNEL, 0);
	other = pgdat_alloc(f.p, GFP_KERNEL, 0);
	CHECK(page && other);
	pgdat_free(f.p, page, 0);
	FREE_PANICS(page, 0, "free, in a magazine"); /* parked */
	FREE_PANICS(page, 0, "double free");
	pgdat_drain(f.p);
	FREE_PANICS(page, 0, "double free"); /* in the map */
	BULK_FREE_PANICS(page, "double free");
	pgdat_free(f.p, other, 0);
	BULK_FREE_PANICS(other, "double free"); /* parked, freed in bulk */
	page = pgdat_alloc(f.p, GFP_KERNEL, 0);
	CHECK(page);
	FREE_PANICS(page + 1, 0, "claimed"); /* next in the claimed word */
	BULK_FREE_PANICS(page + 1, "double free");
}

TEST(the_same_page_twice_in_one_bulk_free_panics)
{
	struct page *page;
	struct wrong w;

	if (!ragged_make())
		return;
	page = pgdat_alloc(f.p, GFP_KERNEL, 0);
	w = (struct wrong){page, 0};
	CHECK(page);
	CHECK(!test_expect_panic(free_it_in_bulk, &w));
	BULK_FREE_PANICS(page, "double free");
}

TEST(a_double_free_of_a_block_panics)
{
	if (!ragged_make())
		return;
	for (unsigned order = 1; order <= 9; order++) {
		struct page *page = pgdat_alloc(f.p, GFP_KERNEL, order);

		CHECK(page);
		pgdat_free(f.p, page, order);
		FREE_PANICS(page, order, "double free");
	}
}

TEST(a_free_with_a_wrong_order_panics)
{
	if (!ragged_make())
		return;
	for (unsigned order = 0; order <= 9; order++)
		for (unsigned wrong = 0; wrong <= MAX_PAGE_ORDER + 1; wrong++) {
			struct page *page = pgdat_alloc(f.p, GFP_KERNEL, order);

			CHECK(page);
			if (wrong != order)
				FREE_PANICS(page, wrong, "order");
			pgdat_free(f.p, page, order);
		}
	pgdat_check(f.p);
}

TEST(a_free_of_a_page_inside_a_block_panics)
{
	if (!ragged_make())
		return;
	for (unsigned order = 1; order <= 9; order++) {
		struct page *page = pgdat_alloc(f.p, GFP_KERNEL, order);

		CHECK(page);
		for (unsigned i = 1; i < 1u << order; i += i < 8 ? 1 : 37) {
			FREE_PANICS(page + i, 0, "inside");
			BULK_FREE_PANICS(page + i, "inside");
		}
		BULK_FREE_PANICS(page, order ? "wrong order" : "");
		pgdat_free(f.p, page, order);
	}
}

TEST(a_free_of_what_was_never_owned_panics)
{
	if (!ragged_make())
		return;
	for (unsigned order = 0; order <= 2; order++) {
		FREE_PANICS(node_page(&f, 700), order, "never owned");
		FREE_PANICS(node_page(&f, 799), order, "never owned");
		FREE_PANICS(node_page(&f, 800), order, "hole");
		FREE_PANICS(node_page(&f, 1023), order, "hole");
		FREE_PANICS(f.records + 1024, order, "no page");
		FREE_PANICS(f.records - 1, order, "no page");
		FREE_PANICS((struct page *)((char *)f.records + 8), order, "no page");
		FREE_PANICS(NULL, order, "no page");
	}
	BULK_FREE_PANICS(node_page(&f, 700), "never owned");
	BULK_FREE_PANICS(node_page(&f, 900), "hole");
	BULK_FREE_PANICS(f.records + 1024, "no page");
	BULK_FREE_PANICS((struct page *)((char *)f.records + 8), "no page");
}

/* 699 is the last page owned: an order-1 free of 698 is wrong, one of 699 reaches over the edge. */
TEST(a_block_may_not_reach_into_what_is_not_owned)
{
	static struct page *slots[700];

	if (!ragged_make())
		return;
	CHECK_EQ(pgdat_bulk_array(f.p, __GFP_NOWARN, 700, slots), 700);
	FREE_PANICS(node_page(&f, 698), 1, "wrong order");
	FREE_PANICS(node_page(&f, 696), 2, "wrong order");
	FREE_PANICS(node_page(&f, 696), 3, "wrong order");
	pgdat_free_bulk(f.p, 700, slots);
	pgdat_drain(f.p);
	CHECK_EQ(pgdat_nr_free(f.p), 700);
	pgdat_check(f.p);
}

TEST(a_hole_of_whole_chunks_needs_no_records)
{
	if (!node_make(&f, 0, 4096))
		return;
	node_add(&f, 0, 512);
	node_add(&f, 3584, 4096);
	FREE_PANICS(node_page(&f, 2000), 0, "hole");
	FREE_PANICS(node_page(&f, 1024), 9, "hole");
}

TEST(the_panic_names_page_state_and_caller)
{
	struct wrong w;
	const char *said;
	struct page *page;

	if (!ragged_make())
		return;
	page = pgdat_alloc(f.p, GFP_KERNEL, 3);
	CHECK(page);
	w = (struct wrong){page + 5, 2};
	said = test_expect_panic(free_it, &w);
	CHECK(said);
	test_note("%s", said);
	CHECK(test_contains(said, "pfn 0x"));
	CHECK(test_contains(said, "order 2"));
	CHECK(test_contains(said, "inside an allocated block, order 3"));
	CHECK(test_contains(said, "caller "));
}

/* --- References and splitting --------------------------------------------------------------- */

TEST(a_referenced_page_survives_one_free)
{
	struct page *page;

	if (!ragged_make())
		return;
	page = pgdat_alloc(f.p, GFP_KERNEL, 0);
	CHECK(page);
	CHECK_EQ(page_ref_count(page), 1);
	pgdat_get_page(f.p, page);
	pgdat_get_page(f.p, page);
	CHECK_EQ(page_ref_count(page), 3);
	pgdat_check(f.p);
	pgdat_free(f.p, page, 0);
	CHECK_EQ(page_ref_count(page), 2);
	pgdat_free_bulk(f.p, 1, &(struct page *){page});
	CHECK_EQ(page_ref_count(page), 1);
	CHECK_EQ(pgdat_nr_free(f.p), 699);
	pgdat_check(f.p);
	pgdat_free(f.p, page, 0);
	CHECK_EQ(pgdat_nr_free(f.p), 700);
	pgdat_check(f.p);
}

TEST(a_referenced_block_survives_one_free)
{
	if (!ragged_make())
		return;
	for (unsigned order = 1; order <= 9; order += 4) {
		struct page *page = pgdat_alloc(f.p, GFP_KERNEL, order);

		CHECK(page);
		pgdat_get_page(f.p, page);
		pgdat_free(f.p, page, order);
		CHECK_EQ(page_ref_count(page), 1);
		pgdat_check(f.p);
		pgdat_free(f.p, page, order);
		CHECK_EQ(pgdat_nr_free(f.p), 700);
		pgdat_check(f.p);
	}
}

TEST(a_block_with_a_page_referenced_inside_is_not_freed)
{
	if (!ragged_make())
		return;
	for (unsigned order = 1; order <= 9; order += 4) {
		struct page *page = pgdat_alloc(f.p, GFP_KERNEL, order);

		CHECK(page);
		pgdat_get_page(f.p, page + 1);
		FREE_PANICS(page, order, "pages referenced");
		pgdat_split(f.p, page, order);
		pgdat_free(f.p, page + 1, 0);
		for (unsigned i = 0; i < 1u << order; i++)
			pgdat_free(f.p, page + i, 0);
		pgdat_drain(f.p);
		CHECK_EQ(pgdat_nr_free(f.p), 700);
		pgdat_check(f.p);
	}
}

static void get_it(void *arg)
{
	pgdat_get_page(f.p, arg);
}

TEST(a_reference_to_a_free_page_panics)
{
	const char *said;

	if (!ragged_make())
		return;
	said = test_expect_panic(get_it, node_page(&f, 5));
	CHECK(said && test_contains(said, "not allocated"));
}

TEST(a_split_block_is_freed_page_by_page_and_merges)
{
	if (!node_make(&f, 0, 2048))
		return;
	node_add(&f, 0, 2048);
	for (unsigned order = 0; order <= 11; order++) {
		struct page *page = pgdat_alloc(f.p, GFP_KERNEL, order);

		CHECK(page);
		pgdat_split(f.p, page, order);
		pgdat_check(f.p);
		for (unsigned i = 0; i < 1u << order; i++)
			pgdat_free(f.p, page + (i ^ 1) % (1u << order), 0);
		pgdat_drain(f.p);
		BLOCKS_ARE({11, 1});
	}
}

/* --- Zones --------------------------------------------------------------------------------- */

TEST(dma32_requests_stay_below_4_gib)
{
	static struct page *slots[2048];

	if (!node_make(&f, DMA32_END_PFN - 1024, DMA32_END_PFN + 1024))
		return;
	node_add(&f, DMA32_END_PFN - 1024, DMA32_END_PFN + 1024);
	CHECK_EQ(info_of(ZONE_DMA32).nr_free, 1024);
	CHECK_EQ(info_of(ZONE_NORMAL).nr_free, 1024);
	for (unsigned order = 0; order <= 10; order++) {
		struct page *low = pgdat_alloc(f.p, __GFP_DMA32, order);
		struct page *high = pgdat_alloc(f.p, GFP_KERNEL, order);

		CHECK(low && pgdat_pfn(f.p, low) < DMA32_END_PFN);
		CHECK(high && pgdat_pfn(f.p, high) >= DMA32_END_PFN);
		pgdat_free(f.p, low, order);
		pgdat_free(f.p, high, order);
		pgdat_drain(f.p);
		pgdat_check(f.p);
	}
	CHECK_EQ(pgdat_bulk_array(f.p, __GFP_DMA32 | __GFP_NOWARN, 2048, slots), 1024);
	for (int i = 0; i < 1024; i++)
		CHECK(pgdat_pfn(f.p, slots[i]) < DMA32_END_PFN);
	CHECK_EQ(pgdat_nr_free(f.p), 1024);
	CHECK_EQ(pgdat_bulk_array(f.p, __GFP_NOWARN, 2048, slots), 2048);
	pgdat_free_bulk(f.p, 2048, slots);
	pgdat_drain(f.p);
	pgdat_check(f.p);
	CHECK_EQ(info_of(ZONE_DMA32).nr_free, 1024);
	CHECK_EQ(info_of(ZONE_NORMAL).nr_free, 1024);
}

TEST(blocks_never_merge_across_the_zones)
{
	if (!node_make(&f, DMA32_END_PFN - 512, DMA32_END_PFN + 512))
		return;
	node_add(&f, DMA32_END_PFN - 512, DMA32_END_PFN + 512);
	CHECK_EQ(info_of(ZONE_DMA32).nr_blocks[9], 1);
	CHECK_EQ(info_of(ZONE_NORMAL).nr_blocks[9], 1);
	pgdat_check(f.p);
}

TEST(a_bound_keeps_the_list_of_open_chunks_short)
{
	enum { CHUNKS = 1100 }; /* more than MAX_OPEN_CHUNKS, 1024 */
	static struct page *kept[CHUNKS];
	struct page *page;

	if (!node_make(&f, 0, CHUNKS * 512))
		return;
	node_add(&f, 0, CHUNKS * 512);
	for (int i = 0; i < CHUNKS; i++) {
		CHECK((kept[i] = pgdat_alloc(f.p, GFP_KERNEL, 9)));
		pgdat_split(f.p, kept[i], 9);
	}
	for (int i = 0; i < CHUNKS; i++) {
		struct page *four[4] = {kept[i], kept[i] + 1, kept[i] + 2, kept[i] + 3};

		pgdat_free_bulk(f.p, 4, four);
	}
	CHECK_EQ(f.p->zone[ZONE_DMA32].nr_open, 1024);
	pgdat_check(f.p);
	page = pgdat_alloc(f.p, GFP_KERNEL, 2);
	CHECK(page);
	CHECK(!pgdat_alloc(f.p, __GFP_NOWARN, 3));
	CHECK_EQ(f.p->zone[ZONE_DMA32].nr_open, 0);
	pgdat_check(f.p);
}

static void refer(void *page)
{
	pgdat_get_page(f.p, page);
}

TEST(more_references_than_can_be_counted_panic)
{
	struct page *page;
	const char *said;

	if (!node_make(&f, 0, 4 * CHUNK_PAGES))
		return;
	node_add(&f, 0, 4 * CHUNK_PAGES);
	page = pgdat_alloc(f.p, GFP_KERNEL, 0);
	pgdat_get_page(f.p, page);
	page->extra_refs = UINT32_MAX - 1;
	pgdat_get_page(f.p, page);
	CHECK_EQ(page->extra_refs, UINT32_MAX);
	said = test_expect_panic(refer, page);
	CHECK(said && test_contains(said, "too many references"));
}

TEST(a_run_has_its_length_or_is_refused)
{
	struct page *run;

	if (!node_make(&f, 0, 1 << MAX_PAGE_ORDER))
		return;
	node_add(&f, 0, 1 << MAX_PAGE_ORDER);
	CHECK(!pgdat_alloc_run(f.p, GFP_KERNEL, 0));
	CHECK(!pgdat_alloc_run(f.p, GFP_KERNEL, (1ull << MAX_PAGE_ORDER) + 1));
	for (uint64_t nr = 1; nr <= 1ull << MAX_PAGE_ORDER; nr = nr * 3 - nr / 2) {
		run = pgdat_alloc_run(f.p, GFP_KERNEL, nr);
		CHECK(run);
		CHECK_EQ(pgdat_nr_free(f.p), (1ull << MAX_PAGE_ORDER) - nr);
		pgdat_free_run(f.p, run, nr);
	}
	run = pgdat_alloc_run(f.p, GFP_KERNEL, 1ull << MAX_PAGE_ORDER);
	CHECK(run == node_page(&f, 0));
	CHECK_EQ(pgdat_nr_free(f.p), 0);
	pgdat_free_run(f.p, run, 1ull << MAX_PAGE_ORDER);
	pgdat_drain(f.p);
	BLOCKS_ARE({MAX_PAGE_ORDER, 1});
}

/*
 * A CPU that has claimed nothing yet has the mark of a record behind the last chunk's, which is
 * nobody's; behind that are bits of the chunks that are whole, here as if they were the CPU's mark.
 */
TEST(the_first_page_is_not_sought_behind_the_last_chunk)
{
	const uint64_t c = 8 * __builtin_offsetof(struct chunk, claimer);
	struct page *page;

	if (!node_make(&f, 0, (c + 64) * CHUNK_PAGES))
		return;
	node_add(&f, c * CHUNK_PAGES, (c + 1) * CHUNK_PAGES);
	page = pgdat_alloc(f.p, GFP_KERNEL, 0);
	CHECK(page);
	CHECK_EQ(pgdat_pfn(f.p, page) / CHUNK_PAGES, c);
	pgdat_check(f.p);
}

/* A chunk that gets its pages in pieces is one like any other in the end. */
TEST(a_chunk_filled_in_pieces_has_nothing_special)
{
	struct page *page;

	if (!node_make(&f, 0, CHUNK_PAGES))
		return;
	node_add(&f, 0, 100);
	page = pgdat_alloc(f.p, GFP_KERNEL, 0);
	CHECK(page);
	node_add(&f, 101, CHUNK_PAGES);
	CHECK(f.p->chunks[0].state & CHUNK_UNOWNED);
	pgdat_check(f.p);
	node_add(&f, 100, 101);
	CHECK(!(f.p->chunks[0].state & CHUNK_UNOWNED));
	pgdat_check(f.p);
	pgdat_free(f.p, page, 0);
	pgdat_drain(f.p);
	BLOCKS_ARE({CHUNK_ORDER, 1});
}

/* Chunks that CPUs keep are fetched back before a request for chunks comes short. */
TEST(chunks_that_a_cpu_keeps_are_given_to_who_asks_for_all)
{
	enum { CHUNKS = 1024 };
	pfn_t *pfns = test_arena(CHUNKS * sizeof(pfns[0]));
	struct page *chunk;

	if (!pfns || !node_make(&f, 0, CHUNKS * CHUNK_PAGES))
		return;
	node_add(&f, 0, CHUNKS * CHUNK_PAGES);
	for (unsigned promised = 0; promised < 2; promised++) {
		uint64_t nr_drains = f.p->stats.nr_drains;

		chunk = pgdat_alloc(f.p, GFP_KERNEL, CHUNK_ORDER);
		CHECK(chunk);
		pgdat_free(f.p, chunk, CHUNK_ORDER);
		if (promised) {
			CHECK(!pgdat_reserve(f.p, CHUNKS * CHUNK_PAGES));
			CHECK_EQ(pgdat_alloc_reserved_chunks(f.p, CHUNKS, pfns), CHUNKS);
		} else {
			CHECK_EQ(pgdat_alloc_chunks(f.p, GFP_KERNEL, CHUNKS, pfns), CHUNKS);
		}
		CHECK_EQ(f.p->stats.nr_drains - nr_drains, f.p->huge_max != 0);
		for (unsigned i = 0; i < CHUNKS; i++)
			pgdat_free_run(f.p, node_page(&f, pfns[i]), CHUNK_PAGES);
		CHECK_EQ(pgdat_nr_free(f.p), CHUNKS * CHUNK_PAGES);
	}
	pgdat_check(f.p);
}

/* With several CPUs: half of what one may keep is fetched, or given back, at a time. */
TEST(chunks_are_fetched_and_given_back_by_halves)
{
	struct page *chunks[2 * PCP_HUGE_SIZE];
	uint32_t most, half, nr = 0;
	const struct pcp *pcp;

	if (!node_make(&f, 0, 1024 * CHUNK_PAGES))
		return;
	node_add(&f, 0, 1024 * CHUNK_PAGES);
	pcp = &f.p->pcp[port_cpu()];
	most = f.p->huge_max;
	half = (most + 1) / 2;
	for (uint32_t i = 0; i < 2 * most; i++) {
		uint32_t before = pcp->nr_huge;

		CHECK((chunks[nr++] = pgdat_alloc(f.p, GFP_KERNEL, CHUNK_ORDER)));
		CHECK_EQ(pcp->nr_huge, (before ? before : half) - 1);
	}
	while (nr) {
		uint32_t before = pcp->nr_huge;

		pgdat_free(f.p, chunks[--nr], CHUNK_ORDER);
		CHECK_EQ(pcp->nr_huge, before < most ? before + 1 : most - half + 1);
		pgdat_check(f.p);
	}
	pgdat_drain(f.p);
	CHECK_EQ(pcp->nr_huge, 0);
	CHECK_EQ(pgdat_nr_free(f.p), 1024 * CHUNK_PAGES);
}

TEST(zones_have_the_names_of_linux)
{
	CHECK_STREQ(zone_name(ZONE_DMA32), "DMA32");
	CHECK_STREQ(zone_name(ZONE_NORMAL), "NORMAL");
}
