// SPDX-License-Identifier: MIT
/*
 * The ways without lock, inlined where they are called: by the functions of any instance
 * (page_alloc.c) and by those of the live one (node.c). Private to mm/.
 */
#pragma once

#include "mm/page_alloc_int.h"

struct page *pgdat_alloc_slow(struct pg_data *p, gfp_t gfp, unsigned order);
void pgdat_free_slow(struct pg_data *p, struct page *page, unsigned order, const void *caller);

static force_inline struct page *node_alloc(struct pg_data *p, gfp_t gfp, unsigned order)
{
	struct pcp *pcp = this_pcp(p);

	if (likely(!(gfp | order | p->force))) {
		uint64_t word;

		if (pcp->nr) {
			struct page *page = pcp->magazine[--pcp->nr];

			page->busy = 0;
			return page;
		}
		word = pcp->word;
		if (likely(word)) {
			pcp->word = word & (word - 1);
			return pcp->base + lowest_bit(word);
		}
	}
	return pgdat_alloc_slow(p, gfp, order);
}

/* Is page idx, an allocated single one without references, fit for the magazine? */
static force_inline bool page_parkable(const struct pg_data *p, const struct pcp *pcp,
				       const struct page *page, uint64_t idx)
{
	uint64_t w = idx / WORD_PAGES;
	uint64_t free = p->free_map[w];

	if (w == pcp->word_index)
		free |= pcp->word;
	return pages_plain(p, idx, 1ull << (idx % WORD_PAGES)) && !(free >> (idx % WORD_PAGES) & 1) &&
	       !page->busy;
}

static force_inline void magazine_push(struct pcp *pcp, struct page *page)
{
	page->busy = (uint64_t)PAGE_PARKED << 32;
	pcp->magazine[pcp->nr++] = page;
}

static force_inline void node_free(struct pg_data *p, struct page *page, unsigned order,
				   const void *caller)
{
	struct pcp *pcp = this_pcp(p);
	uint64_t idx = page_index(p, page);

	if (likely(!order && idx < p->nr_pages && pcp->nr < PCP_MAGAZINE_SIZE) &&
	    likely(page_parkable(p, pcp, page, idx)))
		magazine_push(pcp, page);
	else
		pgdat_free_slow(p, page, order, caller);
}
