// SPDX-License-Identifier: MIT
#include "tests/host/world_pages.h"

#include "mm/page_alloc_int.h"
#include "tests/harness/test.h"
#include "tests/host/host.h"

/* --- The model --------------------------------------------------------------------------- */

static unsigned in_zone(const struct tiny *t, unsigned i, gfp_t gfp)
{
	return !(gfp & __GFP_DMA32) || t->start + i < DMA32_END_PFN;
}

static unsigned zone_of(const struct tiny *t, unsigned i)
{
	return t->start + i < DMA32_END_PFN ? ZONE_DMA32 : ZONE_NORMAL;
}

static uint64_t nr_free(const struct tiny *t)
{
	uint64_t nr = 0;

	for (unsigned i = 0; i < TINY_PAGES; i++)
		nr += t->m.owner[i] == TINY_FREE;
	return nr;
}

static uint64_t nr_spare(const struct tiny *t)
{
	return nr_free(t) - t->m.nr_promised;
}

/* Is [i, i + 2^order) an aligned block of free pages of one zone that gfp allows? */
static bool is_run(const struct tiny *t, unsigned i, unsigned order, gfp_t gfp)
{
	if ((t->start + i) & ((1u << order) - 1) || i + (1u << order) > TINY_PAGES)
		return false;
	for (unsigned k = i; k < i + (1u << order); k++)
		if (t->m.owner[k] != TINY_FREE || !in_zone(t, k, gfp) ||
		    zone_of(t, k) != zone_of(t, i))
			return false;
	return true;
}

static bool has_run(const struct tiny *t, unsigned order, gfp_t gfp)
{
	for (unsigned i = 0; i < TINY_PAGES; i++)
		if (is_run(t, i, order, gfp))
			return true;
	return false;
}

bool tiny_inner_refs(const struct tiny *t, unsigned i)
{
	for (unsigned k = 1; k < 1u << t->m.owner[i]; k++)
		if (t->m.refs[i + k])
			return true;
	return false;
}

unsigned tiny_singles(const struct tiny *t)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < TINY_PAGES; i++)
		bits |= (unsigned)!t->m.owner[i] << i;
	return bits;
}

static void model_take(struct world *w, const struct page *page, unsigned order, gfp_t gfp)
{
	struct tiny *t = w->arg;
	uint64_t i = (uint64_t)(page - tiny_page(t, 0));

	if (i >= TINY_PAGES || !is_run(t, (unsigned)i, order, gfp)) {
		world_differs(w, "page %lld was given, which is no free block of order %u",
			      (long long)i, order);
		return;
	}
	t->m.owner[i] = (uint8_t)order;
	for (unsigned k = 1; k < 1u << order; k++)
		t->m.owner[i + k] = TINY_TAIL;
}

/* One reference less, or free. */
static void model_give(struct tiny *t, unsigned i)
{
	unsigned order = t->m.owner[i];

	if (t->m.refs[i]) {
		t->m.refs[i]--;
		return;
	}
	for (unsigned k = 0; k < 1u << order; k++)
		t->m.owner[i + k] = TINY_FREE;
}

/* --- Comparing --------------------------------------------------------------------------- */

/* Free, as one CPU or another sees it: a page claimed by the other looks allocated. */
static bool page_is_free(const struct tiny *t, unsigned i, unsigned *order)
{
	bool is_free = false;

	*order = 0;
	for (unsigned cpu = 0; cpu < t->nr_cpus; cpu++) {
		enum page_state state;
		unsigned seen;

		host_set_cpu(cpu);
		state = page_state(t->p, t->start + i - t->p->base_pfn, &seen);
		is_free |= state == STATE_FREE || state == STATE_CLAIMED || state == STATE_PARKED;
		*order = state == STATE_TAIL ? TINY_TAIL : seen;
	}
	host_set_cpu(0);
	return is_free;
}

static void compare(struct world *w)
{
	const struct tiny *t = w->arg;

	if (pgdat_nr_free(t->p) != nr_free(t))
		world_differs(w, "%llu pages are free, not %llu",
			      (unsigned long long)pgdat_nr_free(t->p),
			      (unsigned long long)nr_free(t));
	if (t->p->nr_reserved != t->m.nr_promised)
		world_differs(w, "%llu pages are promised, not %llu",
			      (unsigned long long)t->p->nr_reserved,
			      (unsigned long long)t->m.nr_promised);
	for (unsigned i = 0; i < TINY_PAGES; i++) {
		unsigned order;
		bool is_free = page_is_free(t, i, &order);

		if (is_free != (t->m.owner[i] == TINY_FREE) || (!is_free && order != t->m.owner[i]))
			world_differs(w, "page %u is %s, order %u; the model has %#x", i,
				      is_free ? "free" : "taken", order, t->m.owner[i]);
		if (tiny_page(t, i)->extra_refs != t->m.refs[i])
			world_differs(w, "page %u has %u references more, not %u", i,
				      tiny_page(t, i)->extra_refs, t->m.refs[i]);
	}
}

static void settle(struct world *w)
{
	struct tiny *t = w->arg;

	compare(w);
	for (unsigned cpu = 0; cpu < t->nr_cpus; cpu++) {
		struct pcp *pcp = &t->p->pcp[cpu];

		for (unsigned k = pcp->nr_parked; k < TINY_PAGES; k++)
			pcp->magazine[k] = NULL;
	}
	for (unsigned i = 0; i < TINY_PAGES; i++)
		tiny_page(t, i)->next = NULL; /* its owner's, and nobody's while it is free */
	t->p->stats = (struct page_stats){0};
}

/* Free blocks of the drained instance, by order, against the model's. */
static void compare_blocks(struct world *w)
{
	const struct tiny *t = w->arg;
	uint64_t expect[NR_ZONES][MAX_PAGE_ORDER + 1] = {{0}};
	bool counted[TINY_PAGES] = {false};

	for (unsigned order = 4; order--;)
		for (unsigned i = 0; i < TINY_PAGES; i++) {
			if (counted[i] || !is_run(t, i, order, 0))
				continue;
			expect[zone_of(t, i)][order]++;
			for (unsigned k = i; k < i + (1u << order); k++)
				counted[k] = true;
		}
	for (int type = 0; type < NR_ZONES; type++) {
		struct zone_info info;

		zone_info(t->p, (enum zone_type)type, &info);
		for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++)
			if (info.nr_blocks[k] != expect[type][k])
				world_differs(w,
					      "drained, there are %llu blocks of order %u, not "
					      "%llu",
					      (unsigned long long)info.nr_blocks[k], k,
					      (unsigned long long)expect[type][k]);
	}
}

/* The invariants; then, drained, the blocks; then everything given back, the blocks again. */
static void verify(struct world *w)
{
	struct tiny *t = w->arg;

	pgdat_check(t->p);
	pgdat_drain(t->p);
	pgdat_check(t->p);
	compare(w);
	compare_blocks(w);
	for (unsigned i = 0; i < TINY_PAGES && !w->said[0]; i++) {
		while (t->m.owner[i] == TINY_TAIL && t->m.refs[i]) { /* of a block not yet split */
			unsigned head = i;

			while (t->m.owner[head] == TINY_TAIL)
				head--;
			tiny_split(w, head);
		}
	}
	for (unsigned i = 0; i < TINY_PAGES && !w->said[0]; i++)
		while (tiny_is_head(t, i))
			tiny_free(w, i);
	pgdat_drain(t->p);
	pgdat_check(t->p);
	compare(w);
	compare_blocks(w);
}

/* --- Calls ------------------------------------------------------------------------------- */

static struct page *answered(struct tiny *t, struct page *page)
{
	if (t->meddle)
		t->meddle(t, &page);
	return page;
}

void tiny_alloc(struct world *w, gfp_t gfp, unsigned order)
{
	struct tiny *t = w->arg;
	struct page *page = answered(t, pgdat_alloc(t->p, gfp, order));

	if (page)
		model_take(w, page, order, gfp);
	else if (has_run(t, order, gfp) && nr_spare(t) >= 1ull << order)
		world_differs(w, "no block of order %u was given though one is free", order);
}

void tiny_alloc_reserved(struct world *w, unsigned order)
{
	struct tiny *t = w->arg;
	struct page *page = answered(t, pgdat_alloc_reserved(t->p, order));

	if (!page && !order)
		world_differs(w, "a promised page was not given");
	if (!page) /* the caches may hold parts of every block */
		return;
	model_take(w, page, order, 0);
	t->m.nr_promised -= 1ull << order;
}

void tiny_free(struct world *w, unsigned i)
{
	struct tiny *t = w->arg;

	pgdat_free(t->p, tiny_page(t, i), t->m.owner[i]);
	model_give(t, i);
}

void tiny_get(struct world *w, unsigned i)
{
	struct tiny *t = w->arg;

	pgdat_get_page(t->p, tiny_page(t, i));
	t->m.refs[i]++;
}

void tiny_split(struct world *w, unsigned i)
{
	struct tiny *t = w->arg;
	unsigned order = t->m.owner[i];

	pgdat_split(t->p, tiny_page(t, i), order);
	for (unsigned k = 0; k < 1u << order; k++)
		t->m.owner[i + k] = 0;
}

void tiny_reserve(struct world *w, uint64_t nr)
{
	struct tiny *t = w->arg;
	int err = pgdat_reserve(t->p, nr);

	if (!err != (nr <= nr_spare(t)))
		world_differs(w, "a promise of %llu pages: error %d, with %llu to spare",
			      (unsigned long long)nr, err, (unsigned long long)nr_spare(t));
	t->m.nr_promised += err ? 0 : nr;
}

void tiny_unreserve(struct world *w, uint64_t nr)
{
	struct tiny *t = w->arg;

	pgdat_unreserve(t->p, nr);
	t->m.nr_promised -= nr;
}

void tiny_drain(struct world *w)
{
	struct tiny *t = w->arg;

	pgdat_drain(t->p);
}

/* --- Bulk -------------------------------------------------------------------------------- */

/* Of nr pages asked for, `missing` were not given: right only if nobody could. */
static void short_verify(struct world *w, long missing, gfp_t gfp)
{
	const struct tiny *t = w->arg;

	if (missing && has_run(t, 0, gfp) && nr_spare(t))
		world_differs(w, "%ld pages were not given though some are free", missing);
}

void tiny_bulk_array(struct world *w, gfp_t gfp, long nr, unsigned full)
{
	struct tiny *t = w->arg;
	struct page *slots[TINY_PAGES + 1];
	struct page *const filler = (struct page *)&slots;
	long got, prefix = 0, missing = 0;

	for (long i = 0; i <= nr; i++)
		slots[i] = i == nr || full >> i & 1 ? filler : NULL;
	got = pgdat_bulk_array(t->p, gfp, nr, slots);
	if (!(full & 1))
		slots[0] = answered(t, slots[0]);
	while (prefix < nr && slots[prefix])
		prefix++;
	if (got != prefix || slots[nr] != filler)
		world_differs(w, "%ld was returned, the populated prefix is %ld", got, prefix);
	for (long i = 0; i < nr; i++) {
		if (full >> i & 1) {
			if (slots[i] != filler)
				world_differs(w, "full slot %ld changed", i);
		} else if (slots[i]) {
			model_take(w, slots[i], 0, gfp);
			if (i >= prefix)
				world_differs(w, "slot %ld is behind the prefix", i);
		} else {
			missing++;
		}
	}
	short_verify(w, missing, gfp);
}

void tiny_bulk_list(struct world *w, long nr)
{
	struct tiny *t = w->arg;
	struct page_list list = {0};
	long got = pgdat_bulk_list(t->p, 0, nr, &list), seen = 0;
	struct page *page;

	if (list.nr_pages != (uint64_t)got || (list.last && list.last->next))
		world_differs(w, "%ld pages were added, the list counts %llu", got,
			      (unsigned long long)list.nr_pages);
	while ((page = page_list_pop(&list)) && !w->said[0]) {
		model_take(w, page, 0, 0);
		seen++;
	}
	if (seen != got)
		world_differs(w, "%ld pages were added, %ld are on the list", got, seen);
	short_verify(w, nr - got, 0);
}

void tiny_free_bulk(struct world *w, unsigned pages)
{
	struct tiny *t = w->arg;
	struct page *slots[TINY_PAGES + 1];

	for (unsigned i = 0; i < TINY_PAGES; i++)
		slots[i] = pages >> i & 1 ? tiny_page(t, i) : NULL;
	slots[TINY_PAGES] = tiny_page(t, 0);
	pgdat_free_bulk(t->p, TINY_PAGES, slots);
	for (unsigned i = 0; i < TINY_PAGES; i++) {
		if (slots[i])
			world_differs(w, "slot %u was not cleared", i);
		if (pages >> i & 1)
			model_give(t, i);
	}
	if (slots[TINY_PAGES] != tiny_page(t, 0))
		world_differs(w, "the slot behind the array was written");
}

/* --- Setting up -------------------------------------------------------------------------- */

static void region_add(struct world *w, void *at, size_t len)
{
	w->regions[w->nr_regions++] = (struct world_region){at, len};
}

bool tiny_make(struct tiny *t, struct world *w, pfn_t start, unsigned nr_cpus)
{
	pfn_t base = pgdat_base_pfn(start), end = ALIGN_UP(start + TINY_PAGES, CHUNK_PAGES);
	size_t maps_len = ALIGN_UP(pgdat_maps_len(start, end), sizeof(uint64_t));
	void *maps = test_arena(maps_len), *records = test_arena((end - base) * 16);

	*t = (struct tiny){.p = test_arena(sizeof(*t->p)), .start = start, .nr_cpus = nr_cpus};
	if (!maps || !records || !t->p) {
		test_fail(__FILE__, __LINE__, "no memory for an instance");
		return false;
	}
	pgdat_init(t->p, 0, start, start + TINY_PAGES, records, maps);
	pgdat_add_unowned(t->p, base, end, PAGE_HOLE);
	for (unsigned i = 0; i < TINY_PAGES; i++)
		tiny_page(t, i)->busy = 0;
	pgdat_add_free(t->p, start, start + TINY_PAGES);
	t->p->warned = ~0u;
	for (unsigned i = 0; i < TINY_PAGES; i++)
		t->m.owner[i] = TINY_FREE;
	region_add(w, t->p, sizeof(*t->p));
	region_add(w, maps, maps_len);
	region_add(w, tiny_page(t, 0), TINY_PAGES * sizeof(struct page));
	region_add(w, &t->m, sizeof(t->m));
	w->arg = t;
	w->settle = settle;
	w->verify = verify;
	return true;
}
