// SPDX-License-Identifier: MIT
/* Pages in bulk: cases O11 and O12, the list, freeing. */
#include "mm/numa.h"
#include "mm/page_alloc.h"
#include "tests/harness/node_fixture.h"
#include "tests/harness/test.h"

static struct node_fixture f;
static struct page *held[2048];

/* An instance with 2048 pages of which exactly nr_free are free; held[] has the others. */
static bool pool_make(uint64_t nr_free)
{
	if (!node_make(&f, 0, 2048))
		return false;
	node_add(&f, 0, 2048);
	__builtin_memset(held, 0, sizeof(held));
	if (pgdat_bulk_array(f.p, GFP_KERNEL, (long)(2048 - nr_free), held) !=
	    (long)(2048 - nr_free)) {
		test_fail(__FILE__, __LINE__, "no pool of %llu pages", (unsigned long long)nr_free);
		return false;
	}
	pgdat_drain(f.p);
	return true;
}

/* Fill the slots named with pages of held[]; returns how many. */
static long prefill(struct page **array, const int *filled, int nr)
{
	for (int i = 0; i < nr; i++)
		array[filled[i]] = held[100 + i];
	return nr;
}

/* O11 */
TEST(a_full_array_returns_its_length)
{
	struct page *array[8];

	if (!pool_make(1000))
		return;
	for (int i = 0; i < 8; i++)
		array[i] = held[i];
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 8, array), 8);
	for (int i = 0; i < 8; i++)
		CHECK(array[i] == held[i]);
	CHECK_EQ(pgdat_nr_free(f.p), 1000);
}

TEST(an_empty_array_is_filled_once)
{
	struct page *array[9] = {0};
	struct page *before[8];
	struct page_list list = {0};

	if (!pool_make(1000))
		return;
	array[8] = (struct page *)0x5a5a; /* must be neither read nor written */
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 8, array), 8);
	__builtin_memcpy(before, array, sizeof(before));
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 8, array), 8);
	for (int i = 0; i < 8; i++) {
		CHECK(array[i] == before[i]);
		CHECK_EQ(page_ref_count(array[i]), 1);
		for (int j = 0; j < i; j++)
			CHECK(array[i] != array[j]);
	}
	CHECK(array[8] == (struct page *)0x5a5a);
	CHECK_EQ(pgdat_nr_free(f.p), 1000 - 8);

	array[0] = NULL;
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 0, array), 0);
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 0, NULL), 0);
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, -1, array), 0);
	CHECK_EQ(pgdat_bulk_list(f.p, GFP_KERNEL, -1, &list), 0);
	CHECK(!array[0]);
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 1, array), 1);
	CHECK_EQ(pgdat_bulk_list(f.p, GFP_KERNEL, 8, &list), 8);
	CHECK_EQ(list.nr_pages, 8);
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 4, NULL), 0);
	CHECK_EQ(pgdat_bulk_list(f.p, GFP_KERNEL, 4, NULL), 0);
	CHECK_EQ(pgdat_bulk_array(f.p, 0x100, 4, array), 0);
	CHECK_EQ(pgdat_bulk_list(f.p, 0x100, 4, &list), 0);
	CHECK_EQ(pgdat_nr_free(f.p), 1000 - 8 - 1 - 8);
	pgdat_check(f.p);
}

/* O12 */
TEST(holes_are_filled_and_pages_kept)
{
	const int filled[] = {0, 1, 5};
	struct page *array[8] = {0};

	if (!pool_make(100))
		return;
	prefill(array, filled, 3);
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 8, array), 8);
	CHECK(array[0] == held[100] && array[1] == held[101] && array[5] == held[102]);
	CHECK_EQ(pgdat_nr_free(f.p), 95);
	for (int i = 0; i < 8; i++)
		CHECK_EQ(page_ref_count(array[i]), 1);
}

TEST(a_short_return_is_the_populated_prefix_and_can_be_retried)
{
	const int filled[] = {0, 1, 5};
	struct page *array[8] = {0};
	struct page *back[2];

	if (!pool_make(2))
		return;
	prefill(array, filled, 3);
	CHECK_EQ(pgdat_bulk_array(f.p, __GFP_NOWARN, 8, array), 4);
	CHECK(array[2] && array[3] && !array[4] && array[5] == held[102] && !array[6]);
	CHECK_EQ(pgdat_nr_free(f.p), 0);
	CHECK_EQ(pgdat_bulk_array(f.p, __GFP_NOWARN, 8, array), 4);
	back[0] = held[0];
	back[1] = held[1];
	pgdat_free_bulk(f.p, 2, back);
	CHECK_EQ(pgdat_bulk_array(f.p, __GFP_NOWARN, 8, array), 7); /* 4 and 6; 7 is empty */
	back[0] = held[2];
	pgdat_free_bulk(f.p, 1, back);
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 8, array), 8);
	pgdat_check(f.p);
}

TEST(with_no_page_free_nothing_is_filled)
{
	const int filled[] = {3};
	struct page *array[4] = {0};

	if (!pool_make(0))
		return;
	prefill(array, filled, 1);
	CHECK_EQ(pgdat_bulk_array(f.p, __GFP_NOWARN, 4, array), 0);
	CHECK(!array[0] && !array[1] && !array[2] && array[3] == held[100]);
}

TEST(pages_of_a_batch_can_be_freed_alone_in_any_order)
{
	struct page *array[64] = {0};

	if (!pool_make(100))
		return;
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 64, array), 64);
	for (unsigned i = 0; i < 64; i++)
		pgdat_free(f.p, array[i * 37 % 64], 0);
	CHECK_EQ(pgdat_nr_free(f.p), 100);
	pgdat_check(f.p);
}

/* Every length and every pattern of a few kinds, with a guard behind the array. */
TEST(only_null_slots_change_whatever_the_pattern)
{
	enum { MOST = 200 };
	static struct page *array[MOST + 1], *before[MOST + 1];
	uint64_t seed = test_seed();

	if (!pool_make(1000))
		return;
	for (long nr = 1; nr <= MOST; nr++) {
		uint64_t nr_free = pgdat_nr_free(f.p);
		uint64_t density = test_random(&seed) % 9; /* eighths that are full */
		uint64_t nr_filled = 0;

		for (long i = 0; i < nr; i++)
			array[i] = test_random(&seed) % 8 < density ? held[i] : NULL;
		array[nr] = (struct page *)0x77;
		__builtin_memcpy(before, array, sizeof(before));
		CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, nr, array), nr);
		CHECK(array[nr] == (struct page *)0x77);
		for (long i = 0; i < nr; i++) {
			CHECK(array[i] && (!before[i] || array[i] == before[i]));
			nr_filled += !before[i];
			array[i] = before[i] ? NULL : array[i];
		}
		CHECK_EQ(pgdat_nr_free(f.p), nr_free - nr_filled);
		pgdat_free_bulk(f.p, nr, array);
		for (long i = 0; i < nr; i++)
			CHECK(!array[i]);
		CHECK_EQ(pgdat_nr_free(f.p), nr_free);
	}
	pgdat_check(f.p);
}

TEST(a_list_is_appended_to)
{
	struct page_list list = {0};
	struct page *page;
	int nr = 0;

	if (!pool_make(300))
		return;
	CHECK_EQ(pgdat_bulk_list(f.p, GFP_KERNEL, 3, &list), 3);
	CHECK_EQ(pgdat_bulk_list(f.p, GFP_KERNEL, 200, &list), 200);
	CHECK_EQ(pgdat_bulk_list(f.p, __GFP_NOWARN, 200, &list), 97);
	CHECK_EQ(list.nr_pages, 300);
	CHECK(!list.last->next);
	while ((page = page_list_pop(&list))) {
		pgdat_free(f.p, page, 0);
		nr++;
	}
	CHECK_EQ(nr, 300);
	CHECK_EQ(pgdat_nr_free(f.p), 300);
	CHECK(!list.first && !list.last);
	pgdat_check(f.p);
}

TEST(freeing_in_bulk_skips_null_and_ignores_no_array)
{
	struct page *array[5] = {0};

	if (!pool_make(100))
		return;
	pgdat_free_bulk(f.p, 5, array);
	pgdat_free_bulk(f.p, -3, array);
	pgdat_free_bulk(f.p, 5, NULL);
	array[1] = held[7];
	array[4] = held[3];
	pgdat_free_bulk(f.p, 5, array);
	CHECK(!array[1] && !array[4]);
	CHECK_EQ(pgdat_nr_free(f.p), 102);
	pgdat_check(f.p);
}

TEST(large_batches_come_from_whole_chunks_and_small_ones_do_not)
{
	static struct page *array[1024];
	struct page *lone;
	struct zone_info info;

	if (!node_make(&f, 0, 4096))
		return;
	node_add(&f, 0, 4096);
	lone = pgdat_alloc(f.p, GFP_KERNEL, 1); /* opens a chunk */
	CHECK(lone);
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 1024, array), 1024);
	for (int i = 1; i < 1024; i++)
		CHECK(i == 512 || array[i] == array[i - 1] + 1);
	pgdat_free_bulk(f.p, 1024, array);
	CHECK_EQ(pgdat_bulk_array(f.p, GFP_KERNEL, 500, array), 500);
	zone_info(f.p, ZONE_DMA32, &info);
	CHECK_EQ(info.nr_chunks_whole, 7);
	pgdat_check(f.p);
}

/* The live instance: nodes and nodemasks of __alloc_pages_bulk(). */
TEST(nodes_that_do_not_exist_give_nothing)
{
	const nodemask_t here = {1ull << node_data(NUMA_NO_NODE)->nid}, no_such = {1ull << 63};
	struct page *array[4] = {0};
	struct page_list list = {0};
	struct page *page;

	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, 0, &no_such, 4, NULL, array), 0);
	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, MAX_NUMNODES, NULL, 4, NULL, array), 0);
	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, -2, NULL, 4, NULL, array), 0);
	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, 0, NULL, 4, NULL, NULL), 0);
	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, NUMA_NO_NODE, &here, 4, &list, array), 4);
	CHECK_EQ(list.nr_pages, 0); /* the array wins */
	CHECK_EQ(__alloc_pages_bulk(GFP_KERNEL, 0, &here, 2, &list, NULL), 2);
	free_pages_bulk(4, array);
	while ((page = page_list_pop(&list)))
		__free_pages(page, 0);
	CHECK(!alloc_pages_node(MAX_NUMNODES, GFP_KERNEL, 0));
	page = alloc_pages_node(0, GFP_KERNEL, 2);
	CHECK(page);
	__free_pages(page, 2);
	mm_check();
}

static bool page_is(const struct page *page, uint8_t value)
{
	const uint8_t *bytes = page_address(page);

	for (unsigned i = 0; i < PAGE_SIZE; i++)
		if (bytes[i] != value)
			return false;
	return true;
}

/* Dirty memory comes back zeroed where asked for, from every way of asking. */
TEST(zeroed_pages_are_zero_to_the_last_byte)
{
	static struct page *array[130];
	struct page *page;
	struct page_list list = {0};

	__builtin_memset(array, 0, sizeof(array));
	for (int round = 0; round < 2; round++) {
		CHECK_EQ(alloc_pages_bulk_array(round ? __GFP_ZERO : GFP_KERNEL, 130, array), 130);
		for (int i = 0; i < 130; i++) {
			CHECK(!round || page_is(array[i], 0));
			__builtin_memset(page_address(array[i]), 0xa5, PAGE_SIZE);
			CHECK(page_is(array[i], 0xa5));
		}
		free_pages_bulk(130, array);
	}
	CHECK_EQ(alloc_pages_bulk_list(__GFP_ZERO, 70, &list), 70);
	while ((page = page_list_pop(&list))) {
		CHECK(page_is(page, 0));
		__builtin_memset(page_address(page), 0xa5, PAGE_SIZE);
		__free_pages(page, 0);
	}
	for (unsigned order = 0; order <= 3; order++) {
		page = alloc_pages(__GFP_ZERO, order);
		CHECK(page);
		for (unsigned i = 0; i < 1u << order; i++)
			CHECK(page_is(page + i, 0));
		__builtin_memset(page_address(page), 0xa5, PAGE_SIZE << order);
		__free_pages(page, order);
	}
	CHECK(virt_to_page(page_address(page)) == page);
	mm_check();
}
