// SPDX-License-Identifier: MIT
/*
 * Pages in bulk, and the claiming of words that feeds single pages too.
 *
 * Allocation. A CPU claims free pages 64 at a time: it takes one word of a chunk's map, whole, under the
 * lock, and hands its bits out without. A run of NULL slots is filled from the word with consecutive
 * pointers where the bits are consecutive, with one expanded bit a page elsewhere; an array in which full
 * and empty slots alternate goes slot by slot. The lock is taken at the first claim and kept to the end
 * of the call. A run of at least 512 slots takes whole chunks where there are any, so that a large
 * batch is contiguous; all else takes partly free chunks first, so that 2 MiB blocks last.
 *
 * Freeing. Consecutive pointers are gathered into one mask of a word; a lone page is one bit and one
 * count. Both are tested against the free map first: a bit that is set already is a double free. Pages
 * of chunks with anything special about them take the full rules, one by one. This CPU's magazine
 * is emptied before, so that a page freed both ways is caught here, with the caller's name.
 *
 * Lock: pg_data.lock, once a call. Cost a page: docs/benchmarks.md.
 */
#include "mm/page_alloc_int.h"

/* A bulk request under way. */
struct bulk {
	struct pg_data *p;
	gfp_t gfp;
	bool locked;
	uint64_t word; /* claimed pages at hand: bit i is base + i */
	struct page *base;
	uint64_t word_index;
};

/* The zone's pages come next from this word; 0 if it has none. */
static uint64_t zone_claim_locked(struct bulk *b, struct zone *z)
{
	struct pg_data *p = b->p;
	uint32_t c = open_chunk_locked(p, z);
	uint64_t *words;
	uint64_t word;
	unsigned w = 0;

	if (c == ~0u)
		return 0;
	words = &p->free_map[(uint64_t)c * CHUNK_WORDS];
	while (!words[w]) /* an open chunk has a free page */
		w++;
	word = words[w];
	words[w] = 0;
	b->word = word;
	b->word_index = (uint64_t)c * CHUNK_WORDS + w;
	b->base = p->pages + b->word_index * WORD_PAGES;
	open_taken_locked(p, z, c, count_bits(word));
	p->stats.nr_claims++;
	return word;
}

static void bulk_lock(struct bulk *b)
{
	if (!b->locked)
		pgdat_lock(b->p);
	b->locked = true;
}

static void bulk_unlock(struct bulk *b)
{
	if (b->locked)
		pgdat_unlock(b->p);
	b->locked = false;
}

/* Claim a word. False: no page is free, all CPUs' caches emptied. */
static __noinline bool bulk_claim(struct bulk *b)
{
	for (int attempt = 0; attempt < 2; attempt++) {
		bulk_lock(b);
		for (int type = zone_first(b->gfp); type >= 0; type--)
			if (zone_claim_locked(b, &b->p->zone[type]))
				return true;
		bulk_unlock(b);
		if (attempt == 0)
			pgdat_drain(b->p);
	}
	return false;
}

/* A CPU's claimed word may be of any zone: requests for ZONE_DMA32 bring their own. */
static bool bulk_uses_pcp(const struct bulk *b)
{
	return !(b->gfp & __GFP_DMA32);
}

static void bulk_begin(struct bulk *b, struct pg_data *p, gfp_t gfp)
{
	struct pcp *pcp = this_pcp(p);

	b->p = p;
	b->gfp = gfp;
	b->locked = false;
	b->word = 0;
	if (likely(bulk_uses_pcp(b))) {
		b->word = pcp->word;
		b->base = pcp->base;
		b->word_index = pcp->word_index;
		pcp->word = 0;
	}
}

static void bulk_end(struct bulk *b)
{
	struct pcp *pcp = this_pcp(b->p);

	if (likely(bulk_uses_pcp(b))) {
		pcp->word = b->word;
		pcp->base = b->base;
		pcp->word_index = b->word_index;
	} else if (b->word) {
		bulk_lock(b);
		bits_free_locked(b->p, b->word_index, b->word, count_bits(b->word));
	}
	bulk_unlock(b);
}

void claim_return_locked(struct pg_data *p, struct pcp *pcp)
{
	uint64_t word = pcp->word;

	pcp->word = 0;
	if (word)
		bits_free_locked(p, pcp->word_index, word, count_bits(word));
}

/* --- Filling an array ------------------------------------------------------------------- */

/* nr consecutive pages from `page` on. */
static force_inline void slots_fill_run(struct page **slot, struct page *page, unsigned long nr)
{
	for (; nr >= 8; nr -= 8, slot += 8, page += 8) {
		slot[0] = page;
		slot[1] = page + 1;
		slot[2] = page + 2;
		slot[3] = page + 3;
		slot[4] = page + 4;
		slot[5] = page + 5;
		slot[6] = page + 6;
		slot[7] = page + 7;
	}
	while (nr--)
		*slot++ = page++;
}

/* Pages of the claimed word into at most nr slots; returns how many. The word is not 0. */
static force_inline unsigned long slots_fill_word(struct bulk *b, struct page **slot,
						  unsigned long nr)
{
	uint64_t word = b->word;
	unsigned first = lowest_bit(word);
	uint64_t rest = ~(word >> first);
	unsigned long run = rest ? lowest_bit(rest) : 64;
	unsigned long done = 0;

	if (run >= nr || run >= 8 || !(word & (word + (word & -word)))) {
		if (run > nr)
			run = nr;
		slots_fill_run(slot, b->base + first, run);
		b->word = word & ~(low_bits((unsigned)run) << first);
		return run;
	}
	do {
		slot[done++] = b->base + lowest_bit(word);
		word &= word - 1;
	} while (word && done < nr);
	b->word = word;
	return done;
}

/* Whole chunks for a long run of NULL slots; returns how many slots are filled. */
static unsigned long slots_fill_chunks(struct bulk *b, struct page **slot, unsigned long nr)
{
	struct pg_data *p = b->p;
	unsigned long done = 0;

	bulk_lock(b);
	for (int type = zone_first(b->gfp); nr - done >= CHUNK_PAGES; done += CHUNK_PAGES) {
		uint32_t c = whole_take_locked(p, &p->zone[type]);

		while (c == ~0u && type > 0)
			c = whole_take_locked(p, &p->zone[--type]);
		if (c == ~0u)
			break;
		__builtin_memset(&p->free_map[(uint64_t)c * CHUNK_WORDS], 0,
				 CHUNK_WORDS * sizeof(uint64_t));
		p->chunks[c].state = CHUNK_SORTED;
		p->chunks[c].word_orders = 0;
		slots_fill_run(slot + done, p->pages + (uint64_t)c * CHUNK_PAGES, CHUNK_PAGES);
	}
	return done;
}

/* nr NULL slots; returns how many are filled, less than nr if memory ran out. */
static unsigned long slots_fill(struct bulk *b, struct page **slot, unsigned long nr)
{
	unsigned long done = 0;

	if (nr >= CHUNK_PAGES)
		done = slots_fill_chunks(b, slot, nr);
	while (done < nr) {
		if (!b->word && !bulk_claim(b))
			break;
		done += slots_fill_word(b, slot + done, nr - done);
	}
	return done;
}

/*
 * Slots in which full and empty ones mix, one by one; returns how many from 0 on are filled. Its own
 * copy of the word keeps the loop in registers.
 */
static unsigned long slots_fill_mixed(struct bulk *b, struct page **slot, unsigned long nr)
{
	uint64_t word = b->word;
	struct page *base = b->base;
	unsigned long i;

	for (i = 0; i < nr; i++) {
		if (slot[i])
			continue;
		if (unlikely(!word)) {
			if (!bulk_claim(b))
				break;
			word = b->word;
			base = b->base;
		}
		slot[i] = base + lowest_bit(word);
		word &= word - 1;
	}
	b->word = word;
	return i;
}

/* Length of the run of NULL slots at the start. */
static force_inline unsigned long null_run(struct page *const *slot, unsigned long nr)
{
	unsigned long i = 0;

	for (; i + 8 <= nr; i += 8) {
		uintptr_t any = (uintptr_t)slot[i] | (uintptr_t)slot[i + 1] |
				(uintptr_t)slot[i + 2] | (uintptr_t)slot[i + 3] |
				(uintptr_t)slot[i + 4] | (uintptr_t)slot[i + 5] |
				(uintptr_t)slot[i + 6] | (uintptr_t)slot[i + 7];

		if (any)
			break;
	}
	while (i < nr && !slot[i])
		i++;
	return i;
}

enum { MIXED_SLOTS = 64, SHORT_RUN = 8 };

long bulk_fill(struct pg_data *p, gfp_t gfp, long nr, struct page **array)
{
	unsigned long left = (unsigned long)nr;
	struct page **slot = array;
	struct bulk b;

	bulk_begin(&b, p, gfp);
	while (left) {
		unsigned long want = null_run(slot, left);
		unsigned long done;

		if (want < SHORT_RUN && want < left) {
			want = left < MIXED_SLOTS ? left : MIXED_SLOTS;
			done = slots_fill_mixed(&b, slot, want);
		} else {
			done = slots_fill(&b, slot, want);
		}
		slot += done;
		left -= done;
		if (unlikely(done < want))
			break;
	}
	bulk_end(&b);
	return slot - array;
}

/* Zeroed pages, 64 slots at a time, so that the lock is not held meanwhile. */
static long bulk_fill_zeroed(struct pg_data *p, gfp_t gfp, long nr, struct page **array)
{
	long done = 0;

	while (done < nr) {
		long want = nr - done < (long)WORD_PAGES ? nr - done : (long)WORD_PAGES;
		uint64_t empty = 0;
		long got;

		for (long i = 0; i < want; i++)
			empty |= (uint64_t)!array[done + i] << i;
		got = bulk_fill(p, gfp, want, array + done);
		for (long i = 0; i < got; i++)
			if (empty >> i & 1)
				pages_zero(p, array[done + i], 1);
		done += got;
		if (got < want)
			break;
	}
	return done;
}

long pgdat_bulk_array(struct pg_data *p, gfp_t gfp, long nr, struct page **array)
{
	long done;

	if (nr <= 0)
		return 0;
	if (unlikely(!array || !request_valid(p, gfp, 0)))
		return 0;
	gfp |= p->force;
	if (unlikely(gfp & __GFP_ZERO))
		done = bulk_fill_zeroed(p, gfp, nr, array);
	else
		done = bulk_fill(p, gfp, nr, array);
	if (unlikely(done < nr))
		request_failed(p, gfp, 0);
	return done;
}

/* --- Linking a list ---------------------------------------------------------------------- */

/* Link pages of the claimed word behind *link, at most nr; returns how many. */
static force_inline unsigned long list_add_word(struct bulk *b, struct page ***link,
						unsigned long nr)
{
	uint64_t word = b->word;
	struct page **next = *link;
	unsigned long done = 0;

	do {
		unsigned first = lowest_bit(word);
		uint64_t rest = ~(word >> first);
		unsigned long run = rest ? lowest_bit(rest) : 64;
		struct page *page = b->base + first;

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
	b->word = word;
	*link = next;
	return done;
}

long pgdat_bulk_list(struct pg_data *p, gfp_t gfp, long nr, struct page_list *list)
{
	struct page *before;
	struct page **link;
	unsigned long done = 0;
	struct bulk b;

	if (nr <= 0)
		return 0;
	if (unlikely(!list || !request_valid(p, gfp, 0)))
		return 0;
	gfp |= p->force;
	before = list->last;
	link = before ? &before->next : &list->first;
	bulk_begin(&b, p, gfp);
	while (done < (unsigned long)nr) {
		if (!b.word && !bulk_claim(&b))
			break;
		done += list_add_word(&b, &link, (unsigned long)nr - done);
	}
	bulk_end(&b);
	if (done) {
		*link = NULL;
		list->last = container_of(link, struct page, next);
		list->nr_pages += done;
	}
	if (unlikely(gfp & __GFP_ZERO && done))
		for (struct page *page = before ? before->next : list->first; page; page = page->next)
			pages_zero(p, page, 1);
	if (unlikely(done < (unsigned long)nr))
		request_failed(p, gfp, 0);
	return (long)done;
}

/* --- Freeing ----------------------------------------------------------------------------- */

/* How many pointers from slot on are consecutive pages of one word, idx the first one's index. */
static force_inline unsigned run_length(struct page *const *slot, struct page *const *end,
					uint64_t idx)
{
	struct page *page = *slot;
	unsigned long room = (unsigned long)(end - slot);
	unsigned most = WORD_PAGES - idx % WORD_PAGES;
	unsigned n = 1;

	if (room < most)
		most = (unsigned)room;
	for (; n + 4 <= most; n += 4)
		if (slot[n] != page + n || slot[n + 1] != page + n + 1 ||
		    slot[n + 2] != page + n + 2 || slot[n + 3] != page + n + 3)
			break;
	while (n < most && slot[n] == page + n)
		n++;
	return n;
}

/* Free n consecutive pages of one word, at once unless there is something to say of one of them. */
static void run_free_locked(struct pg_data *p, struct page *page, unsigned n, const void *caller)
{
	struct pcp *pcp = this_pcp(p);
	uint64_t idx = page_index(p, page);
	uint64_t w = idx / WORD_PAGES;
	uint64_t bits = low_bits(n) << (idx % WORD_PAGES);
	uint64_t taken = p->free_map[w] | (w == pcp->word_index ? pcp->word : 0);

	if (likely(pages_plain(p, idx, bits) && !(taken & bits))) {
		bits_free_locked(p, w, bits, n);
		return;
	}
	while (n--)
		page_free_locked(p, page++, caller);
}

void bulk_free_locked(struct pg_data *p, long nr, struct page **array, const void *caller)
{
	struct page **slot = array;
	struct page **end = array + nr;
	uint64_t claimed = this_pcp(p)->word_index;
	uint64_t normal = (uint64_t)p->normal_chunk * CHUNK_PAGES;
	uint64_t nr_lone[NR_ZONES] = {0};

	while (slot < end) {
		struct page *page = *slot;
		uint64_t idx = page_index(p, page);
		uint64_t w = idx / WORD_PAGES;
		uint64_t word;
		uint32_t *state;
		unsigned n;

		if (unlikely(idx >= p->nr_pages)) {
			if (page)
				page_panic(p, page, 0, "free of what is no page", caller);
			slot++;
			continue;
		}
		if (slot + 1 < end && slot[1] == page + 1) {
			n = run_length(slot, end, idx);
			run_free_locked(p, page, n, caller);
			while (n >= 4) {
				slot[0] = slot[1] = slot[2] = slot[3] = NULL;
				slot += 4;
				n -= 4;
			}
			while (n--)
				*slot++ = NULL;
			continue;
		}
		state = &p->chunks[idx / CHUNK_PAGES].state;
		word = p->free_map[w];
		/* Open, and neither empty before nor whole after: one bit and one count. */
		if (likely(*state - 1 < CHUNK_PAGES - 2 && !(word >> (idx % WORD_PAGES) & 1) &&
			   w != claimed)) {
			p->free_map[w] = word | 1ull << (idx % WORD_PAGES);
			(*state)++;
			nr_lone[idx >= normal]++;
		} else {
			run_free_locked(p, page, 1, caller);
		}
		*slot++ = NULL;
	}
	p->zone[ZONE_DMA32].nr_free += nr_lone[ZONE_DMA32];
	p->zone[ZONE_NORMAL].nr_free += nr_lone[ZONE_NORMAL];
}

void pgdat_free_bulk(struct pg_data *p, long nr, struct page **array)
{
	struct pcp *pcp = this_pcp(p);

	if (nr <= 0 || !array)
		return;
	if (pcp->nr)
		magazine_flush(p, pcp, pcp->nr);
	pgdat_lock(p);
	bulk_free_locked(p, nr, array, __builtin_return_address(0));
	pgdat_unlock(p);
}
