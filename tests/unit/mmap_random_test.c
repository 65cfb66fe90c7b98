// SPDX-License-Identifier: MIT
/* Random calls on spaces and their clones, under each policy, against the model. */
#include "tests/harness/mmap_model.h"
#include "tests/harness/test.h"

enum { CALLS = 4000 };

static struct mmap_model m;

static void run(enum mm_policy policy, bool huge)
{
	mmap_model_test(&m, policy, huge, test_seed() + policy, CALLS, 0);
}

TEST(spaces_agree_with_the_model_range)
{
	run(MM_RANGE, true);
}

TEST(spaces_agree_with_the_model_superlock)
{
	run(MM_SUPERLOCK, true);
}

TEST(spaces_agree_with_the_model_demand)
{
	run(MM_DEMAND, true);
}

TEST(spaces_agree_with_the_model_overcommit)
{
	run(MM_OVERCOMMIT, false);
}
