// SPDX-License-Identifier: MIT
/*
 * CPUs that use address spaces at once. Each has slots of its own, which lie between those of the
 * others, so that regions of several CPUs are joined and cut all the time. It knows of each of its
 * pages what it must hold and which frame it must be, and no frame may be two pages'.
 */
#include "tests/harness/test.h"
#include "tests/host/crew_space.h"

enum {
	RW = PROT_READ | PROT_WRITE,
	ANON = MAP_PRIVATE | MAP_ANON,
	SLOTS = 8,	 /* of each CPU */
	SLOT_PAGES = 16, /* of each slot */
	MOST_ANYWHERE = 40,
	HUGE_PAGES = 1100, /* two 2 MiB leaves and more */
	CALLS = 40000,
};

struct own_page {
	bool mapped;
	unsigned prot;
	pfn_t pfn; /* 0: not known yet, the next access shows it */
	uint64_t stamp;
};

static struct vm_fixture f;
static struct vspace spaces[CREW_MOST];

struct slots {
	struct crew_member *member;
	struct vspace *vs;
	uint32_t owner;
	uint64_t stamp; /* the last one used */
	struct own_page page[SLOTS][SLOT_PAGES];
};

/* Slots of the CPUs in turn, about a border of 1 GiB. */
static uint64_t page_addr(const struct slots *s, uint64_t slot, uint64_t i)
{
	uint64_t nr = (slot * s->member->nr + s->member->index) * SLOT_PAGES + i;

	return VM_START + (1ul << 30) + (nr - SLOTS * SLOT_PAGES) * PAGE_SIZE;
}

static uint64_t below(struct slots *s, uint64_t n)
{
	return crew_below(s->member, n);
}

/* --- Calls ------------------------------------------------------------------------------------ */

/* Some pages of a slot. */
struct part {
	uint64_t slot, first, nr, addr;
};

static struct part part_pick(struct slots *s)
{
	struct part p = {.slot = below(s, SLOTS), .first = below(s, SLOT_PAGES)};

	p.nr = below(s, 3) ? 1 + below(s, SLOT_PAGES - p.first) : SLOT_PAGES - p.first;
	if (!below(s, 3)) {
		p.first = 0;
		p.nr = SLOT_PAGES;
	}
	p.addr = page_addr(s, p.slot, p.first);
	return p;
}

static bool part_mapped(const struct slots *s, const struct part *p)
{
	for (uint64_t i = p->first; i < p->first + p->nr; i++)
		if (!s->page[p->slot][i].mapped)
			return false;
	return true;
}

static const char *part_forget(struct slots *s, const struct part *p)
{
	for (uint64_t i = p->first; i < p->first + p->nr; i++) {
		struct own_page *page = &s->page[p->slot][i];

		if (page->pfn && !frame_disown(&f, page->pfn, s->owner))
			return "a frame has become another's while it was mapped";
		*page = (struct own_page){.mapped = false};
	}
	return NULL;
}

static const char *do_map(struct slots *s, const struct part *p)
{
	unsigned prot = below(s, 4) ? RW : PROT_READ;
	const char *said = part_forget(s, p);
	uint64_t got;

	if (said)
		return said;
	if (mm_mmap(s->vs, p->addr, p->nr * PAGE_SIZE, prot,
		    ANON | MAP_FIXED | (below(s, 3) ? 0 : MAP_LAZY), &got))
		return "a mapping fails";
	for (uint64_t i = p->first; i < p->first + p->nr; i++)
		s->page[p->slot][i] = (struct own_page){.mapped = true, .prot = prot};
	return NULL;
}

static const char *do_unmap(struct slots *s, const struct part *p)
{
	const char *said = part_forget(s, p);

	if (said)
		return said;
	return mm_munmap(s->vs, p->addr, p->nr * PAGE_SIZE) ? "an unmapping fails" : NULL;
}

static const char *do_protect(struct slots *s, const struct part *p)
{
	static const unsigned prots[] = {RW, RW, PROT_READ, PROT_NONE};
	unsigned prot = prots[below(s, ARRAY_SIZE(prots))];
	int err = mm_mprotect(s->vs, p->addr, p->nr * PAGE_SIZE, prot);

	if (!part_mapped(s, p))
		return err == -ENOMEM ? NULL : "a hole is protected";
	if (err)
		return "protecting fails";
	for (uint64_t i = p->first; i < p->first + p->nr; i++)
		s->page[p->slot][i].prot = prot;
	return NULL;
}

static const char *do_lock(struct slots *s, const struct part *p)
{
	int err = below(s, 2) ? mm_mlock(s->vs, p->addr, p->nr * PAGE_SIZE)
			      : mm_munlock(s->vs, p->addr, p->nr * PAGE_SIZE);

	if (!part_mapped(s, p))
		return err == -ENOMEM ? NULL : "a hole is locked";
	return err ? "locking fails" : NULL;
}

static const char *access_verify(struct slots *s, struct own_page *page, bool stores,
				 const struct crew_access *access)
{
	if (!page->mapped)
		return access->result == FAULT_NO_REGION ? NULL
							 : "an access to a hole goes through";
	if (!page->prot || (stores && page->prot == PROT_READ))
		return access->result == FAULT_PROT ? NULL
						    : "an access that is not allowed goes on";
	if (access->result != FAULT_RESOLVED)
		return "an access that is allowed fails";
	if (access->first != page->stamp || access->last != page->stamp)
		return "a page does not hold what was stored there last";
	if (page->pfn && page->pfn != access->pfn)
		return "a page has another frame than before";
	if (!page->pfn && !frame_own(&f, access->pfn, s->owner))
		return "a page gets a frame that is another's";
	page->pfn = access->pfn;
	return NULL;
}

static const char *do_access(struct slots *s, const struct part *p)
{
	bool stores = below(s, 3);
	struct own_page *page = &s->page[p->slot][p->first];
	uint64_t stamp = (uint64_t)s->owner << 32 | ++s->stamp;
	struct crew_access access =
		stores ? crew_store(s->vs, p->addr, stamp) : crew_load(s->vs, p->addr);
	const char *said = access_verify(s, page, stores, &access);

	if (stores && access.result == FAULT_RESOLVED)
		page->stamp = stamp;
	return said;
}

/* A mapping where there is room, used and away again. */
static const char *do_anywhere(struct slots *s)
{
	uint64_t nr = below(s, 20) ? 1 + below(s, MOST_ANYWHERE) : HUGE_PAGES;
	struct own_page page = {.mapped = true, .prot = RW};
	struct crew_access access;
	const char *said;
	uint64_t at, addr;

	if (mm_mmap(s->vs, 0, nr * PAGE_SIZE, RW, ANON | (below(s, 3) ? 0 : MAP_LAZY), &at))
		return "a mapping anywhere fails";
	if (!below(s, 4) && mm_mlock(s->vs, at, nr * PAGE_SIZE))
		return "locking fails";
	addr = at + below(s, nr) * PAGE_SIZE;
	access = crew_store(s->vs, addr, s->owner);
	said = access_verify(s, &page, true, &access);
	page.stamp = s->owner;
	if (!said) {
		access = crew_load(s->vs, addr);
		said = access_verify(s, &page, false, &access);
	}
	if (!said && !frame_disown(&f, page.pfn, s->owner))
		said = "a frame has become another's while it was mapped";
	if (!said && mm_munmap(s->vs, at, nr * PAGE_SIZE))
		said = "an unmapping fails";
	return said;
}

static const char *do_call(struct slots *s)
{
	struct part p = part_pick(s);

	switch (below(s, 16)) {
	case 0:
	case 1:
	case 2:
		return do_map(s, &p);
	case 3:
		return do_unmap(s, &p);
	case 4:
	case 5:
		return do_protect(s, &p);
	case 6:
		return do_lock(s, &p);
	case 7:
		if (!below(s, 10))
			vspace_check(s->vs);
		return do_anywhere(s);
	default:
		return do_access(s, &p);
	}
}

static const char *slots_work(struct crew_member *member)
{
	struct vspace *const *vs = member->arg;
	struct slots s = {.member = member, .vs = vs[member->index], .owner = member->index + 1};
	const char *said = NULL;

	for (unsigned i = 0; i < test_share(CALLS) && !said; i++)
		said = do_call(&s);
	for (uint64_t slot = 0; slot < SLOTS && !said; slot++) {
		struct part all = {slot, 0, SLOT_PAGES, 0};

		said = part_forget(&s, &all);
	}
	return said;
}

/* --- Tests ------------------------------------------------------------------------------------ */

/* nr CPUs in `nr_spaces`, 1 or one for each. */
static void run(enum mm_policy policy, unsigned nr, unsigned nr_spaces)
{
	struct vspace *of[CREW_MOST];
	const char *said;

	test_note("%u CPUs in %u spaces, seed %llu", nr, nr_spaces,
		  (unsigned long long)test_seed());
	if (!vm_make_space(&f, CREW_ORDER, &spaces[0], policy, true))
		return;
	for (unsigned i = 0; i < nr; i++)
		of[i] = &spaces[i % nr_spaces];
	for (unsigned i = 1; i < nr_spaces; i++)
		CHECK_EQ(vspace_init(&spaces[i], f.node.p, policy, true), 0);
	frames_forget();
	said = crew_run(nr, slots_work, of);
	CHECK_STREQ(said ? said : "", "");
	if (nr_spaces == 1) /* or they did not run at once */
		CHECK(spaces[0].claims.last_ticket);
	for (unsigned i = 0; i < nr_spaces; i++) {
		said = frames_own_mapped(&f, &spaces[i], i + 1);
		CHECK_STREQ(said ? said : "", "");
		vspace_check(&spaces[i]);
	}
	for (unsigned i = 1; i < nr_spaces; i++)
		vspace_destroy(&spaces[i]);
	vm_drop_space(&f, &spaces[0]);
}

TEST(cpus_in_one_space_range)
{
	run(MM_RANGE, 4, 1);
}

TEST(cpus_in_one_space_superlock)
{
	run(MM_SUPERLOCK, 4, 1);
}

TEST(cpus_in_one_space_demand)
{
	run(MM_DEMAND, 4, 1);
}

TEST(cpus_in_one_space_overcommit)
{
	run(MM_OVERCOMMIT, 4, 1);
}

TEST(many_cpus_in_one_space)
{
	run(MM_DEMAND, CREW_MOST, 1);
}

TEST(cpus_in_spaces_of_their_own)
{
	for (int policy = 0; policy < NR_POLICIES && !test_failed(); policy++)
		run((enum mm_policy)policy, 2, 2);
}
