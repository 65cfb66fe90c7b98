// SPDX-License-Identifier: MIT
/*
 * A walk over small worlds: every sequence of up to four operations on 16 pages, each verified
 * against a model so small that it is plainly right: a set of free pages and a list of blocks held.
 *
 * After each sequence everything is freed and must be as at the start, where the next begins. The
 * prefixes of a sequence are sequences themselves, so mm's own check runs at the end of each only.
 */
#include "mm/page_alloc.h"
#include "tests/harness/node_fixture.h"
#include "tests/harness/test.h"

enum { PAGES = 16, DEPTH = 4, BULK = 3, MAX_HELD = PAGES };

enum step {
	ALLOC_0,
	ALLOC_1,
	ALLOC_2,
	ALLOC_3,
	FREE_OLDEST,
	FREE_NEWEST,
	BULK_ALLOC,
	BULK_FREE,
	DRAIN,
	SPLIT_NEWEST,
	NR_STEPS
};

static struct node_fixture f;
static pfn_t first_pfn;

/* The model: bit i of `free` is page first_pfn + i. */
static uint32_t free_pages;
static struct held {
	struct page *page;
	unsigned order;
} held[MAX_HELD];
static unsigned nr_held;

static struct zone_info initial;

static unsigned nr_free_model(void)
{
	unsigned nr = 0;

	for (uint32_t left = free_pages; left; left &= left - 1)
		nr++;
	return nr;
}

static uint32_t bits_of(const struct page *page, unsigned order)
{
	pfn_t at = pgdat_pfn(f.p, page) - first_pfn;

	return at < PAGES ? ((1u << (1u << order)) - 1) << at : 0;
}

/* Is there an aligned block of that order in the set? */
static bool model_has(unsigned order)
{
	for (uint32_t at = 0; at < PAGES; at += 1u << order) {
		uint32_t bits = ((1u << (1u << order)) - 1) << at;

		if ((first_pfn + at) % (1u << order) == 0 && (free_pages & bits) == bits)
			return true;
	}
	return false;
}

static bool model_take(struct page *page, unsigned order)
{
	uint32_t bits = bits_of(page, order);

	if (!bits || (free_pages & bits) != bits || pgdat_pfn(f.p, page) % (1u << order))
		return false;
	free_pages &= ~bits;
	held[nr_held++] = (struct held){page, order};
	return true;
}

static void model_give(unsigned i)
{
	free_pages |= bits_of(held[i].page, held[i].order);
	nr_held--;
	for (; i < nr_held; i++)
		held[i] = held[i + 1];
}

static bool do_alloc(unsigned order)
{
	struct page *page = pgdat_alloc(f.p, __GFP_NOWARN, order);

	return page ? model_take(page, order) : !model_has(order);
}

static bool do_free(unsigned i)
{
	struct held h;

	if (i >= nr_held)
		return true;
	h = held[i];
	model_give(i);
	pgdat_free(f.p, h.page, h.order);
	return true;
}

static bool do_bulk_alloc(void)
{
	struct page *slots[BULK] = {0};
	unsigned nr_free = nr_free_model();
	long got = pgdat_bulk_array(f.p, __GFP_NOWARN, BULK, slots);

	for (long i = 0; i < BULK; i++)
		if (i < got ? !slots[i] || !model_take(slots[i], 0) : slots[i] != NULL)
			return false;
	return got == (nr_free < BULK ? (long)nr_free : BULK);
}

/* All single pages held, newest first. */
static bool do_bulk_free(void)
{
	struct page *slots[MAX_HELD];
	long nr = 0;

	for (unsigned i = nr_held; i-- > 0;)
		if (!held[i].order) {
			slots[nr++] = held[i].page;
			model_give(i);
		}
	pgdat_free_bulk(f.p, nr, slots);
	while (nr > 0)
		if (slots[--nr])
			return false;
	return true;
}

static bool do_split_newest(void)
{
	struct held h;

	if (!nr_held)
		return true;
	h = held[--nr_held];
	pgdat_split(f.p, h.page, h.order);
	for (uint32_t i = 0; i < 1u << h.order; i++)
		held[nr_held++] = (struct held){h.page + i, 0};
	return true;
}

static bool step_do(enum step step)
{
	switch (step) {
	case ALLOC_0:
	case ALLOC_1:
	case ALLOC_2:
	case ALLOC_3:
		return do_alloc((unsigned)(step - ALLOC_0));
	case FREE_OLDEST:
		return do_free(0);
	case FREE_NEWEST:
		return do_free(nr_held - 1);
	case BULK_ALLOC:
		return do_bulk_alloc();
	case BULK_FREE:
		return do_bulk_free();
	case DRAIN:
		pgdat_drain(f.p);
		return true;
	default:
		return do_split_newest();
	}
}

static bool all_given_back(void)
{
	struct zone_info info;

	while (nr_held)
		do_free(nr_held / 2);
	pgdat_drain(f.p);
	zone_info(f.p, ZONE_DMA32, &info);
	for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++)
		if (info.nr_blocks[k] != initial.nr_blocks[k])
			return false;
	return info.nr_free == initial.nr_free;
}

/* The sequence that the digits of `number` spell, lowest first. */
static bool sequence_run(uint32_t number, unsigned len)
{
	for (unsigned i = 0; i < len; i++, number /= NR_STEPS) {
		if (!step_do((enum step)(number % NR_STEPS)))
			return false;
		if (pgdat_nr_free(f.p) != nr_free_model())
			return false;
	}
	pgdat_check(f.p);
	return all_given_back();
}

/* All sequences on 16 pages from start_pfn on. */
static void walk(pfn_t start_pfn)
{
	uint32_t nr = 1;

	first_pfn = start_pfn;
	free_pages = (1u << PAGES) - 1;
	nr_held = 0;
	if (!node_make(&f, start_pfn, start_pfn + PAGES))
		return;
	node_add(&f, start_pfn, start_pfn + PAGES);
	zone_info(f.p, ZONE_DMA32, &initial);
	for (unsigned len = 1; len <= DEPTH; len++) {
		nr *= NR_STEPS;
		for (uint32_t number = 0; number < nr; number++)
			if (!sequence_run(number, len)) {
				test_fail(__FILE__, __LINE__,
					  "sequence %u of length %u, base %u, last step first",
					  number, len, NR_STEPS);
				return;
			}
	}
}

TEST(every_sequence_of_four_steps_on_16_aligned_pages)
{
	walk(0);
}

/* Across words of the maps, and aligned to nothing. */
TEST(every_sequence_of_four_steps_on_16_pages_across_words)
{
	walk(64 - 5);
}

/* Across chunks. */
TEST(every_sequence_of_four_steps_on_16_pages_across_chunks)
{
	walk(CHUNK_PAGES - 7);
}

/* The model notices what is not free, not aligned, not there, and what should have been given. */
TEST(the_small_model_notices)
{
	struct page *page;

	first_pfn = 0;
	free_pages = (1u << PAGES) - 1;
	nr_held = 0;
	if (!node_make(&f, 0, PAGES))
		return;
	node_add(&f, 0, PAGES);
	page = pgdat_alloc(f.p, GFP_KERNEL, 1);
	CHECK(page && model_take(page, 1));
	CHECK(!model_take(page, 0));
	CHECK(!model_take(page + 1, 0));
	CHECK(!model_take(node_page(&f, 5), 1));
	CHECK(!model_take(node_page(&f, PAGES), 0));
	CHECK(model_has(3) && !model_has(4));
	free_pages = 0x7ffe;
	CHECK(model_has(2) && !model_has(3));
}
