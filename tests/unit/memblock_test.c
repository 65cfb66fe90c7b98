// SPDX-License-Identifier: MIT
#include "mm/memblock.h"
#include "tests/harness/test.h"

static struct memmap map;
static struct memblock mb;

static void setup(const struct mem_range *in, uint32_t nr)
{
	memmap_build(&map, in, nr);
	memblock_init(&mb, &map);
}

static void two_pieces(void)
{
	const struct mem_range in[] = {{0x1000, 0x9000, 1}, {0x20000, 0x30000, 1}};

	setup(in, ARRAY_SIZE(in));
}

static bool reserved_is(const struct mem_range *expect, uint32_t nr)
{
	bool same = mb.nr_reserved == nr;

	for (uint32_t i = 0; same && i < nr; i++)
		same = mb.reserved[i].start == expect[i].start &&
		       mb.reserved[i].end == expect[i].end;
	if (!same)
		for (uint32_t i = 0; i < mb.nr_reserved; i++)
			test_note("reserved %#llx-%#llx", (unsigned long long)mb.reserved[i].start,
				  (unsigned long long)mb.reserved[i].end);
	return same;
}

#define RESERVED_IS(...)                                                                           \
	do {                                                                                       \
		const struct mem_range expect_[] = {__VA_ARGS__};                                  \
		CHECK(reserved_is(expect_, ARRAY_SIZE(expect_)));                                  \
	} while (0)

TEST(reserves_only_what_is_ram)
{
	two_pieces();
	CHECK_EQ(memblock_reserve(&mb, 0x8000, 0x21000, "a"), 0);
	RESERVED_IS({0x8000, 0x9000, 0}, {0x20000, 0x21000, 0});
	CHECK_EQ(memblock_reserved_pages(&mb), 2);
}

TEST(rounds_outward_to_pages)
{
	two_pieces();
	CHECK_EQ(memblock_reserve(&mb, 0x2fff, 0x3001, "a"), 0);
	RESERVED_IS({0x2000, 0x4000, 0});
}

TEST(what_lies_beyond_the_limit_is_cut)
{
	const struct mem_range in[] = {{MEMMAP_LIMIT - 0x4000, MEMMAP_LIMIT, 1}};

	setup(in, ARRAY_SIZE(in));
	CHECK_EQ(memblock_reserve(&mb, MEMMAP_LIMIT - 0x1001, ~0ull, "a"), 0);
	RESERVED_IS({MEMMAP_LIMIT - 0x2000, MEMMAP_LIMIT, 0});
}

TEST(overlaps_are_reserved_once)
{
	two_pieces();
	CHECK_EQ(memblock_reserve(&mb, 0x3000, 0x5000, "a"), 0);
	CHECK_EQ(memblock_reserve(&mb, 0x2000, 0x8000, "b"), 0);
	RESERVED_IS({0x2000, 0x3000, 0}, {0x3000, 0x5000, 0}, {0x5000, 0x8000, 0});
	CHECK_EQ(memblock_reserve(&mb, 0x1000, 0x9000, "c"), 0);
	CHECK_EQ(memblock_reserved_pages(&mb), 8);
}

TEST(refuses_an_empty_range)
{
	two_pieces();
	CHECK_EQ((unsigned)-memblock_reserve(&mb, 0x3000, 0x3000, "a"), EINVAL);
	CHECK_EQ((unsigned)-memblock_reserve(&mb, 0x3000, 0x2000, "a"), EINVAL);
	CHECK_EQ(mb.nr_reserved, 0);
}

TEST(allocates_from_the_top_below_the_limit)
{
	two_pieces();
	CHECK_EQ(memblock_alloc(&mb, 0x1000, 0x1000, ~0ull, "a"), 0x2f000);
	CHECK_EQ(memblock_alloc(&mb, 0x1001, 0x1000, ~0ull, "a"), 0x2d000);
	CHECK_EQ(memblock_alloc(&mb, 0x1000, 0x1000, 0x9000, "a"), 0x8000);
	CHECK_EQ(memblock_alloc(&mb, 0x4000, 0x4000, 0x9000, "a"), 0x4000);
	CHECK_EQ(memblock_alloc(&mb, 0x4000, 0x1000, 0x9000, "a"), 0);
	CHECK_EQ(memblock_alloc(&mb, 0, 0x1000, ~0ull, "a"), 0);
	CHECK_EQ(memblock_alloc(&mb, ~0ull, 0x1000, ~0ull, "a"), 0);
}

TEST(single_pages_join_into_one_region)
{
	two_pieces();
	for (int i = 0; i < 10; i++)
		CHECK(memblock_alloc(&mb, 0x1000, 0x1000, ~0ull, "tables"));
	CHECK_EQ(mb.nr_reserved, 1);
}

static uint64_t nr_free_ranges, free_bytes;

static void free_count(phys_addr_t start, phys_addr_t end, void *arg)
{
	(void)arg;
	nr_free_ranges++;
	free_bytes += end - start;
}

TEST(free_ranges_are_ram_less_reserved)
{
	two_pieces();
	CHECK_EQ(memblock_reserve(&mb, 0x1000, 0x2000, "a"), 0);
	CHECK_EQ(memblock_reserve(&mb, 0x24000, 0x25000, "b"), 0);
	CHECK_EQ(memblock_reserve(&mb, 0x25000, 0x26000, "c"), 0);
	CHECK_EQ(memblock_reserve(&mb, 0x2f000, 0x30000, "d"), 0);
	nr_free_ranges = free_bytes = 0;
	memblock_for_each_free(&mb, free_count, NULL);
	CHECK_EQ(nr_free_ranges, 3);
	CHECK_EQ(free_bytes, 0x18000 - 0x4000);
}

TEST(a_full_table_is_an_error)
{
	static struct mem_range in[] = {{0x0, 0x10000000, 1}};

	setup(in, 1);
	for (uint64_t i = 0; i < MEMBLOCK_MAX_RESERVED; i++)
		CHECK_EQ(memblock_reserve(&mb, i * 0x2000, i * 0x2000 + 0x1000, "a"), 0);
	CHECK_EQ((unsigned)-memblock_reserve(&mb, 0x8000000, 0x8001000, "a"), ENOSPC);
}

enum { MODEL_PAGES = 256 };

static uint8_t model[MODEL_PAGES]; /* 0 no RAM, 1 free, 2 reserved */

static void free_mark(phys_addr_t start, phys_addr_t end, void *arg)
{
	uint8_t *seen = arg;

	for (; start < end; start += PAGE_SIZE)
		seen[start / PAGE_SIZE]++;
}

/* Each allocation must be free in the model, and none fail while the model has room. */
static bool model_alloc(uint64_t len, uint64_t align, uint64_t limit)
{
	phys_addr_t at = memblock_alloc(&mb, len, align, limit, "x");
	uint64_t best = 0;

	for (uint64_t try = align; try + len <= limit && try + len <= MODEL_PAGES * PAGE_SIZE;
	     try += align) {
		bool free = true;

		for (uint64_t i = 0; i < len; i += PAGE_SIZE)
			free &= model[(try + i) / PAGE_SIZE] == 1;
		if (free)
			best = try;
	}
	for (uint64_t i = 0; at && i < len; i += PAGE_SIZE)
		model[(at + i) / PAGE_SIZE] = 2;
	return at == best;
}

TEST(agrees_with_a_map_of_pages)
{
	const struct mem_range in[] = {
		{0x1000, 0x40000, 1}, {0x48000, 0x60000, 1}, {0x61000, 0x100000, 1}};
	uint64_t seed = test_seed();

	for (int round = 0; round < 100; round++) {
		uint8_t seen[MODEL_PAGES] = {0};

		setup(in, ARRAY_SIZE(in));
		__builtin_memset(model, 0, sizeof(model));
		for (uint32_t i = 0; i < map.nr_ram; i++)
			for (uint64_t a = map.ram[i].start; a < map.ram[i].end; a += PAGE_SIZE)
				model[a / PAGE_SIZE] = 1;
		for (int op = 0; op < 40; op++) {
			uint64_t nr = 1 + test_random(&seed) % 8;
			uint64_t start = test_random(&seed) % (MODEL_PAGES - 8);

			if (test_random(&seed) & 1) {
				CHECK(model_alloc(
					nr * PAGE_SIZE, PAGE_SIZE << test_random(&seed) % 4,
					(1 + test_random(&seed) % MODEL_PAGES) * PAGE_SIZE));
				continue;
			}
			CHECK_EQ(memblock_reserve(&mb, start * PAGE_SIZE, (start + nr) * PAGE_SIZE,
						  "y"),
				 0);
			for (uint64_t i = start; i < start + nr; i++)
				model[i] = model[i] ? 2 : 0;
		}
		memblock_for_each_free(&mb, free_mark, seen);
		for (int i = 0; i < MODEL_PAGES; i++)
			CHECK_EQ(seen[i], model[i] == 1);
	}
}
