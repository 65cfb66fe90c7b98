// SPDX-License-Identifier: MIT
/* Address spaces as a whole: made, ended, counted, checked. */
#include "mm/mmap_int.h"
#include "mm/share.h"

int vspace_init(struct vspace *vs, struct pg_data *pgdat, enum mm_policy policy, bool huge)
{
	__builtin_memset(vs, 0, sizeof(*vs));
	vs->pgdat = pgdat;
	vs->policy = policy;
	vs->huge = huge;
	range_tree_init(&vs->regions, MM_SPACE_START, MM_SPACE_END);
	obj_pool_init(&vs->nodes, pgdat, sizeof(struct vm_region));
	vs->pt = table_pool_create_pt(&vs->tables, pgdat);
	return vs->pt ? 0 : -ENOMEM;
}

void vspace_destroy(struct vspace *vs)
{
	struct dropped dropped;

	if (vs->claims.taken)
		port_panic("mmap: a space that CPUs work in is destroyed");
	regions_drop(vs, MM_SPACE_START, MM_SPACE_END, NULL, &dropped);
	dropped_free(vs, &dropped);
	table_pool_unpromise(&vs->tables, vs->tables.nr_promised);
	port_pt_destroy(vs->pt);
	obj_pool_destroy(&vs->nodes);
}

void vspace_set_signal(struct vspace *vs, vspace_signal_fn fn, void *arg)
{
	vspace_lock(vs);
	vs->signal = fn;
	vs->signal_arg = arg;
	vspace_unlock(vs);
}

bool vspace_next_region(struct vspace *vs, uint64_t addr, struct vm_region *copy)
{
	struct vm_region *region, found;

	vspace_lock(vs);
	region = region_of(range_from(&vs->regions, addr));
	if (region)
		found = *region;
	vspace_unlock(vs);
	if (region)
		*copy = found;
	return region != NULL;
}

bool vspace_region(struct vspace *vs, uint64_t addr, struct vm_region *copy)
{
	struct vm_region region;

	if (!vspace_next_region(vs, addr, &region) || region.range.start > addr)
		return false;
	*copy = region;
	return true;
}

void vspace_stats(struct vspace *vs, struct vspace_stats *stats)
{
	struct vspace_stats now;

	vspace_lock(vs);
	now = (struct vspace_stats){vs->regions.nr_ranges, vs->nr_mapped,
				    vs->nr_promised,	   vs->nr_faults,
				    vs->tables.nr_used,	   vs->tables.nr_spares};
	vspace_unlock(vs);
	*stats = now;
}

/* --- Verifying -------------------------------------------------------------------------------- */

struct sums {
	uint64_t nr_mapped, nr_promised, nr_tables;
};

/* Does a run of pages allow what it should? Less only where a store is to be caught. */
static void run_check(struct vspace *vs, const struct vm_region *r, const struct port_pt_run *run,
		      bool own)
{
	const struct page *page = pgdat_page(vs->pgdat, run->phys >> PAGE_SHIFT);
	bool may_be_less = region_is_cow(r) && !(r->flags & REGION_LOCKED && r->prot & PROT_WRITE);

	if (run->prot != pt_prot(r->prot) && (!may_be_less || run->prot != pt_prot_cow(r->prot)))
		port_panic("mmap: page %#llx allows other than its region",
			   (unsigned long long)run->virt);
	if (r->flags & REGION_GUARD)
		port_panic("mmap: guard page %#llx is mapped", (unsigned long long)run->virt);
	if (!region_is_cow(r) && !own)
		return;
	for (uint64_t i = 0; i < run->len >> PAGE_SHIFT; i++) {
		bool shared = !own || page_is_shared(&page[i]);

		if (shared && (run->prot & PORT_PROT_WRITE || !region_is_cow(r)))
			port_panic("mmap: page %#llx is not the region's own to store to",
				   (unsigned long long)(run->virt + i * PAGE_SIZE));
	}
}

static void region_check(struct vspace *vs, struct vm_region *r, struct sums *sums)
{
	uint64_t at = r->range.start, mapped = 0, nr_own = 0;
	struct port_pt_run run;
	bool own;

	for (; region_next(vs, r, at, &run, &own); at = run.virt + run.len) {
		run_check(vs, r, &run, own);
		mapped += run.len >> PAGE_SHIFT;
		nr_own += own ? run.len >> PAGE_SHIFT : 0;
	}
	if (mapped < region_pages(r) && !region_is_lazy(vs, r) && !(r->flags & REGION_GUARD))
		port_panic("mmap: not all of the region at %#llx is backed",
			   (unsigned long long)r->range.start);
	sums->nr_mapped += mapped;
	if (region_is_promised(vs, r))
		sums->nr_promised += region_pages(r) - nr_own;
	if (!is_overcommit(vs))
		sums->nr_tables +=
			tables_beyond(range_prev(&r->range), NULL, r->range.start, r->range.end);
}

void vspace_check(struct vspace *vs)
{
	struct sums sums = {0, 0, 0};

	vspace_lock(vs);
	vspace_wait(vs, MM_SPACE_START, MM_SPACE_END);
	range_tree_check(&vs->regions);
	for (struct range *range = range_from(&vs->regions, 0); range; range = range_next(range))
		region_check(vs, region_of(range), &sums);
	if (sums.nr_mapped != vs->nr_mapped || sums.nr_promised != vs->nr_promised ||
	    sums.nr_tables != vs->tables.nr_promised ||
	    sums.nr_promised > pgdat_nr_promised(vs->pgdat))
		port_panic("mmap: a space has %llu pages mapped, %llu promised and %llu tables, "
			   "not %llu, %llu and %llu",
			   (unsigned long long)sums.nr_mapped, (unsigned long long)sums.nr_promised,
			   (unsigned long long)sums.nr_tables, (unsigned long long)vs->nr_mapped,
			   (unsigned long long)vs->nr_promised,
			   (unsigned long long)vs->tables.nr_promised);
	if (!is_overcommit(vs) &&
	    vs->tables.nr_used + vs->tables.nr_spares < vs->tables.nr_promised)
		port_panic("mmap: fewer tables than are promised");
	vspace_unlock(vs);
}
