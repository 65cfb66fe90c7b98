// SPDX-License-Identifier: MIT
#include "mm/frames.h"

#include "mm/nodes.h"

/* A list of runs: the first page links to the next run; its length, if not 1, is in the second
 * page. */
static void run_push(struct page **list, struct page *page, uint64_t nr)
{
	page->next = (struct page *)((uintptr_t)*list | (nr > 1));
	if (nr > 1)
		page[1].next = (struct page *)(uintptr_t)nr;
	*list = page;
}

static struct page *run_pop(struct page **list, uint64_t *nr)
{
	struct page *page = *list;
	uintptr_t link = (uintptr_t)page->next;

	*nr = link & 1 ? (uintptr_t)page[1].next : 1;
	*list = (struct page *)(link & ~1ul);
	return page;
}

/*
 * The record of a page that someone else holds is theirs, and our reference to it can go at once,
 * as it stays allocated: if they do hold it still. Else it waits for the flush.
 */
static bool held_page_leave(struct pg_data *pgdat, struct page *page)
{
	bool held;

	pgdat = nodes_owner(pgdat, page);
	pgdat_lock(pgdat);
	held = page->extra_refs;
	if (held)
		page_free_locked(pgdat, page, __builtin_return_address(0));
	pgdat_unlock(pgdat);
	return held;
}

void frames_gather(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	struct frame_list *list = arg;
	struct page *page = pgdat_page(list->pgdat, phys >> PAGE_SHIFT);
	uint64_t nr = len >> PAGE_SHIFT;

	(void)virt;
	while (nr) {
		uint64_t n = nr;

		if (unlikely(page->extra_refs)) {
			n = 1;
			if (!held_page_leave(list->pgdat, page))
				run_push(&list->first, page, n);
		} else {
			if (n > 1 && page[1].extra_refs)
				n = 1;
			run_push(&list->first, page, n);
		}
		page += n;
		nr -= n;
	}
}

void frames_free(struct frame_list *list)
{
	while (list->first) {
		uint64_t nr;
		struct page *page = run_pop(&list->first, &nr);

		pgdat_free_run(list->pgdat, page, nr);
	}
}
