// SPDX-License-Identifier: MIT
/*
 * CPUs that use the same pages at once: of one region, of an object, of a space and its clones; and
 * all calls at random on the same addresses, of which only what holds afterwards can be said.
 */
#include "tests/harness/test.h"
#include "tests/host/crew_space.h"

enum { RW = PROT_READ | PROT_WRITE, ANON = MAP_PRIVATE | MAP_ANON, CPUS = 4 };

static struct vm_fixture f;
static struct vspace vs;

static void crew_verify(const char *said)
{
	if (said)
		test_fail(__FILE__, __LINE__, "%s", said);
}

/* --- One region ------------------------------------------------------------------------------- */

enum { SAME_PAGES = 700, SAME_ROUNDS = 150, FRINGE = 8 };

/* The region, and a fringe on both sides that comes and goes. */
struct same {
	uint64_t start;
	pfn_t frame[SAME_PAGES];
};

static const char *same_touch(struct same *same, uint64_t i)
{
	struct crew_access access = crew_load(&vs, same->start + i * PAGE_SIZE);
	pfn_t first = 0;

	if (access.result != FAULT_RESOLVED)
		return "an access fails";
	if (access.first || access.last)
		return "a page is not zero";
	if (!__atomic_compare_exchange_n(&same->frame[i], &first, access.pfn, false,
					 __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
	    first != access.pfn)
		return "two CPUs see two frames in one page";
	return NULL;
}

/* Some of the fringe below or above; alike, so it is joined with the region and cut again. */
static const char *fringe_change(struct crew_member *m, struct same *same)
{
	bool below = m->index % 2;
	uint64_t end = same->start + (below ? 0 : SAME_PAGES + FRINGE) * PAGE_SIZE;
	uint64_t len = (1 + crew_below(m, FRINGE)) * PAGE_SIZE, got;

	if (crew_below(m, 2))
		return mm_mmap(&vs, end - len, len, RW, ANON | MAP_LAZY | MAP_FIXED, &got)
			       ? "a mapping fails"
			       : NULL;
	return mm_munmap(&vs, end - len, len) ? "an unmapping fails" : NULL;
}

static const char *same_work(struct crew_member *m)
{
	struct same *same = m->arg;
	const char *said = NULL;

	for (uint64_t i = 0; i < SAME_PAGES && !said; i++) {
		said = same_touch(same, m->index % 2 ? SAME_PAGES - 1 - i : i);
		if (!said && !crew_below(m, 4))
			said = fringe_change(m, same);
	}
	return said;
}

static void same_run(enum mm_policy policy)
{
	struct vspace_stats stats;

	if (!vm_make_space(&f, CREW_ORDER, &vs, policy, true))
		return;
	for (unsigned round = 1; round <= test_share(SAME_ROUNDS) && !test_failed(); round++) {
		struct same same = {.start = VM_START + FRINGE * PAGE_SIZE};
		uint64_t got;

		CHECK_EQ(mm_mmap(&vs, same.start, SAME_PAGES * PAGE_SIZE, RW,
				 ANON | MAP_LAZY | MAP_FIXED, &got),
			 0);
		crew_verify(crew_run(CPUS, same_work, &same));
		vspace_stats(&vs, &stats);
		CHECK_EQ(stats.nr_faults, round * SAME_PAGES); /* each page came once */
		CHECK_EQ(stats.nr_mapped, SAME_PAGES);
		vspace_check(&vs);
		CHECK_EQ(mm_munmap(&vs, VM_START, (SAME_PAGES + 2 * FRINGE) * PAGE_SIZE), 0);
	}
	CHECK(vs.claims.last_ticket); /* or they did not run at once */
	vm_drop_space(&f, &vs);
}

TEST(cpus_that_fault_the_same_pages_fill_each_once)
{
	for (int policy = 0; policy < NR_POLICIES && !test_failed(); policy++)
		same_run((enum mm_policy)policy);
}

/* --- An object -------------------------------------------------------------------------------- */

enum { OBJECT_PAGES = 400, OBJECT_CALLS = 6000, OBJECT_MOST = 64 };

struct shared {
	struct mm_object *object;
	pfn_t frame[OBJECT_PAGES];
};

/* Map some of it in a space of the CPU's own, use it, and lock it from time to time. */
static const char *object_use(struct crew_member *m, struct shared *shared, struct vspace *own)
{
	uint64_t nr = 1 + crew_below(m, OBJECT_MOST), at;
	uint64_t first = crew_below(m, OBJECT_PAGES - nr + 1);
	uint64_t len = nr * PAGE_SIZE;

	if (mm_mmap_object(own, 0, len, RW, MAP_SHARED | (crew_below(m, 2) ? MAP_LAZY : 0),
			   shared->object, first * PAGE_SIZE, &at))
		return "a mapping of the object fails";
	if (!crew_below(m, 3) && mm_mlock(own, at, len))
		return "locking fails";
	for (unsigned n = 0; n < 8; n++) {
		uint64_t i = crew_below(m, nr);
		struct crew_access access = crew_load(own, at + i * PAGE_SIZE);
		pfn_t known = 0;

		if (access.result != FAULT_RESOLVED || access.first || access.last)
			return "an access to the object fails";
		if (!__atomic_compare_exchange_n(&shared->frame[first + i], &known, access.pfn,
						 false, __ATOMIC_RELAXED, __ATOMIC_RELAXED) &&
		    known != access.pfn)
			return "two CPUs see two frames at one offset";
	}
	return mm_munmap(own, at, len) ? "an unmapping fails" : NULL;
}

static struct vspace own_space[CREW_MOST];

static const char *object_work(struct crew_member *m)
{
	const char *said = NULL;

	for (unsigned i = 0; i < test_share(OBJECT_CALLS) && !said; i++)
		said = object_use(m, m->arg, &own_space[m->index]);
	return said;
}

static const char *object_crew(enum mm_policy policy, struct shared *shared)
{
	const char *said;

	for (unsigned i = 0; i < CPUS; i++)
		if (vspace_init(&own_space[i], f.node.p, policy, true))
			return "no memory for a space";
	said = crew_run(CPUS, object_work, shared);
	for (unsigned i = 0; i < CPUS && !said; i++) {
		vspace_check(&own_space[i]);
		vspace_destroy(&own_space[i]);
	}
	return said;
}

static void object_run(enum object_kind kind)
{
	if (!vm_make_space(&f, CREW_ORDER, &vs, MM_RANGE, true))
		return;
	for (int policy = 0; policy < NR_POLICIES && !test_failed(); policy++) {
		struct shared shared = {.frame = {0}};

		shared.object = mm_object_create(f.node.p, OBJECT_PAGES * PAGE_SIZE, kind);
		CHECK(shared.object);
		crew_verify(object_crew((enum mm_policy)policy, &shared));
		CHECK_EQ(shared.object->nr_users, 1);
		CHECK_EQ(shared.object->nr_provided, 0);
		mm_object_put(shared.object);
	}
	vm_drop_space(&f, &vs);
}

TEST(cpus_that_share_an_object_see_the_same_frames)
{
	object_run(OBJECT_PROMISED);
}

TEST(cpus_that_share_an_object_without_promise_see_the_same_frames)
{
	object_run(OBJECT_OVERCOMMIT);
}

/* --- A space and its clones ------------------------------------------------------------------- */

enum { FORK_PAGES = 24, FORKS = 3000, FORK_STORES = 60 };

static uint64_t fork_addr(uint64_t i)
{
	return VM_START + i * PAGE_SIZE;
}

/* What the parent holds in page i, for ever: what it stores is the same again. */
static uint64_t fork_stamp(uint64_t i)
{
	return 0xf00d0000 + i;
}

/* Store to pages of a clone; each holds what it should before. */
static const char *clone_use(struct crew_member *m, struct vspace *child, uint64_t *stamp)
{
	for (unsigned n = 0; n < FORK_STORES; n++) {
		uint64_t i = crew_below(m, FORK_PAGES);
		bool stores = crew_below(m, 2);
		uint64_t value = (uint64_t)(m->index + 1) << 32 | n;
		struct crew_access access = stores ? crew_store(child, fork_addr(i), value)
						   : crew_load(child, fork_addr(i));

		if (!stamp[i]) {
			if (access.result != FAULT_NO_REGION)
				return "what a clone has unmapped is there";
			continue;
		}
		if (access.result != FAULT_RESOLVED)
			return "an access to a clone fails";
		if (access.first != stamp[i] || access.last != stamp[i])
			return "a page of a clone holds what another space has stored";
		if (stores)
			stamp[i] = value;
		if (!crew_below(m, 30)) {
			if (mm_munmap(child, fork_addr(i), PAGE_SIZE))
				return "an unmapping fails";
			stamp[i] = 0;
		}
	}
	return NULL;
}

/* To lock what has holes is refused; else all of it is the clone's own then. */
static const char *clone_lock(struct vspace *child, const uint64_t *stamp)
{
	int err = mm_mlock(child, fork_addr(0), FORK_PAGES * PAGE_SIZE);
	bool holes = false;

	for (uint64_t i = 0; i < FORK_PAGES; i++)
		holes |= !stamp[i];
	return err == (holes ? -ENOMEM : 0) ? NULL
					    : "locking a clone ends otherwise than it should";
}

/* A clone of a clone, and more of the first. */
static const char *grandchild_use(struct crew_member *m, struct vspace *child, uint64_t *stamp)
{
	struct vspace grandchild;
	uint64_t below[FORK_PAGES];
	const char *said;

	if (mm_clone(&grandchild, child))
		return "a clone of a clone fails";
	__builtin_memcpy(below, stamp, sizeof(below));
	said = clone_use(m, child, stamp);
	if (!said && crew_below(m, 2))
		said = clone_lock(&grandchild, below);
	if (!said)
		said = clone_use(m, &grandchild, below);
	vspace_check(&grandchild);
	vspace_destroy(&grandchild);
	return said;
}

static const char *fork_use(struct crew_member *m)
{
	struct vspace child;
	uint64_t stamp[FORK_PAGES];
	const char *said;

	if (mm_clone(&child, &vs))
		return "a clone fails";
	for (uint64_t i = 0; i < FORK_PAGES; i++)
		stamp[i] = fork_stamp(i);
	said = clone_use(m, &child, stamp);
	if (!said && crew_below(m, 2))
		said = grandchild_use(m, &child, stamp);
	vspace_check(&child);
	vspace_destroy(&child);
	return said;
}

static const char *fork_work(struct crew_member *m)
{
	const char *said = NULL;

	for (unsigned n = 0; n < test_share(FORKS) && !said; n++) {
		uint64_t i = crew_below(m, FORK_PAGES);
		struct crew_access access = crew_store(&vs, fork_addr(i), fork_stamp(i));

		if (access.result != FAULT_RESOLVED || access.first != fork_stamp(i))
			return "the parent holds what a clone has stored";
		said = fork_use(m);
	}
	return said;
}

static void fork_run(enum mm_policy policy)
{
	uint64_t got;

	if (!vm_make_space(&f, CREW_ORDER, &vs, policy, true))
		return;
	CHECK_EQ(mm_mmap(&vs, fork_addr(0), FORK_PAGES * PAGE_SIZE, RW, ANON | MAP_FIXED, &got), 0);
	for (uint64_t i = 0; i < FORK_PAGES; i++)
		crew_store(&vs, fork_addr(i), fork_stamp(i));
	crew_verify(crew_run(CPUS, fork_work, NULL));
	if (test_failed())
		return;
	vspace_check(&vs);
	frames_forget();
	crew_verify(frames_own_mapped(&f, &vs, 1));
	vm_drop_space(&f, &vs);
}

TEST(cpus_that_fork_and_store_see_what_is_theirs_demand)
{
	fork_run(MM_DEMAND);
}

TEST(cpus_that_fork_and_store_see_what_is_theirs_overcommit)
{
	fork_run(MM_OVERCOMMIT);
}

TEST(cpus_that_fork_and_store_see_what_is_theirs_range)
{
	fork_run(MM_RANGE);
}

/* --- Anything anywhere ------------------------------------------------------------------------ */

enum { WILD_PAGES = 200, WILD_CALLS = 20000, FILE_PAGES = 16 };

struct wild {
	struct mm_object *object, *file;
};

static int wild_map(struct crew_member *m, const struct wild *w, uint64_t addr, uint64_t nr)
{
	static const unsigned anon[] = {0, 0, 0, MAP_LAZY, MAP_PHYS, MAP_STACK};
	unsigned prot = crew_below(m, 3) ? RW : (unsigned)crew_below(m, 8);
	unsigned flags = MAP_FIXED;
	uint64_t got;

	switch (crew_below(m, 5)) {
	case 0:
		nr = nr < OBJECT_PAGES ? nr : OBJECT_PAGES;
		return mm_mmap_object(&vs, addr, nr * PAGE_SIZE, prot, flags | MAP_SHARED,
				      w->object, crew_below(m, OBJECT_PAGES - nr + 1) * PAGE_SIZE,
				      &got);
	case 1:
		nr = nr < FILE_PAGES ? nr : FILE_PAGES;
		return mm_mmap_object(&vs, addr, nr * PAGE_SIZE, prot, flags | MAP_PRIVATE, w->file,
				      crew_below(m, FILE_PAGES - nr + 1) * PAGE_SIZE, &got);
	default:
		flags |= ANON | anon[crew_below(m, ARRAY_SIZE(anon))];
		if (nr == 1)
			flags &= ~(unsigned)MAP_STACK;
		return mm_mmap(&vs, addr, nr * PAGE_SIZE, prot, flags, &got);
	}
}

/* A clone, some stores to it, and its end. */
static int wild_clone(struct crew_member *m)
{
	struct vspace child;
	int err = mm_clone(&child, &vs);

	if (err)
		return err;
	for (unsigned n = 0; n < 20; n++)
		crew_store(&child, VM_START + crew_below(m, WILD_PAGES) * PAGE_SIZE, n);
	vspace_check(&child);
	vspace_destroy(&child);
	return 0;
}

static int wild_call(struct crew_member *m)
{
	uint64_t i = crew_below(m, WILD_PAGES);
	uint64_t nr = 1 + crew_below(m, crew_below(m, 4) ? 12 : WILD_PAGES - i);
	uint64_t addr = VM_START + i * PAGE_SIZE, len = nr * PAGE_SIZE;

	switch (crew_below(m, 40)) {
	case 0 ... 5:
		return wild_map(m, m->arg, addr, nr);
	case 6 ... 7:
		return mm_munmap(&vs, addr, len);
	case 8 ... 12:
		return mm_mprotect(&vs, addr, len, (unsigned)crew_below(m, 8));
	case 13 ... 15:
		return mm_mlock(&vs, addr, len);
	case 16 ... 17:
		return mm_munlock(&vs, addr, len);
	case 18:
		if (crew_below(m, 8))
			return 0;
		if (crew_below(m, 2))
			return mm_mlockall(&vs, MCL_CURRENT | MCL_FUTURE);
		mm_munlockall(&vs);
		return 0;
	case 19:
		return crew_below(m, 3) ? 0 : wild_clone(m);
	case 20:
		vspace_check(&vs);
		return 0;
	default:
		if (crew_below(m, 2))
			crew_store(&vs, addr, m->index);
		else
			crew_load(&vs, addr);
		return 0;
	}
}

static const char *wild_work(struct crew_member *m)
{
	for (unsigned n = 0; n < test_share(WILD_CALLS); n++) {
		int err = wild_call(m);

		if (err && err != -ENOMEM && err != -EINVAL)
			return "a call fails for no reason";
	}
	return NULL;
}

static void wild_run(enum mm_policy policy)
{
	struct page *frames;
	struct wild w;

	test_note("seed %llu", (unsigned long long)test_seed());
	if (!vm_make_space(&f, CREW_ORDER, &vs, policy, true))
		return;
	frames = pgdat_alloc_run(f.node.p, GFP_KERNEL, FILE_PAGES);
	CHECK(frames);
	w.object = mm_object_create(f.node.p, OBJECT_PAGES * PAGE_SIZE,
				    policy == MM_OVERCOMMIT ? OBJECT_OVERCOMMIT : OBJECT_PROMISED);
	w.file = mm_object_create_file(f.node.p, pgdat_pfn(f.node.p, frames) << PAGE_SHIFT,
				       FILE_PAGES * PAGE_SIZE);
	CHECK(w.object && w.file);
	crew_verify(crew_run(CPUS, wild_work, &w));
	vspace_check(&vs);
	frames_forget();
	crew_verify(frames_own_mapped(&f, &vs, 1));
	CHECK_EQ(mm_munmap(&vs, PAGE_SIZE, MM_SPACE_END - PAGE_SIZE), 0);
	mm_object_put(w.object);
	mm_object_put(w.file);
	pgdat_free_run(f.node.p, frames, FILE_PAGES);
	vm_drop_space(&f, &vs);
}

TEST(cpus_that_do_anything_leave_a_space_whole_range)
{
	wild_run(MM_RANGE);
}

TEST(cpus_that_do_anything_leave_a_space_whole_superlock)
{
	wild_run(MM_SUPERLOCK);
}

TEST(cpus_that_do_anything_leave_a_space_whole_demand)
{
	wild_run(MM_DEMAND);
}

TEST(cpus_that_do_anything_leave_a_space_whole_overcommit)
{
	wild_run(MM_OVERCOMMIT);
}
