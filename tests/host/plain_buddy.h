// SPDX-License-Identifier: MIT
/*
 * A plain binary buddy allocator, to hold fragmentation against: a free list for each order, last
 * in first out, splitting the smallest block that will do, merging at once. Pages are numbers.
 */
#pragma once

#include "mm/types.h"

enum { PLAIN_MAX_ORDER = 18, PLAIN_PAGES = 1 << PLAIN_MAX_ORDER };
#define PLAIN_NONE (~0u)

struct plain_buddy {
	uint32_t head[PLAIN_MAX_ORDER + 1];
	uint64_t nr_blocks[PLAIN_MAX_ORDER + 1]; /* free ones */
	uint32_t next[PLAIN_PAGES], prev[PLAIN_PAGES];
	uint8_t order[PLAIN_PAGES]; /* of the free block that starts here; else PLAIN_TAKEN */
};

enum { PLAIN_TAKEN = 0xff };

/* One free block of all pages. */
void plain_init(struct plain_buddy *b);

/* The first page of a block of 2^order; PLAIN_NONE: none is free. */
uint32_t plain_alloc(struct plain_buddy *b, unsigned order);

void plain_free(struct plain_buddy *b, uint32_t page, unsigned order);
