// SPDX-License-Identifier: MIT
/*
 * Address spaces: regions in a tree, backed by policy.
 *
 * A region is promised or backed before it exists. What it promises, pages and page tables, is
 * taken first, so that nothing after the first change of the space can fail: frames come out of the
 * promise, tables out of spare ones (table_pool.h). Overcommit promises neither.
 *
 * Lock: vspace.lock, then that of an object, then the page allocator's. Cost: O(log regions) and
 * the pages. Not here: which CPU is in which space (vspace_node.c); the other calls (mmap_int.h).
 */
#include "mm/back.h"
#include "mm/mmap_int.h"

enum {
	FLAGS_PLACE = MAP_FIXED,
	FLAGS_KIND = MAP_ANON | MAP_PHYS | MAP_STACK,
	FLAGS_ALL =
		MAP_SHARED | MAP_PRIVATE | MAP_FIXED | MAP_ANON | MAP_LAZY | MAP_STACK | MAP_PHYS,
};

/* Do flags and object name something that can be mapped? mm_mmap_object() lists what. */
static bool kind_valid(const struct vm_region *want)
{
	unsigned sharing = want->flags & (MAP_SHARED | MAP_PRIVATE);

	if (want->prot & ~(unsigned)PROT_ALL || want->flags & ~(unsigned)FLAGS_ALL ||
	    (sharing != MAP_SHARED && sharing != MAP_PRIVATE))
		return false;
	switch (want->flags & FLAGS_KIND) {
	case MAP_ANON:
		return !want->object;
	case MAP_ANON | MAP_PHYS:
		return !want->object && !(want->flags & MAP_LAZY);
	case MAP_ANON | MAP_STACK:
		return !want->object && sharing == MAP_PRIVATE &&
		       want->range.end - want->range.start > PAGE_SIZE;
	case MAP_PHYS:
		return !want->object && sharing == MAP_SHARED && !(want->flags & MAP_LAZY);
	case 0:
		return want->object && (sharing == MAP_SHARED || want->object->kind == OBJECT_FILE);
	default:
		return false;
	}
}

/* Is there such a part of the object, or of physical memory? */
static int part_valid(const struct vm_region *want)
{
	uint64_t len = want->range.end - want->range.start;
	uint64_t most = want->object ? want->object->len : 1ull << 52;

	if (want->flags & MAP_ANON)
		return want->offset ? -EINVAL : 0;
	if (want->offset % PAGE_SIZE)
		return -EINVAL;
	return want->offset < most && len <= most - want->offset ? 0 : -ENXIO;
}

/* --- Where ------------------------------------------------------------------------------------ */

/* A free place, and the regions on its sides. */
struct place {
	uint64_t start;
	struct range *prev, *next;
};

/* Do 2 MiB leaves fit, if the place is right? */
static bool huge_fits(const struct vspace *vs, const struct vm_region *want)
{
	phys_addr_t phys = want->offset;

	if (max_leaf(vs) < PMD_SIZE || want->range.end - want->range.start < PMD_SIZE)
		return false;
	if (want->object && want->object->kind == OBJECT_FILE)
		phys += want->object->phys;
	return phys % PMD_SIZE == 0 && (want->flags & MAP_PHYS || vs->policy == MM_RANGE);
}

static int gap_find(struct vspace *vs, uint64_t len, struct place *place)
{
	return range_find_gap(&vs->regions, len, PAGE_SIZE, 0, ~0ull, &place->start, &place->next);
}

/*
 * Aligned to 2 MiB: the lowest gap that is long enough, if it is so in the right place; else the
 * lowest in which any place is. So it stays logarithmic, and may pass over an exact fit.
 */
static int gap_find_huge(struct vspace *vs, uint64_t len, struct place *place)
{
	uint64_t start;
	int err = gap_find(vs, len, place);

	if (err)
		return err;
	start = ALIGN_UP(place->start, PMD_SIZE);
	if (start + len <= (place->next ? place->next->start : MM_SPACE_END)) {
		place->start = start;
		return 0;
	}
	err = gap_find(vs, len + PMD_SIZE - PAGE_SIZE, place);
	place->start = ALIGN_UP(place->start, PMD_SIZE);
	return err;
}

/* A fixed place is not free yet, and has no neighbours. */
static int place_find(struct vspace *vs, const struct vm_region *want, uint64_t addr,
		      struct place *place)
{
	uint64_t len = want->range.end - want->range.start;
	int err;

	if (!(want->flags & MAP_FIXED)) {
		err = huge_fits(vs, want) ? gap_find_huge(vs, len, place) : -ENOMEM;
		if (err)
			err = gap_find(vs, len, place);
		if (!err)
			place->prev = range_before(&vs->regions, place->next);
		return err;
	}
	if (addr % PAGE_SIZE || addr < MM_SPACE_START)
		return -EINVAL;
	if (addr > MM_SPACE_END || len > MM_SPACE_END - addr)
		return -ENOMEM;
	*place = (struct place){addr, NULL, NULL};
	return 0;
}

/* --- With what -------------------------------------------------------------------------------- */

/* What a mapping takes before the first change, so that nothing after it can fail. */
struct provision {
	struct vm_region *region, *guard;
	struct vm_region *above;  /* what stands at a fixed place leaves a piece on each side */
	struct vm_region *joined; /* goes on instead */
	struct mm_object *object;
	struct page *frames; /* consecutive */
	uint64_t nr_pages;   /* promised */
	uint64_t nr_tables;  /* promised, unless the region that goes on does it */
};

static uint64_t pages_needed(struct vspace *vs, const struct vm_region *want)
{
	if (region_is_contiguous(want) || !region_fills(want) ||
	    (is_overcommit(vs) && region_is_lazy(vs, want)))
		return 0;
	return region_pages(want) - !!(want->flags & MAP_STACK); /* not the guard */
}

/* Shared zeroed memory needs an object, a mapping of one counts as a user. */
static bool object_provide(struct vspace *vs, struct vm_region *want, struct provision *need)
{
	uint64_t len = want->range.end - want->range.start;

	if (want->object) {
		mm_object_get(want->object);
	} else if ((want->flags & (MAP_SHARED | MAP_ANON)) == (MAP_SHARED | MAP_ANON)) {
		want->object = want->flags & MAP_PHYS
				       ? mm_object_create_contiguous(vs->pgdat, len)
				       : mm_object_create(vs->pgdat, len,
							  is_overcommit(vs) ? OBJECT_OVERCOMMIT
									    : OBJECT_PROMISED);
		if (!want->object)
			return false;
	}
	need->object = want->object;
	if (region_is_contiguous(want)) {
		need->frames = pgdat_alloc_run(vs->pgdat, __GFP_NOWARN, region_pages(want));
		if (need->frames)
			want->offset = pgdat_pfn(vs->pgdat, need->frames) << PAGE_SHIFT;
		return need->frames;
	}
	if (want->object && !region_is_lazy(vs, want))
		return !object_promise(want->object, want->offset, want->offset + len);
	return true;
}

static void provision_drop(struct vspace *vs, struct provision *need, const struct vm_region *want)
{
	if (need->region)
		obj_free(&vs->nodes, need->region);
	if (need->guard)
		obj_free(&vs->nodes, need->guard);
	if (need->above)
		obj_free(&vs->nodes, need->above);
	if (need->frames)
		pgdat_free_run(vs->pgdat, need->frames, region_pages(want));
	if (need->object) {
		object_unpromise(need->object);
		mm_object_put(need->object);
	}
}

/* Records of regions: none if the one before the place can go on. */
static bool nodes_provide(struct vspace *vs, const struct vm_region *want, struct place *place,
			  bool fixed, struct provision *need)
{
	struct vm_region *prev = region_of(place->prev);
	bool splits = fixed && hole_splits(vs, want->range.start, want->range.end);

	if (prev && !(want->flags & MAP_STACK) && !want->object && regions_alike(prev, want)) {
		need->joined = prev;
		return true;
	}
	need->region = obj_alloc(&vs->nodes);
	if (want->flags & MAP_STACK)
		need->guard = obj_alloc(&vs->nodes);
	if (splits)
		need->above = obj_alloc(&vs->nodes);
	return need->region && (need->guard || !(want->flags & MAP_STACK)) &&
	       (need->above || !splits);
}

/* Provide for the region that is wanted at the place. -ENOMEM, and nothing has changed. */
static int provide(struct vspace *vs, struct vm_region *want, struct place *place, bool fixed,
		   struct provision *need)
{
	bool tables = !is_overcommit(vs) || !region_is_lazy(vs, want);

	__builtin_memset(need, 0, sizeof(*need));
	/* As if it had no neighbours at a fixed place: those in its place are about to go. */
	if (tables)
		need->nr_tables =
			tables_beyond(place->prev, place->next, want->range.start, want->range.end);
	if (!object_provide(vs, want, need))
		goto drop;
	need->nr_pages = pages_needed(vs, want);
	if (need->nr_pages && pgdat_reserve(vs->pgdat, need->nr_pages))
		goto drop;
	if (need->nr_tables && tables_ensure(vs, need->nr_tables))
		goto unreserve;
	if (nodes_provide(vs, want, place, fixed, need))
		return 0;
	if (need->nr_tables)
		tables_release(vs, need->nr_tables);
unreserve:
	if (need->nr_pages)
		pgdat_unreserve(vs->pgdat, need->nr_pages);
drop:
	provision_drop(vs, need, want);
	return -ENOMEM;
}

/* --- mmap ------------------------------------------------------------------------------------- */

/* The lowest page of a stack becomes a region of its own. */
static void guard_insert(struct vspace *vs, struct vm_region *stack, struct vm_region *guard)
{
	*guard = *stack;
	guard->range.end = stack->range.start + PAGE_SIZE;
	guard->prot = PROT_NONE;
	guard->flags |= REGION_GUARD;
	guard->flags &= ~(unsigned)REGION_LOCKED;
	stack->range.start = guard->range.end;
	region_insert(vs, guard);
}

/* Into the tree, as a new region or as more of the one before. */
static void region_place(struct vspace *vs, const struct vm_region *want, struct provision *need)
{
	struct vm_region *region = need->region;

	if (need->joined) {
		range_resize(&vs->regions, &need->joined->range, need->joined->range.start,
			     want->range.end);
		return;
	}
	*region = *want;
	if (need->guard)
		guard_insert(vs, region, need->guard);
	region_insert(vs, region);
}

/* Back it or note its promise. Under overcommit it may have neither. */
static void region_fill(struct vspace *vs, const struct vm_region *want, struct provision *need)
{
	uint64_t start = want->range.start, end = want->range.end;

	if (need->guard)
		start += PAGE_SIZE;
	if (need->frames) {
		struct backing b = {.pgdat = vs->pgdat,
				    .pt = vs->pt,
				    .at = start,
				    .end = end,
				    .prot = pt_prot(want->prot),
				    .huge = max_leaf(vs) == PMD_SIZE};

		back_frames(&b, pgdat_pfn(vs->pgdat, need->frames), region_pages(want));
		vs->nr_mapped += region_pages(want);
	} else if (!region_is_lazy(vs, want)) {
		region_back(vs, want, start, end);
	} else {
		vs->nr_promised += need->nr_pages;
	}
}

/* Tables that the regions which make up [start, end) promise together. */
static uint64_t tables_between(struct vspace *vs, uint64_t start, uint64_t end)
{
	return tables_beyond(range_prev(range_at(&vs->regions, start)),
			     range_next(range_at(&vs->regions, end - 1)), start, end);
}

static int map_locked(struct vspace *vs, struct vm_region *want, uint64_t addr, uint64_t *result)
{
	bool fixed = want->flags & MAP_FIXED;
	uint64_t len = want->range.end - want->range.start;
	struct provision need;
	struct place place;
	int err = place_find(vs, want, addr, &place);

	if (err)
		return err;
	want->flags &= ~(unsigned)FLAGS_PLACE;
	if (vs->lock_future)
		want->flags |= REGION_LOCKED;
	want->range.start = place.start;
	want->range.end = place.start + len;
	err = provide(vs, want, &place, fixed, &need);
	if (err)
		return err;
	if (fixed)
		regions_drop(vs, place.start, place.start + len, need.above);
	region_place(vs, want, &need);
	region_fill(vs, want, &need);
	if (need.object)
		object_unpromise(need.object);
	if (is_overcommit(vs))
		tables_release(vs, need.nr_tables);
	else if (fixed) /* the bound that was promised becomes the sum */
		tables_release(vs,
			       need.nr_tables - tables_between(vs, place.start, place.start + len));
	if (need.region || place.next)
		regions_join(vs, place.start, place.start + len);
	*result = place.start;
	return 0;
}

int mm_mmap_object(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot, unsigned flags,
		   struct mm_object *object, uint64_t offset, uint64_t *result)
{
	uint64_t rounded = ALIGN_UP(len, PAGE_SIZE);
	struct vm_region want = {.prot = prot, .flags = flags, .object = object, .offset = offset};
	uint64_t start;
	int err;

	want.range.end = rounded;
	if (!len || !kind_valid(&want))
		return -EINVAL;
	if (rounded < len || rounded > MM_SPACE_END - MM_SPACE_START)
		return -ENOMEM;
	err = part_valid(&want);
	if (err)
		return err;
	vspace_lock(vs);
	err = map_locked(vs, &want, addr, &start);
	vspace_unlock(vs);
	if (!err)
		*result = start;
	return err;
}
