// SPDX-License-Identifier: MIT
/*
 * Pages that several spaces map copy-on-write. Such a page has PAGE_SHARED, and its `next` counts
 * the sharers and those among them that are copying it; a page with one owner has neither.
 * References (get_page()) count apart: they keep a page allocated, and have no say in who may
 * write. Whoever holds one to a page of a space leaves its link alone.
 *
 * A page is copied without a lock. It cannot change meanwhile: who copies stays a sharer until the
 * copy is mapped in its place and the old mapping is flushed, and no space maps a page for stores
 * that has a sharer besides.
 *
 * Of n sharers with c copying, n - 1 - c copies are promised. So one more may begin only if that is
 * not 0; the last that is left waits instead, and mostly finds the page its own. A sharer may leave
 * without a copy at any time. If all others are copying, its leaving makes one of the copies one
 * too many: the last to end finds that no one shares the page any more, and frees it.
 *
 * Lock: pg_data.share_lock. Private to mm/.
 */
#pragma once

#include "mm/page_alloc.h"

enum { SHARERS_BITS = 32 };

/* Read without the lock, the answer holds as long as this space alone has the page. */
static inline bool page_is_shared(const struct page *page)
{
	return __atomic_load_n(&page->flags, __ATOMIC_RELAXED) & PAGE_SHARED;
}

static inline uint64_t sharers_of(const struct page *page)
{
	return (uintptr_t)page->next & ((1ull << SHARERS_BITS) - 1);
}

static inline uint64_t copying_of(const struct page *page)
{
	return (uintptr_t)page->next >> SHARERS_BITS;
}

static inline void sharers_set(struct page *page, uint64_t sharers, uint64_t copying)
{
	uint32_t flags = page->flags & ~(uint32_t)PAGE_SHARED;

	page->next = (struct page *)(uintptr_t)(sharers | copying << SHARERS_BITS);
	if (sharers > 1 || copying)
		flags |= PAGE_SHARED;
	__atomic_store_n(&page->flags, flags, __ATOMIC_RELAXED);
}

/* One sharer more. */
static inline void page_share_locked(struct page *page)
{
	if (page_is_shared(page))
		sharers_set(page, sharers_of(page) + 1, copying_of(page));
	else
		sharers_set(page, 2, 0);
}

/*
 * One sharer leaves without a copy; *promised: one was promised and is not needed now. False: it
 * was the only one, and the page is its own.
 */
static inline bool page_unshare_locked(struct page *page, bool *promised)
{
	if (!page_is_shared(page))
		return false;
	*promised = sharers_of(page) - 1 > copying_of(page);
	sharers_set(page, sharers_of(page) - 1, copying_of(page));
	return true;
}

enum copy_begin {
	COPY_NONE,  /* the page is its own */
	COPY_BEGUN, /* a copy is promised; page_copy_end_locked() is to follow */
	COPY_LATER, /* all other sharers are copying: wait for one */
};

/* A sharer wants the page, or a copy, for itself. */
static inline enum copy_begin page_copy_begin_locked(struct page *page)
{
	if (!page_is_shared(page))
		return COPY_NONE;
	if (copying_of(page) + 1 >= sharers_of(page))
		return COPY_LATER;
	sharers_set(page, sharers_of(page), copying_of(page) + 1);
	return COPY_BEGUN;
}

/* Its copy is mapped. True: there is no other sharer any more, and the page is its to free. */
static inline bool page_copy_end_locked(struct page *page)
{
	bool last = sharers_of(page) == 1;

	sharers_set(page, sharers_of(page) - !last, copying_of(page) - 1);
	return last;
}

/* There is no memory for its copy (overcommit); it still shares the page. */
static inline void page_copy_cancel_locked(struct page *page)
{
	sharers_set(page, sharers_of(page), copying_of(page) - 1);
}
