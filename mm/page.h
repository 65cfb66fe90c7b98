// SPDX-License-Identifier: MIT
/*
 * The record of one page frame, and lists of them.
 */
#pragma once

#include "mm/types.h"

/* All above any order that a caller may name: so one comparison finds order 0 and no flag. */
enum page_flags {
	PAGE_PARKED = 1 << 24,	 /* freed, waits in a CPU's magazine */
	PAGE_RESERVED = 1 << 25, /* RAM, but never given to the allocator: image, page array ... */
	PAGE_HOLE = 1 << 26,	 /* no RAM here; the record fills up the array */
	PAGE_HEAD = 1 << 27,	 /* first page of an allocated block of order 1..8 */
	PAGE_SHARED = 1 << 28, /* allocated, and `next` counts the spaces that share it (share.h) */
	PAGE_REFERENCED = 1 << 29, /* extra_refs is not 0 */
};

/*
 * 16 bytes, as a larger one would show in every figure (docs/mm.md). All zero bits is the state at
 * rest, of free pages and of single pages with one owner alike, so that allocating one writes no
 * record.
 */
struct page {
	struct page *next; /* link in a struct page_list; the owner's to use otherwise */
	union {
		struct {
			uint32_t extra_refs; /* references beyond the first */
			uint32_t flags;	     /* enum page_flags */
		};
		uint64_t busy; /* both at once: 0 is "nothing special" */
	};
};

/*
 * Singly linked through page->next, unlike Linux's doubly linked lru: half the stores. `nr_pages`
 * on it, the last page's link is NULL. All zero bits is an empty list.
 */
struct page_list {
	struct page *first;
	struct page *last;
	uint64_t nr_pages;
};

/* Take the first page off; NULL when the list is empty. */
static inline struct page *page_list_pop(struct page_list *list)
{
	struct page *page = list->first;

	if (page) {
		list->first = page->next;
		list->nr_pages--;
		if (!list->first)
			list->last = NULL;
	}
	return page;
}
