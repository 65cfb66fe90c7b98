// SPDX-License-Identifier: MIT
/*
 * Endurance: a long trace of requests and frees, played on the page allocator and on a plain buddy
 * (plain_buddy.h) of 1 GiB each; how fragmented both become, and whether all is whole at the end.
 *
 * The trace depends on the seed alone, not on what either could serve: what failed is freed as
 * well, to no effect. It keeps 50 to 95 % of memory asked for, so whatever fails does so for
 * fragmentation. The allocator is held against a shadow (page_shadow.h) all along.
 */
#pragma once

#include "tests/harness/page_shadow.h"
#include "tests/host/plain_buddy.h"

enum { ENDURANCE_REPORT = 1000000 }; /* operations */

/* A request that was made and not yet taken back; pages by index, chained if there are several. */
struct handle {
	uint32_t ours, plain;
	uint16_t nr; /* single pages, in bulk; 0: a block */
	uint8_t order;
};

enum lifetime { SHORT_LIVED, MEDIUM_LIVED, LONG_LIVED, NR_LIFETIMES };

/* Of one of the two. */
struct endurance_side {
	unsigned largest;     /* order of the largest free block */
	uint64_t nr_free;     /* pages */
	uint64_t nr_huge;     /* of these in whole blocks of 2 MiB */
	uint64_t nr_failed;   /* requests of order 1 to 9, since the last report */
	uint64_t nr_failed_9; /* of order 9 */
};

struct endurance {
	struct node_fixture f;
	struct page_shadow s;
	struct plain_buddy *plain;
	uint64_t random;
	uint64_t nr_ops, nr_asked; /* pages asked for by all handles */
	uint64_t goal, goal_until;
	struct handle *handles[NR_LIFETIMES];
	uint32_t nr_handles[NR_LIFETIMES];
	uint32_t *next_ours, *next_plain; /* of each page, the next of its bulk */
	struct page **slots;

	uint64_t nr_requests, nr_requests_9; /* of order 1 to 9; of 9; since the last report */
	struct endurance_side ours, other;

	/* After every million operations and at the end. */
	void (*report)(struct endurance *e);
	/* For tests of the tests: before every operation. */
	void (*meddle)(struct endurance *e);
	char said[240];
};

/*
 * A segment: nr_ops operations from all free to, in the end, all free again. NULL, or what went
 * wrong. Within test_call().
 */
const char *endurance_run(struct endurance *e, uint64_t seed, uint64_t nr_ops);

/* The mode of the program: `endurance` with seed=, ops=; CSV lines. Returns the exit status. */
int endurance_main(uint64_t seed, uint64_t nr_ops);
