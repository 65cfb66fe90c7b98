// SPDX-License-Identifier: MIT
/*
 * The ways without lock, inlined where they are called: by the functions of any instance
 * (page_alloc.c) and by those of the live one (node.c). Private to mm/.
 */
#pragma once

#include "mm/page_alloc_int.h"

/*
 * The slow ways, for everything that is not plain. What the CPU's cache leads to comes last, so
 * that the public functions hand on their own arguments as they are.
 */
struct page *pgdat_alloc_slow(gfp_t gfp, unsigned order, struct pcp *pcp);
void pgdat_free_slow(struct page *page, unsigned order, struct pcp *pcp);
void pgdat_magazine_full(struct pcp *pcp, struct page *page);

/* A page that this CPU has at hand; NULL: it has none. */
static force_inline struct page *pcp_take(struct pcp *pcp)
{
	struct page *page = magazine_pop(pcp);
	uint64_t word;

	if (page)
		return page;
	word = pcp->claim.word;
	if (unlikely(!word))
		return NULL;
	claim_set(&pcp->claim, word & (word - 1));
	return lowest_page(pcp->claim.base, word);
}

/* `slow` is a constant at each place. */
static force_inline struct page *pcp_alloc(struct pcp *pcp, gfp_t gfp, unsigned order,
					   struct page *(*slow)(gfp_t, unsigned, struct pcp *))
{
	if (likely(!(gfp | order))) {
		struct page *page = pcp_take(pcp);

		if (likely(page))
			return page;
	}
	return slow(gfp, order, pcp);
}

/*
 * Is `page` an allocated single one without references, fit for the magazine, and `order` 0? The
 * maps exclude free pages, tails, pages never owned, and all of a larger block (whose free bits
 * stay set); the record the first page of a block, references, and pages in a magazine.
 */
static force_inline bool page_parkable(const struct pcp *pcp, const struct page *page,
				       unsigned order)
{
	uint64_t idx = page_offset(pcp->pages, page);
	uint64_t w = idx / WORD_PAGES;
	uint64_t not_ours;

	if (unlikely(idx >= pcp->nr_parkable))
		return false;
	/* Other bits of these words may change meanwhile; those of a page that is ours do not. */
	not_ours = pcp->free_map[w] | pcp->tail_map[w];
	if (w == pcp->claim.word_index)
		not_ours |= pcp->claim.word;
	return likely(!(not_ours >> (idx % WORD_PAGES) & 1) && page->flags == order);
}

static force_inline void pcp_free(struct pcp *pcp, struct page *page, unsigned order,
				  void (*slow)(struct page *, unsigned, struct pcp *))
{
	if (unlikely(!page_parkable(pcp, page, order)))
		slow(page, order, pcp);
	else if (unlikely(!magazine_push(pcp, page)))
		pgdat_magazine_full(pcp, page);
}
