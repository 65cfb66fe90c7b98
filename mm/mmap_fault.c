// SPDX-License-Identifier: MIT
/*
 * Page faults: what is missing comes, what is shared is copied when it is stored to.
 *
 * One lookup in the regions, one in the tables, one page out of the promise. Under a policy that
 * promises nothing here can fail.
 */
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

/*
 * A page of the region's own where there was none; zeroes, or the file's bytes. Into the slot, if
 * the tables have one.
 */
static enum fault_result page_fill(struct vspace *vs, const struct vm_region *region, uint64_t at,
				   const struct port_pt_slot *slot)
{
	bool promised = !is_overcommit(vs);
	struct page *page = page_take(vs->pgdat, promised);
	phys_addr_t phys;

	if (!page)
		return FAULT_NO_MEMORY;
	phys = pgdat_pfn(vs->pgdat, page) << PAGE_SHIFT;
	if (unlikely(region->object))
		__builtin_memcpy(
			port_phys_to_virt(phys),
			port_phys_to_virt(region->object->phys + region_offset(region, at)),
			PAGE_SIZE);
	else
		pages_zero(vs->pgdat, page, 1);
	if (slot) {
		port_pt_fill(vs->pt, slot, phys, pt_prot(region->prot));
	} else if (port_pt_map_run(vs->pt, at, phys, PAGE_SIZE, pt_prot(region->prot), PAGE_SIZE)) {
		pgdat_free(vs->pgdat, page, 0);
		return FAULT_NO_MEMORY;
	}
	vs->nr_promised -= promised;
	vs->nr_mapped++;
	vs->nr_faults++;
	return FAULT_RESOLVED;
}

/* A page of the object's where nothing is mapped. */
static enum fault_result object_fault(struct vspace *vs, const struct vm_region *region,
				      uint64_t at)
{
	unsigned prot = region_is_cow(region) ? pt_prot_cow(region->prot) : pt_prot(region->prot);
	phys_addr_t phys;

	if (object_page(region->object, region_offset(region, at), &phys) ||
	    port_pt_map_run(vs->pt, at, phys, PAGE_SIZE, prot, PAGE_SIZE))
		return FAULT_NO_MEMORY;
	vs->nr_mapped++;
	vs->nr_faults++;
	return FAULT_RESOLVED;
}

/* Something is mapped there: is it a store to what may not be the region's own? */
static enum fault_result page_fault(struct vspace *vs, const struct vm_region *region, uint64_t at,
				    phys_addr_t phys, unsigned prot, enum port_access access)
{
	bool from_file;

	if (access != PORT_STORE || prot & PORT_PROT_WRITE)
		return FAULT_RESOLVED; /* someone else was faster */
	if (!region_is_cow(region))
		port_panic("mmap: page %#llx allows less than its region", (unsigned long long)at);
	from_file = region->object && object_owns(region->object, phys);
	if (!page_own(vs, region, at, phys, !is_overcommit(vs)))
		return FAULT_NO_MEMORY;
	vs->nr_promised -= from_file && !is_overcommit(vs);
	vs->nr_faults++;
	return FAULT_RESOLVED;
}

static enum fault_result fault_locked(struct vspace *vs, uint64_t addr, enum port_access access)
{
	struct vm_region *region = region_of(range_at(&vs->regions, addr));
	uint64_t at = ALIGN_DOWN(addr, PAGE_SIZE);
	struct port_pt_slot slot;
	phys_addr_t phys;
	unsigned prot;
	bool empty;

	if (!region)
		return FAULT_NO_REGION;
	if (region->flags & REGION_GUARD)
		return FAULT_GUARD;
	if (!access_allowed(region, access))
		return FAULT_PROT;
	empty = port_pt_slot(vs->pt, at, &slot);
	if (!empty && port_pt_lookup(vs->pt, at, &phys, NULL, &prot))
		return page_fault(vs, region, at, phys, prot, access);
	if (!region_is_lazy(vs, region))
		port_panic("mmap: page %#llx should be backed", (unsigned long long)at);
	if (region->object && (!region_is_file(region) || access != PORT_STORE))
		return object_fault(vs, region, at);
	return page_fill(vs, region, at, empty ? &slot : NULL);
}

enum fault_result vspace_fault(struct vspace *vs, uint64_t addr, enum port_access access)
{
	enum fault_result result;

	port_lock(&vs->lock);
	result = fault_locked(vs, addr, access);
	port_unlock(&vs->lock);
	return result;
}
