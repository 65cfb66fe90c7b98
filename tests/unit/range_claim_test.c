// SPDX-License-Identifier: MIT
/* Claims as one CPU sees them; how several wait is in tests/host/mmap_threads_test.c. */
#include "mm/range_claim.h"
#include "tests/harness/test.h"

static struct range_claims claims;
static struct port_lock lock;

static void claims_clear(void)
{
	claims = (struct range_claims){.taken = 0};
	lock = (struct port_lock){0};
	port_lock(&lock);
}

/* As if another CPU had made claim i. */
static void other_claims(unsigned i, uint64_t start, uint64_t end, uint64_t ticket)
{
	claims.of[i] = (struct range_claim){
		.start = start, .end = end, .ticket = ticket, .cpu = port_cpu() + 1};
	claims.taken |= 1ull << i;
}

TEST(claims_overlap_where_they_share_an_address)
{
	claims_clear();
	other_claims(5, 10, 20, 0);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 0, 10, UINT64_MAX), NO_CLAIM);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 0, 11, UINT64_MAX), 5);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 19, 30, UINT64_MAX), 5);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 20, 30, UINT64_MAX), NO_CLAIM);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 12, 13, UINT64_MAX), 5);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 0, 100, UINT64_MAX), 5);
	CHECK_EQ(range_claims_find(&claims, 0, 0, 100, UINT64_MAX), NO_CLAIM);
}

TEST(a_waiter_waits_for_work_and_for_earlier_waiters_only)
{
	claims_clear();
	other_claims(63, 10, 20, 7);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 0, 100, 7), NO_CLAIM);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 0, 100, 8), 63);
	other_claims(3, 10, 20, 0);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 0, 100, 7), 3);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 0, 100, 1), 3);
}

TEST(borders_in_a_pinned_claim_stay_and_those_in_others_may_go)
{
	unsigned i;

	claims_clear();
	i = range_claim_begin(&claims, 10, 20);
	CHECK(!range_claims_pin(&claims, 0, 100));
	range_claim_end(&claims, i);
	i = range_claim_begin_pinned(&claims, 10, 20);
	CHECK(range_claims_pin(&claims, 15, 30));
	CHECK(range_claims_pin(&claims, 0, 11));
	CHECK(!range_claims_pin(&claims, 20, 30));
	range_claim_end_pinned(&claims, i);
	CHECK(!range_claims_pin(&claims, 0, 100));
	CHECK_EQ(claims.taken, 0);
}

TEST(what_is_not_claimed_is_not_waited_for)
{
	claims_clear();
	range_claims_wait(&claims, &lock, 0, 100);
	CHECK(!range_claims_give_way(&claims, &lock, 0, 100));
	other_claims(9, 100, 200, 0);
	range_claims_wait(&claims, &lock, 0, 100);
	CHECK(!range_claims_give_way(&claims, &lock, 200, 300));
	CHECK_EQ(claims.last_ticket, 0);
	CHECK_EQ(claims.taken, 1ull << 9);
	CHECK(lock.taken);
}

TEST(claims_take_any_place_that_is_free)
{
	claims_clear();
	for (unsigned i = 0; i < NR_RANGE_CLAIMS; i++)
		CHECK_EQ(range_claim_begin(&claims, i, i + 1), i);
	CHECK_EQ(claims.taken, ~0ull);
	range_claim_end(&claims, 40);
	range_claim_end(&claims, 9);
	CHECK_EQ(range_claims_find(&claims, claims.taken, 9, 10, UINT64_MAX), NO_CLAIM);
	CHECK_EQ(range_claim_begin(&claims, 100, 101), 9);
	CHECK_EQ(range_claim_begin(&claims, 101, 102), 40);
}

static void work_in_work(void *arg)
{
	range_claims_wait(arg, &lock, 50, 60);
}

static void way_in_work(void *arg)
{
	range_claims_give_way(arg, &lock, 50, 60);
}

/* It would be a fault in the midst of page work; elsewhere, too, as a CPU has one claim. */
TEST(a_cpu_with_a_claim_cannot_wait)
{
	const char *said;

	claims_clear();
	range_claim_begin(&claims, 10, 20);
	said = test_expect_panic(work_in_work, &claims);
	CHECK(said && test_contains(said, "in the midst of page work"));
	said = test_expect_panic(way_in_work, &claims);
	CHECK(said && test_contains(said, "in the midst of page work"));
}
