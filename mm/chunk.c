// SPDX-License-Identifier: MIT
/*
 * Chunks of 2 MiB, and free blocks in them.
 *
 * Two levels. Above, a zone's whole free chunks are a set of bits (chunk_set.h), in which a block
 * of 2^k pages, k >= 9, is an aligned run. Below, a chunk is 512 bits, one cache line, in which a
 * set bit is a free page, and a block of order 1..8 an aligned run again. So merging is setting
 * bits on both levels, and a chunk whose count reaches 512 joins the set.
 *
 * A partly free chunk is either sorted or open.
 *   sorted  it is known, for each of its eight words, which orders up to 6 have a free block there;
 *	     the chunk stands in the list of its largest order. Blocks of order 1..8 come from here.
 *   open    single pages come and go, and nobody keeps count of orders: a free is one bit and one
 *	     count. An allocation of order 1..8 that finds no sorted chunk sorts open ones until it
 *	     does. The open list is bounded (MAX_OPEN_CHUNKS), so that this search is, whatever RAM
 *	     there is; the chunk longest in it is sorted to make room.
 * A full chunk is in no list and counts as sorted.
 *
 * Blocks of order 1..8 mark their pages but the first in the tail map; pages that were never ours
 * are marked too. So the first page of an allocated block is one with neither bit, and every wrong
 * free can be told from the maps.
 *
 * Lock: pg_data.lock. Cost: O(orders), the sorting apart.
 * Not here: what CPUs take for themselves (chunk_cpu.c, page_alloc.c, page_bulk.c).
 */
#include "mm/page_alloc_int.h"

static inline void chunk_link(struct pg_data *p, struct zone *z, unsigned list, uint32_t c)
{
	struct chunk *chunk = &p->chunks[c];

	if (z->list_mask & 1u << list) {
		uint32_t next = z->head[list];
		uint32_t prev = p->chunks[next].prev;

		chunk->next = next;
		chunk->prev = prev;
		p->chunks[next].prev = c;
		p->chunks[prev].next = c;
	} else {
		chunk->next = c;
		chunk->prev = c;
		z->list_mask |= 1u << list;
	}
	z->head[list] = c;
	chunk->list = (uint8_t)list;
}

/* Take a chunk off the list that it is known to be on. */
static force_inline void chunk_unlink_from(struct pg_data *p, struct zone *z, unsigned list,
					   uint32_t c)
{
	struct chunk *chunks = p->chunks;
	uint32_t next = chunks[c].next;

	chunks[c].list = LIST_NONE;
	chunks[c].claimer = 0;
	if (next == c) {
		z->list_mask ^= 1u << list;
		return;
	}
	chunks[next].prev = chunks[c].prev;
	chunks[chunks[c].prev].next = next;
	if (z->head[list] == c)
		z->head[list] = next;
}

static void chunk_unlink(struct pg_data *p, struct zone *z, uint32_t c)
{
	unsigned list = p->chunks[c].list;

	if (list == LIST_OPEN)
		z->nr_open--;
	chunk_unlink_from(p, z, list, c);
}

/* Where in a word a block of order k may start. */
static const uint64_t starts[] = {~0ull,
				  0x5555555555555555,
				  0x1111111111111111,
				  0x0101010101010101,
				  0x0001000100010001,
				  0x0000000100000001,
				  0x0000000000000001};

/* Fold runs of 2^(k-1) free pages into runs of 2^k, and stop when there is none. */
#define FOLD(k)                                                                                    \
	word &= word >> (1u << (k - 1)) & starts[k];                                               \
	if (!word)                                                                                 \
		return low_bits(k);

uint64_t word_orders(uint64_t word)
{
	if (word == ~0ull)
		return low_bits(7);
	if (!word)
		return 0;
	FOLD(1)
	FOLD(2)
	FOLD(3)
	FOLD(4)
	FOLD(5)
	return low_bits(6);
}
#undef FOLD

/* Bit 0 of each byte: the word is all free. */
static uint64_t full_words(uint64_t orders)
{
	return orders >> 6 & 0x0101010101010101;
}

/* Bit 0 of bytes 0, 2, 4, 6: this word and the next are all free; and so on for four. */
static uint64_t full_pairs(uint64_t orders)
{
	uint64_t full = full_words(orders);

	return full & full >> 8 & 0x0001000100010001;
}

static uint64_t full_fours(uint64_t orders)
{
	uint64_t pairs = full_pairs(orders);

	return pairs & pairs >> 16 & 0x0000000100000001;
}

unsigned orders_list(uint64_t orders)
{
	uint64_t any = orders | orders >> 32;

	any |= any >> 16;
	any |= any >> 8;
	any &= 0x7f;
	if (!any)
		return LIST_NONE;
	if (full_fours(orders))
		return LIST_TOP0 + 8;
	if (full_pairs(orders))
		return LIST_TOP0 + 7;
	return LIST_TOP0 + highest_bit(any);
}

/* Move a sorted chunk to the list that its orders call for. */
static void chunk_place(struct pg_data *p, struct zone *z, uint32_t c)
{
	struct chunk *chunk = &p->chunks[c];
	unsigned list = orders_list(chunk->word_orders);

	if (chunk->list == list)
		return;
	if (chunk->list != LIST_NONE)
		chunk_unlink(p, z, c);
	if (list != LIST_NONE)
		chunk_link(p, z, list, c);
}

static void chunk_sort(struct pg_data *p, struct zone *z, uint32_t c)
{
	bool whole = (p->chunks[c].state & CHUNK_NR_FREE) == CHUNK_PAGES;
	uint64_t orders = whole ? 0x7f7f7f7f7f7f7f7f : 0;

	for (unsigned w = 0; w < CHUNK_WORDS && !whole; w++)
		orders |= word_orders(p->free_map[(uint64_t)c * CHUNK_WORDS + w]) << 8 * w;
	p->chunks[c].word_orders = orders;
	p->chunks[c].state |= CHUNK_SORTED;
	chunk_place(p, z, c);
}

/* Put a chunk with free pages, in any list or none, at the head of the open list. */
static void chunk_open(struct pg_data *p, struct zone *z, uint32_t c)
{
	struct chunk *chunk = &p->chunks[c];

	if (chunk->list != LIST_NONE)
		chunk_unlink(p, z, c);
	if (z->nr_open == MAX_OPEN_CHUNKS)
		chunk_sort(p, z, p->chunks[z->head[LIST_OPEN]].prev);
	chunk->state &= ~(uint32_t)CHUNK_SORTED;
	chunk->claimer = 0;
	chunk_link(p, z, LIST_OPEN, c);
	z->nr_open++;
}

/* Mark the block of whole chunks at c, just taken out of the set, as allocated. */
static force_inline struct page *big_mark(struct pg_data *p, struct zone *z, uint32_t c,
					  unsigned order)
{
	uint32_t nr = 1u << (order - CHUNK_ORDER);

	p->chunks[c].state = CHUNK_BIG | order << CHUNK_HEAD_SHIFT;
	for (uint32_t i = 1; i < nr; i++)
		p->chunks[c + i].state = CHUNK_BIG;
	z->nr_free -= (uint64_t)nr * CHUNK_PAGES;
	return p->pages + (uint64_t)c * CHUNK_PAGES;
}

struct page *big_alloc_locked(struct pg_data *p, gfp_t gfp, unsigned order)
{
	if (free_unreserved(p) < 1ull << order)
		return NULL;
	for (int type = zone_first(p, gfp); type >= 0; type--) {
		struct zone *z = &p->zone[type];
		uint32_t c = order == CHUNK_ORDER
				     ? chunk_set_take(&z->whole)
				     : chunk_set_take_block(&z->whole, order - CHUNK_ORDER);

		if (c != CHUNK_NONE)
			return big_mark(p, z, z->first_chunk + c, order);
	}
	return NULL;
}

/* All 512 pages of chunk c are free: it joins the set. */
static force_inline void whole_add(struct pg_data *p, struct zone *z, uint64_t c)
{
	p->chunks[c].state = CHUNK_WHOLE | CHUNK_PAGES;
	chunk_set_add(&z->whole, c - z->first_chunk);
}

void big_free_locked(struct pg_data *p, uint64_t c, unsigned order)
{
	struct zone *z = chunk_zone(p, c);
	uint64_t nr = 1ull << (order - CHUNK_ORDER);

	for (uint64_t i = c; i < c + nr; i++)
		whole_add(p, z, i);
	z->nr_free += nr * CHUNK_PAGES;
}

struct page *chunk_alloc_one(struct pg_data *p)
{
	struct zone *z;
	struct page *page;
	uint32_t c = CHUNK_NONE;

	pgdat_lock(p); /* first of all: what is computed before would have to be saved */
	z = p->top;
	if (likely(free_unreserved(p) >= CHUNK_PAGES))
		c = chunk_set_take(&z->whole);
	if (unlikely(c == CHUNK_NONE)) {
		pgdat_unlock(p);
		return alloc_checked(p, GFP_KERNEL, CHUNK_ORDER);
	}
	page = big_mark(p, z, z->first_chunk + c, CHUNK_ORDER);
	pgdat_unlock(p);
	return page;
}

void chunk_free_one(struct pg_data *p, uint64_t c, struct chunk *chunk)
{
	struct zone *z;

	pgdat_lock(p);
	z = chunk_zone(p, c);
	chunk->state = CHUNK_WHOLE | CHUNK_PAGES;
	chunk_set_add(&z->whole, c - z->first_chunk);
	z->nr_free += CHUNK_PAGES;
	pgdat_unlock(p);
}

uint32_t whole_take_locked(struct pg_data *p, struct zone *z)
{
	uint32_t c = chunk_set_take(&z->whole);

	if (c == CHUNK_NONE)
		return c;
	c += z->first_chunk;
	p->chunks[c].state = CHUNK_PAGES;
	return c;
}

/* All eight words of a chunk's free map. */
static force_inline void chunk_map_fill(struct pg_data *p, uint64_t c, uint64_t word)
{
	uint64_t *words = &p->free_map[c * CHUNK_WORDS];

	words[0] = words[1] = words[2] = words[3] = word;
	words[4] = words[5] = words[6] = words[7] = word;
}

uint32_t chunk_take_pages_locked(struct pg_data *p, struct zone *z)
{
	uint32_t c;

	if (free_unreserved(p) < CHUNK_PAGES)
		return CHUNK_NONE;
	c = whole_take_locked(p, z);
	if (c == CHUNK_NONE)
		return c;
	chunk_map_fill(p, c, 0);
	p->chunks[c].state = CHUNK_SORTED;
	p->chunks[c].word_orders = 0;
	z->nr_free -= CHUNK_PAGES;
	return c;
}

uint64_t chunks_give_pages_locked(struct pg_data *p, uint64_t c, uint64_t nr)
{
	struct zone *z = chunk_zone(p, c);
	uint64_t end = z == &p->zone[ZONE_DMA32] ? p->normal_chunk : p->nr_chunks;
	uint64_t first = c;

	if (nr < end - c)
		end = c + nr;
	/* Full, and with nothing special: no page of it is free, in a block or referenced. */
	for (; c < end && p->chunks[c].state == CHUNK_SORTED; c++) {
		chunk_map_fill(p, c, ~0ull);
		whole_add(p, z, c);
	}
	z->nr_free += (c - first) * CHUNK_PAGES;
	return c - first;
}

/* A partly free chunk, in a list or not, has become whole. Its pages are counted as free already.
 */
static void chunk_became_whole(struct pg_data *p, struct zone *z, uint32_t c)
{
	if (p->chunks[c].list != LIST_NONE)
		chunk_unlink(p, z, c);
	whole_add(p, z, c);
}

/* A sorted chunk with a free block of `order`; CHUNK_NONE if there is none even after sorting. */
static uint32_t sorted_find(struct pg_data *p, struct zone *z, unsigned order)
{
	uint32_t wanted = ((1u << LIST_OPEN) - 1) & ~0u << order;
	uint32_t c;

	if (z->list_mask & wanted)
		return z->head[lowest_bit(z->list_mask & wanted)];
	while (z->list_mask & 1u << LIST_OPEN) {
		c = p->chunks[z->head[LIST_OPEN]].prev;
		chunk_sort(p, z, c);
		if (p->chunks[c].list >= order)
			return c;
	}
	c = whole_take_locked(p, z);
	if (c != CHUNK_NONE)
		chunk_sort(p, z, c);
	return c;
}

/* Where in the chunk a block of order 1..8 is free: page offset. One is, by word_orders. */
static unsigned block_find(const struct pg_data *p, uint32_t c, unsigned order)
{
	uint64_t orders = p->chunks[c].word_orders;
	uint64_t word;
	unsigned w;

	if (order == 8)
		return lowest_bit(full_fours(orders)) / 8 * WORD_PAGES;
	if (order == 7)
		return lowest_bit(full_pairs(orders)) / 8 * WORD_PAGES;
	w = lowest_bit(orders >> order & 0x0101010101010101) / 8;
	word = p->free_map[(uint64_t)c * CHUNK_WORDS + w];
	for (unsigned k = 0; k < order; k++)
		word &= word >> (1u << k);
	return w * WORD_PAGES + lowest_bit(word & starts[order]);
}

/* What a block of order 1..8 at idx covers: a mask, the same in each of some words. */
struct cover {
	uint64_t bits;
	uint64_t w; /* the first word */
	unsigned nr_words;
};

static force_inline struct cover block_cover(uint64_t idx, unsigned order)
{
	if (order > 6)
		return (struct cover){~0ull, idx / WORD_PAGES, 1u << (order - 6)};
	return (struct cover){~0ull >> (WORD_PAGES - (1u << order)) << (idx % WORD_PAGES),
			      idx / WORD_PAGES, 1};
}

/* The words covered have changed in a sorted chunk: its orders follow, and its list if they do. */
static force_inline void cover_resort(struct pg_data *p, struct zone *z, uint32_t c,
				      struct cover cover)
{
	uint64_t orders = p->chunks[c].word_orders;

	for (unsigned i = 0; i < cover.nr_words; i++) {
		unsigned shift = (cover.w + i) % CHUNK_WORDS * 8;

		orders &= ~(0xffull << shift);
		orders |= word_orders(p->free_map[cover.w + i]) << shift;
	}
	if (orders == p->chunks[c].word_orders)
		return;
	p->chunks[c].word_orders = orders;
	chunk_place(p, z, c);
}

struct page *block_alloc_locked(struct pg_data *p, gfp_t gfp, unsigned order)
{
	if (free_unreserved(p) < 1ull << order)
		return NULL;
	for (int type = zone_first(p, gfp); type >= 0; type--) {
		struct zone *z = &p->zone[type];
		uint32_t c = sorted_find(p, z, order);
		struct cover cover;
		uint64_t idx;

		if (c == CHUNK_NONE)
			continue;
		idx = (uint64_t)c * CHUNK_PAGES + block_find(p, c, order);
		cover = block_cover(idx, order);
		for (unsigned i = 0; i < cover.nr_words; i++) {
			p->free_map[cover.w + i] &= ~cover.bits;
			p->tail_map[cover.w + i] |= cover.bits;
		}
		p->tail_map[cover.w] &= ~(1ull << (idx % WORD_PAGES)); /* the head is none */
		p->chunks[c].state = (p->chunks[c].state - (1u << order)) | CHUNK_TAILS;
		p->chunks[c].nr_blocks++;
		z->nr_free -= 1u << order;
		cover_resort(p, z, c, cover);
		p->pages[idx].flags = PAGE_HEAD;
		return p->pages + idx;
	}
	return NULL;
}

/* The block at idx has no tails any more. */
static force_inline void tails_clear(struct pg_data *p, struct chunk *chunk, struct cover cover)
{
	for (unsigned i = 0; i < cover.nr_words; i++)
		p->tail_map[cover.w + i] &= ~cover.bits;
	if (!--chunk->nr_blocks)
		chunk->state &= ~(uint32_t)CHUNK_TAILS;
}

void block_split_locked(struct pg_data *p, uint64_t idx, unsigned order)
{
	tails_clear(p, &p->chunks[idx / CHUNK_PAGES], block_cover(idx, order));
}

void block_free_locked(struct pg_data *p, uint64_t idx, unsigned order)
{
	uint32_t c = (uint32_t)(idx / CHUNK_PAGES);
	struct zone *z = chunk_zone(p, c);
	struct chunk *chunk = &p->chunks[c];
	struct cover cover = block_cover(idx, order);

	tails_clear(p, chunk, cover);
	for (unsigned i = 0; i < cover.nr_words; i++)
		p->free_map[cover.w + i] |= cover.bits;
	chunk->state += 1u << order;
	z->nr_free += 1u << order;
	if ((chunk->state & CHUNK_NR_FREE) == CHUNK_PAGES)
		chunk_became_whole(p, z, c);
	else if (chunk->state & CHUNK_SORTED)
		cover_resort(p, z, c, cover);
}

/* Into a chunk that some CPU owns, which may do the same at this moment. */
static __noinline void bits_free_owned(struct pg_data *p, uint64_t w, uint64_t bits)
{
	uint64_t before = __atomic_fetch_or(&p->free_map[w], bits, __ATOMIC_ACQ_REL);

	if (before & bits)
		port_panic("page_alloc: double free: pfn %#llx, by two CPUs at once",
			   (unsigned long long)(p->base_pfn + w * WORD_PAGES +
						lowest_bit(before & bits)));
}

void bits_free_locked(struct pg_data *p, uint64_t w, uint64_t bits, unsigned nr)
{
	uint32_t c = (uint32_t)(w / CHUNK_WORDS);
	struct zone *z = chunk_zone(p, c);
	struct chunk *chunk = &p->chunks[c];
	uint32_t state = chunk->state + nr;

	if (unlikely(state & CHUNK_OWNED)) {
		bits_free_owned(p, w, bits);
		return;
	}
	p->free_map[w] |= bits;
	chunk->state = state;
	z->nr_free += nr;
	if ((state & CHUNK_NR_FREE) == CHUNK_PAGES) {
		chunk_became_whole(p, z, c);
	} else if (state & CHUNK_SORTED) {
		chunk_open(p, z, c);
	}
}

__noinline uint32_t chunk_open_next(struct pg_data *p, struct zone *z)
{
	uint32_t partial = z->list_mask & ((1u << LIST_OPEN) - 1);
	uint32_t c;

	if (partial) {
		c = z->head[lowest_bit(partial)];
	} else {
		c = whole_take_locked(p, z);
		if (c == CHUNK_NONE)
			return c;
	}
	chunk_open(p, z, c);
	return c;
}

void chunk_leave_open_locked(struct pg_data *p, struct zone *z, uint32_t c)
{
	struct chunk *chunk = &p->chunks[c];

	z->nr_open--;
	chunk_unlink_from(p, z, LIST_OPEN, c);
	chunk->state = (chunk->state & ~(uint32_t)CHUNK_NR_FREE) | CHUNK_SORTED;
	chunk->word_orders = 0;
}

void chunk_return_locked(struct pg_data *p, struct zone *z, uint32_t c, uint32_t nr)
{
	p->chunks[c].state += nr;
	z->nr_free += nr;
	if (nr == CHUNK_PAGES)
		chunk_became_whole(p, z, c);
	else if (nr)
		chunk_open(p, z, c);
}
