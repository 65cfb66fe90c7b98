// SPDX-License-Identifier: MIT
/*
 * The debug aids: what each finds, that it says whose page it was, and that a watched instance is
 * the same allocator.
 */
#include "mm/page_watch.h"

#include "mm/page_alloc_int.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

enum {
	ORDER = 11,
	PAGES = 1 << ORDER,
	ALL = WATCH_POISON | WATCH_REDZONE | WATCH_OWNER | WATCH_TRACE
};

static struct vm_fixture f;
static struct page_watch w;

static bool watched(unsigned what)
{
	if (!vm_make(&f, ORDER))
		return false;
	w = (struct page_watch){.what = what};
	if (!pgdat_watch(f.node.p, &w))
		return true;
	test_fail(__FILE__, __LINE__, "no room for owners");
	return false;
}

/* The owners' tables stay with the instance, which is thrown away. */
static void unwatch(void)
{
	struct pg_data *p = f.node.p;

	pgdat_check(p);
	port_pt_destroy(f.pt);
	__free_pages(f.lent, f.order);
}

static uint8_t *bytes_of(struct page *page)
{
	return port_phys_to_virt(pgdat_pfn(f.node.p, page) << PAGE_SHIFT);
}

static void take_all(void *arg)
{
	(void)arg;
	while (pgdat_alloc(f.node.p, __GFP_NOWARN, 0))
		;
}

static void take_all_in_bulk(void *arg)
{
	struct page_list list = {0};

	(void)arg;
	pgdat_bulk_list(f.node.p, __GFP_NOWARN, PAGES, &list);
}

static void take_chunks(void *arg)
{
	pfn_t pfns[8];

	(void)arg;
	pgdat_alloc_chunks(f.node.p, GFP_KERNEL, 8, pfns);
}

static void take_block(void *arg)
{
	(void)arg;
	while (pgdat_alloc(f.node.p, __GFP_NOWARN, 3))
		;
}

static void take_promised(void *arg)
{
	struct pg_data *p = f.node.p;

	(void)arg;
	for (uint64_t nr = pgdat_nr_free(p) - p->nr_reserved; nr; nr--) {
		pgdat_reserve(p, 1);
		pgdat_alloc_reserved(p, 0);
	}
}

/* Every way to get pages, each of which looks at them. */
static void (*const ways[])(void *arg) = {take_all, take_all_in_bulk, take_chunks, take_block,
					  take_promised};

TEST(a_byte_written_to_a_free_page_is_found_whichever_way_it_is_taken)
{
	for (unsigned i = 0; i < ARRAY_SIZE(ways); i++) {
		struct page *page;
		const char *said;

		if (!watched(WATCH_POISON))
			return;
		page = pgdat_alloc(f.node.p, GFP_KERNEL, 0);
		CHECK(page);
		pgdat_free(f.node.p, page, 0);
		bytes_of(page)[100] = 0x55;
		bytes_of(page)[4000] = 0;
		said = test_expect_panic(ways[i], NULL);
		CHECK(said && test_contains(said, "was written to while it was free: bytes 100 to "
						  "4000, the first is 0x55, not 0xaa"));
		port_pt_destroy(f.pt);
		__free_pages(f.lent, f.order);
	}
}

TEST(a_record_written_to_while_its_page_is_free_is_found)
{
	for (unsigned i = 0; i < 4; i++) {
		struct page *page;
		const char *said;

		if (!watched(i ? WATCH_REDZONE : ALL))
			return;
		page = pgdat_alloc(f.node.p, GFP_KERNEL, 0);
		pgdat_free(f.node.p, page, 0);
		if (i == 0)
			page->next = page;
		else if (i == 1)
			page->extra_refs = 7;
		else if (i == 2)
			page->flags = 1u << 5;
		else
			*page = page[1]; /* as a stray copy of a record would be */
		said = test_expect_panic(take_all, NULL);
		CHECK(said && test_contains(said, "the record of pfn "));
		CHECK(test_contains(said, "was written to while the page was free"));
		port_pt_destroy(f.pt);
		__free_pages(f.lent, f.order);
	}
}

static void free_it(void *page)
{
	pgdat_free(f.node.p, page, 0);
}

TEST(a_record_written_to_while_its_page_is_allocated_is_found_when_it_is_freed)
{
	struct page *page;
	const char *said;

	if (!watched(WATCH_REDZONE))
		return;
	page = pgdat_alloc(f.node.p, GFP_KERNEL, 0);
	page->flags |= 1u << 3;
	said = test_expect_panic(free_it, page);
	CHECK(said && test_contains(said, "was written to while the page was allocated"));
	CHECK(test_contains(said, "flags 0x8"));
	port_pt_destroy(f.pt);
	__free_pages(f.lent, f.order);
}

static void check_it(void *p)
{
	pgdat_check(p);
}

TEST(mm_check_looks_at_free_pages_too)
{
	if (!watched(WATCH_POISON))
		return;
	bytes_of(pgdat_page(f.node.p, f.start_pfn + 77))[0] = 1;
	CHECK(test_contains(test_expect_panic(check_it, f.node.p), "bytes 0 to 0"));
	port_pt_destroy(f.pt);
	__free_pages(f.lent, f.order);
}

static struct page *__noinline somebody_takes(unsigned order)
{
	struct page *page = pgdat_alloc(f.node.p, GFP_KERNEL, order);

	__asm__ volatile(""); /* no tail call: this function is to be among the callers */
	return page;
}

TEST(an_owner_is_kept_for_every_page_until_the_next_one)
{
	const struct page_owner *owner;
	struct page *page;

	if (!watched(ALL))
		return;
	page = somebody_takes(2);
	CHECK(page);
	for (unsigned i = 0; i < 4; i++) {
		owner = page_owner_of(f.node.p, page + i);
		CHECK(owner && owner->nr == 1 && !owner->freed && owner->order == 2);
		CHECK(owner->sites[0]);
	}
	pgdat_split(f.node.p, page, 2);
	pgdat_free(f.node.p, page + 1, 0);
	CHECK(page_owner_of(f.node.p, page + 1)->freed);
	CHECK_EQ(page_owner_of(f.node.p, page + 1)->nr, 2);
	CHECK(!page_owner_of(f.node.p, page + 2)->freed);
	CHECK_EQ(page_owner_of(f.node.p, pgdat_page(f.node.p, f.start_pfn + PAGES - 1))->nr, 0);
	CHECK(!page_owner_of(f.node.p, NULL));
	unwatch();
}

TEST(pages_that_were_not_freed_are_told_by_place)
{
	static struct page_leak leaks[PAGE_LEAKS];
	struct page *early, *kept[3], *gone;
	volatile unsigned three = 3; /* one call in a loop is to be one place */
	unsigned nr = 0;
	uint64_t mark;

	if (!watched(WATCH_OWNER))
		return;
	early = somebody_takes(0);
	mark = page_watch_mark(&w);
	for (unsigned i = 0; i < three; i++)
		kept[i] = somebody_takes(0);
	gone = pgdat_alloc(f.node.p, GFP_KERNEL, 4);
	CHECK_EQ(page_leaks(f.node.p, mark, leaks, &nr), 19);
	CHECK_EQ(nr, 2);
	pgdat_free(f.node.p, gone, 4);
	nr = 0;
	CHECK_EQ(page_leaks(f.node.p, mark, leaks, &nr), 3);
	CHECK_EQ(nr, 1);
	CHECK_EQ(leaks[0].nr_pages, 3);
	CHECK_EQ(leaks[0].first_pfn, pgdat_pfn(f.node.p, kept[0]));
	for (unsigned i = 0; i < 3; i++)
		pgdat_free(f.node.p, kept[i], 0);
	nr = 0;
	CHECK_EQ(page_leaks(f.node.p, mark, leaks, &nr), 0);
	CHECK_EQ(nr, 0);
	pgdat_free(f.node.p, early, 0);
	unwatch();
}

TEST(the_trace_holds_the_last_events_in_order)
{
	static struct page_event events[PAGE_TRACE_LEN];
	struct page *page;

	if (!watched(WATCH_TRACE))
		return;
	CHECK_EQ(page_trace_read(&w, events, 10), 0);
	page = pgdat_alloc(f.node.p, GFP_KERNEL, 1);
	pgdat_free(f.node.p, page, 1);
	CHECK_EQ(page_trace_read(&w, events, 10), 2);
	CHECK(events[0].what == PAGE_ALLOCATED && events[0].nr_pages == 2);
	CHECK(events[1].what == PAGE_FREED && events[1].nr == 2);
	CHECK_EQ(events[1].pfn, pgdat_pfn(f.node.p, page));
	for (unsigned i = 0; i < PAGE_TRACE_LEN; i++)
		pgdat_free(f.node.p, pgdat_alloc(f.node.p, GFP_KERNEL, 0), 0);
	CHECK_EQ(page_trace_read(&w, events, PAGE_TRACE_LEN), PAGE_TRACE_LEN);
	for (unsigned i = 0; i < PAGE_TRACE_LEN; i++)
		CHECK_EQ(events[i].nr, 2 + 2 * PAGE_TRACE_LEN - PAGE_TRACE_LEN + 1 + i);
	CHECK_EQ(page_trace_read(&w, events, 3), 3);
	CHECK_EQ(events[2].nr, 2 + 2 * PAGE_TRACE_LEN);
	unwatch();
}

TEST(an_event_that_is_being_written_is_left_out)
{
	static struct page_event events[4];

	if (!watched(WATCH_TRACE))
		return;
	for (unsigned i = 0; i < 2; i++)
		pgdat_free(f.node.p, pgdat_alloc(f.node.p, GFP_KERNEL, 0), 0);
	w.trace[3].nr = 0;
	CHECK_EQ(page_trace_read(&w, events, 4), 3);
	CHECK(events[0].nr == 1 && events[1].nr == 2 && events[2].nr == 4);
	unwatch();
}

TEST(addresses_are_written_from_the_inside_out)
{
	static const char a, b;
	const void *sites[PAGE_SITES] = {&a, &b, NULL, &a};
	char text[PAGE_SITES_TEXT], first[60], second[60];
	unsigned nr = 0;

	port_symbol(&a, first, sizeof(first));
	port_symbol(&b, second, sizeof(second));
	page_sites_format(sites, text);
	CHECK_EQ(__builtin_strlen(text), __builtin_strlen(first) + 3 + __builtin_strlen(second));
	CHECK(!__builtin_memcmp(text, first, __builtin_strlen(first)));
	CHECK(!__builtin_memcmp(text + __builtin_strlen(first), " < ", 3));
	CHECK_STREQ(text + __builtin_strlen(first) + 3, second);
	sites[0] = NULL;
	page_sites_format(sites, text);
	CHECK_STREQ(text, "");
	for (unsigned i = 0; i < PAGE_SITES; i++)
		sites[i] = &b;
	page_sites_format(sites, text);
	for (const char *c = text; *c; c++)
		nr += *c == '<';
	CHECK_EQ(nr, PAGE_SITES - 1);
}

/* Ways to one place that differ in who called whom: one for each pattern of `nr` bits. */
static struct page *by_right(unsigned bits, unsigned nr);

static struct page *__noinline by_left(unsigned bits, unsigned nr)
{
	struct page *page = !nr	       ? pgdat_alloc(f.node.p, GFP_KERNEL, 0)
			    : bits & 1 ? by_right(bits >> 1, nr - 1)
				       : by_left(bits >> 1, nr - 1);

	__asm__ volatile("" : "+r"(page));
	return page;
}

static struct page *__noinline by_right(unsigned bits, unsigned nr)
{
	struct page *page = !nr	       ? pgdat_alloc(f.node.p, GFP_KERNEL, 0)
			    : bits & 1 ? by_right(bits >> 1, nr - 1)
				       : by_left(bits >> 1, nr - 1);

	__asm__ volatile("" : "+r"(page));
	return page;
}

TEST(more_places_than_are_told_count_all_the_same)
{
	enum { PLACES = PAGE_LEAKS + 8 };
	static struct page_leak leaks[PAGE_LEAKS];
	static struct page *pages[PLACES];
	unsigned nr = 0;
	uint64_t sum = 0;

	if (!watched(WATCH_OWNER))
		return;
	for (unsigned i = 0; i < PLACES; i++)
		CHECK((pages[i] = by_left(i, 6)));
	CHECK_EQ(page_leaks(f.node.p, 0, leaks, &nr), PLACES);
	CHECK_EQ(nr, PAGE_LEAKS);
	for (unsigned i = 0; i < nr; i++)
		sum += leaks[i].nr_pages;
	CHECK_EQ(sum, PAGE_LEAKS);
	pgdat_free_bulk(f.node.p, PLACES, pages);
	nr = 0;
	CHECK_EQ(page_leaks(f.node.p, 0, leaks, &nr), 0);
	unwatch();
}

/* --- What an instance looks like when the watch begins ---------------------------------------- */

TEST(what_is_allocated_before_keeps_its_contents)
{
	struct page *chunk, *page;
	struct pg_data *p;

	if (!vm_make(&f, ORDER))
		return;
	p = f.node.p;
	chunk = pgdat_alloc(p, GFP_KERNEL, CHUNK_ORDER);
	page = pgdat_alloc(p, GFP_KERNEL, 0);
	CHECK(chunk && page);
	bytes_of(chunk)[0] = bytes_of(chunk + CHUNK_PAGES - 1)[9] = bytes_of(page)[4095] = 0x31;
	w = (struct page_watch){.what = ALL};
	CHECK_EQ(pgdat_watch(p, &w), 0);
	CHECK_EQ(bytes_of(chunk)[0], 0x31);
	CHECK_EQ(bytes_of(chunk + CHUNK_PAGES - 1)[9], 0x31);
	CHECK_EQ(bytes_of(page)[4095], 0x31);
	CHECK_EQ(page_owner_of(p, page)->nr, 0);
	pgdat_check(p);
	pgdat_free(p, chunk, CHUNK_ORDER);
	pgdat_free(p, page, 0);
	CHECK_EQ(bytes_of(chunk)[0], PAGE_POISON_BYTE);
	CHECK_EQ(bytes_of(chunk + CHUNK_PAGES - 1)[9], PAGE_POISON_BYTE);
	CHECK_EQ(bytes_of(page)[4095], PAGE_POISON_BYTE);
	CHECK(page_owner_of(p, page)->freed && page_owner_of(p, page)->nr == 2);
	unwatch();
}

TEST(holes_have_no_owner_and_no_poison)
{
	static struct page_leak leaks[PAGE_LEAKS];
	struct node_fixture holed;
	struct page *page;
	uint8_t *hole;
	unsigned nr = 0;

	if (!vm_make(&f, ORDER) || !node_make(&holed, f.start_pfn, f.start_pfn + PAGES))
		return;
	node_add(&holed, f.start_pfn, f.start_pfn + CHUNK_PAGES);
	node_add(&holed, f.start_pfn + 2 * CHUNK_PAGES, f.start_pfn + 3 * CHUNK_PAGES);
	hole = port_phys_to_virt((f.start_pfn + CHUNK_PAGES) << PAGE_SHIFT);
	hole[0] = 0x31;
	w = (struct page_watch){.what = ALL};
	CHECK_EQ(pgdat_watch(holed.p, &w), 0);
	CHECK_EQ(hole[0], 0x31);
	CHECK(!page_owner_of(holed.p, node_page(&holed, f.start_pfn + CHUNK_PAGES)));
	CHECK(page_owner_of(holed.p, node_page(&holed, f.start_pfn + 2 * CHUNK_PAGES)));
	/* A table of 16 pages for each chunk with RAM, and a page to find them. */
	CHECK_EQ(pgdat_nr_free(holed.p), 2 * CHUNK_PAGES - 2 * 16 - 1);
	page = pgdat_alloc(holed.p, GFP_KERNEL, 0);
	CHECK_EQ(page_leaks(holed.p, 0, leaks, &nr), 1);
	pgdat_free(holed.p, page, 0);
	pgdat_check(holed.p);
	vm_drop(&f);
}

TEST(an_instance_without_ram_is_watched_for_nothing)
{
	struct node_fixture empty;

	if (!vm_make(&f, ORDER) || !node_make(&empty, f.start_pfn, f.start_pfn + PAGES))
		return;
	w = (struct page_watch){.what = ALL};
	CHECK_EQ(pgdat_watch(empty.p, &w), 0);
	CHECK(!empty.p->owners && empty.p->watch == &w);
	CHECK(!page_owner_of(empty.p, node_page(&empty, f.start_pfn)));
	CHECK(!pgdat_alloc(empty.p, __GFP_NOWARN, 0));
	pgdat_check(empty.p);
	vm_drop(&f);
}

TEST(a_node_with_no_page_at_all_has_no_owners)
{
	if (!vm_make(&f, ORDER))
		return;
	while (pgdat_alloc(f.node.p, __GFP_NOWARN, 0))
		;
	w = (struct page_watch){.what = ALL};
	CHECK_EQ(pgdat_watch(f.node.p, &w), -ENOMEM);
	CHECK(!f.node.p->owners && !f.node.p->watch && !f.node.p->force);
	port_pt_destroy(f.pt);
	__free_pages(f.lent, f.order);
}

/* --- A watched instance is the same allocator ------------------------------------------------- */

TEST(wrong_frees_are_found_as_ever_and_poison_nothing)
{
	struct page *page, *slots[2];

	if (!watched(ALL))
		return;
	page = pgdat_alloc(f.node.p, GFP_KERNEL, 0);
	bytes_of(page)[5] = 5;
	pgdat_get_page(f.node.p, page);
	pgdat_free(f.node.p, page, 0); /* a reference */
	CHECK_EQ(bytes_of(page)[5], 5);
	pgdat_get_page(f.node.p, page);
	slots[0] = slots[1] = page; /* a reference, then the page */
	pgdat_free_bulk(f.node.p, 2, slots);
	CHECK(!slots[0] && !slots[1]);
	CHECK_EQ(bytes_of(page)[5], PAGE_POISON_BYTE);
	CHECK(test_contains(test_expect_panic(free_it, page), "double free"));
	port_pt_destroy(f.pt);
	__free_pages(f.lent, f.order);
}

TEST(runs_promises_and_zeroed_pages_go_both_ways)
{
	struct pg_data *p;
	struct page *page, *slots[100] = {NULL};
	pfn_t pfns[2];
	uint64_t nr_free;

	if (!watched(ALL))
		return;
	p = f.node.p;
	nr_free = pgdat_nr_free(p);
	page = pgdat_alloc_run(p, __GFP_ZERO, 100);
	CHECK(page && !bytes_of(page)[0] && !bytes_of(page + 99)[4095]);
	pgdat_free_run(p, page, 100);
	CHECK_EQ(pgdat_bulk_array(p, __GFP_ZERO, 100, slots), 100);
	CHECK(!bytes_of(slots[99])[17]);
	pgdat_free_bulk(p, 100, slots);
	CHECK(!pgdat_reserve(p, 2 * CHUNK_PAGES + 3));
	CHECK_EQ(pgdat_alloc_reserved_chunks(p, 1, pfns), 1);
	pgdat_free_run(p, pgdat_page(p, pfns[0]), CHUNK_PAGES);
	page = pgdat_alloc_reserved(p, 1);
	CHECK(page);
	pgdat_free(p, page, 1);
	pgdat_unreserve(p, CHUNK_PAGES + 1);
	CHECK_EQ(pgdat_nr_free(p), nr_free);
	unwatch();
}

TEST(a_node_too_small_for_owners_is_left_as_it_was)
{
	struct pg_data *p;
	struct page *held;

	if (!vm_make(&f, ORDER))
		return;
	p = f.node.p;
	held = pgdat_alloc(p, GFP_KERNEL, ORDER - 1);
	pgdat_split(p, held, ORDER - 1);
	for (unsigned i = 0; i < PAGES / 2; i += 2) /* no block of two is free in this half */
		pgdat_free(p, held + i, 0);
	while (pgdat_alloc(p, __GFP_NOWARN, CHUNK_ORDER))
		;
	pgdat_drain(p);
	w = (struct page_watch){.what = ALL};
	CHECK_EQ(pgdat_watch(p, &w), -ENOMEM);
	CHECK(!p->owners && !p->watch && !p->force);
	CHECK_EQ(pgdat_nr_free(p), PAGES / 4);
	pgdat_check(p);
	port_pt_destroy(f.pt);
	__free_pages(f.lent, f.order);
}

/* --- Failures on purpose ---------------------------------------------------------------------- */

TEST(what_fails_follows_the_rules_of_linux)
{
	struct page_fail fail;
	unsigned nr = 0;

	CHECK(!page_fail_parse("3,100,10,2", &fail));
	for (unsigned i = 1; i <= 10; i++) /* 9 single pages, and no more, are free of charge */
		CHECK_EQ(page_fail_now(&fail, 1), 0);
	CHECK_EQ(fail.space, 1);
	CHECK_EQ(fail.nr_seen, 1);
	CHECK(!page_fail_now(&fail, 1));
	CHECK(page_fail_now(&fail, 1));
	CHECK(!page_fail_now(&fail, 1) && !page_fail_now(&fail, 1) && page_fail_now(&fail, 1));
	for (unsigned i = 0; i < 10; i++)
		CHECK(!page_fail_now(&fail, 1)); /* twice and not again */
	CHECK_EQ(fail.nr_denied, 2);
	CHECK(!page_fail_parse("1,25,0,-1", &fail));
	for (unsigned i = 0; i < 10000; i++)
		nr += page_fail_now(&fail, 1);
	CHECK(nr > 2200 && nr < 2800);
	CHECK(!page_fail_parse("1,0,0,-1", &fail));
	CHECK(!page_fail_now(&fail, 1));
}

TEST(malformed_rules_are_refused)
{
	static const char *const texts[] = {
		"",	    "1",	 "1,2,3",    "1,2,3,",	  "1,2,3,4,",
		"1,1,1,-",  "1,1,1,-1,", "1;1,1,1",  "1,1,1,",	  ",1,1,1",
		"0,1,0,1",  "1,101,0,1", "1,1,0,-2", "1,1,-1,1",  "a,1,1,1",
		" 1,1,1,1", "1,1,1,1 ",	 "1,,1,1",   "1,1,1,--1", "9999999999999999999,1,1,1"};
	struct page_fail fail = {.times = 77};

	for (unsigned i = 0; i < ARRAY_SIZE(texts); i++) {
		CHECK_EQ(page_fail_parse(texts[i], &fail), -EINVAL);
		CHECK_EQ(fail.times, 77);
	}
}

TEST(a_denied_request_gives_nothing_or_half)
{
	struct page_fail always = {.interval = 1, .probability = 100, .times = -1};
	struct page *slots[10] = {NULL};
	struct page_list list = {0};
	static struct page_event events[1];
	uint64_t nr_free;
	pfn_t pfns[4];

	if (!watched(WATCH_TRACE))
		return;
	nr_free = pgdat_nr_free(f.node.p);
	page_fail_set(&w, &always);
	CHECK(!pgdat_alloc(f.node.p, GFP_KERNEL, 0));
	CHECK(!pgdat_alloc(f.node.p, GFP_KERNEL, CHUNK_ORDER));
	CHECK_EQ(page_trace_read(&w, events, 1), 1);
	CHECK(events[0].what == PAGE_DENIED && events[0].nr_pages == CHUNK_PAGES);
	CHECK_EQ(pgdat_reserve(f.node.p, 1), -ENOMEM);
	CHECK_EQ(pgdat_bulk_array(f.node.p, GFP_KERNEL, 10, slots), 5);
	CHECK_EQ(pgdat_bulk_list(f.node.p, GFP_KERNEL, 7, &list), 3);
	CHECK_EQ(pgdat_alloc_chunks(f.node.p, GFP_KERNEL, 2, pfns), 1);
	pgdat_free_bulk(f.node.p, 10, slots);
	for (struct page *page; (page = page_list_pop(&list));)
		pgdat_free(f.node.p, page, 0);
	pgdat_free_run(f.node.p, pgdat_page(f.node.p, pfns[0]), CHUNK_PAGES);
	CHECK_EQ(pgdat_nr_free(f.node.p), nr_free);
	CHECK_EQ(w.fail.nr_denied, 6);
	CHECK(!pgdat_alloc(f.node.p, GFP_KERNEL, MAX_PAGE_ORDER + 1));
	CHECK_EQ(w.denied.nr_pages, 1);
	page_fail_set(&w, NULL);
	CHECK(!pgdat_alloc(f.node.p, GFP_KERNEL, MAX_PAGE_ORDER + 1));
	CHECK(pgdat_alloc(f.node.p, GFP_KERNEL, 0));
	unwatch();
}
