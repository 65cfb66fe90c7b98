// SPDX-License-Identifier: MIT
#include "apps/mmbench/pool.h"

enum {
	AGED_MAX = 262144, /* pages: 1 GiB */
	HELD_MAX = 4096,   /* blocks that keep the rest of memory away */
	SHUFFLE_SEED = 20211104,
	AGING_SEED = 20160208,
};

struct held {
	struct page *page;
	unsigned order;
};

static struct page **slots; /* POOL_MAX of them */
static struct page **kept;  /* the allocated half of aged memory, and NULL for the free half */
static uint64_t nr_kept;    /* slots of it */
static struct held *held;
static uint32_t nr_held;
static struct page_list leftovers; /* free pages of chunks that are not whole */

static uint64_t next_random(uint64_t *state)
{
	uint64_t x = *state;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	*state = x;
	return x;
}

uint64_t pool_pages(void)
{
	uint64_t nr = nr_free_pages() / 2 / CHUNK_PAGES * CHUNK_PAGES;

	return nr < POOL_MAX ? nr : POOL_MAX;
}

struct page **pool_slots(void)
{
	return slots;
}

void pool_settle(void)
{
	pgdat_drain(node_data(NUMA_NO_NODE));
}

void pool_clear(uint64_t nr)
{
	__builtin_memset(slots, 0, nr * sizeof(slots[0]));
}

bool pool_fill(uint64_t nr)
{
	pool_clear(nr);
	if (alloc_pages_bulk_array(GFP_KERNEL, (long)nr, slots) == (long)nr)
		return true;
	free_pages_bulk((long)nr, slots);
	return false;
}

bool pool_verify(struct page **pages, uint64_t nr, unsigned order)
{
	for (uint64_t i = 0; i < nr; i++) {
		if (!pages[i] || page_to_pfn(pages[i]) & ((1ull << order) - 1))
			return false;
		pages[i]->next = (struct page *)(uintptr_t)(i + 1);
	}
	for (uint64_t i = 0; i < nr; i++)
		if (pages[i]->next != (struct page *)(uintptr_t)(i + 1))
			return false;
	return true;
}

void pool_shuffle(struct page **pages, uint64_t nr)
{
	uint64_t seed = SHUFFLE_SEED;

	for (uint64_t i = nr; i > 1; i--) {
		uint64_t j = next_random(&seed) % i;
		struct page *page = pages[i - 1];

		pages[i - 1] = pages[j];
		pages[j] = page;
	}
}

/* --- Groups ------------------------------------------------------------------------------ */

static bool slots_alloc(void)
{
	slots = env_alloc(POOL_MAX * sizeof(slots[0]));
	return slots != NULL;
}

static void slots_free(void)
{
	env_free(slots, POOL_MAX * sizeof(slots[0]));
	slots = NULL;
}

/* Hold all free pages that are not in whole chunks: bulk allocation takes those first. */
const char *pool_fresh_setup(void)
{
	uint64_t nr = 0;

	if (!slots_alloc())
		return "no memory for the array of pages";
	pool_settle();
	for (int type = 0; type < NR_ZONES; type++) {
		struct zone_info info;

		zone_info(node_data(NUMA_NO_NODE), (enum zone_type)type, &info);
		nr += info.nr_free - info.nr_chunks_whole * CHUNK_PAGES;
	}
	leftovers = (struct page_list){0};
	alloc_pages_bulk_list(GFP_KERNEL, (long)nr, &leftovers);
	return NULL;
}

void pool_fresh_teardown(void)
{
	struct page *page;

	while ((page = page_list_pop(&leftovers)))
		__free_pages(page, 0);
	slots_free();
}

/* Allocate all whole chunks beyond what is aged. */
static void rest_hold(void)
{
	unsigned order = MAX_PAGE_ORDER + 1;

	nr_held = 0;
	while (order-- > CHUNK_ORDER)
		while (nr_held < HELD_MAX) {
			struct page *page = alloc_pages(__GFP_NOWARN, order);

			if (!page)
				break;
			held[nr_held++] = (struct held){page, order};
		}
}

/*
 * Free a random half of kept[0..nr) and close the gaps. From the end: chunks opened last serve
 * first, and the array ends with pages of the few chunks that were never whole, which stand for
 * none.
 */
static void half_free(uint64_t nr)
{
	uint64_t seed = AGING_SEED;
	uint64_t bits = 0;
	long nr_free = 0;

	for (uint64_t i = nr; i-- > 0;) {
		if (i % 64 == 63 || i == nr - 1)
			bits = next_random(&seed);
		if (bits >> (i % 64) & 1) {
			slots[nr_free++] = kept[i];
			kept[i] = NULL;
		}
		if (nr_free == POOL_MAX || i == 0) {
			free_pages_bulk(nr_free, slots);
			nr_free = 0;
		}
	}
	nr_kept = nr; /* with NULL where freed */
}

static void aged_free_arrays(void)
{
	if (kept)
		env_free(kept, AGED_MAX * sizeof(kept[0]));
	if (held)
		env_free(held, HELD_MAX * sizeof(held[0]));
	kept = NULL;
	held = NULL;
	if (slots)
		slots_free();
}

const char *pool_aged_setup(void)
{
	long nr;

	slots_alloc();
	kept = env_alloc(AGED_MAX * sizeof(kept[0]));
	held = env_alloc(HELD_MAX * sizeof(held[0]));
	if (!slots || !kept || !held) {
		aged_free_arrays();
		return "no memory for the arrays of pages";
	}
	pool_settle();
	nr = alloc_pages_bulk_array(__GFP_NOWARN, AGED_MAX, kept);
	rest_hold();
	half_free((uint64_t)nr);
	pool_settle();
	return NULL;
}

void pool_aged_teardown(void)
{
	free_pages_bulk((long)nr_kept, kept);
	while (nr_held)
		nr_held--, __free_pages(held[nr_held].page, held[nr_held].order);
	aged_free_arrays();
}
