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

static struct page **slots;   /* POOL_MAX of them */
static struct page **kept;    /* the allocated half of aged memory */
static uint64_t nr_kept;
static struct held *held;
static uint32_t nr_held;

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
	pgdat_drain(node_data(0));
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

static const char *fresh_setup(void)
{
	slots = env_alloc(POOL_MAX * sizeof(slots[0]));
	return slots ? NULL : "no memory for the array of pages";
}

static void fresh_teardown(void)
{
	env_free(slots, POOL_MAX * sizeof(slots[0]));
	slots = NULL;
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

/* Free a random half of kept[0..nr) and close the gaps. */
static void half_free(uint64_t nr)
{
	uint64_t seed = AGING_SEED;
	uint64_t bits = 0;
	long nr_free = 0;

	nr_kept = 0;
	for (uint64_t i = 0; i < nr; i++) {
		if (i % 64 == 0)
			bits = next_random(&seed);
		if (bits >> (i % 64) & 1)
			slots[nr_free++] = kept[i];
		else
			kept[nr_kept++] = kept[i];
		if (nr_free == POOL_MAX || i + 1 == nr) {
			free_pages_bulk(nr_free, slots);
			nr_free = 0;
		}
	}
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
		fresh_teardown();
}

static const char *aged_setup(void)
{
	long nr;

	fresh_setup();
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

static void aged_teardown(void)
{
	free_pages_bulk((long)nr_kept, kept);
	while (nr_held)
		nr_held--, __free_pages(held[nr_held].page, held[nr_held].order);
	aged_free_arrays();
}

const struct bench_group group_bulk = {"bulk", fresh_setup, fresh_teardown};
const struct bench_group group_page = {"page", fresh_setup, fresh_teardown};
const struct bench_group group_bulk_aged = {"bulk aged", aged_setup, aged_teardown};
const struct bench_group group_page_aged = {"page aged", aged_setup, aged_teardown};
