// SPDX-License-Identifier: MIT
/*
 * Backing regions, at once or what is left of them, and copying what they share. All page work of
 * mmap and mlock, and the copies of faults: without vspace.lock, on what the caller has claimed.
 */
#include "mm/back.h"
#include "mm/mmap_int.h"
#include "mm/page_alloc_int.h"
#include "mm/share.h"

static void frames_map(struct vspace *vs, uint64_t virt, phys_addr_t phys, uint64_t len,
		       unsigned prot)
{
	uint64_t step = vs->policy == MM_SUPERLOCK ? PAGE_SIZE : len;

	for (uint64_t i = 0; i < len; i += step)
		if (port_pt_map_run(vs->pt, virt + i, phys + i, step, prot, max_leaf(vs)))
			port_panic("mmap: a promised table is not there");
	vs->nr_mapped += len >> PAGE_SHIFT;
}

static void phys_map(struct vspace *vs, const struct vm_region *r, uint64_t start, uint64_t end)
{
	frames_map(vs, start, region_offset(r, start), end - start, pt_prot(r->prot));
}

/* Map what the object has for [start, end). */
static void object_map(struct vspace *vs, const struct vm_region *r, uint64_t start, uint64_t end)
{
	unsigned prot = region_is_cow(r) ? pt_prot_cow(r->prot) : pt_prot(r->prot);
	uint64_t stop = region_offset(r, end);
	struct port_pt_run run;

	for (uint64_t at = region_offset(r, start); object_next(r->object, at, stop, &run);
	     at = run.virt + run.len)
		frames_map(vs, r->range.start + (run.virt - r->offset), run.phys, run.len, prot);
}

/* Frames of the region's own, or of its object where it has none; without the lock. */
static void frames_provide(struct vspace *vs, const struct vm_region *r, uint64_t start,
			   uint64_t end)
{
	struct backing b = {.pgdat = vs->pgdat,
			    .pt = vs->pt,
			    .lock = &vs->lock,
			    .at = start,
			    .end = end,
			    .prot = pt_prot(r->prot),
			    .huge = vs->huge && vs->policy == MM_RANGE};
	bool page_at_a_time = vs->policy == MM_SUPERLOCK;

	if (r->object) {
		object_back(r->object, region_offset(r, start), region_offset(r, end), b.huge,
			    page_at_a_time);
		if (!region_fills(r))
			return;
		b.from = port_phys_to_virt(r->object->phys + region_offset(r, start));
	}
	if (page_at_a_time)
		back_pages(&b);
	else
		back_range(&b);
}

uint64_t region_back(struct vspace *vs, const struct vm_region *r, uint64_t start, uint64_t end)
{
	if (region_is_phys(r)) {
		phys_map(vs, r, start, end);
		return 0;
	}
	port_unlock(&vs->lock);
	frames_provide(vs, r, start, end);
	port_lock(&vs->lock);
	if (!region_fills(r)) {
		object_map(vs, r, start, end);
		return 0;
	}
	vs->nr_mapped += (end - start) >> PAGE_SHIFT;
	return (end - start) >> PAGE_SHIFT;
}

/* --- Copies ----------------------------------------------------------------------------------- */

/* A page with the contents of the frame at phys; NULL: there is no memory. Without vspace.lock. */
static struct page *page_copy(struct pg_data *pgdat, phys_addr_t phys, bool promised)
{
	struct page *copy = page_take(pgdat, promised);

	if (copy)
		frames_fill(pgdat_pfn(pgdat, copy) << PAGE_SHIFT, PAGE_SIZE,
			    port_phys_to_virt(phys));
	return copy;
}

/* Must a page that may be shared be copied? Waits while that is open; without vspace.lock. */
static bool copy_begin(struct pg_data *pgdat, struct page *page)
{
	for (;;) {
		enum copy_begin begin;

		port_lock(&pgdat->share_lock);
		begin = page_copy_begin_locked(page);
		port_unlock(&pgdat->share_lock);
		if (begin != COPY_LATER)
			return begin == COPY_BEGUN;
		port_relax();
	}
}

static void copy_cancel(struct pg_data *pgdat, struct page *page)
{
	port_lock(&pgdat->share_lock);
	page_copy_cancel_locked(page);
	port_unlock(&pgdat->share_lock);
}

/* The copy is mapped instead, and that is flushed. */
static void copy_end(struct pg_data *pgdat, struct page *page)
{
	bool last;

	port_lock(&pgdat->share_lock);
	last = page_copy_end_locked(page);
	port_unlock(&pgdat->share_lock);
	if (last)
		pgdat_free(pgdat, page, 0);
}

enum own_result page_own(struct vspace *vs, const struct vm_region *r, uint64_t addr,
			 phys_addr_t phys, bool promised)
{
	bool from_file = r->object && object_owns(r->object, phys);
	struct page *shared = from_file ? NULL : pgdat_page(vs->pgdat, phys >> PAGE_SHIFT);
	struct page *copy = NULL;
	bool copies;

	port_unlock(&vs->lock);
	copies = from_file || copy_begin(vs->pgdat, shared);
	if (copies)
		copy = page_copy(vs->pgdat, phys, promised);
	if (copies && !copy && shared)
		copy_cancel(vs->pgdat, shared);
	port_lock(&vs->lock);
	if (copies && !copy)
		return OWN_NO_MEMORY;
	if (copy)
		phys = pgdat_pfn(vs->pgdat, copy) << PAGE_SHIFT;
	if (port_pt_remap(vs->pt, addr, phys, PAGE_SIZE, pt_prot(r->prot)))
		port_panic("mmap: a page to be copied is not mapped");
	port_pt_flush(vs->pt);
	if (copy && shared)
		copy_end(vs->pgdat, shared);
	return copy ? OWN_COPIED : OWN_ALREADY;
}

/* All pages of the run that the region may store to; returns how many copies that took. */
static uint64_t run_own(struct vspace *vs, const struct vm_region *r, const struct port_pt_run *run)
{
	uint64_t nr = 0;

	for (uint64_t i = 0; i < run->len; i += PAGE_SIZE) {
		enum own_result result = page_own(vs, r, run->virt + i, run->phys + i, true);

		if (result == OWN_NO_MEMORY)
			port_panic("mmap: a promised page is not there");
		nr += result == OWN_COPIED;
	}
	return nr;
}

uint64_t region_populate(struct vspace *vs, const struct vm_region *r)
{
	bool copies = region_is_cow(r) && r->prot & PROT_WRITE;
	uint64_t at = r->range.start, end = r->range.end, nr = 0;

	if (r->flags & REGION_GUARD)
		return 0;
	while (at < end) {
		struct port_pt_run run;
		bool found = port_pt_next(vs->pt, at, end, &run);
		uint64_t stop = found ? run.virt : end;

		if (at < stop)
			nr += region_back(vs, r, at, stop);
		if (found && copies && !(run.prot & PORT_PROT_WRITE))
			nr += run_own(vs, r, &run);
		at = found ? run.virt + run.len : end;
	}
	return nr;
}

/* --- Sums ------------------------------------------------------------------------------------- */

/* Of a file's mapping, a run may go on from the file's frames to others or the other way. */
static void run_cut(const struct mm_object *file, struct port_pt_run *run, bool *own)
{
	phys_addr_t end = file->phys + file->len;

	*own = !object_owns(file, run->phys);
	if (*own && run->phys < file->phys)
		end = file->phys;
	if (run->phys < end && run->phys + run->len > end)
		run->len = end - run->phys;
}

bool region_next(struct vspace *vs, const struct vm_region *r, uint64_t at, struct port_pt_run *run,
		 bool *own)
{
	if (!port_pt_next(vs->pt, at, r->range.end, run))
		return false;
	*own = region_is_private(r);
	if (region_is_file(r))
		run_cut(r->object, run, own);
	return true;
}

static uint64_t run_count_shared(struct vspace *vs, const struct port_pt_run *run)
{
	const struct page *page = pgdat_page(vs->pgdat, run->phys >> PAGE_SHIFT);
	uint64_t nr = 0;

	for (uint64_t i = 0; i < run->len >> PAGE_SHIFT; i++)
		nr += page_is_shared(&page[i]);
	return nr;
}

uint64_t region_own(struct vspace *vs, const struct vm_region *r, uint64_t *nr_shared)
{
	uint64_t at = r->range.start, nr = 0, shared = 0;
	struct port_pt_run run;
	bool own;

	for (; region_next(vs, r, at, &run, &own); at = run.virt + run.len) {
		if (!own)
			continue;
		nr += run.len >> PAGE_SHIFT;
		if (region_is_cow(r))
			shared += run_count_shared(vs, &run);
	}
	if (nr_shared)
		*nr_shared = shared;
	return nr;
}

uint64_t region_need(struct vspace *vs, const struct vm_region *r, bool now)
{
	uint64_t shared = 0, own;

	if (!region_fills(r) || (!now && !region_is_promised(vs, r)))
		return 0;
	own = region_own(vs, r, &shared);
	if (!now || !is_overcommit(vs) || !(r->prot & PROT_WRITE))
		shared = 0; /* its copies are promised, or not to be made */
	return region_pages(r) - own + shared;
}
