// SPDX-License-Identifier: MIT
/* Regions in their tree, and what they promise of tables. Nothing here drops the lock. */
#include "mm/mmap_int.h"

bool range_valid(uint64_t addr, uint64_t len, uint64_t *end)
{
	uint64_t rounded = ALIGN_UP(len, PAGE_SIZE);

	if (addr % PAGE_SIZE || !len || rounded < len || addr > MM_SPACE_END ||
	    rounded > MM_SPACE_END - addr)
		return false;
	*end = addr + rounded;
	return true;
}

/* --- Tables ----------------------------------------------------------------------------------- */

uint64_t region_tables(struct vm_region *region)
{
	struct range *range = &region->range;

	return tables_beyond(range_prev(range), range_next(range), range->start, range->end);
}

static uint64_t tables_to_promise(const struct vspace *vs, uint64_t nr)
{
	return is_overcommit(vs) ? vs->tables.nr_used + nr : nr;
}

int tables_ensure(struct vspace *vs, uint64_t nr)
{
	return table_pool_promise(&vs->tables, tables_to_promise(vs, nr));
}

void tables_release(struct vspace *vs, uint64_t nr)
{
	table_pool_unpromise(&vs->tables, is_overcommit(vs) ? vs->tables.nr_promised : nr);
}

/* --- The tree --------------------------------------------------------------------------------- */

void region_insert(struct vspace *vs, struct vm_region *region)
{
	if (range_insert(&vs->regions, &region->range))
		port_panic("mmap: regions overlap");
}

void region_remove(struct vspace *vs, struct vm_region *region)
{
	if (!is_overcommit(vs))
		vs->tables.nr_promised -= region_tables(region);
	range_remove(&vs->regions, &region->range);
}

bool regions_alike(const struct vm_region *low, const struct vm_region *high)
{
	if (low->range.end != high->range.start || low->prot != high->prot ||
	    low->flags != high->flags || low->object != high->object)
		return false;
	return (!low->object && !(low->flags & MAP_PHYS)) ||
	       region_offset(low, low->range.end) == high->offset;
}

/* May the border between them go? */
static bool can_join(const struct vspace *vs, const struct vm_region *low,
		     const struct vm_region *high)
{
	return regions_alike(low, high) &&
	       !range_claims_pin(&vs->claims, low->range.start, high->range.end);
}

/* Together they need the same tables. */
static struct vm_region *join_two(struct vspace *vs, struct vm_region *low, struct vm_region *high)
{
	uint64_t end = high->range.end;

	range_remove(&vs->regions, &high->range);
	range_resize(&vs->regions, &low->range, low->range.start, end);
	if (high->object)
		mm_object_put(high->object);
	obj_free(&vs->nodes, high);
	return low;
}

void regions_join(struct vspace *vs, uint64_t start, uint64_t end)
{
	struct vm_region *region = region_of(range_from(&vs->regions, start));
	struct vm_region *low;

	if (!region)
		return;
	low = region_of(range_prev(&region->range));
	if (!low) {
		low = region;
		region = region_of(range_next(&region->range));
	}
	while (region && region->range.start <= end) {
		struct vm_region *next = region_of(range_next(&region->range));

		low = can_join(vs, low, region) ? join_two(vs, low, region) : region;
		region = next;
	}
}

/* The region that goes on both sides of addr, NULL if there is none. */
static struct vm_region *region_across(struct vspace *vs, uint64_t addr)
{
	struct vm_region *region = region_of(range_at(&vs->regions, addr));

	return region && region->range.start != addr ? region : NULL;
}

/* Cut it in two there; `high` becomes the upper. Together they need the same tables. */
static void region_cut(struct vspace *vs, uint64_t addr, struct vm_region *high)
{
	struct vm_region *low = region_across(vs, addr);

	*high = region_part(low, addr, low->range.end);
	if (high->object)
		mm_object_get(high->object);
	range_resize(&vs->regions, &low->range, low->range.start, addr);
	region_insert(vs, high);
}

int regions_cut(struct vspace *vs, uint64_t start, uint64_t end)
{
	const uint64_t ends[2] = {start, end};
	struct vm_region *nodes[2] = {NULL, NULL};

	for (int i = 0; i < 2; i++) {
		if (!region_across(vs, ends[i]))
			continue;
		nodes[i] = obj_alloc(&vs->nodes);
		if (!nodes[i]) {
			if (nodes[0])
				obj_undo(&vs->nodes, nodes[0]);
			return -ENOMEM;
		}
	}
	for (int i = 0; i < 2; i++)
		if (nodes[i])
			region_cut(vs, ends[i], nodes[i]);
	return 0;
}

bool hole_splits(struct vspace *vs, uint64_t start, uint64_t end)
{
	const struct range *range = range_at(&vs->regions, start);

	return range && range->start < start && range->end > end;
}

void region_carve(struct vspace *vs, struct vm_region *region, uint64_t start, uint64_t end,
		  struct vm_region *high)
{
	const struct range whole = region->range;
	uint64_t before = region_tables(region), after;

	if (start == whole.start) {
		region->offset = region_offset(region, end);
		range_resize(&vs->regions, &region->range, end, whole.end);
		after = region_tables(region);
	} else if (end == whole.end) {
		range_resize(&vs->regions, &region->range, whole.start, start);
		after = region_tables(region);
	} else {
		*high = region_part(region, end, whole.end);
		if (high->object)
			mm_object_get(high->object);
		range_resize(&vs->regions, &region->range, whole.start, start);
		after = region_tables(region);
		region_insert(vs, high);
		after += region_tables(high);
	}
	if (!is_overcommit(vs))
		vs->tables.nr_promised -= before - after;
}

bool regions_cover(struct vspace *vs, uint64_t start, uint64_t end)
{
	struct vm_region *region;
	uint64_t at = start;

	for_each_region (vs, region, start, end) {
		if (region->range.start > at)
			return false;
		at = region->range.end;
	}
	return at >= end;
}
