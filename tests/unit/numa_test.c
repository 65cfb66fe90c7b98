// SPDX-License-Identifier: MIT
/*
 * mm/numa.c: nodes out of affinity ranges (case O04).
 */
#include "mm/numa.h"
#include "tests/harness/test.h"
#include "tests/unit/numa_check.h"

#define MIB (1ull << 20)
#define GIB (1ull << 30)

static struct memmap ram;
static struct numa_map map;
static const char *why;

static void set_ram(const struct mem_range *in, uint32_t nr)
{
	memmap_build(&ram, in, nr);
}

#define RAM(...)                                                                                   \
	do {                                                                                       \
		const struct mem_range in_[] = {__VA_ARGS__};                                      \
		set_ram(in_, ARRAY_SIZE(in_));                                                     \
	} while (0)

static int build(const struct numa_affinity *aff, uint32_t nr_aff)
{
	why = NULL;
	return numa_map_build(&map, &ram, aff, nr_aff, NULL, 0, NULL, NULL, &why);
}

static bool ranges_are(const struct numa_range *expect, uint32_t nr)
{
	const char *fault = numa_check(&map, &ram);

	if (fault) {
		test_fail(__FILE__, __LINE__, "%s", fault);
		return false;
	}
	if (map.nr_ranges != nr) {
		test_fail(__FILE__, __LINE__, "%u ranges, not %u", map.nr_ranges, nr);
		return false;
	}
	for (uint32_t i = 0; i < nr; i++) {
		const struct numa_range *r = &map.range[i];

		if (r->start == expect[i].start && r->end == expect[i].end &&
		    r->nid == expect[i].nid)
			continue;
		test_fail(__FILE__, __LINE__, "range %u is %#llx-%#llx of node %d", i,
			  (unsigned long long)r->start, (unsigned long long)r->end, r->nid);
		return false;
	}
	return true;
}

#define RANGES_ARE(...)                                                                            \
	do {                                                                                       \
		const struct numa_range expect_[] = {__VA_ARGS__};                                 \
		if (!ranges_are(expect_, ARRAY_SIZE(expect_)))                                     \
			return;                                                                    \
	} while (0)

static bool order_is(int from, const uint8_t *expect, int nr)
{
	if (map.nr_nodes != nr) {
		test_fail(__FILE__, __LINE__, "%d nodes, not %d", map.nr_nodes, nr);
		return false;
	}
	for (int i = 0; i < nr; i++) {
		if (map.order[from][i] == expect[i])
			continue;
		test_fail(__FILE__, __LINE__, "from node %d, place %d: %u, not %u", from, i,
			  map.order[from][i], expect[i]);
		return false;
	}
	return true;
}

#define ORDER_IS(from, ...)                                                                        \
	do {                                                                                       \
		const uint8_t expect_[] = {__VA_ARGS__};                                           \
		if (!order_is(from, expect_, ARRAY_SIZE(expect_)))                                 \
			return;                                                                    \
	} while (0)

/* A row of `table` a domain. */
struct distances {
	const uint8_t *table;
	uint32_t nr;
};

static uint8_t distance_of(void *arg, uint32_t from, uint32_t to)
{
	const struct distances *distances = arg;

	return distances->table[from * distances->nr + to];
}

/* O04, part 1: room for hot-plugged memory up to 2^52, and 16 GiB of RAM. */
TEST(ranges_without_ram_cost_nothing)
{
	struct numa_affinity aff[16] = {
		{0x0, 0x40000000, 0},
		{0x100000000, 0x4c0000000, 0},
		{0x4c0000000, 0xfe0000000, 0},
		{0x1000000000, 0x10000000000, 0},
	};

	for (unsigned i = 4; i < 16; i++)
		aff[i] = (struct numa_affinity){1ull << (36 + i), 1ull << (37 + i), 0};
	CHECK_EQ(aff[15].end, 0x10000000000000);
	RAM({0x1000, 0x40000000, 1}, {0x100000000, 0x4c0000000, 1});
	CHECK_EQ(build(aff, 16), 0);
	RANGES_ARE({0x1000, 0x40000000, 0}, {0x100000000, 0x4c0000000, 0});
	CHECK_EQ(map.nr_nodes, 1);
	CHECK_EQ(map.nr_pages[0], 4194303);
	CHECK_EQ(map.nr_unclaimed_pages, 0);
	CHECK_EQ(ram.max_pfn, 0x4c0000);

	/* Domains with absent memory only do not exist. */
	for (unsigned i = 2; i < 16; i++)
		aff[i].domain = i;
	CHECK_EQ(build(aff, 16), 0);
	CHECK_EQ(map.nr_nodes, 1);
	CHECK_EQ(map.nr_pages[0], 4194303);
}

/* O04, part 2: four nodes of CPUs, all RAM in node 0. */
TEST(nodes_without_memory_fall_back_by_distance)
{
	static const uint8_t slit[] = {10, 16, 16, 16, 16, 10, 16, 16,
				       16, 16, 10, 16, 16, 16, 16, 10};
	static const struct numa_affinity aff = {0, 64 * GIB, 0};
	struct distances distances = {slit, 4};
	uint32_t cpu_domains[32];

	for (unsigned i = 0; i < 32; i++)
		cpu_domains[i] = i / 8;
	RAM({0x1000, 16 * GIB, 1});
	CHECK_EQ(
		numa_map_build(&map, &ram, &aff, 1, cpu_domains, 32, distance_of, &distances, &why),
		0);
	RANGES_ARE({0x1000, 16 * GIB, 0});
	CHECK_EQ(map.nr_nodes, 4);
	CHECK_EQ(map.nr_pages[0], ram.total_pages);
	CHECK_EQ(map.nr_pages[1] + map.nr_pages[2] + map.nr_pages[3], 0);
	CHECK_EQ(map.distance[2][0], 16);
	ORDER_IS(0, 0, 1, 2, 3);
	ORDER_IS(1, 1, 2, 3, 0);
	ORDER_IS(2, 2, 3, 0, 1);
	ORDER_IS(3, 3, 0, 1, 2);
}

TEST(orders_go_by_distance_then_upwards_from_the_node)
{
	/* From row to column, not the same both ways; one that is as near as itself. */
	static const uint8_t slit[] = {10, 30, 20, 20, 20, 255, 10, 20, 20, 12, 11, 12, 10,
				       12, 11, 10, 10, 10, 10,	10, 21, 20, 21, 20, 10};
	static const uint32_t cpu_domains[] = {4, 0, 3, 1, 2};
	static const struct numa_affinity aff = {0, GIB, 2};
	struct distances distances = {slit, 5};

	RAM({0, GIB, 1});
	CHECK_EQ(numa_map_build(&map, &ram, &aff, 1, cpu_domains, 5, distance_of, &distances, &why),
		 0);
	ORDER_IS(0, 0, 2, 3, 4, 1);
	ORDER_IS(1, 1, 4, 2, 3, 0);
	ORDER_IS(2, 2, 4, 0, 3, 1);
	ORDER_IS(3, 3, 4, 0, 1, 2);
	ORDER_IS(4, 4, 1, 3, 0, 2);
	CHECK_EQ(map.distance[0][1], 30);
	CHECK_EQ(map.distance[1][0], 255);
	RANGES_ARE({0, GIB, 2});
}

TEST(without_distances_all_others_are_equally_far)
{
	static const struct numa_affinity aff[] = {
		{0, GIB, 0}, {GIB, 2 * GIB, 1}, {2 * GIB, 3 * GIB, 2}};

	RAM({0, 3 * GIB, 1});
	CHECK_EQ(build(aff, 3), 0);
	CHECK_EQ(map.distance[1][1], 10);
	CHECK_EQ(map.distance[1][2], 20);
	ORDER_IS(0, 0, 1, 2);
	ORDER_IS(1, 1, 2, 0);
	ORDER_IS(2, 2, 0, 1);
}

TEST(distances_below_local_turn_nodes_off)
{
	static const uint8_t slit[] = {10, 20, 9, 10};
	static const struct numa_affinity aff[] = {{0, GIB, 0}, {GIB, 2 * GIB, 1}};
	struct distances distances = {slit, 2};

	RAM({0, 2 * GIB, 1});
	CHECK_EQ(numa_map_build(&map, &ram, aff, 2, NULL, 0, distance_of, &distances, &why),
		 -EINVAL);
	CHECK(test_contains(why, "nearer"));
	RANGES_ARE({0, 2 * GIB, 0});
	CHECK_EQ(map.nr_nodes, 1);
	CHECK_EQ(map.distance[0][0], 10);
	ORDER_IS(0, 0);
}

TEST(nids_are_ranks_of_sparse_domains)
{
	static const struct numa_affinity aff[] = {
		{2 * GIB, 3 * GIB, 7}, {0, GIB, 0xffffffff}, {GIB, 2 * GIB, 0x10000}};
	static const uint32_t cpu_domains[] = {0xffffffff, 300, 7, 7};

	RAM({0, 3 * GIB, 1});
	CHECK_EQ(numa_map_build(&map, &ram, aff, 3, cpu_domains, 4, NULL, NULL, &why), 0);
	CHECK_EQ(map.nr_nodes, 4);
	CHECK_EQ(map.domain[0], 7);
	CHECK_EQ(map.domain[1], 300);
	CHECK_EQ(map.domain[2], 0x10000);
	CHECK_EQ(map.domain[3], 0xffffffff);
	RANGES_ARE({0, GIB, 3}, {GIB, 2 * GIB, 2}, {2 * GIB, 3 * GIB, 0});
	CHECK_EQ(map.nr_pages[1], 0);
}

/* Node 1 has RAM and no CPU, node 0 a CPU and no RAM: what nobody claims is node 0's all the same.
 */
TEST(unclaimed_ram_goes_to_node_0)
{
	static const struct numa_affinity aff[] = {{GIB, 2 * GIB, 5}, {8 * GIB, 9 * GIB, 4}};
	static const uint32_t cpu_domain = 3;

	RAM({0, GIB / 2, 1}, {GIB / 2 + MIB, 3 * GIB, 1});
	CHECK_EQ(numa_map_build(&map, &ram, aff, 2, &cpu_domain, 1, NULL, NULL, &why), 0);
	RANGES_ARE({0, GIB / 2, 0}, {GIB / 2 + MIB, GIB, 0}, {GIB, 2 * GIB, 1},
		   {2 * GIB, 3 * GIB, 0});
	CHECK_EQ(map.nr_nodes, 2);
	CHECK_EQ(map.nr_unclaimed_pages, (2 * GIB - MIB) / PAGE_SIZE);
	CHECK_EQ(map.nr_pages[0], map.nr_unclaimed_pages);
	CHECK_EQ(map.nr_pages[1], GIB / PAGE_SIZE);
}

TEST(interleaved_and_unsorted_ranges_are_settled)
{
	static const struct numa_affinity aff[] = {
		{6 * MIB, 8 * MIB, 1}, {0, 2 * MIB, 0},	       {4 * MIB, 6 * MIB, 0},
		{2 * MIB, 4 * MIB, 1}, {8 * MIB, 10 * MIB, 1}, {9 * MIB, 9 * MIB + 1, 1},
		{8 * MIB, 9 * MIB, 1}};

	RAM({0x1000, 3 * MIB, 1}, {5 * MIB, 5 * MIB + 0x1000, 1}, {5 * MIB + 0x2000, 12 * MIB, 1});
	CHECK_EQ(build(aff, 7), 0);
	RANGES_ARE({0x1000, 2 * MIB, 0}, {2 * MIB, 3 * MIB, 1}, {5 * MIB, 5 * MIB + 0x1000, 0},
		   {5 * MIB + 0x2000, 6 * MIB, 0}, {6 * MIB, 10 * MIB, 1}, {10 * MIB, 12 * MIB, 0});
	CHECK_EQ(map.nr_unclaimed_pages, 512);
}

TEST(a_page_has_one_node_where_ranges_meet_inside_it)
{
	static const struct numa_affinity aff[] = {
		{0x1800, 0x3001, 0}, /* first and last page only in part */
		{0x3001, 0x3801, 1}, /* inside that last page: nothing is left */
		{0x3801, 0x5000, 2},
		{0x5fff, 0x6001, 3}};

	RAM({0, 0x8000, 1});
	CHECK_EQ(build(aff, 4), 0);
	RANGES_ARE({0, 0x4000, 0}, {0x4000, 0x5000, 1}, {0x5000, 0x7000, 2}, {0x7000, 0x8000, 0});
	CHECK_EQ(map.nr_nodes, 3);
	CHECK_EQ(map.domain[1], 2);
	CHECK_EQ(map.domain[2], 3);
	CHECK_EQ(map.nr_unclaimed_pages, 2);
}

TEST(ranges_up_to_the_top_of_memory_are_cut)
{
	static const struct numa_affinity aff[] = {{0x1000, UINT64_MAX - 1, 1},
						   {UINT64_MAX - 1, UINT64_MAX, 2}};

	RAM({0, MEMMAP_LIMIT, 1});
	CHECK_EQ(build(aff, 2), 0);
	RANGES_ARE({0, MEMMAP_LIMIT, 0});
	CHECK_EQ(map.nr_nodes, 1);
	CHECK_EQ(map.domain[0], 1);
	CHECK_EQ(map.nr_unclaimed_pages, 1);
}

TEST(overlapping_domains_turn_nodes_off)
{
	static const struct numa_affinity overlaps[][3] = {
		{{0, GIB, 0}, {GIB - 1, 2 * GIB, 1}, {2 * GIB, 3 * GIB, 0}},
		{{0, GIB, 0}, {0, GIB, 1}, {2 * GIB, 3 * GIB, 0}},
		{{0, 3 * GIB, 0}, {GIB, 2 * GIB, 0}, {2 * GIB + 1, 2 * GIB + 2, 1}},
		{{100 * GIB, 101 * GIB, 0}, {0, GIB, 0}, {100 * GIB + 1, 100 * GIB + 2, 1}},
	};

	RAM({0, 3 * GIB, 1});
	for (size_t i = 0; i < ARRAY_SIZE(overlaps); i++) {
		CHECK_EQ(build(overlaps[i], 3), -EINVAL);
		CHECK(test_contains(why, "overlap"));
		CHECK_EQ(map.nr_nodes, 1);
		RANGES_ARE({0, 3 * GIB, 0});
	}
}

TEST(empty_ranges_and_empty_tables_are_told)
{
	static const struct numa_affinity wrong[] = {{0, GIB, 0}, {GIB, GIB, 1}};
	static const struct numa_affinity wraps = {GIB, 0, 0};
	static const struct numa_affinity absent = {4 * GIB, 5 * GIB, 0};

	RAM({0, 3 * GIB, 1});
	CHECK_EQ(build(wrong, 2), -EINVAL);
	CHECK(test_contains(why, "empty"));
	CHECK_EQ(build(&wraps, 1), -EINVAL);
	CHECK_EQ(build(NULL, 0), -ENOENT);
	CHECK(test_contains(why, "no domain"));
	CHECK_EQ(build(&absent, 1), -ENOENT);
	RANGES_ARE({0, 3 * GIB, 0});
	CHECK_EQ(map.nr_unclaimed_pages, 0);
}

TEST(more_than_64_domains_turn_nodes_off)
{
	static struct numa_affinity aff[NUMA_MAX_AFFINITY + 1];
	static const uint32_t cpu_domains[] = {3, 1000};

	for (uint32_t i = 0; i <= NUMA_MAX_AFFINITY; i++)
		aff[i] = (struct numa_affinity){i * GIB, (i + 1) * GIB, i};
	RAM({0, 65 * GIB, 1});
	CHECK_EQ(build(aff, 65), -ENOSPC);
	CHECK(test_contains(why, "more domains"));
	CHECK_EQ(map.nr_nodes, 1);
	RANGES_ARE({0, 65 * GIB, 0});

	/* As many as there may be; those without RAM do not count. */
	RAM({0, 64 * GIB, 1});
	CHECK_EQ(build(aff, NUMA_MAX_AFFINITY), 0);
	CHECK_EQ(map.nr_nodes, 64);
	CHECK_EQ(map.nr_pages[63], GIB / PAGE_SIZE);
	CHECK_EQ(map.order[63][1], 0);
	CHECK(!numa_check(&map, &ram));
	CHECK_EQ(numa_map_build(&map, &ram, aff, 64, cpu_domains, 1, NULL, NULL, &why), 0);
	CHECK_EQ(numa_map_build(&map, &ram, aff, 64, cpu_domains, 2, NULL, NULL, &why), -ENOSPC);
	CHECK_EQ(build(aff, NUMA_MAX_AFFINITY + 1), -ENOSPC);
	CHECK(test_contains(why, "ranges"));
}

/* Every end of a range inside a piece of RAM of its own: as many pieces as can come out. */
TEST(the_most_pieces_fit)
{
	static struct numa_affinity aff[NUMA_MAX_AFFINITY];
	static struct mem_range in[MEMMAP_MAX_RAM];
	static const uint32_t cpu_domain = 0; /* its node gets what is between the ranges */

	for (uint64_t i = 0; i < MEMMAP_MAX_RAM; i++)
		in[i] = (struct mem_range){i * 0x8000, i * 0x8000 + 0x7000, MEM_RAM};
	set_ram(in, MEMMAP_MAX_RAM);
	CHECK_EQ(ram.nr_ram, MEMMAP_MAX_RAM);
	for (uint32_t i = 0; i < NUMA_MAX_AFFINITY; i++)
		aff[i] = (struct numa_affinity){i * 0x10000 + 0x2000, i * 0x10000 + 0xa000,
						1 + i % 63};
	CHECK_EQ(numa_map_build(&map, &ram, aff, NUMA_MAX_AFFINITY, &cpu_domain, 1, NULL, NULL,
				&why),
		 0);
	CHECK_EQ(map.nr_ranges, MEMMAP_MAX_RAM + 2 * NUMA_MAX_AFFINITY);
	CHECK(!numa_check(&map, &ram));
	numa_map_single(&map, &ram);
	CHECK_EQ(map.nr_ranges, MEMMAP_MAX_RAM);
	CHECK(!numa_check(&map, &ram));
}

TEST(addresses_are_looked_up)
{
	static const struct numa_affinity aff[] = {{0, 0x3000, 4}, {0x3000, 0x9000, 9}};

	RAM({0x1000, 0x4000, 1}, {0x8000, 0xa000, 1});
	CHECK_EQ(build(aff, 2), 0);
	CHECK_EQ(numa_nid_of(&map, 0), -1);
	CHECK_EQ(numa_nid_of(&map, 0xfff), -1);
	CHECK_EQ(numa_nid_of(&map, 0x1000), 0);
	CHECK_EQ(numa_nid_of(&map, 0x2fff), 0);
	CHECK_EQ(numa_nid_of(&map, 0x3000), 1);
	CHECK_EQ(numa_nid_of(&map, 0x4000), -1);
	CHECK_EQ(numa_nid_of(&map, 0x7fff), -1);
	CHECK_EQ(numa_nid_of(&map, 0x8000), 1);
	CHECK_EQ(numa_nid_of(&map, 0x9fff), 0);
	CHECK_EQ(numa_nid_of(&map, 0xa000), -1);
	CHECK_EQ(numa_nid_of(&map, UINT64_MAX), -1);
}

TEST(one_node_has_all_ram)
{
	RAM({0x1000, 0x9f000, 1}, {MIB, GIB, 1});
	numa_map_single(&map, &ram);
	RANGES_ARE({0x1000, 0x9f000, 0}, {MIB, GIB, 0});
	CHECK_EQ(map.nr_pages[0], ram.total_pages);
	CHECK_EQ(map.nr_unclaimed_pages, 0);
	ORDER_IS(0, 0);
	set_ram(NULL, 0);
	numa_map_single(&map, &ram);
	CHECK_EQ(map.nr_ranges, 0);
	CHECK_EQ(map.nr_nodes, 1);
	CHECK_EQ(numa_nid_of(&map, 0), -1);
	numa_map_fake(&map, &ram, 4);
	CHECK_EQ(map.nr_nodes, 1);
	CHECK(!numa_check(&map, &ram));
}

TEST(fake_nodes_are_about_equal)
{
	RAM({0x1000, 0x9f000, 1}, {MIB, 3 * GIB, 1}, {4 * GIB, 5 * GIB, 1});
	for (int nr = 1; nr <= MAX_NUMNODES; nr++) {
		uint64_t share = ram.total_pages / (uint64_t)nr;

		numa_map_fake(&map, &ram, nr);
		CHECK_EQ(map.nr_nodes, nr);
		CHECK(!numa_check(&map, &ram));
		for (int nid = 0; nid < nr; nid++) {
			CHECK_EQ(map.domain[nid], nid);
			CHECK(map.nr_pages[nid] + 513 > share && map.nr_pages[nid] < share + 513);
		}
		for (uint32_t i = 1; i < map.nr_ranges; i++)
			CHECK(map.range[i].nid == map.range[i - 1].nid ||
			      map.range[i].start % (2 * MIB) == 0);
	}
	numa_map_fake(&map, &ram, 4);
	ORDER_IS(2, 2, 3, 0, 1);
	CHECK_EQ(map.distance[2][3], 20);
}

TEST(fake_nodes_are_not_smaller_than_a_cut)
{
	RAM({0, 6 * MIB, 1});
	numa_map_fake(&map, &ram, 64);
	RANGES_ARE({0, 2 * MIB, 0}, {2 * MIB, 4 * MIB, 1}, {4 * MIB, 6 * MIB, 2});
	CHECK_EQ(map.nr_nodes, 3);
	RAM({MIB, 2 * MIB, 1});
	numa_map_fake(&map, &ram, 2);
	RANGES_ARE({MIB, 2 * MIB, 0});
	CHECK_EQ(map.nr_nodes, 1);
	/* A hole where a cut would leave a node without RAM. */
	RAM({0, 2 * MIB, 1}, {20 * MIB, 22 * MIB, 1});
	numa_map_fake(&map, &ram, 8);
	RANGES_ARE({0, 2 * MIB, 0}, {20 * MIB, 22 * MIB, 1});
	CHECK_EQ(map.domain[1], 1);
}

static void fake_of(void *arg)
{
	numa_map_fake(&map, &ram, *(int *)arg);
}

TEST(fake_nodes_out_of_range_panic)
{
	int numbers[] = {0, -1, 65};

	RAM({0, GIB, 1});
	for (size_t i = 0; i < ARRAY_SIZE(numbers); i++)
		CHECK(test_expect_panic(fake_of, &numbers[i]));
}
