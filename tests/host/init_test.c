// SPDX-License-Identifier: MIT
/*
 * From a firmware's map to the last page allocated. Every map has a process and an 8 GiB machine of
 * its own: there the allocator is set up as at boot, checked, emptied page by page, and filled
 * again. What comes out is held against the map's entries; which frames were written, against what
 * the kernel says of them.
 */
#define _GNU_SOURCE

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/harness/env.h"
#include "mm/init.h"
#include "mm/page_watch.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"

enum {
	HOST_PAGES = HOST_RAM_LEN / PAGE_SIZE,
	BATCH = 512,
	MAX_ENTRIES = 400,
	MAX_RESERVED = 8,
	CHILD_SECONDS = 120,
	LEAST_PAGES = 8192, /* 32 MiB: with less, the kernel does not start */
};

/* A machine, and what must come of it. */
struct world {
	struct mem_range map[MAX_ENTRIES];
	uint32_t nr_entries;
	struct mem_range reserved[MAX_RESERVED]; /* image, low memory ...; page 0 always is */
	uint32_t nr_reserved;
	uint64_t total_pages; /* of RAM; 0: not known beforehand */
	bool ragged;	      /* so many edges that records of what is no RAM count */
	void (*meddle)(void); /* for tests of these tests: once the allocator is set up */
};

/* What is known of each page. */
enum {
	NAMED = 1,	/* an entry says RAM of some of it */
	FORBIDDEN = 2,	/* an entry says something else of some of it */
	RESERVED = 4,	/* by the world */
	METADATA = 8,	/* by the allocator */
	ALLOCATED = 16, /* handed out */
};

static struct memmap map;
static struct memblock mb;
static struct pg_data node;
static uint8_t *marks;
static struct page **pages;

static bool failure(const char *what, unsigned long long value, unsigned long long expect)
{
	test_fail(__FILE__, __LINE__, "%s: %#llx, not %#llx", what, value, expect);
	return false;
}

#define SAME(a, b, what)                                                                           \
	do {                                                                                       \
		unsigned long long same_a_ = (a), same_b_ = (b);                                   \
		if (same_a_ != same_b_)                                                            \
			return failure(what, same_a_, same_b_);                                    \
	} while (0)

/* Mark every page that [start, end) touches. */
static void mark(phys_addr_t start, phys_addr_t end, uint8_t what)
{
	if (end <= start)
		return;
	for (uint64_t pfn = start >> PAGE_SHIFT; pfn < HOST_PAGES && pfn << PAGE_SHIFT < end; pfn++)
		marks[pfn] |= what;
}

static bool memory_make(const struct world *w)
{
	marks = env_alloc(HOST_PAGES);
	pages = env_alloc(HOST_PAGES * sizeof(*pages));
	if (!marks || !pages)
		return failure("memory for the marks", 0, HOST_PAGES);
	for (uint32_t i = 0; i < w->nr_entries; i++)
		mark(w->map[i].start, w->map[i].end, w->map[i].type == MEM_RAM ? NAMED : FORBIDDEN);
	memmap_build(&map, w->map, w->nr_entries);
	memmap_limit_span(&map);
	if (w->total_pages)
		SAME(map.total_pages, w->total_pages, "pages of RAM");
	memblock_init(&mb, &map);
	mark(0, PAGE_SIZE, RESERVED);
	memblock_reserve(&mb, 0, PAGE_SIZE, "page 0");
	for (uint32_t i = 0; i < w->nr_reserved; i++) {
		mark(w->reserved[i].start, w->reserved[i].end, RESERVED);
		memblock_reserve(&mb, w->reserved[i].start, w->reserved[i].end, "kept");
	}
	return true;
}

/* Its size, and where it is: in RAM that nobody else had. */
static bool metadata_verify(const struct world *w, uint64_t len)
{
	uint64_t ram_len = map.total_pages << PAGE_SHIFT;
	uint64_t most = ram_len / 200;
	uint64_t nr = 0;

	if (w->ragged) /* two chunks' worth of records for each piece, maps of a largest block */
		most += map.nr_ram * 2 * CHUNK_PAGES * sizeof(struct page) +
			pgdat_maps_len(0, 1ul << MAX_PAGE_ORDER);
	if (ram_len >= 128 << 20 && len > most)
		return failure("bytes of metadata", len, most);
	for (uint32_t i = 0; i < mb.nr_reserved; i++) {
		const struct memblock_region *r = &mb.reserved[i];

		if (!strcmp(r->what, "page 0") || !strcmp(r->what, "kept"))
			continue;
		for (uint64_t pfn = r->start >> PAGE_SHIFT; pfn < r->end >> PAGE_SHIFT; pfn++) {
			if (marks[pfn] != NAMED)
				return failure("mark of a page of metadata", marks[pfn], NAMED);
			marks[pfn] |= METADATA;
			nr++;
		}
	}
	SAME(nr << PAGE_SHIFT, len, "bytes reserved for metadata");
	return true;
}

/* Take all there is: each page once, RAM, and nobody else's. */
static bool exhaust(uint64_t nr_expected)
{
	uint64_t nr = 0;
	long got = BATCH;

	while (got == BATCH && nr <= nr_expected) {
		got = pgdat_bulk_array(&node, __GFP_NOWARN, BATCH, pages + nr);
		for (uint64_t i = nr; i < nr + (uint64_t)got; i++) {
			pfn_t pfn = pgdat_pfn(&node, pages[i]);

			if (pfn >= HOST_PAGES || marks[pfn] != NAMED)
				return failure("mark of a page handed out",
					       pfn < HOST_PAGES ? marks[pfn] : ~0ull, NAMED);
			marks[pfn] |= ALLOCATED;
		}
		nr += (uint64_t)got;
	}
	SAME(nr, nr_expected, "pages handed out");
	SAME(pgdat_nr_free(&node), 0, "pages free afterwards");
	pgdat_check(&node);
	return true;
}

static bool zones_verify(const struct zone_info *expect)
{
	for (int type = 0; type < NR_ZONES; type++) {
		struct zone_info info;

		zone_info(&node, (enum zone_type)type, &info);
		SAME(info.nr_free, expect[type].nr_free, "free pages of a zone");
		for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++)
			SAME(info.nr_blocks[k], expect[type].nr_blocks[k], "free blocks");
	}
	return true;
}

/*
 * Which pages of the RAM have memory behind them, so were touched. NULL: the kernel does not say so
 * by the page, or a touch brings its neighbours with it.
 */
static uint8_t *touched_pages(void)
{
	uint8_t *touched = env_alloc(HOST_PAGES);
	int fd = memfd_create("probe", 0);
	unsigned char probe[512];
	char *at;

	if (!touched || fd < 0 || ftruncate(fd, PMD_SIZE))
		return NULL;
	at = mmap(NULL, PMD_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		return NULL;
	at[0] = 1;
	if (mincore(at, PMD_SIZE, probe) || !(probe[0] & 1) || probe[1] & 1 || probe[511] & 1)
		return NULL;
	return mincore(host_ram_base(), HOST_RAM_LEN, touched) ? NULL : touched;
}

/* All that setting up, emptying and filling may have touched is the metadata. */
static bool touched_verify(void)
{
	uint8_t *touched = touched_pages();

	if (!touched) {
		test_note("which pages were touched is not known here");
		return true;
	}
	for (uint64_t pfn = 0; pfn < HOST_PAGES; pfn++)
		if (touched[pfn] & 1 && !(marks[pfn] & METADATA))
			return failure("a page was touched that is no metadata", pfn, 0);
	return true;
}

static bool world_run(const struct world *w)
{
	struct zone_info start[NR_ZONES];
	uint64_t metadata_len, nr_free;
	int err;

	if (!memory_make(w))
		return false;
	err = pgdat_init_memblock(&node, 0, &mb, &metadata_len);
	SAME((unsigned)-err, 0, "-errno of pgdat_init_memblock");
	if (!metadata_verify(w, metadata_len))
		return false;
	if (w->meddle)
		w->meddle();
	pgdat_check(&node);
	nr_free = map.total_pages - memblock_reserved_pages(&mb);
	SAME(pgdat_nr_free(&node), nr_free, "free pages at the start");
	for (int type = 0; type < NR_ZONES; type++)
		zone_info(&node, (enum zone_type)type, &start[type]);
	SAME(start[0].nr_present + start[1].nr_present, nr_free, "pages of all zones");
	if (!exhaust(nr_free))
		return false;
	for (uint64_t i = 0; i < nr_free; i += BATCH)
		pgdat_free_bulk(&node, BATCH, pages + i);
	pgdat_drain(&node);
	pgdat_check(&node);
	return zones_verify(start) && touched_verify();
}

/* --- A machine of its own ---------------------------------------------------------------- */

struct child {
	bool (*fn)(const struct world *w);
	const struct world *world;
};

static void child_run(void *arg)
{
	struct child *child = arg;

	if (!child->fn(child->world) && !test_failed())
		test_fail(__FILE__, __LINE__, "failed without a reason");
}

/* fn(w) in a process with RAM of its own; 0 if it came to its end and failed nothing, else its
 * status. */
static int child_status(bool (*fn)(const struct world *w), const struct world *w, bool quiet)
{
	struct child child = {fn, w};
	int status = -1;
	pid_t pid = fork();

	if (!pid) {
		const char *panic;

		alarm(CHILD_SECONDS);
		if (quiet && !freopen("/dev/null", "w", stdout))
			host_exit(0);
		host_ram_setup();
		panic = test_expect_panic(child_run, &child);
		if (panic)
			test_fail(__FILE__, __LINE__, "panic: %s", panic);
		host_exit(test_failed());
	}
	return pid > 0 && waitpid(pid, &status, 0) == pid ? status : -1;
}

static void in_child(bool (*fn)(const struct world *w), const struct world *w)
{
	int status = child_status(fn, w, false);

	if (status)
		test_fail(__FILE__, __LINE__, "the machine ended with status %#x", status);
}

/* --- Maps -------------------------------------------------------------------------------- */

#define LOW_MEMORY                                                                                 \
	{                                                                                          \
		{0, 1 << 20, 0},                                                                   \
		{                                                                                  \
			0x100000, 0x345678, 0                                                      \
		}                                                                                  \
	}

/* O01: byte-granular ends, reserved ranges far above RAM. */
TEST(o01_byte_granular_ends)
{
	static const struct world w = {
		.map = {{0x0, 0x9fc00, 1},
			{0x9fc00, 0xa0000, 2},
			{0xe6000, 0x100000, 2},
			{0x100000, 0x7fe30000, 1},
			{0x7fe30000, 0x7fe41810, 4},
			{0x7fe41810, 0x7ff30000, 1},
			{0x7ff30000, 0x7ff40000, 3},
			{0x7ff40000, 0x7fff0000, 4},
			{0x7fff0000, 0x80000000, 2},
			{0xfecf0000, 0xfecf1000, 2},
			{0xfed20000, 0xfeda0000, 2}},
		.nr_entries = 11,
		.reserved = LOW_MEMORY,
		.nr_reserved = 2,
		.total_pages = 523965,
	};

	in_child(world_run, &w);
}

/* O02: 26 pages of RAM in five pieces, three of which go into metadata. */
TEST(o02_overlaps)
{
	static const struct world w = {
		.map = {{0x0, 0x3000, 1},
			{0x5a000, 0x5b500, 2},
			{0x30000, 0x30200, 3},
			{0x3000, 0xaf00, 1},
			{0x3600, 0x3800, 2},
			{0x50000, 0x58000, 3},
			{0x100000, 0x110000, 2},
			{0xf5000, 0x105000, 1},
			{0x3600, 0x3800, 5},
			{0x7e00, 0xfe00, 1},
			{0x3000, 0x3200, 2},
			{0x30000, 0x30200, 1},
			{0x54000, 0x5c000, 1},
			{0x4f000, 0x51000, 1},
			{0x57000, 0x58500, 2},
			{0x0, 0x200, 2}},
		.nr_entries = 16,
		.total_pages = 26,
	};

	in_child(world_run, &w);
}

/* O02, second input: 156 pieces of four pages, here beside 128 MiB in one piece. */
TEST(o02_many_small_pieces)
{
	static struct world w;

	for (uint64_t i = 0; i < 156; i++) {
		uint64_t at = 0x10000000 + i * 0x8000;

		w.map[2 * i] = (struct mem_range){at, at + 0x4000, 1};
		w.map[2 * i + 1] = (struct mem_range){at + 0x4000, at + 0x8000, 1000};
	}
	w.map[312] = (struct mem_range){0x20000000, 0x28000000, 1};
	w.nr_entries = 313;
	w.total_pages = 624 + 32768;
	w.ragged = true;
	in_child(world_run, &w);
}

/* O03: ACPI tables between RAM below and above 4 GiB. */
TEST(o03_acpi_tables)
{
	static const struct world w = {
		.map = {{0x0, 0x9c000, 1},
			{0x9c000, 0xa0000, 2},
			{0xe0000, 0x100000, 2},
			{0x100000, 0x9d7c8000, 1},
			{0x9d7c8000, 0x9d89c000, 4},
			{0x9d89c000, 0x9f6a4000, 3},
			{0x9f6a4000, 0x9f6df000, 2},
			{0x9f6df000, 0x9f78a000, 3},
			{0x9f78a000, 0x9f7df000, 4},
			{0x9f7df000, 0x9f800000, 3},
			{0x9f800000, 0xb0000000, 2},
			{0xfed1c000, 0xfed20000, 2},
			{0xff800000, 0x100000000, 2},
			{0x100000000, 0x15c000000, 1}},
		.nr_entries = 14,
		.reserved = LOW_MEMORY,
		.nr_reserved = 2,
		.total_pages = 1021796,
	};

	in_child(world_run, &w);
}

/* Pieces that end inside a chunk, several in one, single pages, at the border of the zones. */
TEST(pieces_that_end_inside_a_chunk)
{
	static const struct world w = {
		.map = {{0x1000, 0x2000, 1},
			{0x3000, 0x9f000, 1},
			{0x100000, 0x5ff000, 1},
			{0x601000, 0x8123000, 1},
			{0x40101000, 0x48223000, 1},
			{0x48224000, 0x48225000, 1},
			{0x482ff000, 0x48300000, 1},
			{0x60000000, 0x60001000, 1},
			{0x601ff000, 0x60200000, 1},
			{0xfff00000, 0x100003000, 1},
			{0x100005000, 0x104fff000, 1},
			{0x1ffffe000, 0x1fffff000, 1}},
		.nr_entries = 12,
		.reserved = {{0x5000, 0x6000, 0},
			     {0x700000, 0x900800, 0},
			     {0xfffff000, 0x100001000, 0}},
		.nr_reserved = 3,
		.ragged = true,
	};

	in_child(world_run, &w);
}

TEST(ram_above_4_gib_only)
{
	static const struct world w = {
		.map = {{0x0, 0x100000000, 2}, {0x140000000, 0x150123000, 1}},
		.nr_entries = 2,
		.total_pages = 0x10123,
	};

	in_child(world_run, &w);
}

/* 8 GiB are there, 128 MiB are told of: the rest stays untouched. */
TEST(memory_that_the_map_does_not_name_is_left_alone)
{
	static const struct world w = {
		.map = {{0x0, 0xa0000, 1}, {0x100000, 0x8000000, 1}},
		.nr_entries = 2,
		.reserved = LOW_MEMORY,
		.nr_reserved = 2,
		.total_pages = 0xa0 + 0x7f00,
	};

	in_child(world_run, &w);
}

/* All but one page of it: the last. */
TEST(all_of_8_gib)
{
	static const struct world w = {
		.map = {{0x0, HOST_RAM_LEN - 1, 1}},
		.nr_entries = 1,
		.total_pages = HOST_PAGES - 1,
	};

	in_child(world_run, &w);
}

static bool no_room_run(const struct world *w)
{
	uint64_t metadata_len;

	if (!memory_make(w))
		return false;
	SAME((unsigned)-pgdat_init_memblock(&node, 0, &mb, &metadata_len), ENOMEM,
	     "-errno of pgdat_init_memblock");
	return true;
}

TEST(no_room_for_metadata_is_an_error)
{
	static const struct world nothing = {.nr_entries = 0};
	static const struct world all_reserved = {
		.map = {{0x100000, 0x8000000, 1}},
		.nr_entries = 1,
		.reserved = {{0, 0x8000000, 0}},
		.nr_reserved = 1,
	};
	static const struct world one_page_left = {
		.map = {{0x100000, 0x8000000, 1}},
		.nr_entries = 1,
		.reserved = {{0, 0x4000000, 0}, {0x4001000, 0x8000000, 0}},
		.nr_reserved = 2,
	};

	in_child(no_room_run, &nothing);
	in_child(no_room_run, &all_reserved);
	in_child(no_room_run, &one_page_left);
}

/* With each number of pages left there is either an error, or all that was left is free. */
static bool little_room_run(const struct world *w)
{
	unsigned nr_failed = 0;
	int err = -ENOMEM;

	for (uint64_t left = 0; err; left++) {
		uint64_t metadata_len;

		if (!memory_make(w) || left > 300)
			return failure("pages left", left, 300);
		memblock_reserve(&mb, PAGE_SIZE, w->map[0].end - (left << PAGE_SHIFT), "kept");
		err = pgdat_init_memblock(&node, 0, &mb, &metadata_len);
		nr_failed += err != 0;
		if (!err)
			SAME(pgdat_nr_free(&node), left - (metadata_len >> PAGE_SHIFT), "pages");
	}
	pgdat_check(&node);
	/* 64 pages of records at least, and the maps. */
	SAME(nr_failed > 64, true, "too little room again and again");
	return true;
}

/* So many ranges are reserved that not even page 0 can be. */
static bool full_table_run(const struct world *w)
{
	uint64_t metadata_len;

	memmap_build(&map, w->map, w->nr_entries);
	memblock_init(&mb, &map);
	for (uint64_t i = 1; mb.nr_reserved < MEMBLOCK_MAX_RESERVED; i++)
		memblock_reserve(&mb, i * 2 * PAGE_SIZE, (i * 2 + 1) * PAGE_SIZE, "kept");
	SAME((unsigned)-pgdat_init_memblock(&node, 0, &mb, &metadata_len), ENOMEM, "-errno");
	SAME(mb.nr_reserved, MEMBLOCK_MAX_RESERVED, "ranges reserved");
	return true;
}

TEST(metadata_fit_or_nothing_is_set_up)
{
	static const struct world w = {.map = {{0, 0x4000000, 1}}, .nr_entries = 1};

	in_child(little_room_run, &w);
	in_child(full_table_run, &w);
}

/* --- What must be noticed ---------------------------------------------------------------- */

static void touch_a_page(void)
{
	*(volatile char *)host_ram_base() = 0;
}

static void leak_a_page(void)
{
	pgdat_alloc(&node, GFP_KERNEL, 0);
}

static void forbid_a_page(void)
{
	marks[0x200] |= FORBIDDEN;
}

static void crash(void)
{
	__builtin_trap();
}

/* Each of these must fail; the plain one must not. */
TEST(a_world_that_is_not_right_is_noticed)
{
	static void (*const spoilers[])(void) = {touch_a_page, leak_a_page, forbid_a_page, crash};
	struct world *w = test_arena(sizeof(*w));

	CHECK(w);
	w->map[0] = (struct mem_range){0x100000, 0x8000000, MEM_RAM};
	w->nr_entries = 1;
	w->total_pages = 0x7f00;
	CHECK(!child_status(world_run, w, true));
	w->total_pages++;
	CHECK(child_status(world_run, w, true));
	w->total_pages--;
	for (size_t i = 0; i < ARRAY_SIZE(spoilers); i++) {
		w->meddle = spoilers[i];
		CHECK(spoilers[i] == touch_a_page && !touched_pages()
			      ? true
			      : child_status(world_run, w, true));
	}
}

/* --- Hostile maps at random -------------------------------------------------------------- */

/* An address in the 8 GiB: any, of a page, or close to where a 2 MiB chunk begins. */
static phys_addr_t address_draw(uint64_t *random)
{
	phys_addr_t at = test_random(random) % HOST_RAM_LEN;

	switch (test_random(random) % 4) {
	case 0:
		return at;
	case 1:
		return ALIGN_DOWN(at, PMD_SIZE) + test_random(random) % 5 * PAGE_SIZE;
	default:
		return ALIGN_DOWN(at, PAGE_SIZE);
	}
}

static struct mem_range entry_draw(uint64_t *random)
{
	phys_addr_t start = address_draw(random);
	uint64_t len = test_random(random) >> (36 + test_random(random) % 20);
	bool ram = test_random(random) % 3 != 0;

	if (test_random(random) % 2)
		len = ALIGN_UP(len, PAGE_SIZE);
	if (!ram)
		len /= 16;
	if (start + len > HOST_RAM_LEN)
		len = HOST_RAM_LEN - start;
	return (struct mem_range){start, start + len,
				  ram ? MEM_RAM : (uint32_t)(test_random(random) % 9)};
}

static void world_draw(struct world *w, uint64_t *random)
{
	phys_addr_t at;

	do {
		memset(w, 0, sizeof(*w));
		w->ragged = true;
		w->nr_entries = 2 + (uint32_t)(test_random(random) % 60);
		for (uint32_t i = 0; i < w->nr_entries; i++)
			w->map[i] = entry_draw(random);
		at = test_random(random) % (HOST_RAM_LEN - (64 << 20)); /* one large piece */
		w->map[0] = (struct mem_range){at, at + (64 << 20), MEM_RAM};
		w->nr_reserved = (uint32_t)(test_random(random) % MAX_RESERVED);
		for (uint32_t i = 0; i < w->nr_reserved; i++) {
			at = address_draw(random);
			w->reserved[i] =
				(struct mem_range){at, at + 1 + test_random(random) % (8 << 20), 0};
		}
		memmap_build(&map, w->map, w->nr_entries);
		memmap_limit_span(&map);
	} while (map.total_pages < LEAST_PAGES);
}

TEST(hostile_maps_at_random)
{
	static struct world w;
	uint64_t random = test_seed();

	test_note("seed %llu", (unsigned long long)random);
	for (int round = 0; round < 40 && !test_failed(); round++) {
		world_draw(&w, &random);
		in_child(world_run, &w);
		if (test_failed())
			test_note("in round %d, %u pieces of RAM", round, map.nr_ram);
	}
}

/* --- The live instance ------------------------------------------------------------------- */

/* With __GFP_ZERO forced (init_on_alloc=1), every way of asking gives zeroes. */
static bool zeroed_run(const struct world *w)
{
	static struct numa_map nodes;
	struct page_list list = {0};
	struct page *slots[70] = {0};
	uint64_t metadata_len, nr_free;

	if (!memory_make(w))
		return false;
	memset(host_ram_base(), 0xa5, w->map[0].end);
	numa_map_single(&nodes, mb.map);
	SAME((unsigned)-mm_init(&mb, &nodes, __GFP_ZERO, &metadata_len), 0, "-errno of mm_init");
	nr_free = nr_free_pages();
	for (int i = 0; i < 70; i++) {
		slots[i] = i < 10 ? alloc_pages(GFP_KERNEL, (unsigned)i) : NULL;
		for (unsigned k = 0; i < 10 && k < 1u << i; k++)
			SAME(*(uint64_t *)page_address(slots[i] + k), 0, "contents of a block");
	}
	for (int i = 0; i < 10; i++) {
		__free_pages(slots[i], (unsigned)i);
		slots[i] = NULL;
	}
	SAME((uint64_t)alloc_pages_bulk_array(GFP_KERNEL, 70, slots), 70, "an array");
	SAME((uint64_t)alloc_pages_bulk_list(GFP_KERNEL, 70, &list), 70, "a list");
	for (int i = 0; i < 70; i++) {
		SAME(((uint64_t *)page_address(slots[i]))[511], 0, "contents of an array");
		memset(page_address(slots[i]), 0xa5, PAGE_SIZE);
	}
	for (struct page *page = list.first; page; page = page->next)
		SAME(((uint64_t *)page_address(page))[511], 0, "contents of a list");
	free_pages_bulk(70, slots);
	for (int i = 0; i < 70; i++) {
		slots[i] = alloc_page(GFP_KERNEL);
		SAME(*(uint64_t *)page_address(slots[i]), 0, "contents of a page");
	}
	free_pages_bulk(70, slots);
	while (list.first)
		put_page(page_list_pop(&list));
	SAME(nr_free_pages(), nr_free, "pages free afterwards");
	mm_check();
	return true;
}

TEST(forced_zeroing_holds_for_every_request)
{
	static const struct world w = {
		.map = {{0x0, 0x4000000, 1}},
		.nr_entries = 1,
		.total_pages = 0x4000,
	};

	in_child(zeroed_run, &w);
}

/* The machine's RAM as nodes that own every second 2 MiB each. */
static struct numa_map nodes_map;

static void interleave(uint64_t len, unsigned nr)
{
	nodes_map.nr_nodes = (int)nr;
	nodes_map.nr_ranges = 0;
	for (uint64_t at = map.ram[0].start; at < map.ram[0].end; at += len) {
		unsigned nid = nodes_map.nr_ranges % nr;
		uint64_t end = at + len < map.ram[0].end ? at + len : map.ram[0].end;

		nodes_map.range[nodes_map.nr_ranges++] = (struct numa_range){at, end, (int)nid};
		nodes_map.nr_pages[nid] += (end - at) >> PAGE_SHIFT;
	}
	for (unsigned i = 0; i < nr; i++)
		for (unsigned k = 0; k < nr; k++) {
			nodes_map.order[i][k] = (uint8_t)((i + k) % nr);
			nodes_map.distance[i][k] = i == k ? NUMA_LOCAL : NUMA_REMOTE;
		}
}

/* 4 GiB in spans that all reach from end to end: 32 maps of all of it would be too much. */
static bool too_mixed_run(const struct world *w)
{
	uint64_t metadata_len;

	if (!memory_make(w))
		return false;
	interleave(8 * PMD_SIZE, 32);
	SAME((unsigned)-mm_init(&mb, &nodes_map, 0, &metadata_len), 0, "-errno of mm_init");
	SAME((unsigned)nr_nodes(), 1, "nodes");
	SAME(nr_free_pages(), map.total_pages - memblock_reserved_pages(&mb), "pages free");
	mm_check();
	return true;
}

/* Three nodes, of which the last is a CPU's that has no RAM; borders inside 2 MiB are moved. */
static bool three_nodes_run(const struct world *w)
{
	struct page *slots[3] = {0};
	uint64_t metadata_len, sum = 0;
	struct page *page;

	if (!memory_make(w))
		return false;
	interleave(0x4000000 + 0x5000, 2);
	nodes_map.nr_nodes = 3;
	for (unsigned i = 0; i < 3; i++)
		for (unsigned k = 0; k < 3; k++) {
			nodes_map.order[i][k] = (uint8_t)((i + k) % 3);
			nodes_map.distance[i][k] = i == k ? NUMA_LOCAL : NUMA_REMOTE;
		}
	SAME((unsigned)-mm_init(&mb, &nodes_map, 0, &metadata_len), 0, "-errno of mm_init");
	SAME((unsigned)nr_nodes(), 3, "nodes");
	mm_cpu_online(1, 2);
	for (int nid = 0; nid < 3; nid++)
		sum += pgdat_nr_free(node_data(nid));
	SAME(sum, map.total_pages - memblock_reserved_pages(&mb), "pages free");
	SAME(pgdat_nr_free(node_data(2)), 0, "pages of a node without RAM");
	page = alloc_pages_node(2, GFP_KERNEL, 0);
	SAME(page != NULL, true, "a page asked of a node without RAM");
	SAME((unsigned)page_to_nid(page), 0, "its node");
	__free_pages(page, 0);
	page = alloc_pages_node(1, GFP_KERNEL, 0);
	SAME((unsigned)page_to_nid(page), 1, "the node of a page");
	SAME(page_to_pfn(page) << PAGE_SHIFT >= nodes_map.range[1].start, true, "where it is");
	__free_pages(page, 0);
	SAME((uint64_t)__alloc_pages_bulk(GFP_KERNEL, 1, NULL, 3, NULL, slots), 3, "an array");
	for (int i = 0; i < 3; i++)
		SAME((unsigned)page_to_nid(slots[i]), 1, "the node of a page of an array");
	free_pages_bulk(3, slots);
	for (uint32_t i = 0; i + 1 < nodes_map.nr_ranges; i++)
		SAME(nodes_map.range[i].end % PMD_SIZE, 0, "border inside 2 MiB");
	host_set_cpu(1);
	SAME((unsigned)numa_node_id(), 2, "this CPU's node");
	page = alloc_page(GFP_KERNEL);
	SAME((unsigned)page_to_nid(page), 0, "the node that it takes from");
	__free_pages(page, 0);
	SAME(node_distance(0, 1), NUMA_REMOTE, "distance");
	mm_check();
	return true;
}

TEST(nodes_that_lie_too_much_among_each_other_are_one)
{
	static const struct world w = {
		.map = {{0x0, 0x100000000, 1}}, .nr_entries = 1, .total_pages = 0x100000};

	in_child(too_mixed_run, &w);
}

TEST(a_cpu_whose_node_has_no_ram_takes_the_nearest)
{
	static const struct world w = {
		.map = {{0x0, 0x8000000, 1}}, .nr_entries = 1, .total_pages = 0x8000};

	in_child(three_nodes_run, &w);
}

static bool no_room_for_nodes_run(const struct world *w)
{
	uint64_t metadata_len;

	if (!memory_make(w))
		return false;
	numa_map_single(&nodes_map, &map);
	SAME((unsigned)-mm_init(&mb, &nodes_map, 0, &metadata_len), ENOMEM, "-errno of mm_init");
	SAME((unsigned)nr_nodes(), 0, "nodes");
	SAME(node_data(0) == NULL, true, "node 0");
	SAME(nr_free_pages(), 0, "pages free");
	return true;
}

TEST(without_room_for_metadata_there_is_no_node)
{
	static const struct world w = {
		.map = {{0x100000, 0x8000000, 1}},
		.nr_entries = 1,
		.reserved = {{0, 0x8000000, 0}},
		.nr_reserved = 1,
	};

	in_child(no_room_for_nodes_run, &w);
}

/* --- Watched ------------------------------------------------------------------------------- */

static bool two_nodes_make(const struct world *w)
{
	uint64_t metadata_len;

	if (!memory_make(w))
		return false;
	interleave(w->total_pages / 2 << PAGE_SHIFT, 2);
	/* What stands behind the last range says nothing. */
	nodes_map.range[nodes_map.nr_ranges] = (struct numa_range){0x1000000, 0x6001000, 0};
	SAME((unsigned)-mm_init(&mb, &nodes_map, 0, &metadata_len), 0, "-errno of mm_init");
	SAME((unsigned)nr_nodes(), 2, "nodes");
	SAME(nr_free_pages(), map.total_pages - memblock_reserved_pages(&mb), "pages free");
	SAME(mm_watched() == NULL, true, "no watch");
	return true;
}

/* Both nodes have their owners, share one trace, and find what is written to a free page. */
static bool watched_run(const struct world *w)
{
	static struct page_event events[2];
	struct page *page;

	if (!two_nodes_make(w))
		return false;
	SAME((unsigned)-mm_watch(WATCH_POISON | WATCH_OWNER | WATCH_TRACE), 0,
	     "-errno of mm_watch");
	SAME(mm_watched() != NULL, true, "a watch");
	for (int nid = 0; nid < 2; nid++) {
		const struct page_owner *owner;

		page = alloc_pages_node(nid, GFP_KERNEL | __GFP_THISNODE, 0);
		SAME((unsigned)page_to_nid(page), (unsigned)nid, "node of a page");
		owner = page_owner_of(node_data(nid), page);
		SAME(owner != NULL && !owner->freed, true, "an owner");
		SAME(owner->nr, 2 * (uint64_t)nid + 1, "event of the allocation");
		__free_pages(page, 0);
		SAME(owner->freed, true, "freed");
		SAME(*(uint8_t *)page_address(page), PAGE_POISON_BYTE, "poison");
	}
	SAME(page_trace_read(mm_watched(), events, 2), 2, "events");
	SAME(events[1].nr, 4, "the last event");
	mm_check();
	return true;
}

/* The second node has no room for its owners: the first gives its back. */
static bool unwatched_run(const struct world *w)
{
	uint64_t nr_free;

	if (!two_nodes_make(w))
		return false;
	while (alloc_pages_node(1, __GFP_THISNODE | __GFP_NOWARN, 0))
		;
	nr_free = nr_free_pages();
	SAME((unsigned)-mm_watch(WATCH_OWNER), ENOMEM, "-errno of mm_watch");
	SAME(mm_watched() == NULL, true, "no watch");
	SAME(nr_free_pages(), nr_free, "pages free");
	SAME(node_data(0)->owners == NULL && node_data(1)->owners == NULL, true, "no owners");
	mm_check();
	return true;
}

static const struct world two_nodes = {
	.map = {{0x0, 0x8000000, 1}}, .nr_entries = 1, .total_pages = 0x8000};

TEST(all_nodes_are_watched_together)
{
	in_child(watched_run, &two_nodes);
}

TEST(no_node_is_watched_if_one_has_no_room)
{
	in_child(unwatched_run, &two_nodes);
}
