// SPDX-License-Identifier: MIT
/* Firmware maps: cases O01 to O03 and their kind. */
#include "mm/init.h"
#include "mm/memmap.h"
#include "tests/harness/test.h"

static struct memmap map;

/* Compare the whole of map.ram with the table. */
static bool ram_is(const struct mem_range *expect, uint32_t nr)
{
	if (map.nr_ram != nr) {
		test_fail(__FILE__, __LINE__, "%u pieces of RAM, not %u", map.nr_ram, nr);
		return false;
	}
	for (uint32_t i = 0; i < nr; i++)
		if (map.ram[i].start != expect[i].start || map.ram[i].end != expect[i].end) {
			test_fail(__FILE__, __LINE__, "piece %u is %#llx-%#llx, not %#llx-%#llx", i,
				  (unsigned long long)map.ram[i].start,
				  (unsigned long long)map.ram[i].end,
				  (unsigned long long)expect[i].start,
				  (unsigned long long)expect[i].end);
			return false;
		}
	return true;
}

#define RAM_IS(...)                                                                                \
	do {                                                                                       \
		const struct mem_range expect_[] = {__VA_ARGS__};                                  \
		if (!ram_is(expect_, ARRAY_SIZE(expect_)))                                         \
			return;                                                                    \
	} while (0)

/* O01: Intel D875PBZ, RAM with byte-granular ends between NVS and ACPI data. */
TEST(cuts_byte_granular_ram_inward)
{
	const struct mem_range in[] = {
		{0x0, 0x9fc00, 1},	     {0x9fc00, 0xa0000, 2},
		{0xe6000, 0x100000, 2},	     {0x100000, 0x7fe30000, 1},
		{0x7fe30000, 0x7fe41810, 4}, {0x7fe41810, 0x7ff30000, 1},
		{0x7ff30000, 0x7ff40000, 3}, {0x7ff40000, 0x7fff0000, 4},
		{0x7fff0000, 0x80000000, 2}, {0xfecf0000, 0xfecf1000, 2},
		{0xfed20000, 0xfeda0000, 2},
	};

	memmap_build(&map, in, ARRAY_SIZE(in));
	RAM_IS({0x0, 0x9f000, 1}, {0x100000, 0x7fe30000, 1}, {0x7fe42000, 0x7ff30000, 1});
	CHECK_EQ(map.total_pages, 523965);
	CHECK_EQ(map.max_pfn, 0x7ff30);
	CHECK_EQ(map.lost_bytes, 0xc00 + 0x7f0);
	CHECK_EQ(map.acpi_pages, 16);
	CHECK_EQ(map.nvs_pages, 17 + 0xb0);
	CHECK_EQ(map.hole_pages, 0xe6 - 0xa0);
	CHECK_EQ(map.reserved_pages, 0x1a); /* below the last RAM only */
}

static const struct mem_range shuffled[] = {
	{0x0, 0x3000, 1},	 {0x5a000, 0x5b500, 2},	 {0x30000, 0x30200, 3},
	{0x3000, 0xaf00, 1},	 {0x3600, 0x3800, 2},	 {0x50000, 0x58000, 3},
	{0x100000, 0x110000, 2}, {0xf5000, 0x105000, 1}, {0x3600, 0x3800, 5},
	{0x7e00, 0xfe00, 1},	 {0x3000, 0x3200, 2},	 {0x30000, 0x30200, 1},
	{0x54000, 0x5c000, 1},	 {0x4f000, 0x51000, 1},	 {0x57000, 0x58500, 2},
	{0x0, 0x200, 2},
};

/* O02: Limine's test vector, in its own and in 200 other orders. */
TEST(settles_overlaps_the_same_way_in_every_order)
{
	struct mem_range in[ARRAY_SIZE(shuffled)];
	uint64_t seed = test_seed();

	__builtin_memcpy(in, shuffled, sizeof(in));
	for (int round = 0; round < 200; round++) {
		memmap_build(&map, in, ARRAY_SIZE(in));
		RAM_IS({0x1000, 0x3000, 1}, {0x4000, 0xf000, 1}, {0x4f000, 0x50000, 1},
		       {0x59000, 0x5a000, 1}, {0xf5000, 0x100000, 1});
		CHECK_EQ(map.total_pages, 26);
		for (uint32_t i = ARRAY_SIZE(in); i > 1; i--) {
			uint32_t j = (uint32_t)(test_random(&seed) % i);
			struct mem_range moved = in[i - 1];

			in[i - 1] = in[j];
			in[j] = moved;
		}
	}
}

/* O02, second input: 312 entries, every other one of a vendor's type. */
TEST(keeps_every_piece_of_a_map_of_312_entries)
{
	static struct mem_range in[312];

	for (uint64_t i = 0; i < 156; i++) {
		uint64_t at = 0x10000000 + i * 0x8000;

		in[2 * i] = (struct mem_range){at, at + 0x4000, 1};
		in[2 * i + 1] = (struct mem_range){at + 0x4000, at + 0x8000, 1000};
	}
	memmap_build(&map, in, ARRAY_SIZE(in));
	CHECK_EQ(map.nr_ram, 156);
	CHECK_EQ(map.total_pages, 624);
	CHECK_EQ(map.nr_ignored, 0);
}

/* O03: Intel S3420GPV. */
TEST(keeps_acpi_tables_apart)
{
	const struct mem_range in[] = {
		{0x0, 0x9c000, 1},
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
		{0x100000000, 0x15c000000, 1},
	};

	memmap_build(&map, in, ARRAY_SIZE(in));
	RAM_IS({0x0, 0x9c000, 1}, {0x100000, 0x9d7c8000, 1}, {0x100000000, 0x15c000000, 1});
	CHECK_EQ(map.total_pages, 1021796);
	CHECK_EQ(map.acpi_pages, 7892);
	CHECK_EQ(map.max_pfn, 0x15c000);
}

TEST(ignores_what_makes_no_sense)
{
	const struct mem_range in[] = {
		{0x100000, 0x200000, 1},
		{0x300000, 0x300000, 1},		    /* no length */
		{0xfffffffffffff000, 0x1000, 1},	    /* wraps */
		{0xffffffffff000000, 0, 2},		    /* ends at 2^64: wraps to 0 */
		{1ull << 52, (1ull << 52) + 0x40000000, 1}, /* RAM nobody can reach */
		{0x200000, 1ull << 52, 2},		    /* reserved up to 2^52 */
	};

	memmap_build(&map, in, ARRAY_SIZE(in));
	RAM_IS({0x100000, 0x200000, 1});
	CHECK_EQ(map.nr_ignored, 4);
	CHECK_EQ(map.max_pfn, 0x200);
	CHECK_EQ(map.ignored_pages, 0x40000);
}

TEST(cuts_ram_at_64_tib)
{
	const struct mem_range in[] = {{0x100000, 1ull << 52, 1}};

	memmap_build(&map, in, ARRAY_SIZE(in));
	RAM_IS({0x100000, 1ull << 46, 1});
	CHECK_EQ(map.ignored_pages, (1ull << 40) - (1ull << 34));
}

TEST(an_empty_map_has_no_ram)
{
	memmap_build(&map, NULL, 0);
	CHECK_EQ(map.nr_ram, 0);
	CHECK_EQ(map.max_pfn, 0);
}

TEST(a_table_too_small_loses_ram_and_says_so)
{
	static struct mem_range in[MEMMAP_MAX_IN + 5];

	for (uint64_t i = 0; i < ARRAY_SIZE(in); i++)
		in[i] = (struct mem_range){i * 0x10000, i * 0x10000 + 0x2000, 1};
	in[ARRAY_SIZE(in) - 1].type = 2; /* what restricts is never lost */
	in[ARRAY_SIZE(in) - 1].start = 0;
	memmap_build(&map, in, ARRAY_SIZE(in));
	CHECK_EQ(map.nr_ignored, 5);
	CHECK_EQ(map.ignored_pages, 10);
	CHECK_EQ(map.total_pages, 0);
}

static const struct mem_range far_apart[] = {{0x100000, 0x40000000, 1},
					     {0x300000000000, 0x300000200000, 1}};

/* 2 MiB at 48 TiB must not cost a map of 48 TiB. */
TEST(leaves_out_a_little_ram_far_away)
{
	memmap_build(&map, far_apart, ARRAY_SIZE(far_apart));
	memmap_limit_span(&map);
	RAM_IS({0x100000, 0x40000000, 1});
	CHECK_EQ(map.ignored_pages, 512);
	CHECK_EQ(map.max_pfn, 0x40000);
}

/* And where most of it is far away, the near end goes only if the span is too dear. */
TEST(keeps_a_terabyte_behind_a_terabyte_hole)
{
	const struct mem_range in[] = {{0x100000, 0x80000000, 1},
				       {0x10000000000, 0x20000000000, 1}};

	memmap_build(&map, in, ARRAY_SIZE(in));
	memmap_limit_span(&map);
	CHECK_EQ(map.nr_ram, 2);
}

/* Low RAM is where the image is: it stays, however little it is. */
TEST(never_leaves_out_the_last_ram_below_4_gib)
{
	const struct mem_range in[] = {{0x1000000, 0x2000000, 1},
				       {0x300000000000, 0x300004000000, 1}};

	memmap_build(&map, in, ARRAY_SIZE(in));
	memmap_limit_span(&map);
	RAM_IS({0x1000000, 0x2000000, 1});
}

/* The side with less RAM goes, all of it, even if its first piece is not the smallest. */
TEST(leaves_out_the_smaller_side_of_the_largest_hole)
{
	const struct mem_range in[] = {{0x0, 0x9f000, 1},
				       {0x100000, 0x8000000, 1},
				       {0x300000000000, 0x300000200000, 1},
				       {0x300000400000, 0x300000600000, 1}};

	memmap_build(&map, in, ARRAY_SIZE(in));
	memmap_limit_span(&map);
	RAM_IS({0x0, 0x9f000, 1}, {0x100000, 0x8000000, 1});
	CHECK_EQ(map.ignored_pages, 1024);
}

/* --- Against a model ---------------------------------------------------------------------- */

enum { MODEL_BYTES = 64 * 4096, MODEL_ENTRIES = 24 };

static int rank(uint32_t type)
{
	switch (type) {
	case 1:
		return 1;
	case 3:
		return 2;
	case 4:
		return 3;
	case 5:
		return 5;
	default:
		return 4;
	}
}

static bool model_agrees(const struct mem_range *in, uint32_t nr, uint8_t *bytes)
{
	uint64_t total = 0;

	__builtin_memset(bytes, 0, MODEL_BYTES);
	for (uint32_t i = 0; i < nr; i++)
		for (uint64_t at = in[i].start; at < in[i].end; at++)
			if (rank(in[i].type) > bytes[at])
				bytes[at] = (uint8_t)rank(in[i].type);
	memmap_build(&map, in, nr);
	for (uint32_t page = 0, piece = 0; page < MODEL_BYTES / 4096; page++) {
		bool ram = true, listed;

		for (uint32_t i = 0; i < 4096; i++)
			ram &= bytes[page * 4096 + i] == 1;
		while (piece < map.nr_ram && map.ram[piece].end <= page * 4096ull)
			piece++;
		listed = piece < map.nr_ram && map.ram[piece].start <= page * 4096ull;
		if (ram != listed)
			return false;
		total += ram;
	}
	for (uint32_t i = 1; i < map.nr_ram; i++)
		if (map.ram[i - 1].end >= map.ram[i].start)
			return false;
	return total == map.total_pages;
}

TEST(agrees_with_a_map_of_bytes)
{
	uint8_t *bytes = test_arena(MODEL_BYTES);
	uint64_t seed = test_seed();

	CHECK(bytes);
	test_note("seed %llu", (unsigned long long)seed);
	for (int round = 0; round < 60; round++) {
		struct mem_range in[MODEL_ENTRIES];
		uint32_t nr = 1 + (uint32_t)(test_random(&seed) % MODEL_ENTRIES);

		for (uint32_t i = 0; i < nr; i++) {
			uint64_t start = test_random(&seed) % MODEL_BYTES;
			uint64_t len = test_random(&seed) % (MODEL_BYTES / 2);

			if (test_random(&seed) & 1) {
				start &= ~0xfffull;
				len &= ~0xfffull;
			}
			if (start + len > MODEL_BYTES)
				len = MODEL_BYTES - start;
			in[i] = (struct mem_range){
				start, start + len,
				test_random(&seed) & 1 ? 1 : (uint32_t)(test_random(&seed) % 8)};
		}
		CHECK(model_agrees(in, nr, bytes));
	}
}
