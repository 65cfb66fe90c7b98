// SPDX-License-Identifier: MIT
/*
 * Pages freed in bulk, a caller's or those of a full magazine.
 *
 * Consecutive pointers are gathered into one mask of a word; a lone page is one bit and one count.
 * Both are tested against the free map first: a bit that is set already is a double free. Pages of
 * chunks with anything special about them, and those with which a chunk changes its kind, take the
 * full rules. This CPU's magazine is emptied before a caller's pages, so that a page freed both
 * ways is caught here, with the caller's name.
 *
 * Lock: pg_data.lock, once a call. Cost a page: docs/benchmarks.md.
 */
#include "mm/nodes.h"
#include "mm/page_alloc_int.h"

/* How many pointers from slot on are consecutive pages of one word, at most `most`; clears them. */
static force_inline unsigned run_take(struct page **slot, unsigned most)
{
	struct page *page = *slot;
	unsigned n = 0;

	for (; n + 8 <= most; n += 8, slot += 8, page += 8) {
		if (slot[0] != page || slot[1] != page + 1 || slot[2] != page + 2 ||
		    slot[3] != page + 3 || slot[4] != page + 4 || slot[5] != page + 5 ||
		    slot[6] != page + 6 || slot[7] != page + 7)
			break;
		slot[0] = slot[1] = slot[2] = slot[3] = NULL;
		slot[4] = slot[5] = slot[6] = slot[7] = NULL;
	}
	for (; n < most && *slot == page; n++, page++)
		*slot++ = NULL;
	return n;
}

/* Free n consecutive pages of one word by the full rules where there is something to say of one. */
static __noinline void run_free_locked(struct pg_data *p, struct page *page, unsigned n,
				       const void *caller)
{
	const struct claim *claim = &this_pcp(p)->claim;
	uint64_t idx = page_index(p, page);
	uint64_t w = idx / WORD_PAGES;
	uint64_t bits = low_bits(n) << (idx % WORD_PAGES);
	uint64_t taken = __atomic_load_n(&p->free_map[w], __ATOMIC_RELAXED);

	if (w == claim->word_index)
		taken |= claim->word;
	if (likely(pages_plain(p, idx, bits) && !(taken & bits))) {
		bits_free_locked(p, w, bits, n);
		return;
	}
	while (n--)
		page_free_locked(p, page++, caller);
}

/* What the loop over the slots keeps at hand. */
struct freeing {
	const struct page *pages;
	uint64_t nr_pages;
	uint64_t *free_map;
	struct chunk *chunks;
	uint64_t claimed; /* word index of this CPU's claim, and its pages */
	uint64_t claim_word;
	uint64_t normal; /* index of the first page of ZONE_NORMAL */
	bool two_zones;
	uint64_t nr_normal; /* freed here, not by bits_free_locked(), of ZONE_NORMAL if two_zones */
	uint64_t nr_other;  /* slots that were not freed here */
};

/*
 * The shortest way for a page with none of its neighbours: one bit and one count. Only where its
 * chunk is open, neither empty before nor whole after; false means that nothing was done.
 */
static force_inline bool lone_free_locked(struct freeing *f, const struct page *page)
{
	uint64_t offset = (uint64_t)((uintptr_t)page - (uintptr_t)f->pages);
	uint64_t idx = offset >> 4 | offset << 60;
	uint64_t w = idx / WORD_PAGES;
	uint64_t bit = 1ull << (idx % WORD_PAGES);
	uint32_t *state;

	if (unlikely(idx >= f->nr_pages))
		return false;
	state = &f->chunks[idx / CHUNK_PAGES].state;
	if (unlikely(*state - 1 >= CHUNK_PAGES - 2 || f->free_map[w] & bit))
		return false;
	if (unlikely(w == f->claimed && f->claim_word & bit))
		return false;
	(*state)++;
	f->free_map[w] |= bit; /* behind the count: one instruction with a memory operand */
	if (f->two_zones)
		f->nr_normal += idx >= f->normal;
	return true;
}

/* One slot by whatever way is right; NULL is skipped. */
static void slot_free_locked(struct pg_data *p, struct page **slot, const void *caller)
{
	struct page *page = *slot;

	if (!page)
		return;
	if (page_index(p, page) >= p->nr_pages)
		page_panic(p, page, 0, "free of what is no page", caller);
	run_free_locked(p, page, 1, caller);
	*slot = NULL;
}

static force_inline void slot_free_lone(struct pg_data *p, struct freeing *f, struct page **slot,
					const void *caller)
{
	if (likely(lone_free_locked(f, *slot))) {
		*slot = NULL;
	} else {
		slot_free_locked(p, slot, caller);
		f->nr_other++;
	}
}

/*
 * A run starts at *slot: free it as far as one word goes; returns where it ends. In an open chunk
 * that stays one it is one mask and one count.
 */
static force_inline struct page **slots_free_run(struct pg_data *p, struct freeing *f,
						 struct page **slot, struct page **end,
						 const void *caller)
{
	struct page *page = *slot;
	uint64_t idx = page_index(p, page);
	uint64_t w = idx / WORD_PAGES;
	unsigned most = WORD_PAGES - idx % WORD_PAGES;
	uint32_t *state;
	uint64_t bits;
	unsigned n;

	if (unlikely(idx >= f->nr_pages)) {
		slot_free_locked(p, slot, caller);
		f->nr_other++;
		return slot + 1;
	}
	if (end - slot < (long)most)
		most = (unsigned)(end - slot);
	n = run_take(slot, most);
	bits = ~0ull >> (WORD_PAGES - n) << (idx % WORD_PAGES);
	state = &f->chunks[idx / CHUNK_PAGES].state;
	if (likely(*state - 1 < CHUNK_PAGES - 1 - n && !(f->free_map[w] & bits) &&
		   w != f->claimed)) {
		*state += n;
		f->free_map[w] |= bits;
		f->nr_normal += idx >= f->normal ? n : 0;
	} else {
		run_free_locked(p, page, n, caller);
		f->nr_other += n;
	}
	return slot + n;
}

/* Free single pages and clear their slots. */
static force_inline void bulk_free_locked(struct pcp *pcp, long nr, struct page **array,
					  const void *caller)
{
	struct pg_data *p = pcp->node;
	struct page **slot = array;
	struct page **end = array + nr;
	struct page **last_four = nr >= 4 ? end - 3 : slot;
	uint64_t nr_here;
	struct freeing f = {
		.pages = p->pages,
		.nr_pages = p->nr_pages,
		.free_map = p->free_map,
		.chunks = p->chunks,
		.claimed = pcp->claim.word_index,
		.claim_word = pcp->claim.word,
		.normal = (uint64_t)p->normal_chunk * CHUNK_PAGES,
		.two_zones = p->normal_chunk && p->top_zone == ZONE_NORMAL,
	};

	/* Whether a run starts is asked once in four lone pages: runs are long or do not matter. */
	while (slot < last_four) {
		if ((uintptr_t)slot[1] - (uintptr_t)slot[0] == sizeof(struct page)) {
			slot = slots_free_run(p, &f, slot, end, caller);
			continue;
		}
		slot_free_lone(p, &f, slot, caller);
		slot_free_lone(p, &f, slot + 1, caller);
		slot_free_lone(p, &f, slot + 2, caller);
		slot_free_lone(p, &f, slot + 3, caller);
		slot += 4;
	}
	for (; slot < end; slot++)
		slot_free_lone(p, &f, slot, caller);
	nr_here = (uint64_t)nr - f.nr_other;
	if (f.two_zones) {
		p->zone[ZONE_NORMAL].nr_free += f.nr_normal;
		p->zone[ZONE_DMA32].nr_free += nr_here - f.nr_normal;
	} else {
		p->top->nr_free += nr_here;
	}
}

/* Slots of several nodes: as far as one goes, or NULLs, at a time. */
static void nodes_free_bulk(struct pg_data *p, long nr, struct page **array, const void *caller)
{
	while (nr > 0) {
		struct pg_data *owner = *array ? nodes_owner(p, *array) : p;
		struct pcp *pcp = this_pcp(owner);
		long n = 1;

		while (n < nr && (!array[n] || nodes_owner(p, array[n]) == owner))
			n++;
		if (magazine_nr(pcp))
			magazine_flush(pcp, magazine_nr(pcp));
		pgdat_lock(owner);
		bulk_free_locked(pcp, n, array, caller);
		pgdat_unlock(owner);
		array += n;
		nr -= n;
	}
}

/* One by one, as each page is looked at; a slot may name a page that another has named already. */
static void watched_free_bulk(struct pg_data *p, long nr, struct page **array, const void *caller)
{
	for (long i = 0; i < nr; i++) {
		if (array[i])
			page_free_watched(p, array[i], 0, caller);
		array[i] = NULL;
	}
}

static __noinline void free_bulk_aside(struct pg_data *p, long nr, struct page **array,
				       const void *caller)
{
	if (p->watch)
		watched_free_bulk(p, nr, array, caller);
	else
		nodes_free_bulk(p, nr, array, caller);
}

/*
 * Slots that lead into this CPU's own chunk, from the first on: without the lock. Returns how many;
 * the rest is for the usual way, pages with references among them.
 */
static __noinline long own_free_bulk(struct pcp *pcp, long nr, struct page **array,
				     const void *caller)
{
	struct pg_data *p = pcp->node;
	const struct page *own = p->pages + (uint64_t)pcp->own * CHUNK_PAGES;
	const uint32_t *state = &p->chunks[pcp->own].state;
	long done = 0;

	while (done < nr) {
		struct page *page = array[done];
		uint64_t idx = page_offset(own, page);
		uint64_t w = (uint64_t)pcp->own * CHUNK_WORDS + idx / WORD_PAGES;
		unsigned most = WORD_PAGES - idx % WORD_PAGES;
		uint64_t bits, taken;
		unsigned n;

		if (idx >= CHUNK_PAGES ||
		    __atomic_load_n(state, __ATOMIC_RELAXED) != (CHUNK_OWNED | CHUNK_SORTED))
			break;
		n = run_take(array + done, nr - done < (long)most ? (unsigned)(nr - done) : most);
		bits = ~0ull >> (WORD_PAGES - n) << (idx % WORD_PAGES);
		taken = __atomic_fetch_or(&p->free_map[w], bits, __ATOMIC_ACQ_REL) & bits;
		if (w == pcp->claim.word_index)
			taken |= pcp->claim.word & bits;
		if (unlikely(taken))
			page_panic(p, p->pages + w * WORD_PAGES + lowest_bit(taken), 0,
				   "double free", caller);
		done += n;
	}
	return done;
}

void pcp_free_bulk(struct pcp *pcp, long nr, struct page **array, const void *caller)
{
	struct pg_data *p = pcp->node;

	if (nr <= 0 || !array)
		return;
	if (unlikely(pcp->to_see_to)) {
		long done;

		if (pcp->aside) {
			free_bulk_aside(p, nr, array, caller);
			return;
		}
		if (pcp->nr_parked)
			magazine_flush(pcp, magazine_nr(pcp));
		done = pcp->owns ? own_free_bulk(pcp, nr, array, caller) : 0;
		if (done == nr)
			return;
		nr -= done;
		array += done;
	}
	pgdat_lock(p);
	bulk_free_locked(pcp, nr, array, caller);
	pgdat_unlock(p);
}

void pgdat_free_bulk(struct pg_data *p, long nr, struct page **array)
{
	pcp_free_bulk(this_pcp(p), nr, array, __builtin_return_address(0));
}

void magazine_flush(struct pcp *pcp, uint32_t nr)
{
	struct pg_data *p = pcp->node;
	struct page **slot = pcp->magazine;
	uint32_t i = 0;

	pgdat_lock(p);
	if (unlikely(nr > magazine_nr(pcp))) /* waiting for the lock, we were asked to do it */
		nr = magazine_nr(pcp);
	for (; i + 8 <= nr; i += 8) {
		slot[i]->flags = 0;
		slot[i + 1]->flags = 0;
		slot[i + 2]->flags = 0;
		slot[i + 3]->flags = 0;
		slot[i + 4]->flags = 0;
		slot[i + 5]->flags = 0;
		slot[i + 6]->flags = 0;
		slot[i + 7]->flags = 0;
	}
	for (; i < nr; i++)
		slot[i]->flags = 0;
	bulk_free_locked(pcp, nr, slot, magazine_flush);
	pgdat_unlock(p);
	count_set(nr_parked, pcp->nr_parked - nr);
	__builtin_memmove(slot, slot + nr, magazine_nr(pcp) * sizeof(slot[0]));
}

/* All of one node. */
static void run_free_here(struct pg_data *p, struct page *page, uint64_t nr, const void *caller)
{
	struct pcp *pcp = this_pcp(p);

	if (magazine_nr(pcp))
		magazine_flush(pcp, magazine_nr(pcp));
	pgdat_lock(p);
	while (nr) {
		uint64_t idx = page_index(p, page);
		uint64_t n = 0;

		if (idx >= p->nr_pages)
			page_panic(p, page, 0, "free of what is no page", caller);
		if (idx % CHUNK_PAGES == 0 && nr >= CHUNK_PAGES)
			n = chunks_give_pages_locked(p, idx / CHUNK_PAGES, nr / CHUNK_PAGES) *
			    CHUNK_PAGES;
		if (!n) {
			n = WORD_PAGES - idx % WORD_PAGES;
			n = n < nr ? n : nr;
			run_free_locked(p, page, (unsigned)n, caller);
		}
		page += n;
		nr -= n;
	}
	pgdat_unlock(p);
}

void pgdat_free_run(struct pg_data *p, struct page *page, uint64_t nr)
{
	const void *caller = __builtin_return_address(0);

	if (unlikely(p->watch)) {
		while (nr--)
			page_free_watched(p, page++, 0, caller);
		return;
	}
	while (nr) {
		uint64_t n = nr;
		struct pg_data *owner = nodes_owner_of_run(p, page, &n);

		run_free_here(owner, page, n, caller);
		page += n;
		nr -= n;
	}
}
