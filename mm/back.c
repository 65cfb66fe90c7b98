// SPDX-License-Identifier: MIT
#include "mm/back.h"

#include "mm/page_alloc_int.h"

enum { CHUNKS_AT_ONCE = 32, BLOCKS_AT_ONCE = 16 };

/* Frames in a row, filled and not mapped yet. */
struct block {
	pfn_t pfn;
	uint64_t nr;
};

void back_frames(struct backing *b, pfn_t pfn, uint64_t nr)
{
	uint64_t len = nr << PAGE_SHIFT;
	struct port_pt_slot slot;

	if (nr == 1 && port_pt_slot(b->pt, b->at, &slot))
		port_pt_fill(b->pt, &slot, pfn << PAGE_SHIFT, b->prot);
	else if (port_pt_map_run(b->pt, b->at, pfn << PAGE_SHIFT, len, b->prot,
				 b->huge ? PMD_SIZE : PAGE_SIZE))
		port_panic("mmap: a promised table is not there, or the place is taken");
	b->at += len;
}

/* Map blocks that come one behind the other. */
static void blocks_map(struct backing *b, const struct block *block, unsigned nr)
{
	if (b->lock)
		port_lock(b->lock);
	for (unsigned i = 0; i < nr; i++)
		back_frames(b, block[i].pfn, block[i].nr);
	if (b->lock)
		port_unlock(b->lock);
}

/* Fill a block that goes to `at`; returns where the next one goes. */
static uint64_t block_fill(struct backing *b, const struct block *block, uint64_t at)
{
	frames_fill(block->pfn << PAGE_SHIFT, block->nr << PAGE_SHIFT, b->from);
	if (b->from)
		b->from += block->nr << PAGE_SHIFT;
	return at + (block->nr << PAGE_SHIFT);
}

/* 2 MiB leaves as long as they fit and there are chunks; chunks in a row are mapped at once. */
static void back_chunks(struct backing *b)
{
	while (b->end - b->at >= PMD_SIZE) {
		uint64_t want = (b->end - b->at) / PMD_SIZE;
		pfn_t pfns[CHUNKS_AT_ONCE];
		uint64_t nr, first = 0;

		want = want < CHUNKS_AT_ONCE ? want : CHUNKS_AT_ONCE;
		nr = pgdat_alloc_reserved_chunks(b->pgdat, want, pfns);
		for (uint64_t i = 1; i <= nr; i++) {
			struct block block;

			if (i < nr && pfns[i] == pfns[i - 1] + CHUNK_PAGES)
				continue;
			block = (struct block){pfns[first], (i - first) * CHUNK_PAGES};
			block_fill(b, &block, b->at);
			blocks_map(b, &block, 1);
			first = i;
		}
		if (nr < want)
			return;
	}
}

/* The largest block, up to half a chunk, that fits and is to be had; single pages always are. */
static struct block block_take(struct backing *b, uint64_t at)
{
	uint64_t left = (b->end - at) >> PAGE_SHIFT;
	unsigned order = CHUNK_ORDER - 1;
	struct page *page;

	if (left < 1u << order)
		order = highest_bit(left);
	while (!(page = pgdat_alloc_reserved(b->pgdat, order)))
		order--;
	if (order)
		pgdat_split(b->pgdat, page, order);
	return (struct block){pgdat_pfn(b->pgdat, page), 1ull << order};
}

/* Could a 2 MiB leaf start there? */
static bool huge_at(const struct backing *b, uint64_t at)
{
	return b->huge && at % PMD_SIZE == 0 && b->end - at >= PMD_SIZE;
}

/* Blocks, one at least, up to where a 2 MiB leaf could start. */
static void back_blocks(struct backing *b)
{
	struct block block[BLOCKS_AT_ONCE];
	uint64_t at = b->at;
	unsigned nr = 0;

	do {
		block[nr] = block_take(b, at);
		at = block_fill(b, &block[nr++], at);
	} while (nr < BLOCKS_AT_ONCE && at < b->end && !huge_at(b, at));
	blocks_map(b, block, nr);
}

void back_pages(struct backing *b)
{
	while (b->at < b->end) {
		struct block block[BLOCKS_AT_ONCE];
		uint64_t at = b->at;
		unsigned nr = 0;

		while (nr < BLOCKS_AT_ONCE && at < b->end) {
			block[nr].pfn = pgdat_pfn(b->pgdat, pgdat_alloc_reserved(b->pgdat, 0));
			block[nr].nr = 1;
			at = block_fill(b, &block[nr++], at);
		}
		blocks_map(b, block, nr);
	}
}

void back_range(struct backing *b)
{
	while (b->at < b->end) {
		if (huge_at(b, b->at))
			back_chunks(b);
		if (b->at < b->end)
			back_blocks(b);
	}
}
