// SPDX-License-Identifier: MIT
/*
 * Debug aids: the watch over pages that change hands, with poison and redzones (page_watch.h).
 *
 * An instance is watched by GFP_WATCHED in pg_data.force: so CPUs keep no pages, and every request
 * brings the bit to the places that look at __GFP_ZERO anyway. Frees come here because their CPUs
 * have an asker that never leaves, so that a free polls, and a bulk free goes aside.
 *
 * The guard word of a record is made of its address, so that a record copied over another shows.
 *
 * Lock: page_watch.lock over the trace and the counts; contents and records are the caller's, or
 * those of pages that nobody has.
 */
#include "mm/nodes.h"
#include "mm/page_alloc_int.h"
#include "mm/page_watch_int.h"

#define POISON_WORD 0xaaaaaaaaaaaaaaaaull

enum { PAGE_WORDS = PAGE_SIZE / sizeof(uint64_t) };

static struct page *guard_word(const struct page *page)
{
	return (struct page *)((uintptr_t)page ^ 0x5ea1ed00c0de0000ull);
}

/* --- Events --------------------------------------------------------------------------------- */

/* Count an event and keep it in the trace; the caller's addresses are taken here. */
static force_inline void event_make(struct pg_data *p, struct page_event *event,
				    enum page_event_what what, pfn_t pfn, uint64_t nr_pages)
{
	struct page_watch *w = p->watch;

	*event = (struct page_event){.pfn = pfn,
				     .nr_pages = nr_pages,
				     .cpu = (uint16_t)port_cpu(),
				     .what = (uint8_t)what};
	if (w->what & (WATCH_OWNER | WATCH_TRACE))
		port_call_sites(event->sites, PAGE_SITES);
	port_lock(&w->lock);
	event->nr = ++w->nr_events;
	if (w->what & WATCH_TRACE)
		w->trace[event->nr % PAGE_TRACE_LEN] = *event;
	if (what == PAGE_DENIED)
		w->denied = *event;
	port_unlock(&w->lock);
}

bool page_watch_denies(struct pg_data *p, uint64_t nr_pages)
{
	struct page_watch *w = p->watch;
	struct page_event event;
	bool denied;

	if (!w)
		return false;
	port_lock(&w->lock);
	denied = page_fail_now(&w->fail, nr_pages);
	port_unlock(&w->lock);
	if (denied)
		event_make(p, &event, PAGE_DENIED, 0, nr_pages);
	return denied;
}

/* --- What a free page looks like -------------------------------------------------------------- */

void page_watch_history(const struct pg_data *p, const struct page *page)
{
	const struct page_owner *owner = page_owner_of(p, page);
	char sites[PAGE_SITES_TEXT];

	if (!owner || !owner->nr)
		return;
	page_sites_format(owner->sites, sites);
	port_log("page_alloc: pfn %#llx was %s last by CPU %u, event %llu, at %s",
		 (unsigned long long)pgdat_pfn(p, page), owner->freed ? "freed" : "allocated",
		 owner->cpu, (unsigned long long)owner->nr, sites);
}

static uint64_t *contents(const struct pg_data *p, const struct page *page)
{
	return port_phys_to_virt(pgdat_pfn(p, page) << PAGE_SHIFT);
}

/* Bytes that are not poison, from the first to the last. */
static void __attribute__((noreturn, cold))
poison_broken(const struct pg_data *p, const struct page *page)
{
	const uint8_t *bytes = (const uint8_t *)contents(p, page);
	unsigned first = 0, last = PAGE_SIZE - 1;

	while (bytes[first] == PAGE_POISON_BYTE)
		first++;
	while (bytes[last] == PAGE_POISON_BYTE)
		last--;
	page_watch_history(p, page);
	port_panic("page_alloc: pfn %#llx was written to while it was free: bytes %u to %u, the "
		   "first is %#x, not %#x",
		   (unsigned long long)pgdat_pfn(p, page), first, last, bytes[first],
		   PAGE_POISON_BYTE);
}

static void __attribute__((noreturn, cold))
record_broken(const struct pg_data *p, const struct page *page, const char *when)
{
	page_watch_history(p, page);
	port_panic("page_alloc: the record of pfn %#llx was written to while the page was %s: next "
		   "%p, references %u, flags %#x",
		   (unsigned long long)pgdat_pfn(p, page), when, (void *)page->next,
		   page->extra_refs, page->flags);
}

static void poison_verify(const struct pg_data *p, const struct page *page)
{
	const uint64_t *word = contents(p, page);
	uint64_t wrong = 0;

	for (unsigned i = 0; i < PAGE_WORDS; i++)
		wrong |= word[i] ^ POISON_WORD;
	if (unlikely(wrong))
		poison_broken(p, page);
}

static void poison_fill(const struct pg_data *p, const struct page *page)
{
	uint64_t *word = contents(p, page);

	for (unsigned i = 0; i < PAGE_WORDS; i++)
		word[i] = POISON_WORD;
}

/* A page that nobody has, or that has just been taken; `flags` it has by now. */
static void free_verify(const struct pg_data *p, const struct page *page, uint32_t flags)
{
	unsigned what = p->watch->what;

	if (what & WATCH_REDZONE &&
	    (page->next != guard_word(page) || page->extra_refs || page->flags != flags))
		record_broken(p, page, "free");
	if (what & WATCH_POISON)
		poison_verify(p, page);
}

static void free_mark(struct pg_data *p, struct page *page)
{
	if (p->watch->what & WATCH_REDZONE)
		page->next = guard_word(page);
	if (p->watch->what & WATCH_POISON)
		poison_fill(p, page);
}

/* --- Changing hands --------------------------------------------------------------------------- */

/* What the record of the first page of an allocated block says. */
static uint32_t head_flags(unsigned order)
{
	return order && order < CHUNK_ORDER ? PAGE_HEAD : 0;
}

void page_watch_given(struct pg_data *p, struct page *page, uint64_t nr_pages, unsigned order)
{
	struct page_event event;

	for (uint64_t i = 0; i < nr_pages; i++) {
		free_verify(p, page + i, i ? 0 : head_flags(order));
		if (p->watch->what & WATCH_REDZONE)
			page[i].next = NULL;
	}
	event_make(p, &event, PAGE_ALLOCATED, pgdat_pfn(p, page), nr_pages);
	page_owners_note(p, page, nr_pages, order, &event);
}

void page_watch_freed(struct pg_data *p, struct page *page, unsigned order)
{
	uint64_t nr_pages = 1ull << order;
	struct page_event event;

	if (p->watch->what & WATCH_REDZONE && page->flags != head_flags(order))
		record_broken(p, page, "allocated");
	event_make(p, &event, PAGE_FREED, pgdat_pfn(p, page), nr_pages);
	page_owners_note(p, page, nr_pages, order, &event);
	for (uint64_t i = 0; i < nr_pages; i++)
		free_mark(p, page + i);
}

/* Call fn for each free page. CPUs keep none. */
static void for_each_free(struct pg_data *p, void (*fn)(struct pg_data *p, struct page *page))
{
	for (uint64_t w = 0; w < p->nr_pages / WORD_PAGES; w++) {
		uint64_t word = p->free_map[w];

		/* The map of an allocated chunk is all ones. */
		if (p->chunks[w / CHUNK_WORDS].state & (CHUNK_BIG | CHUNK_HOLE))
			continue;
		for (; word; word &= word - 1)
			fn(p, p->pages + w * WORD_PAGES + lowest_bit(word));
	}
}

static void at_rest_verify(struct pg_data *p, struct page *page)
{
	free_verify(p, page, 0);
}

void page_watch_check(struct pg_data *p)
{
	if (p->watch && p->watch->what & (WATCH_POISON | WATCH_REDZONE))
		for_each_free(p, at_rest_verify);
}

int pgdat_watch(struct pg_data *p, struct page_watch *w)
{
	if (w->what & WATCH_OWNER && page_owners_make(p))
		return -ENOMEM;
	pgdat_force(p, p->force | GFP_WATCHED);
	p->watch = w;
	for_each_free(p, free_mark);
	return 0;
}
