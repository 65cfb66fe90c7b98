// SPDX-License-Identifier: MIT
/*
 * The page allocator, a block at a time.
 *
 * Single pages have a way without lock. To allocate, a CPU pops its magazine of pages freed lately,
 * or takes the lowest bit of a word of 64 pages that it claimed. To free, it pushes on the
 * magazine, whose older half goes back in bulk when it is full. A page in the magazine is marked in
 * its record, so that a second free of it is caught at once; all other wrong frees show in the maps
 * (chunk.c). Everything that is not plain, a flag, an order, a reference, a suspicious page, takes
 * the slow way under the lock, which knows all the rules.
 *
 * Before a shortage is declared all CPUs' caches are emptied, so nothing is stranded in them. Each
 * CPU does that itself, where it polls: on the slow way of a free, to which it is sent by finding
 * that no page may be kept, and where it waits for a lock. So what belongs to the CPU is whole
 * whenever a lock is about to be taken, and is read again after that.
 *
 * Lock: pg_data.lock in the slow ways only. Cost: docs/mm.md.
 * Not here: blocks inside the node (chunk.c), bulk and claiming (page_bulk.c).
 */
#include "mm/page_alloc_int.h"

#include "mm/nodes.h"
#include "mm/page_node.h"
#include "mm/page_watch_int.h"

enum { WARNED_FLAG = 1, WARNED_ORDER = 2, WARNED_FAILED = 4 };

void request_refuse(struct pg_data *p, gfp_t gfp, unsigned order)
{
	uint32_t kind = order > MAX_PAGE_ORDER ? WARNED_ORDER : WARNED_FLAG;

	__atomic_fetch_add(&p->stats.nr_refused, 1, __ATOMIC_RELAXED);
	if (p->warned & kind)
		return;
	p->warned |= kind;
	port_log("page_alloc: request with flags %#x, order %d refused", gfp, (int)order);
}

void request_failed(struct pg_data *p, gfp_t gfp, unsigned order)
{
	__atomic_fetch_add(&p->stats.nr_failed, 1, __ATOMIC_RELAXED);
	if (gfp & __GFP_NOWARN || p->warned & WARNED_FAILED)
		return;
	p->warned |= WARNED_FAILED;
	port_log("page_alloc: no memory for order %u, flags %#x, with %llu pages free", order,
		 gfp & GFP_ALL_BITS, (unsigned long long)pgdat_nr_free(p));
}

void pages_zero(struct pg_data *p, struct page *page, uint64_t nr_pages)
{
	phys_addr_t phys = pgdat_pfn(p, page) << PAGE_SHIFT;

	port_zero(port_phys_to_virt(phys), nr_pages << PAGE_SHIFT);
}

/* --- Allocation -------------------------------------------------------------------------- */

static struct page *block_take_locked(struct pg_data *p, gfp_t gfp, unsigned order)
{
	return order < CHUNK_ORDER ? block_alloc_locked(p, gfp, order)
				   : big_alloc_locked(p, gfp, order);
}

static struct page *block_take(struct pg_data *p, gfp_t gfp, unsigned order)
{
	struct page *page;

	pgdat_lock(p);
	page = block_take_locked(p, gfp, order);
	pgdat_unlock(p);
	return page;
}

static struct page *any_take(struct pg_data *p, gfp_t gfp, unsigned order)
{
	return order ? block_take(p, gfp, order) : bulk_alloc_one(this_pcp(p), gfp);
}

__noinline void pages_prepare(struct pg_data *p, struct page *page, uint64_t nr_pages, gfp_t gfp,
			      unsigned order)
{
	if (unlikely(gfp & GFP_WATCHED))
		page_watch_given(p, page, nr_pages, order);
	if (gfp & __GFP_ZERO)
		pages_zero(p, page, nr_pages);
}

static struct page *prepared(struct pg_data *p, struct page *page, gfp_t gfp, unsigned order)
{
	if (gfp & (__GFP_ZERO | GFP_WATCHED))
		pages_prepare(p, page, 1ull << order, gfp, order);
	return page;
}

struct page *alloc_once(struct pg_data *p, gfp_t gfp, unsigned order)
{
	struct page *page = any_take(p, gfp | p->force | GFP_AS_IT_IS, order);

	return page ? prepared(p, page, gfp | p->force, order) : NULL;
}

/* From this node alone. */
static force_inline struct page *alloc_here(struct pg_data *p, gfp_t gfp, unsigned order)
{
	struct page *page;

	if (!request_valid(p, gfp, order))
		return NULL;
	gfp |= p->force;
	page = any_take(p, gfp, order);
	for (unsigned nr = 0; unlikely(!page && order) && shortage_again(p, nr); nr++) {
		pgdat_shortage(p);
		page = block_take(p, gfp, order);
	}
	if (likely(page))
		return prepared(p, page, gfp, order);
	request_failed(p, gfp, order);
	return NULL;
}

/* From a node that has siblings, or is watched. */
static __noinline struct page *alloc_aside(struct pg_data *p, gfp_t gfp, unsigned order)
{
	if (page_watch_denies(p, 1ull << (order <= MAX_PAGE_ORDER ? order : 0))) {
		request_failed(p, gfp, order);
		return NULL;
	}
	return p->set ? nodes_alloc(p, gfp, order) : alloc_here(p, gfp, order);
}

struct page *alloc_checked(struct pg_data *p, gfp_t gfp, unsigned order)
{
	if (unlikely(p->aside))
		return alloc_aside(p, gfp, order);
	return alloc_here(p, gfp, order);
}

struct page *pgdat_alloc_slow(gfp_t gfp, unsigned order, struct pcp *pcp)
{
	struct pg_data *p = pcp->node;

	/* A huge page, with nothing to check before or to do afterwards. */
	if (order == CHUNK_ORDER && !(gfp | p->force))
		return p->huge_max ? chunk_alloc(pcp) : chunk_alloc_one(p);
	if (!order && gfp == __GFP_NOWARN && !p->force) {
		struct page *page = pcp_take(pcp);

		if (page)
			return page;
	}
	return alloc_checked(p, gfp, order);
}

struct page *pgdat_alloc(struct pg_data *p, gfp_t gfp, unsigned order)
{
	return pcp_alloc(this_pcp(p), gfp, order, pgdat_alloc_slow);
}

/* --- Freeing ----------------------------------------------------------------------------- */

/* Drop one of a page's extra references. */
static void ref_drop_locked(struct pg_data *p, struct page *page)
{
	struct chunk *chunk = &p->chunks[page_index(p, page) / CHUNK_PAGES];

	if (--page->extra_refs)
		return;
	page->flags &= ~(uint32_t)PAGE_REFERENCED;
	if (!--chunk->nr_refs)
		chunk->state &= ~(uint32_t)CHUNK_REFS;
}

/* Panic unless `page` is the first page of an allocated block of `order`. */
static void free_verify(struct pg_data *p, struct page *page, unsigned order, const void *caller)
{
	uint64_t idx = page_index(p, page);
	unsigned real_order = 0;

	switch (page_state(p, idx, &real_order)) {
	case STATE_ALLOCATED:
		if (order != real_order)
			page_panic(p, page, order, "free with a wrong order", caller);
		return;
	case STATE_FREE:
	case STATE_CLAIMED:
	case STATE_PARKED:
		page_panic(p, page, order, "double free", caller);
	case STATE_TAIL:
		page_panic(p, page, order, "free of a page inside a block", caller);
	case STATE_RESERVED:
		page_panic(p, page, order, "free of a page never owned", caller);
	case STATE_HOLE:
		page_panic(p, page, order, "free of an address in a hole", caller);
	default:
		page_panic(p, page, order, "free of what is no page", caller);
	}
}

void page_free_locked(struct pg_data *p, struct page *page, const void *caller)
{
	uint64_t idx = page_index(p, page);

	free_verify(p, page, 0, caller);
	if (page->extra_refs)
		ref_drop_locked(p, page);
	else
		bits_free_locked(p, idx / WORD_PAGES, 1ull << (idx % WORD_PAGES), 1);
}

/* Are there references to pages of the block other than its first? */
static bool block_referenced(const struct pg_data *p, const struct page *page, unsigned order)
{
	uint64_t idx = page_index(p, page);
	uint32_t c = (uint32_t)(idx / CHUNK_PAGES);

	if (order < CHUNK_ORDER) {
		if (!(p->chunks[c].state & CHUNK_REFS))
			return false;
		for (uint32_t i = 1; i < 1u << order; i++)
			if (page[i].extra_refs)
				return true;
		return false;
	}
	for (uint32_t i = 0; i < 1u << (order - CHUNK_ORDER); i++)
		if (p->chunks[c + i].nr_refs)
			return true;
	return false;
}

/*
 * Is this the plain case of a right free: a head without references whose tails are those of a
 * block of 2^order pages, with nothing of the kind behind? That an unowned page behind looks like a
 * tail, or that a block ends its word, only costs the closer look.
 */
static bool block_plain(const struct pg_data *p, const struct page *page, unsigned order)
{
	uint64_t idx = page_index(p, page);
	uint64_t bits, tails;

	if (order >= 6 || idx >= p->nr_pages || idx & ((1u << order) - 1) ||
	    p->chunks[idx / CHUNK_PAGES].state & CHUNK_SPECIAL & ~(CHUNK_TAILS | CHUNK_UNOWNED))
		return false;
	bits = low_bits(1u << order) << (idx % WORD_PAGES);
	tails = p->tail_map[idx / WORD_PAGES] & (bits | bits << 1);
	return tails == (bits & (bits - 1)) && page->busy == (uint64_t)PAGE_HEAD << 32;
}

/* Free a block, or drop a reference to it, by the full rules. */
static __noinline void block_free_checked(struct pg_data *p, struct page *page, unsigned order,
					  const void *caller)
{
	uint64_t idx = page_index(p, page);

	if (order > MAX_PAGE_ORDER)
		page_panic(p, page, order, "free with an order out of range", caller);
	free_verify(p, page, order, caller);
	if (page->extra_refs) {
		ref_drop_locked(p, page);
		return;
	}
	if (block_referenced(p, page, order))
		page_panic(p, page, order, "free of a block with pages referenced", caller);
	page->flags = 0;
	if (order < CHUNK_ORDER)
		block_free_locked(p, idx, order);
	else
		big_free_locked(p, (uint32_t)(idx / CHUNK_PAGES), order);
}

void pgdat_magazine_full(struct pcp *pcp, struct page *page)
{
	magazine_flush(pcp, (PCP_MAGAZINE_SIZE + 1) / 2);
	magazine_push(pcp, page);
}

static void free_here(struct page *page, unsigned order, struct pg_data *p, const void *caller)
{
	pgdat_lock(p);
	if (!order) {
		page_free_locked(p, page, caller);
	} else if (likely(block_plain(p, page, order))) {
		page->flags = 0;
		block_free_locked(p, page_index(p, page), order);
	} else {
		block_free_checked(p, page, order, caller);
	}
	pgdat_unlock(p);
}

/* Plain frees of another node's pages go by this CPU's cache of them. */
static __noinline void free_checked(struct page *page, unsigned order, struct pg_data *p,
				    const void *caller)
{
	struct pg_data *owner = nodes_owner(p, page);
	struct pcp *pcp = this_pcp(owner);

	if (likely(owner == p))
		free_here(page, order, p, caller);
	else if (unlikely(!page_parkable(pcp, page, order)))
		free_here(page, order, owner, caller);
	else if (unlikely(!magazine_push(pcp, page)))
		pgdat_magazine_full(pcp, page);
}

/*
 * Is this a right free, after which nobody has the page? If it is not, what follows says so, or
 * drops a reference.
 */
static bool free_leaves_none(struct pg_data *p, struct page *page, unsigned order)
{
	unsigned real_order;
	bool none;

	pgdat_lock(p);
	none = page_state(p, page_index(p, page), &real_order) == STATE_ALLOCATED &&
	       real_order == order && !page->extra_refs;
	pgdat_unlock(p);
	return none;
}

void page_free_watched(struct pg_data *p, struct page *page, unsigned order, const void *caller)
{
	struct pg_data *owner = nodes_owner(p, page);

	if (free_leaves_none(owner, page, order))
		page_watch_freed(owner, page, order);
	free_here(page, order, owner, caller);
}

/* The CPU was sent here because others want its pages, or because each free is looked at. */
static __noinline void free_asked(struct page *page, unsigned order, struct pg_data *p,
				  const void *caller)
{
	port_poll();
	if (unlikely(p->watch))
		page_free_watched(p, page, order, caller);
	else
		free_checked(page, order, p, caller);
}

/* Called at the end of whoever frees, so that the caller to name is our own. */
void pgdat_free_slow(struct page *page, unsigned order, struct pcp *pcp)
{
	enum { RECORDS_LEN = CHUNK_PAGES * sizeof(struct page) };
	struct pg_data *p = pcp->node;
	uint64_t offset = (uintptr_t)page - (uintptr_t)pcp->pages;
	uint64_t c = offset / RECORDS_LEN;
	struct chunk *chunk = &p->chunks[c];

	/* A plain 2 MiB block: no other has this place and this state, which excludes references.
	 */
	if (likely(order == CHUNK_ORDER && offset % RECORDS_LEN == 0 && c < p->nr_plain_chunks &&
		   chunk->state == (CHUNK_BIG | CHUNK_ORDER << CHUNK_HEAD_SHIFT))) {
		if (p->huge_max)
			chunk_free(pcp, c);
		else
			chunk_free_one(p, c, chunk);
	} else if (unlikely(__atomic_load_n(&pcp->nr_askers, __ATOMIC_RELAXED))) {
		free_asked(page, order, p, __builtin_return_address(0));
	} else {
		free_checked(page, order, p, __builtin_return_address(0));
	}
}

void pgdat_free(struct pg_data *p, struct page *page, unsigned order)
{
	pcp_free(this_pcp(p), page, order, pgdat_free_slow);
}

/* --- References and splitting ------------------------------------------------------------ */

void pgdat_get_page(struct pg_data *p, struct page *page)
{
	const void *caller = __builtin_return_address(0);
	enum page_state state;
	unsigned order;
	uint64_t idx;

	p = nodes_owner(p, page);
	idx = page_index(p, page);
	pgdat_lock(p);
	state = page_state(p, idx, &order);
	if (state != STATE_ALLOCATED && state != STATE_TAIL)
		page_panic(p, page, 0, "reference to a page that is not allocated", caller);
	if (page->extra_refs == UINT32_MAX)
		page_panic(p, page, 0, "too many references", caller);
	if (!page->extra_refs++) {
		page->flags |= PAGE_REFERENCED;
		p->chunks[idx / CHUNK_PAGES].nr_refs++;
		p->chunks[idx / CHUNK_PAGES].state |= CHUNK_REFS;
	}
	pgdat_unlock(p);
}

void pgdat_split(struct pg_data *p, struct page *page, unsigned order)
{
	uint64_t idx;
	uint32_t c;

	p = nodes_owner(p, page);
	idx = page_index(p, page);
	c = (uint32_t)(idx / CHUNK_PAGES);
	pgdat_lock(p);
	free_verify(p, page, order, __builtin_return_address(0));
	if (order >= CHUNK_ORDER) {
		for (uint32_t i = c; i < c + (1u << (order - CHUNK_ORDER)); i++) {
			struct chunk *chunk = &p->chunks[i];

			__builtin_memset(&p->free_map[(uint64_t)i * CHUNK_WORDS], 0,
					 CHUNK_WORDS * sizeof(uint64_t));
			chunk->state = (chunk->state & CHUNK_REFS) | CHUNK_SORTED;
			chunk->word_orders = 0;
		}
	} else if (order) {
		block_split_locked(p, idx, order);
	}
	page->flags &= PAGE_REFERENCED;
	pgdat_unlock(p);
}

struct page *pgdat_alloc_run(struct pg_data *p, gfp_t gfp, uint64_t nr)
{
	unsigned order = 0;
	struct page *page;

	while (order <= MAX_PAGE_ORDER && 1ull << order < nr)
		order++;
	if (order > MAX_PAGE_ORDER || !nr)
		return NULL;
	page = pgdat_alloc(p, gfp, order);
	if (!page || !order)
		return page;
	pgdat_split(p, page, order);
	if (nr < 1ull << order)
		pgdat_free_run(p, page + nr, (1ull << order) - nr);
	return page;
}

struct page *block_alloc_promised_unlock(struct pg_data *p, unsigned order)
{
	struct page *page = block_take_locked(p, GFP_KERNEL, order);

	if (!page)
		p->nr_reserved += 1ull << order;
	pgdat_unlock(p);
	return page ? prepared(p, page, p->force & GFP_WATCHED, order) : NULL;
}

/* --- Draining and counting --------------------------------------------------------------- */

static void drain_this_cpu(void *arg)
{
	struct pg_data *p = arg;
	struct pcp *pcp = this_pcp(p);

	magazine_flush(pcp, magazine_nr(pcp));
	pgdat_lock(p);
	claim_return_locked(p, &pcp->claim);
	own_release_locked(pcp);
	huge_flush_locked(pcp, pcp->nr_huge);
	pgdat_unlock(p);
}

/* Pages that a CPU keeps. Of another CPU's a guess. */
static uint64_t pcp_nr(const struct pcp *pcp)
{
	return magazine_nr(pcp) + count_bits(__atomic_load_n(&pcp->claim.word, __ATOMIC_RELAXED)) +
	       own_nr(pcp) + (uint64_t)huge_nr(pcp) * CHUNK_PAGES;
}

static void ask_begin(struct pcp *pcp)
{
	__atomic_fetch_add(&pcp->nr_askers, 1, __ATOMIC_SEQ_CST);
	__atomic_store_n(&pcp->nr_parkable, 0, __ATOMIC_SEQ_CST);
}

/*
 * The last asker lets the CPU keep pages again. If another has begun meanwhile the CPU is closed
 * again; and that one may have ended before it is, so that nobody else would open it.
 */
static void ask_end(struct pcp *pcp)
{
	if (__atomic_sub_fetch(&pcp->nr_askers, 1, __ATOMIC_SEQ_CST))
		return;
	do {
		__atomic_store_n(&pcp->nr_parkable, pcp->node->nr_parkable, __ATOMIC_SEQ_CST);
		if (!__atomic_load_n(&pcp->nr_askers, __ATOMIC_SEQ_CST))
			return;
		__atomic_store_n(&pcp->nr_parkable, 0, __ATOMIC_SEQ_CST);
	} while (!__atomic_load_n(&pcp->nr_askers, __ATOMIC_SEQ_CST));
}

static void cpu_drain(struct pg_data *p, unsigned cpu)
{
	struct pcp *pcp = &p->pcp[cpu];
	uint64_t nr = pcp_nr(pcp);
	int err;

	/* An own chunk with nothing in it may get what CPUs that are asked later free into it. */
	if (!nr && __atomic_load_n(&pcp->own, __ATOMIC_RELAXED) == CHUNK_NONE)
		return;
	ask_begin(pcp);
	err = port_on_cpu(cpu, drain_this_cpu, p);
	ask_end(pcp);
	if (err == -ETIMEDOUT && !__atomic_fetch_add(&p->stats.nr_mute, 1, __ATOMIC_RELAXED))
		port_log("page_alloc: CPU %u does not answer: it keeps its %llu pages", cpu,
			 (unsigned long long)nr);
}

void pgdat_drain(struct pg_data *p)
{
	__atomic_fetch_add(&p->stats.nr_drains, 1, __ATOMIC_RELAXED);
	for (unsigned cpu = 0; cpu < p->nr_cpus; cpu++)
		cpu_drain(p, cpu);
}

bool pgdat_drain_chunks(struct pg_data *p)
{
	bool any = false;

	for (unsigned cpu = 0; cpu < p->nr_cpus; cpu++)
		any = any || huge_nr(&p->pcp[cpu]);
	if (any)
		pgdat_drain(p);
	return any;
}

void pgdat_set_reclaim(struct pg_data *p, void (*fn)(void *arg), void *arg)
{
	p->reclaim = fn;
	p->reclaim_arg = arg;
}

/* Pages free, and of these promised ones. */
static uint64_t all_free(struct pg_data *p, uint64_t *nr_promised)
{
	uint64_t nr;

	pgdat_lock(p);
	nr = p->zone[ZONE_DMA32].nr_free + p->zone[ZONE_NORMAL].nr_free;
	*nr_promised = p->nr_reserved;
	pgdat_unlock(p);
	for (unsigned cpu = 0; cpu < p->nr_cpus; cpu++)
		nr += pcp_nr(&p->pcp[cpu]);
	return nr;
}

bool shortage_again(struct pg_data *p, unsigned nr)
{
	uint64_t nr_promised;

	if (!nr)
		return true;
	/* With one CPU nobody else claims. */
	return nr < SHORTAGES && p->nr_cpus > 1 && all_free(p, &nr_promised) > nr_promised;
}

void pgdat_shortage(struct pg_data *p)
{
	pgdat_drain(p);
	if (p->reclaim)
		p->reclaim(p->reclaim_arg);
}

/* What the ways of the CPUs look at. */
static void pcps_mark(struct pg_data *p)
{
	bool watched = p->force & GFP_WATCHED;

	p->aside = p->set || watched;
	p->nr_plain_chunks = watched ? 0 : p->nr_chunks;
	for (unsigned cpu = 0; cpu < p->nr_cpus; cpu++) {
		p->pcp[cpu].aside = p->aside;
		p->pcp[cpu].slow = p->force | (p->set ? SLOW_SET : 0);
		if (watched) /* an asker that never leaves: frees come by free_asked() */
			p->pcp[cpu].nr_askers = 1;
	}
}

void pgdat_join(struct pg_data *p, struct node_set *set)
{
	p->set = set;
	pcps_mark(p);
}

void pgdat_force(struct pg_data *p, gfp_t flags)
{
	pgdat_drain(p);
	p->force = flags;
	p->nr_parkable = flags ? 0 : p->nr_pages;
	if (flags)
		p->huge_max = 0;
	for (unsigned cpu = 0; cpu < p->nr_cpus; cpu++)
		p->pcp[cpu].nr_parkable = p->nr_parkable;
	pcps_mark(p);
}

uint64_t pgdat_nr_free(struct pg_data *p)
{
	uint64_t nr_promised;

	return all_free(p, &nr_promised);
}
