// SPDX-License-Identifier: MIT
/*
 * The ways without lock, inlined where they are called: by the functions of any instance
 * (page_alloc.c) and by those of the live one (node.c). Private to mm/.
 */
#pragma once

#include "mm/page_alloc_int.h"

/*
 * The slow ways, for everything that is not plain. The instance comes last, so that the public
 * functions hand on their own arguments as they are.
 */
struct page *pgdat_alloc_slow(gfp_t gfp, unsigned order, struct pg_data *p);
void pgdat_free_slow(struct page *page, unsigned order, struct pg_data *p);
void pgdat_magazine_full(struct pg_data *p);

static force_inline struct page *node_alloc(struct pg_data *p, gfp_t gfp, unsigned order)
{
	struct pcp *pcp = this_pcp(p);

	if (likely(!(gfp | order))) {
		uint64_t word;

		if (pcp->level != -PCP_MAGAZINE_SIZE)
			return magazine_pop(pcp);
		word = pcp->claim.word;
		if (likely(word)) {
			pcp->claim.word = word & (word - 1);
			return lowest_page(pcp->claim.base, word);
		}
	}
	return pgdat_alloc_slow(gfp, order, p);
}

/*
 * Is `page` an allocated single one without references, fit for the magazine? The maps exclude free
 * pages, tails, pages never owned, and all of a larger block (whose free bits stay set); the record
 * the first page of a block, references, and pages in a magazine.
 */
static force_inline bool page_parkable(const struct pg_data *p, const struct pcp *pcp,
				       const struct page *page)
{
	uint64_t idx = page_index(p, page);
	uint64_t w = idx / WORD_PAGES;
	uint64_t not_ours;

	if (unlikely(idx >= p->nr_parkable))
		return false;
	not_ours = p->free_map[w] | p->tail_map[w];
	if (w == pcp->claim.word_index)
		not_ours |= pcp->claim.word;
	return likely(!(not_ours >> (idx % WORD_PAGES) & 1) && !page->busy);
}

static force_inline void node_free(struct pg_data *p, struct page *page, unsigned order)
{
	struct pcp *pcp = this_pcp(p);

	if (unlikely(order || !page_parkable(p, pcp, page)))
		pgdat_free_slow(page, order, p);
	else if (unlikely(!magazine_push(pcp, page)))
		pgdat_magazine_full(p);
}
