// SPDX-License-Identifier: MIT
/*
 * Unmapping. Tables that a split needs are promised with the region, so only the note of a region
 * cut in two can be wanting, and that is found out before anything changes. Frames are freed after
 * the flush.
 */
#include "mm/frames.h"
#include "mm/mmap_int.h"
#include "mm/share.h"

/* A region under way out. */
struct drop {
	struct frame_list frames;
	const struct vm_region *region;
	uint64_t nr_own;     /* pages of its own, shared ones included */
	uint64_t nr_shared;  /* of these, so far */
	uint64_t unpromised; /* pages, so far */
};

static void pages_gather(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	struct drop *d = arg;

	d->nr_own += len >> PAGE_SHIFT;
	frames_gather(&d->frames, virt, phys, len);
}

/* The same where some pages may be a file's and some shared. */
static void cow_gather(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	struct drop *d = arg;
	struct pg_data *pgdat = d->frames.pgdat;

	for (uint64_t end = phys + len; phys != end; phys += PAGE_SIZE, virt += PAGE_SIZE) {
		bool shared;

		if (d->region->object && object_owns(d->region->object, phys))
			continue;
		port_lock(&pgdat->share_lock);
		shared = page_unshare_locked(pgdat_page(pgdat, phys >> PAGE_SHIFT));
		port_unlock(&pgdat->share_lock);
		d->nr_own++;
		d->nr_shared += shared;
		if (!shared)
			frames_gather(&d->frames, virt, phys, PAGE_SIZE);
	}
}

static void part_unmap(struct vspace *vs, struct drop *d, const struct vm_region *part)
{
	uint64_t len = part->range.end - part->range.start;
	int64_t nr;

	d->region = part;
	d->nr_own = 0;
	nr = port_pt_unmap(vs->pt, part->range.start, len,
			   !region_is_private(part) ? NULL
			   : region_is_cow(part)    ? cow_gather
						    : pages_gather,
			   d);
	if (nr < 0)
		port_panic("mmap: no table to split a leaf with");
	vs->nr_mapped -= (uint64_t)nr;
	if (region_is_promised(vs, part))
		d->unpromised += region_pages(part) - d->nr_own;
}

static void region_drop(struct vspace *vs, struct vm_region *region)
{
	if (region->object) {
		port_pt_flush(vs->pt);
		mm_object_put(region->object);
	}
	region_remove(vs, region);
	obj_free(&vs->nodes, region);
}

void regions_drop(struct vspace *vs, uint64_t start, uint64_t end, struct vm_region *record)
{
	struct drop d = {.frames = {vs->pgdat, NULL}};
	struct range *range;

	while ((range = range_from(&vs->regions, start)) && range->start < end) {
		struct vm_region *region = region_of(range);
		struct vm_region part = region_part(region, start, end);

		part_unmap(vs, &d, &part);
		if (region_pages(&part) == region_pages(region))
			region_drop(vs, region);
		else
			region_carve(vs, region, part.range.start, part.range.end, record);
	}
	port_pt_flush(vs->pt);
	frames_free(&d.frames);
	vs->nr_promised -= d.unpromised;
	if (!is_overcommit(vs))
		d.unpromised += d.nr_shared;
	if (d.unpromised)
		pgdat_unreserve(vs->pgdat, d.unpromised);
}

int mm_munmap(struct vspace *vs, uint64_t addr, uint64_t len)
{
	struct vm_region *record = NULL;
	uint64_t end;
	int err = 0;

	if (!range_valid(addr, len, &end))
		return -EINVAL;
	vspace_lock(vs);
	if (hole_splits(vs, addr, end)) {
		record = obj_alloc(&vs->nodes);
		err = record ? 0 : -ENOMEM;
	}
	if (!err)
		regions_drop(vs, addr, end, record);
	table_pool_trim(&vs->tables);
	vspace_unlock(vs);
	return err;
}
