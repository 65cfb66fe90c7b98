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

void zone_info(struct pg_data *p, enum zone_type type, struct zone_info *info)
{
	struct zone *z = &p->zone[type];

	*info = (struct zone_info){0};
	pgdat_lock(p);
	info->nr_present = z->nr_present;
	info->nr_free = z->nr_free;
	for (uint64_t c = 0; c < p->nr_chunks; c++) {
		const struct chunk *chunk = &p->chunks[c];

		if (chunk_zone(p, c) != z || chunk->state & CHUNK_HOLE)
			continue;
		if (chunk->state & CHUNK_WHOLE) {
			info->nr_chunks_whole++;
			if (chunk->list != LIST_NONE)
				info->nr_blocks[chunk->list - LIST_WHOLE + CHUNK_ORDER]++;
		} else if (chunk->state & CHUNK_NR_FREE) {
			info->nr_chunks_partial++;
			chunk_blocks(p, c, info);
		} else {
			info->nr_chunks_full++;
		}
	}
	pgdat_unlock(p);
}
