// SPDX-License-Identifier: MIT
#include "apps/harness/tlb_model.h"
#include "tests/harness/test.h"

static struct tlb_model tlb;

/* Read one word of each page of [0, len), `rounds` times; misses of the last round. */
static uint64_t sweep(uint64_t len, uint64_t leaf, int rounds)
{
	uint64_t before = 0;

	tlb_model_reset(&tlb);
	for (int i = 0; i < rounds; i++) {
		before = tlb.nr_misses;
		for (uint64_t at = 0; at < len; at += PAGE_SIZE)
			tlb_model_read(&tlb, at, leaf);
	}
	return tlb.nr_misses - before;
}

static uint64_t random_reads(uint64_t len, uint64_t leaf, uint64_t nr)
{
	uint64_t seed = test_seed();

	tlb_model_reset(&tlb);
	for (uint64_t i = 0; i < nr; i++)
		tlb_model_read(&tlb, test_random(&seed) % len, leaf);
	return tlb.nr_misses;
}

TEST(what_fits_misses_once)
{
	CHECK_EQ(sweep(512 * PAGE_SIZE, PAGE_SIZE, 1), 512);
	CHECK_EQ(sweep(512 * PAGE_SIZE, PAGE_SIZE, 2), 0);
	CHECK_EQ(sweep(32 * PMD_SIZE, PMD_SIZE, 1), 32);
	CHECK_EQ(sweep(32 * PMD_SIZE, PMD_SIZE, 2), 0);
}

/* In a circle that is one page too long for a set, the least recently used is always the next one.
 */
TEST(a_circle_too_long_misses_in_the_full_sets)
{
	CHECK_EQ(sweep(513 * PAGE_SIZE, PAGE_SIZE, 3), 5);
	CHECK_EQ(sweep(1024 * PAGE_SIZE, PAGE_SIZE, 3), 1024);
	CHECK_EQ(sweep(64 * PMD_SIZE, PMD_SIZE, 3), 64);
}

TEST(huge_leaves_help_within_their_reach_and_less_beyond)
{
	enum { READS = 20000 };
	uint64_t small_table = random_reads(64 << 10, PAGE_SIZE, READS);
	uint64_t base = random_reads(64 << 20, PAGE_SIZE, READS);
	uint64_t huge = random_reads(64 << 20, PMD_SIZE, READS);
	uint64_t base_far = random_reads(512 << 20, PAGE_SIZE, READS);
	uint64_t huge_far = random_reads(512 << 20, PMD_SIZE, READS);

	CHECK_EQ(small_table, 16);
	CHECK(base > READS * 9 / 10);
	CHECK_EQ(huge, 32);
	CHECK(base_far > READS * 9 / 10);
	CHECK(huge_far > READS * 8 / 10);
}
