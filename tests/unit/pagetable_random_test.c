// SPDX-License-Identifier: MIT
/*
 * Random operations against a shadow of every 4 KiB page: frame and protection. After each, what
 * it touched is compared with the tables, and what changed with what was flushed; after the large
 * ones and now and then, everything.
 */
#include "tests/harness/test.h"
#include "tests/unit/pagetable_pool.h"

/* The window ends two thirds into another entry of the top table. */
#define WINDOW_BASE  ((512ul << 30) - PUD_SIZE)
#define WINDOW_PAGES (3 * PUD_SIZE / PAGE_SIZE)

#define NO_FRAME ~0u

enum {
	NR_OPS = 20000,
	POOL_TABLES = 1600, /* more than the window can take */
	MOST_PFNS = 2000,
	FEW_PAGES = 4096, /* up to here, leaves are looked up one by one */
	FULL_EVERY = 1000,
};

/* What one page should be. */
static uint32_t *frames; /* pfn or NO_FRAME */
static uint8_t *prots;

static struct pagetable pt;
static uint64_t seed;
static pfn_t pfns[MOST_PFNS];

/* A range of pages of the window. */
struct span {
	uint32_t page, nr;
};

static uint64_t virt_of(uint32_t page)
{
	return WINDOW_BASE + page * PAGE_SIZE;
}

static uint32_t below(uint32_t limit)
{
	return (uint32_t)(test_random(&seed) >> 32) % limit;
}

static unsigned random_prot(void)
{
	static const unsigned all[] = {PT_READ, PT_WRITE, PT_EXEC, PT_NONE, PT_WRITE | PT_EXEC};

	return all[below(ARRAY_SIZE(all))];
}

/* Mostly small, rarely up to the whole window; often on borders of leaves. */
static struct span random_span(void)
{
	static const uint32_t sizes[] = {1, 2, 16, 512, 513, 1024, 1600};
	uint32_t dice = below(1000);
	struct span span;

	if (dice < 3)
		span.nr = 1 + below(WINDOW_PAGES);
	else if (dice < 10)
		span.nr = (uint32_t)(PUD_SIZE / PAGE_SIZE) + below(3) - 1;
	else if (dice < 400)
		span.nr = sizes[below(ARRAY_SIZE(sizes))];
	else
		span.nr = 1 + below(64);
	span.page = below(WINDOW_PAGES);
	if (below(2)) /* in a busy corner, for collisions */
		span.page %= 8192;
	if (below(2))
		span.page = ALIGN_DOWN(span.page, 512);
	if (span.nr > 200000 && below(2))
		span.page = ALIGN_DOWN(span.page, (uint32_t)(PUD_SIZE / PAGE_SIZE));
	if (span.nr > WINDOW_PAGES - span.page)
		span.nr = (uint32_t)WINDOW_PAGES - span.page;
	return span;
}

static bool span_is_empty(struct span span)
{
	for (uint32_t i = span.page; i < span.page + span.nr; i++)
		if (frames[i] != NO_FRAME)
			return false;
	return true;
}

/* --- Shadow against tables ---------------------------------------------------------------------
 */

/* Is [page, page + nr) consecutive frames from pfn on, all with this protection? */
static bool shadow_is(uint32_t page, uint32_t nr, uint64_t pfn, unsigned prot)
{
	for (uint32_t i = 0; i < nr; i++)
		if (frames[page + i] != pfn + i || prots[page + i] != prot)
			return false;
	return true;
}

/* Look up each page or leaf of the span and what is next to it. */
static bool span_is_right(struct span span)
{
	uint32_t at = span.page ? span.page - 1 : 0;
	uint32_t end = span.page + span.nr;

	if (end < WINDOW_PAGES)
		end++;
	while (at < end) {
		struct pt_leaf leaf;
		uint64_t skip;

		if (!pt_lookup(&pt, virt_of(at), &leaf)) {
			if (frames[at] != NO_FRAME)
				return false;
			at++;
			continue;
		}
		skip = (virt_of(at) - leaf.virt) / PAGE_SIZE;
		if (at < skip || !shadow_is((uint32_t)(at - skip), (uint32_t)(leaf.len / PAGE_SIZE),
					    leaf.phys / PAGE_SIZE, leaf.prot))
			return false;
		at += (uint32_t)(leaf.len / PAGE_SIZE - skip);
	}
	return true;
}

static uint64_t nr_walked;

static bool walk_leaf(const struct pt_leaf *leaf, void *arg)
{
	bool *right = arg;

	nr_walked += leaf->len / PAGE_SIZE;
	*right = leaf->virt >= WINDOW_BASE &&
		 leaf->virt + leaf->len <= virt_of((uint32_t)WINDOW_PAGES) &&
		 shadow_is((uint32_t)((leaf->virt - WINDOW_BASE) / PAGE_SIZE),
			   (uint32_t)(leaf->len / PAGE_SIZE), leaf->phys / PAGE_SIZE, leaf->prot);
	return *right;
}

static bool all_is_right(void)
{
	bool right = true;
	uint64_t nr_mapped = 0;

	for (uint32_t i = 0; i < WINDOW_PAGES; i++)
		nr_mapped += frames[i] != NO_FRAME;
	nr_walked = 0;
	pt_walk(&pt, walk_leaf, &right);
	return right && nr_walked == nr_mapped && !pt_check(&pt);
}

/* --- Flushes -----------------------------------------------------------------------------------
 */

/* What the CPU might remember before an operation on few pages. */
static struct pt_leaf before[FEW_PAGES];

static void remember(struct span span)
{
	for (uint32_t i = 0; i < span.nr && span.nr <= FEW_PAGES; i++) {
		before[i].len = 0;
		if (i && before[i - 1].len &&
		    virt_of(span.page + i) - before[i - 1].virt < before[i - 1].len)
			before[i] = before[i - 1];
		else
			pt_lookup(&pt, virt_of(span.page + i), &before[i]);
	}
}

/* Does flushing `address` reach `virt`, of the old leaf `leaf`, in an operation on `span`? */
static bool reaches(uint64_t address, uint64_t virt, const struct pt_leaf *leaf, struct span span)
{
	uint64_t len = leaf->len;

	/* What was split is flushed by the pieces that lie in the span. */
	while (len > PAGE_SIZE && (ALIGN_DOWN(virt, len) < virt_of(span.page) ||
				   ALIGN_DOWN(virt, len) + len > virt_of(span.page + span.nr)))
		len >>= 9;
	return ALIGN_DOWN(address, len) == ALIGN_DOWN(virt, len);
}

/* Flush; is every page that was accessible and no longer is as it was covered? */
static bool flush_covers(struct span span)
{
	const struct pt_pool_flush *flushed = pt_pool_flushed();

	pt_flush(&pt);
	if (flushed->nr > PT_FLUSH_PAGES || span.nr > FEW_PAGES)
		return true;
	for (uint32_t i = 0; i < span.nr; i++) {
		const struct pt_leaf *old = &before[i];
		uint64_t virt = virt_of(span.page + i);
		unsigned k = 0;

		if (!old->len || (old->prot & PT_NONE) ||
		    shadow_is(span.page + i, 1, (old->phys + virt - old->virt) / PAGE_SIZE,
			      old->prot))
			continue;
		while (k < flushed->nr && !reaches(flushed->pages[k], virt, old, span))
			k++;
		if (k == flushed->nr)
			return false;
	}
	return true;
}

/* --- Operations: each returns whether all went as it must --------------------------------------
 */

/* Are the leaves of a new run as large as they can be? */
static bool leaves_are_large(struct span span, uint64_t phys, uint64_t max_leaf)
{
	uint64_t end = virt_of(span.page + span.nr);

	for (uint64_t at = virt_of(span.page); at < end;) {
		uint64_t len = max_leaf;
		struct pt_leaf leaf;

		while (len > PAGE_SIZE && (!IS_ALIGNED(at | phys, len) || end - at < len))
			len >>= 9;
		if (!pt_lookup(&pt, at, &leaf) || leaf.virt != at || leaf.len != len)
			return false;
		at += len;
		phys += len;
	}
	return true;
}

static bool do_map_run(struct span span, bool starved)
{
	static const uint64_t leaves[] = {PAGE_SIZE, PMD_SIZE, PUD_SIZE, PUD_SIZE};
	uint64_t max_leaf = leaves[below(ARRAY_SIZE(leaves))];
	unsigned prot = random_prot();
	bool empty = span_is_empty(span);
	uint32_t pfn = below(1u << 30);
	int err;

	if (span.nr > FEW_PAGES && max_leaf == PAGE_SIZE)
		max_leaf = PMD_SIZE;
	if (below(4))
		pfn = ALIGN_DOWN(pfn, 1u << 18) + (span.page & ((1u << 18) - 1));
	err = pt_map_leaves(&pt, virt_of(span.page), (uint64_t)pfn * PAGE_SIZE, span.nr * PAGE_SIZE,
			    prot, max_leaf);
	if (err)
		return (err == -EEXIST && !empty) || (err == -ENOMEM && starved);
	for (uint32_t i = 0; i < span.nr; i++) {
		frames[span.page + i] = pfn + i;
		prots[span.page + i] = (uint8_t)prot;
	}
	return empty && leaves_are_large(span, (uint64_t)pfn * PAGE_SIZE, max_leaf);
}

static bool do_map_pfns(struct span span, bool starved)
{
	unsigned prot = random_prot();
	bool empty = span_is_empty(span);
	int err;

	for (uint32_t i = 0; i < span.nr; i++)
		pfns[i] = i && below(4) ? pfns[i - 1] + 1 : below(1u << 30);
	err = pt_map_pfns(&pt, virt_of(span.page), pfns, span.nr, prot);
	if (err)
		return (err == -EEXIST && !empty) || (err == -ENOMEM && starved);
	for (uint32_t i = 0; i < span.nr; i++) {
		frames[span.page + i] = (uint32_t)pfns[i];
		prots[span.page + i] = (uint8_t)prot;
	}
	return empty;
}

struct unmapping {
	struct span span;
	uint32_t at; /* told so far */
	uint64_t nr;
	bool right;
};

/* The run is in the shadow, follows what was told, and goes no further on either side. */
static void unmapped(void *arg, uint64_t virt, phys_addr_t phys, uint64_t len)
{
	struct unmapping *u = arg;
	uint32_t page = (uint32_t)((virt - WINDOW_BASE) / PAGE_SIZE);
	uint32_t nr = (uint32_t)(len / PAGE_SIZE);
	uint32_t pfn = (uint32_t)(phys / PAGE_SIZE);

	if (page < u->at || page + nr > u->span.page + u->span.nr) {
		u->right = false;
		return;
	}
	for (uint32_t i = 0; i < nr; i++)
		u->right = u->right && frames[page + i] == pfn + i;
	if (page > u->span.page && pfn && frames[page - 1] == pfn - 1)
		u->right = false;
	if (page + nr < u->span.page + u->span.nr && frames[page + nr] == pfn + nr)
		u->right = false;
	u->at = page + nr;
	u->nr += nr;
}

static bool do_unmap(struct span span, bool starved)
{
	struct unmapping u = {.span = span, .at = span.page, .right = true};
	int64_t nr = pt_unmap(&pt, virt_of(span.page), span.nr * PAGE_SIZE, unmapped, &u);
	uint64_t nr_mapped = 0;

	if (nr == -ENOMEM)
		return starved && !u.nr;
	for (uint32_t i = span.page; i < span.page + span.nr; i++)
		if (frames[i] != NO_FRAME) {
			nr_mapped++;
			frames[i] = NO_FRAME;
		}
	return u.right && u.nr == nr_mapped && (uint64_t)nr == nr_mapped;
}

static bool do_protect(struct span span, bool starved)
{
	unsigned prot = random_prot();
	int err = pt_protect(&pt, virt_of(span.page), span.nr * PAGE_SIZE, prot);

	if (err)
		return err == -ENOMEM && starved;
	for (uint32_t i = span.page; i < span.page + span.nr; i++)
		prots[i] = (uint8_t)prot;
	return true;
}

static bool do_random(struct span span, bool starved)
{
	uint32_t dice = below(100);

	if (dice < 25)
		return do_map_run(span, starved);
	if (dice < 45)
		return span.nr <= MOST_PFNS ? do_map_pfns(span, starved)
					    : do_map_run(span, starved);
	return dice < 75 ? do_unmap(span, starved) : do_protect(span, starved);
}

TEST(random_operations_agree_with_a_shadow_of_pages)
{
	unsigned nr_starved = 0;

	seed = test_seed();
	test_note("seed %llu", (unsigned long long)seed);
	CHECK(pt_pool_make(POOL_TABLES) && pt_pool_setup(&pt, true));
	frames = test_arena(WINDOW_PAGES * sizeof(*frames));
	prots = test_arena(WINDOW_PAGES);
	CHECK(frames && prots);
	for (uint32_t i = 0; i < WINDOW_PAGES; i++)
		frames[i] = NO_FRAME;
	for (unsigned op = 0; op < NR_OPS; op++) {
		struct span span = random_span();
		bool starved = !below(10);
		bool good;

		if (starved)
			pt_pool_allow(below(3));
		else
			pt_pool_allow_all();
		pt_pool_begin();
		remember(span);
		good = do_random(span, starved) && flush_covers(span) && !pt_pool_is_wrong();
		if (span.nr > FEW_PAGES || op % FULL_EVERY == 0)
			good = good && all_is_right();
		else
			good = good && span_is_right(span);
		if (!good) {
			test_fail(__FILE__, __LINE__, "operation %u, page %u and %u more", op,
				  span.page, span.nr);
			return;
		}
		nr_starved += starved;
	}
	CHECK(all_is_right());
	pt_pool_allow_all();
	CHECK(do_unmap((struct span){0, (uint32_t)WINDOW_PAGES}, false));
	pt_flush(&pt);
	CHECK(all_is_right());
	CHECK_EQ(pt_pool_used(), 1);
	test_note("%u operations, %u of them short of tables, %llu flushes", NR_OPS, nr_starved,
		  (unsigned long long)pt.stats.nr_flushes);
}
