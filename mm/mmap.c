// SPDX-License-Identifier: MIT
/*
 * Address spaces: regions in a tree, backed by policy.
 *
 * A region is promised or backed before it exists. What it promises, pages and page tables, is
 * taken first, so that nothing after the first change of the space can fail: frames come out of the
 * promise, tables out of spare ones (table_pool.h). Overcommit promises neither.
 *
 * Lock: vspace.lock, the page allocator's under it. Cost: O(log regions) and the pages.
 * Not here: which CPU is in which space (vspace_node.c), fork, objects other than anonymous memory.
 */
#include "mm/mmap.h"

#include "mm/frames.h"

enum { PROT_ALL = PROT_READ | PROT_WRITE | PROT_EXEC };

static struct vm_region *region_of(struct range *range)
{
	return range ? container_of(range, struct vm_region, range) : NULL;
}

static unsigned pt_prot(unsigned prot)
{
	if (prot == PROT_NONE)
		return PORT_PROT_NONE;
	return (prot & PROT_WRITE ? PORT_PROT_WRITE : 0) | (prot & PROT_EXEC ? PORT_PROT_EXEC : 0);
}

static bool is_overcommit(const struct vspace *vs)
{
	return vs->policy == MM_OVERCOMMIT;
}

/* May pages of the region be missing, to come at the fault? */
static bool is_lazy(const struct vspace *vs, const struct vm_region *region)
{
	return region->flags & MAP_LAZY || vs->policy >= MM_DEMAND;
}

/* Are those that are missing promised? */
static bool is_promised(const struct vspace *vs, const struct vm_region *region)
{
	return is_lazy(vs, region) && !is_overcommit(vs);
}

/* --- Regions ---------------------------------------------------------------------------------- */

/* What a range in the tree adds to tables_promised. */
static uint64_t tables_of(struct range *range)
{
	return tables_beyond(range_prev(range), range_next(range), range->start, range->end);
}

static void region_insert(struct vspace *vs, struct vm_region *region)
{
	if (range_insert(&vs->regions, &region->range))
		port_panic("mmap: regions overlap");
	if (!is_overcommit(vs))
		vs->tables.nr_promised += tables_of(&region->range);
}

static void region_remove(struct vspace *vs, struct vm_region *region)
{
	if (!is_overcommit(vs))
		vs->tables.nr_promised -= tables_of(&region->range);
	range_remove(&vs->regions, &region->range);
}

static bool regions_alike(const struct vm_region *a, const struct vm_region *b)
{
	return a->range.end == b->range.start && a->prot == b->prot && a->flags == b->flags;
}

/* Make one of two neighbours that are alike; together they need the same tables. */
static void region_join(struct vspace *vs, struct vm_region *low, struct vm_region *high)
{
	uint64_t end;

	if (!low || !high || !regions_alike(low, high))
		return;
	end = high->range.end;
	range_remove(&vs->regions, &high->range);
	range_resize(&vs->regions, &low->range, low->range.start, end);
	obj_free(&vs->nodes, high);
}

static void regions_join_around(struct vspace *vs, uint64_t start, uint64_t end)
{
	struct range *range = range_at(&vs->regions, start);
	struct range *next;

	if (range)
		region_join(vs, region_of(range_prev(range)), region_of(range));
	next = range_at(&vs->regions, end);
	if (next)
		region_join(vs, region_of(range_prev(next)), region_of(next));
}

/* The region that goes on both sides of addr, NULL if there is none. */
static struct vm_region *region_across(struct vspace *vs, uint64_t addr)
{
	struct vm_region *region = region_of(range_at(&vs->regions, addr));

	return region && region->range.start != addr ? region : NULL;
}

/* Cut it in two there; `high` becomes the upper. Together they need the same tables. */
static void region_cut(struct vspace *vs, uint64_t addr, struct vm_region *high)
{
	struct vm_region *low = region_across(vs, addr);

	*high = *low;
	high->range.start = addr;
	range_resize(&vs->regions, &low->range, low->range.start, addr);
	if (range_insert(&vs->regions, &high->range))
		port_panic("mmap: regions overlap");
}

/* Cut at both ends of [start, end). -ENOMEM, and nothing has changed. */
static int regions_cut(struct vspace *vs, uint64_t start, uint64_t end)
{
	const uint64_t ends[2] = {start, end};
	struct vm_region *nodes[2] = {NULL, NULL};

	for (int i = 0; i < 2; i++) {
		if (!region_across(vs, ends[i]))
			continue;
		nodes[i] = obj_alloc(&vs->nodes);
		if (!nodes[i]) {
			if (nodes[0])
				obj_free(&vs->nodes, nodes[0]);
			return -ENOMEM;
		}
	}
	for (int i = 0; i < 2; i++)
		if (nodes[i])
			region_cut(vs, ends[i], nodes[i]);
	return 0;
}

/* --- Unmapping -------------------------------------------------------------------------------- */

/* Remove all regions inside [start, end), cut to fit; their frames and promises go back. */
static void regions_drop(struct vspace *vs, uint64_t start, uint64_t end)
{
	struct frame_list frames = {vs->pgdat, NULL};
	uint64_t unpromised = 0;
	int64_t unmapped = 0;
	struct range *range;

	while ((range = range_from(&vs->regions, start)) && range->start < end) {
		struct vm_region *region = region_of(range);
		uint64_t len = range->end - range->start;
		int64_t nr = port_pt_unmap(vs->pt, range->start, len, frames_gather, &frames);

		if (nr < 0)
			port_panic("mmap: no table to split a leaf with");
		unmapped += nr;
		if (is_promised(vs, region))
			unpromised += (len >> PAGE_SHIFT) - (uint64_t)nr;
		region_remove(vs, region);
		obj_free(&vs->nodes, region);
	}
	port_pt_flush(vs->pt);
	frames_free(&frames);
	if (unpromised)
		pgdat_unreserve(vs->pgdat, unpromised);
	vs->nr_promised -= unpromised;
	vs->nr_mapped -= (uint64_t)unmapped;
}

/* Under overcommit there may be no table to split a huge leaf with: find out before any change. */
static int leaves_cut(struct vspace *vs, uint64_t start, uint64_t end)
{
	uint64_t ends[2] = {start, end};

	if (!is_overcommit(vs))
		return 0;
	for (int i = 0; i < 2; i++) {
		uint64_t leaf = 0;
		unsigned prot;

		if (!port_pt_lookup(vs->pt, ends[i], NULL, &leaf, &prot) || ends[i] % leaf == 0)
			continue;
		if (port_pt_protect(vs->pt, ends[i], PAGE_SIZE, prot))
			return -ENOMEM;
	}
	return 0;
}

/* Whole pages, inside the space? */
static bool range_valid(uint64_t addr, uint64_t len, uint64_t *end)
{
	uint64_t rounded = ALIGN_UP(len, PAGE_SIZE);

	if (addr % PAGE_SIZE || !len || rounded < len || addr > MM_SPACE_END ||
	    rounded > MM_SPACE_END - addr)
		return false;
	*end = addr + rounded;
	return true;
}

int mm_munmap(struct vspace *vs, uint64_t addr, uint64_t len)
{
	uint64_t end;
	int err;

	if (!range_valid(addr, len, &end))
		return -EINVAL;
	port_lock(&vs->lock);
	err = leaves_cut(vs, addr, end);
	if (!err)
		err = regions_cut(vs, addr, end);
	if (!err)
		regions_drop(vs, addr, end);
	table_pool_trim(&vs->tables);
	port_unlock(&vs->lock);
	return err;
}

/* --- Backing ---------------------------------------------------------------------------------- */

/* Where a region is being backed. Frames come out of a promise, which shrinks with them. */
struct backing {
	struct vspace *vs;
	uint64_t at, end;
	unsigned prot;
};

static void back_run(struct backing *b, pfn_t pfn, uint64_t nr, uint64_t max_leaf)
{
	struct vspace *vs = b->vs;

	pages_zero(vs->pgdat, pgdat_page(vs->pgdat, pfn), nr);
	if (port_pt_map_run(vs->pt, b->at, pfn << PAGE_SHIFT, nr << PAGE_SHIFT, b->prot, max_leaf))
		port_panic("mmap: a promised table is not there");
	vs->nr_mapped += nr;
	b->at += nr << PAGE_SHIFT;
}

/* 2 MiB leaves as long as they fit and there are chunks; chunks in a row are mapped at once. */
static void back_huge(struct backing *b)
{
	struct pg_data *pgdat = b->vs->pgdat;
	uint64_t want = (b->end - b->at) / PMD_SIZE;
	pfn_t first = 0;
	uint64_t nr = 0;

	if (!b->vs->huge || b->at % PMD_SIZE)
		return;
	for (uint64_t i = 0; i < want; i++) {
		struct page *page = pgdat_alloc_reserved(pgdat, CHUNK_ORDER);
		pfn_t pfn;

		if (!page)
			break;
		pgdat_split(pgdat, page, CHUNK_ORDER);
		pfn = pgdat_pfn(pgdat, page);
		if (nr && pfn != first + nr * CHUNK_PAGES) {
			back_run(b, first, nr * CHUNK_PAGES, PMD_SIZE);
			nr = 0;
		}
		first = nr++ ? first : pfn;
	}
	if (nr)
		back_run(b, first, nr * CHUNK_PAGES, PMD_SIZE);
}

/* The largest block, up to half a chunk, that fits and is to be had; single pages always are. */
static void back_block(struct backing *b)
{
	struct pg_data *pgdat = b->vs->pgdat;
	uint64_t left = (b->end - b->at) >> PAGE_SHIFT;
	unsigned order = CHUNK_ORDER - 1;
	struct page *page;

	while (1ull << order > left)
		order--;
	while (!(page = pgdat_alloc_reserved(pgdat, order)))
		order--;
	if (order)
		pgdat_split(pgdat, page, order);
	back_run(b, pgdat_pfn(pgdat, page), 1ull << order, PAGE_SIZE);
}

/* `range`: each step once for as much of the range as memory allows. */
static void back_range(struct backing *b)
{
	while (b->at < b->end) {
		back_huge(b);
		if (b->at < b->end)
			back_block(b);
	}
}

/* `superlock`: each step for each page. */
static void back_pages(struct backing *b)
{
	while (b->at < b->end)
		back_run(b, pgdat_pfn(b->vs->pgdat, pgdat_alloc_reserved(b->vs->pgdat, 0)), 1,
			 PAGE_SIZE);
}

/* --- mmap ------------------------------------------------------------------------------------- */

static bool flags_valid(unsigned prot, unsigned flags)
{
	unsigned kind = flags & (MAP_SHARED | MAP_PRIVATE);

	return !(prot & ~(unsigned)PROT_ALL) &&
	       !(flags & ~(unsigned)(MAP_SHARED | MAP_PRIVATE | MAP_FIXED | MAP_ANON | MAP_LAZY)) &&
	       (kind == MAP_SHARED || kind == MAP_PRIVATE) && flags & MAP_ANON;
}

/* Where to map len bytes, of whole pages. */
static int place_find(struct vspace *vs, uint64_t addr, uint64_t len, unsigned flags,
		      uint64_t *start)
{
	bool huge = vs->huge && vs->policy == MM_RANGE && len >= PMD_SIZE;

	if (!(flags & MAP_FIXED))
		return range_find_gap(&vs->regions, len, huge ? PMD_SIZE : PAGE_SIZE, 0, ~0ull,
				      start);
	if (addr % PAGE_SIZE || addr < MM_SPACE_START)
		return -EINVAL;
	if (addr > MM_SPACE_END || len > MM_SPACE_END - addr)
		return -ENOMEM;
	*start = addr;
	return 0;
}

/* What a mapping takes before the first change, so that nothing after it can fail. */
struct provision {
	struct vm_region *region;
	uint64_t nr_pages;  /* promised */
	uint64_t nr_tables; /* promised */
};

/*
 * Provide for a region in [start, end). What stands at a fixed place is cut to fit, so that its
 * removal cannot fail. -ENOMEM, and nothing has changed but the cuts.
 */
static int provide(struct vspace *vs, uint64_t start, uint64_t end, bool fixed,
		   struct provision *need)
{
	*need = (struct provision){NULL, 0, 0};
	if (!is_overcommit(vs)) {
		need->nr_pages = (end - start) >> PAGE_SHIFT;
		/* As if it had no neighbours: those in its place are about to go. */
		need->nr_tables = tables_beyond(NULL, NULL, start, end);
	}
	if (pgdat_reserve(vs->pgdat, need->nr_pages))
		return -ENOMEM;
	if (table_pool_promise(&vs->tables, need->nr_tables))
		goto unreserve;
	need->region = obj_alloc(&vs->nodes);
	if (!need->region)
		goto unpromise;
	if (fixed && (leaves_cut(vs, start, end) || regions_cut(vs, start, end)))
		goto free_region;
	return 0;

free_region:
	obj_free(&vs->nodes, need->region);
unpromise:
	table_pool_unpromise(&vs->tables, need->nr_tables);
unreserve:
	pgdat_unreserve(vs->pgdat, need->nr_pages);
	return -ENOMEM;
}

/* Back all of the region, out of the promise that was made for it. */
static void region_back(struct vspace *vs, const struct vm_region *region)
{
	struct backing b = {vs, region->range.start, region->range.end, pt_prot(region->prot)};

	if (vs->policy == MM_RANGE)
		back_range(&b);
	else
		back_pages(&b);
}

static int map_locked(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot, unsigned flags,
		      uint64_t *result)
{
	bool fixed = flags & MAP_FIXED;
	struct vm_region *region;
	struct provision need;
	uint64_t start;
	int err = place_find(vs, addr, len, flags, &start);

	if (!err)
		err = provide(vs, start, start + len, fixed, &need);
	if (err)
		return err;
	if (fixed)
		regions_drop(vs, start, start + len);
	region = need.region;
	region->range.start = start;
	region->range.end = start + len;
	region->prot = prot;
	region->flags = flags & ~(unsigned)MAP_FIXED;
	region_insert(vs, region);
	if (is_lazy(vs, region))
		vs->nr_promised += need.nr_pages;
	else
		region_back(vs, region);
	table_pool_unpromise(&vs->tables,
			     need.nr_tables); /* the region in its place has promised its own */
	regions_join_around(vs, start, start + len);
	*result = start;
	return 0;
}

int mm_mmap(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot, unsigned flags,
	    uint64_t *result)
{
	uint64_t rounded = ALIGN_UP(len, PAGE_SIZE);
	int err;

	if (!len || !flags_valid(prot, flags))
		return -EINVAL;
	if (rounded < len || rounded > MM_SPACE_END - MM_SPACE_START)
		return -ENOMEM;
	port_lock(&vs->lock);
	err = map_locked(vs, addr, rounded, prot, flags, result);
	port_unlock(&vs->lock);
	return err;
}

/* --- mprotect --------------------------------------------------------------------------------- */

/* Is all of [start, end) in regions? */
static bool all_mapped(struct vspace *vs, uint64_t start, uint64_t end)
{
	struct range *range = range_at(&vs->regions, start);

	while (range && range->end < end) {
		struct range *next = range_next(range);

		if (!next || next->start != range->end)
			return false;
		range = next;
	}
	return range != NULL;
}

static int protect_locked(struct vspace *vs, uint64_t start, uint64_t end, unsigned prot)
{
	struct range *range;
	int err;

	if (!all_mapped(vs, start, end))
		return -ENOMEM;
	if (leaves_cut(vs, start, end) || regions_cut(vs, start, end))
		return -ENOMEM;
	err = port_pt_protect(vs->pt, start, end - start, pt_prot(prot));
	port_pt_flush(vs->pt);
	for (range = range_at(&vs->regions, start); !err && range && range->start < end;
	     range = range_next(range))
		region_of(range)->prot = prot;
	regions_join_around(vs, start, end);
	return err;
}

int mm_mprotect(struct vspace *vs, uint64_t addr, uint64_t len, unsigned prot)
{
	uint64_t end;
	int err;

	if (!range_valid(addr, len, &end) || prot & ~(unsigned)PROT_ALL)
		return -EINVAL;
	port_lock(&vs->lock);
	err = protect_locked(vs, addr, end, prot);
	port_unlock(&vs->lock);
	return err;
}

/* --- Faults ----------------------------------------------------------------------------------- */

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

static enum fault_result fault_locked(struct vspace *vs, uint64_t addr, enum port_access access)
{
	struct vm_region *region = region_of(range_at(&vs->regions, addr));
	struct page *page;
	uint64_t at = ALIGN_DOWN(addr, PAGE_SIZE);
	bool promised = !is_overcommit(vs); /* what is missing */

	if (!region)
		return FAULT_NO_REGION;
	if (!access_allowed(region, access))
		return FAULT_PROT;
	if (port_pt_lookup(vs->pt, at, NULL, NULL, NULL))
		return FAULT_RESOLVED; /* someone else was faster */
	if (!is_lazy(vs, region))
		port_panic("mmap: page %#llx should be backed", (unsigned long long)at);
	page = promised ? pgdat_alloc_reserved(vs->pgdat, 0)
			: pgdat_alloc(vs->pgdat, __GFP_NOWARN, 0);
	if (!page)
		return FAULT_NO_MEMORY;
	pages_zero(vs->pgdat, page, 1);
	if (port_pt_map_run(vs->pt, at, pgdat_pfn(vs->pgdat, page) << PAGE_SHIFT, PAGE_SIZE,
			    pt_prot(region->prot), PAGE_SIZE)) {
		pgdat_free(vs->pgdat, page, 0);
		return FAULT_NO_MEMORY;
	}
	vs->nr_promised -= promised;
	vs->nr_mapped++;
	vs->nr_faults++;
	return FAULT_RESOLVED;
}

enum fault_result vspace_fault(struct vspace *vs, uint64_t addr, enum port_access access)
{
	enum fault_result result;

	port_lock(&vs->lock);
	result = fault_locked(vs, addr, access);
	port_unlock(&vs->lock);
	return result;
}

/* --- Spaces ----------------------------------------------------------------------------------- */

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
	regions_drop(vs, MM_SPACE_START, MM_SPACE_END);
	table_pool_unpromise(&vs->tables, vs->tables.nr_promised);
	port_pt_destroy(vs->pt);
	obj_pool_destroy(&vs->nodes);
}

bool vspace_region(struct vspace *vs, uint64_t addr, struct vm_region *copy)
{
	struct vm_region *region;

	port_lock(&vs->lock);
	region = region_of(range_at(&vs->regions, addr));
	if (region)
		*copy = *region;
	port_unlock(&vs->lock);
	return region != NULL;
}

void vspace_stats(struct vspace *vs, struct vspace_stats *stats)
{
	port_lock(&vs->lock);
	*stats = (struct vspace_stats){vs->regions.nr_ranges, vs->nr_mapped,
				       vs->nr_promised,	      vs->nr_faults,
				       vs->tables.nr_used,    vs->tables.nr_spares};
	port_unlock(&vs->lock);
}

void vspace_check(struct vspace *vs)
{
	uint64_t nr_mapped = 0, nr_promised = 0, nr_tables = 0;

	port_lock(&vs->lock);
	range_tree_check(&vs->regions);
	for (struct range *r = range_from(&vs->regions, 0); r; r = range_next(r)) {
		struct vm_region *region = region_of(r);
		unsigned prot;

		if (!is_overcommit(vs))
			nr_tables += tables_beyond(range_prev(r), NULL, r->start, r->end);
		for (uint64_t at = r->start; at < r->end; at += PAGE_SIZE) {
			if (port_pt_lookup(vs->pt, at, NULL, NULL, &prot)) {
				nr_mapped++;
				if (prot != pt_prot(region->prot))
					port_panic("mmap: page %#llx allows other than its region",
						   (unsigned long long)at);
			} else if (!is_lazy(vs, region)) {
				port_panic("mmap: page %#llx is not backed",
					   (unsigned long long)at);
			} else {
				nr_promised += is_promised(vs, region);
			}
		}
	}
	if (nr_mapped != vs->nr_mapped || nr_promised != vs->nr_promised ||
	    nr_tables != vs->tables.nr_promised || nr_promised > vs->pgdat->nr_reserved)
		port_panic("mmap: sums of a space: %llu mapped, %llu promised, %llu tables",
			   (unsigned long long)nr_mapped, (unsigned long long)nr_promised,
			   (unsigned long long)nr_tables);
	if (!is_overcommit(vs) &&
	    vs->tables.nr_used + vs->tables.nr_spares < vs->tables.nr_promised)
		port_panic("mmap: fewer tables than are promised");
	port_unlock(&vs->lock);
}
