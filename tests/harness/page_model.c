// SPDX-License-Identifier: MIT
#include "tests/harness/page_model.h"

#include "apps/harness/env.h"
#include "tests/harness/test.h"

enum { MAX_REFS = 100 };

/* --- Helpers ----------------------------------------------------------------------------- */

static uint64_t below(struct page_model *m, uint64_t n)
{
	if (m->draw)
		return m->draw(m->draw_arg, n);
	return (test_random(&m->random) >> 32) * n >> 32;
}

static bool one_in(struct page_model *m, uint64_t n)
{
	return below(m, n) == 0;
}

static bool __printf(2, 3) fail(struct page_model *m, const char *fmt, ...)
{
	__builtin_va_list args;

	__builtin_va_start(args, fmt);
	env_vformat(m->s.said, sizeof(m->s.said), fmt, args);
	__builtin_va_end(args);
	return false;
}

static void meddle(struct page_model *m)
{
	if (m->meddle)
		m->meddle(m, m->op);
}

static gfp_t gfp_draw(struct page_model *m)
{
	gfp_t gfp = 0;

	if (one_in(m, 4))
		gfp |= __GFP_DMA32;
	if (one_in(m, 4))
		gfp |= __GFP_NOWARN;
	if (one_in(m, 8))
		gfp |= __GFP_THISNODE;
	if (m->s.contents && one_in(m, 2))
		gfp |= __GFP_ZERO;
	return gfp;
}

/* Half of all requests are plain: the ways without lock are theirs alone. */
static void gfp_choose(struct page_model *m)
{
	m->gfp = one_in(m, 2) ? 0 : gfp_draw(m);
}

static unsigned order_draw(struct page_model *m)
{
	uint64_t r = below(m, 64);
	unsigned order = CHUNK_ORDER;

	if (r < 34)
		return 0;
	if (r < 52)
		return 1 + (unsigned)below(m, 3);
	if (r < 60)
		return 4 + (unsigned)below(m, 5);
	while (order < MAX_PAGE_ORDER && one_in(m, 2))
		order++;
	return order;
}

static long batch_draw(struct page_model *m)
{
	switch (below(m, 8)) {
	case 0:
		return (long)below(m, MODEL_MAX_BATCH + 1);
	case 1:
	case 2:
		return (long)below(m, 130);
	default:
		return (long)below(m, 20);
	}
}

/* Free pages that are not promised. */
static uint64_t nr_spare(const struct page_model *m)
{
	return shadow_nr_free(&m->s, 0) - m->nr_promised;
}

/* --- Allocation -------------------------------------------------------------------------- */

static bool do_alloc(struct page_model *m)
{
	m->order = order_draw(m);
	gfp_choose(m);
	m->page = pgdat_alloc(m->f.p, m->gfp, m->order);
	meddle(m);
	if (m->page)
		return shadow_take(&m->s, m->page, m->order, m->gfp);
	if (shadow_has_run(&m->s, m->order, m->gfp) && nr_spare(m) >= 1ull << m->order)
		return fail(m, "no block of order %u was given, flags %#x, though one is free",
			    m->order, m->gfp);
	m->nr_failed++;
	return true;
}

/* What a full slot holds: never a page, so that nobody mistakes it for one. */
static struct page *filler(long i)
{
	return (struct page *)(0x1001 + 8 * (uintptr_t)i);
}

/* Some slots full: none, all, at random in some density, or in runs. */
static void slots_draw(struct page_model *m)
{
	uint64_t kind = below(m, 4);
	uint64_t density = below(m, 9);
	bool full = false;

	for (long i = 0; i < m->nr; i++) {
		if (kind == 0)
			full = false;
		else if (kind == 1)
			full = i % 2 == (long)(density & 1);
		else if (kind == 2)
			full = below(m, 8) < density;
		else if (one_in(m, 16))
			full = !full;
		m->slots[i] = full ? filler(i) : NULL;
	}
	m->slots[m->nr] = filler(m->nr);
	__builtin_memcpy(m->before, m->slots, (size_t)(m->nr + 1) * sizeof(m->slots[0]));
}

/* A short answer is right only if nothing is free but what is promised. */
static bool short_verify(struct page_model *m)
{
	uint64_t nr_free = shadow_nr_free(&m->s, m->gfp);

	if (m->got < 0 || m->got > m->nr)
		return fail(m, "%ld of %ld pages", m->got, m->nr);
	if (m->got == m->nr)
		return true;
	m->nr_short++;
	if (nr_free && nr_spare(m))
		return fail(m, "%ld of %ld pages given, flags %#x, though %llu are free", m->got,
			    m->nr, m->gfp, (unsigned long long)nr_free);
	return true;
}

static bool do_bulk_array(struct page_model *m)
{
	long prefix = 0;

	m->nr = batch_draw(m);
	gfp_choose(m);
	slots_draw(m);
	m->got = pgdat_bulk_array(m->f.p, m->gfp, m->nr, m->slots);
	meddle(m);
	while (prefix < m->nr && m->slots[prefix])
		prefix++;
	if (m->got != prefix)
		return fail(m, "returned %ld, the populated prefix is %ld", m->got, prefix);
	for (long i = 0; i <= m->nr; i++) {
		if (m->slots[i] == m->before[i])
			continue;
		if (m->before[i] || i >= prefix)
			return fail(m, "slot %ld of %ld changed, prefix %ld", i, m->nr, prefix);
		if (!shadow_take(&m->s, m->slots[i], 0, m->gfp))
			return false;
	}
	return short_verify(m);
}

/* Behind what the list already held, whose links must be as they were. */
static bool list_verify(struct page_model *m, uint64_t nr_before, const struct page *last_before)
{
	struct page *page;
	uint64_t nr = 0;
	struct page_list list = m->list;

	if (list.nr_pages != nr_before + (uint64_t)m->got)
		return fail(m, "%ld pages were added, the list counts %llu more", m->got,
			    (unsigned long long)(list.nr_pages - nr_before));
	if (list.nr_pages && list.last->next)
		return fail(m, "the last page has a link");
	while (nr < m->list.nr_pages && (page = page_list_pop(&list))) {
		if (++nr == nr_before && page != last_before)
			return fail(m, "the list lost what it held");
		if (!shadow_take(&m->s, page, 0, m->gfp))
			return false;
	}
	if (nr != m->list.nr_pages || list.first)
		return fail(m, "the list counts %llu pages and holds others",
			    (unsigned long long)m->list.nr_pages);
	return true;
}

static bool do_bulk_list(struct page_model *m)
{
	struct page *last_before;
	uint64_t nr_before;

	m->list = (struct page_list){0};
	gfp_choose(m);
	if (one_in(m, 4)) /* to a list that is not empty */
		pgdat_bulk_list(m->f.p, m->gfp, (long)below(m, 5), &m->list);
	nr_before = m->list.nr_pages;
	last_before = m->list.last;
	m->nr = batch_draw(m);
	m->got = pgdat_bulk_list(m->f.p, m->gfp, m->nr, &m->list);
	meddle(m);
	return list_verify(m, nr_before, last_before) && short_verify(m);
}

/* --- Freeing, references, splitting ------------------------------------------------------ */

/* A head of ours, single or block; false: we own nothing. */
static bool head_draw(struct page_model *m, uint32_t *idx)
{
	struct shadow_heads *heads = &m->s.singles;

	if (!heads->nr || (m->s.blocks.nr && one_in(m, 2)))
		heads = &m->s.blocks;
	if (!heads->nr)
		return false;
	*idx = heads->idx[below(m, heads->nr)];
	return true;
}

/* Note that one reference to the block at idx is about to go. */
static bool ref_give(struct page_model *m, uint32_t idx)
{
	if (!m->s.extra_refs[idx])
		return shadow_give(&m->s, idx);
	m->s.extra_refs[idx]--;
	return true;
}

static bool refs_verify(struct page_model *m, uint32_t idx)
{
	unsigned refs = page_ref_count(shadow_page(&m->s, idx));

	if (m->s.owner[idx] == SHADOW_FREE || refs == m->s.extra_refs[idx] + 1u)
		return true;
	return fail(m, "page %#llx has %u references, not %u",
		    (unsigned long long)(m->s.base_pfn + idx), refs, m->s.extra_refs[idx] + 1u);
}

static bool split(struct page_model *m, uint32_t idx)
{
	pgdat_split(m->f.p, shadow_page(&m->s, idx), m->s.owner[idx]);
	meddle(m);
	return shadow_split(&m->s, idx) && refs_verify(m, idx);
}

static bool do_split(struct page_model *m)
{
	uint32_t idx;

	return !head_draw(m, &idx) || split(m, idx);
}

static bool do_free(struct page_model *m)
{
	unsigned order;
	uint32_t idx;

	if (!head_draw(m, &idx))
		return true;
	order = m->s.owner[idx];
	if (shadow_inner_refs(&m->s, idx))
		return split(m, idx);
	if (!ref_give(m, idx))
		return false;
	pgdat_free(m->f.p, shadow_page(&m->s, idx), order);
	meddle(m);
	return refs_verify(m, idx);
}

static bool do_get(struct page_model *m)
{
	uint32_t idx;

	if (!head_draw(m, &idx))
		return true;
	if (one_in(m, 4)) /* a page inside the block */
		idx += (uint32_t)below(m, 1ull << m->s.owner[idx]);
	if (m->s.extra_refs[idx] == MAX_REFS)
		return true;
	m->page = shadow_page(&m->s, idx);
	pgdat_get_page(m->f.p, m->page);
	m->s.extra_refs[idx]++;
	meddle(m);
	return refs_verify(m, idx);
}

/* Put single pages of ours into the slots: neighbours, up or down, or any; NULLs between. */
static bool slots_gather(struct page_model *m)
{
	uint64_t stay = below(m, 3) ? 8 : 1; /* of how many pages one is not a neighbour */
	int32_t step = one_in(m, 4) ? -1 : 1;
	bool gaps = one_in(m, 3);
	uint32_t idx = 0;

	for (long i = 0; i < m->nr; i++) {
		m->slots[i] = NULL;
		if (!m->s.singles.nr || (gaps && one_in(m, 3)))
			continue;
		idx += (uint32_t)step;
		if (idx >= m->s.nr_pages || m->s.owner[idx] || one_in(m, stay))
			idx = m->s.singles.idx[below(m, m->s.singles.nr)];
		m->slots[i] = shadow_page(&m->s, idx);
		if (!ref_give(m, idx))
			return false;
	}
	m->slots[m->nr] = filler(m->nr);
	return true;
}

static bool do_bulk_free(struct page_model *m)
{
	m->nr = batch_draw(m);
	if (!slots_gather(m))
		return false;
	__builtin_memcpy(m->before, m->slots, (size_t)m->nr * sizeof(m->slots[0]));
	pgdat_free_bulk(m->f.p, m->nr, m->slots);
	meddle(m);
	for (long i = 0; i < m->nr; i++) {
		if (m->slots[i])
			return fail(m, "slot %ld of %ld was not cleared", i, m->nr);
		if (m->before[i] &&
		    !refs_verify(m, (uint32_t)(m->before[i] - shadow_page(&m->s, 0))))
			return false;
	}
	if (m->slots[m->nr] != filler(m->nr))
		return fail(m, "the slot after the array was written");
	return true;
}

/* --- Everything else --------------------------------------------------------------------- */

/* With all caches drained, each zone counts what it has. */
static bool zones_verify(struct page_model *m)
{
	for (int type = 0; type < NR_ZONES; type++)
		if (m->f.p->zone[type].nr_free != m->s.nr_free[type])
			return fail(m, "%s counts %llu free pages, not %llu",
				    zone_name((enum zone_type)type),
				    (unsigned long long)m->f.p->zone[type].nr_free,
				    (unsigned long long)m->s.nr_free[type]);
	return true;
}

static bool do_drain(struct page_model *m)
{
	pgdat_drain(m->f.p);
	meddle(m);
	return zones_verify(m);
}

/* Requests that make no sense give nothing and change nothing. */
static bool do_refused(struct page_model *m)
{
	struct pg_data *p = m->f.p;
	gfp_t unknown = (gfp_t)(GFP_ALL_BITS + 1) << below(m, 28);
	unsigned order = MAX_PAGE_ORDER + 1 + (unsigned)below(m, 100);

	m->nr = 1 + (long)below(m, 20);
	for (long i = 0; i <= m->nr; i++)
		m->slots[i] = NULL;
	m->list = (struct page_list){0};
	m->page = pgdat_alloc(p, unknown, order_draw(m));
	if (!m->page)
		m->page = pgdat_alloc(p, 0, order);
	m->got = pgdat_bulk_array(p, unknown, m->nr, m->slots) |
		 pgdat_bulk_array(p, 0, -m->nr, m->slots) | pgdat_bulk_array(p, 0, 0, m->slots) |
		 pgdat_bulk_array(p, 0, m->nr, NULL) |
		 pgdat_bulk_list(p, unknown, m->nr, &m->list) |
		 pgdat_bulk_list(p, 0, -m->nr, &m->list) | pgdat_bulk_list(p, 0, m->nr, NULL);
	pgdat_free_bulk(p, m->nr, m->slots);
	pgdat_free_bulk(p, -m->nr, m->slots);
	pgdat_free_bulk(p, m->nr, NULL);
	meddle(m);
	if (m->page || m->got || m->list.first || m->list.last || m->list.nr_pages)
		return fail(m, "a request that makes no sense was served");
	for (long i = 0; i <= m->nr; i++)
		if (m->slots[i])
			return fail(m, "a refused request filled slot %ld", i);
	return true;
}

/* --- Promises ---------------------------------------------------------------------------- */

static bool do_promise(struct page_model *m)
{
	uint64_t nr = below(m, one_in(m, 4) ? nr_spare(m) + 50 : 64);
	int err = pgdat_reserve(m->f.p, nr);

	meddle(m);
	if (!err != (nr <= nr_spare(m)))
		return fail(m, "a promise of %llu pages: error %d, with %llu to spare",
			    (unsigned long long)nr, err, (unsigned long long)nr_spare(m));
	m->nr_promised += err ? 0 : nr;
	return true;
}

static bool do_unpromise(struct page_model *m)
{
	uint64_t nr = one_in(m, 2) ? m->nr_promised : below(m, m->nr_promised + 1);

	pgdat_unreserve(m->f.p, nr);
	m->nr_promised -= nr;
	meddle(m);
	return true;
}

static bool do_alloc_promised(struct page_model *m)
{
	m->order = order_draw(m);
	m->gfp = 0;
	if (1ull << m->order > m->nr_promised)
		m->order = 0;
	if (!m->nr_promised)
		return true;
	m->page = pgdat_alloc_reserved(m->f.p, m->order);
	meddle(m);
	if (!m->page && !m->order)
		return fail(m, "a promised page was not given");
	if (!m->page) /* the caches may hold parts of every block */
		return true;
	m->nr_promised -= 1ull << m->order;
	if (m->s.contents) /* undefined; the shadow asks for zeroes where all others come zeroed */
		__builtin_memset(port_phys_to_virt(pgdat_pfn(m->f.p, m->page) << PAGE_SHIFT), 0,
				 PAGE_SIZE << m->order);
	return shadow_take(&m->s, m->page, m->order, 0);
}

/* --- Comparing as a whole ---------------------------------------------------------------- */

static bool blocks_verify(struct page_model *m, enum zone_type type, const uint64_t *expect)
{
	struct zone_info info;

	zone_info(m->f.p, type, &info);
	for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++)
		if (info.nr_blocks[k] != expect[k])
			return fail(m, "%s has %llu free blocks of order %u, not %llu",
				    zone_name(type), (unsigned long long)info.nr_blocks[k], k,
				    (unsigned long long)expect[k]);
	return true;
}

static bool compare(struct page_model *m)
{
	pgdat_drain(m->f.p);
	if (!zones_verify(m) || !shadow_compare(&m->s))
		return false;
	for (int type = 0; type < NR_ZONES; type++) {
		uint64_t expect[MAX_PAGE_ORDER + 1];

		shadow_blocks(&m->s, (enum zone_type)type, expect);
		if (!blocks_verify(m, (enum zone_type)type, expect))
			return false;
	}
	return true;
}

static bool check(struct page_model *m)
{
	pgdat_check(m->f.p);
	return m->last_op / m->check_every % MODEL_COMPARE_EVERY || compare(m);
}

/* --- The driver -------------------------------------------------------------------------- */

static enum page_op op_draw(struct page_model *m)
{
	uint64_t r = below(m, 1024);
	bool grow;

	if (r < 6)
		return OP_DRAIN;
	if (r < 14)
		return OP_REFUSED;
	if (r < 54)
		return OP_GET;
	if (r < 74)
		return OP_SPLIT;
	if (r < 94)
		return r < 82 ? OP_PROMISE : r < 86 ? OP_UNPROMISE : OP_ALLOC_PROMISED;
	grow = (shadow_nr_free(&m->s, 0) > m->goal) == (below(m, 8) != 0);
	if (grow)
		return r % 2 ? OP_ALLOC : r % 4 ? OP_BULK_ARRAY : OP_BULK_LIST;
	return r % 2 ? OP_FREE : OP_BULK_FREE;
}

/* Where the fill level goes next: first and often to empty, at times to full. */
static void goal_draw(struct page_model *m)
{
	uint64_t all = m->initial[0].nr_free + m->initial[1].nr_free;
	bool first = !m->goal_until;

	m->goal_until = m->last_op + (first ? 300 + all / 8 : below(m, 2000 + all / 8));
	m->goal = below(m, all + 1);
	if (first || one_in(m, 3))
		m->goal = !first && one_in(m, 4) ? all : 0;
}

/* The operation m->op, and what must hold after any. */
static bool perform(struct page_model *m)
{
	static bool (*const ops[NR_PAGE_OPS])(struct page_model * m) = {
		[OP_ALLOC] = do_alloc,	       [OP_BULK_ARRAY] = do_bulk_array,
		[OP_BULK_LIST] = do_bulk_list, [OP_FREE] = do_free,
		[OP_BULK_FREE] = do_bulk_free, [OP_GET] = do_get,
		[OP_SPLIT] = do_split,	       [OP_DRAIN] = do_drain,
		[OP_REFUSED] = do_refused,     [OP_PROMISE] = do_promise,
		[OP_UNPROMISE] = do_unpromise, [OP_ALLOC_PROMISED] = do_alloc_promised};
	uint64_t nr_free;

	m->nr_done[m->op]++;
	if (!ops[m->op](m))
		return false;
	nr_free = pgdat_nr_free(m->f.p);
	if (m->f.p->nr_reserved != m->nr_promised || nr_free < m->nr_promised)
		return fail(m, "%llu pages are promised, not %llu, and %llu free",
			    (unsigned long long)m->f.p->nr_reserved,
			    (unsigned long long)m->nr_promised, (unsigned long long)nr_free);
	if (nr_free != shadow_nr_free(&m->s, 0))
		return fail(m, "%llu pages are free, not %llu", (unsigned long long)nr_free,
			    (unsigned long long)shadow_nr_free(&m->s, 0));
	return !m->check_every || m->last_op % m->check_every || check(m);
}

static bool step(struct page_model *m)
{
	m->last_op++;
	if (m->last_op > m->goal_until)
		goal_draw(m);
	if (m->set_cpu)
		m->set_cpu((unsigned)below(m, m->nr_cpus));
	m->op = op_draw(m);
	return perform(m);
}

static void one_step(void *arg)
{
	struct page_model *m = arg;

	m->last_op++;
	m->failed = !perform(m);
}

static void steps(void *arg)
{
	struct page_model *m = arg;

	while (!m->failed && m->last_op < m->nr_ops)
		m->failed = !step(m);
}

/* Give everything back, whatever the references, and compare with the start. */
static void finish(void *arg)
{
	struct page_model *m = arg;
	uint32_t idx;

	m->op = OP_FREE;
	pgdat_unreserve(m->f.p, m->nr_promised);
	m->nr_promised = 0;
	while (!m->failed && head_draw(m, &idx))
		m->failed = !do_free(m);
	if (m->failed || !m->check_every)
		return;
	pgdat_check(m->f.p);
	m->failed = !compare(m);
	for (int type = 0; type < NR_ZONES && !m->failed; type++)
		m->failed = !blocks_verify(m, (enum zone_type)type, m->initial[type].nr_blocks);
}

static const char *run_caught(struct page_model *m, void (*fn)(void *arg))
{
	static const char *const names[NR_PAGE_OPS] = {[OP_ALLOC] = "alloc",
						       [OP_BULK_ARRAY] = "bulk array",
						       [OP_BULK_LIST] = "bulk list",
						       [OP_FREE] = "free",
						       [OP_BULK_FREE] = "bulk free",
						       [OP_GET] = "get",
						       [OP_SPLIT] = "split",
						       [OP_DRAIN] = "drain",
						       [OP_REFUSED] = "refused",
						       [OP_PROMISE] = "promise",
						       [OP_UNPROMISE] = "promise taken back",
						       [OP_ALLOC_PROMISED] = "alloc promised"};
	const char *panic = test_expect_panic(fn, m);

	if (m->set_cpu)
		m->set_cpu(0);
	if (!panic && !m->failed)
		return NULL;
	env_format(m->said, sizeof(m->said), "seed %llu, operation %llu (%s): %s%s",
		   (unsigned long long)m->seed, (unsigned long long)m->last_op, names[m->op],
		   panic ? "panic: " : "", panic ? panic : m->s.said);
	return m->said;
}

const char *page_model_run(struct page_model *m, uint64_t nr_ops)
{
	m->nr_ops = m->last_op + nr_ops;
	return run_caught(m, steps);
}

const char *page_model_op(struct page_model *m, enum page_op op)
{
	m->op = op;
	return run_caught(m, one_step);
}

const char *page_model_finish(struct page_model *m)
{
	return run_caught(m, finish);
}

/* --- Setting up -------------------------------------------------------------------------- */

static void piece_add(struct page_model *m, const struct page_piece *piece)
{
	uint32_t period = piece->period ? piece->period : (uint32_t)(piece->end - piece->start);

	for (pfn_t start = piece->start; start < piece->end; start += period) {
		pfn_t end = piece->period ? start + piece->len : piece->end;

		if (end > piece->end)
			end = piece->end;
		if (piece->reserved) {
			node_reserve(&m->f, start, end);
			continue;
		}
		node_add(&m->f, start, end);
		shadow_add(&m->s, start, end);
		if (m->s.contents)
			__builtin_memset(port_phys_to_virt(start << PAGE_SHIFT), 0xff,
					 (end - start) << PAGE_SHIFT);
	}
}

bool page_model_make(struct page_model *m, const struct page_shape *shape, uint64_t seed)
{
	__builtin_memset(m, 0, sizeof(*m));
	if (!node_make(&m->f, shape->start_pfn, shape->end_pfn))
		return false;
	if (!shadow_make(&m->s, m->f.p, shape->start_pfn, shape->end_pfn)) {
		test_fail(__FILE__, __LINE__, "no memory for a shadow");
		return false;
	}
	m->s.contents = shape->contents;
	for (unsigned i = 0; i < SHAPE_PIECES && shape->pieces[i].end; i++)
		piece_add(m, &shape->pieces[i]);
	pgdat_force(m->f.p, shape->force);
	m->f.p->warned = ~0u; /* the log need not tell of requests that are meant to fail */
	for (int type = 0; type < NR_ZONES; type++)
		zone_info(m->f.p, (enum zone_type)type, &m->initial[type]);
	m->seed = seed;
	m->random = seed;
	return true;
}
