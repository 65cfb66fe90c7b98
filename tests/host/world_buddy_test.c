// SPDX-License-Identifier: MIT
/*
 * The small world "buddy": one CPU takes and gives blocks, references, splits, drains and promises,
 * in every order there is. In each state, every wrong free there is must panic.
 */
#include "apps/harness/env.h"
#include "tests/harness/test.h"
#include "tests/host/world_pages.h"

/* The alphabet: those of one kind stand behind each other. */
enum {
	OP_ALLOC = 0,	     /* order 0 to 3 */
	OP_ALLOC_DMA32 = 4,  /* order 0 and 1 */
	OP_ALLOC_NOWARN = 6, /* order 0 */
	OP_FREE = 7,	     /* page 0 to 7, the first of a block of ours */
	OP_GET = 15,	     /* page 0 to 7, in a block of ours; at most one reference each */
	OP_SPLIT = 23,	     /* page 0 to 7 */
	OP_DRAIN = 31,
	OP_RESERVE, /* one page */
	OP_UNRESERVE,
	OP_ALLOC_RESERVED, /* order 0 and 1 */
	NR_OPS = OP_ALLOC_RESERVED + 2,
};

static struct tiny t;
static struct world w;

static void op_name(unsigned i, char *name, size_t len)
{
	static const struct {
		unsigned first;
		const char *name;
	} kinds[] = {{OP_ALLOC_RESERVED, "alloc_reserved"},
		     {OP_UNRESERVE, "unreserve 1"},
		     {OP_RESERVE, "reserve 1"},
		     {OP_DRAIN, "drain"},
		     {OP_SPLIT, "split"},
		     {OP_GET, "get"},
		     {OP_FREE, "free"},
		     {OP_ALLOC_NOWARN, "alloc nowarn"},
		     {OP_ALLOC_DMA32, "alloc dma32"},
		     {OP_ALLOC, "alloc"}};
	unsigned k = 0;

	while (i < kinds[k].first)
		k++;
	if (i >= OP_DRAIN && i < OP_ALLOC_RESERVED)
		env_format(name, len, "%s", kinds[k].name);
	else
		env_format(name, len, "%s %u", kinds[k].name, i - kinds[k].first);
}

static bool op_page(unsigned kind, unsigned i)
{
	if (kind == OP_GET) {
		if (t.m.owner[i] == TINY_FREE || t.m.refs[i])
			return false;
		tiny_get(&w, i);
		return true;
	}
	if (!tiny_is_head(&t, i))
		return false;
	if (kind == OP_SPLIT) {
		if (!t.m.owner[i])
			return false;
		tiny_split(&w, i);
		return true;
	}
	if (!t.m.refs[i] && tiny_inner_refs(&t, i))
		return false;
	tiny_free(&w, i);
	return true;
}

static bool op(struct world *world, unsigned i)
{
	if (i < OP_ALLOC_DMA32)
		tiny_alloc(world, 0, i);
	else if (i < OP_ALLOC_NOWARN)
		tiny_alloc(world, __GFP_DMA32, i - OP_ALLOC_DMA32);
	else if (i == OP_ALLOC_NOWARN)
		tiny_alloc(world, __GFP_NOWARN, 0);
	else if (i < OP_GET)
		return op_page(OP_FREE, i - OP_FREE);
	else if (i < OP_SPLIT)
		return op_page(OP_GET, i - OP_GET);
	else if (i < OP_DRAIN)
		return op_page(OP_SPLIT, i - OP_SPLIT);
	else if (i == OP_DRAIN)
		tiny_drain(world);
	else if (i == OP_RESERVE)
		tiny_reserve(world, 1);
	else if (i == OP_UNRESERVE && t.m.nr_promised)
		tiny_unreserve(world, 1);
	else if (i >= OP_ALLOC_RESERVED && t.m.nr_promised >= 1u << (i - OP_ALLOC_RESERVED))
		tiny_alloc_reserved(world, i - OP_ALLOC_RESERVED);
	else
		return false;
	return true;
}

/* Page i / 4, freed with order i % 4, where that is wrong. */
static bool wrong_free(struct world *world, unsigned i)
{
	unsigned page = i / 4, order = i % 4;

	(void)world;
	if (t.m.owner[page] == order && (t.m.refs[page] || !tiny_inner_refs(&t, page)))
		return false;
	pgdat_free(t.p, tiny_page(&t, page), order);
	return true;
}

static bool make(const char *name, pfn_t start)
{
	w = (struct world){.name = name,
			   .nr_ops = NR_OPS,
			   .op = op,
			   .op_name = op_name,
			   .nr_wrong = 4 * TINY_PAGES,
			   .wrong = wrong_free};
	return tiny_make(&t, &w, start, 1);
}

static void explore(const char *name, pfn_t start)
{
	unsigned depth = world_depth();

	if (!depth || !make(name, start))
		return;
	if (!world_explore(&w, depth))
		test_fail(__FILE__, __LINE__, "%s", w.said);
	world_print(&w, depth);
	CHECK(w.nr_panics > w.nr_transitions / 10);
}

TEST(every_state_of_eight_pages_in_a_row)
{
	explore("buddy, pages 64 to 71", 64);
}

TEST(every_state_of_four_pages_each_side_of_a_word)
{
	explore("buddy, pages 60 to 67", 60);
}

TEST(every_state_of_four_pages_each_side_of_4_gib)
{
	explore("buddy, four pages each side of 4 GiB", DMA32_END_PFN - 4);
}

/* --- A spoiled allocator must be found --------------------------------------------------- */

static void spoiled(void (*meddle)(struct tiny *t, struct page **page), const char *text)
{
	CHECK(make("spoiled", 64));
	t.meddle = meddle;
	CHECK(!world_explore(&w, 4));
	if (!test_contains(w.said, text))
		test_fail(__FILE__, __LINE__, "'%s', not '%s'", w.said, text);
}

static unsigned nr_singles(const struct tiny *tiny)
{
	return (unsigned)__builtin_popcount(tiny_singles(tiny));
}

static void page_given_twice(struct tiny *tiny, struct page **page)
{
	if (nr_singles(tiny) == 3 && *page)
		*page = tiny_page(tiny, (unsigned)__builtin_ctz(tiny_singles(tiny)));
}

TEST(a_page_given_twice_is_found)
{
	spoiled(page_given_twice, "no free block of order");
}

/* Every count is right, and every invariant holds. */
static void leak_made_up_for(struct tiny *tiny, struct page **page)
{
	unsigned singles = tiny_singles(tiny);

	if (nr_singles(tiny) == 2 && *page && pgdat_alloc(tiny->p, 0, 0))
		pgdat_free(tiny->p, tiny_page(tiny, (unsigned)__builtin_ctz(singles)), 0);
}

TEST(a_leak_made_up_for_by_another_owners_page_is_found)
{
	spoiled(leak_made_up_for, "the model has");
}

static void block_refused(struct tiny *tiny, struct page **page)
{
	if (*page && tiny->m.nr_promised == 2 && tiny->m.owner[0] == TINY_FREE) {
		pgdat_free(tiny->p, *page, 0);
		*page = NULL;
	}
}

TEST(a_page_refused_in_one_state_alone_is_found)
{
	spoiled(block_refused, "though one is free");
}

static void reference_counted_twice(struct tiny *tiny, struct page **page)
{
	if (*page && tiny->m.refs[2])
		tiny->p->chunks[0].nr_refs++;
}

TEST(a_wrong_count_of_references_is_found)
{
	spoiled(reference_counted_twice, "count of referenced pages");
}

static bool right_free(struct world *world, unsigned i)
{
	(void)world;
	if (!tiny_is_head(&t, i / 4) || t.m.owner[i / 4] != i % 4)
		return false;
	pgdat_free(t.p, tiny_page(&t, i / 4), i % 4);
	return true;
}

TEST(a_misuse_that_goes_through_is_found)
{
	CHECK(make("spoiled", 64));
	w.wrong = right_free;
	CHECK(!world_explore(&w, 2));
	CHECK(test_contains(w.said, "went through; alloc"));
}
