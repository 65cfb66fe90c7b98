// SPDX-License-Identifier: MIT
/*
 * Pages and blocks through the hands of 2, 4 and 8 CPUs at once: ten million are freed by another
 * CPU than the one that allocated them, in every way there is, and memory runs short again and
 * again. A shadow map has the owner of each page, changed by exchange, so that a page with two
 * owners is seen at once.
 */
#include "mm/page_alloc_int.h"
#include "tests/harness/node_fixture.h"
#include "tests/harness/test.h"
#include "tests/host/crew.h"

enum {
	PAGES = 32 * CHUNK_PAGES, /* half below 4 GiB, half above */
	SLOTS = 512,
	BATCH = 64,
	OPERATIONS = 10 * 1000 * 1000,
	TRACED_SHARE = 20, /* of them where every access is traced */
};

#define START_PFN (DMA32_END_PFN - PAGES / 2)

static struct {
	struct node_fixture f;
	uint32_t *owner;	  /* of each page: a CPU plus 1; 0: free */
	struct page *slot[SLOTS]; /* with the order in the lowest bits */
	uint64_t operations;	  /* to be done by all together, and done */
	uint64_t done;
} w;

/* Each page of the block becomes `now`'s, or free (0). Whose it was; ~0: not the same one's. */
static uint32_t own(struct page *page, unsigned order, uint32_t now)
{
	uint64_t first = pgdat_pfn(w.f.p, page) - START_PFN;
	uint32_t owner = __atomic_exchange_n(&w.owner[first], now, __ATOMIC_RELAXED);

	for (uint64_t i = first + 1; i < first + (1ull << order); i++)
		if (__atomic_exchange_n(&w.owner[i], now, __ATOMIC_RELAXED) != owner)
			return ~0u;
	return owner;
}

static struct page *packed(struct page *page, unsigned order)
{
	return (struct page *)((uintptr_t)page | order);
}

/* Pages to be freed in bulk, and what went wrong. */
struct hand {
	struct crew_member *m;
	struct page *pages[BATCH];
	long nr;
	const char *wrong;
};

static void let_go(struct hand *h, struct page *block)
{
	unsigned order = (uintptr_t)block & 15;
	struct page *page = (struct page *)((uintptr_t)block - order);
	uint32_t owner;

	owner = own(page, order, 0);
	if (!owner || owner == ~0u)
		h->wrong = "a block that was given has no owner, or several";
	if (owner != h->m->index + 1)
		__atomic_add_fetch(&w.done, 1, __ATOMIC_RELAXED);
	if (order || crew_below(h->m, 2)) {
		pgdat_free(w.f.p, page, order);
		return;
	}
	h->pages[h->nr++] = page;
	if (h->nr == BATCH) {
		pgdat_free_bulk(w.f.p, BATCH, h->pages);
		h->nr = 0;
	}
}

/* Into a slot; what was there, by whomever, goes. */
static void pass_on(struct hand *h, struct page *page, unsigned order)
{
	struct page *old;

	if (own(page, order, h->m->index + 1))
		h->wrong = "a page has two owners";
	old = __atomic_exchange_n(&w.slot[crew_below(h->m, SLOTS)], packed(page, order),
				  __ATOMIC_ACQ_REL);
	if (old)
		let_go(h, old);
}

static void bulk_pass_on(struct hand *h)
{
	struct page *pages[BATCH] = {NULL};
	long got = pgdat_bulk_array(w.f.p, __GFP_NOWARN, (long)crew_below(h->m, BATCH) + 1, pages);

	for (long i = 0; i < got; i++)
		pass_on(h, pages[i], 0);
}

static void list_pass_on(struct hand *h)
{
	struct page_list list = {0};
	struct page *page;

	pgdat_bulk_list(w.f.p, __GFP_NOWARN, (long)crew_below(h->m, BATCH) + 1, &list);
	while ((page = page_list_pop(&list)))
		pass_on(h, page, 0);
}

/* A promise kept, then broken. */
static void promise(struct hand *h)
{
	struct page *page;

	if (pgdat_reserve(w.f.p, 3))
		return;
	page = pgdat_alloc_reserved(w.f.p, 0);
	if (!page)
		h->wrong = "a promised page is not there";
	else
		pass_on(h, page, 0);
	pgdat_unreserve(w.f.p, 2);
}

static void run_pass_on(struct hand *h)
{
	uint64_t nr = crew_below(h->m, 700) + 1;
	struct page *page = pgdat_alloc_run(w.f.p, __GFP_NOWARN, nr);

	if (page)
		pgdat_free_run(w.f.p, page, nr);
}

static const char *work(struct crew_member *m)
{
	struct hand h = {.m = m};

	while (__atomic_load_n(&w.done, __ATOMIC_RELAXED) < w.operations && !h.wrong) {
		unsigned order = 0;
		struct page *page;

		switch (crew_below(m, 32)) {
		case 0:
			run_pass_on(&h);
			continue;
		case 1:
			promise(&h);
			continue;
		case 2:
			bulk_pass_on(&h);
			continue;
		case 3:
			list_pass_on(&h);
			continue;
		case 4:
			order = CHUNK_ORDER;
			break;
		case 5:
		case 6:
			order = (unsigned)crew_below(m, CHUNK_ORDER);
			break;
		}
		page = pgdat_alloc(w.f.p, __GFP_NOWARN, order);
		if (page)
			pass_on(&h, page, order);
	}
	pgdat_free_bulk(w.f.p, h.nr, h.pages);
	return h.wrong;
}

static void pass_pages(unsigned nr_cpus, uint64_t operations)
{
	const char *said;

	if (!node_make(&w.f, START_PFN, START_PFN + PAGES))
		return;
	node_add(&w.f, START_PFN, START_PFN + PAGES);
	w.owner = test_arena(PAGES * sizeof(w.owner[0]));
	CHECK(w.owner);
	w.operations = operations / (host_is_traced() ? TRACED_SHARE : 1);
	w.done = 0;
	said = crew_run(nr_cpus, work, NULL);
	if (said)
		test_fail(__FILE__, __LINE__, "%s", said);
	pgdat_check(w.f.p);
	for (int i = 0; i < SLOTS; i++) {
		unsigned order = (uintptr_t)w.slot[i] & 15;
		struct page *page = (struct page *)((uintptr_t)w.slot[i] - order);

		if (page) {
			CHECK(own(page, order, 0) - 1 < nr_cpus);
			pgdat_free(w.f.p, page, order);
		}
		w.slot[i] = NULL;
	}
	for (uint64_t i = 0; i < PAGES; i++)
		CHECK_EQ(w.owner[i], 0);
	pgdat_drain(w.f.p);
	CHECK_EQ(pgdat_nr_free(w.f.p), PAGES);
	CHECK_EQ(w.f.p->nr_reserved, 0);
	pgdat_check(w.f.p);
	test_note("%u CPUs, %llu shortages, %llu CPUs that did not answer", nr_cpus,
		  (unsigned long long)w.f.p->stats.nr_drains,
		  (unsigned long long)w.f.p->stats.nr_mute);
}

TEST(two_cpus_pass_pages_to_each_other)
{
	pass_pages(2, test_share(OPERATIONS) / 4);
}

TEST(four_cpus_pass_pages_to_each_other)
{
	pass_pages(4, test_share(OPERATIONS) / 4);
}

TEST(eight_cpus_pass_pages_to_each_other)
{
	pass_pages(8, test_share(OPERATIONS) / 2);
}

/* --- Locks for a page ------------------------------------------------------------------------ */

static uint64_t locks_taken(void)
{
	return host_locks()->nr_taken;
}

/* At most one for 64 pages in bulk, and one for 256 that come and go one by one. */
TEST(locks_are_taken_for_many_pages_at_a_time)
{
	enum { ROUNDS = 128 };
	struct page *pages[BATCH] = {NULL};
	uint64_t before;

	if (!node_make(&w.f, START_PFN, START_PFN + PAGES))
		return;
	node_add(&w.f, START_PFN, START_PFN + PAGES);
	before = locks_taken();
	for (int i = 0; i < ROUNDS; i++) {
		CHECK_EQ(pgdat_bulk_array(w.f.p, GFP_KERNEL, BATCH, pages), BATCH);
		CHECK(locks_taken() - before <= 2 * (uint64_t)i + 1);
		pgdat_free_bulk(w.f.p, BATCH, pages);
		CHECK(locks_taken() - before <= 2 * (uint64_t)i + 2);
	}
	before = locks_taken();
	for (int i = 0; i < ROUNDS * BATCH; i++) {
		struct page *page = pgdat_alloc(w.f.p, GFP_KERNEL, 0);

		CHECK(page);
		pgdat_free(w.f.p, page, 0);
	}
	CHECK(locks_taken() - before <= ROUNDS * BATCH / 256);
}
