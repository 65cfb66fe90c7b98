// SPDX-License-Identifier: MIT
/*
 * How far the TSCs of several CPUs lie apart, from readings that bracket each other: what another
 * CPU read between two readings of this one lies, by this one's TSC, between these two.
 */
#pragma once

#include "mm/types.h"

/* Ticks by which another TSC is ahead of ours, at least and at most. */
struct tsc_bracket {
	int64_t low, high;
};

/* Of a group of CPUs, the one that measures included. */
struct tsc_spread {
	int64_t low, high;		 /* the widest: 0 and all brackets lie inside */
	int64_t surely_low, surely_high; /* what no bracket leaves out */
	unsigned nr_cpus;
	unsigned nr_unsteady; /* CPUs whose readings contradict one another */
};

struct tsc_bracket tsc_bracket_begin(void);

/* One round: `there` was read after `before` and before `after`. The bracket becomes narrower. */
void tsc_bracket_add(struct tsc_bracket *b, uint64_t before, uint64_t there, uint64_t after);

struct tsc_spread tsc_spread_begin(void);

/* One CPU more, of which at least one round was added. */
void tsc_spread_add(struct tsc_spread *s, struct tsc_bracket b);

/* Ticks between the first and the last TSC: at most, and at least. */
uint64_t tsc_spread_most(const struct tsc_spread *s);
uint64_t tsc_spread_least(const struct tsc_spread *s);
