// SPDX-License-Identifier: MIT
/* Shapes of memory for page allocators of a test's own. */
#pragma once

#include "mm/page_alloc.h"

/* Pages [start, end) of a shape, or of every `period` pages the first `len` if period is not 0. */
struct page_piece {
	pfn_t start, end;
	uint32_t period, len;
	bool reserved; /* RAM that the allocator never gets */
};

enum { SHAPE_PIECES = 8 };

/* Memory to work on: a span of holes with pieces of RAM in it. */
struct page_shape {
	const char *name;
	pfn_t start_pfn, end_pfn;
	struct page_piece pieces[SHAPE_PIECES];
	gfp_t force;   /* pgdat_force() */
	bool contents; /* the frames are ours: they are written, and verified if zeroed */
};

/*
 * One of the shapes that every runner can take, as their frames need not exist; NULL: none has that
 * name. both_zones, one_small_zone, from_page_512 (case O15), above_4_gib, fragments,
 * nothing_cached.
 */
const struct page_shape *page_shape_named(const char *name);
