// SPDX-License-Identifier: MIT
/*
 * Disjoint ranges of addresses in a balanced tree, with a search for gaps: areas of vmalloc,
 * regions of an address space.
 *
 * Each node knows the gap between its predecessor's end and its own start, and the largest such gap
 * in its subtree; a gap of a given length is found in one descent, lowest address first. The tree
 * is libbsd's, augmented.
 *
 * Lock: the owner's. Cost: O(log ranges) each.
 */
#pragma once

#include "mm/range_tree.h"

/* Embedded in what has a range. */
struct range {
	RB_ENTRY(range) link;
	uint64_t start;
	uint64_t end;	  /* exclusive */
	uint64_t gap;	  /* bytes free before start */
	uint64_t max_gap; /* the largest gap in this subtree */
};

RB_HEAD(range_head, range);

struct range_tree {
	struct range_head head;
	uint64_t start, end; /* all ranges lie inside */
	uint64_t last_end;   /* end of the last range, `start` if there is none */
	uint64_t nr_ranges;
};

void range_tree_init(struct range_tree *tree, uint64_t start, uint64_t end);

/* The range that contains addr, NULL if none does. */
struct range *range_at(const struct range_tree *tree, uint64_t addr);

/* The first range that ends behind addr: the one that contains it, or the next. NULL: none. */
struct range *range_from(const struct range_tree *tree, uint64_t addr);

struct range *range_next(struct range *range);
struct range *range_prev(struct range *range);

/* Add a range with start < end, inside the tree's bounds. -EEXIST: it overlaps one that is there.
 */
int range_insert(struct range_tree *tree, struct range *range);

void range_remove(struct range_tree *tree, struct range *range);

/*
 * Move the ends of a range in the tree; it must stay clear of its neighbours and not be empty.
 * O(log n), without taking it out.
 */
void range_resize(struct range_tree *tree, struct range *range, uint64_t start, uint64_t end);

/*
 * The lowest `at`, a multiple of align (a power of two), at or above `low`, such that [at, at +
 * len) is free and ends at or below `high`; and, unless NULL, the range behind it, NULL if none. 0,
 * or -ENOMEM.
 */
int range_find_gap(const struct range_tree *tree, uint64_t len, uint64_t align, uint64_t low,
		   uint64_t high, uint64_t *at, struct range **next);

/* The range before `next`; the last one for NULL. */
struct range *range_before(const struct range_tree *tree, struct range *next);

/* Panics unless order, gaps and sums are right. O(n). */
void range_tree_check(const struct range_tree *tree);
