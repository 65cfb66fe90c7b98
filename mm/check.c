// SPDX-License-Identifier: MIT
/*
 * The page allocator seen from outside: what state a page is in, and whether everything fits
 * together.
 *
 * page_state() answers from the maps in O(orders); it is what makes a wrong free an error with a
 * name. pgdat_check() recomputes all that the allocator keeps (counts, orders, lists, flags) from
 * the maps and the records and compares. It reads everything and trusts nothing but the maps.
 */
#include "mm/page_alloc_int.h"
#include "mm/page_watch_int.h"

static bool map_bit(const uint64_t *map, uint64_t idx)
{
	return __atomic_load_n(&map[idx / WORD_PAGES], __ATOMIC_RELAXED) >> (idx % WORD_PAGES) & 1;
}

/* Page idx has no free bit and its tail bit set: is it one of ours, in a block? */
static bool is_tail(const struct pg_data *p, uint64_t idx)
{
	return map_bit(p->tail_map, idx) && !(p->pages[idx].flags & (PAGE_RESERVED | PAGE_HOLE));
}

/*
 * Order of the allocated block of order 0..8 whose first page is idx. The first page of the upper
 * half of a larger aligned area is a tail only if one block covers both halves.
 */
static unsigned head_order(const struct pg_data *p, uint64_t idx)
{
	unsigned order = 0;

	while (order < CHUNK_ORDER - 1 && !(idx >> order & 1) && is_tail(p, idx + (1ull << order)))
		order++;
	return order;
}

static unsigned tail_order(const struct pg_data *p, uint64_t idx)
{
	for (unsigned order = 1; order < CHUNK_ORDER; order++) {
		uint64_t head = ALIGN_DOWN(idx, 1ull << order);

		if (!map_bit(p->tail_map, head))
			return head_order(p, head);
	}
	return 0;
}

static enum page_state big_state(const struct pg_data *p, uint64_t idx, unsigned *order)
{
	uint64_t c = idx / CHUNK_PAGES;

	for (unsigned k = CHUNK_ORDER; k <= MAX_PAGE_ORDER; k++) {
		uint64_t head = ALIGN_DOWN(c, 1ull << (k - CHUNK_ORDER));

		if (p->chunks[head].state >> CHUNK_HEAD_SHIFT == k) {
			*order = k;
			if (p->chunks[head].state & CHUNK_PARKED)
				return STATE_PARKED;
			return idx == head * CHUNK_PAGES ? STATE_ALLOCATED : STATE_TAIL;
		}
	}
	return STATE_FOREIGN;
}

enum page_state page_state(const struct pg_data *p, uint64_t idx, unsigned *order)
{
	const struct claim *claim = &p->pcp[port_cpu()].claim;
	uint32_t state;

	*order = 0;
	if (idx >= p->nr_pages)
		return STATE_FOREIGN;
	state = p->chunks[idx / CHUNK_PAGES].state;
	if (state & CHUNK_HOLE)
		return STATE_HOLE;
	if (state & CHUNK_BIG)
		return big_state(p, idx, order);
	if (map_bit(p->free_map, idx))
		return STATE_FREE;
	if (idx / WORD_PAGES == claim->word_index && claim->word >> (idx % WORD_PAGES) & 1)
		return STATE_CLAIMED;
	if (p->pages[idx].flags & PAGE_RESERVED)
		return STATE_RESERVED;
	if (p->pages[idx].flags & PAGE_HOLE)
		return STATE_HOLE;
	if (p->pages[idx].flags & PAGE_PARKED)
		return STATE_PARKED;
	if (map_bit(p->tail_map, idx)) {
		*order = tail_order(p, idx);
		return STATE_TAIL;
	}
	*order = head_order(p, idx);
	return STATE_ALLOCATED;
}

void page_panic(const struct pg_data *p, const struct page *page, unsigned order, const char *what,
		const void *caller)
{
	static const char *const names[] = {[STATE_ALLOCATED] = "allocated",
					    [STATE_TAIL] = "inside an allocated block",
					    [STATE_FREE] = "free",
					    [STATE_CLAIMED] = "free, claimed by this CPU",
					    [STATE_PARKED] = "free, in a magazine",
					    [STATE_RESERVED] = "reserved, never owned",
					    [STATE_HOLE] = "a hole, no RAM",
					    [STATE_FOREIGN] = "no page of this node"};
	uint64_t idx = page_index(p, page);
	unsigned real_order;
	enum page_state state = page_state(p, idx, &real_order);
	char symbol[80];

	port_symbol(caller, symbol, sizeof(symbol));
	page_watch_history(p, page);
	if (state == STATE_FOREIGN)
		port_panic("page_alloc: %s: record %p, order %u; it is %s; caller %s", what,
			   (const void *)page, order, names[state], symbol);
	port_panic("page_alloc: %s: pfn %#llx, order %u; it is %s, order %u; caller %s", what,
		   (unsigned long long)(p->base_pfn + idx), order, names[state], real_order,
		   symbol);
}

/* --- pgdat_check ------------------------------------------------------------------------- */

static void __attribute__((noreturn)) broken(const struct pg_data *p, uint64_t c, const char *what)
{
	port_panic("mm_check: chunk %llu (pfn %#llx, state %#x): %s", (unsigned long long)c,
		   (unsigned long long)(p->base_pfn + c * CHUNK_PAGES), p->chunks[c].state, what);
}

/* All eight words of a map are `value`. */
static bool words_are(const uint64_t *map, uint64_t c, uint64_t value)
{
	for (unsigned w = 0; w < CHUNK_WORDS; w++)
		if (map[c * CHUNK_WORDS + w] != value)
			return false;
	return true;
}

static void check_whole(const struct pg_data *p, uint64_t c)
{
	const struct chunk *chunk = &p->chunks[c];

	if (chunk->state != (CHUNK_WHOLE | CHUNK_PAGES) || chunk->list != LIST_NONE)
		broken(p, c, "a whole chunk with other flags or count, or in a list");
	if (!words_are(p->free_map, c, ~0ull) || !words_are(p->tail_map, c, 0))
		broken(p, c, "a whole chunk whose maps are not plainly free");
}

static void check_big(const struct pg_data *p, uint64_t c)
{
	unsigned order;

	if ((p->chunks[c].state & low_bits(CHUNK_HEAD_SHIFT) &
	     ~(CHUNK_BIG | CHUNK_REFS | CHUNK_PARKED)) ||
	    p->chunks[c].list != LIST_NONE)
		broken(p, c, "an allocated chunk with free pages, other flags or a list");
	if (!words_are(p->free_map, c, ~0ull))
		broken(p, c, "an allocated chunk whose pages could be freed one by one");
	if (big_state(p, c * CHUNK_PAGES, &order) == STATE_FOREIGN)
		broken(p, c, "an allocated chunk in no block");
}

/* What the maps and records of a chunk say of it. */
struct chunk_facts {
	unsigned nr_free, nr_blocks, nr_refs, nr_unowned;
	uint64_t orders;
};

static void chunk_survey(const struct pg_data *p, uint64_t c, struct chunk_facts *facts)
{
	uint64_t next_head = 0;

	*facts = (struct chunk_facts){0};
	for (unsigned w = 0; w < CHUNK_WORDS; w++) {
		uint64_t word = p->free_map[c * CHUNK_WORDS + w];

		if (word & p->tail_map[c * CHUNK_WORDS + w])
			broken(p, c, "a page both free and in a block");
		facts->nr_free += count_bits(word);
		facts->orders |= word_orders(word) << 8 * w;
	}
	for (uint64_t idx = c * CHUNK_PAGES; idx < (c + 1) * CHUNK_PAGES; idx++) {
		const struct page *page = &p->pages[idx];

		if (page->flags & (PAGE_RESERVED | PAGE_HOLE)) {
			facts->nr_unowned++;
			if (!map_bit(p->tail_map, idx) || page->extra_refs)
				broken(p, c, "an unowned page that can be freed or is referenced");
			continue;
		}
		facts->nr_refs += page->extra_refs != 0;
		if (page->busy && map_bit(p->free_map, idx))
			broken(p, c, "a free page with a busy record");
		if (!page->extra_refs != !(page->flags & PAGE_REFERENCED))
			broken(p, c, "mark of a page with references");
		if (is_tail(p, idx)) {
			if (idx >= next_head)
				broken(p, c, "a tail without a head");
		} else if (!map_bit(p->free_map, idx)) {
			if (!(page->flags & PAGE_HEAD) != !head_order(p, idx))
				broken(p, c, "mark of the first page of a block");
			facts->nr_blocks += head_order(p, idx) != 0;
			next_head = idx + (1ull << head_order(p, idx));
		}
	}
}

/* The CPU that owns chunk c; NULL: none. */
static const struct pcp *owner_of(const struct pg_data *p, uint64_t c)
{
	for (unsigned cpu = 0; cpu < p->nr_cpus; cpu++)
		if (p->pcp[cpu].own == c)
			return &p->pcp[cpu];
	return NULL;
}

static void check_partial(const struct pg_data *p, uint64_t c)
{
	const struct chunk *chunk = &p->chunks[c];
	struct chunk_facts facts;

	chunk_survey(p, c, &facts);
	if (!(chunk->state & CHUNK_OWNED) != !owner_of(p, c))
		broken(p, c, "a CPU's own chunk, or its mark, but not both");
	if (chunk->state & CHUNK_OWNED) {
		facts.nr_free = 0; /* counted as full */
		facts.orders = 0;
	}
	if ((chunk->state & CHUNK_NR_FREE) != facts.nr_free || facts.nr_free == CHUNK_PAGES)
		broken(p, c, "count of free pages");
	if (chunk->nr_blocks != facts.nr_blocks ||
	    !(chunk->state & CHUNK_TAILS) != !facts.nr_blocks)
		broken(p, c, "count of blocks");
	if (chunk->nr_refs != facts.nr_refs || !(chunk->state & CHUNK_REFS) != !facts.nr_refs)
		broken(p, c, "count of referenced pages");
	if (!(chunk->state & CHUNK_UNOWNED) != !facts.nr_unowned)
		broken(p, c, "mark of unowned pages");
	if (!(chunk->state & CHUNK_SORTED)) {
		if (!facts.nr_free || chunk->list != LIST_OPEN)
			broken(p, c, "an open chunk that is empty or in another list");
		return;
	}
	if (chunk->word_orders != facts.orders)
		broken(p, c, "orders of a sorted chunk");
	if (chunk->list != orders_list(chunk->word_orders))
		broken(p, c, "list of a sorted chunk");
}

/* Walk a list: linked both ways, all of this zone and list. Returns its length. */
static uint64_t check_list(struct pg_data *p, struct zone *z, unsigned list)
{
	uint64_t length = 0;
	uint32_t c = z->head[list];

	do {
		const struct chunk *chunk = &p->chunks[c];

		if (c >= p->nr_chunks || ++length > p->nr_chunks)
			port_panic("mm_check: list %u of %s runs wild", list,
				   zone_name((enum zone_type)(z - p->zone)));
		if (chunk->list != list || chunk_zone(p, c) != z ||
		    p->chunks[chunk->next].prev != c)
			broken(p, c, "links");
		c = chunk->next;
	} while (c != z->head[list]);
	return length;
}

static void check_zone(struct pg_data *p, struct zone *z, uint64_t nr_free, uint64_t nr_listed)
{
	uint64_t listed = 0;

	for (unsigned list = 0; list < NR_CHUNK_LISTS; list++) {
		uint64_t length = z->list_mask & 1u << list ? check_list(p, z, list) : 0;

		listed += length;
		if (list == LIST_OPEN && (length != z->nr_open || length > MAX_OPEN_CHUNKS))
			port_panic("mm_check: %llu open chunks, %u counted",
				   (unsigned long long)length, z->nr_open);
	}
	if (!chunk_set_valid(&z->whole))
		port_panic("mm_check: summaries of whole chunks of %s",
			   zone_name((enum zone_type)(z - p->zone)));
	if (listed != nr_listed)
		port_panic("mm_check: %llu chunks in lists, %llu say that they are",
			   (unsigned long long)listed, (unsigned long long)nr_listed);
	if (nr_free != z->nr_free)
		port_panic("mm_check: %s counts %llu free pages, its chunks have %llu",
			   zone_name((enum zone_type)(z - p->zone)), (unsigned long long)z->nr_free,
			   (unsigned long long)nr_free);
}

static void check_pcp(const struct pg_data *p, const struct pcp *pcp)
{
	for (uint32_t i = 0; i < pcp->nr_huge; i++)
		if (pcp->huge[i] >= p->nr_chunks ||
		    p->chunks[pcp->huge[i]].state !=
			    (CHUNK_BIG | CHUNK_PARKED | CHUNK_ORDER << CHUNK_HEAD_SHIFT))
			port_panic("mm_check: chunk %u that a CPU keeps is not parked",
				   pcp->huge[i]);
	if (pcp->claim.word && p->free_map[pcp->claim.word_index] & pcp->claim.word)
		port_panic("mm_check: a claimed page is free in the map");
	for (uint32_t i = 0; i < magazine_nr(pcp); i++) {
		uint64_t idx = page_index(p, pcp->magazine[i]);

		if (idx >= p->nr_pages || map_bit(p->free_map, idx) ||
		    p->pages[idx].busy != (uint64_t)PAGE_PARKED << 32)
			port_panic("mm_check: slot %u of a magazine is no parked page", i);
	}
}

void pgdat_check(struct pg_data *p)
{
	uint64_t nr_free[NR_ZONES] = {0};
	uint64_t nr_listed[NR_ZONES] = {0};
	uint64_t nr_parked = 0;

	pgdat_lock(p);
	for (uint64_t c = 0; c < p->nr_chunks; c++) {
		const struct chunk *chunk = &p->chunks[c];
		struct zone *z = chunk_zone(p, c);
		int type = (int)(z - p->zone);

		if (chunk_set_has(&z->whole, c - z->first_chunk) != !!(chunk->state & CHUNK_WHOLE))
			broken(p, c, "whole, or in the set of whole chunks, but not both");

		if (chunk->state & CHUNK_HOLE) {
			if (chunk->list != LIST_NONE || !words_are(p->free_map, c, 0) ||
			    !words_are(p->tail_map, c, ~0ull))
				broken(p, c, "a hole that could be allocated or freed");
		} else if (chunk->state & CHUNK_WHOLE) {
			check_whole(p, c);
		} else if (chunk->state & CHUNK_BIG) {
			check_big(p, c);
		} else {
			check_partial(p, c);
		}
		nr_free[type] += chunk->state & CHUNK_NR_FREE;
		nr_listed[type] += chunk->list != LIST_NONE;
		nr_parked += !!(chunk->state & CHUNK_PARKED);
	}
	for (int type = 0; type < NR_ZONES; type++)
		check_zone(p, &p->zone[type], nr_free[type], nr_listed[type]);
	if (p->nr_reserved > nr_free[ZONE_DMA32] + nr_free[ZONE_NORMAL])
		port_panic("mm_check: %llu pages are promised, %llu are free",
			   (unsigned long long)p->nr_reserved,
			   (unsigned long long)(nr_free[ZONE_DMA32] + nr_free[ZONE_NORMAL]));
	for (unsigned cpu = 0; cpu < p->nr_cpus; cpu++) {
		check_pcp(p, &p->pcp[cpu]);
		nr_parked -= p->pcp[cpu].nr_huge;
	}
	if (nr_parked)
		port_panic("mm_check: a parked chunk that no CPU keeps");
	page_watch_check(p);
	pgdat_unlock(p);
}
