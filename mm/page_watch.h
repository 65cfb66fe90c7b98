// SPDX-License-Identifier: MIT
/*
 * Debug aids of the page allocator: poison, redzones, owners, a trace, injected failures.
 *
 * All are off unless an instance is watched (pgdat_watch()). Then every request and every free goes
 * the slow way, CPUs keep no pages, and each page that changes hands is looked at here. Without it
 * the ways of the allocator are the same instructions as if there were none of this.
 *
 *   poison    a free page is filled with PAGE_POISON_BYTE, compared when it is given out
 *   redzone   the record of a free page carries a guard word and is at rest otherwise; compared
 *             when the page is given out, and the record of an allocated one when it is freed
 *   owner     for each page, who allocated it, or freed it last: PAGE_SITES return addresses
 *   trace     the last PAGE_TRACE_LEN events
 *   fail      requests fail on purpose, after the rules of Linux's fail_page_alloc=
 *
 * What is found wrong is a panic that names the page, the byte and who freed it.
 */
#pragma once

#include "mm/page_alloc.h"

enum {
	WATCH_POISON = 1,
	WATCH_REDZONE = 2,
	WATCH_OWNER = 4,
	WATCH_TRACE = 8,

	PAGE_POISON_BYTE = 0xaa,	   /* as Linux's PAGE_POISON */
	PAGE_SITES = 14,		   /* return addresses kept, from the allocator outwards */
	PAGE_SITES_TEXT = PAGE_SITES * 64, /* characters, as text */
	PAGE_TRACE_LEN = 256,		   /* events */
};

enum page_event_what { PAGE_ALLOCATED, PAGE_FREED, PAGE_DENIED };

/* One change of hands, or one request that was made to fail. */
struct page_event {
	uint64_t nr; /* counted over all nodes watched together, from 1; 0: there was none */
	pfn_t pfn;   /* 0 if denied */
	uint64_t nr_pages;
	uint16_t cpu;
	uint8_t what; /* enum page_event_what */
	const void *sites[PAGE_SITES];
};

/*
 * When requests fail. Linux's fault injection (Documentation/fault-injection, fail_page_alloc=
 * interval,probability,space,times): of the requests behind the first `space` pages each
 * `interval`-th may fail, with a chance of `probability` percent, `times` at most (-1: no limit).
 * probability 0: none does.
 */
struct page_fail {
	uint64_t interval, probability, space;
	int64_t times;
	uint64_t random; /* state of the generator; the same start gives the same failures */
	uint64_t nr_seen, nr_denied;
};

/* What the nodes of a machine, or one instance of a test, share. Lock: its own. */
struct page_watch {
	unsigned what; /* WATCH_* */
	struct port_lock lock;
	struct page_fail fail;
	uint64_t nr_events;
	struct page_event denied;		 /* the last of these, however long ago */
	struct page_event trace[PAGE_TRACE_LEN]; /* event nr at nr % PAGE_TRACE_LEN */
};

/* Who had a page last. 128 bytes, 3.1 % of memory while owners are kept. */
struct page_owner {
	const void *sites[PAGE_SITES]; /* of the allocation, or of the free */
	uint64_t nr;		       /* of that event; 0: none since the watch began */
	uint16_t cpu;
	uint8_t order; /* of the block allocated */
	bool freed;
};

/*
 * Watch an instance from now on; `w` is zero but for `what`, or shared with other instances. Takes
 * memory of the instance for owners; pages free now are poisoned. Caches of CPUs are emptied; no
 * other CPU may be in the allocator. -ENOMEM: no room for the owners, and nothing has changed. An
 * instance is watched to its end.
 */
int pgdat_watch(struct pg_data *p, struct page_watch *w);

/* The same for the live instances, all or none. Once. */
int mm_watch(unsigned what);

/* Of the live instances; NULL: they are not watched. */
struct page_watch *mm_watched(void);

/*
 * Set when requests fail from now on; NULL: none does any more. Counts start anew.
 */
void page_fail_set(struct page_watch *w, const struct page_fail *fail);

/* Should this request of nr_pages fail? Counts it. By the rules above. */
bool page_fail_now(struct page_fail *fail, uint64_t nr_pages);

/* Read `interval,probability,space,times`, all of it. 0 or -EINVAL; probability is 0..100. */
int page_fail_parse(const char *text, struct page_fail *fail);

/* Copy the last events, at most `max`, the oldest first; returns how many. Takes no lock. */
unsigned page_trace_read(const struct page_watch *w, struct page_event *events, unsigned max);

/* Write the addresses as "foo+0x1 < bar+0x2" to buf. */
void page_sites_format(const void *const sites[PAGE_SITES], char buf[PAGE_SITES_TEXT]);

/* The owner kept for a page; NULL: owners are not kept, or it is no page of the instance. */
const struct page_owner *page_owner_of(const struct pg_data *p, const struct page *page);

/* Number of the latest event: what is allocated later has a higher one. */
uint64_t page_watch_mark(const struct page_watch *w);

/* Pages allocated since a mark and not freed, of one place that allocates. */
struct page_leak {
	const void *sites[PAGE_SITES];
	uint64_t nr_pages;
	pfn_t first_pfn;
};

enum { PAGE_LEAKS = 32 };

/*
 * Gather the pages of an instance allocated after event `mark` and not freed, by place, the first
 * PAGE_LEAKS places; adds to leaks[0..*nr). Returns the pages in all, those of further places
 * included. Needs owners.
 */
uint64_t page_leaks(struct pg_data *p, uint64_t mark, struct page_leak leaks[PAGE_LEAKS],
		    unsigned *nr);

/* Compare the poison and the record of every free page; panics. Takes pg_data.lock. */
void page_watch_check(struct pg_data *p);
