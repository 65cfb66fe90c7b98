// SPDX-License-Identifier: MIT
/*
 * fork. Everything that the child will need is counted and taken first: records, tables, frames to
 * copy to, and the promises of its regions. Then it is built without a failure, and the parent
 * changes only where pages come to be shared: they lose their write permission until stored to.
 *
 * All of it is under the parent's lock, copies too, and when nobody works in the parent; the child
 * is nobody else's yet. What other CPUs store to memory of the parent meanwhile may be in a copy
 * made at once or not; of pages that are shared no store is seen by both.
 */
#include "mm/back.h"
#include "mm/mmap_int.h"
#include "mm/share.h"

struct clone {
	struct vspace *child, *parent;
	/* A record for each region, by address, linked by `object`. Of consecutive frames `offset`
	 * is the block to copy to, of `range.end` bytes. */
	struct vm_region *records;
	uint64_t nr_pages;  /* promised */
	uint64_t nr_tables; /* promised */
};

/* Are the region's pages copied at once rather than shared? */
static bool copied_now(const struct vspace *vs, const struct vm_region *region)
{
	return vs->policy < MM_DEMAND || region->flags & REGION_LOCKED ||
	       region_is_contiguous(region);
}

/* --- What it takes ---------------------------------------------------------------------------- */

static uint64_t pages_for(struct vspace *parent, const struct vm_region *region)
{
	struct vm_region child = *region;
	uint64_t own, nr = 0;

	if (!region_is_private(region) || region_is_contiguous(region))
		return 0;
	child.flags &= ~(unsigned)REGION_LOCKED;
	own = region_own(parent, region, NULL);
	if (region_is_promised(parent, &child))
		nr += region_pages(region) - own;
	if (copied_now(parent, region) || !is_overcommit(parent))
		nr += own;
	return nr;
}

static bool record_provide(struct clone *c, const struct vm_region *region)
{
	struct vm_region *record = obj_alloc(&c->child->nodes);
	struct page *page;

	if (!record)
		return false;
	record->object = (struct mm_object *)c->records;
	c->records = record;
	c->nr_pages += pages_for(c->parent, region);
	if (!region_is_contiguous(region))
		return true;
	page = pgdat_alloc_run(c->parent->pgdat, __GFP_NOWARN, region_pages(region));
	if (!page)
		return false;
	record->offset = pgdat_pfn(c->parent->pgdat, page) << PAGE_SHIFT;
	record->range.end = region->range.end - region->range.start;
	return true;
}

static struct vm_region *record_pop(struct clone *c)
{
	struct vm_region *record = c->records;

	c->records = (struct vm_region *)record->object;
	return record;
}

static void records_drop(struct clone *c)
{
	struct pg_data *pgdat = c->parent->pgdat;

	while (c->records) {
		struct vm_region *record = record_pop(c);

		if (record->offset)
			pgdat_free_run(pgdat, pgdat_page(pgdat, record->offset >> PAGE_SHIFT),
				       record->range.end >> PAGE_SHIFT);
		obj_free(&c->child->nodes, record);
	}
}

static int clone_provide(struct clone *c)
{
	struct vspace *parent = c->parent;
	struct range *range = range_before(&parent->regions, NULL);

	for (; range; range = range_prev(range))
		if (!record_provide(c, region_of(range)))
			goto drop;
	if (pgdat_reserve(parent->pgdat, c->nr_pages))
		goto drop;
	c->nr_tables = is_overcommit(parent) ? parent->tables.nr_used : parent->tables.nr_promised;
	if (!table_pool_promise(&c->child->tables, c->nr_tables))
		return 0;
	pgdat_unreserve(parent->pgdat, c->nr_pages);
drop:
	records_drop(c);
	return -ENOMEM;
}

/* --- Doing it --------------------------------------------------------------------------------- */

static void frames_map(struct vspace *child, const struct port_pt_run *run, unsigned prot)
{
	if (port_pt_map_run(child->pt, run->virt, run->phys, run->len, prot, max_leaf(child)))
		port_panic("mmap: a promised table is not there");
}

static void run_copy(struct vspace *child, const struct vm_region *region,
		     const struct port_pt_run *run)
{
	struct backing b = {.pgdat = child->pgdat,
			    .pt = child->pt,
			    .at = run->virt,
			    .end = run->virt + run->len,
			    .prot = pt_prot(region->prot),
			    .huge = child->huge && child->policy == MM_RANGE,
			    .from = port_phys_to_virt(run->phys)};

	if (child->policy == MM_SUPERLOCK)
		back_pages(&b);
	else
		back_range(&b);
}

static void run_share(struct vspace *child, const struct vm_region *region,
		      const struct port_pt_run *run)
{
	struct pg_data *pgdat = child->pgdat;
	struct page *page = pgdat_page(pgdat, run->phys >> PAGE_SHIFT);

	port_lock(&pgdat->share_lock);
	for (uint64_t i = 0; i < run->len >> PAGE_SHIFT; i++)
		page_share_locked(&page[i]);
	port_unlock(&pgdat->share_lock);
	frames_map(child, run, pt_prot_cow(region->prot));
}

/* A region of consecutive frames, into the block at phys. */
static void block_copy(struct clone *c, const struct vm_region *region, phys_addr_t phys)
{
	struct backing b = {.pgdat = c->child->pgdat,
			    .pt = c->child->pt,
			    .at = region->range.start,
			    .end = region->range.end,
			    .prot = pt_prot(region->prot),
			    .huge = max_leaf(c->child) == PMD_SIZE};
	phys_addr_t from;

	if (!port_pt_lookup(c->parent->pt, b.at, &from, NULL, NULL))
		port_panic("mmap: consecutive frames are not mapped");
	b.from = port_phys_to_virt(from);
	frames_fill(phys, region_pages(region) << PAGE_SHIFT, b.from);
	back_frames(&b, phys >> PAGE_SHIFT, region_pages(region));
	c->child->nr_mapped += region_pages(region);
}

/* Pages of the region's own are copied or shared, others mapped as they are. */
static void pages_clone(struct clone *c, const struct vm_region *region, bool copied)
{
	struct vspace *child = c->child;
	bool promised = region_is_promised(child, region);
	uint64_t at = region->range.start;
	struct port_pt_run run;
	bool own;

	for (; region_next(c->parent, region, at, &run, &own); at = run.virt + run.len) {
		uint64_t nr = run.len >> PAGE_SHIFT;

		if (!own)
			frames_map(child, &run, run.prot);
		else if (copied)
			run_copy(child, region, &run);
		else
			run_share(child, region, &run);
		child->nr_mapped += nr;
		child->nr_promised -= own && promised ? nr : 0;
	}
}

static void region_clone(struct clone *c, struct vm_region *region)
{
	bool copied = copied_now(c->parent, region);
	struct vm_region *copy = record_pop(c);
	phys_addr_t block = copy->offset;

	if (!copied && region_is_private(region)) {
		region->flags |= REGION_COW;
		if (port_pt_protect(c->parent->pt, region->range.start,
				    region->range.end - region->range.start,
				    pt_prot_cow(region->prot)))
			port_panic("mmap: no table to split a leaf with");
	}
	*copy = *region;
	if (block)
		copy->offset = block;
	copy->flags &= ~(unsigned)REGION_LOCKED;
	if (copied)
		copy->flags &= ~(unsigned)REGION_COW;
	if (copy->object)
		mm_object_get(copy->object);
	region_insert(c->child, copy);
	if (region_is_promised(c->child, copy))
		c->child->nr_promised += region_pages(copy);
	if (block)
		block_copy(c, copy, block);
	else
		pages_clone(c, copy, copied);
}

static int clone_locked(struct vspace *child, struct vspace *parent)
{
	struct clone c = {.child = child, .parent = parent};
	struct range *range;
	int err = clone_provide(&c);

	if (err)
		return err;
	for (range = range_from(&parent->regions, 0); range; range = range_next(range))
		region_clone(&c, region_of(range));
	port_pt_flush(parent->pt);
	/* Those that differed in locks, or in whether pages are shared, may be alike now. */
	regions_join(parent, MM_SPACE_START, MM_SPACE_END);
	regions_join(child, MM_SPACE_START, MM_SPACE_END);
	if (is_overcommit(child))
		table_pool_unpromise(&child->tables, c.nr_tables);
	return 0;
}

int mm_clone(struct vspace *child, struct vspace *parent)
{
	int err;

	if (vspace_holds_stack(parent))
		return -EINVAL;
	err = vspace_init(child, parent->pgdat, parent->policy, parent->huge);
	if (err)
		return err;
	vspace_lock(parent);
	vspace_wait(parent, MM_SPACE_START, MM_SPACE_END);
	child->signal = parent->signal;
	child->signal_arg = parent->signal_arg;
	err = clone_locked(child, parent);
	vspace_unlock(parent);
	if (err)
		vspace_destroy(child);
	return err;
}
