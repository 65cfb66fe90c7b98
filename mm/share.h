// SPDX-License-Identifier: MIT
/*
 * Pages that several spaces map copy-on-write. Such a page has PAGE_SHARED, and its `next` counts
 * the sharers, two or more; a page with one owner has neither. References (get_page()) count apart:
 * they keep a page allocated, and have no say in who may write. Whoever holds one to a page of a
 * space leaves its link alone.
 *
 * Lock: pg_data.share_lock. Private to mm/.
 */
#pragma once

#include "mm/page_alloc.h"

static inline bool page_is_shared(const struct page *page)
{
	return page->flags & PAGE_SHARED;
}

/* One sharer more. */
static inline void page_share_locked(struct page *page)
{
	uintptr_t sharers = page_is_shared(page) ? (uintptr_t)page->next : 1;

	page->next = (struct page *)(sharers + 1);
	page->flags |= PAGE_SHARED;
}

/* One sharer leaves. False: it was the only one, and the page is its own. */
static inline bool page_unshare_locked(struct page *page)
{
	uintptr_t sharers;

	if (!page_is_shared(page))
		return false;
	sharers = (uintptr_t)page->next - 1;
	page->next = (struct page *)sharers;
	if (sharers == 1)
		page->flags &= ~(uint32_t)PAGE_SHARED;
	return true;
}
