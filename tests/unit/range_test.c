// SPDX-License-Identifier: MIT
/* Ranges in a tree: order, gaps, and a model of pages. */
#include "mm/range.h"
#include "tests/harness/test.h"

enum { NR_RANGES = 64, MODEL_UNITS = 256 };

static struct range_tree tree;
static struct range ranges[NR_RANGES];

static void setup(void)
{
	range_tree_init(&tree, 0x1000, 0x101000);
}

static int put(int i, uint64_t start, uint64_t end)
{
	ranges[i] = (struct range){.start = start, .end = end};
	return range_insert(&tree, &ranges[i]);
}

TEST(finds_what_contains_an_address_and_what_comes_next)
{
	setup();
	CHECK(!range_from(&tree, 0x1000));
	CHECK_EQ(put(0, 0x3000, 0x4000), 0);
	CHECK_EQ(put(1, 0x8000, 0xa000), 0);
	CHECK(!range_at(&tree, 0x2fff));
	CHECK(range_at(&tree, 0x3000) == &ranges[0]);
	CHECK(range_at(&tree, 0x3fff) == &ranges[0]);
	CHECK(!range_at(&tree, 0x4000));
	CHECK(range_from(&tree, 0x4000) == &ranges[1]);
	CHECK(range_from(&tree, 0x9fff) == &ranges[1]);
	CHECK(!range_from(&tree, 0xa000));
	CHECK(range_next(&ranges[0]) == &ranges[1]);
	CHECK(range_prev(&ranges[1]) == &ranges[0]);
	CHECK(!range_next(&ranges[1]) && !range_prev(&ranges[0]));
	range_tree_check(&tree);
}

TEST(overlaps_are_refused_and_touching_is_none)
{
	setup();
	CHECK_EQ(put(0, 0x3000, 0x5000), 0);
	CHECK_EQ((unsigned)-put(1, 0x4000, 0x6000), EEXIST);
	CHECK_EQ((unsigned)-put(1, 0x2000, 0x3001), EEXIST);
	CHECK_EQ((unsigned)-put(1, 0x2000, 0x8000), EEXIST);
	CHECK_EQ((unsigned)-put(1, 0x3000, 0x5000), EEXIST);
	CHECK_EQ(put(1, 0x5000, 0x6000), 0);
	CHECK_EQ(put(2, 0x1000, 0x3000), 0);
	CHECK_EQ(tree.nr_ranges, 3);
	range_tree_check(&tree);
}

TEST(a_gap_is_the_lowest_that_fits)
{
	uint64_t at;

	setup();
	CHECK_EQ(range_find_gap(&tree, 0x1000, 0x1000, 0, ~0ull, &at, NULL), 0);
	CHECK_EQ(at, 0x1000);
	CHECK_EQ(put(0, 0x2000, 0x3000), 0);
	CHECK_EQ(put(1, 0x5000, 0x6000), 0);
	CHECK_EQ(put(2, 0x20000, 0x100000), 0);
	CHECK_EQ(range_find_gap(&tree, 0x1000, 0x1000, 0, ~0ull, &at, NULL), 0);
	CHECK_EQ(at, 0x1000);
	CHECK_EQ(range_find_gap(&tree, 0x2000, 0x1000, 0, ~0ull, &at, NULL), 0);
	CHECK_EQ(at, 0x3000);
	CHECK_EQ(range_find_gap(&tree, 0x2000, 0x4000, 0, ~0ull, &at, NULL), 0);
	CHECK_EQ(at, 0x8000);
	CHECK_EQ(range_find_gap(&tree, 0x1000, 0x1000, 0x3800, ~0ull, &at, NULL), 0);
	CHECK_EQ(at, 0x4000);
	CHECK_EQ(range_find_gap(&tree, 0x1a000, 0x1000, 0, ~0ull, &at, NULL), 0);
	CHECK_EQ(at, 0x6000);
	CHECK_EQ((unsigned)-range_find_gap(&tree, 0x1b000, 0x1000, 0, ~0ull, &at, NULL), ENOMEM);
	CHECK_EQ(range_find_gap(&tree, 0x1000, 0x1000, 0x20000, ~0ull, &at, NULL), 0);
	CHECK_EQ(at, 0x100000);
	CHECK_EQ((unsigned)-range_find_gap(&tree, 0x2000, 0x1000, 0x20000, ~0ull, &at, NULL),
		 ENOMEM);
	CHECK_EQ((unsigned)-range_find_gap(&tree, 0x2000, 0x1000, 0, 0x4000, &at, NULL), ENOMEM);
	CHECK_EQ((unsigned)-range_find_gap(&tree, ~0ull, 0x1000, 0, ~0ull, &at, NULL), ENOMEM);
}

TEST(resizing_moves_both_gaps)
{
	uint64_t at;

	setup();
	CHECK_EQ(put(0, 0x4000, 0x8000), 0);
	CHECK_EQ(put(1, 0xa000, 0xb000), 0);
	range_resize(&tree, &ranges[0], 0x5000, 0xa000);
	range_tree_check(&tree);
	range_resize(&tree, &ranges[1], 0xa000, 0x101000);
	range_tree_check(&tree);
	CHECK_EQ((unsigned)-range_find_gap(&tree, 0x5000, 0x1000, 0, ~0ull, &at, NULL), ENOMEM);
	CHECK_EQ(range_find_gap(&tree, 0x4000, 0x1000, 0, ~0ull, &at, NULL), 0);
	CHECK_EQ(at, 0x1000);
}

static uint8_t model[MODEL_UNITS]; /* number of the range + 1 in each unit */

static bool model_free(uint64_t start, uint64_t len)
{
	for (uint64_t i = start; i < start + len; i++)
		if (i >= MODEL_UNITS || model[i])
			return false;
	return true;
}

/* The first aligned place at or above low that ends at or below high. */
static uint64_t model_gap(uint64_t len, uint64_t align, uint64_t low, uint64_t high)
{
	for (uint64_t at = ALIGN_UP(low, align); at + len <= high; at += align)
		if (model_free(at, len))
			return at;
	return MODEL_UNITS;
}

static bool step(uint64_t *seed)
{
	int i = (int)(test_random(seed) % NR_RANGES);
	uint64_t start = test_random(seed) % MODEL_UNITS;
	uint64_t len = 1 + test_random(seed) % 12;
	uint64_t align = 1ull << test_random(seed) % 4;
	uint64_t high = MODEL_UNITS - test_random(seed) % 32;
	uint64_t at = MODEL_UNITS;

	if (ranges[i].end) { /* in the tree */
		for (uint64_t u = ranges[i].start; u < ranges[i].end; u++)
			model[u] = 0;
		range_remove(&tree, &ranges[i]);
		ranges[i].end = 0;
	} else if (start + len <= MODEL_UNITS) {
		int err = put(i, start, start + len);

		if (model_free(start, len) != !err)
			return false;
		if (err)
			ranges[i].end = 0;
		for (uint64_t u = start; !err && u < start + len; u++)
			model[u] = (uint8_t)(i + 1);
	}
	start %= MODEL_UNITS / 2;
	if (range_find_gap(&tree, len, align, start, high, &at, NULL))
		at = MODEL_UNITS;
	return at == model_gap(len, align, start, high);
}

TEST(agrees_with_a_map_of_units)
{
	uint64_t seed = test_seed();

	test_note("seed %llu", (unsigned long long)seed);
	__builtin_memset(model, 0, sizeof(model));
	__builtin_memset(ranges, 0, sizeof(ranges));
	range_tree_init(&tree, 0, MODEL_UNITS);
	for (int i = 0; i < 20000; i++) {
		CHECK(step(&seed));
		if (i % 64 == 0)
			range_tree_check(&tree);
	}
}

TEST(ten_thousand_ranges_stay_balanced)
{
	enum { MANY = 10000, DEEPEST = 28 }; /* 2 log2(n + 1) */
	struct range *many = test_arena(MANY * sizeof(*many));
	struct range *at;
	int depth = 0;

	CHECK(many);
	range_tree_init(&tree, 0, MANY * 2);
	for (uint64_t i = 0; i < MANY; i++) {
		many[i] = (struct range){.start = 2 * i, .end = 2 * i + 1};
		CHECK_EQ(range_insert(&tree, &many[i]), 0);
	}
	for (at = &many[MANY - 1]; at; at = RB_PARENT(at, link))
		depth++;
	CHECK(depth <= DEEPEST);
	range_tree_check(&tree);
}

static void check_it(void *arg)
{
	range_tree_check(arg);
}

/* Each thing that range_tree_check() compares, wrong alone. */
TEST(a_tree_that_is_not_right_is_noticed)
{
	uint64_t *const fields[] = {&ranges[0].gap,	&ranges[1].gap, &ranges[0].max_gap,
				    &ranges[1].max_gap, &ranges[0].end, &ranges[1].start,
				    &tree.last_end,	&tree.nr_ranges};

	setup();
	CHECK_EQ(put(0, 0x3000, 0x4000), 0);
	CHECK_EQ(put(1, 0x8000, 0xa000), 0);
	CHECK(!test_expect_panic(check_it, &tree));
	for (unsigned i = 0; i < ARRAY_SIZE(fields); i++) {
		*fields[i] += 1;
		CHECK(test_expect_panic(check_it, &tree));
		*fields[i] -= 2;
		CHECK(test_expect_panic(check_it, &tree));
		*fields[i] += 1;
	}
	CHECK(!test_expect_panic(check_it, &tree));
}
