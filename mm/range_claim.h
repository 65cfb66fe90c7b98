// SPDX-License-Identifier: MIT
/*
 * Claims: addresses of a space, or offsets of an object, on which a CPU works without the lock.
 *
 * Page work (taking frames, zeroing, copying) is long, and all that it needs of the lock is that
 * nobody else does anything with these addresses. So a CPU claims them under the lock, drops it,
 * works, takes it again, stores what came out and ends the claim. Whoever is about to look at or to
 * change addresses first waits until no claim is left on any of them. A CPU has at most one claim
 * in a set. It lies in the owner's memory: the stack of who made it may be in a space that others
 * do not see.
 *
 * To wait is to drop the lock, so it comes before all else, or what was looked up before is stale.
 * A waiter draws a ticket and counts as a claim for all who come later, so it does not starve. It
 * waits for work and for earlier tickets only; work waits for claims on an object at most, and work
 * on those for none. So there is no cycle, and as page work ends each wait ends.
 *
 * A waiter watches the claim in its way until that has ended, and only then takes the lock again:
 * it is left to those who are to end their claims.
 *
 * Lock: the owner's, for everything here; nr_ended is read without. Cost: O(1) where nothing is
 * claimed, else O(claims and waiters). Private to mm/.
 */
#pragma once

#include "mm/port.h"

/* More CPUs than these cannot work in one space or object at once: they wait. */
enum { NR_RANGE_CLAIMS = 64, NO_CLAIM = -1 };

struct range_claim {
	uint64_t start, end;
	uint64_t ticket; /* of a waiter; 0: at work, or nothing is claimed */
	uint32_t nr_ended;
	uint32_t cpu;
};

/* All zero bits: nothing is claimed. */
struct range_claims {
	uint64_t taken;	 /* bit i: of[i] is a claim or a waiter */
	uint64_t pinned; /* bit i: of[i] is a claim in which no border may be moved */
	uint64_t last_ticket;
	struct range_claim of[NR_RANGE_CLAIMS];
};

/* The first of `mask` that overlaps [start, end) with a ticket below `ticket`, or NO_CLAIM. */
int range_claims_find(const struct range_claims *c, uint64_t mask, uint64_t start, uint64_t end,
		      uint64_t ticket);

void range_claims_wait_long(struct range_claims *c, struct port_lock *lock, uint64_t start,
			    uint64_t end);

/*
 * Wait until nothing in [start, end) is claimed, and one more claim can be made. The lock is
 * dropped meanwhile, and held again. Panics if this CPU has a claim itself: a fault in the midst of
 * page work.
 */
static inline void range_claims_wait(struct range_claims *c, struct port_lock *lock, uint64_t start,
				     uint64_t end)
{
	if (unlikely(c->taken))
		range_claims_wait_long(c, lock, start, end);
}

/*
 * The same for who can go elsewhere: it draws no ticket, and is to look for a place again. False:
 * there was nothing to wait for, and the lock was never dropped.
 */
bool range_claims_give_way(struct range_claims *c, struct port_lock *lock, uint64_t start,
			   uint64_t end);

unsigned range_claim_begin_beside(struct range_claims *c, uint64_t start, uint64_t end);
void range_claim_end_beside(struct range_claims *c, unsigned i);

static inline void range_claim_set(struct range_claims *c, unsigned i, uint64_t start, uint64_t end)
{
	c->of[i].start = start;
	c->of[i].end = end;
	c->of[i].cpu = port_cpu();
	c->taken |= 1ull << i;
}

static inline void range_claim_clear(struct range_claims *c, unsigned i)
{
	c->taken &= ~(1ull << i);
	__atomic_store_n(&c->of[i].nr_ended, c->of[i].nr_ended + 1, __ATOMIC_RELAXED);
}

/*
 * This CPU works on [start, end) from now on, having waited for all of it under this hold of the
 * lock. Returns the claim, for range_claim_end(). The first has constant addresses.
 */
static inline unsigned range_claim_begin(struct range_claims *c, uint64_t start, uint64_t end)
{
	if (unlikely(c->taken))
		return range_claim_begin_beside(c, start, end);
	range_claim_set(c, 0, start, end);
	return 0;
}

static inline void range_claim_end(struct range_claims *c, unsigned i)
{
	if (unlikely(i))
		range_claim_end_beside(c, i);
	else
		range_claim_clear(c, 0);
}

/* The same, and borders of what lies in it stay where they are. */
static inline unsigned range_claim_begin_pinned(struct range_claims *c, uint64_t start,
						uint64_t end)
{
	unsigned i = range_claim_begin(c, start, end);

	c->pinned |= 1ull << i;
	return i;
}

static inline void range_claim_end_pinned(struct range_claims *c, unsigned i)
{
	c->pinned &= ~(1ull << i);
	range_claim_end(c, i);
}

/* Is a border in [start, end] to stay where it is? */
static inline bool range_claims_pin(const struct range_claims *c, uint64_t start, uint64_t end)
{
	return unlikely(c->pinned) &&
	       range_claims_find(c, c->pinned, start, end, UINT64_MAX) != NO_CLAIM;
}
