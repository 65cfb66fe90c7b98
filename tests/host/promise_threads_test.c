// SPDX-License-Identifier: MIT
/*
 * Promises over several nodes, made, drawn on and given back by several CPUs at once through
 * whichever node: each holder can draw as many pages as it was promised, no page is had twice, and
 * in the end nothing is promised and every page is free where it belongs.
 */
#include "mm/nodes.h"
#include "mm/page_alloc_int.h"
#include "tests/harness/test.h"
#include "tests/host/crew.h"

enum {
	NODES = 3,
	CHUNKS = 6,
	PAGES = CHUNKS * CHUNK_PAGES,
	HELD = 1500,	 /* blocks that a CPU holds at most */
	STEPS = 4000000, /* of all CPUs together */
	TRACED_SHARE = 20,
};

static struct {
	struct memmap memmap;
	struct numa_map map;
	struct node_set set;
	struct page *records;
	uint32_t *owner; /* of each page: a CPU plus 1; 0: free */
	uint64_t steps;	 /* of each CPU */
} w;

/* What one CPU has. */
struct purse {
	struct crew_member *m;
	uint64_t promised;
	unsigned nr;
	struct page *page[HELD];
	uint8_t order[HELD];
	const char *wrong;
};

static struct pg_data *any_node(struct purse *purse)
{
	return w.set.node[crew_below(purse->m, NODES)];
}

static void hold(struct purse *purse, struct page *page, unsigned order)
{
	for (uint64_t i = 0; i < 1ull << order; i++)
		if (__atomic_exchange_n(&w.owner[page - w.records + (long)i], purse->m->index + 1,
					__ATOMIC_RELAXED))
			purse->wrong = "a page has two owners";
	purse->page[purse->nr] = page;
	purse->order[purse->nr++] = (uint8_t)order;
}

static void let_go(struct purse *purse)
{
	unsigned i = (unsigned)crew_below(purse->m, purse->nr);
	struct page *page = purse->page[i];
	unsigned order = purse->order[i];

	for (uint64_t k = 0; k < 1ull << order; k++)
		__atomic_store_n(&w.owner[page - w.records + (long)k], 0, __ATOMIC_RELAXED);
	purse->page[i] = purse->page[--purse->nr];
	purse->order[i] = purse->order[purse->nr];
	pgdat_free(any_node(purse), page, order);
}

static void draw(struct purse *purse)
{
	unsigned order = crew_below(purse->m, 4) ? 0 : (unsigned)crew_below(purse->m, 6);
	struct page *page;

	if (purse->promised < 1ull << order || purse->nr == HELD)
		return;
	page = pgdat_alloc_reserved(any_node(purse), order);
	if (page) {
		purse->promised -= 1ull << order;
		hold(purse, page, order);
	} else if (!order) {
		purse->wrong = "a promised page is not there";
	}
}

static void step(struct purse *purse)
{
	uint64_t nr = crew_below(purse->m, 64) ? crew_below(purse->m, 40)
					       : crew_below(purse->m, PAGES / 2);
	struct page *page;

	switch (crew_below(purse->m, 12)) {
	case 0:
		if (!pgdat_reserve(any_node(purse), nr))
			purse->promised += nr;
		break;
	case 1:
		nr = nr < purse->promised ? nr : purse->promised;
		pgdat_unreserve(any_node(purse), nr);
		purse->promised -= nr;
		break;
	case 2:
		page = purse->nr < HELD ? pgdat_alloc(any_node(purse), __GFP_NOWARN, 0) : NULL;
		if (page)
			hold(purse, page, 0);
		break;
	case 3:
	case 4:
	case 5:
		if (purse->nr)
			let_go(purse);
		break;
	default:
		draw(purse);
	}
}

static const char *work(struct crew_member *m)
{
	struct purse purse = {.m = m};

	for (uint64_t i = 0; i < w.steps && !purse.wrong; i++)
		step(&purse);
	while (purse.nr)
		let_go(&purse);
	pgdat_unreserve(any_node(&purse), purse.promised);
	return purse.wrong;
}

static bool nodes_make(void)
{
	const struct mem_range ram = {0, (phys_addr_t)PAGES << PAGE_SHIFT, MEM_RAM};

	memmap_build(&w.memmap, &ram, 1);
	numa_map_fake(&w.map, &w.memmap, NODES);
	w.set = (struct node_set){.map = &w.map};
	w.records = test_arena(PAGES * sizeof(struct page));
	w.owner = test_arena(PAGES * sizeof(w.owner[0]));
	for (int nid = 0; nid < NODES; nid++) {
		struct pg_data *p = test_arena(sizeof(*p));
		void *maps = test_arena(pgdat_maps_len(0, PAGES));

		if (!w.records || !w.owner || !p || !maps)
			return false;
		pgdat_init(p, nid, 0, PAGES, w.records, maps);
		w.set.node[nid] = p;
		pgdat_join(p, &w.set);
	}
	for (uint32_t i = 0; i < w.map.nr_ranges; i++)
		pgdat_add_free(w.set.node[w.map.range[i].nid], w.map.range[i].start >> PAGE_SHIFT,
			       w.map.range[i].end >> PAGE_SHIFT);
	return true;
}

static void promise_and_draw(unsigned nr_cpus)
{
	const char *said;
	uint64_t lent = 0;

	CHECK(nodes_make());
	CHECK_EQ(w.map.nr_nodes, NODES);
	w.steps = (unsigned)test_share(STEPS) / nr_cpus / (host_is_traced() ? TRACED_SHARE : 1);
	said = crew_run(nr_cpus, work, NULL);
	if (said)
		test_fail(__FILE__, __LINE__, "%s", said);
	for (int nid = 0; nid < NODES; nid++) {
		struct pg_data *p = w.set.node[nid];

		pgdat_drain(p);
		CHECK_EQ(p->nr_reserved, 0);
		CHECK_EQ(pgdat_nr_free(p), w.map.nr_pages[nid]);
		pgdat_check(p);
		lent += p->stats.nr_miss;
	}
	test_note("%u CPUs, %llu pages given by another node than was asked", nr_cpus,
		  (unsigned long long)lent);
}

TEST(two_cpus_draw_on_each_others_nodes)
{
	promise_and_draw(2);
}

TEST(eight_cpus_draw_on_each_others_nodes)
{
	promise_and_draw(8);
}
