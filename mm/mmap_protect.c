// SPDX-License-Identifier: MIT
/*
 * Changing regions that are there: what they allow, and whether they are locked.
 *
 * What each part will need is summed up and taken first; then regions are cut, which is the last
 * thing that can fail; then they change. A sum looks at pages only where it can be other than 0:
 * for locks, and for private mappings of files.
 *
 * From the cut on the range is claimed and pinned, as the lock is dropped where pages are backed or
 * copied. So its regions are as they were when it is taken again; those around may be others.
 */
#include "mm/mmap_int.h"

/* What is to become of all regions in [start, end). */
struct change {
	uint64_t start, end;
	bool protects, locks, unlocks;
	unsigned prot;
};

/* What is taken before. */
struct means {
	uint64_t nr_pages, nr_tables;
};

/* The part of the region inside, with the change, but for its lock. */
static struct vm_region part_after(const struct vm_region *region, const struct change *c)
{
	struct vm_region part = region_part(region, c->start, c->end);

	if (c->protects && !(part.flags & REGION_GUARD))
		part.prot = c->prot;
	return part;
}

/* Must all of the part be backed, and its own, when the change is done? */
static bool now_needed(const struct vspace *vs, const struct vm_region *after,
		       const struct change *c)
{
	return c->locks || (region_is_cow(after) && !region_is_lazy(vs, after));
}

/* Can promises or pages change at all? */
static bool pages_matter(const struct vm_region *after, const struct change *c)
{
	return c->locks || region_is_file(after) || after->flags & REGION_LOCKED;
}

/* The promise that a part has, and what it needs for the change. */
static void part_needs(struct vspace *vs, const struct vm_region *region, const struct change *c,
		       uint64_t *has, uint64_t *needs)
{
	struct vm_region before = region_part(region, c->start, c->end);
	struct vm_region after = part_after(region, c);

	*has = *needs = 0;
	if (!pages_matter(&after, c))
		return;
	*has = region_need(vs, &before, false);
	*needs = region_need(vs, &after, now_needed(vs, &after, c));
}

/* Of those before `end`. */
static void objects_unpromise(struct vspace *vs, const struct change *c, uint64_t end)
{
	struct vm_region *region;

	for_each_region (vs, region, c->start, end)
		if (c->locks && region->object)
			object_unpromise(region->object);
}

static int objects_promise(struct vspace *vs, const struct change *c)
{
	struct vm_region *region;

	if (!c->locks)
		return 0;
	for_each_region (vs, region, c->start, c->end) {
		struct vm_region part = region_part(region, c->start, c->end);

		if (part.object &&
		    object_promise(part.object, part.offset,
				   part.offset + (part.range.end - part.range.start))) {
			objects_unpromise(vs, c, region->range.start);
			return -ENOMEM;
		}
	}
	return 0;
}

static int change_provide(struct vspace *vs, const struct change *c, struct means *means)
{
	struct vm_region *region;

	*means = (struct means){0, 0};
	for_each_region (vs, region, c->start, c->end) {
		struct vm_region part = region_part(region, c->start, c->end);
		uint64_t has, needs;

		part_needs(vs, region, c, &has, &needs);
		if (needs > has)
			means->nr_pages += needs - has;
		if (c->locks && is_overcommit(vs))
			means->nr_tables +=
				port_pt_tables_needed(vs->pt, part.range.start,
						      part.range.end - part.range.start, PAGE_SIZE);
	}
	if (means->nr_pages && pgdat_reserve(vs->pgdat, means->nr_pages))
		return -ENOMEM;
	if (means->nr_tables && tables_ensure(vs, means->nr_tables))
		goto unreserve;
	if (objects_promise(vs, c))
		goto release;
	if (!regions_cut(vs, c->start, c->end))
		return 0;
	objects_unpromise(vs, c, c->end);
release:
	if (means->nr_tables)
		tables_release(vs, means->nr_tables);
unreserve:
	if (means->nr_pages)
		pgdat_unreserve(vs->pgdat, means->nr_pages);
	return -ENOMEM;
}

/* What the leaves of a region may allow as long as some may not be its own. */
static unsigned leaves_prot(const struct vm_region *region)
{
	return region_is_cow(region) ? pt_prot_cow(region->prot) : pt_prot(region->prot);
}

static void leaves_protect(struct vspace *vs, const struct vm_region *region, unsigned prot)
{
	if (port_pt_protect(vs->pt, region->range.start, region->range.end - region->range.start,
			    prot))
		port_panic("mmap: no table to split a leaf with");
}

/* A region inside the range changes; what it needs is there. Returns how many pages that took. */
static uint64_t region_change(struct vspace *vs, struct vm_region *region, const struct change *c)
{
	bool now = now_needed(vs, region, c);
	uint64_t has, needs, taken = 0;

	if (region->flags & REGION_GUARD)
		return 0;
	part_needs(vs, region, c, &has, &needs);
	if (c->protects) {
		region->prot = c->prot;
		leaves_protect(vs, region, leaves_prot(region));
	}
	if (now)
		taken = region_populate(vs, region);
	/* All of it is its own now, so nothing needs to be caught any more. */
	if (now && region->prot & PROT_WRITE && region_is_private(region)) {
		leaves_protect(vs, region, pt_prot(region->prot));
		region->flags &= ~(unsigned)REGION_COW;
	}
	vs->nr_promised -= has;
	vs->nr_promised += now ? 0 : needs;
	if (has > needs)
		pgdat_unreserve(vs->pgdat, has - needs);
	if (c->locks)
		region->flags |= REGION_LOCKED;
	return taken;
}

static void change_apply(struct vspace *vs, const struct change *c, const struct means *means)
{
	struct vm_region *region;
	uint64_t taken = 0;

	for_each_region (vs, region, c->start, c->end) {
		if (c->unlocks)
			region->flags &= ~(unsigned)REGION_LOCKED;
		else
			taken += region_change(vs, region, c);
	}
	port_pt_flush(vs->pt);
	objects_unpromise(vs, c, c->end);
	/* Of pages that it need not copy in the end, as other spaces have left them. */
	if (is_overcommit(vs) && means->nr_pages > taken)
		pgdat_unreserve(vs->pgdat, means->nr_pages - taken);
	if (means->nr_tables)
		tables_release(vs, means->nr_tables);
	table_pool_trim(&vs->tables);
}

struct part_claimed {
	uint64_t start, end;
};

/* What the change claims. Overcommit: all, as no one else may use the spare tables. */
static struct part_claimed change_claim(const struct vspace *vs, const struct change *c)
{
	if (is_overcommit(vs) && c->locks)
		return (struct part_claimed){MM_SPACE_START, MM_SPACE_END};
	return (struct part_claimed){c->start, c->end};
}

static int change_locked(struct vspace *vs, const struct change *c)
{
	struct part_claimed part = change_claim(vs, c);
	struct means means;
	unsigned claim;
	int err;

	err = change_provide(vs, c, &means);
	if (err)
		return err;
	claim = range_claim_begin_pinned(&vs->claims, part.start, part.end);
	change_apply(vs, c, &means);
	range_claim_end_pinned(&vs->claims, claim);
	regions_join(vs, c->start, c->end);
	return 0;
}

/* The lock is held from now on, and nothing that the change looks at is claimed. */
static void change_lock(struct vspace *vs, const struct change *c)
{
	struct part_claimed part = change_claim(vs, c);

	vspace_lock(vs);
	vspace_wait(vs, part.start, part.end);
}

/* Change what is in [addr, addr + len), which must all be mapped. */
static int change_range(struct vspace *vs, uint64_t addr, uint64_t len, struct change *c)
{
	int err = -ENOMEM;

	if (!range_valid(addr, len, &c->end))
		return -EINVAL;
	c->start = addr;
	change_lock(vs, c);
	if (regions_cover(vs, c->start, c->end))
		err = change_locked(vs, c);
	vspace_unlock(vs);
	return err;
}

int mm_mprotect(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot)
{
	struct change c = {.protects = true, .prot = prot};

	if (prot & ~(unsigned)PROT_ALL)
		return -EINVAL;
	return change_range(vs, addr, len, &c);
}

int mm_mlock(struct vspace *vs, uint64_t addr, uint64_t len)
{
	struct change c = {.locks = true};

	return change_range(vs, addr, len, &c);
}

int mm_munlock(struct vspace *vs, uint64_t addr, uint64_t len)
{
	struct change c = {.unlocks = true};

	return change_range(vs, addr, len, &c);
}

int mm_mlockall(struct vspace *vs, unsigned flags)
{
	struct change c = {MM_SPACE_START, MM_SPACE_END, .locks = true};
	int err = 0;

	if (!flags || flags & ~(unsigned)(MCL_CURRENT | MCL_FUTURE))
		return -EINVAL;
	change_lock(vs, &c);
	if (flags & MCL_CURRENT)
		err = change_locked(vs, &c);
	if (!err && flags & MCL_FUTURE)
		vs->lock_future = true;
	vspace_unlock(vs);
	return err;
}

void mm_munlockall(struct vspace *vs)
{
	struct change c = {MM_SPACE_START, MM_SPACE_END, .unlocks = true};

	change_lock(vs, &c);
	vs->lock_future = false;
	change_locked(vs, &c); /* ends at no region's middle: cannot fail */
	vspace_unlock(vs);
}
