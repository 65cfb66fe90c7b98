// SPDX-License-Identifier: MIT
/* A million random calls on spaces and their clones under each policy. Linux only, for want of
 * time elsewhere. */
#include "tests/harness/mmap_model.h"
#include "tests/harness/test.h"

enum { CALLS = 1000000 };

static struct mmap_model m;

static void run(enum mm_policy policy, bool huge)
{
	uint64_t seed = test_seed() + 100 + policy;
	const char *said;

	test_note("%d calls, seed %llu", CALLS, (unsigned long long)seed);
	if (!mmap_model_make(&m, policy, huge, seed))
		return;
	said = mmap_model_run(&m, CALLS);
	if (said) {
		test_fail(__FILE__, __LINE__, "call %llu: %s", (unsigned long long)m.nr_calls,
			  said);
		return;
	}
	said = mmap_model_finish(&m);
	CHECK_STREQ(said ? said : "", "");
	test_note("%llu of them failed for want of memory", (unsigned long long)m.nr_failed);
	CHECK(m.nr_failed > 100);
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
