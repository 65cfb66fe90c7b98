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
	uint64_t nr_own;    /* pages of its own, shared ones included */
	uint64_t nr_shared; /* of these */
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

static void region_unmap(struct vspace *vs, struct drop *d, struct vm_region *region)
{
	uint64_t len = region->range.end - region->range.start;
	int64_t nr;

	d->region = region;
	d->nr_own = 0;
	nr = port_pt_unmap(vs->pt, region->range.start, len,
			   !region_is_private(region) ? NULL
			   : region_is_cow(region)    ? cow_gather
						      : pages_gather,
			   d);
	if (nr < 0)
		port_panic("mmap: no table to split a leaf with");
	vs->nr_mapped -= (uint64_t)nr;
}

void regions_drop(struct vspace *vs, uint64_t start, uint64_t end)
{
	struct drop d = {.frames = {vs->pgdat, NULL}};
	uint64_t unpromised = 0;
	struct range *range;

	while ((range = range_from(&vs->regions, start)) && range->start < end) {
		struct vm_region *region = region_of(range);

		region_unmap(vs, &d, region);
		if (region_is_promised(vs, region))
			unpromised += region_pages(region) - d.nr_own;
		if (region->object) {
			port_pt_flush(vs->pt);
			mm_object_put(region->object);
		}
		region_remove(vs, region);
		obj_free(&vs->nodes, region);
	}
	port_pt_flush(vs->pt);
	frames_free(&d.frames);
	vs->nr_promised -= unpromised;
	if (!is_overcommit(vs))
		unpromised += d.nr_shared;
	if (unpromised)
		pgdat_unreserve(vs->pgdat, unpromised);
}

int mm_munmap(struct vspace *vs, uint64_t addr, uint64_t len)
{
	uint64_t end;
	int err;

	if (!range_valid(addr, len, &end))
		return -EINVAL;
	port_lock(&vs->lock);
	err = regions_cut(vs, addr, end);
	if (!err)
		regions_drop(vs, addr, end);
	table_pool_trim(&vs->tables);
	port_unlock(&vs->lock);
	return err;
}
