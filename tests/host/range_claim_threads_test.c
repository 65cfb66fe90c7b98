// SPDX-License-Identifier: MIT
/* Waiting for a place among the claims, all of which are other CPUs'. */
#include "mm/range_claim.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"

static struct range_claims claims;
static struct port_lock lock;
static unsigned entered; /* CPU 0 has the lock and is about to wait; atomic */
static bool waited, long_way;
static uint64_t taken_after;

/* CPU 0 gets the lock back only once a claim has ended, as CPU 1 ends it when it was dropped. */
static void wait_or_end(void *arg, unsigned cpu)
{
	(void)arg;
	if (cpu) {
		while (!__atomic_load_n(&entered, __ATOMIC_ACQUIRE))
			port_relax();
		port_lock(&lock);
		range_claim_end(&claims, 0);
		port_unlock(&lock);
		return;
	}
	port_lock(&lock);
	__atomic_store_n(&entered, 1, __ATOMIC_RELEASE);
	if (long_way)
		range_claims_wait(&claims, &lock, 1, 2);
	else
		waited = range_claims_give_way(&claims, &lock, 1, 2);
	taken_after = claims.taken;
	port_unlock(&lock);
}

TEST(who_finds_no_place_waits_for_one)
{
	for (unsigned i = 0; i < 2; i++) {
		claims = (struct range_claims){.taken = ~0ull};
		for (unsigned k = 0; k < NR_RANGE_CLAIMS; k++)
			claims.of[k] = (struct range_claim){
				.start = 1000 + 10 * k, .end = 1010 + 10 * k, .cpu = 2 + k};
		lock = (struct port_lock){0};
		entered = 0;
		waited = false;
		long_way = i;
		host_run(2, wait_or_end, NULL);
		CHECK_EQ(taken_after, ~1ull); /* one ended; no ticket is left, nobody else's went */
		CHECK_EQ(claims.taken, ~1ull);
		CHECK_EQ(claims.last_ticket, 0);
		CHECK_EQ(waited, !i);
	}
}
