// SPDX-License-Identifier: MIT
/*
 * The small world "bulk": two CPUs in turn take pages singly and in bulk, into empty, full and
 * mixed arrays and onto lists, and give them back, in every order there is.
 */
#include "apps/harness/env.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"
#include "tests/host/world_pages.h"

static struct tiny t;
static struct world w;

enum {
	OP_ALLOC,
	OP_ARRAY_1,
	OP_ARRAY_3_MIXED,
	OP_ARRAY_3_FULL,
	OP_ARRAY_8,
	OP_ARRAY_8_MIXED,
	OP_LIST_3,
	OP_FREE_LOWEST,
	OP_FREE_HIGHEST,
	OP_FREE_BULK,
	OP_FREE_BULK_EVEN,
	OP_FREE_BULK_UPPER,
	OP_DRAIN,
	NR_OPS,
};

static void op_name(unsigned i, char *name, size_t len)
{
	static const char *const names[NR_OPS] = {[OP_ALLOC] = "alloc 0",
						  [OP_ARRAY_1] = "array 1",
						  [OP_ARRAY_3_MIXED] = "array .x.",
						  [OP_ARRAY_3_FULL] = "array xxx",
						  [OP_ARRAY_8] = "array 8",
						  [OP_ARRAY_8_MIXED] = "array x..x.x..",
						  [OP_LIST_3] = "list 3",
						  [OP_FREE_LOWEST] = "free lowest",
						  [OP_FREE_HIGHEST] = "free highest",
						  [OP_FREE_BULK] = "free_bulk all",
						  [OP_FREE_BULK_EVEN] = "free_bulk even",
						  [OP_FREE_BULK_UPPER] = "free_bulk 4-7",
						  [OP_DRAIN] = "drain"};

	env_format(name, len, "cpu %u: %s", i / NR_OPS, names[i % NR_OPS]);
}

static bool free_bulk(struct world *world, unsigned pages)
{
	if (pages)
		tiny_free_bulk(world, pages);
	return pages != 0;
}

static bool op_do(struct world *world, unsigned i)
{
	unsigned singles = tiny_singles(&t);

	switch (i) {
	case OP_ALLOC:
		tiny_alloc(world, 0, 0);
		return true;
	case OP_ARRAY_1:
		tiny_bulk_array(world, 0, 1, 0);
		return true;
	case OP_ARRAY_3_MIXED:
		tiny_bulk_array(world, 0, 3, 2);
		return true;
	case OP_ARRAY_3_FULL:
		tiny_bulk_array(world, 0, 3, 7);
		return true;
	case OP_ARRAY_8:
		tiny_bulk_array(world, 0, 8, 0);
		return true;
	case OP_ARRAY_8_MIXED:
		tiny_bulk_array(world, 0, 8, 0x29);
		return true;
	case OP_LIST_3:
		tiny_bulk_list(world, 3);
		return true;
	case OP_FREE_LOWEST:
	case OP_FREE_HIGHEST:
		if (!singles)
			return false;
		tiny_free(world, i == OP_FREE_LOWEST ? (unsigned)__builtin_ctz(singles)
						     : 31 - (unsigned)__builtin_clz(singles));
		return true;
	case OP_FREE_BULK:
		return free_bulk(world, singles);
	case OP_FREE_BULK_EVEN:
		return free_bulk(world, singles & 0x55);
	case OP_FREE_BULK_UPPER:
		return free_bulk(world, singles & 0xf0);
	default:
		tiny_drain(world);
		return true;
	}
}

static bool op(struct world *world, unsigned i)
{
	bool done;

	host_set_cpu(i / NR_OPS);
	done = op_do(world, i % NR_OPS);
	host_set_cpu(0);
	return done;
}

/* Free, and kept by this CPU: claimed or in its magazine. */
static bool page_is_kept(unsigned cpu, unsigned i)
{
	const struct pcp *pcp = &t.p->pcp[cpu];
	uint64_t idx = t.start + i - t.p->base_pfn;

	for (unsigned k = 0; k < pcp->nr_parked; k++)
		if (pcp->magazine[k] == tiny_page(&t, i))
			return true;
	return pcp->claim.word_index == idx / WORD_PAGES && pcp->claim.word >> idx % WORD_PAGES & 1;
}

/*
 * On either CPU the page freed in bulk, if it is free, or twice in one call, if it is ours. What
 * the other CPU keeps is in no map, and a free in bulk looks at no record; there the invariants
 * must show it.
 */
static bool wrong_free(struct world *world, unsigned i)
{
	unsigned cpu = i / TINY_PAGES, page = i % TINY_PAGES;
	struct page *slots[2] = {tiny_page(&t, page), NULL};
	bool kept = page_is_kept(!cpu, page);

	(void)world;
	if (t.m.owner[page] != TINY_FREE)
		slots[1] = slots[0];
	host_set_cpu(cpu);
	pgdat_free_bulk(t.p, 2, slots);
	if (kept)
		pgdat_check(t.p);
	return true;
}

static void explore(const char *name, pfn_t start)
{
	unsigned depth = world_depth();

	w = (struct world){.name = name,
			   .nr_ops = 2 * NR_OPS,
			   .op = op,
			   .op_name = op_name,
			   .nr_wrong = 2 * TINY_PAGES,
			   .wrong = wrong_free};
	if (!depth || !tiny_make(&t, &w, start, TINY_CPUS))
		return;
	if (!world_explore(&w, depth))
		test_fail(__FILE__, __LINE__, "%s", w.said);
	world_print(&w, depth);
	CHECK(w.nr_panics > 0);
}

TEST(every_state_of_eight_pages_in_a_row)
{
	explore("bulk, pages 64 to 71", 64);
}

TEST(every_state_of_four_pages_each_side_of_4_gib)
{
	explore("bulk, four pages each side of 4 GiB", DMA32_END_PFN - 4);
}
