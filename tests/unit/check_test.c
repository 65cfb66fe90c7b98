// SPDX-License-Identifier: MIT
/*
 * The checkers shown states that are broken in one place: each invariant is told by its own words.
 */
#include "mm/memmap.h"
#include "mm/mmap.h"
#include "mm/page_alloc_int.h"
#include "tests/harness/node_fixture.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

static struct pg_data *p;

static void check_it(void *arg)
{
	(void)arg;
	pgdat_check(p);
}

/* With `place` holding `value` fn panics with these words; the place is mended again. */
#define BREAK_FOR(fn, held, place, value, words)                                                   \
	do {                                                                                       \
		__typeof__(place) was = (place);                                                   \
		const char *said;                                                                  \
		(place) = (__typeof__(place))(value);                                              \
		said = test_expect_panic(fn, NULL);                                                \
		(held) = (struct port_lock){0};                                                    \
		(place) = was;                                                                     \
		if (!said || !test_contains(said, words)) {                                        \
			test_fail(__FILE__, __LINE__, "\"%s\" was said of \"%s\"",                 \
				  said ? said : "nothing", words);                                 \
			return;                                                                    \
		}                                                                                  \
	} while (0)

#define BREAK(place, value, words) BREAK_FOR(check_it, p->lock, place, value, words)

/* What stands in which chunk. */
enum { WHOLE, BIG, SORTED, OPEN, RAGGED, HOLE, CHUNKS };

static struct node_fixture f;
static struct page *block;  /* of order 2, in SORTED */
static struct page *single; /* with a reference, in SORTED */

static struct page *page_of(unsigned chunk, unsigned i)
{
	return p->pages + chunk * CHUNK_PAGES + i;
}

static uint64_t word_of(unsigned chunk)
{
	return (uint64_t)chunk * CHUNK_WORDS;
}

/* Chunks in every state; nothing is in a cache. */
static bool instance_make(void)
{
	if (!node_make(&f, 0, CHUNKS * CHUNK_PAGES))
		return false;
	p = f.p;
	node_add(&f, BIG * CHUNK_PAGES, (BIG + 1) * CHUNK_PAGES);
	if (pgdat_alloc(p, GFP_KERNEL, CHUNK_ORDER) != page_of(BIG, 0))
		return false;
	node_add(&f, OPEN * CHUNK_PAGES, (OPEN + 1) * CHUNK_PAGES);
	if (pgdat_alloc(p, GFP_KERNEL, 0) != page_of(OPEN, 0))
		return false;
	pgdat_drain(p);
	p->chunks[OPEN].claimer = 2; /* another CPU's: the next pages come of elsewhere */
	node_add(&f, SORTED * CHUNK_PAGES, (SORTED + 1) * CHUNK_PAGES);
	single = pgdat_alloc(p, GFP_KERNEL, 0);
	if (!single)
		return false;
	pgdat_get_page(p, single);
	pgdat_drain(p);
	block = pgdat_alloc(p, GFP_KERNEL, 2);
	node_add(&f, RAGGED * CHUNK_PAGES, RAGGED * CHUNK_PAGES + 100);
	node_add(&f, WHOLE * CHUNK_PAGES, (WHOLE + 1) * CHUNK_PAGES);
	pgdat_check(p);
	return block;
}

/* The chunk that the block is in, sorted by then. */
static unsigned sorted_chunk(void)
{
	return (unsigned)(page_index(p, block) / CHUNK_PAGES);
}

static unsigned open_chunk(void)
{
	return p->zone[ZONE_DMA32].head[LIST_OPEN];
}

TEST(whole_and_allocated_chunks)
{
	if (!instance_make()) {
		test_fail(__FILE__, __LINE__, "the instance is not as wanted");
		return;
	}
	BREAK(p->chunks[WHOLE].list, LIST_OPEN, "a whole chunk with other flags or count, or in a");
	BREAK(p->free_map[word_of(WHOLE)], 1, "a whole chunk whose maps are not plainly free");
	BREAK(p->chunks[WHOLE].state, CHUNK_PAGES, "whole, or in the set of whole chunks, but not");
	BREAK(p->chunks[BIG].list, LIST_OPEN, "an allocated chunk with free pages, other flags");
	BREAK(p->free_map[word_of(BIG)], 0, "an allocated chunk whose pages could be freed one");
	BREAK(p->chunks[BIG].state, CHUNK_BIG, "an allocated chunk in no block");
	BREAK(p->chunks[BIG].state, p->chunks[BIG].state | CHUNK_PARKED,
	      "a parked chunk that no CPU keeps");
	BREAK(p->free_map[word_of(HOLE)], 1, "a hole that could be allocated or freed");
}

TEST(pages_of_a_chunk)
{
	struct page *unowned, *last;
	uint64_t at, w;

	CHECK(instance_make());
	unowned = page_of(RAGGED, 200);
	last = page_of(sorted_chunk(), 511);
	at = page_index(p, single);
	w = page_index(p, last) / WORD_PAGES;
	BREAK(p->tail_map[w], ~0ull, "a page both free and in a block");
	BREAK(p->tail_map[page_index(p, unowned) / WORD_PAGES], 0,
	      "an unowned page that can be freed or is referenced");
	BREAK(last->busy, 1, "a free page with a busy record");
	BREAK(single->flags, 0, "mark of a page with references");
	BREAK(p->tail_map[at / WORD_PAGES], p->tail_map[at / WORD_PAGES] | 1ull << at % WORD_PAGES,
	      "a tail without a head");
	BREAK(block->flags, 0, "mark of the first page of a block");
}

TEST(counts_of_a_chunk)
{
	struct chunk *chunk;

	CHECK(instance_make());
	chunk = &p->chunks[sorted_chunk()];
	CHECK(chunk->state & CHUNK_SORTED);
	BREAK(p->pcp[0].own, sorted_chunk(), "a CPU's own chunk, or its mark, but not both");
	BREAK(chunk->state, chunk->state + 1, "count of free pages");
	BREAK(chunk->nr_blocks, 7, "count of blocks");
	BREAK(chunk->nr_refs, chunk->nr_refs + 1, "count of referenced pages");
	BREAK(chunk->state, chunk->state | CHUNK_UNOWNED, "mark of unowned pages");
	BREAK(chunk->word_orders, 0, "orders of a sorted chunk");
	BREAK(chunk->list, LIST_NONE, "list of a sorted chunk");
	BREAK(p->chunks[open_chunk()].list, LIST_NONE, "an open chunk that is empty or in another");
}

TEST(lists_and_sums)
{
	struct zone *z;
	struct pcp *pcp;

	CHECK(instance_make());
	z = &p->zone[ZONE_DMA32];
	pcp = &p->pcp[0];
	BREAK(z->head[LIST_OPEN], 100000, "runs wild");
	BREAK(p->chunks[open_chunk()].next, WHOLE, "links");
	BREAK(z->nr_open, 9, "open chunks, 9 counted");
	BREAK(z->whole.some[0], 0, "summaries of whole chunks of DMA32");
	BREAK(z->list_mask, z->list_mask & 1u << LIST_OPEN, "chunks in lists");
	BREAK(z->nr_free, 1, "DMA32 counts 1 free pages, its chunks have");
	BREAK(p->nr_reserved, 1ull << 40, "pages are promised,");
	pcp->huge[0] = WHOLE;
	BREAK(pcp->nr_huge, 1, "that a CPU keeps is not parked");
	pcp->magazine[0] = page_of(WHOLE, 0);
	BREAK(pcp->nr_parked, 1, "slot 0 of a magazine is no parked page");
	pcp->claim.word_index = word_of(WHOLE);
	BREAK(pcp->claim.word, 1, "a claimed page is free in the map");
}

/* --- Spaces ------------------------------------------------------------------------------------
 */

static struct vm_fixture vm;
static struct vspace vs;

static void space_check(void *arg)
{
	(void)arg;
	vspace_check(&vs);
}

#define BREAK_SPACE(place, value, words) BREAK_FOR(space_check, vs.lock, place, value, words)

static struct vm_region *region_at(uint64_t addr)
{
	return container_of(range_at(&vs.regions, addr), struct vm_region, range);
}

TEST(regions_and_tables_of_a_space)
{
	struct vm_region *region;
	struct page *page;
	uint64_t at, stack;
	phys_addr_t phys;

	if (!vm_make_space(&vm, 11, &vs, MM_RANGE, false))
		return;
	CHECK(!mm_mmap(&vs, 0, 4 * PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_ANON | MAP_PRIVATE, &at));
	CHECK(!mm_mmap(&vs, 0, 4 * PAGE_SIZE, PROT_READ, MAP_ANON | MAP_PRIVATE | MAP_STACK,
		       &stack));
	region = region_at(at);
	BREAK_SPACE(region->prot, PROT_READ, "allows other than its region");
	BREAK_SPACE(region->flags, region->flags | REGION_GUARD, "guard page");
	BREAK_SPACE(region_at(stack + PAGE_SIZE)->flags, MAP_ANON | MAP_PRIVATE, "is backed");
	BREAK_SPACE(vs.nr_mapped, 3, "a space has 4 pages mapped");
	BREAK_SPACE(vs.tables.nr_used, 0, "fewer tables than are promised");
	CHECK(port_pt_lookup(vs.pt, at, &phys, NULL, NULL));
	page = pgdat_page(vm.node.p, phys >> PAGE_SHIFT);
	BREAK_SPACE(page->flags, PAGE_SHARED, "is not the region's own to store to");
	vm_drop_space(&vm, &vs);
}

/* --- Misuse ------------------------------------------------------------------------------------
 */

static bool says(void (*fn)(void *arg), void *arg, const char *words)
{
	const char *said = test_expect_panic(fn, arg);

	return said && test_contains(said, words);
}

static void get_it(void *page)
{
	pgdat_get_page(p, page);
}

TEST(references_have_an_end)
{
	CHECK(instance_make());
	single->extra_refs = UINT32_MAX;
	CHECK(says(get_it, single, "too many references"));
}

static void space_destroy(void *space)
{
	vspace_destroy(space);
}

static void object_put(void *object)
{
	mm_object_put(object);
}

static void areas_destroy(void *areas)
{
	vmap_space_destroy(areas);
}

TEST(what_is_in_use_is_not_destroyed)
{
	static struct vmap_space areas;
	struct mm_object *object;
	void *area;

	if (!vm_make_space(&vm, 11, &vs, MM_RANGE, false))
		return;
	vs.claims.taken = 1;
	CHECK(says(space_destroy, &vs, "a space that CPUs work in is destroyed"));
	vs.claims.taken = 0;
	object = mm_object_create(vm.node.p, PAGE_SIZE, OBJECT_PROMISED);
	CHECK(object);
	object->nr_users = 0;
	CHECK(says(object_put, object, "an object without users is given back"));
	object->lock = (struct port_lock){0};
	object->nr_users = 1;
	mm_object_put(object);
	vmap_space_init(&areas, vm.node.p, vm.pt, VM_START, VM_END, true);
	area = vmap_space_alloc(&areas, PAGE_SIZE, 0, NULL);
	CHECK(says(areas_destroy, &areas, "1 areas are left"));
	vmap_space_free(&areas, area, NULL);
	vmap_space_destroy(&areas);
	vm_drop_space(&vm, &vs);
}

static void area_free(void *address)
{
	static struct vmap_space *areas;

	if (!areas) {
		areas = address;
		return;
	}
	vmap_space_free(areas, address, NULL);
}

TEST(a_page_lost_from_an_area_is_told)
{
	static struct vmap_space areas;
	void *area;

	if (!vm_make(&vm, 10))
		return;
	vmap_space_init(&areas, vm.node.p, vm.pt, VM_START, VM_END, true);
	vmap_space_guard(&areas);
	area_free(&areas);
	area = vmap_space_alloc(&areas, 100, 0, NULL);
	CHECK(area);
	port_pt_unmap(vm.pt, (uintptr_t)area, PAGE_SIZE, NULL, NULL);
	CHECK(says(area_free, area, "a hole in an area"));
}

static void map_build(void *in)
{
	static struct memmap map;

	memmap_build(&map, in, MEMMAP_MAX_IN + 1);
}

TEST(a_map_has_no_more_entries_than_there_is_room_for)
{
	struct mem_range *in = test_arena((MEMMAP_MAX_IN + 1) * sizeof(*in));

	CHECK(in);
	for (uint32_t i = 0; i <= MEMMAP_MAX_IN; i++)
		in[i] = (struct mem_range){(2ull * i + 1) << 20, (2ull * i + 2) << 20, 2};
	CHECK(says(map_build, in, "entries that are not RAM"));
}

static struct range_tree tree;
static struct range first, second;

static void insert_second(void *arg)
{
	(void)arg;
	range_insert(&tree, &second);
}

static void resize_first(void *arg)
{
	(void)arg;
	range_resize(&tree, &first, 0x1000, 0x100000);
}

TEST(ranges_stay_in_their_tree)
{
	range_tree_init(&tree, 0x1000, 0x10000);
	first = (struct range){.start = 0x2000, .end = 0x3000};
	second = (struct range){.start = 0x4000, .end = 0x4000};
	CHECK(!range_insert(&tree, &first));
	CHECK(says(insert_second, NULL, "is no range of"));
	CHECK(says(resize_first, NULL, "cannot become"));
	range_tree_check(&tree);
}
