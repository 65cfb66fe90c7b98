// SPDX-License-Identifier: MIT
#include "mm/range_claim.h"

int range_claims_find(const struct range_claims *c, uint64_t mask, uint64_t start, uint64_t end,
		      uint64_t ticket)
{
	for (; mask; mask &= mask - 1) {
		int i = __builtin_ctzll(mask);

		if (c->of[i].start < end && start < c->of[i].end && c->of[i].ticket < ticket)
			return i;
	}
	return NO_CLAIM;
}

unsigned range_claim_begin_beside(struct range_claims *c, uint64_t start, uint64_t end)
{
	unsigned i = (unsigned)__builtin_ctzll(~c->taken);

	_Static_assert(NR_RANGE_CLAIMS == 64, "claims are bits of a word");
	range_claim_set(c, i, start, end);
	return i;
}

void range_claim_end_beside(struct range_claims *c, unsigned i)
{
	range_claim_clear(c, i);
}

static bool has_room(const struct range_claims *c)
{
	return ~c->taken;
}

/* What is in the way of who has no ticket: any claim, if there is no room for one more. */
static int in_the_way(const struct range_claims *c, uint64_t start, uint64_t end)
{
	int other = range_claims_find(c, c->taken, start, end, UINT64_MAX);

	for (uint64_t mask = c->taken; mask; mask &= mask - 1)
		if (c->of[__builtin_ctzll(mask)].cpu == port_cpu())
			port_panic("mmap: CPU %u is in the midst of page work already", port_cpu());
	return other == NO_CLAIM && !has_room(c) ? 0 : other;
}

/* Drop the owner's lock until claim i has ended; there may be another in its place then. */
static void claim_wait(struct range_claims *c, int i, struct port_lock *lock)
{
	uint32_t nr_ended = c->of[i].nr_ended;

	port_unlock(lock);
	while (__atomic_load_n(&c->of[i].nr_ended, __ATOMIC_RELAXED) == nr_ended)
		port_relax();
	port_lock(lock);
}

bool range_claims_give_way(struct range_claims *c, struct port_lock *lock, uint64_t start,
			   uint64_t end)
{
	int other = likely(!c->taken) ? NO_CLAIM : in_the_way(c, start, end);
	bool waits = other != NO_CLAIM;

	for (; other != NO_CLAIM; other = in_the_way(c, start, end))
		claim_wait(c, other, lock);
	return waits;
}

/* With a ticket: for all claims there and then for no new ones. */
static void ticket_wait(struct range_claims *c, struct port_lock *lock, uint64_t start,
			uint64_t end, int other)
{
	unsigned own = range_claim_begin(c, start, end);

	c->of[own].ticket = ++c->last_ticket;
	do {
		claim_wait(c, other, lock);
		other = range_claims_find(c, c->taken, start, end, c->of[own].ticket);
	} while (other != NO_CLAIM);
	c->of[own].ticket = 0;
	range_claim_end(c, own);
}

void range_claims_wait_long(struct range_claims *c, struct port_lock *lock, uint64_t start,
			    uint64_t end)
{
	int other = in_the_way(c, start, end);

	for (; other != NO_CLAIM && !has_room(c); other = in_the_way(c, start, end))
		claim_wait(c, other, lock);
	if (other != NO_CLAIM)
		ticket_wait(c, lock, start, end, other);
}
