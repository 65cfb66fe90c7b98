// SPDX-License-Identifier: MIT
/*
 * The small world "mmap": eight pages of addresses, four each side of a border of 1 GiB, are
 * mapped, unmapped, protected, locked, touched and cloned in every order there is, over so few
 * frames that calls fail for want of them; under each policy, against the model of
 * tests/harness/mmap_model.h.
 */
#include "apps/harness/env.h"
#include "kernel/x86/pagetable.h"
#include "mm/page_alloc_int.h"
#include "tests/harness/mmap_model.h"
#include "tests/harness/test.h"
#include "tests/host/world.h"

enum { FIRST = MODEL_WINDOW / 2 - 4, PAGES = 8, MAX_DRAWS = 12, RW = PROT_READ | PROT_WRITE };

/* What the model draws for each call: tests/harness/mmap_model.c, step(). */
enum { DRAW_MAP = 0, DRAW_ANYWHERE = 3, DRAW_UNMAP = 4, DRAW_PROTECT = 5, DRAW_LOCK = 7 };
enum { DRAW_UNLOCK = 8, DRAW_CLONE = 9, DRAW_TOUCH = 10 };

/* A call of the alphabet: on a space, pages from `page` on, and what else is drawn. */
struct call {
	const char *name;
	uint8_t kind, space, page, nr;
	uint8_t nr_more, more[3];
};

#define MAP(at, n)                                                                                 \
	{                                                                                          \
		"map rw " #at "+" #n, DRAW_MAP, 0, at, n, 3,                                       \
		{                                                                                  \
			RW, 3, 0                                                                   \
		}                                                                                  \
	}
#define PROTECT(at, n, prot)                                                                       \
	{                                                                                          \
		"protect " #prot " " #at "+" #n, DRAW_PROTECT, 0, at, n, 1,                        \
		{                                                                                  \
			prot                                                                       \
		}                                                                                  \
	}
#define STORE(at)                                                                                  \
	{                                                                                          \
		"store " #at, DRAW_TOUCH, 0, at, 1, 1,                                             \
		{                                                                                  \
			1                                                                          \
		}                                                                                  \
	}
#define LOAD(at)                                                                                   \
	{                                                                                          \
		"load " #at, DRAW_TOUCH, 0, at, 1, 1,                                              \
		{                                                                                  \
			0                                                                          \
		}                                                                                  \
	}

/* One space. */
static const struct call alone[] = {
	MAP(0, 4),
	MAP(3, 2),
	MAP(7, 1),
	{"map anywhere 2", DRAW_ANYWHERE, 0, 0, 2, 0, {0}},
	{"unmap 0+8", DRAW_UNMAP, 0, 0, 8, 0, {0}},
	{"unmap 1+1", DRAW_UNMAP, 0, 1, 1, 0, {0}},
	PROTECT(0, 4, PROT_READ),
	PROTECT(0, 4, RW),
	{"lock 0+2", DRAW_LOCK, 0, 0, 2, 1, {1}},
	{"unlock 0+2", DRAW_UNLOCK, 0, 0, 2, 1, {1}},
	STORE(0),
	STORE(1),
	STORE(2),
	STORE(3),
	STORE(4),
	STORE(5),
	STORE(6),
	STORE(7),
	LOAD(0),
	LOAD(1),
	LOAD(2),
	LOAD(3),
	LOAD(4),
	LOAD(5),
	LOAD(6),
	LOAD(7),
};

/* A space and a clone of it. */
static const struct call cloned[] = {
	MAP(2, 4),
	{"unmap 3+1", DRAW_UNMAP, 0, 3, 1, 0, {0}},
	PROTECT(2, 4, PROT_READ),
	{"lock 2+2", DRAW_LOCK, 0, 2, 2, 1, {1}},
	STORE(2),
	STORE(3),
	STORE(4),
	STORE(5),
	LOAD(2),
	LOAD(5),
	{"clone", DRAW_CLONE, 0, 0, 1, 2, {0, 0}},
	{"clone: store 2", DRAW_TOUCH, 1, 2, 1, 1, {1}},
	{"clone: store 3", DRAW_TOUCH, 1, 3, 1, 1, {1}},
	{"clone: load 4", DRAW_TOUCH, 1, 4, 1, 1, {0}},
	{"clone: unmap 2+2", DRAW_UNMAP, 1, 2, 2, 0, {0}},
	{"clone back", DRAW_CLONE, 1, 0, 1, 2, {0, 1}},
};

static struct mmap_model m;
static struct world w;
static const struct call *calls;
static void (*meddle)(const struct call *call);
static uint64_t nr_short; /* calls that failed for want of memory, over all states */

static struct draws {
	uint64_t value[MAX_DRAWS];
	unsigned nr, next;
} draws;

static uint64_t draw(void *arg, uint64_t n)
{
	(void)arg;
	if (draws.next == draws.nr || draws.value[draws.next] >= n)
		world_differs(&w, "the model draws otherwise than the alphabet says");
	return draws.next < draws.nr ? draws.value[draws.next++] : 0;
}

static void draws_add(uint64_t value)
{
	draws.value[draws.nr++] = value;
}

static void op_name(unsigned i, char *name, size_t len)
{
	env_format(name, len, "%s", calls[i].name);
}

static bool op(struct world *world, unsigned i)
{
	const struct call *call = &calls[i];
	const char *said;

	if (!m.alive[call->space])
		return false;
	draws = (struct draws){.nr = 0};
	draws_add(call->space);
	draws_add(FIRST + call->page);
	draws_add(1);
	draws_add(call->nr - 1u);
	draws_add(call->kind);
	for (unsigned k = 0; k < call->nr_more; k++)
		draws_add(call->more[k]);
	m.nr_calls = i; /* what is stored goes by it, so that the same call stores the same */
	said = mmap_model_call(&m);
	nr_short += m.nr_failed;
	if (meddle && !said) {
		meddle(call);
		said = mmap_model_compare(&m);
	}
	if (said)
		world_differs(world, "%s", said);
	if (draws.next != draws.nr)
		world_differs(world, "the model draws less than the alphabet says");
	return true;
}

/* --- The state --------------------------------------------------------------------------- */

/* Frames that are nobody's: those that the model holds, and what is mapped from elsewhere. */
static bool frame_is_ours[1 << MODEL_ORDER];

static struct page *frame_page(uint64_t i)
{
	return node_page(&m.f.node, m.f.start_pfn + i);
}

static void *frame_at(uint64_t i)
{
	return port_phys_to_virt((m.f.start_pfn + i) << PAGE_SHIFT);
}

static uint64_t frame_of(const struct page *page)
{
	return pgdat_pfn(m.f.node.p, page) - m.f.start_pfn;
}

static bool frame_is_free(uint64_t i)
{
	unsigned order;
	enum page_state state =
		page_state(m.f.node.p, page_index(m.f.node.p, frame_page(i)), &order);

	return state == STATE_FREE || state == STATE_CLAIMED || state == STATE_PARKED;
}

static void settle_space(struct vspace *vs)
{
	struct pagetable *pt = pt_of_port(vs->pt);

	vs->nr_faults = vs->nr_unmaps = 0;
	if (!vs->claims.taken)
		vs->claims = (struct range_claims){0};
	pt->stats.nr_flushes = pt->stats.nr_flushed = pt->stats.nr_flushed_all = 0;
	if (!pt->nr_pages)
		__builtin_memset(pt->pages, 0, sizeof(pt->pages));
}

static void settle(struct world *world)
{
	struct pg_data *p = m.f.node.p;
	struct pcp *pcp = p->pcp;

	(void)world;
	for (unsigned s = 0; s < MODEL_SPACES; s++) {
		if (m.alive[s])
			settle_space(&m.space[s]);
		else
			__builtin_memset(&m.space[s], 0, sizeof(m.space[s]));
	}
	for (unsigned k = pcp->nr_parked; k < PCP_MAGAZINE_SIZE; k++)
		pcp->magazine[k] = NULL;
	for (uint64_t i = 0; i < m.f.nr_pages; i++)
		if (frame_is_ours[i] && frame_is_free(i)) {
			__builtin_memset(frame_at(i), 0, PAGE_SIZE);
			frame_page(i)->next = NULL;
		}
	for (unsigned i = 0; i < MODEL_CELLS; i++)
		if (!m.cell[i].nr_uses)
			m.cell[i].stamp = 0;
	p->stats = (struct page_stats){0};
	m.nr_calls = m.nr_failed = 0;
}

static uint64_t nr_free_at_end;

static uint64_t spaces_end(void)
{
	for (unsigned s = 0; s < MODEL_SPACES; s++)
		if (m.alive[s])
			vspace_destroy(&m.space[s]);
	pgdat_drain(m.f.node.p);
	pgdat_check(m.f.node.p);
	return pgdat_nr_free(m.f.node.p) - m.f.node.p->nr_reserved;
}

static void verify(struct world *world)
{
	uint64_t nr;

	pgdat_check(m.f.node.p);
	nr = spaces_end();
	if (!nr_free_at_end)
		nr_free_at_end = nr;
	if (nr != nr_free_at_end)
		world_differs(world, "%llu pages are free without the spaces, not %llu",
			      (unsigned long long)nr, (unsigned long long)nr_free_at_end);
}

/* --- Setting up -------------------------------------------------------------------------- */

/* Joined to the last if it follows on it. */
static void region_add(void *at, size_t len)
{
	struct world_region *last = &w.regions[w.nr_regions ? w.nr_regions - 1 : 0];

	if (w.nr_regions && (char *)last->at + last->len == at)
		last->len += len;
	else if (w.nr_regions < WORLD_REGIONS)
		w.regions[w.nr_regions++] = (struct world_region){at, len};
	else
		world_differs(&w, "more regions than there is room for");
}

static void regions_add(void)
{
	struct pg_data *p = m.f.node.p;
	uint64_t first = (m.f.start_pfn - p->base_pfn) / CHUNK_PAGES, nr = p->nr_chunks - first;
	char *sets = (char *)(p->chunks + p->nr_chunks + 1);
	char *maps_end =
		(char *)p->pcp + pgdat_maps_len(m.f.start_pfn, m.f.start_pfn + m.f.nr_pages);

	__builtin_memset(frame_is_ours, true, sizeof(frame_is_ours));
	for (uint64_t i = 0; i < MODEL_FILE; i++)
		frame_is_ours[frame_of(m.file_frames + i)] = false;
	for (uint64_t i = 0; i < MODEL_PHYS; i++)
		frame_is_ours[frame_of(m.phys_frames + i)] = false;
	for (unsigned i = 0; i < ARRAY_SIZE(m.held); i++)
		if (m.held[i])
			frame_is_ours[frame_of(m.held[i])] = false;
	region_add(p, sizeof(*p));
	region_add(p->pcp, sizeof(*p->pcp));
	region_add(p->free_map + first * CHUNK_WORDS, nr * CHUNK_PAGES / 8);
	region_add(p->tail_map + first * CHUNK_WORDS, nr * CHUNK_PAGES / 8);
	region_add(p->chunks + first, nr * sizeof(struct chunk));
	region_add(sets, ALIGN_DOWN((size_t)(maps_end - sets), sizeof(uint64_t)));
	region_add(m.space,
		   offsetof(struct mmap_model, nr_calls) - offsetof(struct mmap_model, space));
	for (uint64_t i = 0; i < m.f.nr_pages; i++)
		if (frame_is_ours[i])
			region_add(frame_at(i), PAGE_SIZE);
	for (uint64_t i = 0; i < m.f.nr_pages; i++)
		if (frame_is_ours[i])
			region_add(frame_page(i), sizeof(struct page));
}

static bool make(const char *name, enum mm_policy policy, uint64_t nr_frames)
{
	w = (struct world){
		.name = name, .op = op, .op_name = op_name, .settle = settle, .verify = verify};
	meddle = NULL;
	nr_short = 0;
	nr_free_at_end = 0;
	if (!mmap_model_make(&m, policy, true, 1))
		return false;
	m.draw = draw;
	draws = (struct draws){.value = {nr_frames}, .nr = 1};
	mmap_model_shorten(&m, true);
	pgdat_drain(m.f.node.p);
	regions_add();
	return !w.said[0];
}

static bool alphabet_explore(const struct call *of, unsigned nr, unsigned depth)
{
	calls = of;
	w.nr_ops = nr;
	return world_explore(&w, depth);
}

/* Give everything back; as the search leaves the first state behind, nothing may be missing. */
static void drop(void)
{
	const char *said;

	draws = (struct draws){.value = {0}, .nr = 1};
	said = mmap_model_finish(&m);
	if (said)
		test_fail(__FILE__, __LINE__, "%s", said);
}

enum { FRAMES_ALONE = 8, FRAMES_CLONED = 18 };

static void explore(const char *name, enum mm_policy policy, bool clones)
{
	unsigned depth = world_depth(), nr = clones ? ARRAY_SIZE(cloned) : ARRAY_SIZE(alone);

	if (!depth || !make(name, policy, clones ? FRAMES_CLONED : FRAMES_ALONE))
		return;
	if (!alphabet_explore(clones ? cloned : alone, nr, depth))
		test_fail(__FILE__, __LINE__, "%s", w.said);
	world_print(&w, depth);
	test_note("%s: %llu calls failed for want of memory", name, (unsigned long long)nr_short);
	CHECK(nr_short || depth < 5);
	drop();
}

TEST(every_state_of_a_space_range)
{
	explore("mmap, range", MM_RANGE, false);
}

TEST(every_state_of_a_space_superlock)
{
	explore("mmap, superlock", MM_SUPERLOCK, false);
}

TEST(every_state_of_a_space_demand)
{
	explore("mmap, demand", MM_DEMAND, false);
}

TEST(every_state_of_a_space_overcommit)
{
	explore("mmap, overcommit", MM_OVERCOMMIT, false);
}

TEST(every_state_of_a_space_and_its_clone_range)
{
	explore("clones, range", MM_RANGE, true);
}

TEST(every_state_of_a_space_and_its_clone_superlock)
{
	explore("clones, superlock", MM_SUPERLOCK, true);
}

TEST(every_state_of_a_space_and_its_clone_demand)
{
	explore("clones, demand", MM_DEMAND, true);
}

TEST(every_state_of_a_space_and_its_clone_overcommit)
{
	explore("clones, overcommit", MM_OVERCOMMIT, true);
}

/* --- A spoiled space must be found ------------------------------------------------------- */

static void store_lost(const struct call *call)
{
	uint64_t phys;

	if (call->kind == DRAW_PROTECT &&
	    port_pt_lookup(m.space[0].pt, model_addr(FIRST + 2), &phys, NULL, NULL))
		*(uint64_t *)port_phys_to_virt(phys) = 0;
}

TEST(a_store_lost_by_protecting_is_found)
{
	CHECK(make("spoiled", MM_DEMAND, FRAMES_ALONE));
	meddle = store_lost;
	CHECK(!alphabet_explore(alone, ARRAY_SIZE(alone), 3));
	if (!test_contains(w.said, "what was stored (protect"))
		test_fail(__FILE__, __LINE__, "'%s'", w.said);
	drop();
}

static void promise_forgotten(const struct call *call)
{
	if (call->kind == DRAW_CLONE && m.alive[1] && m.f.node.p->nr_reserved > 1)
		pgdat_unreserve(m.f.node.p, 1);
}

TEST(a_promise_forgotten_by_cloning_is_found)
{
	CHECK(make("spoiled", MM_DEMAND, FRAMES_CLONED));
	meddle = promise_forgotten;
	CHECK(!alphabet_explore(cloned, ARRAY_SIZE(cloned), 3));
	if (!test_contains(w.said, "promised"))
		test_fail(__FILE__, __LINE__, "'%s'", w.said);
	drop();
}
