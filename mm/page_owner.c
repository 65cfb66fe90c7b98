// SPDX-License-Identifier: MIT
/*
 * Debug aids: who had each page last, the last events, and what was never freed (page_watch.h).
 *
 * Owners are kept in a table for each chunk with RAM, of a block of the instance's own memory, so
 * that their place is known without a search and holes cost eight bytes for 2 MiB.
 */
#include "mm/nodes.h"
#include "mm/page_alloc_int.h"
#include "mm/page_watch_int.h"

_Static_assert(sizeof(struct page_owner) == 128, "a table of a chunk fills a block");

enum { TABLE_ORDER = 4 };

_Static_assert(CHUNK_PAGES * sizeof(struct page_owner) == PAGE_SIZE << TABLE_ORDER, "a block");

/* --- Owners ----------------------------------------------------------------------------------- */

static uint64_t tables_len(const struct pg_data *p)
{
	return ALIGN_UP(p->nr_chunks * sizeof(p->owners[0]), PAGE_SIZE);
}

static void *address_of(const struct pg_data *p, const struct page *page)
{
	return port_phys_to_virt(pgdat_pfn(p, page) << PAGE_SHIFT);
}

static struct page *page_at(struct pg_data *p, void *address)
{
	return pgdat_page(p, port_virt_to_phys(address) >> PAGE_SHIFT);
}

void page_owners_drop(struct pg_data *p)
{
	if (!p->owners)
		return;
	for (uint32_t c = 0; c < p->nr_chunks; c++)
		if (p->owners[c])
			pgdat_free(p, page_at(p, p->owners[c]), TABLE_ORDER);
	pgdat_free_run(p, page_at(p, p->owners), tables_len(p) >> PAGE_SHIFT);
	p->owners = NULL;
}

int page_owners_make(struct pg_data *p)
{
	const gfp_t gfp = __GFP_NOWARN | __GFP_THISNODE;
	struct page *page;

	if (p->owners || !(p->zone[ZONE_DMA32].nr_present + p->zone[ZONE_NORMAL].nr_present))
		return 0;
	page = pgdat_alloc_run(p, gfp, tables_len(p) >> PAGE_SHIFT);
	if (!page)
		return -ENOMEM;
	p->owners = address_of(p, page);
	__builtin_memset(p->owners, 0, tables_len(p));
	for (uint32_t c = 0; c < p->nr_chunks; c++) {
		if (p->chunks[c].state & CHUNK_HOLE)
			continue;
		page = pgdat_alloc(p, gfp, TABLE_ORDER);
		if (!page) {
			page_owners_drop(p);
			return -ENOMEM;
		}
		p->owners[c] = address_of(p, page);
		__builtin_memset(p->owners[c], 0, PAGE_SIZE << TABLE_ORDER);
	}
	return 0;
}

static struct page_owner *owner_at(const struct pg_data *p, uint64_t idx)
{
	struct page_owner *table = p->owners ? p->owners[idx / CHUNK_PAGES] : NULL;

	return table ? &table[idx % CHUNK_PAGES] : NULL;
}

const struct page_owner *page_owner_of(const struct pg_data *p, const struct page *page)
{
	uint64_t idx = page_index(p, page);

	return idx < p->nr_pages ? owner_at(p, idx) : NULL;
}

void page_owners_note(struct pg_data *p, const struct page *page, uint64_t nr_pages, unsigned order,
		      const struct page_event *event)
{
	uint64_t idx = page_index(p, page);

	for (uint64_t i = idx; p->owners && i < idx + nr_pages; i++) {
		struct page_owner *owner = owner_at(p, i);

		__builtin_memcpy(owner->sites, event->sites, sizeof(owner->sites));
		owner->nr = event->nr;
		owner->cpu = event->cpu;
		owner->order = (uint8_t)order;
		owner->freed = event->what == PAGE_FREED;
	}
}

/* --- What was never freed ----------------------------------------------------------------------
 */

uint64_t page_watch_mark(const struct page_watch *w)
{
	return __atomic_load_n(&w->nr_events, __ATOMIC_RELAXED);
}

static void leak_add(struct page_leak leaks[PAGE_LEAKS], unsigned *nr,
		     const struct page_owner *owner, pfn_t pfn)
{
	unsigned i = 0;

	while (i < *nr && __builtin_memcmp(leaks[i].sites, owner->sites, sizeof(owner->sites)))
		i++;
	if (i == PAGE_LEAKS)
		return;
	if (i == *nr) {
		leaks[i] = (struct page_leak){.first_pfn = pfn};
		__builtin_memcpy(leaks[i].sites, owner->sites, sizeof(owner->sites));
		(*nr)++;
	}
	leaks[i].nr_pages++;
}

uint64_t page_leaks(struct pg_data *p, uint64_t mark, struct page_leak leaks[PAGE_LEAKS],
		    unsigned *nr)
{
	uint64_t nr_pages = 0;

	for (uint64_t idx = 0; idx < p->nr_pages; idx++) {
		const struct page_owner *owner = owner_at(p, idx);

		if (!owner || owner->freed || owner->nr <= mark)
			continue;
		nr_pages++;
		leak_add(leaks, nr, owner, p->base_pfn + idx);
	}
	return nr_pages;
}

/* --- The trace -------------------------------------------------------------------------------- */

unsigned page_trace_read(const struct page_watch *w, struct page_event *events, unsigned max)
{
	uint64_t last = page_watch_mark(w);
	uint64_t nr = last < PAGE_TRACE_LEN ? last : PAGE_TRACE_LEN;
	unsigned done = 0;

	if (nr > max)
		nr = max;
	for (uint64_t at = last - nr + 1; at <= last; at++)
		if (w->trace[at % PAGE_TRACE_LEN].nr == at)
			events[done++] = w->trace[at % PAGE_TRACE_LEN];
	return done;
}

void page_sites_format(const void *const sites[PAGE_SITES], char buf[PAGE_SITES_TEXT])
{
	size_t at = 0;

	buf[0] = 0;
	for (unsigned i = 0; i < PAGE_SITES && sites[i]; i++) {
		char symbol[60]; /* with " < " and the NUL it is a share of the text */

		port_symbol(sites[i], symbol, sizeof(symbol));
		if (i) {
			__builtin_memcpy(buf + at, " < ", 3);
			at += 3;
		}
		for (const char *c = symbol; *c; c++)
			buf[at++] = *c;
		buf[at] = 0;
	}
}
