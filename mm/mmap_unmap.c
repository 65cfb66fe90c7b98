// SPDX-License-Identifier: MIT
/*
 * Unmapping. Tables that a split needs are promised with the region, so only the note of a region
 * cut in two can be wanting, and that is found out before anything changes.
 *
 * The flush is made under the lock, so the addresses can be used again at once. Frames and objects
 * are given back after both. To leave a shared page is to give it back: another space may store to
 * it from then on, or free it. Where pages may be shared, no CPU may be able to reach them then, so
 * there what is mapped allows nothing first, and that is flushed, too.
 */
#include "mm/mmap_int.h"
#include "mm/share.h"

/* A region under way out. */
struct drop {
	struct dropped *dropped;
	const struct vm_region *region;
	uint64_t nr_own;    /* pages of its own, shared ones included */
	uint64_t nr_copies; /* that were promised for these, so far */
	uint64_t nr_pages;  /* promised to the space and not yet its own, so far */
};

static void pages_gather(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	struct drop *d = arg;

	d->nr_own += len >> PAGE_SHIFT;
	frames_gather(&d->dropped->frames, virt, phys, len);
}

/* The same where some pages may be a file's and some shared. */
static void cow_gather(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	struct drop *d = arg;
	struct pg_data *pgdat = d->dropped->frames.pgdat;

	for (uint64_t end = phys + len; phys != end; phys += PAGE_SIZE, virt += PAGE_SIZE) {
		bool shared, promised = false;

		if (d->region->object && object_owns(d->region->object, phys))
			continue;
		port_lock(&pgdat->share_lock);
		shared = page_unshare_locked(pgdat_page(pgdat, phys >> PAGE_SHIFT), &promised);
		port_unlock(&pgdat->share_lock);
		d->nr_own++;
		d->nr_copies += promised;
		if (!shared)
			frames_gather(&d->dropped->frames, virt, phys, PAGE_SIZE);
	}
}

/* See above. */
static void part_hide(struct vspace *vs, const struct vm_region *part)
{
	if (port_pt_protect(vs->pt, part->range.start, part->range.end - part->range.start,
			    PORT_PROT_NONE))
		port_panic("mmap: no table to split a leaf with");
	port_pt_flush(vs->pt);
}

static void part_unmap(struct vspace *vs, struct drop *d, const struct vm_region *part)
{
	uint64_t len = part->range.end - part->range.start;
	int64_t nr;

	d->region = part;
	d->nr_own = 0;
	if (region_is_private(part) && region_is_cow(part))
		part_hide(vs, part);
	nr = port_pt_unmap(vs->pt, part->range.start, len,
			   !region_is_private(part) ? NULL
			   : region_is_cow(part)    ? cow_gather
						    : pages_gather,
			   d);
	vs->nr_unmaps++;
	if (nr < 0)
		port_panic("mmap: no table to split a leaf with");
	vs->nr_mapped -= (uint64_t)nr;
	if (region_is_promised(vs, part))
		d->nr_pages += region_pages(part) - d->nr_own;
}

static void region_drop(struct vspace *vs, struct vm_region *region, struct dropped *dropped)
{
	if (region->object && object_leave(region->object)) {
		region->object->next_dead = dropped->objects;
		dropped->objects = region->object;
	}
	region_remove(vs, region);
	obj_free(&vs->nodes, region);
}

void regions_drop(struct vspace *vs, uint64_t start, uint64_t end, struct vm_region *record,
		  struct dropped *dropped)
{
	struct drop d = {.dropped = dropped};
	struct range *range;

	*dropped = (struct dropped){.frames = {vs->pgdat, NULL}};
	while ((range = range_from(&vs->regions, start)) && range->start < end) {
		struct vm_region *region = region_of(range);
		struct vm_region part = region_part(region, start, end);

		part_unmap(vs, &d, &part);
		if (region_pages(&part) == region_pages(region))
			region_drop(vs, region, dropped);
		else
			region_carve(vs, region, part.range.start, part.range.end, record);
	}
	port_pt_flush(vs->pt);
	dropped->tables = table_pool_surplus(&vs->tables);
	vs->nr_promised -= d.nr_pages;
	dropped->nr_promised = d.nr_pages + (is_overcommit(vs) ? 0 : d.nr_copies);
}

void dropped_free(struct vspace *vs, struct dropped *dropped)
{
	frames_free(&dropped->frames);
	while (dropped->objects) {
		struct mm_object *object = dropped->objects;

		dropped->objects = object->next_dead;
		object_destroy(object);
	}
	tables_free(vs->pgdat, dropped->tables);
	if (dropped->nr_promised)
		pgdat_unreserve(vs->pgdat, dropped->nr_promised);
}

int mm_munmap(struct vspace *vs, uint64_t addr, uint64_t len)
{
	struct vm_region *record = NULL;
	struct dropped dropped;
	uint64_t end;
	int err = 0;

	if (!range_valid(addr, len, &end))
		return -EINVAL;
	vspace_lock(vs);
	vspace_wait(vs, addr, end);
	if (hole_splits(vs, addr, end)) {
		record = obj_alloc(&vs->nodes);
		err = record ? 0 : -ENOMEM;
	}
	if (!err)
		regions_drop(vs, addr, end, record, &dropped);
	vspace_unlock(vs);
	if (!err)
		dropped_free(vs, &dropped);
	return err;
}
