// SPDX-License-Identifier: MIT
/*
 * What the page benchmarks share: an array for the pages under test, memory in a known state, and
 * the check that what came out are that many different pages.
 */
#pragma once

#include "apps/harness/bench.h"
#include "mm/page_alloc.h"

/* Fresh: all free memory is whole chunks. Setup and teardown of a group of benchmarks. */
const char *pool_fresh_setup(void);
void pool_fresh_teardown(void);

/*
 * Aged: every chunk is half allocated, page by page at random with a fixed seed; no whole chunk is
 * left. At most 1 GiB is aged and the rest held, so that set-up stays short on large machines.
 */
const char *pool_aged_setup(void);
void pool_aged_teardown(void);

enum {
	POOL_MAX =
		2048, /* pages under test at a time, 8 MiB: their array of pointers stays in L1 */
	POOL_PASSES = 8, /* that many times a repetition */
};

/* Pages that a pass may take: a multiple of 512, at most POOL_MAX; the array for them. */
uint64_t pool_pages(void);
struct page **pool_slots(void);

/* Empty the CPUs' caches, so that each repetition starts alike. */
void pool_settle(void);

/* All slots in [0, nr) NULL. */
void pool_clear(uint64_t nr);

/* Fill slots [0, nr) with single pages. False: not enough. */
bool pool_fill(uint64_t nr);

/* Are slots[0..nr) different blocks, aligned to 2^order? Stamps their records. */
bool pool_verify(struct page **slots, uint64_t nr, unsigned order);

/* The same random order each time. */
void pool_shuffle(struct page **slots, uint64_t nr);

/* The page's costs side by side: summary of the groups of bulk benchmarks. */
void pool_summary(void);
