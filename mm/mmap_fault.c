// SPDX-License-Identifier: MIT
/*
 * Page faults: what is missing comes, what is shared is copied when it is stored to.
 *
 * One lookup in the regions, one in the tables, one page out of the promise. Under a policy that
 * promises nothing here can fail.
 *
 * The page is claimed while it is taken and filled, without the lock. Another CPU's fault on the
 * same page waits for that, and mostly finds it there: so each page is filled once and takes one
 * page of the promise. A fault in a mapping that is being backed waits for it, too.
 */
#include "mm/back.h"
#include "mm/mmap_int.h"
#include "mm/page_alloc_int.h"

static bool access_allowed(const struct vm_region *region, enum port_access access)
{
	switch (access) {
	case PORT_STORE:
		return region->prot & PROT_WRITE;
	case PORT_FETCH:
		return region->prot & PROT_EXEC;
	default:
		return region->prot != PROT_NONE; /* x86 can read whatever it can write or run */
	}
}

/* A page of the object's, or the file's, where nothing is mapped. Drops the lock. */
static enum fault_result object_fault(struct vspace *vs, const struct vm_region *region,
				      uint64_t at)
{
	unsigned prot = region_is_cow(region) ? pt_prot_cow(region->prot) : pt_prot(region->prot);
	struct mm_object *object = region->object;
	uint64_t offset = region_offset(region, at);
	phys_addr_t phys;
	unsigned claim;
	int err;

	claim = vspace_work_begin(vs, at, at + PAGE_SIZE);
	err = object_page(object, offset, &phys);
	vspace_work_end(vs, claim);
	if (err || port_pt_map_run(vs->pt, at, phys, PAGE_SIZE, prot, PAGE_SIZE))
		return FAULT_NO_MEMORY;
	vs->nr_mapped++;
	vs->nr_faults++;
	return FAULT_RESOLVED;
}

/* Where a page goes. The slot is right as long as nothing has been unmapped since. */
struct gap {
	struct port_pt_slot slot;
	uint64_t nr_unmaps; /* ~0: there is no slot */
};

/* Map the frame in the gap. False: there is no memory for a table (overcommit). */
static bool gap_fill(struct vspace *vs, uint64_t at, const struct gap *gap, phys_addr_t phys,
		     unsigned prot)
{
	if (unlikely(gap->nr_unmaps != vs->nr_unmaps))
		return !port_pt_map_run(vs->pt, at, phys, PAGE_SIZE, prot, PAGE_SIZE);
	port_pt_fill(vs->pt, &gap->slot, phys, prot);
	return true;
}

/*
 * A page of the region's own where there was none, with the bytes at `from`, NULL: zeroes. Drops
 * the lock. What is constant at a call saves instructions of each fault.
 */
static force_inline enum fault_result page_fill(struct vspace *vs, const struct vm_region *region,
						uint64_t at, const struct gap *gap,
						const char *from, bool promised)
{
	unsigned prot = pt_prot(region->prot);
	phys_addr_t phys = 0;
	struct page *page;
	unsigned claim;

	claim = vspace_work_begin(vs, at, at + PAGE_SIZE);
	page = page_take(vs->pgdat, promised);
	if (likely(page)) {
		phys = pgdat_pfn(vs->pgdat, page) << PAGE_SHIFT;
		frames_fill(phys, PAGE_SIZE, from);
	}
	vspace_work_end(vs, claim);
	if (unlikely(!page))
		return FAULT_NO_MEMORY;
	if (unlikely(!gap_fill(vs, at, gap, phys, prot))) {
		pgdat_free(vs->pgdat, page, 0);
		return FAULT_NO_MEMORY;
	}
	vs->nr_promised -= promised;
	vs->nr_mapped++;
	vs->nr_faults++;
	return FAULT_RESOLVED;
}

/* Nothing is mapped there, and an object is behind it. Drops the lock. */
static __noinline enum fault_result behind_fault(struct vspace *vs, const struct vm_region *region,
						 uint64_t at, enum port_access access,
						 const struct gap *gap)
{
	if (!region_is_file(region) || access != PORT_STORE)
		return object_fault(vs, region, at);
	return page_fill(vs, region, at, gap,
			 port_phys_to_virt(region->object->phys + region_offset(region, at)),
			 !is_overcommit(vs));
}

static __noinline enum fault_result overcommit_fill(struct vspace *vs,
						    const struct vm_region *region, uint64_t at,
						    const struct gap *gap)
{
	return page_fill(vs, region, at, gap, NULL, false);
}

/* What is mapped there may not be the region's own to store to. Drops the lock. */
static enum fault_result page_copy(struct vspace *vs, const struct vm_region *region, uint64_t at,
				   phys_addr_t phys)
{
	const struct vm_region copy = *region;
	bool from_file = copy.object && object_owns(copy.object, phys);
	enum own_result result;
	unsigned claim;

	claim = range_claim_begin(&vs->claims, at, at + PAGE_SIZE);
	result = page_own(vs, &copy, at, phys, !is_overcommit(vs));
	range_claim_end(&vs->claims, claim);
	if (result == OWN_NO_MEMORY)
		return FAULT_NO_MEMORY;
	vs->nr_promised -= from_file && !is_overcommit(vs);
	vs->nr_faults++;
	return FAULT_RESOLVED;
}

/* Something is mapped there: is it a store that was to be caught? */
static enum fault_result page_fault(struct vspace *vs, const struct vm_region *region, uint64_t at,
				    phys_addr_t phys, unsigned prot, enum port_access access)
{
	if (access != PORT_STORE || prot & PORT_PROT_WRITE)
		return FAULT_RESOLVED; /* someone else was faster */
	if (!region_is_cow(region))
		port_panic("mmap: page %#llx allows less than its region", (unsigned long long)at);
	return page_copy(vs, region, at, phys);
}

/* Nothing is mapped there. Drops the lock. */
static force_inline enum fault_result gap_fault(struct vspace *vs, const struct vm_region *region,
						uint64_t at, enum port_access access,
						const struct gap *gap)
{
	if (!region_is_lazy(vs, region))
		port_panic("mmap: page %#llx should be backed", (unsigned long long)at);
	if (unlikely(region->object))
		return behind_fault(vs, region, at, access, gap);
	if (is_overcommit(vs))
		return overcommit_fill(vs, region, at, gap);
	return page_fill(vs, region, at, gap, NULL, true);
}

/* Something is mapped there, or a table is missing. Drops the lock. */
static __noinline enum fault_result fault_without_slot(struct vspace *vs,
						       const struct vm_region *region, uint64_t at,
						       enum port_access access)
{
	const struct gap gap = {.nr_unmaps = ~0ull};
	phys_addr_t phys;
	unsigned prot;

	if (port_pt_lookup(vs->pt, at, &phys, NULL, &prot))
		return page_fault(vs, region, at, phys, prot, access);
	return gap_fault(vs, region, at, access, &gap);
}

/* Drops the lock. */
static enum fault_result fault_locked(struct vspace *vs, uint64_t addr, enum port_access access)
{
	struct vm_region *region = region_of(range_at(&vs->regions, addr));
	uint64_t at = ALIGN_DOWN(addr, PAGE_SIZE);
	struct gap gap;

	if (!region)
		return FAULT_NO_REGION;
	if (region->flags & REGION_GUARD)
		return FAULT_GUARD;
	if (!access_allowed(region, access))
		return FAULT_PROT;
	if (unlikely(!port_pt_slot(vs->pt, at, &gap.slot)))
		return fault_without_slot(vs, region, at, access);
	gap.nr_unmaps = vs->nr_unmaps;
	return gap_fault(vs, region, at, access, &gap);
}

enum fault_result vspace_fault(struct vspace *vs, uint64_t addr, enum port_access access)
{
	uint64_t at = ALIGN_DOWN(addr, PAGE_SIZE);
	enum fault_result result;

	port_lock(&vs->lock);
	vspace_wait(vs, at, at + PAGE_SIZE);
	result = fault_locked(vs, addr, access);
	port_unlock(&vs->lock);
	return result;
}
