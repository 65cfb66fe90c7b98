// SPDX-License-Identifier: MIT
/* Promised pages: never more than there are, never given to anyone else. */
#include "mm/page_alloc.h"
#include "tests/harness/node_fixture.h"
#include "tests/harness/test.h"

enum { PAGES = 2048 };

static struct node_fixture f;
static struct page *held[PAGES];

static bool setup(void)
{
	__builtin_memset(held, 0, sizeof(held));
	if (!node_make(&f, 0, PAGES))
		return false;
	node_add(&f, 0, PAGES);
	return true;
}

TEST(no_more_is_promised_than_there_is)
{
	if (!setup())
		return;
	CHECK_EQ(pgdat_reserve(f.p, PAGES), 0);
	CHECK_EQ((unsigned)-pgdat_reserve(f.p, 1), ENOMEM);
	CHECK_EQ((unsigned)-pgdat_reserve(f.p, ~0ull), ENOMEM);
	CHECK_EQ(f.p->nr_reserved, PAGES);
	pgdat_unreserve(f.p, 1);
	CHECK_EQ(pgdat_reserve(f.p, 1), 0);
	pgdat_unreserve(f.p, PAGES);
	CHECK_EQ(pgdat_reserve(f.p, 0), 0);
	pgdat_check(f.p);
}

/* Every way to allocate stops where the promise begins. */
TEST(what_is_promised_is_given_to_nobody_else)
{
	const uint64_t rests[] = {0, 1, 63, 64, 700};
	struct page_list list = {0};
	pfn_t pfns[8];

	for (unsigned k = 0; k < ARRAY_SIZE(rests); k++) {
		uint64_t rest = rests[k];

		if (!setup())
			return;
		CHECK_EQ(pgdat_reserve(f.p, PAGES - rest), 0);
		CHECK_EQ(pgdat_bulk_array(f.p, __GFP_NOWARN, PAGES, held), (long)rest);
		CHECK(!pgdat_alloc(f.p, __GFP_NOWARN, 0));
		pgdat_free_bulk(f.p, PAGES, held);
		CHECK_EQ(pgdat_bulk_list(f.p, __GFP_NOWARN, PAGES, &list), (long)rest);
		while (list.first)
			pgdat_free(f.p, page_list_pop(&list), 0);
		pgdat_drain(f.p);
		for (uint64_t i = 0; i < rest; i++)
			CHECK((held[i] = pgdat_alloc(f.p, GFP_KERNEL, 0)));
		CHECK(!pgdat_alloc(f.p, __GFP_NOWARN, 0));
		pgdat_free_bulk(f.p, PAGES, held);
		for (unsigned order = 1; order <= 11; order++) {
			struct page *page = pgdat_alloc(f.p, __GFP_NOWARN, order);

			CHECK_EQ(page != NULL, 1ull << order <= rest);
			if (page)
				pgdat_free(f.p, page, order);
		}
		CHECK_EQ(pgdat_alloc_chunks(f.p, GFP_KERNEL, 8, pfns), rest / CHUNK_PAGES);
		pgdat_drain(f.p);
		pgdat_check(f.p);
	}
}

TEST(a_promised_page_is_always_there)
{
	struct page *mine[100];

	if (!setup())
		return;
	CHECK_EQ(pgdat_reserve(f.p, 100), 0);
	CHECK_EQ(pgdat_bulk_array(f.p, __GFP_NOWARN, PAGES, held), PAGES - 100);
	for (int i = 0; i < 100; i++) {
		mine[i] = pgdat_alloc_reserved(f.p, 0);
		CHECK(mine[i]);
		CHECK_EQ(f.p->nr_reserved, 99u - i);
		pgdat_check(f.p);
	}
	CHECK(!pgdat_alloc(f.p, __GFP_NOWARN, 0));
	pgdat_free_bulk(f.p, 100, mine);
	pgdat_free_bulk(f.p, PAGES, held);
	pgdat_drain(f.p);
	CHECK_EQ(pgdat_nr_free(f.p), PAGES);
	pgdat_check(f.p);
}

static void give_back_two(void *arg)
{
	(void)arg;
	pgdat_unreserve(f.p, 2);
}

TEST(more_given_back_than_promised_panics)
{
	const char *said;

	if (!setup())
		return;
	CHECK_EQ(pgdat_reserve(f.p, 1), 0);
	said = test_expect_panic(give_back_two, NULL);
	CHECK(said && test_contains(said, "1 pages more are given back than are promised"));
}

/* Random promises against three numbers. */
TEST(sums_agree_whatever_the_order)
{
	uint64_t seed = test_seed();
	uint64_t reserved = 0, nr_held = 0, nr_mine = 0;
	static struct page *mine[PAGES];

	if (!setup())
		return;
	for (int i = 0; i < 20000; i++) {
		uint64_t nr = 1 + test_random(&seed) % 300;
		uint64_t left = PAGES - nr_held - nr_mine - reserved;

		switch (test_random(&seed) % 6) {
		case 0:
			CHECK_EQ(!pgdat_reserve(f.p, nr), nr <= left);
			reserved += nr <= left ? nr : 0;
			break;
		case 1:
			nr = nr < reserved ? nr : reserved;
			pgdat_unreserve(f.p, nr);
			reserved -= nr;
			break;
		case 2:
			for (; reserved && nr > 250; nr--, reserved--)
				mine[nr_mine++] = pgdat_alloc_reserved(f.p, 0);
			break;
		case 3:
			if (nr_mine)
				pgdat_free(f.p, mine[--nr_mine], 0);
			break;
		case 4:
			nr = nr < PAGES - nr_held ? nr : PAGES - nr_held;
			nr = (uint64_t)pgdat_bulk_array(f.p, __GFP_NOWARN, (long)nr,
							held + nr_held);
			CHECK(nr <= left);
			nr_held += nr;
			break;
		default:
			nr = nr < nr_held ? nr : nr_held;
			nr_held -= nr;
			pgdat_free_bulk(f.p, (long)nr, held + nr_held);
		}
		CHECK_EQ(f.p->nr_reserved, reserved);
		if (i % 500 == 0)
			pgdat_check(f.p);
	}
	pgdat_free_bulk(f.p, PAGES, held);
	pgdat_free_bulk(f.p, (long)nr_mine, mine);
	pgdat_unreserve(f.p, reserved);
	pgdat_drain(f.p);
	CHECK_EQ(pgdat_nr_free(f.p), PAGES);
	pgdat_check(f.p);
}
