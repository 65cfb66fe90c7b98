// SPDX-License-Identifier: MIT
#include "mm/range_claim.h"

int range_claims_find(const struct range_claims *c, uint64_t mask, uint64_t start, uint64_t end,
		      uint64_t ticket)
{
	for (; mask; mask &= mask - 1) {
		int cpu = __builtin_ctzll(mask);
		const struct range_claim *claim = &c->of[cpu];

		if (claim->start < end && start < claim->end && claim->ticket < ticket)
			return cpu;
	}
	return NO_CPU;
}

/* What is in the way of who has no ticket. */
static int find_any(const struct range_claims *c, uint64_t start, uint64_t end)
{
	if (c->taken >> port_cpu() & 1)
		port_panic("mmap: CPU %u is in the midst of page work already", port_cpu());
	return range_claims_find(c, c->taken, start, end, UINT64_MAX);
}

/* Drop the owner's lock until the CPU's claim has ended; it may have another then. */
static void claim_wait(struct range_claims *c, int cpu, struct port_lock *lock)
{
	uint64_t nr_ended = c->of[cpu].nr_ended;

	port_unlock(lock);
	while (__atomic_load_n(&c->of[cpu].nr_ended, __ATOMIC_RELAXED) == nr_ended)
		port_relax();
	port_lock(lock);
}

void range_claims_wait_long(struct range_claims *c, struct port_lock *lock, uint64_t start,
			    uint64_t end)
{
	uint64_t *ticket = &c->of[port_cpu()].ticket;
	int other = find_any(c, start, end);

	if (other == NO_CPU)
		return;
	range_claim_begin(c, start, end);
	*ticket = ++c->last_ticket;
	do {
		claim_wait(c, other, lock);
		other = range_claims_find(c, c->taken, start, end, *ticket);
	} while (other != NO_CPU);
	*ticket = 0;
	range_claim_end(c);
}

bool range_claims_give_way(struct range_claims *c, struct port_lock *lock, uint64_t start,
			   uint64_t end)
{
	int other = likely(!c->taken) ? NO_CPU : find_any(c, start, end);
	bool waits = other != NO_CPU;

	for (; other != NO_CPU; other = find_any(c, start, end))
		claim_wait(c, other, lock);
	return waits;
}
