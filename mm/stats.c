// SPDX-License-Identifier: MIT
/*
 * What there is to read about the page allocator: free blocks by order, chunks by fullness.
 */
#include "mm/page_alloc_int.h"

const char *zone_name(enum zone_type type)
{
	return type == ZONE_DMA32 ? "DMA32" : "NORMAL";
}

/* Count the largest free blocks of one chunk's maps, each free page in one of them. */
static void chunk_blocks(const struct pg_data *p, uint64_t c, struct zone_info *info)
{
	const uint64_t *words = &p->free_map[c * CHUNK_WORDS];
	unsigned at = 0;

	while (at < CHUNK_PAGES) {
		unsigned order = 0;

		if (!(words[at / WORD_PAGES] >> (at % WORD_PAGES) & 1)) {
			at++;
			continue;
		}
		/* Grow while aligned and the next half is free too. */
		while (order < CHUNK_ORDER - 1 && !(at >> order & 1)) {
			bool free = true;

			for (unsigned i = at + (1u << order); free && i < at + (2u << order); i++)
				free = words[i / WORD_PAGES] >> (i % WORD_PAGES) & 1;
			if (!free)
				break;
			order++;
		}
		info->nr_blocks[order]++;
		at += 1u << order;
	}
}

/* Order of the largest free block of whole chunks that starts at chunk c: aligned, and all whole.
 */
static unsigned whole_order(const struct pg_data *p, const struct zone *z, uint64_t c)
{
	unsigned order = 0;

	while (order < MAX_PAGE_ORDER - CHUNK_ORDER && !(c >> order & 1)) {
		for (uint64_t i = c + (1ull << order); i < c + (2ull << order); i++)
			if (i >= p->nr_chunks || !chunk_set_has(&z->whole, i - z->first_chunk))
				return order;
		order++;
	}
	return order;
}

void zone_info(struct pg_data *p, enum zone_type type, struct zone_info *info)
{
	struct zone *z = &p->zone[type];
	uint64_t end = type == ZONE_DMA32 ? p->normal_chunk : p->nr_chunks;

	*info = (struct zone_info){0};
	pgdat_lock(p);
	info->nr_present = z->nr_present;
	info->nr_free = z->nr_free;
	for (uint64_t c = z->first_chunk; c < end;) {
		uint32_t state = p->chunks[c].state;
		unsigned order = 0;

		if (state & CHUNK_WHOLE) {
			order = whole_order(p, z, c);
			info->nr_chunks_whole += 1ull << order;
			info->nr_blocks[CHUNK_ORDER + order]++;
		} else if (state & CHUNK_NR_FREE) {
			info->nr_chunks_partial++;
			chunk_blocks(p, c, info);
		} else if (!(state & CHUNK_HOLE)) {
			info->nr_chunks_full++;
		}
		c += 1ull << order;
	}
	pgdat_unlock(p);
}
