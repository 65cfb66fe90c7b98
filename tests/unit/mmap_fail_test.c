// SPDX-License-Identifier: MIT
/*
 * Every call with every page missing that it needs: it fails, and the space is as it was, bit for
 * bit; one page more, and so on, until it succeeds. And with every request for pages denied that it
 * makes, one in turn, and many at random, where memory is plenty.
 */
#include "mm/mmap.h"
#include "tests/harness/deny.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

enum {
	ORDER = 11,
	PAGES = 1 << ORDER,
	MOST_REGIONS = 128,
	MOST_RUNS = 256,
	MOST_LEFT = 400,  /* pages, or requests for some; no call here needs as many */
	MOST_RECORDS = 3, /* that a call makes */
	RANDOM_ROUNDS = 10,
	FILE_PAGES = 24,
};

#define ANON (MAP_ANON | MAP_PRIVATE)
#define RW   (PROT_READ | PROT_WRITE)
#define AT   (VM_START + (1ul << 30) - 20 * PAGE_SIZE) /* across 1 GiB */

static struct vm_fixture f;
static struct vspace vs, child;
static struct mm_object *file, *shared;
static struct page *frames;
static struct page *held[PAGES];
static struct page_watch watch;
static unsigned spare_records; /* of regions, before the next one takes a page */
static bool watched;	       /* requests are denied, rather than pages missing */

/* --- The space, with a region of every kind ------------------------------------------------ */

/* Where each stands, in pages from AT. */
enum {
	TOUCHED = 0,   /* 20 pages, across the border */
	FILE_RW = 24,  /* 8 */
	FILE_RO = 40,  /* 8 */
	SHARED = 60,   /* 8 */
	LAZY = 80,     /* 8 */
	STACK = 100,   /* 8 */
	LOCKED = 120,  /* 8 */
	BLOCK = 140,   /* 4, consecutive frames */
	NEW = 1000,    /* nothing */
	FILLER = 2000, /* regions that use up the records */
};

static uint64_t at(uint64_t page)
{
	return AT + page * PAGE_SIZE;
}

static int map(uint64_t page, uint64_t nr, unsigned prot, unsigned flags, struct mm_object *object)
{
	uint64_t got;

	return mm_mmap_object(&vs, at(page), nr * PAGE_SIZE, prot, flags | MAP_FIXED, object, 0,
			      &got);
}

static bool space_make(enum mm_policy policy)
{
	struct pg_data *p = f.node.p;
	uint64_t i;
	int err;

	frames = pgdat_alloc_run(p, GFP_KERNEL, FILE_PAGES);
	file = mm_object_create_file(p, pgdat_pfn(p, frames) << PAGE_SHIFT, FILE_PAGES * PAGE_SIZE);
	shared = mm_object_create(p, 8 * PAGE_SIZE,
				  policy == MM_OVERCOMMIT ? OBJECT_OVERCOMMIT : OBJECT_PROMISED);
	err = vspace_init(&vs, p, policy, true);
	err |= map(TOUCHED, 20, RW, ANON, NULL);
	err |= map(FILE_RW, 8, RW, MAP_PRIVATE, file);
	err |= map(FILE_RO, 8, PROT_READ, MAP_PRIVATE, file);
	err |= map(SHARED, 8, RW, MAP_SHARED, shared);
	err |= map(LAZY, 8, RW, ANON | MAP_LAZY, NULL);
	err |= map(STACK, 8, RW, ANON | MAP_STACK, NULL);
	err |= map(LOCKED, 8, RW, ANON, NULL);
	err |= map(BLOCK, 4, RW, ANON | MAP_PHYS, NULL);
	err |= mm_mlock(&vs, at(LOCKED), 8 * PAGE_SIZE);
	for (i = 0; i < 20; i += 3)
		err |= vspace_fault(&vs, at(TOUCHED + i), PORT_STORE) != FAULT_RESOLVED;
	for (i = 0; i < 8; i += 3) {
		err |= vspace_fault(&vs, at(FILE_RW + i), PORT_STORE) != FAULT_RESOLVED;
		err |= vspace_fault(&vs, at(FILE_RO + i), PORT_LOAD) != FAULT_RESOLVED;
	}
	for (i = 0; !err && vs.nodes.partial; i++)
		err = map(FILLER + 2 * i, 1, PROT_NONE, ANON | MAP_LAZY, NULL);
	for (unsigned left = 0; !err && left < spare_records; left++)
		err = mm_munmap(&vs, at(FILLER + 2 * --i), PAGE_SIZE);
	if (err)
		test_fail(__FILE__, __LINE__, "the space cannot be made");
	return !err;
}

static void space_drop(void)
{
	vspace_check(&vs);
	vspace_destroy(&vs);
	mm_object_put(file);
	mm_object_put(shared);
	pgdat_free_run(f.node.p, frames, FILE_PAGES);
	CHECK_EQ(f.node.p->nr_reserved, 0);
	CHECK_EQ(pgdat_nr_free(f.node.p), PAGES);
}

/* --- Calls ----------------------------------------------------------------------------------- */

static int map_new(void)
{
	return map(NEW, 9, RW, ANON, NULL);
}

static int map_anywhere(void)
{
	uint64_t got;

	return mm_mmap(&vs, 0, 9 * PAGE_SIZE, PROT_READ, ANON, &got);
}

static int map_over(void)
{
	return map(TOUCHED + 5, 100, RW, ANON, NULL);
}

static int map_over_block(void)
{
	return map(BLOCK + 1, 2, RW, ANON | MAP_PHYS, NULL);
}

static int map_lazy(void)
{
	return map(NEW, 9, RW, ANON | MAP_LAZY, NULL);
}

static int map_stack(void)
{
	return map(NEW, 9, RW, ANON | MAP_STACK, NULL);
}

static int map_shared(void)
{
	return map(NEW, 9, RW, MAP_ANON | MAP_SHARED, NULL);
}

static int map_block(void)
{
	return map(NEW, 5, RW, ANON | MAP_PHYS, NULL);
}

static int map_shared_block(void)
{
	return map(NEW, 5, RW, MAP_ANON | MAP_SHARED | MAP_PHYS, NULL);
}

static int map_phys(void)
{
	uint64_t got;

	return mm_mmap_object(&vs, at(NEW), 5 * PAGE_SIZE, RW, MAP_SHARED | MAP_PHYS | MAP_FIXED,
			      NULL, pgdat_pfn(f.node.p, frames) << PAGE_SHIFT, &got);
}

static int map_object(void)
{
	return map(NEW, 8, RW, MAP_SHARED, shared);
}

static int map_file(void)
{
	return map(NEW, 8, RW, MAP_PRIVATE, file);
}

static int unmap_middle(void)
{
	return mm_munmap(&vs, at(TOUCHED + 3), 2 * PAGE_SIZE);
}

static int protect_middle(void)
{
	return mm_mprotect(&vs, at(TOUCHED + 3), 2 * PAGE_SIZE, PROT_READ);
}

static int protect_file(void)
{
	return mm_mprotect(&vs, at(FILE_RO + 1), 6 * PAGE_SIZE, RW);
}

static int lock_middle(void)
{
	return mm_mlock(&vs, at(LAZY + 2), 4 * PAGE_SIZE);
}

static int unlock_middle(void)
{
	return mm_munlock(&vs, at(LOCKED + 2), 4 * PAGE_SIZE);
}

static int lock_all(void)
{
	return mm_mlockall(&vs, MCL_CURRENT | MCL_FUTURE);
}

static int clone(void)
{
	int err = mm_clone(&child, &vs);

	if (!err) {
		vspace_check(&child);
		vspace_destroy(&child);
	}
	return err;
}

static const struct {
	const char *name;
	int (*fn)(void);
} calls[] = {
	{"map_new", map_new},
	{"map_anywhere", map_anywhere},
	{"map_over", map_over},
	{"map_over_block", map_over_block},
	{"map_lazy", map_lazy},
	{"map_stack", map_stack},
	{"map_shared", map_shared},
	{"map_block", map_block},
	{"map_shared_block", map_shared_block},
	{"map_phys", map_phys},
	{"map_object", map_object},
	{"map_file", map_file},
	{"unmap_middle", unmap_middle},
	{"protect_middle", protect_middle},
	{"protect_file", protect_file},
	{"lock_middle", lock_middle},
	{"unlock_middle", unlock_middle},
	{"lock_all", lock_all},
	{"clone", clone},
};

/* --- All that a failure must leave alone ---------------------------------------------------- */

struct state {
	struct vm_region region[MOST_REGIONS];
	struct port_pt_run run[MOST_RUNS];
	struct vspace_stats stats;
	struct port_pt_stats tables;
	uint64_t nr_reserved, nr_free, nr_empty, nr_shared_used, nr_file_users, nr_shared_users;
	bool lock_future;
};

static bool state_take(struct state *s)
{
	struct pg_data *p = f.node.p;
	unsigned nr_regions = 0, nr_runs = 0;
	uint64_t addr = 0;

	__builtin_memset(s, 0, sizeof(*s));
	for (; nr_regions < MOST_REGIONS && vspace_next_region(&vs, addr, &s->region[nr_regions]);
	     addr = s->region[nr_regions++].range.end)
		__builtin_memset(&s->region[nr_regions].range.link, 0,
				 sizeof(s->region[nr_regions].range.link));
	for (addr = 0;
	     nr_runs < MOST_RUNS && port_pt_next(vs.pt, addr, MM_SPACE_END, &s->run[nr_runs]);
	     addr = s->run[nr_runs].virt + s->run[nr_runs].len, nr_runs++)
		;
	vspace_stats(&vs, &s->stats);
	port_pt_stats(vs.pt, &s->tables);
	s->tables.nr_flushes = s->tables.nr_flushed = s->tables.nr_flushed_all = 0;
	pgdat_drain(p);
	s->nr_reserved = p->nr_reserved;
	s->nr_free = pgdat_nr_free(p);
	s->nr_empty = vs.nodes.nr_empty;
	s->nr_shared_used = shared->tables.nr_used + shared->tables.nr_spares;
	s->nr_file_users = file->nr_users;
	s->nr_shared_users = shared->nr_users;
	s->lock_future = vs.lock_future;
	return nr_regions < MOST_REGIONS && nr_runs < MOST_RUNS;
}

static struct state before, after;

/* How often it failed for want of memory before it succeeded, -1 if something is wrong. */
static int call_with_pages_missing(int (*fn)(void))
{
	struct pg_data *p = f.node.p;

	for (int left = 0; left < MOST_LEFT; left++) {
		uint64_t nr_free;
		int err;

		pgdat_drain(p);
		nr_free = pgdat_nr_free(p) - p->nr_reserved;
		pgdat_bulk_array(p, __GFP_NOWARN, (long)nr_free - left, held);
		if (!state_take(&before))
			return -1;
		err = fn();
		if (!err) {
			pgdat_free_bulk(p, PAGES, held);
			return left;
		}
		state_take(&after);
		vspace_check(&vs);
		if (err != -ENOMEM || __builtin_memcmp(&before, &after, sizeof(before)))
			return -1;
		pgdat_free_bulk(p, PAGES, held);
	}
	return -1;
}

/* Most that the policy promises is there already: only overcommit needs memory to lock. */
static bool needs_memory(int (*fn)(void), enum mm_policy policy)
{
	return fn != lock_all || policy == MM_OVERCOMMIT;
}

/* A fresh space in the place of one that a call has changed. */
static bool space_again(enum mm_policy policy)
{
	space_drop();
	return !test_failed() && space_make(policy);
}

/* Is what a call returned right, when so many of its requests had been denied? */
static bool outcome_right(int err, uint64_t nr_denied)
{
	if (!err)
		return true;
	state_take(&after);
	vspace_check(&vs);
	return err == -ENOMEM && nr_denied && !__builtin_memcmp(&before, &after, sizeof(before));
}

/* How many requests it makes, each of which was denied; -1 if something is wrong. */
static int call_with_requests_denied(int (*fn)(void), enum mm_policy policy)
{
	for (int n = 1; n < MOST_LEFT; n++) {
		uint64_t nr_denied;
		int err;

		if (!state_take(&before))
			return -1;
		deny_nth(&watch, (uint64_t)n);
		err = fn();
		nr_denied = deny_end(&watch);
		if (!outcome_right(err, nr_denied))
			return -1;
		if (!nr_denied)
			return n - 1;
		if (!err && !space_again(policy)) /* it found another way */
			return -1;
	}
	return -1;
}

/* False: a failure left a trace. */
static bool call_with_some_denied(int (*fn)(void), enum mm_policy policy)
{
	for (unsigned i = 0; i < RANDOM_ROUNDS; i++) {
		int err;

		if (!state_take(&before))
			return false;
		deny_some(&watch, 5 + i, test_seed() + i);
		err = fn();
		if (!outcome_right(err, deny_end(&watch)) || (!err && !space_again(policy)))
			return false;
	}
	return true;
}

static void call_in_turn(enum mm_policy policy, int (*fn)(void), const char *name)
{
	int nr_failed =
		watched ? call_with_requests_denied(fn, policy) : call_with_pages_missing(fn);

	if (nr_failed >= 0 && watched && !call_with_some_denied(fn, policy))
		nr_failed = -1;
	if (nr_failed < 0)
		test_fail(__FILE__, __LINE__, "%s: a failure leaves a trace", name);
	else if (!nr_failed && !watched && needs_memory(fn, policy))
		test_fail(__FILE__, __LINE__, "%s: it needs no memory", name);
}

static void fail_in_turn(enum mm_policy policy, bool by_denial)
{
	__builtin_memset(held, 0, sizeof(held));
	watched = by_denial;
	spare_records = 0;
	if (!vm_make(&f, ORDER))
		return;
	watch = (struct page_watch){.what = WATCH_TRACE};
	if (watched)
		CHECK_EQ(pgdat_watch(f.node.p, &watch), 0);
	for (unsigned i = 0; i < ARRAY_SIZE(calls) * (watched ? MOST_RECORDS : 1); i++) {
		const unsigned call = i % ARRAY_SIZE(calls);

		spare_records = i / ARRAY_SIZE(calls);
		if (!space_make(policy))
			return;
		call_in_turn(policy, calls[call].fn, calls[call].name);
		if (test_failed())
			return;
		space_drop();
		if (test_failed())
			return;
	}
	vm_drop(&f);
	deny_note();
}

#define FAIL_TESTS(name, policy)                                                                   \
	TEST(no_call_leaves_a_trace_##name)                                                        \
	{                                                                                          \
		fail_in_turn(policy, false);                                                       \
	}                                                                                          \
	TEST(no_call_leaves_a_trace_when_denied_##name)                                            \
	{                                                                                          \
		fail_in_turn(policy, true);                                                        \
	}

FAIL_TESTS(range, MM_RANGE)
FAIL_TESTS(superlock, MM_SUPERLOCK)
FAIL_TESTS(demand, MM_DEMAND)
FAIL_TESTS(overcommit, MM_OVERCOMMIT)
