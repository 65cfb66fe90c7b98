// SPDX-License-Identifier: MIT
/*
 * What the files of the page allocator share. `_locked`: the caller holds pg_data.lock.
 *
 *   chunk_set.c   whole free chunks: the upper level
 *   chunk.c       lists of partly free chunks, blocks inside a chunk: the lower level
 *   chunk_cpu.c   what CPUs take of chunks: words, one to themselves, whole ones
 *   page_alloc.c  one block at a time; a CPU's magazine
 *   page_bulk.c   pages in bulk
 *   page_bulk_free.c  freeing in bulk; flushing a magazine
 *   nodes.c       several nodes: whom to ask next, and whose a page is
 *   promise.c     pages promised, by all nodes together
 *   check.c       invariants and what a page's state is
 */
#pragma once

#include "mm/page_alloc.h"

/*
 * chunk.state: the count of free pages lowest, flags above, and in the top byte the order of the
 * block of whole chunks whose head this is while it is allocated. A chunk with none of the flags
 * and 1 to 511 free pages is open.
 */
enum {
	CHUNK_NR_FREE = 0x3ff, /* pages free in the map, 0..512 */
	CHUNK_SORTED =
		1 << 10, /* word_orders is exact and list is LIST_TOP0 + top, or none if full */
	CHUNK_TAILS = 1 << 11,	 /* nr_blocks is not 0 */
	CHUNK_UNOWNED = 1 << 12, /* some pages were never given to the allocator */
	CHUNK_REFS = 1 << 13,	 /* nr_refs is not 0 */
	CHUNK_BIG = 1 << 14,	 /* part of an allocated block of order >= CHUNK_ORDER */
	CHUNK_WHOLE = 1 << 15,	 /* part of a free block of order >= CHUNK_ORDER */
	CHUNK_HOLE = 1 << 16,	 /* no RAM at all; its page records may not exist */
	CHUNK_PARKED = 1 << 17,	 /* an allocated block of CHUNK_ORDER, but a CPU keeps it as free */
	CHUNK_OWNED = 1 << 18,	 /* a CPU's own, counted as full; its map changes atomically */
	CHUNK_HEAD_SHIFT = 24,	 /* the top byte */
	/* a page here may not be freed by the plain rules: */
	CHUNK_SPECIAL =
		CHUNK_TAILS | CHUNK_UNOWNED | CHUNK_REFS | CHUNK_BIG | CHUNK_WHOLE | CHUNK_HOLE,
};

/* In a request inside mm/: fail at once where caches would have to be emptied. */
#define GFP_AS_IT_IS (1u << 31)

/* In pcp.slow: the CPU has a chunk of its own; the node has siblings. */
enum { SLOW_OWNS = 1 << 29, SLOW_SET = 1 << 30 };

/*
 * Most chunks on one zone's open list. Bounds what an allocation of order 1..8 may have to look
 * through before it gives up on partly free chunks. 2 GiB worth.
 */
#define MAX_OPEN_CHUNKS 1024

/* Index of a page from a first one on; huge for NULL, for a foreign and for a misaligned pointer.
 */
static force_inline uint64_t page_offset(const struct page *first, const struct page *page)
{
	uint64_t offset = (uint64_t)((uintptr_t)page - (uintptr_t)first);

	_Static_assert(sizeof(struct page) == 16, "page_offset() rotates by 4");
	return offset >> 4 | offset << 60;
}

/* Index of a page in its node. */
static inline uint64_t page_index(const struct pg_data *p, const struct page *page)
{
	return page_offset(p->pages, page);
}

static inline struct zone *chunk_zone(struct pg_data *p, uint64_t c)
{
	struct zone *z = &p->zone[ZONE_NORMAL];

	return c >= p->normal_chunk ? z : z - 1;
}

static inline struct pcp *this_pcp(struct pg_data *p)
{
	return &p->pcp[port_cpu()];
}

static inline void pgdat_lock(struct pg_data *p)
{
	port_lock(&p->lock);
}

static inline void pgdat_unlock(struct pg_data *p)
{
	port_unlock(&p->lock);
}

static inline unsigned lowest_bit(uint64_t word)
{
	return (unsigned)__builtin_ctzll(word);
}

static inline unsigned highest_bit(uint64_t word)
{
	return 63 - (unsigned)__builtin_clzll(word);
}

/* The page of the lowest bit set. */
static inline struct page *lowest_page(struct page *base, uint64_t word)
{
	uint32_t offset =
		lowest_bit(word) * (uint32_t)sizeof(*base); /* 32 bits save an instruction */

	return (struct page *)((char *)base + offset);
}

/* The lowest n bits, n 0..64. */
static inline uint64_t low_bits(unsigned n)
{
	return n ? ~0ull >> (64 - n) : 0;
}

/* Bits set. Without POPCNT, which baseline x86-64 lacks. */
static inline unsigned count_bits(uint64_t word)
{
	if (word == ~0ull)
		return 64;
	word -= word >> 1 & 0x5555555555555555;
	word = (word & 0x3333333333333333) + (word >> 2 & 0x3333333333333333);
	word = (word + (word >> 4)) & 0x0f0f0f0f0f0f0f0f;
	return (unsigned)(word * 0x0101010101010101 >> 56);
}

/*
 * May the allocated pages `bits` of page idx's word be freed as single pages without a closer look?
 * An even page is the head of a larger block exactly if the next one is a tail; that an unowned
 * next page looks the same only costs the closer look.
 */
static inline bool pages_plain(const struct pg_data *p, uint64_t idx, uint64_t bits)
{
	uint32_t special = p->chunks[idx / CHUNK_PAGES].state & CHUNK_SPECIAL;

	if (!special)
		return true;
	if (special & ~(uint32_t)(CHUNK_TAILS | CHUNK_UNOWNED))
		return false;
	return !(p->tail_map[idx / WORD_PAGES] & (bits | bits << 1));
}

/* The zone that a request tries first; those below it, down to zone 0, are its fallback. */
static inline int zone_first(const struct pg_data *p, gfp_t gfp)
{
	return gfp & __GFP_DMA32 ? ZONE_DMA32 : p->top_zone;
}

/* A CPU's counts, which others look at: stored whole, and otherwise plainly. */
#define count_set(field, value)                                                                    \
	__atomic_store_n(&pcp->field, (__typeof__(pcp->field))(value), __ATOMIC_RELAXED)

static force_inline void claim_set(struct claim *claim, uint64_t word)
{
	__atomic_store_n(&claim->word, word, __ATOMIC_RELAXED);
}

/* Pages in a CPU's magazine. Of another CPU's a guess. */
static inline uint32_t magazine_nr(const struct pcp *pcp)
{
	return __atomic_load_n(&pcp->nr_parked, __ATOMIC_RELAXED);
}

/* False: it is full, and nothing was done. The count wraps then: no comparison. */
static force_inline bool magazine_push(struct pcp *pcp, struct page *page)
{
	uint8_t nr = pcp->nr_parked, more;

	_Static_assert(PCP_MAGAZINE_SIZE == UINT8_MAX, "the count wraps when it is full");
	if (__builtin_add_overflow(nr, 1, &more))
		return false;
	pcp->magazine[nr] = page;
	page->flags = PAGE_PARKED;
	count_set(nr_parked, more);
	return true;
}

/* NULL: it is empty. */
static force_inline struct page *magazine_pop(struct pcp *pcp)
{
	uint64_t nr = pcp->nr_parked; /* the widest, so that it can be an index as it is */
	struct page *page;

	if (__builtin_sub_overflow(nr, 1ull, &nr))
		return NULL;
	count_set(nr_parked, nr);
	page = pcp->magazine[nr];
	page->flags = 0;
	return page;
}

/* Pages free in the zones and promised to nobody. */
static inline uint64_t free_unreserved(const struct pg_data *p)
{
	return p->zone[ZONE_DMA32].nr_free + p->zone[ZONE_NORMAL].nr_free - p->nr_reserved;
}

/* Chunks that a CPU keeps. Of another CPU's a guess. */
static inline uint32_t huge_nr(const struct pcp *pcp)
{
	return __atomic_load_n(&pcp->nr_huge, __ATOMIC_RELAXED);
}

/* --- chunk.c ------------------------------------------------------------------------------ */

/* Allocate a block of order CHUNK_ORDER..MAX_PAGE_ORDER. NULL: none free. */
struct page *big_alloc_locked(struct pg_data *p, gfp_t gfp, unsigned order);

/* Free the block of `order` whose first chunk is c. The chunks' state may be anything. */
void big_free_locked(struct pg_data *p, uint64_t c, unsigned order);

/*
 * The shortest way to one chunk and back, for requests without flags, where CPUs keep no chunks:
 * one CPU, or a small node. `chunk` is that of c.
 */
struct page *chunk_alloc_one(struct pg_data *p);
void chunk_free_one(struct pg_data *p, uint64_t c, struct chunk *chunk);

/*
 * Take one whole chunk out of the set, to be split: its free map is all ones, its state 512, its
 * pages still count as free. CHUNK_NONE: there is none.
 */
uint32_t whole_take_locked(struct pg_data *p, struct zone *z);

/* The same, each of its 512 pages a single one then, and allocated. */
uint32_t chunk_take_pages_locked(struct pg_data *p, struct zone *z);

/*
 * Give up to nr such chunks from c on back whole. Returns how many: it stops at one of which not
 * all pages are plainly allocated.
 */
uint64_t chunks_give_pages_locked(struct pg_data *p, uint64_t c, uint64_t nr);

/* Allocate a block of order 1..8 and mark its head. NULL: none. */
struct page *block_alloc_locked(struct pg_data *p, gfp_t gfp, unsigned order);

/* Free the block of order 1..8 at index idx, known to be one. */
void block_free_locked(struct pg_data *p, uint64_t idx, unsigned order);

/* Forget the tails of such a block: its pages become single ones, still allocated. */
void block_split_locked(struct pg_data *p, uint64_t idx, unsigned order);

/* Put the `nr` free pages `bits` of word w, known to be allocated, into the map. */
void bits_free_locked(struct pg_data *p, uint64_t w, uint64_t bits, unsigned nr);

/* The byte of chunk.word_orders for a word of the free map. */
uint64_t word_orders(uint64_t word);
/* The list of a sorted chunk with these chunk.word_orders: that of the largest, or LIST_NONE. */
unsigned orders_list(uint64_t orders);

/* A chunk for single pages, at the head of the open list. CHUNK_NONE: no page is free. */
uint32_t chunk_open_next(struct pg_data *p, struct zone *z);

/* An open chunk counts as full from now on; the zone's count is the caller's. */
void chunk_leave_open_locked(struct pg_data *p, struct zone *z, uint32_t c);

/* nr pages of a chunk that counts as full are free, by its map, and count again. */
void chunk_return_locked(struct pg_data *p, struct zone *z, uint32_t c, uint32_t nr);

/* --- chunk_cpu.c -------------------------------------------------------------------------- */

/*
 * One chunk and back by way of those that the CPU keeps, which are fetched and given back several
 * at a time under the lock.
 */
struct page *chunk_alloc(struct pcp *pcp);
void chunk_free(struct pcp *pcp, uint64_t c);

/* Give the oldest nr chunks that the CPU keeps back. */
void huge_flush_locked(struct pcp *pcp, uint32_t nr);

/*
 * Take a word's free pages of zone `type` out of a partly free chunk, or out of a whole one.
 * Returns the word; 0: none is free.
 */
uint64_t claim_take_locked(struct pcp *pcp, int type, struct claim *claim);

/* A word's free pages of the CPU's own chunk, as its claim. 0: there are none. Takes no lock. */
uint64_t own_claim(struct pcp *pcp);

/* The CPU's own chunk becomes like any other. */
void own_release_locked(struct pcp *pcp);

/* Pages free in it. Of another CPU's a guess. */
uint32_t own_nr(const struct pcp *pcp);

/* --- page_alloc.c ------------------------------------------------------------------------- */

/* Any request, by the full rules; from other nodes too if p is not alone. Takes the lock. */
struct page *alloc_checked(struct pg_data *p, gfp_t gfp, unsigned order);

/* A valid one from this node as it is now: no cache is emptied, nothing said. */
struct page *alloc_once(struct pg_data *p, gfp_t gfp, unsigned order);

/* Free one single page by the full rules: all checks, references. */
void page_free_locked(struct pg_data *p, struct page *page, const void *caller);

/* Count and log a request that makes no sense. */
void request_refuse(struct pg_data *p, gfp_t gfp, unsigned order);

/* Is this request one that we can serve at all? Counts and logs it if not. */
static inline bool request_valid(struct pg_data *p, gfp_t gfp, unsigned order)
{
	if (likely(!(gfp & ~(gfp_t)GFP_ALL_BITS) && order <= MAX_PAGE_ORDER))
		return true;
	request_refuse(p, gfp, order);
	return false;
}

/*
 * A block for which the part of the promise is taken off already, lock held; it is dropped. NULL:
 * there is none, and the part is as before.
 */
struct page *block_alloc_promised_unlock(struct pg_data *p, unsigned order);

/* Pages promised by all nodes together. */
uint64_t pgdat_nr_promised(struct pg_data *p);

/* Memory is short: empty the caches, and ask for what is held back. */
void pgdat_shortage(struct pg_data *p);

/*
 * How often a request that finds nothing empties the caches and looks again, as long as pages are
 * free that are not promised: other CPUs may claim some of them, 64 at a time, before it has
 * looked.
 */
enum { SHORTAGES = 4 };

/* After `nr` of them, is it worth another? */
bool shortage_again(struct pg_data *p, unsigned nr);

/* Whole chunks are short: empty the caches if a CPU keeps any. False: none does. */
bool pgdat_drain_chunks(struct pg_data *p);

/* Note that a request failed for want of memory; one line in the log unless __GFP_NOWARN. */
void request_failed(struct pg_data *p, gfp_t gfp, unsigned order);

void pages_zero(struct pg_data *p, struct page *page, uint64_t nr_pages);

/* Pages taken, single ones or a block, become what the request wants: looked at, zeroed. */
void pages_prepare(struct pg_data *p, struct page *page, uint64_t nr_pages, gfp_t gfp,
		   unsigned order);

/* Free a page or a block of a watched instance by the full rules. */
void page_free_watched(struct pg_data *p, struct page *page, unsigned order, const void *caller);

/* A page out of what is promised, which is there, or of what is free to all: NULL, without a word,
 * if nothing is. Contents undefined. */
static inline struct page *page_take(struct pg_data *p, bool promised)
{
	return promised ? pgdat_alloc_reserved(p, 0) : pgdat_alloc(p, __GFP_NOWARN, 0);
}

/* --- page_bulk.c, page_bulk_free.c
 * -------------------------------------------------------------------------- */

/* The ways of the CPU whose cache it is: what pgdat_*() do for any. */
long pcp_bulk_array(struct pcp *pcp, gfp_t gfp, long nr, struct page **array);
void pcp_free_bulk(struct pcp *pcp, long nr, struct page **array, const void *caller);

/* Valid requests to this node as it is now; how many pages more there are at the end. */
long bulk_array_once(struct pg_data *p, gfp_t gfp, long nr, struct page **array);
long bulk_list_once(struct pg_data *p, gfp_t gfp, long nr, struct page_list *list);

/* A page for a request that is valid; not zeroed. NULL: none is free, all caches emptied. */
struct page *bulk_alloc_one(struct pcp *pcp, gfp_t gfp);

/* A page where one is known to be free; the caller holds the lock, and does not afterwards. */
struct page *bulk_alloc_one_unlock(struct pg_data *p);

/* Up to nr whole chunks, lowest first, of those that nobody was promised; how many. */
uint64_t chunks_take_locked(struct pg_data *p, gfp_t gfp, uint64_t nr, pfn_t *pfns);

/* Chunks of single pages have been taken from a watched instance. */
void chunks_watch(struct pg_data *p, const pfn_t *pfns, uint64_t nr);

/* Return the `nr` oldest pages of this CPU's magazine, or all, to the maps. Takes the lock. */
void magazine_flush(struct pcp *pcp, uint32_t nr);

/* Give a claimed word back. */
void claim_return_locked(struct pg_data *p, struct claim *claim);

/* --- check.c ------------------------------------------------------------------------------ */

enum page_state {
	STATE_ALLOCATED, /* head of an allocated block */
	STATE_TAIL,	 /* inside one */
	STATE_FREE,
	STATE_CLAIMED, /* free, in a CPU's claimed word */
	STATE_PARKED,  /* free, in a CPU's magazine, or a chunk that it keeps */
	STATE_RESERVED,
	STATE_HOLE,
	STATE_FOREIGN, /* no page of this node */
};

/*
 * State of page idx; if it is allocated or a tail *order is that of its block. Knows of the claims
 * of this CPU only. O(orders).
 */
enum page_state page_state(const struct pg_data *p, uint64_t idx, unsigned *order);

/* End the run: `what` went wrong when `caller` named the page with `order`. */
void page_panic(const struct pg_data *p, const struct page *page, unsigned order, const char *what,
		const void *caller) __attribute__((noreturn, cold));
