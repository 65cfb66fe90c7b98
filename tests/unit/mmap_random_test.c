// SPDX-License-Identifier: MIT
/* Random calls on spaces and their clones, under each policy, against the model. */
#include "tests/harness/mmap_model.h"
#include "tests/harness/test.h"

enum { CALLS = 4000 };

static struct mmap_model m;

static void run(enum mm_policy policy, bool huge)
{
	const char *said;

	if (!mmap_model_make(&m, policy, huge, test_seed() + policy))
		return;
	said = mmap_model_run(&m, CALLS);
	if (said) {
		test_fail(__FILE__, __LINE__, "call %llu: %s", (unsigned long long)m.nr_calls,
			  said);
		return;
	}
	said = mmap_model_finish(&m);
	CHECK_STREQ(said ? said : "", "");
	test_note("%llu of %llu calls failed for want of memory", (unsigned long long)m.nr_failed,
		  (unsigned long long)m.nr_calls);
	CHECK(m.nr_failed);
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
