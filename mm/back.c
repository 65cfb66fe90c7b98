// SPDX-License-Identifier: MIT
#include "mm/back.h"

#include "mm/page_alloc_int.h"

enum { CHUNKS_AT_ONCE = 32 };

void back_frames(struct backing *b, pfn_t pfn, uint64_t nr)
{
	uint64_t len = nr << PAGE_SHIFT;
	struct port_pt_slot slot;

	if (b->from) {
		__builtin_memcpy(port_phys_to_virt(pfn << PAGE_SHIFT), b->from, len);
		b->from += len;
	} else {
		pages_zero(b->pgdat, pgdat_page(b->pgdat, pfn), nr);
	}
	if (nr == 1 && port_pt_slot(b->pt, b->at, &slot))
		port_pt_fill(b->pt, &slot, pfn << PAGE_SHIFT, b->prot);
	else if (port_pt_map_run(b->pt, b->at, pfn << PAGE_SHIFT, len, b->prot,
				 b->huge ? PMD_SIZE : PAGE_SIZE))
		port_panic("mmap: a promised table is not there, or the place is taken");
	b->at += len;
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
			if (i < nr && pfns[i] == pfns[i - 1] + CHUNK_PAGES)
				continue;
			back_frames(b, pfns[first], (i - first) * CHUNK_PAGES);
			first = i;
		}
		if (nr < want)
			return;
	}
}

/* The largest block, up to half a chunk, that fits and is to be had; single pages always are. */
static void back_block(struct backing *b)
{
	uint64_t left = (b->end - b->at) >> PAGE_SHIFT;
	unsigned order = CHUNK_ORDER - 1;
	struct page *page;

	if (left < 1u << order)
		order = highest_bit(left);
	while (!(page = pgdat_alloc_reserved(b->pgdat, order)))
		order--;
	if (order)
		pgdat_split(b->pgdat, page, order);
	back_frames(b, pgdat_pfn(b->pgdat, page), 1ull << order);
}

void back_pages(struct backing *b)
{
	while (b->at < b->end)
		back_frames(b, pgdat_pfn(b->pgdat, pgdat_alloc_reserved(b->pgdat, 0)), 1);
}

void back_range(struct backing *b)
{
	if (b->end - b->at == PAGE_SIZE) {
		back_pages(b);
		return;
	}
	while (b->at < b->end) {
		if (b->huge && b->at % PMD_SIZE == 0)
			back_chunks(b);
		if (b->at < b->end)
			back_block(b);
	}
}
