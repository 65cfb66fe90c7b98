// SPDX-License-Identifier: MIT
#include "mm/range_claim.h"

bool range_claims_overlap(const struct range_claims *c, uint64_t mask, uint64_t start, uint64_t end,
			  uint64_t ticket)
{
	for (; mask; mask &= mask - 1) {
		const struct range_claim *claim = &c->of[__builtin_ctzll(mask)];

		if (claim->start < end && start < claim->end && claim->ticket < ticket)
			return true;
	}
	return false;
}

/* Is anything there claimed? */
static bool overlap_any(const struct range_claims *c, uint64_t start, uint64_t end)
{
	if (c->taken >> port_cpu() & 1)
		port_panic("mmap: CPU %u is in the midst of page work already", port_cpu());
	return range_claims_overlap(c, c->taken, start, end, UINT64_MAX);
}

/* A CPU that finds the lock taken waits in there; else the pause is as long as a look around. */
static void lock_pass(struct port_lock *lock)
{
	port_unlock(lock);
	port_lock(lock);
}

void range_claims_wait_long(struct range_claims *c, struct port_lock *lock, uint64_t start,
			    uint64_t end)
{
	struct range_claim *own = &c->of[port_cpu()];

	if (!overlap_any(c, start, end))
		return;
	own->ticket = ++c->last_ticket;
	range_claim_begin(c, start, end);
	do
		lock_pass(lock);
	while (range_claims_overlap(c, c->taken, start, end, own->ticket));
	range_claim_end(c);
	own->ticket = 0;
}

bool range_claims_give_way(struct range_claims *c, struct port_lock *lock, uint64_t start,
			   uint64_t end)
{
	if (likely(!c->taken) || !overlap_any(c, start, end))
		return false;
	do
		lock_pass(lock);
	while (overlap_any(c, start, end));
	return true;
}
