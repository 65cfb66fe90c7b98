// SPDX-License-Identifier: MIT
/*
 * Areas of kernel virtual memory.
 *
 * An area is a range of addresses in a tree, mapped front to back with the largest leaves that
 * alignment and free memory allow: 1 GiB, 2 MiB, 4 KiB. Where no 2 MiB of memory are free a chunk
 * is mapped with 512 small pages instead, and only that chunk. Small pages come in bulk; those of a
 * whole chunk map as one run even with small leaves. Frames are single pages whatever leaf maps
 * them.
 *
 * vfree() unmaps at once, and the CPU that calls it forgets the addresses, so that they fault
 * there. The frames, strung together through their records as runs, and the addresses wait for a
 * purge, which does all areas at one go: one flush that reaches all CPUs, then all frames. It comes
 * when more than LAZY_PAGES wait, and when memory or addresses run short: the page allocator asks
 * for it before it fails (pg_data.reclaim).
 *
 * Lock: vmap_space.lock over tree, lists and tables. The page allocator is called under it, for
 * tables and for frames; a purge that comes from inside such a call does nothing, and the outer
 * call purges itself and tries again. Cost: docs/benchmarks.md. Not here: page tables and TLBs (the
 * port's).
 */
#include "mm/vmalloc.h"

#include "mm/frames.h"
#include "mm/nodes.h"
#include "mm/vmalloc_int.h"

enum {
	LAZY_PAGES = 8192, /* 32 MiB of frames at most wait for a purge */
	LAZY_AREAS = 256,
	BATCH = 64, /* small pages at a time */
};

/* --- Purging ------------------------------------------------------------------------------- */

static void area_remove(struct vmap_space *vs, struct vm_area *area)
{
	range_remove(&vs->areas, &area->range);
	obj_free(&vs->nodes, area);
}

/* The same of an area that could not be filled. */
static void area_undo(struct vmap_space *vs, struct vm_area *area)
{
	range_remove(&vs->areas, &area->range);
	obj_undo(&vs->nodes, area);
}

static void purge_locked(struct vmap_space *vs)
{
	struct vm_area *area;

	if (!vs->lazy)
		return;
	port_pt_flush(vs->pt);
	while ((area = vs->lazy)) {
		vs->lazy = area->next;
		frames_free(&(struct frame_list){vs->pgdat, area->frames});
		area_remove(vs, area);
	}
	vs->nr_lazy = 0;
	vs->stats.lazy_len = 0;
	vs->stats.nr_purges++;
}

static void space_lock(struct vmap_space *vs)
{
	port_lock(&vs->lock);
	__atomic_store_n(&vs->busy, port_cpu() + 1, __ATOMIC_RELAXED);
}

static void space_unlock(struct vmap_space *vs)
{
	__atomic_store_n(&vs->busy, 0, __ATOMIC_RELAXED);
	port_unlock(&vs->lock);
}

void vmap_space_purge(struct vmap_space *vs)
{
	space_lock(vs);
	purge_locked(vs);
	space_unlock(vs);
}

/* The page allocator is short of memory. */
static void space_reclaim(void *arg)
{
	struct vmap_space *vs = arg;

	if (__atomic_load_n(&vs->busy, __ATOMIC_RELAXED) != port_cpu() + 1)
		vmap_space_purge(vs);
}

/* --- Mapping --------------------------------------------------------------------------------- */

struct request {
	size_t size;
	unsigned flags;
	struct pg_data *node; /* to be asked first */
	const void *caller;
};

/* Where an area is being filled. */
struct filling {
	struct vmap_space *vs;
	struct vm_area *area;
	uint64_t at, end;
	bool huge;
	struct pg_data *node; /* to be asked first */
	bool in_turns;	      /* another for each chunk, and each batch of small pages */
};

/* Map frames [phys, phys + len), all ours, at the present place. Gives them back on failure. */
static int fill_run(struct filling *f, phys_addr_t phys, uint64_t len, uint64_t max_leaf)
{
	struct pg_data *pgdat = f->vs->pgdat;
	int err = port_pt_map_run(f->vs->pt, f->at, phys, len, PORT_PROT_WRITE, max_leaf);

	if (err) {
		pgdat_free_run(pgdat, pgdat_page(pgdat, phys >> PAGE_SHIFT), len >> PAGE_SHIFT);
		return err;
	}
	if (max_leaf > PAGE_SIZE)
		f->area->huge_len += len;
	f->at += len;
	return 0;
}

/* Whom to ask first for what comes next. */
static struct pg_data *fill_node(struct filling *f)
{
	return f->in_turns ? nodes_in_turn(f->node, &f->vs->turn) : f->node;
}

static void count_turn(struct filling *f, struct pg_data *node, uint64_t nr_pages)
{
	if (f->in_turns)
		__atomic_fetch_add(&node->stats.nr_turns, nr_pages, __ATOMIC_RELAXED);
}

/* A 1 GiB leaf, where one fits and is to be had. 0: done, or not possible here. */
static int fill_giga(struct filling *f)
{
	struct pg_data *pgdat = f->node;
	struct page *page;

	if (!f->huge || f->in_turns || f->at % PUD_SIZE || f->end - f->at < PUD_SIZE)
		return 0;
	page = pgdat_alloc(pgdat, __GFP_NOWARN, PUD_SHIFT - PAGE_SHIFT);
	if (!page)
		return 0;
	pgdat_split(pgdat, page, PUD_SHIFT - PAGE_SHIFT);
	return fill_run(f, pgdat_pfn(pgdat, page) << PAGE_SHIFT, PUD_SIZE, PUD_SIZE);
}

/* How many chunks from pfns[0] on follow one another in memory. */
static uint64_t chunks_together(const pfn_t *pfns, uint64_t nr)
{
	uint64_t n = 1;

	while (n < nr && pfns[n] == pfns[n - 1] + CHUNK_PAGES)
		n++;
	return n;
}

/* Whole chunks, with leaves of 2 MiB or small ones, as many as fit and are to be had. */
static int fill_chunks(struct filling *f)
{
	uint64_t max_leaf = f->huge && f->at % PMD_SIZE == 0 ? PMD_SIZE : PAGE_SIZE;
	uint64_t most = f->in_turns ? 1 : BATCH;

	while (f->end - f->at >= PMD_SIZE) {
		struct pg_data *pgdat = fill_node(f);
		uint64_t want = (f->end - f->at) / PMD_SIZE;
		pfn_t pfns[BATCH];
		uint64_t nr =
			nodes_alloc_chunks(pgdat, GFP_KERNEL, want < most ? want : most, pfns);
		int err = 0;

		for (uint64_t i = 0, n; i < nr; i += n) {
			n = chunks_together(pfns + i, nr - i);
			if (err) /* these are not needed any more */
				pgdat_free_run(pgdat, pgdat_page(pgdat, pfns[i]), n * CHUNK_PAGES);
			else
				err = fill_run(f, pfns[i] << PAGE_SHIFT, n * PMD_SIZE, max_leaf);
		}
		if (err || !nr)
			return err;
		count_turn(f, pgdat, nr * CHUNK_PAGES);
	}
	return 0;
}

/* Small pages up to the end, or for one chunk if the next may be huge again. */
static int fill_small(struct filling *f)
{
	uint64_t end = f->end;

	if (f->huge && end - f->at >= PMD_SIZE) {
		end = f->at + PMD_SIZE;
		f->vs->stats.nr_fallbacks++;
	}
	while (f->at < end) {
		struct pg_data *pgdat = fill_node(f);
		uint64_t want = (end - f->at) >> PAGE_SHIFT;
		long nr = (long)(want < BATCH ? want : BATCH);
		struct page *pages[BATCH] = {NULL};
		pfn_t pfns[BATCH];
		int err = -ENOMEM;

		if (pgdat_bulk_array(pgdat, __GFP_NOWARN, nr, pages) == nr) {
			for (long i = 0; i < nr; i++)
				pfns[i] = pgdat_pfn(pgdat, pages[i]);
			err = port_pt_map_pfns(f->vs->pt, f->at, pfns, (uint64_t)nr,
					       PORT_PROT_WRITE);
		}
		if (err) {
			pgdat_free_bulk(pgdat, nr, pages);
			return err;
		}
		count_turn(f, pgdat, (uint64_t)nr);
		f->at += (uint64_t)nr << PAGE_SHIFT;
	}
	return 0;
}

/* Back and map the whole area. On failure what is mapped stays, for area_unmap(). */
static int area_fill(struct vmap_space *vs, struct vm_area *area, bool huge,
		     const struct request *rq)
{
	struct filling f = {.vs = vs,
			    .area = area,
			    .at = area_start(area),
			    .end = area_start(area) + area->len,
			    .huge = huge,
			    .node = rq->node,
			    .in_turns = rq->flags & VMALLOC_INTERLEAVE};
	int err = 0;

	while (f.at < f.end && !err) {
		uint64_t before = f.at;

		err = fill_giga(&f);
		if (!err && f.at == before)
			err = fill_chunks(&f);
		if (!err && f.at < f.end && (f.at == before || f.end - f.at < PMD_SIZE))
			err = fill_small(&f);
	}
	return err;
}

/* Its frames may be given away after port_pt_flush(). */
static struct page *area_unmap(struct vmap_space *vs, struct vm_area *area)
{
	struct frame_list frames = {vs->pgdat, NULL};

	if (port_pt_unmap(vs->pt, area_start(area), area->len,
			  area->owns_frames ? frames_gather : NULL, &frames) < 0)
		port_panic("vmalloc: cannot unmap a whole area");
	port_pt_forget(vs->pt, area_start(area), area->len);
	return frames.first;
}

static void area_zero(struct vmap_space *vs, const struct vm_area *area)
{
	uint64_t at = area_start(area);

	while (at < area_start(area) + area->len) {
		phys_addr_t phys;
		uint64_t leaf_len;

		if (!port_pt_lookup(vs->pt, at, &phys, &leaf_len, NULL))
			port_panic("vmalloc: a hole in an area");
		port_zero(port_phys_to_virt(phys), leaf_len);
		at += leaf_len;
	}
}

/* --- Areas ----------------------------------------------------------------------------------- */

/* An area of len bytes with its guard page, addresses aligned to `align`. NULL: none. */
static struct vm_area *area_create(struct vmap_space *vs, uint64_t size, uint64_t align,
				   const void *caller)
{
	uint64_t len = ALIGN_UP(size, PAGE_SIZE);
	struct vm_area *area = obj_alloc(&vs->nodes);
	uint64_t start;

	if (!area)
		return NULL;
	if (range_find_gap(&vs->areas, len + vs->guard_len, align, 0, ~0ull, &start, NULL)) {
		obj_undo(&vs->nodes, area);
		return NULL;
	}
	area->range.start = start;
	area->range.end = start + len + vs->guard_len;
	area->size = size;
	area->len = len;
	area->caller = caller;
	range_insert(&vs->areas, &area->range);
	return area;
}

/* Sums of a live area come or go. */
static void area_count(struct vmap_space *vs, const struct vm_area *area, bool come)
{
	uint64_t rounded = area->size >= PMD_SIZE ? ALIGN_UP(area->size, PMD_SIZE) : area->len;
	uint64_t sign = come ? 1 : ~0ull;

	vs->stats.nr_areas += sign;
	vs->stats.len += sign * area->len;
	vs->stats.huge_len += sign * area->huge_len;
	vs->stats.waste += sign * (area->len - area->size);
	vs->stats.rounded_waste += sign * (rounded - area->size);
}

/* Once: no purge, no second try. */
static struct vm_area *area_alloc_locked(struct vmap_space *vs, const struct request *rq)
{
	size_t size = rq->size;
	bool huge = vs->huge && !(rq->flags & VMALLOC_BASE) && size >= PMD_SIZE;
	uint64_t align = !huge ? PAGE_SIZE : size >= PUD_SIZE ? PUD_SIZE : PMD_SIZE;
	struct vm_area *area = area_create(vs, size, align, rq->caller);

	if (!area)
		return NULL;
	area->owns_frames = true;
	if (area_fill(vs, area, huge, rq)) {
		struct page *frames = area_unmap(vs, area);

		port_pt_flush(vs->pt);
		frames_free(&(struct frame_list){vs->pgdat, frames});
		area_undo(vs, area);
		return NULL;
	}
	return area;
}

/* Could an area of that size be at all? */
static bool size_possible(const struct vmap_space *vs, size_t size)
{
	return size && size <= vs->areas.end - vs->areas.start - vs->guard_len;
}

void *vmap_space_alloc(struct vmap_space *vs, size_t size, unsigned flags, const void *caller)
{
	return vmap_space_alloc_node(vs, size, flags, NUMA_NO_NODE, caller);
}

void *vmap_space_alloc_node(struct vmap_space *vs, size_t size, unsigned flags, int nid,
			    const void *caller)
{
	const struct request rq = {size, flags, nodes_at(vs->pgdat, nid), caller};
	struct vm_area *area;

	if (!size_possible(vs, size) || !rq.node)
		return NULL;
	space_lock(vs);
	area = area_alloc_locked(vs, &rq);
	if (!area && vs->lazy) {
		purge_locked(vs);
		area = area_alloc_locked(vs, &rq);
	}
	if (area) {
		area_count(vs, area, true);
		if (flags & VMALLOC_ZERO)
			area_zero(vs, area);
		if (unlikely(vs->guarded)) {
			area->filled = true;
			vmap_slack_fill(vs, area);
		}
	}
	space_unlock(vs);
	return area ? (void *)area_start(area) : NULL;
}

/* The live area of that kind that starts there; panics if there is none. */
static struct vm_area *area_find(struct vmap_space *vs, const void *address, bool owns_frames,
				 const void *caller)
{
	struct range *range = range_at(&vs->areas, (uintptr_t)address);
	struct vm_area *area = range ? container_of(range, struct vm_area, range) : NULL;

	if (!area || range->start != (uintptr_t)address || area->owns_frames != owns_frames ||
	    !area->len) {
		char symbol[80];

		port_symbol(caller, symbol, sizeof(symbol));
		port_panic("vmalloc: free of %p, which is no area of that kind; caller %s", address,
			   symbol);
	}
	return area;
}

/* Unmap a live area and leave it to the next purge. */
static void area_retire(struct vmap_space *vs, const void *address, bool owns_frames,
			const void *caller)
{
	struct vm_area *area;

	if (!address)
		return;
	space_lock(vs);
	area = area_find(vs, address, owns_frames, caller);
	area_count(vs, area, false);
	if (unlikely(area->filled))
		vmap_slack_verify(vs, area);
	area->frames = area_unmap(vs, area);
	vs->stats.lazy_len += area->owns_frames ? area->len : 0;
	area->len = 0; /* a second free is a mistake */
	area->next = vs->lazy;
	vs->lazy = area;
	vs->nr_lazy++;
	if (vs->stats.lazy_len > (uint64_t)LAZY_PAGES << PAGE_SHIFT || vs->nr_lazy > LAZY_AREAS)
		purge_locked(vs);
	space_unlock(vs);
}

void vmap_space_free(struct vmap_space *vs, const void *address, const void *caller)
{
	area_retire(vs, address, true, caller);
}

static struct vm_area *area_map_locked(struct vmap_space *vs, struct page *const *pages,
				       unsigned nr, unsigned prot, const void *caller)
{
	struct vm_area *area = area_create(vs, (uint64_t)nr << PAGE_SHIFT, PAGE_SIZE, caller);

	if (!area)
		return NULL;
	for (unsigned done = 0; done < nr; done += BATCH) {
		unsigned n = nr - done < BATCH ? nr - done : BATCH;
		pfn_t pfns[BATCH];

		for (unsigned i = 0; i < n; i++)
			pfns[i] = pgdat_pfn(vs->pgdat, pages[done + i]);
		if (port_pt_map_pfns(vs->pt, area_start(area) + ((uint64_t)done << PAGE_SHIFT),
				     pfns, n, prot)) {
			area_unmap(vs, area);
			port_pt_flush(vs->pt);
			area_undo(vs, area);
			return NULL;
		}
	}
	return area;
}

void *vmap_space_map(struct vmap_space *vs, struct page *const *pages, unsigned nr, unsigned prot,
		     const void *caller)
{
	struct vm_area *area;

	if (!nr || !pages || !size_possible(vs, (uint64_t)nr << PAGE_SHIFT))
		return NULL;
	space_lock(vs);
	area = area_map_locked(vs, pages, nr, prot, caller);
	if (!area && vs->lazy) {
		purge_locked(vs);
		area = area_map_locked(vs, pages, nr, prot, caller);
	}
	if (area)
		area_count(vs, area, true);
	space_unlock(vs);
	return area ? (void *)area_start(area) : NULL;
}

void vmap_space_unmap(struct vmap_space *vs, const void *address, const void *caller)
{
	area_retire(vs, address, false, caller);
}

/* --- Looking and changing ----------------------------------------------------------------------
 */

struct page *vmap_space_page(struct vmap_space *vs, const void *address)
{
	phys_addr_t phys;
	bool mapped;

	space_lock(vs);
	mapped = (uintptr_t)address >= vs->areas.start && (uintptr_t)address < vs->areas.end &&
		 port_pt_lookup(vs->pt, ALIGN_DOWN((uintptr_t)address, PAGE_SIZE), &phys, NULL,
				NULL);
	space_unlock(vs);
	return mapped ? pgdat_page(vs->pgdat, phys >> PAGE_SHIFT) : NULL;
}

int vmap_space_protect(struct vmap_space *vs, const void *address, unsigned nr, unsigned prot)
{
	uint64_t start = (uintptr_t)address;
	uint64_t len = (uint64_t)nr << PAGE_SHIFT;
	struct range *range;
	struct vm_area *area;
	int err = -EINVAL;

	space_lock(vs);
	range = range_at(&vs->areas, start);
	area = range ? container_of(range, struct vm_area, range) : NULL;
	if (area && nr && start % PAGE_SIZE == 0 && start - range->start < area->len &&
	    len <= area->len - (start - range->start)) {
		err = port_pt_protect(vs->pt, start, len, prot);
		port_pt_flush(vs->pt);
	}
	space_unlock(vs);
	return err;
}

void vmap_space_init(struct vmap_space *vs, struct pg_data *pgdat, struct port_pt *pt,
		     uint64_t start, uint64_t end, bool huge)
{
	__builtin_memset(vs, 0, sizeof(*vs));
	vs->pgdat = pgdat;
	vs->pt = pt;
	vs->huge = huge;
	vs->guard_len = PAGE_SIZE;
	range_tree_init(&vs->areas, start, end);
	obj_pool_init(&vs->nodes, pgdat, sizeof(struct vm_area));
	for (int nid = 0; nid < MAX_NUMNODES; nid++)
		if (nodes_at(pgdat, nid))
			pgdat_set_reclaim(nodes_at(pgdat, nid), space_reclaim, vs);
}

void vmap_space_destroy(struct vmap_space *vs)
{
	vmap_space_purge(vs);
	if (vs->areas.nr_ranges)
		port_panic("vmalloc: %llu areas are left", (unsigned long long)vs->areas.nr_ranges);
	obj_pool_destroy(&vs->nodes);
	for (int nid = 0; nid < MAX_NUMNODES; nid++)
		if (nodes_at(vs->pgdat, nid))
			pgdat_set_reclaim(nodes_at(vs->pgdat, nid), NULL, NULL);
}

void vmap_space_check(struct vmap_space *vs)
{
	struct vmalloc_stats sum = {0};

	space_lock(vs);
	range_tree_check(&vs->areas);
	for (struct range *r = range_from(&vs->areas, vs->areas.start); r; r = range_next(r)) {
		struct vm_area *area = container_of(r, struct vm_area, range);
		uint64_t huge_len = 0;
		uint64_t leaf_len;

		for (uint64_t at = r->start; at < r->end; at += PAGE_SIZE) {
			bool mapped = port_pt_lookup(vs->pt, at, NULL, &leaf_len, NULL);

			if (mapped != (at - r->start < area->len))
				port_panic("vmalloc: page %#llx of an area is%s mapped",
					   (unsigned long long)at, mapped ? "" : " not");
			huge_len += mapped && leaf_len > PAGE_SIZE ? PAGE_SIZE : 0;
		}
		if (huge_len > area->huge_len)
			port_panic("vmalloc: more huge leaves than were counted");
		sum.len += area->len;
		sum.nr_areas += area->len != 0;
	}
	if (sum.len != vs->stats.len || sum.nr_areas != vs->stats.nr_areas)
		port_panic("vmalloc: sums of areas");
	space_unlock(vs);
}
