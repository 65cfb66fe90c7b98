// SPDX-License-Identifier: MIT
/*
 * Nodes that lend each other memory: whom a request goes to, where a page goes back.
 */
#include "mm/nodes.h"

#include "mm/frames.h"
#include "mm/page_alloc_int.h"
#include "tests/harness/test.h"

enum { CHUNKS = 24, MOST_NODES = 4 };

#define NR_PAGES (CHUNKS * CHUNK_PAGES)
#define MIB(n)	 ((phys_addr_t)(n) << 20)

/* Nodes over one array of records; pages whose contents nobody touches. */
static struct {
	struct memmap memmap;
	struct numa_map map;
	struct node_set set;
	struct page *records;
} w;

static uint8_t (*distances)[MOST_NODES];

static uint8_t distance(void *arg, uint32_t from, uint32_t to)
{
	(void)arg;
	return distances[from][to];
}

static bool node_create(int nid, pfn_t start_pfn, pfn_t end_pfn)
{
	struct pg_data *p = test_arena(sizeof(*p));
	void *maps = test_arena(pgdat_maps_len(start_pfn, end_pfn));

	if (!p || !maps) {
		test_skip("no memory for an instance");
		return false;
	}
	pgdat_init(p, nid, start_pfn, end_pfn, w.records, maps);
	w.set.node[nid] = p;
	pgdat_join(p, &w.set);
	return true;
}

/* Nodes by affinity ranges over the first CHUNKS chunks of memory, all of it RAM. */
static bool world_make(const struct numa_affinity *aff, uint32_t nr, uint32_t nr_domains)
{
	const struct mem_range ram = {0, (phys_addr_t)NR_PAGES << PAGE_SHIFT, MEM_RAM};
	uint32_t domains[MOST_NODES] = {0, 1, 2, 3};
	const char *why = "";

	memmap_build(&w.memmap, &ram, 1);
	if (numa_map_build(&w.map, &w.memmap, aff, nr, domains, nr_domains,
			   distances ? distance : NULL, NULL, &why)) {
		test_fail(__FILE__, __LINE__, "%s", why);
		return false;
	}
	numa_map_round(&w.map, PMD_SIZE);
	w.set.map = &w.map;
	w.records = test_arena(NR_PAGES * sizeof(struct page));
	for (int nid = 0; nid < w.map.nr_nodes; nid++)
		if (!w.records || !node_create(nid, 0, w.map.nr_pages[nid] ? NR_PAGES : 0))
			return false;
	for (uint32_t i = 0; i < w.map.nr_ranges; i++)
		pgdat_add_free(w.set.node[w.map.range[i].nid], w.map.range[i].start >> PAGE_SHIFT,
			       w.map.range[i].end >> PAGE_SHIFT);
	return true;
}

/* Three nodes of 16 MiB each, of which the first and the last lie in two pieces. */
static bool three_nodes(void)
{
	static const struct numa_affinity aff[] = {
		{MIB(0), MIB(8), 0},   {MIB(8), MIB(16), 2},  {MIB(16), MIB(32), 1},
		{MIB(32), MIB(40), 2}, {MIB(40), MIB(48), 0},
	};

	return world_make(aff, ARRAY_SIZE(aff), 3);
}

static struct pg_data *node(int nid)
{
	return w.set.node[nid];
}

static int nid_of(const struct page *page)
{
	return numa_nid_of(&w.map, (phys_addr_t)(page - w.records) << PAGE_SHIFT);
}

static void check_all(void)
{
	for (int nid = 0; nid < w.map.nr_nodes; nid++)
		pgdat_check(node(nid));
}

/* Every page free again, and where it belongs. */
static void check_whole(void)
{
	check_all();
	for (int nid = 0; nid < w.map.nr_nodes; nid++)
		CHECK_EQ(pgdat_nr_free(node(nid)), w.map.nr_pages[nid]);
}

/* Case O04, part 2: all RAM on node 0. */
TEST(a_node_without_memory_gives_pages_of_the_nearest)
{
	static const struct numa_affinity aff = {0, MIB(48), 0};
	const nodemask_t only_2 = {4}, others = {14};
	struct page *array[8] = {NULL};
	struct page *page;

	distances = NULL;
	if (!world_make(&aff, 1, 4))
		return;
	CHECK_EQ(w.map.nr_nodes, 4);
	page = pgdat_alloc(node(2), GFP_KERNEL, 0);
	CHECK(page);
	CHECK_EQ(nid_of(page), 0);
	CHECK_EQ(node(2)->stats.nr_foreign, 1);
	CHECK_EQ(node(0)->stats.nr_miss, 1);
	CHECK_EQ(nodes_bulk(node(2), GFP_KERNEL, &only_2, 8, NULL, array), 0);
	CHECK_EQ(nodes_bulk(node(0), GFP_KERNEL, &others, 8, NULL, array), 0);
	CHECK(!pgdat_alloc(node(2), __GFP_THISNODE, 0));
	CHECK(nodes_at(node(2), 0) == node(0));
	CHECK(nodes_at(node(0), 3) == node(3));
	CHECK(!nodes_at(node(0), 4));
	CHECK(!nodes_at(node(0), 7));
	CHECK(!nodes_at(node(0), -2));
	pgdat_free(node(2), page, 0);
	check_whole();
}

TEST(requests_go_to_the_next_node_by_distance)
{
	static uint8_t far[MOST_NODES][MOST_NODES] = {{10, 30, 15}, {30, 10, 20}, {15, 20, 10}};
	struct page *first = NULL;
	int seen[3] = {0, 0, 0}, last = 0;
	struct page *page;

	distances = far;
	if (!three_nodes())
		return;
	while ((page = pgdat_alloc(node(0), __GFP_NOWARN, 0))) {
		if (nid_of(page) != last) {
			CHECK_EQ(nid_of(page), last == 0 ? 2 : 1);
			last = nid_of(page);
		}
		seen[nid_of(page)]++;
		page->next = first;
		first = page;
	}
	for (int nid = 0; nid < 3; nid++)
		CHECK_EQ(seen[nid], w.map.nr_pages[nid]);
	CHECK_EQ(node(0)->stats.nr_foreign, w.map.nr_pages[1] + w.map.nr_pages[2]);
	CHECK_EQ(node(1)->stats.nr_miss, w.map.nr_pages[1]);
	CHECK_EQ(node(2)->stats.nr_miss, w.map.nr_pages[2]);
	while ((page = first)) {
		first = page->next;
		pgdat_free(node(1), page, 0); /* through any of them */
	}
	check_whole();
	distances = NULL;
}

TEST(blocks_and_chunks_fall_back_too)
{
	struct page *block[CHUNKS];
	pfn_t pfns[CHUNKS];
	uint64_t nr;

	if (!three_nodes())
		return;
	for (int i = 0; i < CHUNKS; i++) {
		block[i] = pgdat_alloc(node(1), GFP_KERNEL, CHUNK_ORDER);
		CHECK(block[i]);
		if (i < 8)
			CHECK_EQ(nid_of(block[i]), 1);
	}
	CHECK(!pgdat_alloc(node(1), __GFP_NOWARN, 3));
	for (int i = 0; i < CHUNKS; i++)
		pgdat_free(node(i % 3), block[i], CHUNK_ORDER);
	check_whole();
	nr = nodes_alloc_chunks(node(2), GFP_KERNEL, CHUNKS, pfns);
	CHECK_EQ(nr, CHUNKS);
	for (uint64_t i = 0; i < nr; i++) {
		if (i < 8)
			CHECK_EQ(nid_of(w.records + pfns[i]), 2);
		pgdat_free_run(node(0), w.records + pfns[i], CHUNK_PAGES);
	}
	check_whole();
}

TEST(a_node_by_itself_is_kept_to)
{
	uint64_t nr = 0;
	struct page *first = NULL, *page;

	if (!three_nodes())
		return;
	while ((page = pgdat_alloc(node(2), __GFP_THISNODE | __GFP_NOWARN, 0))) {
		CHECK_EQ(nid_of(page), 2);
		page->next = first;
		first = page;
		nr++;
	}
	CHECK_EQ(nr, w.map.nr_pages[2]);
	CHECK_EQ(pgdat_nr_free(node(0)), w.map.nr_pages[0]);
	while ((page = first)) {
		first = page->next;
		pgdat_free(node(2), page, 0);
	}
	check_whole();
}

TEST(a_nodemask_is_never_left)
{
	enum { NR = NR_PAGES };
	struct page **array = test_arena(NR * sizeof(array[0]));
	struct page_list list = {0};
	const nodemask_t mask = {6};
	struct page *page;
	long got;

	if (!three_nodes())
		return;
	CHECK(array);
	got = nodes_bulk(node(0), __GFP_NOWARN, &mask, NR, NULL, array);
	CHECK_EQ(got, w.map.nr_pages[1] + w.map.nr_pages[2]);
	for (long i = 0; i < got; i++)
		CHECK(nid_of(array[i]) != 0);
	for (long i = got; i < NR; i++)
		CHECK(!array[i]);
	CHECK_EQ(nodes_bulk(node(1), __GFP_NOWARN, &mask, 1, &list, NULL), 0);
	pgdat_free_bulk(node(0), NR, array);
	for (long i = 0; i < NR; i++)
		CHECK(!array[i]);
	check_whole();
	CHECK_EQ(nodes_bulk(node(1), GFP_KERNEL, &mask, 100, &list, NULL), 100);
	while ((page = page_list_pop(&list))) {
		CHECK_EQ(nid_of(page), 1);
		pgdat_free(node(0), page, 0);
	}
	check_whole();
}

TEST(a_bulk_request_takes_what_several_nodes_have)
{
	struct page **array = test_arena(NR_PAGES * sizeof(array[0]));
	struct page *held[7];

	if (!three_nodes())
		return;
	CHECK(array);
	for (int i = 0; i < 7; i++)
		CHECK((held[i] = pgdat_alloc(node(i % 3), GFP_KERNEL, 0)));
	CHECK_EQ(pgdat_bulk_array(node(1), __GFP_NOWARN, NR_PAGES, array), NR_PAGES - 7);
	/* What others gave is counted by both: all that they have, but for what is held. */
	CHECK_EQ(node(0)->stats.nr_miss, w.map.nr_pages[0] - 3);
	CHECK_EQ(node(2)->stats.nr_miss, w.map.nr_pages[2] - 2);
	CHECK_EQ(node(1)->stats.nr_foreign, w.map.nr_pages[0] + w.map.nr_pages[2] - 5);
	for (int i = 0; i < 7; i++)
		pgdat_free(node(0), held[i], 0);
	CHECK_EQ(pgdat_bulk_array(node(1), GFP_KERNEL, NR_PAGES, array), NR_PAGES);
	pgdat_free_bulk(node(2), NR_PAGES, array);
	check_whole();
}

TEST(runs_across_a_border_go_back_to_both)
{
	pfn_t pfns[CHUNKS];

	if (!three_nodes())
		return;
	CHECK_EQ(nodes_alloc_chunks(node(0), GFP_KERNEL, CHUNKS, pfns), CHUNKS);
	pgdat_free_run(node(1), w.records, NR_PAGES);
	check_whole();
}

TEST(references_and_splits_find_their_node)
{
	struct page *page, *block;

	if (!three_nodes())
		return;
	page = pgdat_alloc(node(2), GFP_KERNEL, 0);
	block = pgdat_alloc(node(2), GFP_KERNEL, 2);
	CHECK(page && block);
	pgdat_get_page(node(0), page);
	CHECK_EQ(page_ref_count(page), 2);
	pgdat_free(node(1), page, 0);
	CHECK_EQ(page_ref_count(page), 1);
	pgdat_free(node(1), page, 0);
	pgdat_split(node(0), block, 2);
	for (int i = 0; i < 4; i++)
		pgdat_free(node(i % 3), block + i, 0);
	check_whole();
}

static void free_again(void *page)
{
	pgdat_free(node(0), page, 0);
}

TEST(a_double_free_through_another_node_panics)
{
	struct page *page;

	if (!three_nodes())
		return;
	page = pgdat_alloc(node(2), GFP_KERNEL, 0);
	CHECK(page);
	pgdat_free(node(2), page, 0);
	CHECK(test_expect_panic(free_again, page));
}

TEST(turns_pass_over_nodes_without_memory)
{
	static const struct numa_affinity aff[] = {{MIB(0), MIB(16), 0}, {MIB(16), MIB(48), 2}};
	int seen[MOST_NODES] = {0};
	uint32_t turn = 0;

	if (!world_make(aff, ARRAY_SIZE(aff), 4))
		return;
	CHECK_EQ(w.map.nr_nodes, 4);
	for (int i = 0; i < 10; i++)
		seen[nodes_in_turn(node(0), &turn)->nid]++;
	CHECK_EQ(seen[0], 5);
	CHECK_EQ(seen[1], 0);
	CHECK_EQ(seen[2], 5);
	CHECK_EQ(seen[3], 0);
}

TEST(borders_move_to_whole_chunks)
{
	static const struct numa_affinity aff[] = {
		{MIB(0), MIB(9), 0}, {MIB(9), MIB(9) + 0x3000, 1}, {MIB(9) + 0x3000, MIB(48), 2}};
	const struct mem_range ram = {0, MIB(48), MEM_RAM};
	const uint32_t domains[] = {0, 1, 2};
	const char *why;

	memmap_build(&w.memmap, &ram, 1);
	CHECK_EQ(numa_map_build(&w.map, &w.memmap, aff, ARRAY_SIZE(aff), domains, 3, NULL, NULL,
				&why),
		 0);
	CHECK_EQ(numa_map_round(&w.map, PMD_SIZE), MIB(1) >> PAGE_SHIFT);
	CHECK_EQ(w.map.nr_ranges, 2);
	CHECK_EQ(w.map.range[0].end, MIB(10));
	CHECK_EQ(w.map.range[1].start, MIB(10));
	CHECK_EQ(w.map.range[1].nid, 2);
	CHECK_EQ(w.map.nr_pages[0], MIB(10) >> PAGE_SHIFT);
	CHECK_EQ(w.map.nr_pages[1], 0);
	CHECK_EQ(w.map.nr_pages[2], MIB(38) >> PAGE_SHIFT);
	CHECK_EQ(numa_map_round(&w.map, PMD_SIZE), 0);
}

/* One random step: a page or block more, or one less, through some node. */
static uint64_t random_step(uint64_t *random, struct page **held, uint8_t *orders, uint64_t nr)
{
	uint64_t draw = test_random(random);
	int via = (int)(draw % 3);
	uint64_t i;

	if (nr < 600 && draw & 8) {
		orders[nr] = (uint8_t)(draw >> 8 & 3 ? 0 : draw >> 10 & 3);
		held[nr] = pgdat_alloc(node(via),
				       draw & 16 ? __GFP_THISNODE | __GFP_NOWARN : __GFP_NOWARN,
				       orders[nr]);
		if (held[nr] && draw & 16 && nid_of(held[nr]) != via)
			test_fail(__FILE__, __LINE__, "a page of another node");
		return nr + (held[nr] != NULL);
	}
	if (!nr)
		return 0;
	i = (draw >> 16) % nr;
	pgdat_free(node(via), held[i], orders[i]);
	held[i] = held[nr - 1];
	orders[i] = orders[nr - 1];
	return nr - 1;
}

TEST(random_requests_through_all_nodes_lose_nothing)
{
	struct page **held = test_arena(600 * sizeof(held[0]));
	uint8_t *orders = test_arena(600);
	uint64_t random = test_seed(), nr = 0;

	test_note("seed %llu", (unsigned long long)random);
	if (!three_nodes())
		return;
	CHECK(held && orders);
	for (int step = 0; step < 20000 && !test_failed(); step++) {
		nr = random_step(&random, held, orders, nr);
		if (step % 1000 == 0)
			check_all();
	}
	while (nr--)
		pgdat_free(node((int)(nr % 3)), held[nr], orders[nr]);
	check_whole();
}

/* --- Promises over several nodes ------------------------------------------------------------- */

static uint64_t parts(void)
{
	uint64_t nr = 0;

	for (int nid = 0; nid < w.map.nr_nodes; nid++)
		nr += node(nid)->nr_reserved;
	return nr;
}

TEST(a_promise_larger_than_a_node_is_spread)
{
	uint64_t own, all = 0;
	pfn_t pfn;

	if (!three_nodes())
		return;
	own = w.map.nr_pages[1];
	for (int nid = 0; nid < 3; nid++)
		all += w.map.nr_pages[nid];
	CHECK_EQ(pgdat_reserve(node(1), own), 0);
	CHECK_EQ(node(1)->nr_reserved, own);
	CHECK_EQ(pgdat_reserve(node(1), all - own + 1), -ENOMEM);
	CHECK_EQ(parts(), own);
	CHECK_EQ(pgdat_reserve(node(1), all - own), 0);
	CHECK_EQ(parts(), all);
	CHECK_EQ(pgdat_nr_promised(node(2)), all);
	CHECK(!pgdat_alloc(node(0), __GFP_NOWARN, 0));
	check_all();

	/* What one promised another draws, and every page is had once. */
	CHECK(nid_of(pgdat_alloc_reserved(node(1), 0)) == 1);
	CHECK_EQ(parts(), all - 1);
	for (uint64_t i = 1; i < all; i++)
		CHECK(pgdat_alloc_reserved(node(1), 0));
	CHECK_EQ(parts(), 0);
	CHECK(!pgdat_alloc(node(0), __GFP_NOWARN, 0));
	CHECK_EQ(pgdat_alloc_reserved_chunks(node(1), 1, &pfn), 0);
	for (uint64_t i = 0; i < all; i++)
		pgdat_free(node(2), w.records + i, 0);
	check_whole();
}

TEST(chunks_and_blocks_are_drawn_from_all_nodes)
{
	uint64_t all = NR_PAGES, nr;
	pfn_t pfns[CHUNKS];
	struct page *block;

	if (!three_nodes())
		return;
	CHECK_EQ(pgdat_reserve(node(0), all), 0);
	block = pgdat_alloc_reserved(node(0), 3);
	CHECK(block && nid_of(block) == 0);
	nr = pgdat_alloc_reserved_chunks(node(0), CHUNKS, pfns);
	CHECK_EQ(nr, CHUNKS - 1);
	CHECK_EQ(parts(), CHUNK_PAGES - 8);
	CHECK(!pgdat_alloc_reserved(node(0), CHUNK_ORDER));
	CHECK_EQ(parts(), CHUNK_PAGES - 8);
	check_all();
	pgdat_unreserve(node(2), CHUNK_PAGES - 8);
	CHECK_EQ(parts(), 0);
	for (uint64_t i = 0; i < nr; i++)
		pgdat_free_run(node(0), w.records + pfns[i], CHUNK_PAGES);
	pgdat_free(node(0), block, 3);
	check_whole();
}

/* Memory that is free nearby is taken rather than what the promise was made of. */
TEST(a_promise_of_far_memory_is_kept_with_near_memory)
{
	struct page *page;

	if (!three_nodes())
		return;
	CHECK_EQ(pgdat_reserve(node(2), 100), 0);
	page = pgdat_alloc_reserved(node(0), 0);
	CHECK(nid_of(page) == 0);
	CHECK_EQ(node(2)->nr_reserved, 99);
	pgdat_free(node(0), page, 0);
	pgdat_unreserve(node(0), 99);
	check_whole();
}

static void give_back_eleven(void *arg)
{
	(void)arg;
	pgdat_unreserve(node(1), 11);
}

TEST(more_given_back_than_all_nodes_promised_panics)
{
	const char *said;

	if (!three_nodes())
		return;
	CHECK_EQ(pgdat_reserve(node(0), 10), 0);
	said = test_expect_panic(give_back_eleven, NULL);
	CHECK(said && test_contains(said, "1 pages more are given back than are promised"));
}

TEST(a_held_page_of_another_node_outlives_its_mapping)
{
	struct frame_list list = {NULL, NULL};
	struct page *page;

	if (!three_nodes())
		return;
	page = pgdat_alloc(node(2), __GFP_THISNODE, 0);
	CHECK(page);
	pgdat_get_page(node(0), page);
	list.pgdat = node(0);
	frames_gather(&list, 0, (phys_addr_t)(page - w.records) << PAGE_SHIFT, PAGE_SIZE);
	CHECK(!list.first);
	CHECK(!page->extra_refs);
	check_all();
	pgdat_free(node(1), page, 0);
	check_whole();
}

TEST(a_run_is_freed_but_for_the_page_that_is_held)
{
	struct frame_list list = {NULL, NULL};
	struct page *run;

	if (!three_nodes())
		return;
	run = pgdat_alloc_run(node(2), __GFP_THISNODE, 4);
	CHECK(run);
	pgdat_get_page(node(0), run + 1);
	list.pgdat = node(0);
	frames_gather(&list, 0, (phys_addr_t)(run - w.records) << PAGE_SHIFT, 4 * PAGE_SIZE);
	CHECK(!run[1].extra_refs);
	frames_free(&list);
	CHECK(!list.first);
	check_all();
	pgdat_free(node(1), run + 1, 0);
	check_whole();
}

TEST(requests_of_several_nodes_are_refused_as_one_nodes_are)
{
	struct page *slot = NULL;
	struct page_list list = {0};
	pfn_t pfns[CHUNKS + 1];
	uint64_t nr;

	if (!three_nodes())
		return;
	CHECK_EQ(nodes_alloc_chunks(node(1), GFP_KERNEL, CHUNKS + 1, pfns), CHUNKS);
	for (int i = 0; i < CHUNKS; i++)
		pgdat_free_run(node(0), w.records + pfns[i], CHUNK_PAGES);
	CHECK(!pgdat_alloc(node(1), GFP_KERNEL, MAX_PAGE_ORDER + 1));
	CHECK_EQ(node(1)->stats.nr_refused, 1);
	CHECK(!pgdat_alloc(node(1), 1u << 27, 0));
	CHECK_EQ(node(1)->stats.nr_refused, 2);
	CHECK_EQ(nodes_bulk(node(1), 1u << 27, NULL, 1, NULL, &slot), 0);
	CHECK_EQ(node(1)->stats.nr_refused, 3);
	CHECK_EQ(nodes_bulk(node(1), GFP_KERNEL, NULL, 0, NULL, &slot), 0);
	CHECK_EQ(nodes_bulk(node(1), GFP_KERNEL, NULL, -1, &list, NULL), 0);
	CHECK_EQ(nodes_bulk(node(1), GFP_KERNEL, NULL, 1, NULL, NULL), 0);
	CHECK(!slot && !list.first);
	nr = w.map.nr_pages[1] + 10; /* more than it has itself */
	CHECK_EQ(pgdat_bulk_list(node(1), __GFP_NOWARN, (long)nr, &list), nr);
	CHECK_EQ(node(1)->stats.nr_foreign, CHUNK_PAGES * (CHUNKS - 8) + 10);
	for (struct page *page; (page = page_list_pop(&list));)
		pgdat_free(node(0), page, 0);
	CHECK_EQ(node(2)->stats.nr_refused, 0);
	check_whole();
}

static void free_far(void *page)
{
	pgdat_free_run(node(1), page, 3);
}

/* What is no node's is the first one's to complain about. */
TEST(a_page_of_no_node_panics)
{
	static const struct numa_affinity aff[] = {{MIB(0), MIB(16), 0}, {MIB(16), MIB(48), 1}};
	const char *said;
	uint64_t nr = 8;

	if (!world_make(aff, ARRAY_SIZE(aff), 2))
		return;
	w.map.range[1].start += MIB(4);
	CHECK(nodes_owner(node(0), w.records + (MIB(17) >> PAGE_SHIFT)) == node(0));
	CHECK(nodes_owner_of_run(node(1), w.records + (MIB(17) >> PAGE_SHIFT), &nr) == node(1));
	CHECK_EQ(nr, 1);
	nr = CHUNK_PAGES * CHUNKS;
	CHECK(nodes_owner_of_run(node(1), w.records, &nr) == node(0));
	CHECK_EQ(nr, MIB(16) >> PAGE_SHIFT);
	said = test_expect_panic(free_far, w.records + NR_PAGES);
	CHECK(said && test_contains(said, "free of what is no page"));
}

TEST(turns_without_any_memory_come_back)
{
	uint32_t turn = 0;

	if (!three_nodes())
		return;
	for (int nid = 0; nid < 3; nid++)
		w.map.nr_pages[nid] = 0;
	CHECK(nodes_in_turn(node(1), &turn) == node(1));
	CHECK_EQ(turn, 3);
}
