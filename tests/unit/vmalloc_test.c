// SPDX-License-Identifier: MIT
/* Areas of virtual memory: cases O13 and O14 and their kind, laziness, rollback, a random model. */
#include "mm/vmalloc.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

enum { ORDER = 13, PAGES = 1 << ORDER }; /* 32 MiB */

static struct vm_fixture f;
static struct vmap_space vs;
static struct page *held[PAGES];

static bool setup(bool huge)
{
	__builtin_memset(held, 0, sizeof(held));
	if (!vm_make(&f, ORDER))
		return false;
	vmap_space_init(&vs, f.node.p, f.pt, VM_START, VM_END, huge);
	return true;
}

static void teardown(void)
{
	pgdat_free_bulk(f.node.p, PAGES, held);
	vmap_space_destroy(&vs);
	vm_drop(&f);
}

static void *get(size_t size)
{
	return vmap_space_alloc(&vs, size, 0, NULL);
}

static void give(const void *address)
{
	vmap_space_free(&vs, address, NULL);
}

/*
 * Leave `chunks` whole chunks and `lone` pages without a free buddy free; all others are in held[].
 */
static bool pool_shape(uint64_t chunks, uint64_t lone)
{
	uint64_t first_lone = chunks * CHUNK_PAGES;

	if (pgdat_bulk_array(f.node.p, GFP_KERNEL, PAGES, held) != PAGES)
		return false;
	pgdat_drain(f.node.p);
	/* held[] in the order of addresses, whatever order they came in */
	for (uint64_t i = 0; i < PAGES; i++)
		held[i] = node_page(&f.node, f.start_pfn + i);
	pgdat_free_bulk(f.node.p, (long)first_lone, held);
	for (uint64_t i = 0; i < lone; i++)
		pgdat_free_bulk(f.node.p, 1, &held[first_lone + 2 * i]);
	pgdat_drain(f.node.p);
	return pgdat_nr_free(f.node.p) == first_lone + lone;
}

/* Write a number to each page of an area and read all back: no frame is there twice. */
static bool pages_hold(const char *address, uint64_t nr, uint64_t stamp)
{
	for (uint64_t i = 0; i < nr; i++) {
		uint64_t *word = vm_word(&f, address + i * PAGE_SIZE);

		if (!word)
			return false;
		*word = stamp + i;
	}
	for (uint64_t i = 0; i < nr; i++)
		if (*vm_word(&f, address + i * PAGE_SIZE) != stamp + i)
			return false;
	return true;
}

static uint64_t huge_leaves(const char *address, uint64_t len)
{
	uint64_t nr = 0;

	for (uint64_t at = 0; at < len; at += PAGE_SIZE)
		nr += at % PMD_SIZE == 0 && vm_leaf(&f, address + at) == PMD_SIZE;
	return nr;
}

/* O13: one free chunk and lone pages: one huge leaf and 512 small ones, or all small. */
TEST(a_huge_area_falls_back_chunk_by_chunk)
{
	char *p;

	if (!setup(true))
		return;
	CHECK(pool_shape(1, 1023));
	p = get(4 << 20);
	CHECK(p);
	CHECK(pages_hold(p, 1024, 0xa5a50000));
	CHECK_EQ(huge_leaves(p, 4 << 20), 1);
	CHECK_EQ(vs.stats.huge_len, PMD_SIZE);
	CHECK_EQ(vs.stats.nr_fallbacks, 1);
	vmap_space_check(&vs);
	give(p);
	CHECK(!vm_word(&f, p));
	vmap_space_purge(&vs);
	CHECK_EQ(pgdat_nr_free(f.node.p), 512 + 1023 - 1); /* one page holds the pool of areas */
	teardown();
}

TEST(without_a_free_chunk_an_area_has_small_leaves)
{
	char *p;

	if (!setup(true))
		return;
	CHECK(pool_shape(0, 1023));
	p = get(2 << 20);
	CHECK(p);
	CHECK(pages_hold(p, 512, 0xa5a50000));
	CHECK_EQ(huge_leaves(p, 2 << 20), 0);
	CHECK_EQ(vs.stats.huge_len, 0);
	give(p);
	teardown();
}

TEST(an_area_that_cannot_be_backed_leaves_no_trace)
{
	if (!setup(true))
		return;
	CHECK(pool_shape(0, 511));
	CHECK(!get(2 << 20));
	CHECK_EQ(pgdat_nr_free(f.node.p), 511); /* nor is a page kept for records of areas */
	CHECK_EQ(vs.areas.nr_ranges, 0);
	CHECK_EQ(f.nr_tables, PORT_PT_CREATE_TABLES);
	CHECK_EQ(vs.stats.len, 0);
	vmap_space_check(&vs);
	teardown();
}

TEST(nohugevmalloc_maps_the_same_with_small_leaves)
{
	char *p;

	if (!setup(false))
		return;
	CHECK(pool_shape(1, 1023));
	p = get(4 << 20);
	CHECK(p);
	CHECK(pages_hold(p, 1024, 0xa5a50000));
	CHECK_EQ(huge_leaves(p, 4 << 20), 0);
	CHECK_EQ(vs.stats.huge_len, 0);
	CHECK_EQ(vs.stats.nr_fallbacks, 0);
	give(p);
	teardown();
}

TEST(base_leaves_on_request)
{
	char *p;

	if (!setup(true))
		return;
	p = vmap_space_alloc(&vs, 4 << 20, VMALLOC_BASE, NULL);
	CHECK(p);
	CHECK(pages_hold(p, 1024, 1));
	CHECK_EQ(huge_leaves(p, 4 << 20), 0);
	give(p);
	teardown();
}

/* O14 */
TEST(a_page_behind_a_huge_leaf_can_be_held_and_protected_alone)
{
	struct page *page;
	unsigned prot;
	char *p;

	if (!setup(true))
		return;
	p = get(2 << 20);
	CHECK(p);
	CHECK_EQ(vm_leaf(&f, p), PMD_SIZE);
	CHECK_EQ((uintptr_t)p % PMD_SIZE, 0);
	page = vmap_space_page(&vs, p + 5 * 4096 + 123);
	CHECK(page && page == vmap_space_page(&vs, p) + 5);
	pgdat_get_page(f.node.p, page);
	CHECK_EQ(vmap_space_protect(&vs, p + 16 * 4096, 1, PORT_PROT_READ), 0);
	for (int i = 0; i < 512; i++) {
		CHECK(port_pt_lookup(f.pt, (uintptr_t)p + i * 4096, NULL, NULL, &prot));
		CHECK_EQ(prot, i == 16 ? PORT_PROT_READ : PORT_PROT_WRITE);
	}
	CHECK_EQ(vm_leaf(&f, p), PAGE_SIZE);
	CHECK(pages_hold(p, 512, 7));
	give(p);
	vmap_space_purge(&vs);
	CHECK_EQ(page_ref_count(page), 1);
	pgdat_drain(f.node.p);
	CHECK_EQ(pgdat_nr_free(f.node.p), PAGES - 1 - 1);
	pgdat_check(f.node.p);
	pgdat_free(f.node.p, page, 0);
	teardown();
}

TEST(what_is_held_keeps_its_link)
{
	struct page *first, *second;
	char *p;

	if (!setup(true))
		return;
	p = get(2 << 20);
	CHECK(p);
	first = vmap_space_page(&vs, p);
	second = first + 1;
	pgdat_get_page(f.node.p, first);
	pgdat_get_page(f.node.p, second);
	first->next = second;
	second->next = (struct page *)0x55;
	give(p);
	vmap_space_purge(&vs);
	CHECK(first->next == second && second->next == (struct page *)0x55);
	CHECK_EQ(page_ref_count(first), 1);
	pgdat_free(f.node.p, first, 0);
	pgdat_free(f.node.p, second, 0);
	teardown();
}

TEST(sizes_and_the_guard_page)
{
	char *p, *q;

	if (!setup(true))
		return;
	CHECK(!get(0));
	CHECK(!get(SIZE_MAX));
	CHECK(!get(SIZE_MAX - 4095));
	CHECK(!get(1ul << 40));
	p = get(1);
	CHECK(p && vm_word(&f, p) && !vm_word(&f, p + 4096));
	q = get((2 << 20) + 1);
	CHECK(q);
	CHECK_EQ(vs.stats.len, 4096 + (2 << 20) + 4096);
	CHECK_EQ(vs.stats.waste, 4095 + 4095);
	CHECK_EQ(vs.stats.rounded_waste, 4095 + (2 << 20) - 1);
	CHECK_EQ(vm_leaf(&f, q), PMD_SIZE);
	CHECK_EQ(vm_leaf(&f, q + (2 << 20)), PAGE_SIZE);
	CHECK(!vm_word(&f, q + (2 << 20) + 4096));
	give(q);
	q = get(3 << 20);
	CHECK(q);
	CHECK_EQ(huge_leaves(q, 3 << 20), 1);
	CHECK_EQ(vs.stats.len, 4096 + (3 << 20)); /* 3 MiB cost 3 MiB */
	give(q);
	give(p);
	give(NULL);
	CHECK_EQ(vs.stats.len, 0);
	CHECK_EQ(vs.stats.waste, 0);
	teardown();
}

TEST(scattered_pages_are_mapped_and_stay_the_callers)
{
	struct page *pages[100] = {NULL};
	char *p;

	if (!setup(true))
		return;
	CHECK_EQ(pgdat_bulk_array(f.node.p, GFP_KERNEL, 100, pages), 100);
	for (int i = 0; i < 50; i++) { /* not in the order of their addresses */
		struct page *page = pages[i];

		pages[i] = pages[99 - i];
		pages[99 - i] = page;
	}
	pages[0]->next = (struct page *)0x99;
	p = vmap_space_map(&vs, pages, 100, PORT_PROT_READ, NULL);
	CHECK(p);
	for (int i = 0; i < 100; i++)
		CHECK(vmap_space_page(&vs, p + i * 4096) == pages[i]);
	CHECK(!vmap_space_page(&vs, p + 100 * 4096));
	CHECK(!vmap_space_map(&vs, pages, 0, PORT_PROT_READ, NULL));
	vmap_space_check(&vs);
	vmap_space_unmap(&vs, p, NULL);
	CHECK(!vm_word(&f, p));
	vmap_space_purge(&vs);
	CHECK(pages[0]->next == (struct page *)0x99);
	CHECK_EQ(page_ref_count(pages[0]), 1);
	pgdat_free_bulk(f.node.p, 100, pages);
	teardown();
}

TEST(zeroed_areas_are_zero)
{
	char *p;

	if (!setup(true))
		return;
	p = get(3 << 20);
	CHECK(p && pages_hold(p, 768, ~0ull / 2));
	give(p);
	vmap_space_purge(&vs);
	p = vmap_space_alloc(&vs, 3 << 20, VMALLOC_ZERO, NULL);
	CHECK(p);
	for (uint64_t i = 0; i < 768; i++)
		for (int w = 0; w < 512; w += 37)
			CHECK(!vm_word(&f, p + i * 4096)[w]);
	give(p);
	teardown();
}

/* --- Laziness ------------------------------------------------------------------------------- */

TEST(freed_areas_wait_until_too_much_does)
{
	if (!setup(true))
		return;
	for (int i = 0; i < 20; i++) {
		char *p = get(2 << 20);

		CHECK(p);
		give(p);
		CHECK(vs.stats.lazy_len <= 32 << 20);
	}
	CHECK(vs.stats.nr_purges >= 1);
	vmap_space_purge(&vs);
	CHECK_EQ(vs.stats.lazy_len, 0);
	CHECK_EQ(vs.areas.nr_ranges, 0);
	teardown();
}

TEST(a_shortage_of_memory_forces_a_purge)
{
	char *p;

	if (!setup(true))
		return;
	p = get(20 << 20);
	CHECK(p);
	give(p);
	CHECK_EQ(vs.stats.nr_purges, 0);
	p = get(20 << 20); /* only fits into what waits */
	CHECK(p);
	CHECK_EQ(vs.stats.nr_purges, 1);
	give(p);
	CHECK_EQ(pgdat_bulk_array(f.node.p, GFP_KERNEL, PAGES - 1, held), PAGES - 1);
	CHECK_EQ(vs.stats.nr_purges, 2);
	teardown();
}

TEST(a_shortage_of_addresses_forces_a_purge)
{
	if (!setup(true))
		return;
	vs.areas.end = VM_START + (8 << 20);
	for (int i = 0; i < 10; i++) {
		char *p = get(3 << 20);

		CHECK(p);
		give(p);
	}
	CHECK(vs.stats.nr_purges >= 2);
	teardown();
}

/* --- Mistakes ------------------------------------------------------------------------------- */

static void give_it(void *arg)
{
	give(arg);
}

static void unmap_it(void *arg)
{
	vmap_space_unmap(&vs, arg, NULL);
}

static bool panics(void (*fn)(void *arg), void *arg)
{
	const char *said = test_expect_panic(fn, arg);

	vs.lock = (struct port_lock){0};
	vs.busy = 0;
	return said && test_contains(said, "no area of that kind");
}

TEST(wrong_frees_panic)
{
	char *p;

	if (!setup(true))
		return;
	p = get(8192);
	CHECK(p);
	CHECK(panics(give_it, p + 4096));
	CHECK(panics(give_it, p + 8192));
	CHECK(panics(give_it, p + 1));
	CHECK(panics(give_it, (void *)VM_START - 4096));
	CHECK(panics(unmap_it, p));
	give(p);
	CHECK(panics(give_it, p));
	teardown();
}

TEST(protecting_beyond_an_area_is_refused)
{
	char *p;

	if (!setup(true))
		return;
	p = get(8192);
	CHECK(p);
	CHECK_EQ((unsigned)-vmap_space_protect(&vs, p, 3, PORT_PROT_READ), EINVAL);
	CHECK_EQ((unsigned)-vmap_space_protect(&vs, p + 8192, 1, PORT_PROT_READ), EINVAL);
	CHECK_EQ((unsigned)-vmap_space_protect(&vs, p + 1, 1, PORT_PROT_READ), EINVAL);
	CHECK_EQ((unsigned)-vmap_space_protect(&vs, p, 0, PORT_PROT_READ), EINVAL);
	CHECK_EQ((unsigned)-vmap_space_protect(&vs, p - 4096, 1, PORT_PROT_READ), EINVAL);
	CHECK_EQ(vmap_space_protect(&vs, p, 2, PORT_PROT_READ), 0);
	give(p);
	teardown();
}

/* --- Rollback --------------------------------------------------------------------------------- */

/* Each table that an allocation asks for fails in turn: nothing is left of it. */
TEST(every_missing_table_leaves_no_trace)
{
	const size_t sizes[] = {4096, 3 << 20, (5 << 20) + 4096, 12 << 20};

	if (!setup(true))
		return;
	give(get(4096)); /* the pool of areas takes its page now */
	vmap_space_purge(&vs);
	for (unsigned i = 0; i < ARRAY_SIZE(sizes); i++)
		for (unsigned flags = 0; flags <= VMALLOC_BASE; flags++)
			for (uint64_t left = 0;; left++) {
				uint64_t nr_free = pgdat_nr_free(f.node.p);
				void *p;

				f.tables_left = left;
				p = vmap_space_alloc(&vs, sizes[i], flags, NULL);
				f.tables_left = ~0ull;
				if (p) {
					give(p);
					vmap_space_purge(&vs);
					CHECK(left > 0);
					break;
				}
				CHECK_EQ(pgdat_nr_free(f.node.p), nr_free);
				CHECK_EQ(f.nr_tables, PORT_PT_CREATE_TABLES);
				CHECK_EQ(vs.areas.nr_ranges, 0);
				pgdat_check(f.node.p);
			}
	teardown();
}

/* The same where chunks do not follow one another: those behind the failure go back as well. */
TEST(every_missing_table_leaves_no_trace_of_scattered_chunks)
{
	enum { NR = PAGES / CHUNK_PAGES - 1, USED = 6 };
	uint64_t nr_failed = 0, nr_free;
	pfn_t pfns[NR];
	void *p = NULL;

	if (!setup(true))
		return;
	give(get(4096)); /* the pool of areas takes its page, of the chunk that is left */
	vmap_space_purge(&vs);
	CHECK_EQ(pgdat_alloc_chunks(f.node.p, GFP_KERNEL, NR, pfns), NR);
	for (int i = 0; i < NR; i += 2)
		pgdat_free_run(f.node.p, node_page(&f.node, pfns[i]), CHUNK_PAGES);
	nr_free = pgdat_nr_free(f.node.p);
	for (uint64_t left = 0; !p; left++) {
		f.tables_left = left;
		p = vmap_space_alloc(&vs, USED * PMD_SIZE, VMALLOC_BASE, NULL);
		f.tables_left = ~0ull;
		if (p)
			break;
		nr_failed++;
		CHECK_EQ(pgdat_nr_free(f.node.p), nr_free);
		CHECK_EQ(f.nr_tables, PORT_PT_CREATE_TABLES);
		CHECK_EQ(vs.areas.nr_ranges, 0);
		pgdat_check(f.node.p);
	}
	CHECK(nr_failed >= USED);
	CHECK(pages_hold(p, USED * CHUNK_PAGES, 0x5eed000));
	give(p);
	for (int i = 1; i < NR; i += 2)
		pgdat_free_run(f.node.p, node_page(&f.node, pfns[i]), CHUNK_PAGES);
	teardown();
}

/* The same for a mapping of the caller's pages, which may take several steps. */
TEST(every_missing_table_leaves_no_trace_of_a_map)
{
	enum { NR = 600 };
	static struct page *pages[NR];
	uint64_t nr_failed = 0;
	void *p = NULL;

	if (!setup(true))
		return;
	__builtin_memset(pages, 0, sizeof(pages));
	give(get(4096));
	vmap_space_purge(&vs);
	CHECK_EQ(pgdat_bulk_array(f.node.p, GFP_KERNEL, NR, pages), NR);
	for (uint64_t left = 0; !p; left++) {
		f.tables_left = left;
		p = vmap_space_map(&vs, pages, NR, PORT_PROT_WRITE, NULL);
		f.tables_left = ~0ull;
		if (p)
			break;
		nr_failed++;
		CHECK_EQ(f.nr_tables, PORT_PT_CREATE_TABLES);
		CHECK_EQ(vs.areas.nr_ranges, 0);
		CHECK_EQ(vs.stats.nr_areas, 0);
		vmap_space_check(&vs);
	}
	CHECK_EQ(nr_failed, 4); /* a table of each upper level, and two of the lowest */
	CHECK(pages_hold(p, NR, 1000));
	for (uint64_t i = 0; i < NR; i++)
		CHECK(vmap_space_page(&vs, (char *)p + i * PAGE_SIZE) == pages[i]);
	vmap_space_unmap(&vs, p, NULL);
	pgdat_free_bulk(f.node.p, NR, pages);
	teardown();
}

TEST(what_cannot_be_mapped_is_refused)
{
	struct page *page;

	if (!setup(true))
		return;
	page = pgdat_alloc(f.node.p, GFP_KERNEL, 0);
	CHECK(!vmap_space_map(&vs, &page, 0, PORT_PROT_WRITE, NULL));
	CHECK(!vmap_space_map(&vs, NULL, 1, PORT_PROT_WRITE, NULL));
	CHECK(!vmap_space_map(&vs, &page, 1u << 31, PORT_PROT_WRITE, NULL));
	CHECK(!vmap_space_alloc_node(&vs, 4096, 0, 3, NULL));
	CHECK(!vmap_space_page(&vs, (void *)(VM_START - 1)));
	CHECK(!vmap_space_page(&vs, (void *)VM_END));
	CHECK_EQ(vs.areas.nr_ranges, 0);
	pgdat_free(f.node.p, page, 0);
	teardown();
}

static void check_it(void *arg)
{
	vmap_space_check(arg);
}

/* What vmap_space_check() is for: each of its parts is shown something wrong. */
TEST(a_space_that_is_not_right_is_noticed)
{
	struct vm_area *area;
	char *p;

	if (!setup(true))
		return;
	p = get(PMD_SIZE + 4096);
	CHECK(p && get(4096));
	area = container_of(range_at(&vs.areas, (uintptr_t)p), struct vm_area, range);
	vs.areas.nr_ranges++;
	CHECK(test_contains(test_expect_panic(check_it, &vs) ?: "", "range:"));
	vs.areas.nr_ranges--;
	vs.lock = (struct port_lock){0};
	vs.busy = 0;
	vs.stats.len++;
	CHECK(test_contains(test_expect_panic(check_it, &vs) ?: "", "sums"));
	vs.stats.len--;
	vs.lock = (struct port_lock){0};
	vs.busy = 0;
	area->huge_len = 0;
	CHECK(test_contains(test_expect_panic(check_it, &vs) ?: "", "huge leaves"));
	area->huge_len = PMD_SIZE;
	vs.lock = (struct port_lock){0};
	vs.busy = 0;
	area->len -= 4096;
	CHECK(test_contains(test_expect_panic(check_it, &vs) ?: "", "mapped"));
	area->len += 4096;
	vs.lock = (struct port_lock){0};
	vs.busy = 0;
	vmap_space_check(&vs);
	give(p);
	give((void *)(range_from(&vs.areas, (uintptr_t)p + PMD_SIZE + 8192)->start));
	teardown();
}

/* --- A random model -----------------------------------------------------------------------------
 */

enum { SLOTS = 24, STEPS = 3000 };

struct slot {
	char *address;
	uint64_t nr_pages;
	uint64_t stamp;
};

static bool slot_intact(const struct slot *slot)
{
	for (uint64_t i = 0; i < slot->nr_pages; i++) {
		uint64_t *word = vm_word(&f, slot->address + i * PAGE_SIZE);

		if (!word || *word != slot->stamp + i)
			return false;
	}
	return true;
}

static bool random_step(struct slot *slot, uint64_t *seed)
{
	uint64_t draw = test_random(seed);

	if (slot->address) {
		if (!slot_intact(slot))
			return false;
		give(slot->address);
		if (vm_word(&f, slot->address))
			return false;
		slot->address = NULL;
		return true;
	}
	slot->nr_pages = 1 + draw % (draw & 0x10000 ? 1300 : 40);
	slot->stamp = test_random(seed) << 12;
	slot->address = vmap_space_alloc(&vs, slot->nr_pages * PAGE_SIZE - draw % 4096,
					 draw & 0x20000 ? VMALLOC_BASE : 0, NULL);
	return !slot->address || pages_hold(slot->address, slot->nr_pages, slot->stamp);
}

TEST(random_areas_keep_their_contents)
{
	static struct slot slots[SLOTS];
	uint64_t seed = test_seed();

	if (!setup(true))
		return;
	test_note("seed %llu", (unsigned long long)seed);
	__builtin_memset(slots, 0, sizeof(slots));
	for (int i = 0; i < STEPS; i++) {
		CHECK(random_step(&slots[test_random(&seed) % SLOTS], &seed));
		if (i % 250 == 0) {
			vmap_space_check(&vs);
			pgdat_check(f.node.p);
		}
	}
	for (int i = 0; i < SLOTS; i++)
		if (slots[i].address)
			CHECK(random_step(&slots[i], &seed));
	teardown();
}
