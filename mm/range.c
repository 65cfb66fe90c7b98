// SPDX-License-Identifier: MIT
#include "mm/range.h"

#include "mm/port.h"

static void range_augment(struct range *range);

#undef RB_AUGMENT
#define RB_AUGMENT(range) range_augment(range)

static int range_compare(const struct range *a, const struct range *b)
{
	return a->start < b->start ? -1 : a->start > b->start;
}

RB_GENERATE_STATIC(range_head, range, link, range_compare)

static uint64_t subtree_gap(const struct range *range)
{
	return range ? range->max_gap : 0;
}

static uint64_t max_gap_of(const struct range *range)
{
	uint64_t left = subtree_gap(RB_LEFT(range, link));
	uint64_t right = subtree_gap(RB_RIGHT(range, link));
	uint64_t most = range->gap > left ? range->gap : left;

	return most > right ? most : right;
}

static void range_augment(struct range *range)
{
	range->max_gap = max_gap_of(range);
}

/* The gap of `range` has changed: tell the nodes above, as far as it matters to them. */
static void gap_set(struct range *range, uint64_t gap)
{
	range->gap = gap;
	for (; range; range = RB_PARENT(range, link)) {
		uint64_t max_gap = max_gap_of(range);

		if (max_gap == range->max_gap)
			return;
		range->max_gap = max_gap;
	}
}

void range_tree_init(struct range_tree *tree, uint64_t start, uint64_t end)
{
	RB_INIT(&tree->head);
	tree->start = start;
	tree->end = end;
	tree->last_end = start;
	tree->nr_ranges = 0;
}

struct range *range_from(const struct range_tree *tree, uint64_t addr)
{
	struct range *at = RB_ROOT(&tree->head);
	struct range *best = NULL;

	while (at) {
		if (at->end > addr) {
			best = at;
			at = RB_LEFT(at, link);
		} else {
			at = RB_RIGHT(at, link);
		}
	}
	return best;
}

struct range *range_at(const struct range_tree *tree, uint64_t addr)
{
	struct range *range = range_from(tree, addr);

	return range && range->start <= addr ? range : NULL;
}

struct range *range_next(struct range *range)
{
	return range_head_RB_NEXT(range);
}

struct range *range_prev(struct range *range)
{
	return range_head_RB_PREV(range);
}

struct range *range_before(const struct range_tree *tree, struct range *next)
{
	return next ? range_prev(next) : RB_MAX(range_head, (struct range_head *)&tree->head);
}

/* End of what stands before `range`, or the tree's start. */
static uint64_t end_before(const struct range_tree *tree, struct range *range)
{
	struct range *prev = range_prev(range);

	return prev ? prev->end : tree->start;
}

int range_insert(struct range_tree *tree, struct range *range)
{
	struct range *next = range_from(tree, range->start);
	uint64_t before;

	if (range->start >= range->end || range->start < tree->start || range->end > tree->end)
		port_panic("range: [%#llx, %#llx) is no range of [%#llx, %#llx)",
			   (unsigned long long)range->start, (unsigned long long)range->end,
			   (unsigned long long)tree->start, (unsigned long long)tree->end);
	if (next && next->start < range->end)
		return -EEXIST;
	before = next ? next->start - next->gap : tree->last_end;
	range->gap = 0;
	range->max_gap = 0;
	range_head_RB_INSERT(&tree->head, range);
	gap_set(range, range->start - before);
	if (next)
		gap_set(next, next->start - range->end);
	else
		tree->last_end = range->end;
	tree->nr_ranges++;
	return 0;
}

void range_remove(struct range_tree *tree, struct range *range)
{
	struct range *next = range_next(range);
	uint64_t before = range->start - range->gap;

	/* A node without a gap leaves the sums above it as they are: the tree augments one level
	 * only. */
	gap_set(range, 0);
	range_head_RB_REMOVE(&tree->head, range);
	if (next)
		gap_set(next, next->start - before);
	else
		tree->last_end = before;
	tree->nr_ranges--;
}

void range_resize(struct range_tree *tree, struct range *range, uint64_t start, uint64_t end)
{
	struct range *next = range_next(range);
	uint64_t before = range->start - range->gap;

	if (start < before || end <= start || end > (next ? next->start : tree->end))
		port_panic("range: [%#llx, %#llx) cannot become [%#llx, %#llx)",
			   (unsigned long long)range->start, (unsigned long long)range->end,
			   (unsigned long long)start, (unsigned long long)end);
	range->start = start;
	range->end = end;
	gap_set(range, start - before);
	if (next)
		gap_set(next, next->start - end);
	else
		tree->last_end = end;
}

/* Does [at, at + len) with `at` aligned fit between start and end? */
static bool gap_fits(uint64_t start, uint64_t end, uint64_t len, uint64_t align, uint64_t *at)
{
	uint64_t first = ALIGN_UP(start, align);

	if (first < start || first > end || end - first < len)
		return false;
	*at = first;
	return true;
}

int range_find_gap(const struct range_tree *tree, uint64_t len, uint64_t align, uint64_t low,
		   uint64_t high, uint64_t *at, struct range **next)
{
	struct range *range;

	if (low < tree->start)
		low = tree->start;
	if (high > tree->end)
		high = tree->end;
	/* Where no gap is long enough there is only what follows the last range. */
	range = RB_ROOT(&tree->head);
	if (subtree_gap(range) >= len)
		range = range_from(tree, low);
	else
		range = NULL;
	while (range) {
		uint64_t start = range->start - range->gap;
		struct range *right = RB_RIGHT(range, link);

		if (start < low)
			start = low;
		if (start >= high)
			return -ENOMEM;
		if (range->start > low &&
		    gap_fits(start, range->start < high ? range->start : high, len, align, at)) {
			if (next)
				*next = range;
			return 0;
		}
		/* The next node in order whose subtree has a gap at least that long. */
		if (right && right->max_gap >= len) {
			range = right;
			while (RB_LEFT(range, link) && RB_LEFT(range, link)->max_gap >= len)
				range = RB_LEFT(range, link);
			continue;
		}
		for (;;) {
			struct range *parent = RB_PARENT(range, link);

			if (!parent || RB_LEFT(parent, link) == range) {
				range = parent;
				break;
			}
			range = parent;
		}
	}
	if (!gap_fits(tree->last_end > low ? tree->last_end : low, high, len, align, at))
		return -ENOMEM;
	if (next)
		*next = NULL;
	return 0;
}

void range_tree_check(const struct range_tree *tree)
{
	uint64_t before = tree->start;
	uint64_t nr = 0;
	struct range *range;

	for (range = range_from(tree, tree->start); range; range = range_next(range)) {
		if (range->start < before || range->end <= range->start ||
		    range->gap != range->start - before || range->max_gap != max_gap_of(range) ||
		    (nr && end_before(tree, range) != before))
			port_panic("range: [%#llx, %#llx) is out of order, or its gap is",
				   (unsigned long long)range->start,
				   (unsigned long long)range->end);
		before = range->end;
		nr++;
	}
	if (before != tree->last_end || nr != tree->nr_ranges || before > tree->end)
		port_panic("range: %llu ranges up to %#llx are not what was counted",
			   (unsigned long long)nr, (unsigned long long)before);
}
