// SPDX-License-Identifier: MIT
/* A million random calls on spaces and their clones under each policy. Linux only, for want of
 * time elsewhere. */
#include "tests/harness/mmap_model.h"
#include "tests/harness/test.h"

enum { CALLS = 1000000 };

static struct mmap_model m;

static void run(enum mm_policy policy, bool huge)
{
	mmap_model_test(&m, policy, huge, test_seed() + 100 + policy, test_share(CALLS), 100);
}

TEST(a_million_calls_range)
{
	run(MM_RANGE, true);
}

TEST(a_million_calls_superlock)
{
	run(MM_SUPERLOCK, true);
}

TEST(a_million_calls_demand)
{
	run(MM_DEMAND, true);
}

TEST(a_million_calls_overcommit)
{
	run(MM_OVERCOMMIT, true);
}
