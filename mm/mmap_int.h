// SPDX-License-Identifier: MIT
/*
 * What the files of address spaces share. All of it is called with vspace.lock held, and so are
 * static functions; what drops it in between says so.
 *
 *   mmap_region.c    regions in their tree: joined, cut, and what each promises
 *   mmap.c           mapping: find a place, provide, then change
 *   mmap_unmap.c     unmapping
 *   mmap_populate.c  backing what is lazy, copying what is shared
 *   mmap_protect.c   protection and locks
 *   mmap_fault.c     page faults
 *   mmap_clone.c     fork
 *   vspace.c         spaces, and whether one is as it should be
 *
 * A page of a region is one of: missing; the region's own; shared with a clone, copy-on-write
 * (share.h); or an object's, a file's or a physical one, which is never freed here.
 *
 * What is promised: to a lazy private region each page that is not its own yet; to a page shared by
 * n spaces n - 1 copies; to an object what it lacks. Overcommit promises nothing.
 *
 * Several CPUs: vspace.lock covers regions, promises, tables and the flush, and is held for a short
 * time, as page work (frames taken, zeroed, copied, given back) is done without it. For that the
 * addresses are claimed (range_claim.h), so that nothing about them changes: they stay mapped or
 * not, in a region that allows the same, under the same promise.
 *
 *   a fault                 its page
 *   mmap, not lazy          the new mapping
 *   mlock, mprotect         the range, pinned: their records stay where they are, and are joined
 *                           with neighbours only at the end
 *   under overcommit, the last two all of the space: spare tables are not told apart there
 *   munmap, clone, check    wait for claims, then work under the lock; frames are freed after it
 *
 * A claim does not keep records: neighbours are joined, and cut elsewhere, under an mmap or a fault
 * at work, so these keep no pointer to a region across it. The order of locks is vspace.lock,
 * object.lock, share_lock, the page allocator's; none is held while a claim is waited for, or
 * another space's copy (share.h).
 */
#pragma once

#include "mm/mmap.h"
#include "mm/frames.h"

enum { PROT_ALL = PROT_READ | PROT_WRITE | PROT_EXEC };

/* What runs under the lock must not fault in a space: not on this stack either. */
static inline void vspace_lock(struct vspace *vs)
{
	port_stack_ready();
	port_lock(&vs->lock);
}

static inline void vspace_unlock(struct vspace *vs)
{
	port_unlock(&vs->lock);
}

/* Work on [start, end), of which nothing is claimed, without the lock until vspace_work_end(). */
static inline unsigned vspace_work_begin(struct vspace *vs, uint64_t start, uint64_t end)
{
	unsigned claim = range_claim_begin(&vs->claims, start, end);

	port_unlock(&vs->lock);
	return claim;
}

static inline void vspace_work_end(struct vspace *vs, unsigned claim)
{
	port_lock(&vs->lock);
	range_claim_end(&vs->claims, claim);
}

/* Wait until nobody works on [start, end); before all else, as it may drop the lock. */
static inline void vspace_wait(struct vspace *vs, uint64_t start, uint64_t end)
{
	range_claims_wait(&vs->claims, &vs->lock, start, end);
}

static inline struct vm_region *region_of(struct range *range)
{
	return range ? container_of(range, struct vm_region, range) : NULL;
}

static inline bool is_overcommit(const struct vspace *vs)
{
	return vs->policy == MM_OVERCOMMIT;
}

/* Largest leaf for what does not need its pages one by one. Overcommit has no tables to split it.
 */
static inline uint64_t max_leaf(const struct vspace *vs)
{
	return vs->huge && !is_overcommit(vs) ? PMD_SIZE : PAGE_SIZE;
}

/* Physical addresses, nobody's frames? */
static inline bool region_is_phys(const struct vm_region *r)
{
	return (r->flags & (MAP_PHYS | MAP_ANON)) == MAP_PHYS;
}

/* A private one with frames of its own, consecutive? */
static inline bool region_is_contiguous(const struct vm_region *r)
{
	return r->flags & MAP_PHYS && r->flags & MAP_ANON && !r->object;
}

/* Does it have frames of its own, or can it get some? */
static inline bool region_is_private(const struct vm_region *r)
{
	return (r->flags & (MAP_PRIVATE | REGION_GUARD)) == MAP_PRIVATE;
}

static inline bool region_is_file(const struct vm_region *r)
{
	return r->object && r->flags & MAP_PRIVATE;
}

/* May pages be mapped that it does not own, and so without write? */
static inline bool region_is_cow(const struct vm_region *r)
{
	return r->flags & REGION_COW || region_is_file(r);
}

/* May pages be missing, to come at the fault? */
static inline bool region_is_lazy(const struct vspace *vs, const struct vm_region *r)
{
	if (r->flags & (REGION_LOCKED | MAP_PHYS))
		return false;
	return r->flags & (MAP_LAZY | MAP_STACK) || vs->policy >= MM_DEMAND;
}

/* Can a page of it come to be its own? Of a file only by a store. */
static inline bool region_fills(const struct vm_region *r)
{
	return region_is_private(r) && (!r->object || r->prot & PROT_WRITE);
}

/* Is each page promised that is not its own? */
static inline bool region_is_promised(const struct vspace *vs, const struct vm_region *r)
{
	return !is_overcommit(vs) && region_fills(r) && region_is_lazy(vs, r);
}

static inline uint64_t region_pages(const struct vm_region *r)
{
	return (r->range.end - r->range.start) >> PAGE_SHIFT;
}

/* Where addr is in the object. */
static inline uint64_t region_offset(const struct vm_region *r, uint64_t addr)
{
	return r->offset + (addr - r->range.start);
}

/* What of it lies in [start, end). */
static inline struct vm_region region_part(const struct vm_region *r, uint64_t start, uint64_t end)
{
	struct vm_region part = *r;

	if (start > r->range.start) {
		part.offset = region_offset(r, start);
		part.range.start = start;
	}
	if (end < r->range.end)
		part.range.end = end;
	return part;
}

static inline unsigned pt_prot(unsigned prot)
{
	if (prot == PROT_NONE)
		return PORT_PROT_NONE;
	return (prot & PROT_WRITE ? PORT_PROT_WRITE : 0) | (prot & PROT_EXEC ? PORT_PROT_EXEC : 0);
}

/* What pages allow that are not the region's own. */
static inline unsigned pt_prot_cow(unsigned prot)
{
	return pt_prot(prot == PROT_WRITE ? PROT_READ : prot & ~(unsigned)PROT_WRITE);
}

/* For every region that has a part in [from_, to_). */
#define for_each_region(vs, region, from_, to_)                                                    \
	for (struct range *range_ = range_from(&(vs)->regions, from_);                             \
	     range_ && range_->start < (to_) && ((region) = region_of(range_));                    \
	     range_ = range_next(range_))

/* --- vspace_node.c ------------------------------------------------------------------------ */

/* Is this CPU in the space, and on a stack that lies in it? */
bool vspace_holds_stack(struct vspace *vs);

/* --- mmap_region.c ------------------------------------------------------------------------ */

void region_insert(struct vspace *vs, struct vm_region *region);

/* Take it out, with the tables that it promised; the object is still used. */
void region_remove(struct vspace *vs, struct vm_region *region);

/* Tables that a region in the tree promises. */
uint64_t region_tables(struct vm_region *region);

/* Can `high` go on where `low` ends? */
bool regions_alike(const struct vm_region *low, const struct vm_region *high);

/* Make one of regions that are alike, from the one at start up to the one that begins at end. */
void regions_join(struct vspace *vs, uint64_t start, uint64_t end);

/* Cut at both ends of [start, end). -ENOMEM, and nothing has changed. */
int regions_cut(struct vspace *vs, uint64_t start, uint64_t end);

/* Would [start, end) leave a piece of one region on each side, so that a record more is needed? */
bool hole_splits(struct vspace *vs, uint64_t start, uint64_t end);

/*
 * Take [start, end), which is not all of the region, out of it, and promise as many tables less. If
 * it leaves two pieces `high` becomes the upper.
 */
void region_carve(struct vspace *vs, struct vm_region *region, uint64_t start, uint64_t end,
		  struct vm_region *high);

/* Is all of [start, end) in regions? */
bool regions_cover(struct vspace *vs, uint64_t start, uint64_t end);

/* Whole pages, inside the space? */
bool range_valid(uint64_t addr, uint64_t len, uint64_t *end);

/*
 * Have nr tables more at hand until tables_release(); an overcommit space has none but those in
 * use. -ENOMEM, and nothing has changed.
 */
int tables_ensure(struct vspace *vs, uint64_t nr);
void tables_release(struct vspace *vs, uint64_t nr);

/* --- mmap_unmap.c ------------------------------------------------------------------------- */

/* What has been unmapped and flushed, to be given back when the lock is no longer held. */
struct dropped {
	struct frame_list frames;
	struct mm_object *objects; /* without users, linked by `next_dead` */
	struct page *tables;	   /* linked */
	uint64_t nr_promised;	   /* pages */
};

/*
 * Unmap [start, end), of which nothing is claimed. `record` is used up if hole_splits(). Cannot
 * fail; dropped_free() is to follow.
 */
void regions_drop(struct vspace *vs, uint64_t start, uint64_t end, struct vm_region *record,
		  struct dropped *dropped);

/* Without vspace.lock. */
void dropped_free(struct vspace *vs, struct dropped *dropped);

/* --- mmap_populate.c ---------------------------------------------------------------------- */

/*
 * Back [start, end) of a region, in which nothing is mapped, out of a promise; returns how many
 * pages of it were used. The part is claimed and `region` stays, or is a copy: the lock is dropped.
 */
uint64_t region_back(struct vspace *vs, const struct vm_region *region, uint64_t start,
		     uint64_t end);

/*
 * Back all of the region that is missing, and copy what it may store to and does not own, so that
 * no access which it allows will fault. Out of a promise of region_need() pages, and of its object.
 * As region_back() otherwise.
 */
uint64_t region_populate(struct vspace *vs, const struct vm_region *region);

/*
 * Pages that must be promised to the region: `now`, for region_populate(), or as it stands, for
 * faults to come. O(pages), but O(1) where nothing can be.
 */
uint64_t region_need(struct vspace *vs, const struct vm_region *region, bool now);

/* Pages of the region's own, shared ones included; *nr_shared of them, if not NULL. */
uint64_t region_own(struct vspace *vs, const struct vm_region *region, uint64_t *nr_shared);

/*
 * The first run of what is mapped in the region from `at` on; *own: are its pages the region's, or
 * an object's? False: there is none.
 */
bool region_next(struct vspace *vs, const struct vm_region *region, uint64_t at,
		 struct port_pt_run *run, bool *own);

enum own_result {
	OWN_ALREADY, /* nobody else had it */
	OWN_COPIED,
	OWN_NO_MEMORY,
};

/*
 * Make the page at addr, where a file's or a shared one at phys is mapped, the region's own: a copy
 * if need be, out of a promise or under overcommit (`promised` false) of what is free. The page is
 * claimed and `region` stays, or is a copy: the lock is dropped.
 */
enum own_result page_own(struct vspace *vs, const struct vm_region *region, uint64_t addr,
			 phys_addr_t phys, bool promised);
