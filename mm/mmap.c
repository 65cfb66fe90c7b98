// SPDX-License-Identifier: MIT
/*
 * Address spaces: regions in a tree, backed by policy.
 *
 * A region is promised or backed before it exists. What it promises, pages and page tables, is
 * taken first, so that nothing after the first change of the space can fail: frames come out of the
 * promise, tables out of spare ones (table_pool.h). Overcommit promises neither.
 *
 * What does not depend on the place, an object, consecutive frames, or one page, is brought along
 * before the lock is taken. What the policy backs comes after the region is in the tree: no one has
 * been told of it, and who guesses waits, as it is claimed (mmap_int.h).
 *
 * Cost: O(log regions) under vspace.lock, the pages without it. Not here: which CPU is in which
 * space (vspace_node.c); the other calls, and the order of locks (mmap_int.h).
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

/* Must nobody else use the spare tables? Then all of the space is claimed (mmap_int.h). */
static bool claims_all(const struct vspace *vs, const struct vm_region *want)
{
	return is_overcommit(vs) && !region_is_lazy(vs, want);
}

/* Wait for claims on a free place. False: the lock was never dropped, so it is still free. */
static bool place_wait(struct vspace *vs, const struct vm_region *want, const struct place *place)
{
	uint64_t len = want->range.end - want->range.start;

	return !claims_all(vs, want) &&
	       range_claims_give_way(&vs->claims, &vs->lock, place->start, place->start + len);
}

/*
 * A fixed place is not free yet, and has no neighbours. Nothing there is claimed; all is waited for
 * already if claims_all().
 */
static int place_find(struct vspace *vs, const struct vm_region *want, uint64_t addr,
		      struct place *place)
{
	uint64_t len = want->range.end - want->range.start;
	int err;

	if (!(want->flags & MAP_FIXED)) {
		do {
			err = huge_fits(vs, want) ? gap_find_huge(vs, len, place) : -ENOMEM;
			if (err)
				err = gap_find(vs, len, place);
			if (err)
				return err;
		} while (place_wait(vs, want, place));
		place->prev = range_before(&vs->regions, place->next);
		return 0;
	}
	if (addr % PAGE_SIZE || addr < MM_SPACE_START)
		return -EINVAL;
	if (addr > MM_SPACE_END || len > MM_SPACE_END - addr)
		return -ENOMEM;
	if (!claims_all(vs, want))
		vspace_wait(vs, addr, addr + len);
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
	struct page *frames; /* all that it will have, consecutive and filled */
	uint64_t nr_pages;   /* promised */
	uint64_t nr_tables;  /* promised, unless the region that goes on does it */
	bool promises;	     /* the object promises its part */
};

static uint64_t pages_needed(struct vspace *vs, const struct vm_region *want,
			     const struct provision *need)
{
	if (need->frames || !region_fills(want) || (is_overcommit(vs) && region_is_lazy(vs, want)))
		return 0;
	return region_pages(want) - !!(want->flags & MAP_STACK); /* not the guard */
}

/* Is it for frames that are best had before the lock is taken? */
static bool frames_first(const struct vspace *vs, const struct vm_region *want)
{
	if (region_is_contiguous(want))
		return true;
	return region_pages(want) == 1 && want->flags & MAP_ANON && want->flags & MAP_PRIVATE &&
	       !region_is_lazy(vs, want);
}

/*
 * What does not depend on the place, without the lock. Shared zeroed memory needs an object, a
 * mapping of one counts as a user.
 */
static int bring(struct vspace *vs, struct vm_region *want, struct provision *need)
{
	phys_addr_t phys;
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
			return -ENOMEM;
	}
	need->object = want->object;
	if (frames_first(vs, want)) {
		need->frames = pgdat_alloc_run(vs->pgdat, __GFP_NOWARN, region_pages(want));
		if (!need->frames)
			return -ENOMEM;
		phys = pgdat_pfn(vs->pgdat, need->frames) << PAGE_SHIFT;
		frames_fill(phys, len, NULL);
		if (want->flags & MAP_PHYS)
			want->offset = phys;
	}
	return 0;
}

/* The call has failed: what was brought goes back, without the lock. */
static void bring_back(struct vspace *vs, struct provision *need, const struct vm_region *want)
{
	if (need->frames)
		pgdat_free_run(vs->pgdat, need->frames, region_pages(want));
	if (need->object)
		mm_object_put(need->object);
}

static void nodes_drop(struct vspace *vs, struct provision *need)
{
	if (need->region)
		obj_undo(&vs->nodes, need->region);
	if (need->guard)
		obj_undo(&vs->nodes, need->guard);
	if (need->above)
		obj_undo(&vs->nodes, need->above);
}

/* Records of regions: none if the one before the place can go on. */
static bool nodes_provide(struct vspace *vs, const struct vm_region *want, struct place *place,
			  bool fixed, struct provision *need)
{
	struct vm_region *prev = region_of(place->prev);
	bool splits = fixed && hole_splits(vs, want->range.start, want->range.end);

	if (prev && !(want->flags & MAP_STACK) && !want->object && regions_alike(prev, want) &&
	    !range_claims_pin(&vs->claims, prev->range.start, want->range.end)) {
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
	bool promises = want->object && !region_is_lazy(vs, want);

	/* As if it had no neighbours at a fixed place: those in its place are about to go. */
	if (tables)
		need->nr_tables =
			tables_beyond(place->prev, place->next, want->range.start, want->range.end);
	if (promises && object_promise(want->object, want->offset,
				       want->offset + (want->range.end - want->range.start)))
		return -ENOMEM;
	need->nr_pages = pages_needed(vs, want, need);
	if (need->nr_pages && pgdat_reserve(vs->pgdat, need->nr_pages))
		goto unpromise;
	if (need->nr_tables && tables_ensure(vs, need->nr_tables))
		goto unreserve;
	need->promises = promises;
	if (nodes_provide(vs, want, place, fixed, need))
		return 0;
	nodes_drop(vs, need);
	if (need->nr_tables)
		tables_release(vs, need->nr_tables);
unreserve:
	if (need->nr_pages)
		pgdat_unreserve(vs->pgdat, need->nr_pages);
unpromise:
	if (promises)
		object_unpromise(want->object);
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

/* Take and map what the new region is backed with. Drops the lock. */
static void region_work(struct vspace *vs, const struct vm_region *want, struct provision *need)
{
	uint64_t start = want->range.start, end = want->range.end;
	unsigned claim;

	if (claims_all(vs, want))
		claim = range_claim_begin(&vs->claims, MM_SPACE_START, MM_SPACE_END);
	else
		claim = range_claim_begin(&vs->claims, start, end);
	region_back(vs, want, need->guard ? start + PAGE_SIZE : start, end);
	range_claim_end(&vs->claims, claim);
}

/* Back it or note its promise. Under overcommit it may have neither. */
static void region_fill(struct vspace *vs, const struct vm_region *want, struct provision *need)
{
	if (need->frames) {
		struct backing b = {.pgdat = vs->pgdat,
				    .pt = vs->pt,
				    .at = want->range.start,
				    .end = want->range.end,
				    .prot = pt_prot(want->prot),
				    .huge = max_leaf(vs) == PMD_SIZE};

		back_frames(&b, pgdat_pfn(vs->pgdat, need->frames), region_pages(want));
		vs->nr_mapped += region_pages(want);
	} else if (!region_is_lazy(vs, want)) {
		region_work(vs, want, need);
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

/*
 * The changes, of which none can fail. `dropped` if the place is fixed. Drops the lock when all
 * but the backing is done.
 */
static void place_take(struct vspace *vs, const struct vm_region *want, struct provision *need,
		       const struct place *place, struct dropped *dropped)
{
	uint64_t start = want->range.start, end = want->range.end;

	if (dropped)
		regions_drop(vs, start, end, need->above, dropped);
	region_place(vs, want, need);
	/* The bound that was promised at a fixed place becomes the sum. */
	if (dropped && !is_overcommit(vs))
		tables_release(vs, need->nr_tables - tables_between(vs, start, end));
	if (need->region || place->next)
		regions_join(vs, start, end);
	region_fill(vs, want, need);
	if (need->promises)
		object_unpromise(want->object);
	if (is_overcommit(vs))
		tables_release(vs, need->nr_tables);
}

/* `dropped` is written if the place is fixed and all is well. May drop the lock. */
static int map_locked(struct vspace *vs, struct vm_region *want, uint64_t addr,
		      struct provision *need, struct dropped *dropped)
{
	bool fixed = want->flags & MAP_FIXED;
	uint64_t len = want->range.end - want->range.start;
	struct place place;
	int err;

	if (vs->lock_future)
		want->flags |= REGION_LOCKED;
	if (claims_all(vs, want))
		vspace_wait(vs, MM_SPACE_START, MM_SPACE_END);
	err = place_find(vs, want, addr, &place);
	if (err)
		return err;
	want->flags &= ~(unsigned)FLAGS_PLACE;
	want->range.start = place.start;
	want->range.end = place.start + len;
	err = provide(vs, want, &place, fixed, need);
	if (!err)
		place_take(vs, want, need, &place, fixed ? dropped : NULL);
	return err;
}

int mm_mmap_object(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot, unsigned flags,
		   struct mm_object *object, uint64_t offset, uint64_t *result)
{
	uint64_t rounded = ALIGN_UP(len, PAGE_SIZE);
	struct vm_region want = {.prot = prot, .flags = flags, .object = object, .offset = offset};
	struct provision need = {.region = NULL};
	struct dropped dropped;
	int err;

	want.range.end = rounded;
	if (!len || !kind_valid(&want))
		return -EINVAL;
	if (rounded < len || rounded > MM_SPACE_END - MM_SPACE_START)
		return -ENOMEM;
	err = part_valid(&want);
	port_stack_ready(); /* for the locks of bring(), too */
	if (!err)
		err = bring(vs, &want, &need);
	if (!err) {
		port_lock(&vs->lock);
		err = map_locked(vs, &want, addr, &need, &dropped);
		vspace_unlock(vs);
	}
	if (err) {
		bring_back(vs, &need, &want);
		return err;
	}
	if (flags & MAP_FIXED)
		dropped_free(vs, &dropped);
	*result = want.range.start;
	return 0;
}
