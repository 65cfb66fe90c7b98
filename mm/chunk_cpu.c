// SPDX-License-Identifier: MIT
/*
 * What a CPU takes from the chunks for itself: a word of free pages at a time, a chunk that single
 * pages come from, and whole chunks.
 *
 * CPUs claim words of different chunks, each marked with its claimer, so that they share no line of
 * the maps. Where there are several CPUs each has an open chunk to itself, which leaves its list
 * and counts as full meanwhile. The CPU takes words out of its map, and puts bits back, without the
 * lock; others free into it as ever. So all changes of this map are locked instructions, one for up
 * to 64 pages. What the chunk holds is counted when it is given up.
 *
 * Lock: pg_data.lock; what of the CPU's caches is touched here is that CPU's alone. Cost: O(1).
 * Not here: how free pages stand in chunks (chunk.c), what comes of a claim (page_bulk.c).
 */
#include "mm/page_alloc_int.h"

/* --- Whole chunks ----------------------------------------------------------------------------- */

/* The state of one that a CPU keeps: allocated, as far as the node is concerned. */
#define KEPT_CHUNK (CHUNK_BIG | CHUNK_PARKED | CHUNK_ORDER << CHUNK_HEAD_SHIFT)

static force_inline struct page *huge_pop(struct pcp *pcp)
{
	struct pg_data *p = pcp->node;
	uint32_t nr = pcp->nr_huge - 1;
	uint64_t c = pcp->huge[nr];

	count_set(nr_huge, nr);
	p->chunks[c].state = CHUNK_BIG | CHUNK_ORDER << CHUNK_HEAD_SHIFT;
	return p->pages + c * CHUNK_PAGES;
}

/* One chunk for an empty store; several are fetched, the lowest to be taken first. */
static __noinline struct page *huge_fetch(struct pcp *pcp)
{
	struct pg_data *p = pcp->node;
	struct zone *z = p->top;
	uint32_t want = (p->huge_max + 1) / 2, first = want, nr;

	pgdat_lock(p);
	while (first && free_unreserved(p) >= CHUNK_PAGES) {
		uint32_t c = chunk_set_take(&z->whole);

		if (c == CHUNK_NONE)
			break;
		c += z->first_chunk;
		p->chunks[c].state = KEPT_CHUNK;
		z->nr_free -= CHUNK_PAGES;
		pcp->huge[--first] = c;
	}
	nr = want - first;
	for (uint32_t i = 0; first && i < nr; i++)
		pcp->huge[i] = pcp->huge[first + i];
	count_set(nr_huge, nr);
	pgdat_unlock(p);
	return nr ? huge_pop(pcp) : alloc_checked(p, GFP_KERNEL, CHUNK_ORDER);
}

struct page *chunk_alloc(struct pcp *pcp)
{
	return likely(pcp->nr_huge) ? huge_pop(pcp) : huge_fetch(pcp);
}

void huge_flush_locked(struct pcp *pcp, uint32_t nr)
{
	struct pg_data *p = pcp->node;

	if (nr > pcp->nr_huge)
		nr = pcp->nr_huge;
	for (uint32_t i = 0; i < nr; i++)
		big_free_locked(p, pcp->huge[i], CHUNK_ORDER);
	count_set(nr_huge, pcp->nr_huge - nr);
	for (uint32_t i = 0; i < pcp->nr_huge; i++)
		pcp->huge[i] = pcp->huge[nr + i];
}

static force_inline void huge_push(struct pcp *pcp, uint64_t c)
{
	pcp->node->chunks[c].state = KEPT_CHUNK;
	pcp->huge[pcp->nr_huge] = (uint32_t)c;
	count_set(nr_huge, pcp->nr_huge + 1);
}

/* The store is full: the older half goes back. */
static __noinline void chunk_free_full(struct pcp *pcp, uint64_t c)
{
	pgdat_lock(pcp->node);
	huge_flush_locked(pcp, (pcp->node->huge_max + 1) / 2);
	huge_push(pcp, c);
	pgdat_unlock(pcp->node);
}

void chunk_free(struct pcp *pcp, uint64_t c)
{
	if (likely(pcp->nr_huge < pcp->node->huge_max))
		huge_push(pcp, c);
	else
		chunk_free_full(pcp, c);
}

/* --- Claiming words ----------------------------------------------------------------------------
 */

/* At most `most` of a word's pages, the lowest. */
static __noinline uint64_t word_limit(uint64_t word, uint64_t most)
{
	uint64_t limited = 0;

	for (; word && most; most--, word &= word - 1)
		limited |= word & -word;
	return limited;
}

static force_inline bool claimable(const struct chunk *chunk, uint16_t claimer)
{
	return !chunk->claimer || chunk->claimer == claimer;
}

/* Of the first open chunks that no other CPU claims words of, the fullest. CHUNK_NONE: none is. */
static __noinline uint32_t claim_chunk_fullest(const struct pg_data *p, uint32_t head,
					       uint16_t claimer)
{
	enum { LOOKED_AT = 16 }; /* a bound; what other CPUs claim of is near the head */
	uint32_t c = head, best = CHUNK_NONE, least = ~0u;

	for (unsigned i = 0; i < LOOKED_AT; i++) {
		if (p->chunks[c].state < least && claimable(&p->chunks[c], claimer)) {
			least = p->chunks[c].state;
			best = c;
		}
		c = p->chunks[c].next;
		if (c == head)
			break;
	}
	return best;
}

/*
 * An open chunk that no other CPU claims words of, as CPUs that share one share the line of its
 * map: the first if it is at least half full, or else the fullest, so that emptier ones have time
 * to become whole. Another CPU's, where there is no other. CHUNK_NONE: no page is free.
 */
static __noinline uint32_t claim_chunk_find(struct pg_data *p, struct zone *z, uint16_t claimer)
{
	uint32_t head, c;

	if (!(z->list_mask & 1u << LIST_OPEN))
		return chunk_open_next(p, z);
	head = z->head[LIST_OPEN];
	if (p->chunks[head].state <= CHUNK_PAGES / 2 && claimable(&p->chunks[head], claimer))
		return head;
	c = claim_chunk_fullest(p, head, claimer);
	if (c == CHUNK_NONE)
		c = chunk_open_next(p, z);
	return c != CHUNK_NONE ? c : head;
}

/* An open chunk for this CPU to claim words of, from now on. CHUNK_NONE: no page is free. */
static uint32_t claim_chunk_begin(struct pcp *pcp, int type)
{
	struct pg_data *p = pcp->node;
	uint32_t c = claim_chunk_find(p, &p->zone[type], pcp->claimer);

	if (c == CHUNK_NONE)
		return c;
	pcp->chunk[type] = c;
	p->chunks[c].claimer = pcp->claimer;
	return c;
}

/* --- A CPU's own chunk ---------------------------------------------------------------------- */

static force_inline void claim_begin(struct page *pages, struct claim *claim, uint64_t w,
				     uint64_t word)
{
	claim_set(claim, word);
	claim->word_index = w;
	claim->base = pages + w * WORD_PAGES;
}

uint64_t own_claim(struct pcp *pcp)
{
	struct pg_data *p = pcp->node;
	struct chunk *chunk = &p->chunks[pcp->own];
	uint64_t *words = &p->free_map[(uint64_t)pcp->own * CHUNK_WORDS];

	for (unsigned i = 0; i < CHUNK_WORDS; i++) {
		unsigned w = (chunk->next_word + i) % CHUNK_WORDS;
		uint64_t word = __atomic_load_n(&words[w], __ATOMIC_RELAXED);

		if (word)
			word = __atomic_exchange_n(&words[w], 0, __ATOMIC_ACQ_REL);
		if (!word)
			continue;
		chunk->next_word = (uint8_t)((w + 1) % CHUNK_WORDS);
		claim_begin(pcp->pages, &pcp->claim, (uint64_t)pcp->own * CHUNK_WORDS + w, word);
		return word;
	}
	return 0;
}

uint32_t own_nr(const struct pcp *pcp)
{
	uint32_t c = __atomic_load_n(&pcp->own, __ATOMIC_RELAXED);
	const uint64_t *words = &pcp->free_map[(uint64_t)c * CHUNK_WORDS];
	uint32_t nr = 0;

	for (unsigned w = 0; w < CHUNK_WORDS && c != CHUNK_NONE; w++)
		nr += count_bits(__atomic_load_n(&words[w], __ATOMIC_RELAXED));
	return nr;
}

/* Take an open chunk with nothing special about it over. */
static void own_begin_locked(struct pcp *pcp, struct zone *z, uint32_t c)
{
	struct chunk *chunk = &pcp->node->chunks[c];

	z->nr_free -= chunk->state & CHUNK_NR_FREE;
	chunk_leave_open_locked(pcp->node, z, c);
	chunk->state |= CHUNK_OWNED;
	__atomic_store_n(&pcp->own, c, __ATOMIC_RELAXED);
	pcp->owns = 1;
	pcp->slow |= SLOW_OWNS;
}

void own_release_locked(struct pcp *pcp)
{
	struct pg_data *p = pcp->node;
	uint32_t c = pcp->own, nr;

	if (c == CHUNK_NONE)
		return;
	nr = own_nr(pcp);
	__atomic_store_n(&pcp->own, CHUNK_NONE, __ATOMIC_RELAXED);
	pcp->owns = 0;
	pcp->slow &= ~(gfp_t)SLOW_OWNS;
	p->chunks[c].state &= ~(uint32_t)CHUNK_OWNED;
	chunk_return_locked(p, chunk_zone(p, c), c, nr);
}

/* Take a word out of chunk c, which is open: at most `most` pages. */
static force_inline uint64_t word_take_locked(struct pg_data *p, struct zone *z, uint32_t c,
					      uint64_t most, struct claim *claim)
{
	struct chunk *chunk = &p->chunks[c];
	uint64_t *words = &p->free_map[(uint64_t)c * CHUNK_WORDS];
	unsigned w = chunk->next_word, nr;
	uint64_t word;

	while (!words[w]) /* an open chunk has a free page */
		w = (w + 1) % CHUNK_WORDS;
	chunk->next_word = (uint8_t)((w + 1) % CHUNK_WORDS); /* this one is mostly empty then */
	word = words[w];
	if (unlikely(most < WORD_PAGES))
		word = word_limit(word, most);
	words[w] &= ~word;
	claim_begin(p->pages, claim, (uint64_t)c * CHUNK_WORDS + w, word);

	nr = count_bits(word);
	z->nr_free -= nr;
	chunk->state -= nr;
	if (!(chunk->state & CHUNK_NR_FREE))
		chunk_leave_open_locked(p, z, c);
	return word;
}

/* Where CPUs have chunks to themselves: from this one's, or another that becomes it. */
static uint64_t own_take_locked(struct pcp *pcp, int type)
{
	struct pg_data *p = pcp->node;
	struct zone *z = &p->zone[type];
	uint64_t most, word = pcp->owns ? own_claim(pcp) : 0;
	uint32_t c;

	if (word)
		return word;
	own_release_locked(pcp);
	most = free_unreserved(p);
	c = most ? claim_chunk_begin(pcp, type) : CHUNK_NONE;
	if (c == CHUNK_NONE)
		return 0;
	if (most < CHUNK_PAGES || p->chunks[c].state & CHUNK_SPECIAL)
		return word_take_locked(p, z, c, most, &pcp->claim);
	own_begin_locked(pcp, z, c);
	return own_claim(pcp);
}

static __noinline uint64_t claim_take_next(struct pcp *pcp, int type, struct claim *claim)
{
	struct pg_data *p = pcp->node;
	uint64_t most = free_unreserved(p);
	uint32_t c;

	if (p->huge_max && claim == &pcp->claim)
		return own_take_locked(pcp, type);
	c = most ? claim_chunk_begin(pcp, type) : CHUNK_NONE;
	if (c == CHUNK_NONE)
		return 0;
	return word_take_locked(p, &p->zone[type], c, most, claim);
}

uint64_t claim_take_locked(struct pcp *pcp, int type, struct claim *claim)
{
	struct pg_data *p = pcp->node;
	uint64_t most = free_unreserved(p);
	uint32_t c = pcp->chunk[type];

	/* A chunk with the CPU's mark is open. */
	if (unlikely(!most || p->chunks[c].claimer != pcp->claimer))
		return claim_take_next(pcp, type, claim);
	return word_take_locked(p, &p->zone[type], c, most, claim);
}
