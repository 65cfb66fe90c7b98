// SPDX-License-Identifier: MIT
/*
 * Backing regions, at once or what is left of them, and copying what they share.
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

void region_back(struct vspace *vs, const struct vm_region *r, uint64_t start, uint64_t end)
{
	struct backing b = {vs->pgdat, vs->pt, start, end, pt_prot(r->prot), false, NULL};
	bool page_at_a_time = vs->policy == MM_SUPERLOCK;

	b.huge = vs->huge && vs->policy == MM_RANGE;
	if (region_is_phys(r)) {
		phys_map(vs, r, start, end);
		return;
	}
	if (r->object) {
		object_back(r->object, region_offset(r, start), region_offset(r, end), b.huge,
			    page_at_a_time);
		if (!region_fills(r)) {
			object_map(vs, r, start, end);
			return;
		}
		b.from = port_phys_to_virt(r->object->phys + region_offset(r, start));
	}
	if (page_at_a_time)
		back_pages(&b);
	else
		back_range(&b);
	vs->nr_mapped += (end - start) >> PAGE_SHIFT;
}

/* --- Copies ----------------------------------------------------------------------------------- */

/* A new page with the contents of the frame at phys, mapped in its place. */
static bool page_replace(struct vspace *vs, const struct vm_region *r, uint64_t addr,
			 phys_addr_t phys, bool promised)
{
	struct page *page = page_take(vs->pgdat, promised);
	phys_addr_t to;

	if (!page)
		return false;
	to = pgdat_pfn(vs->pgdat, page) << PAGE_SHIFT;
	__builtin_memcpy(port_phys_to_virt(to), port_phys_to_virt(phys), PAGE_SIZE);
	if (port_pt_remap(vs->pt, addr, to, PAGE_SIZE, pt_prot(r->prot)))
		port_panic("mmap: a page to be copied is not mapped");
	port_pt_flush(vs->pt);
	return true;
}

bool page_own(struct vspace *vs, const struct vm_region *r, uint64_t addr, phys_addr_t phys,
	      bool promised)
{
	struct pg_data *pgdat = vs->pgdat;
	struct page *page;
	bool done = true;

	if (r->object && object_owns(r->object, phys))
		return page_replace(vs, r, addr, phys, promised);
	page = pgdat_page(pgdat, phys >> PAGE_SHIFT);
	/* Held to the end: while we copy, no sharer may come to own the page and store to it. */
	port_lock(&pgdat->share_lock);
	if (page_is_shared(page)) {
		done = page_replace(vs, r, addr, phys, promised);
		if (done)
			page_unshare_locked(page);
	} else {
		port_pt_protect(vs->pt, addr, PAGE_SIZE, pt_prot(r->prot));
		port_pt_flush(vs->pt);
	}
	port_unlock(&pgdat->share_lock);
	return done;
}

/* All pages of the run that the region may store to. */
static void run_own(struct vspace *vs, const struct vm_region *r, const struct port_pt_run *run)
{
	for (uint64_t i = 0; i < run->len; i += PAGE_SIZE)
		if (!page_own(vs, r, run->virt + i, run->phys + i, true))
			port_panic("mmap: a promised page is not there");
}

void region_populate(struct vspace *vs, const struct vm_region *r)
{
	bool copies = region_is_cow(r) && r->prot & PROT_WRITE;
	uint64_t at = r->range.start, end = r->range.end;

	if (r->flags & REGION_GUARD)
		return;
	while (at < end) {
		struct port_pt_run run;
		bool found = port_pt_next(vs->pt, at, end, &run);
		uint64_t stop = found ? run.virt : end;

		if (at < stop)
			region_back(vs, r, at, stop);
		if (found && copies && !(run.prot & PORT_PROT_WRITE))
			run_own(vs, r, &run);
		at = found ? run.virt + run.len : end;
	}
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
