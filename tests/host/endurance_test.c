// SPDX-License-Identifier: MIT
/* The endurance run must notice, and the plain buddy that it is held against must be right. */
#include "tests/harness/test.h"
#include "tests/host/endurance.h"

enum { OPS = 30000 };

static struct endurance e;

static void spoiled(void (*meddle)(struct endurance *e), const char *text)
{
	const char *said;

	e = (struct endurance){.meddle = meddle};
	said = endurance_run(&e, 1, OPS);
	if (!said || !test_contains(said, text))
		test_fail(__FILE__, __LINE__, "'%s', not '%s'", said ? said : "nothing noticed",
			  text);
}

TEST(a_short_trace_ends_whole)
{
	e = (struct endurance){0};
	CHECK(!endurance_run(&e, 1, OPS));
	CHECK_EQ(e.nr_ops, OPS);
}

static void page_lost(struct endurance *endurance)
{
	if (endurance->nr_ops == OPS / 2)
		pgdat_alloc(endurance->f.p, 0, 0);
}

TEST(a_page_lost_is_found)
{
	spoiled(page_lost, "pages are free, not");
}

/* Between the last operation that counts and the next that does, another block is freed. */
static void owner_robbed(struct endurance *endurance)
{
	const struct handle *h = endurance->handles[LONG_LIVED];

	if (endurance->nr_ops == OPS / 2 && pgdat_alloc(endurance->f.p, 0, h->order))
		pgdat_free(endurance->f.p, shadow_page(&endurance->s, h->ours), h->order);
}

TEST(a_block_freed_under_its_owner_is_found)
{
	spoiled(owner_robbed, "is ours already");
}

static void plain_leaks(struct endurance *endurance)
{
	if (endurance->nr_ops == OPS / 2)
		plain_alloc(endurance->plain, 3);
}

TEST(a_leak_of_the_plain_buddy_is_found)
{
	spoiled(plain_leaks, "the plain buddy is not whole");
}

static struct plain_buddy b;

TEST(the_plain_buddy_splits_the_smallest_and_merges_at_once)
{
	uint32_t huge, single;

	plain_init(&b);
	huge = plain_alloc(&b, 9);
	single = plain_alloc(&b, 0);
	CHECK_EQ(huge, 0);
	CHECK_EQ(single, 512);
	for (unsigned k = 0; k <= PLAIN_MAX_ORDER; k++)
		CHECK_EQ(b.nr_blocks[k], k < 18 && k != 9 ? 1 : 0);
	CHECK_EQ(plain_alloc(&b, 18), PLAIN_NONE);
	CHECK_EQ(plain_alloc(&b, 2), 516);
	plain_free(&b, 516, 2);
	plain_free(&b, single, 0);
	CHECK_EQ(b.nr_blocks[9], 1);
	plain_free(&b, huge, 9);
	CHECK_EQ(b.nr_blocks[18], 1);
}
