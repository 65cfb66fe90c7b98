// SPDX-License-Identifier: MIT
/*
 * Where the page allocator calls its debug aids; all of it only while an instance is watched.
 * Private to mm/.
 */
#pragma once

#include "mm/page_watch.h"

/*
 * In pg_data.force, and so in every request inside mm/ while the instance is watched: what looks at
 * __GFP_ZERO there looks at this too, for the same instructions.
 */
#define GFP_WATCHED (1u << 28)

/* Is this request, of so many pages, to fail? */
bool page_watch_denies(struct pg_data *p, uint64_t nr_pages);

/* How many of nr pages a bulk request may have: half, if it is to come short on purpose. */
static inline long bulk_granted(struct pg_data *p, long nr)
{
	return unlikely(p->watch) && page_watch_denies(p, (uint64_t)nr) ? nr / 2 : nr;
}

/* nr single pages from `page` on, or with `order` a block, have been taken for a caller. */
void page_watch_given(struct pg_data *p, struct page *page, uint64_t nr_pages, unsigned order);

/* The caller is about to free them. They are known to be allocated so, without references. */
void page_watch_freed(struct pg_data *p, struct page *page, unsigned order);

/* Say who had the page, before a panic. Nothing if owners are not kept. */
void page_watch_history(const struct pg_data *p, const struct page *page);

/*
 * page_owner.c: memory for the owners of all pages, if there is none yet and the instance has
 * pages. -ENOMEM, and nothing has changed.
 */
int page_owners_make(struct pg_data *p);
void page_owners_drop(struct pg_data *p);

/* Note the event for nr pages. */
void page_owners_note(struct pg_data *p, const struct page *page, uint64_t nr_pages, unsigned order,
		      const struct page_event *event);
