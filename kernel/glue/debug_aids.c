// SPDX-License-Identifier: MIT
#include "kernel/glue/debug_aids.h"

#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/verdict.h"
#include "mm/page_watch.h"
#include "mm/vmalloc.h"

enum { TRACE_SHOWN = 32 };

static const struct {
	const char *option;
	unsigned what;
} aids[] = {
	{"page_poison", WATCH_POISON},
	{"page_redzone", WATCH_REDZONE},
	{"page_owner", WATCH_OWNER},
	{"page_trace", WATCH_TRACE},
};

static uint64_t mark; /* the last event before the run */

static void print_trace(const struct page_watch *w)
{
	static struct page_event events[TRACE_SHOWN];
	static const char *const names[] = {
		[PAGE_ALLOCATED] = "alloc", [PAGE_FREED] = "free", [PAGE_DENIED] = "denied"};
	unsigned nr = page_trace_read(w, events, TRACE_SHOWN);
	char sites[PAGE_SITES_TEXT];

	for (unsigned i = 0; i < nr; i++) {
		const struct page_event *e = &events[i];

		page_sites_format(e->sites, sites);
		kprintf("# page event %llu: %s, pfn %#llx, %llu pages, CPU %u, at %s\n",
			(unsigned long long)e->nr, names[e->what], (unsigned long long)e->pfn,
			(unsigned long long)e->nr_pages, e->cpu, sites);
	}
}

/* What memory knows of a panic: the area that a fault is in, the last events. */
static void print_details(uint64_t address)
{
	const struct page_watch *w = mm_watched();
	struct vmalloc_place place;
	char symbol[80];

	if (vmalloc_place(address, &place)) {
		port_symbol(place.caller, symbol, sizeof(symbol));
		if (place.size)
			kprintf("# %#llx is byte %llu of an area of %llu bytes, allocated at %s\n",
				(unsigned long long)address,
				(unsigned long long)(address - place.start),
				(unsigned long long)place.size, symbol);
		else
			kprintf("# %#llx is byte %llu of an area that was freed, allocated at %s\n",
				(unsigned long long)address,
				(unsigned long long)(address - place.start), symbol);
	}
	if (w && w->what & WATCH_TRACE)
		print_trace(w);
}

/* The options that are on, in words, and what they mean to mm/. */
static unsigned aids_wanted(void)
{
	unsigned what = 0;

	for (size_t i = 0; i < ARRAY_SIZE(aids); i++) {
		if (!option_flag(aids[i].option, false))
			continue;
		what |= aids[i].what;
		kprintf("debug: %s is on: figures are not those of the allocator without it\n",
			aids[i].option);
	}
	return what;
}

void debug_aids_init(void)
{
	unsigned what = aids_wanted();

	panic_set_details(print_details);
	if (option_flag("vmalloc_guard", false)) {
		kprintf("debug: vmalloc_guard is on\n");
		vmalloc_guard();
	}
	if ((what || options_fail()) && mm_watch(what))
		refuse("memory: no room to keep the owners of pages");
}

void debug_aids_begin(void)
{
	struct page_watch *w = mm_watched();
	struct page_fail fail;

	if (!w)
		return;
	mark = page_watch_mark(w);
	if (!options_fail())
		return;
	fail = *options_fail();
	fail.random = option_number("seed", 1);
	kprintf("debug: requests for pages fail on purpose\n");
	page_fail_set(w, &fail);
}

static void print_leaks(void)
{
	static struct page_leak leaks[PAGE_LEAKS];
	char sites[PAGE_SITES_TEXT];
	uint64_t nr_pages = 0, nr_shown = 0;
	unsigned nr = 0;

	vmalloc_purge();
	for (int nid = 0; nid < nr_nodes(); nid++)
		nr_pages += page_leaks(node_data(nid), mark, leaks, &nr);
	kprintf("# pages allocated in this run and not freed: %llu\n",
		(unsigned long long)nr_pages);
	for (unsigned i = 0; i < nr; i++) {
		page_sites_format(leaks[i].sites, sites);
		kprintf("#   %llu pages, the first pfn %#llx, at %s\n",
			(unsigned long long)leaks[i].nr_pages,
			(unsigned long long)leaks[i].first_pfn, sites);
		nr_shown += leaks[i].nr_pages;
	}
	if (nr_shown < nr_pages)
		kprintf("#   and %llu pages of further places\n",
			(unsigned long long)(nr_pages - nr_shown));
}

void debug_aids_end(void)
{
	struct page_watch *w = mm_watched();

	if (!w)
		return;
	if (options_fail())
		kprintf("# requests for pages that failed on purpose: %llu of %llu\n",
			(unsigned long long)w->fail.nr_denied, (unsigned long long)w->fail.nr_seen);
	page_fail_set(w, NULL);
	if (w->what & WATCH_OWNER)
		print_leaks();
}
