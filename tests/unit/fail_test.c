// SPDX-License-Identifier: MIT
/*
 * What else asks for pages, with each request denied in turn, and many at random: vmalloc, objects,
 * spaces, faults. A failure leaves everything as it was. The calls on regions: mmap_fail_test.c.
 */
#include "mm/mmap.h"
#include "mm/vmalloc.h"
#include "tests/harness/deny.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

enum { ORDER = 11, PAGES = 1 << ORDER, MOST_REQUESTS = 3000, RANDOM_ROUNDS = 20 };

#define KIB 1024ul
#define MIB (1024ul * KIB)
#define AT  (VM_START + 5 * PAGE_SIZE)

static struct vm_fixture f;
static struct page_watch watch;
static struct vmap_space areas;
static struct vspace vs;
static struct mm_object *file;
static struct page *frames[8];

/* --- All that a failure must leave alone ------------------------------------------------------ */

struct state {
	struct zone_info zone[NR_ZONES];
	struct vmalloc_stats vmalloc;
	struct vspace_stats space;
	struct port_pt_stats tables, area_tables;
	uint64_t nr_reserved, nr_areas, nr_area_pages, nr_node_pages;
};

static void state_take(struct state *s)
{
	struct pg_data *p = f.node.p;

	__builtin_memset(s, 0, sizeof(*s));
	vmap_space_purge(&areas);
	for (int type = 0; type < NR_ZONES; type++)
		zone_info(p, (enum zone_type)type, &s->zone[type]);
	s->vmalloc = areas.stats;
	s->vmalloc.nr_purges = s->vmalloc.nr_fallbacks = 0;
	vspace_stats(&vs, &s->space);
	s->space.nr_faults = 0; /* of those that were resolved, fewer or more */
	port_pt_stats(vs.pt, &s->tables);
	port_pt_stats(f.pt, &s->area_tables);
	s->tables.nr_flushes = s->tables.nr_flushed = s->tables.nr_flushed_all = 0;
	s->area_tables.nr_flushes = s->area_tables.nr_flushed = s->area_tables.nr_flushed_all = 0;
	s->nr_reserved = p->nr_reserved;
	s->nr_areas = areas.areas.nr_ranges;
	s->nr_area_pages = areas.nodes.nr_empty;
	s->nr_node_pages = vs.nodes.nr_empty;
}

/* --- Calls: what is made is undone at once ---------------------------------------------------- */

static bool area(size_t size, unsigned flags)
{
	void *address = vmap_space_alloc(&areas, size, flags, NULL);

	vmap_space_free(&areas, address, NULL);
	return address;
}

static bool area_huge(void)
{
	return area(3 * MIB + 3 * KIB, 0);
}

static bool area_base(void)
{
	return area(1 * MIB, VMALLOC_BASE);
}

static bool area_in_turns(void)
{
	return area(3 * MIB, VMALLOC_INTERLEAVE);
}

/* More than there is; its first request is for 1 GiB at once. */
static bool area_giga(void)
{
	return area(1024 * MIB, 0);
}

static bool area_of_pages(void)
{
	void *address = vmap_space_map(&areas, frames, ARRAY_SIZE(frames), PORT_PROT_WRITE, NULL);

	vmap_space_unmap(&areas, address, NULL);
	return address;
}

static bool object(struct mm_object *made)
{
	if (made)
		mm_object_put(made);
	return made;
}

static bool object_promised(void)
{
	return object(mm_object_create(f.node.p, 40 * PAGE_SIZE, OBJECT_PROMISED));
}

static bool object_overcommit(void)
{
	return object(mm_object_create(f.node.p, 40 * PAGE_SIZE, OBJECT_OVERCOMMIT));
}

static bool object_contiguous(void)
{
	return object(mm_object_create_contiguous(f.node.p, 40 * PAGE_SIZE));
}

static bool object_of_file(void)
{
	return object(mm_object_create_file(f.node.p, pgdat_pfn(f.node.p, frames[0]) << PAGE_SHIFT,
					    PAGE_SIZE));
}

static bool space(void)
{
	struct vspace other;
	int err = vspace_init(&other, f.node.p, MM_RANGE, true);

	if (!err)
		vspace_destroy(&other);
	return !err;
}

/* Map 8 pages, touch them so, unmap them. True: all were there. */
static bool touched(unsigned prot, unsigned flags, struct mm_object *of, enum port_access access)
{
	bool whole = true;
	uint64_t got;

	if (mm_mmap_object(&vs, AT, 8 * PAGE_SIZE, prot, flags | MAP_FIXED, of, 0, &got))
		return false;
	for (uint64_t i = 0; i < 8 && whole; i++)
		whole = vspace_fault(&vs, AT + i * PAGE_SIZE, access) == FAULT_RESOLVED;
	mm_munmap(&vs, AT, 8 * PAGE_SIZE);
	return whole;
}

static bool touch_own(void)
{
	return touched(PROT_READ | PROT_WRITE, MAP_ANON | MAP_PRIVATE, NULL, PORT_STORE);
}

static bool touch_shared(void)
{
	return touched(PROT_READ | PROT_WRITE, MAP_ANON | MAP_SHARED, NULL, PORT_STORE);
}

static bool copy_of_file(void)
{
	return touched(PROT_READ | PROT_WRITE, MAP_PRIVATE, file, PORT_STORE);
}

/* An object that nobody promised, in a space that backs at once: it is promised first. */
static bool shared_locked(void)
{
	struct mm_object *of = mm_object_create(f.node.p, 8 * PAGE_SIZE, OBJECT_OVERCOMMIT);
	uint64_t got;
	int err = -ENOMEM;

	if (!of)
		return false;
	if (!mm_mmap_object(&vs, AT, 8 * PAGE_SIZE, PROT_READ, MAP_SHARED | MAP_FIXED, of, 0,
			    &got)) {
		err = mm_mlock(&vs, AT, 8 * PAGE_SIZE);
		mm_munmap(&vs, AT, 8 * PAGE_SIZE);
	}
	mm_object_put(of);
	return !err;
}

/* A page of an object while a call under way has another part promised: it brings its own table. */
static bool touch_beside_promised(void)
{
	struct mm_object *of = mm_object_create(f.node.p, 5 * MIB, OBJECT_OVERCOMMIT);
	bool whole = false;
	phys_addr_t phys;

	if (!of)
		return false;
	if (!object_promise(of, 0, PAGE_SIZE)) {
		whole = !object_page(of, 4 * MIB, &phys);
		object_unpromise(of);
	}
	mm_object_put(of);
	return whole;
}

static const struct {
	const char *name;
	bool (*fn)(void);
} calls[] = {
	{"area_huge", area_huge},
	{"area_base", area_base},
	{"area_in_turns", area_in_turns},
	{"area_giga", area_giga},
	{"area_of_pages", area_of_pages},
	{"object_promised", object_promised},
	{"object_overcommit", object_overcommit},
	{"object_contiguous", object_contiguous},
	{"object_of_file", object_of_file},
	{"space", space},
	{"touch_own", touch_own},
	{"touch_shared", touch_shared},
	{"copy_of_file", copy_of_file},
	{"shared_locked", shared_locked},
	{"touch_beside_promised", touch_beside_promised},
};

/* --- Denying ---------------------------------------------------------------------------------- */

static struct state before, after;

/* A failure needs a cause; and whatever came of it, nothing is left. */
static bool outcome_right(bool done, bool possible, uint64_t nr_denied)
{
	state_take(&after);
	return (done || nr_denied || !possible) &&
	       !__builtin_memcmp(&before, &after, sizeof(before));
}

static bool in_turn(bool (*fn)(void), bool possible)
{
	uint64_t nr_denied = 1;

	for (uint64_t n = 1; nr_denied && n < MOST_REQUESTS; n++) {
		bool done;

		deny_nth(&watch, n);
		done = fn();
		nr_denied = deny_end(&watch);
		if (!outcome_right(done, possible, nr_denied))
			return false;
	}
	return !nr_denied;
}

static bool at_random(bool (*fn)(void), bool possible)
{
	for (unsigned i = 0; i < RANDOM_ROUNDS; i++) {
		bool done;

		deny_some(&watch, 1 + i, test_seed() + i);
		done = fn();
		if (!outcome_right(done, possible, deny_end(&watch)))
			return false;
	}
	return true;
}

static bool set_up(enum mm_policy policy)
{
	if (!vm_make(&f, ORDER))
		return false;
	watch = (struct page_watch){.what = WATCH_TRACE};
	vmap_space_init(&areas, f.node.p, f.pt, VM_START, VM_END, true);
	for (unsigned i = 0; i < ARRAY_SIZE(frames); i++)
		frames[i] = pgdat_alloc(f.node.p, GFP_KERNEL, 0);
	file = mm_object_create_file(f.node.p, pgdat_pfn(f.node.p, frames[0]) << PAGE_SHIFT,
				     8 * PAGE_SIZE);
	if (!file || vspace_init(&vs, f.node.p, policy, true) || pgdat_watch(f.node.p, &watch)) {
		test_fail(__FILE__, __LINE__, "no memory for a space");
		return false;
	}
	return true;
}

static void tear_down(void)
{
	vspace_destroy(&vs);
	mm_object_put(file);
	vmap_space_destroy(&areas);
	pgdat_free_bulk(f.node.p, ARRAY_SIZE(frames), frames);
	vm_drop(&f);
}

static void fail_all(enum mm_policy policy)
{
	if (!set_up(policy))
		return;
	for (unsigned i = 0; i < ARRAY_SIZE(calls); i++) {
		bool possible = calls[i].fn();

		if (!possible && calls[i].fn != area_giga) {
			test_fail(__FILE__, __LINE__, "%s: it fails by itself", calls[i].name);
			return;
		}
		state_take(&before);
		if (!in_turn(calls[i].fn, possible) || !at_random(calls[i].fn, possible)) {
			test_fail(__FILE__, __LINE__, "%s: a failure leaves a trace",
				  calls[i].name);
			return;
		}
	}
	tear_down();
	deny_note();
}

TEST(nothing_is_left_of_what_fails_range)
{
	fail_all(MM_RANGE);
}

TEST(nothing_is_left_of_what_fails_overcommit)
{
	fail_all(MM_OVERCOMMIT);
}

/* An area whose record takes a page, and is given up: the page goes back too. */
TEST(the_page_of_a_record_is_not_kept)
{
	static void *fillers[PAGE_SIZE / sizeof(struct vm_area)];
	unsigned nr_fillers = 0;

	if (!set_up(MM_RANGE))
		return;
	do {
		fillers[nr_fillers++] = vmap_space_map(&areas, frames, 1, PORT_PROT_WRITE, NULL);
	} while (areas.nodes.partial);
	state_take(&before);
	for (uint64_t n = 1; n < 4; n++) {
		deny_nth(&watch, n); /* the record's page, then chunks, then small pages */
		CHECK(!vmap_space_alloc(&areas, n == 1 ? 2 * MIB : 64 * MIB, 0, NULL));
		CHECK(outcome_right(false, true, deny_end(&watch)));
	}
	while (nr_fillers)
		vmap_space_unmap(&areas, fillers[--nr_fillers], NULL);
	tear_down();
	deny_note();
}
