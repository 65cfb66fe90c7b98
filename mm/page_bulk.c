// SPDX-License-Identifier: MIT
/*
 * Pages allocated in bulk, and the claiming of words that feeds single pages too.
 *
 * A CPU claims free pages 64 at a time: it takes one word of a chunk's map, whole, under the lock,
 * and hands its bits out without. NULL slots are filled eight at a time where eight of them meet
 * consecutive pages, one by one, a bit a page, where full and empty slots mix or pages are
 * scattered. The lock is taken at the first claim and kept to the end of the call. A batch of at
 * least 512 takes whole chunks where there are any, so that it is contiguous; all else takes partly
 * free chunks first, so that 2 MiB blocks last.
 *
 * Lock: pg_data.lock, at most once a call. Cost a page: docs/benchmarks.md.
 * Not here: freeing (page_bulk_free.c).
 */
#include "mm/nodes.h"
#include "mm/page_alloc_int.h"
#include "mm/page_watch_int.h"

/* A bulk request under way. */
struct bulk {
	struct pg_data *p;
	struct pcp *pcp;
	struct claim *claim; /* this CPU's, or one for this call */
	gfp_t gfp;
	bool locked;
	struct claim own;
};

static inline void bulk_lock(struct bulk *b)
{
	if (!b->locked)
		pgdat_lock(b->p);
	b->locked = true;
}

static inline void bulk_unlock(struct bulk *b)
{
	if (b->locked)
		pgdat_unlock(b->p);
	b->locked = false;
}

/* Claim a word where the first zone has none. 0: no page is free, all CPUs' caches emptied. */
static __noinline uint64_t bulk_claim_hard(struct bulk *b)
{
	for (unsigned nr = 0;; nr++) {
		bulk_lock(b);
		for (int type = zone_first(b->p, b->gfp); type >= 0; type--) {
			uint64_t word = claim_take_locked(b->pcp, type, b->claim);

			if (word)
				return word;
		}
		bulk_unlock(b);
		if (b->gfp & GFP_AS_IT_IS || !shortage_again(b->p, nr))
			return 0;
		pgdat_shortage(b->p);
	}
}

/* gfp is that of b, as a constant where the caller has one. Returns the word, 0 for none. */
static force_inline uint64_t bulk_claim(struct bulk *b, gfp_t gfp, bool may_own)
{
	uint64_t word;

	if (may_own && b->pcp->owns && b->claim == &b->pcp->claim && (word = own_claim(b->pcp)))
		return word;
	bulk_lock(b);
	word = claim_take_locked(b->pcp, zone_first(b->p, gfp), b->claim);
	return likely(word) ? word : bulk_claim_hard(b);
}

/*
 * A CPU's claimed word may be of any zone, and its bits are handed out without a look at flags:
 * requests for ZONE_DMA32, and all while something is forced on every request, bring their own.
 */
static force_inline void bulk_begin(struct bulk *b, struct pcp *pcp, gfp_t gfp, gfp_t force)
{
	b->p = pcp->node;
	b->pcp = pcp;
	b->gfp = gfp;
	b->locked = false;
	b->claim = &pcp->claim;
	if (unlikely(gfp & __GFP_DMA32 || force)) {
		b->own.word = 0;
		b->claim = &b->own;
	}
}

static force_inline void bulk_end(struct bulk *b)
{
	if (unlikely(b->claim == &b->own)) {
		bulk_lock(b);
		claim_return_locked(b->p, &b->own);
	}
	bulk_unlock(b);
}

void claim_return_locked(struct pg_data *p, struct claim *claim)
{
	uint64_t word = claim->word;

	claim_set(claim, 0);
	if (word)
		bits_free_locked(p, claim->word_index, word, count_bits(word));
}

struct page *bulk_alloc_one(struct pcp *pcp, gfp_t gfp)
{
	struct page *page = gfp & __GFP_DMA32 ? NULL : magazine_pop(pcp);
	struct bulk b;

	if (page)
		return page;
	bulk_begin(&b, pcp, gfp, pcp->node->force);
	if (b.claim->word || bulk_claim(&b, gfp, true)) {
		page = lowest_page(b.claim->base, b.claim->word);
		claim_set(b.claim, b.claim->word & (b.claim->word - 1));
	}
	bulk_end(&b);
	return page;
}

/* Where this CPU has no page at hand. */
static __noinline struct page *bulk_claim_one_unlock(struct pcp *pcp)
{
	struct page *page;
	struct bulk b;

	bulk_begin(&b, pcp, GFP_KERNEL, pcp->node->force);
	b.locked = true;
	if (!b.claim->word && !bulk_claim(&b, GFP_KERNEL, false))
		port_panic("page_alloc: a promised page is not there");
	page = lowest_page(b.claim->base, b.claim->word);
	claim_set(b.claim, b.claim->word & (b.claim->word - 1));
	bulk_end(&b);
	return page;
}

static __noinline struct page *bulk_watched_one_unlock(struct pcp *pcp)
{
	struct page *page = bulk_claim_one_unlock(pcp);

	page_watch_given(pcp->node, page, 1, 0);
	return page;
}

struct page *bulk_alloc_one_unlock(struct pg_data *p)
{
	struct pcp *pcp = this_pcp(p);
	uint64_t word = pcp->claim.word;
	struct page *page = magazine_pop(pcp);

	if (!page) {
		if (unlikely(!word || p->force))
			return p->watch ? bulk_watched_one_unlock(pcp) : bulk_claim_one_unlock(pcp);
		page = lowest_page(pcp->claim.base, word);
		claim_set(&pcp->claim, word & (word - 1));
	}
	pgdat_unlock(p);
	return page;
}

/* --- Filling an array ------------------------------------------------------------------- */

/* Eight consecutive pages from `page` on. */
static force_inline void slots_fill_eight(struct page **slot, struct page *page)
{
	slot[0] = page;
	slot[1] = page + 1;
	slot[2] = page + 2;
	slot[3] = page + 3;
	slot[4] = page + 4;
	slot[5] = page + 5;
	slot[6] = page + 6;
	slot[7] = page + 7;
}

static force_inline bool eight_are_null(struct page *const *slot)
{
	return !((uintptr_t)slot[0] | (uintptr_t)slot[1] | (uintptr_t)slot[2] | (uintptr_t)slot[3] |
		 (uintptr_t)slot[4] | (uintptr_t)slot[5] | (uintptr_t)slot[6] | (uintptr_t)slot[7]);
}

/* Whole chunks as long as 512 slots are NULL and chunks are left; returns where it stopped. */
static __noinline struct page **slots_fill_chunks(struct bulk *b, struct page **slot,
						  struct page **end)
{
	struct pg_data *p = b->p;
	int type = zone_first(p, b->gfp);

	bulk_lock(b);
	while (end - slot >= CHUNK_PAGES) {
		struct page *page;
		uint32_t c;

		for (unsigned i = 0; i < CHUNK_PAGES; i += 8)
			if (!eight_are_null(slot + i))
				return slot;
		c = chunk_take_pages_locked(p, &p->zone[type]);
		while (c == CHUNK_NONE && type > 0)
			c = chunk_take_pages_locked(p, &p->zone[--type]);
		if (c == CHUNK_NONE)
			return slot;
		page = p->pages + (uint64_t)c * CHUNK_PAGES;
		for (unsigned i = 0; i < CHUNK_PAGES; i += 8)
			slots_fill_eight(slot + i, page + i);
		slot += CHUNK_PAGES;
	}
	return slot;
}

uint64_t chunks_take_locked(struct pg_data *p, gfp_t gfp, uint64_t nr, pfn_t *pfns)
{
	int type = zone_first(p, gfp);
	uint64_t done = 0;

	while (done < nr) {
		uint32_t c = chunk_take_pages_locked(p, &p->zone[type]);

		if (c != CHUNK_NONE)
			pfns[done++] = p->base_pfn + (uint64_t)c * CHUNK_PAGES;
		else if (--type < 0)
			break;
	}
	return done;
}

void chunks_watch(struct pg_data *p, const pfn_t *pfns, uint64_t nr)
{
	for (uint64_t i = 0; i < nr; i++)
		page_watch_given(p, pgdat_page(p, pfns[i]), CHUNK_PAGES, 0);
}

uint64_t pgdat_alloc_chunks(struct pg_data *p, gfp_t gfp, uint64_t nr, pfn_t *pfns)
{
	uint64_t done;

	if (unlikely(p->watch) && page_watch_denies(p, nr * CHUNK_PAGES))
		nr /= 2;
	pgdat_lock(p);
	done = chunks_take_locked(p, gfp, nr, pfns);
	pgdat_unlock(p);
	if (unlikely(done < nr) && pgdat_drain_chunks(p)) {
		pgdat_lock(p);
		done += chunks_take_locked(p, gfp, nr - done, pfns + done);
		pgdat_unlock(p);
	}
	if (unlikely(p->watch))
		chunks_watch(p, pfns, done);
	return done;
}

/* A page of the word, which is not 0, for an empty slot. False: that was its last. */
static force_inline bool slot_fill_bit(struct page **slot, uint64_t *word, struct page *base)
{
	*slot = lowest_page(base, *word);
	return *word &= *word - 1;
}

/*
 * Slots in which full and empty ones mix, one by one; the word is not 0. Returns where it stopped:
 * at `end`, or behind the slot that took the word's last page.
 */
static force_inline struct page **slots_fill_bits(struct claim *claim, struct page **slot,
						  struct page **end)
{
	uint64_t word = claim->word;
	struct page *base = claim->base;
	struct page **last_eight = end - slot >= 8 ? end - 7 : slot;

#define FILL(k)                                                                                    \
	if (!slot[k] && !slot_fill_bit(slot + (k), &word, base)) {                                 \
		slot += (k) + 1;                                                                   \
		goto empty;                                                                        \
	}
	for (; slot < last_eight; slot += 8) {
		FILL(0)
		FILL(1)
		FILL(2)
		FILL(3)
		FILL(4)
		FILL(5)
		FILL(6)
		FILL(7)
	}
	for (; slot < end; slot++)
		FILL(0)
#undef FILL
empty:
	claim_set(claim, word);
	return slot;
}

enum { MIXED_SLOTS = 64, SMALL_BATCH = 16 };

/*
 * Use the claimed word, not 0, up to `end`: NULL slots eight at a time where its pages are
 * consecutive, other slots one by one. *slot is NULL. Returns where it stopped.
 */
static force_inline struct page **slots_fill_word(struct claim *claim, uint64_t word,
						  struct page **slot, struct page **end)
{
	if (end - slot >= 8 && !slot[1]) {
		unsigned first = lowest_bit(word);
		uint64_t rest = ~(word >> first);
		unsigned run = rest ? lowest_bit(rest) : WORD_PAGES;
		struct page *page = claim->base + first;
		struct page *stop = page + (run & ~7u);
		struct page **start = slot;

		for (; page < stop && end - slot >= 8 && eight_are_null(slot); slot += 8, page += 8)
			slots_fill_eight(slot, page);
		if (slot > start) {
			claim_set(claim, word & ~(low_bits((unsigned)(slot - start)) << first));
			return slot;
		}
	}
	if (end - slot > MIXED_SLOTS)
		end = slot + MIXED_SLOTS;
	return slots_fill_bits(claim, slot, end);
}

/* Up to nr pages into NULL slots, no zeroing, valid flags. Returns how many slots from 0 are
 * filled. */
static force_inline long bulk_fill(struct pcp *pcp, gfp_t gfp, gfp_t force, bool may_own,
				   unsigned long nr, struct page **array)
{
	struct page **slot = array;
	struct page **end = array + nr;
	struct bulk b;

	bulk_begin(&b, pcp, gfp, force);
	if (nr >= CHUNK_PAGES)
		slot = slots_fill_chunks(&b, slot, end);
	for (;;) {
		uint64_t word;

		while (slot < end && *slot)
			slot++;
		if (slot == end)
			break;
		word = b.claim->word;
		if (!word && !(word = bulk_claim(&b, gfp, may_own)))
			break;
		slot = slots_fill_word(b.claim, word, slot, end);
	}
	bulk_end(&b);
	return slot - array;
}

/* Pages to be zeroed or looked at, 64 slots at a time, so that the lock is not held meanwhile. */
static long bulk_fill_prepared(struct pcp *pcp, gfp_t gfp, long nr, struct page **array)
{
	long done = 0;

	while (done < nr) {
		long want = nr - done < (long)WORD_PAGES ? nr - done : (long)WORD_PAGES;
		uint64_t empty = 0;
		long got;

		for (long i = 0; i < want; i++)
			empty |= (uint64_t)!array[done + i] << i;
		got = bulk_fill(pcp, gfp, pcp->node->force, true, (unsigned long)want,
				array + done);
		for (long i = 0; i < got; i++)
			if (empty >> i & 1)
				pages_prepare(pcp->node, array[done + i], 1, gfp, 0);
		done += got;
		if (got < want)
			break;
	}
	return done;
}

/* Any flags, known to be valid. */
static long bulk_array_any(struct pcp *pcp, gfp_t gfp, long nr, struct page **array)
{
	gfp_t force = pcp->node->force;

	gfp |= force;
	if (unlikely(gfp & (__GFP_ZERO | GFP_WATCHED)))
		return bulk_fill_prepared(pcp, gfp, nr, array);
	return bulk_fill(pcp, gfp, force, true, (unsigned long)nr, array);
}

long bulk_array_once(struct pg_data *p, gfp_t gfp, long nr, struct page **array)
{
	return bulk_array_any(this_pcp(p), gfp | GFP_AS_IT_IS, nr, array);
}

/* Small batches are served from the claimed word, without lock, as far as it goes. */
static force_inline bool bulk_small(struct pcp *pcp, long nr, struct page **array)
{
	struct page **end = array + nr;

	return nr < SMALL_BATCH && likely(pcp->claim.word) &&
	       slots_fill_bits(&pcp->claim, array, end) == end;
}

/* No flags, and words of this CPU's own chunk. */
static __noinline within_a_page long bulk_array_own(struct pcp *pcp, long nr, struct page **array)
{
	long done;

	if (bulk_small(pcp, nr, array))
		return nr;
	done = bulk_fill(pcp, GFP_KERNEL, 0, true, (unsigned long)nr, array);
	if (unlikely(done < nr))
		request_failed(pcp->node, GFP_KERNEL, 0);
	return done;
}

static __noinline long bulk_array_slow(struct pcp *pcp, gfp_t gfp, long nr, struct page **array)
{
	struct pg_data *p = pcp->node;
	long done;

	if (unlikely(p->set))
		return nodes_bulk(p, gfp, NULL, nr, NULL, array);
	if (unlikely(!request_valid(p, gfp, 0)))
		return 0;
	done = bulk_array_any(pcp, gfp, bulk_granted(p, nr), array);
	if (unlikely(done < nr))
		request_failed(p, gfp, 0);
	return done;
}

static __noinline within_a_page long bulk_array_plain(struct pcp *pcp, long nr, struct page **array)
{
	long done = bulk_fill(pcp, GFP_KERNEL, 0, false, (unsigned long)nr, array);

	if (unlikely(done < nr))
		request_failed(pcp->node, GFP_KERNEL, 0);
	return done;
}

long pcp_bulk_array(struct pcp *pcp, gfp_t gfp, long nr, struct page **array)
{
	if (unlikely(nr <= 0 || !array))
		return 0;
	if (unlikely(gfp | pcp->slow)) {
		if (!gfp && pcp->slow == SLOW_OWNS)
			return bulk_array_own(pcp, nr, array);
		return bulk_array_slow(pcp, gfp, nr, array);
	}
	return bulk_small(pcp, nr, array) ? nr : bulk_array_plain(pcp, nr, array);
}

long pgdat_bulk_array(struct pg_data *p, gfp_t gfp, long nr, struct page **array)
{
	return pcp_bulk_array(this_pcp(p), gfp, nr, array);
}

/* --- Linking a list ---------------------------------------------------------------------- */

/* Link pages of the claimed word behind *link, at most nr; returns how many. */
static force_inline unsigned long list_add_word(struct claim *claim, struct page ***link,
						unsigned long nr)
{
	uint64_t word = claim->word;
	struct page **next = *link;
	unsigned long done = 0;

	do {
		unsigned first = lowest_bit(word);
		uint64_t rest = ~(word >> first);
		unsigned long run = rest ? lowest_bit(rest) : 64;
		struct page *page = claim->base + first;

		if (run > nr - done)
			run = nr - done;
		word &= ~(low_bits((unsigned)run) << first);
		done += run;
		do {
			*next = page;
			next = &page->next;
			page++;
		} while (--run);
	} while (word && done < nr);
	claim_set(claim, word);
	*link = next;
	return done;
}

/* Pages are looked at before they are linked through their records. */
static __noinline long bulk_list_watched(struct pcp *pcp, gfp_t gfp, long nr,
					 struct page_list *list)
{
	long done = 0;

	while (done < nr) {
		struct page *pages[1] = {NULL};

		if (!bulk_fill_prepared(pcp, gfp, 1, pages))
			break;
		pages[0]->next = NULL;
		if (list->last)
			list->last->next = pages[0];
		else
			list->first = pages[0];
		list->last = pages[0];
		list->nr_pages++;
		done++;
	}
	return done;
}

/* Valid flags; nothing is said. */
static long bulk_list_any(struct pcp *pcp, gfp_t gfp, long nr, struct page_list *list)
{
	struct page *before = list->last;
	struct page **link = before ? &before->next : &list->first;
	unsigned long done = 0;
	struct bulk b;

	gfp |= pcp->node->force;
	if (unlikely(gfp & GFP_WATCHED))
		return bulk_list_watched(pcp, gfp, nr, list);
	bulk_begin(&b, pcp, gfp, pcp->node->force);
	while (done < (unsigned long)nr) {
		if (!b.claim->word && !bulk_claim(&b, gfp, true))
			break;
		done += list_add_word(b.claim, &link, (unsigned long)nr - done);
	}
	bulk_end(&b);
	if (done) {
		*link = NULL;
		list->last = container_of(link, struct page, next);
		list->nr_pages += done;
	}
	if (unlikely(gfp & __GFP_ZERO && done))
		for (struct page *page = before ? before->next : list->first; page;
		     page = page->next)
			pages_zero(pcp->node, page, 1);
	return (long)done;
}

long bulk_list_once(struct pg_data *p, gfp_t gfp, long nr, struct page_list *list)
{
	return bulk_list_any(this_pcp(p), gfp | GFP_AS_IT_IS, nr, list);
}

static force_inline long bulk_list_here(struct pg_data *p, gfp_t gfp, long nr, long granted,
					struct page_list *list)
{
	long done;

	if (nr <= 0)
		return 0;
	if (unlikely(!list || !request_valid(p, gfp, 0)))
		return 0;
	done = bulk_list_any(this_pcp(p), gfp, granted, list);
	if (unlikely(done < nr))
		request_failed(p, gfp | p->force, 0);
	return done;
}

/* From a node that has siblings, or is watched. */
static __noinline long bulk_list_aside(struct pg_data *p, gfp_t gfp, long nr,
				       struct page_list *list)
{
	if (p->set)
		return nodes_bulk(p, gfp, NULL, nr, list, NULL);
	return bulk_list_here(p, gfp, nr, bulk_granted(p, nr), list);
}

long pgdat_bulk_list(struct pg_data *p, gfp_t gfp, long nr, struct page_list *list)
{
	if (unlikely(p->aside))
		return bulk_list_aside(p, gfp, nr, list);
	return bulk_list_here(p, gfp, nr, nr, list);
}
