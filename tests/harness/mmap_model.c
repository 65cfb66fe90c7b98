// SPDX-License-Identifier: MIT
#include "tests/harness/mmap_model.h"

#include "tests/harness/test.h"

enum { PAGES_FREE_WHEN_SHORT = 60 };

static uint64_t below(struct mmap_model *m, uint64_t n)
{
	return m->draw ? m->draw(m->draw_arg, n) : test_random(&m->random) % n;
}

/* --- Cells ------------------------------------------------------------------------------------ */

struct model_cell *model_cell_at(struct mmap_model *m, uint32_t id)
{
	if (id >= MODEL_PHYS_CELL)
		return &m->phys_cell[id - MODEL_PHYS_CELL];
	if (id >= MODEL_FILE_CELL)
		return &m->file_cell[id - MODEL_FILE_CELL];
	if (id >= MODEL_SHARED_CELL)
		return &m->shared_cell[id - MODEL_SHARED_CELL];
	return &m->cell[id];
}

static uint32_t cell_new(struct mmap_model *m, uint64_t stamp)
{
	for (uint32_t id = 0; id < MODEL_CELLS; id++)
		if (!m->cell[id].nr_uses) {
			m->cell[id] = (struct model_cell){stamp, 1};
			return id;
		}
	return MODEL_NO_CELL;
}

/* What a page shows if it is mapped. */
uint32_t model_page_cell(const struct model_page *page)
{
	switch (page->kind) {
	case MODEL_OBJECT:
		return MODEL_SHARED_CELL + (uint32_t)page->index;
	case MODEL_FILE_MAP:
		return page->own ? page->cell : MODEL_FILE_CELL + (uint32_t)page->index;
	case MODEL_PHYS_MAP:
		return MODEL_PHYS_CELL + (uint32_t)page->index;
	default:
		return page->cell;
	}
}

static bool page_is_private(const struct model_page *page)
{
	return page->kind == MODEL_ANON ||
	       (page->kind == MODEL_FILE_MAP && page->flags & MAP_PRIVATE);
}

static bool page_is_lazy(const struct mmap_model *m, const struct model_page *page)
{
	if (page->locked || page->flags & MAP_PHYS)
		return false;
	return page->flags & (MAP_LAZY | MAP_STACK) || m->policy >= MM_DEMAND;
}

/* A private page comes to be its own, with what it showed before. */
static void page_become_own(struct mmap_model *m, struct model_page *page)
{
	uint64_t stamp = 0;

	if (page->own && m->cell[page->cell].nr_uses == 1)
		return;
	if (page->own) {
		stamp = m->cell[page->cell].stamp;
		m->cell[page->cell].nr_uses--;
	} else if (page->kind == MODEL_FILE_MAP) {
		stamp = m->file_cell[page->index].stamp;
	}
	page->cell = cell_new(m, stamp);
	page->own = true;
	page->mapped = true;
}

/* Back a page as mmap does where it is not lazy, or mlock. */
static void page_back(struct mmap_model *m, struct model_page *page)
{
	if (page->guard)
		return;
	if (page_is_private(page)) {
		bool fills = page->kind == MODEL_ANON || page->prot & PROT_WRITE;

		if (fills && (!page->own || page->prot & PROT_WRITE))
			page_become_own(m, page);
	} else if (page->kind == MODEL_OBJECT) {
		m->shared_backed[page->index] = true;
	}
	page->mapped = true;
}

static void page_drop(struct mmap_model *m, struct model_page *page)
{
	if (page->own)
		m->cell[page->cell].nr_uses--;
	*page = (struct model_page){.kind = MODEL_NONE};
}

/* --- Calls ------------------------------------------------------------------------------------ */

static const char *call_failed(struct mmap_model *m, int err)
{
	if (err != -ENOMEM)
		return "a call failed with another error than for want of memory";
	if (!m->short_of_memory)
		return "a call failed though memory is plenty";
	m->nr_failed++;
	return NULL;
}

static const char *do_map(struct mmap_model *m, unsigned s, uint64_t i, uint64_t nr)
{
	static const unsigned plain[] = {0, 0, 0, MAP_LAZY, MAP_PHYS, MAP_STACK};
	struct model_page want = {.prot = (unsigned)below(m, 8)};
	uint64_t got, index = 0;
	int err;

	switch (below(m, 6)) {
	case 0:
		want.kind = MODEL_OBJECT;
		want.object = m->shared;
		want.flags = MAP_SHARED | (below(m, 3) ? 0 : MAP_LAZY);
		nr = nr < MODEL_SHARED ? nr : MODEL_SHARED;
		index = below(m, MODEL_SHARED - nr + 1);
		break;
	case 1:
		want.kind = MODEL_FILE_MAP;
		want.object = m->file;
		want.flags = below(m, 4) ? MAP_PRIVATE : MAP_SHARED;
		want.flags |= below(m, 3) ? 0 : MAP_LAZY;
		nr = nr < MODEL_FILE ? nr : MODEL_FILE;
		index = below(m, MODEL_FILE - nr + 1);
		break;
	case 2:
		want.kind = MODEL_PHYS_MAP;
		want.flags = MAP_SHARED | MAP_PHYS;
		nr = nr < MODEL_PHYS ? nr : MODEL_PHYS;
		index = below(m, MODEL_PHYS - nr + 1);
		break;
	default:
		want.kind = MODEL_ANON;
		want.flags = MAP_PRIVATE | MAP_ANON | plain[below(m, ARRAY_SIZE(plain))];
		if (want.flags & MAP_STACK && nr == 1)
			nr = i + 2 < MODEL_WINDOW ? 2 : 1;
		if (nr == 1)
			want.flags &= ~(unsigned)MAP_STACK;
	}
	err = mm_mmap_object(&m->space[s], model_addr(i), nr * PAGE_SIZE, want.prot,
			     want.flags | MAP_FIXED, want.object,
			     want.kind == MODEL_PHYS_MAP ? (pgdat_pfn(m->f.node.p, m->phys_frames) +
							    index) << PAGE_SHIFT
							 : index * PAGE_SIZE,
			     &got);
	if (err)
		return call_failed(m, err);
	if (got != model_addr(i))
		return "a fixed mapping is elsewhere";
	want.locked = m->space[s].lock_future;
	for (uint64_t k = i; k < i + nr; k++) {
		struct model_page *page = &m->page[s][k];

		page_drop(m, page);
		*page = want;
		page->index = index + (k - i);
		if (want.flags & MAP_STACK && k == i) {
			page->guard = true;
			page->locked = false;
			page->prot = PROT_NONE;
		}
		if (!page_is_lazy(m, page))
			page_back(m, page);
	}
	return NULL;
}

/* A mapping with no place given, and away again. */
static const char *do_map_anywhere(struct mmap_model *m, unsigned s, uint64_t nr)
{
	struct vspace *vs = &m->space[s];
	struct vm_region before;
	uint64_t at;
	int err =
		mm_mmap(vs, 0, nr * PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_ANON | MAP_PRIVATE, &at);

	if (err)
		return call_failed(m, err);
	if (!vspace_region(vs, at, &before) || at + nr * PAGE_SIZE > model_addr(0))
		return "what is mapped anywhere is nowhere, or where something was";
	err = mm_munmap(vs, at, nr * PAGE_SIZE);
	return err ? call_failed(m, err) : NULL;
}

static const char *do_unmap(struct mmap_model *m, unsigned s, uint64_t i, uint64_t nr)
{
	int err = mm_munmap(&m->space[s], model_addr(i), nr * PAGE_SIZE);

	if (err)
		return call_failed(m, err);
	for (uint64_t k = i; k < i + nr; k++)
		page_drop(m, &m->page[s][k]);
	return NULL;
}

static bool all_there(const struct mmap_model *m, unsigned s, uint64_t i, uint64_t nr)
{
	for (uint64_t k = i; k < i + nr; k++)
		if (m->page[s][k].kind == MODEL_NONE)
			return false;
	return true;
}

static const char *do_protect(struct mmap_model *m, unsigned s, uint64_t i, uint64_t nr)
{
	unsigned prot = (unsigned)below(m, 8);
	int err = mm_mprotect(&m->space[s], model_addr(i), nr * PAGE_SIZE, prot);

	if (err && !all_there(m, s, i, nr))
		return err == -ENOMEM ? NULL : "protecting a hole is another error";
	if (err)
		return call_failed(m, err);
	if (!all_there(m, s, i, nr))
		return "a hole was protected";
	for (uint64_t k = i; k < i + nr; k++) {
		struct model_page *page = &m->page[s][k];

		if (page->guard)
			continue;
		page->prot = prot;
		if (!page_is_lazy(m, page))
			page_back(m, page);
	}
	return NULL;
}

static const char *do_lock(struct mmap_model *m, unsigned s, uint64_t i, uint64_t nr, bool locks)
{
	struct vspace *vs = &m->space[s];
	bool all = below(m, 4) == 0;
	int err = 0;

	if (all) {
		i = 0;
		nr = MODEL_WINDOW;
	}
	if (all && locks)
		err = mm_mlockall(vs, MCL_CURRENT | (below(m, 2) ? MCL_FUTURE : 0));
	else if (all)
		mm_munlockall(vs);
	else
		err = locks ? mm_mlock(vs, model_addr(i), nr * PAGE_SIZE)
			    : mm_munlock(vs, model_addr(i), nr * PAGE_SIZE);
	if (err && !all && !all_there(m, s, i, nr))
		return err == -ENOMEM ? NULL : "locking a hole is another error";
	if (err)
		return call_failed(m, err);
	for (uint64_t k = i; k < i + nr; k++) {
		struct model_page *page = &m->page[s][k];

		if (page->kind == MODEL_NONE || page->guard)
			continue;
		page->locked = locks;
		if (locks)
			page_back(m, page);
	}
	return NULL;
}

static const char *do_clone(struct mmap_model *m, unsigned from, unsigned to)
{
	int err;

	if (m->alive[to]) {
		vspace_destroy(&m->space[to]);
		m->alive[to] = false;
		for (uint64_t i = 0; i < MODEL_WINDOW; i++)
			page_drop(m, &m->page[to][i]);
	}
	err = mm_clone(&m->space[to], &m->space[from]);
	if (err)
		return call_failed(m, err);
	m->alive[to] = true;
	for (uint64_t i = 0; i < MODEL_WINDOW; i++) {
		struct model_page *parent = &m->page[from][i];
		struct model_page *child = &m->page[to][i];
		bool copied = m->policy < MM_DEMAND || parent->locked || parent->flags & MAP_PHYS;

		*child = *parent;
		child->locked = false;
		if (child->own && copied)
			child->cell = cell_new(m, m->cell[parent->cell].stamp);
		else if (child->own)
			m->cell[parent->cell].nr_uses++;
	}
	return NULL;
}

/* --- Touching --------------------------------------------------------------------------------- */

static enum fault_result touch_expected(const struct model_page *page, bool write)
{
	if (page->kind == MODEL_NONE)
		return FAULT_NO_REGION;
	if (page->guard)
		return FAULT_GUARD;
	if (!page->prot || (write && !(page->prot & PROT_WRITE)))
		return FAULT_PROT;
	return FAULT_RESOLVED;
}

/* Would the CPU's access go through without a fault? */
static bool access_goes_through(const struct vspace *vs, uint64_t addr, bool write)
{
	unsigned prot;

	return port_pt_lookup(vs->pt, addr, NULL, NULL, &prot) && !(prot & PORT_PROT_NONE) &&
	       (!write || prot & PORT_PROT_WRITE);
}

static uint64_t *words_at(const struct vspace *vs, uint64_t addr)
{
	phys_addr_t phys;

	return port_pt_lookup(vs->pt, addr, &phys, NULL, NULL) ? port_phys_to_virt(phys) : NULL;
}

static const char *do_touch(struct mmap_model *m, unsigned s, uint64_t i, bool write)
{
	struct vspace *vs = &m->space[s];
	struct model_page *page = &m->page[s][i];
	enum fault_result expected = touch_expected(page, write), result = FAULT_RESOLVED;
	bool through = access_goes_through(vs, model_addr(i), write);

	if (!through)
		result = vspace_fault(vs, model_addr(i), write ? PORT_STORE : PORT_LOAD);
	if (expected == FAULT_RESOLVED && result == FAULT_NO_MEMORY && m->policy == MM_OVERCOMMIT &&
	    m->short_of_memory) {
		/* The object may have got its frame before a table was wanting. */
		if (page->kind == MODEL_OBJECT &&
		    port_pt_lookup(m->shared->pt, page->index * PAGE_SIZE, NULL, NULL, NULL))
			m->shared_backed[page->index] = true;
		m->nr_failed++;
		return NULL;
	}
	if (result != expected)
		return "a touch ends otherwise than it should";
	if (!through && page->locked && expected == FAULT_RESOLVED)
		return "a fault in locked memory";
	if (expected != FAULT_RESOLVED)
		return NULL;
	if (!access_goes_through(vs, model_addr(i), write))
		return "a fault is resolved, and the access still cannot be made";
	if (page_is_private(page) && (write || (page->kind == MODEL_ANON && !page->own)))
		page_become_own(m, page);
	if (page->kind == MODEL_OBJECT)
		m->shared_backed[page->index] = true;
	page->mapped = true;
	if (write) {
		struct model_cell *cell = model_cell_at(m, model_page_cell(page));
		uint64_t *words = words_at(vs, model_addr(i));

		cell->stamp = m->nr_calls << 8 | 1;
		words[0] = words[MODEL_WORDS - 1] = cell->stamp;
	}
	return NULL;
}

/* --- Running ---------------------------------------------------------------------------------- */

static const char *step(struct mmap_model *m)
{
	unsigned s = (unsigned)below(m, MODEL_SPACES);
	uint64_t i = below(m, MODEL_WINDOW);
	uint64_t nr = 1 + below(m, below(m, 3) ? 12 : MODEL_WINDOW);

	while (!m->alive[s])
		s = (s + 1) % MODEL_SPACES;
	nr = nr < MODEL_WINDOW - i ? nr : MODEL_WINDOW - i;
	switch (below(m, 16)) {
	case 0:
	case 1:
	case 2:
		return do_map(m, s, i, nr);
	case 3:
		return do_map_anywhere(m, s, nr);
	case 4:
		return do_unmap(m, s, i, nr);
	case 5:
	case 6:
		return do_protect(m, s, i, nr);
	case 7:
		return do_lock(m, s, i, nr, true);
	case 8:
		return do_lock(m, s, i, nr, false);
	case 9:
		return below(m, 3) ? do_touch(m, s, i, true)
				   : do_clone(m, s, (s + 1 + (unsigned)below(m, 2)) % MODEL_SPACES);
	default:
		return do_touch(m, s, i, below(m, 2));
	}
}

void mmap_model_shorten(struct mmap_model *m, bool shorten)
{
	struct pg_data *p = m->f.node.p;
	uint64_t free_for_all = pgdat_nr_free(p) - p->nr_reserved;
	uint64_t left = below(m, PAGES_FREE_WHEN_SHORT);

	if (m->short_of_memory)
		pgdat_free_bulk(p, (long)m->f.nr_pages, m->held);
	m->short_of_memory = shorten;
	free_for_all = pgdat_nr_free(p) - p->nr_reserved;
	if (shorten && free_for_all > left)
		pgdat_bulk_array(p, __GFP_NOWARN, (long)(free_for_all - left), m->held);
}

const char *mmap_model_call(struct mmap_model *m)
{
	const char *said;

	m->nr_calls++;
	said = step(m);
	return said ? said : mmap_model_compare(m);
}

const char *mmap_model_run(struct mmap_model *m, uint64_t nr_calls)
{
	const char *said = NULL;

	for (uint64_t k = 0; k < nr_calls && !said; k++) {
		if (k % 500 == 0)
			mmap_model_shorten(m, k / 500 % 4 == 3);
		said = mmap_model_call(m);
	}
	return said;
}

static uint64_t *frame_words(struct mmap_model *m, const struct page *page)
{
	return port_phys_to_virt(pgdat_pfn(m->f.node.p, page) << PAGE_SHIFT);
}

bool mmap_model_make(struct mmap_model *m, enum mm_policy policy, bool huge, uint64_t seed)
{
	struct pg_data *p;

	__builtin_memset(m, 0, sizeof(*m));
	if (!vm_make(&m->f, MODEL_ORDER))
		return false;
	p = m->f.node.p;
	m->policy = policy;
	m->huge = huge;
	m->random = seed;
	m->file_frames = pgdat_alloc_run(p, __GFP_NOWARN, MODEL_FILE);
	m->phys_frames = pgdat_alloc_run(p, __GFP_NOWARN, MODEL_PHYS);
	for (uint64_t i = 0; i < MODEL_PHYS; i++)
		__builtin_memset(frame_words(m, m->phys_frames + i), 0, PAGE_SIZE);
	for (uint64_t i = 0; i < MODEL_FILE; i++) {
		uint64_t *words = frame_words(m, m->file_frames + i);

		m->file_cell[i].stamp = words[0] = words[MODEL_WORDS - 1] = 1000 + i;
	}
	m->file = mm_object_create_file(p, pgdat_pfn(p, m->file_frames) << PAGE_SHIFT,
					MODEL_FILE * PAGE_SIZE);
	m->shared = mm_object_create(p, MODEL_SHARED * PAGE_SIZE,
				     policy == MM_OVERCOMMIT ? OBJECT_OVERCOMMIT : OBJECT_PROMISED);
	if (!m->file || !m->shared || vspace_init(&m->space[0], p, policy, huge)) {
		test_fail(__FILE__, __LINE__, "no memory for the model");
		return false;
	}
	m->alive[0] = true;
	return true;
}

const char *mmap_model_finish(struct mmap_model *m)
{
	struct pg_data *p = m->f.node.p;

	for (unsigned s = 0; s < MODEL_SPACES; s++)
		if (m->alive[s])
			vspace_destroy(&m->space[s]);
	mm_object_put(m->shared);
	mm_object_put(m->file);
	mmap_model_shorten(m, false);
	pgdat_free_run(p, m->file_frames, MODEL_FILE);
	pgdat_free_run(p, m->phys_frames, MODEL_PHYS);
	if (p->nr_reserved)
		return "something is still promised";
	vm_drop(&m->f);
	return NULL;
}

void mmap_model_test(struct mmap_model *m, enum mm_policy policy, bool huge, uint64_t seed,
		     uint64_t nr_calls, uint64_t failures)
{
	const char *said;

	test_note("%llu calls, seed %llu", (unsigned long long)nr_calls, (unsigned long long)seed);
	if (!mmap_model_make(m, policy, huge, seed))
		return;
	said = mmap_model_run(m, nr_calls);
	if (said) {
		test_fail(__FILE__, __LINE__, "call %llu: %s", (unsigned long long)m->nr_calls,
			  said);
		return;
	}
	said = mmap_model_finish(m);
	CHECK_STREQ(said ? said : "", "");
	test_note("%llu of them failed for want of memory", (unsigned long long)m->nr_failed);
	CHECK(m->nr_failed > failures);
}
