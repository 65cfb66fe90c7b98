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
 * claimed, else O(CPUs that have a claim or wait). Private to mm/.
 */
#pragma once

#include "mm/port.h"

struct range_claim {
	uint64_t start, end;
	uint64_t ticket;   /* of a waiter; 0: at work, or nothing is claimed */
	uint64_t nr_ended; /* claims and waits of this CPU */
};

/* All zero bits: nothing is claimed. */
struct range_claims {
	uint64_t taken;	 /* bit i: CPU i has a claim or waits */
	uint64_t pinned; /* bit i: CPU i has a claim in which no border may be moved */
	uint64_t last_ticket;
	struct range_claim of[MM_NR_CPUS];
};

enum { NO_CPU = -1 };

/* A CPU of `mask` with a claim that overlaps [start, end), its ticket below `ticket`; or NO_CPU. */
int range_claims_find(const struct range_claims *c, uint64_t mask, uint64_t start, uint64_t end,
		      uint64_t ticket);

void range_claims_wait_long(struct range_claims *c, struct port_lock *lock, uint64_t start,
			    uint64_t end);

/*
 * Wait until nothing in [start, end) is claimed. The lock is dropped meanwhile, and held again.
 * Panics if this CPU has a claim itself: a fault in the midst of page work.
 */
static inline void range_claims_wait(struct range_claims *c, struct port_lock *lock, uint64_t start,
				     uint64_t end)
{
	if (unlikely(c->taken))
		range_claims_wait_long(c, lock, start, end);
}

/*
 * The same for who can go elsewhere: it draws no ticket, and is to look for a place again. False:
 * nothing was claimed, and the lock was never dropped.
 */
bool range_claims_give_way(struct range_claims *c, struct port_lock *lock, uint64_t start,
			   uint64_t end);

/*
 * This CPU works on [start, end) from now on until range_claim_end(), having waited for all of it
 * under this hold of the lock.
 */
static inline void range_claim_begin(struct range_claims *c, uint64_t start, uint64_t end)
{
	unsigned cpu = port_cpu();

	_Static_assert(MM_NR_CPUS <= 64, "CPUs with a claim are bits of a word");
	c->of[cpu].start = start;
	c->of[cpu].end = end;
	c->taken |= 1ull << cpu;
}

static inline void range_claim_end(struct range_claims *c)
{
	unsigned cpu = port_cpu();

	c->taken &= ~(1ull << cpu);
	__atomic_store_n(&c->of[cpu].nr_ended, c->of[cpu].nr_ended + 1, __ATOMIC_RELAXED);
}

/* The same, and borders of what lies in it stay where they are. */
static inline void range_claim_begin_pinned(struct range_claims *c, uint64_t start, uint64_t end)
{
	range_claim_begin(c, start, end);
	c->pinned |= 1ull << port_cpu();
}

static inline void range_claim_end_pinned(struct range_claims *c)
{
	c->pinned &= ~(1ull << port_cpu());
	range_claim_end(c);
}

/* Is a border in [start, end] to stay where it is? */
static inline bool range_claims_pin(const struct range_claims *c, uint64_t start, uint64_t end)
{
	return unlikely(c->pinned) &&
	       range_claims_find(c, c->pinned, start, end, UINT64_MAX) != NO_CPU;
}
