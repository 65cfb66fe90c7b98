// SPDX-License-Identifier: MIT
/* Objects in address spaces: what several mappings of one need together, and consecutive frames. */
#include "mm/mmap.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

enum { ORDER = 11, PAGES = 1 << ORDER, SOME = 100 };

#define ANON (MAP_ANON | MAP_PRIVATE)
#define RW   (PROT_READ | PROT_WRITE)

static struct vm_fixture f;
static struct vspace vs;
static struct page *held[PAGES];

static bool setup(enum mm_policy policy)
{
	__builtin_memset(held, 0, sizeof(held));
	return vm_make_space(&f, ORDER, &vs, policy, true);
}

static void teardown(void)
{
	vm_drop_space(&f, &vs);
}

/* Someone else takes all but `left` pages. */
static void memory_leave(uint64_t left)
{
	struct pg_data *p = f.node.p;

	pgdat_drain(p);
	pgdat_bulk_array(p, __GFP_NOWARN, (long)(pgdat_nr_free(p) - p->nr_reserved - left), held);
}

static void memory_back(void)
{
	pgdat_free_bulk(f.node.p, PAGES, held);
}

/* Whatever the number of pages left: an error, or both pages and their distant tables are there. */
TEST(distant_parts_of_an_object_are_locked_together_or_not_at_all)
{
	const uint64_t at = VM_START;
	int err = -ENOMEM;
	unsigned nr_failed = 0;

	if (!setup(MM_OVERCOMMIT))
		return;
	for (uint64_t left = 0; err && left < 40; left++) {
		struct mm_object *object = mm_object_create(f.node.p, 8ul << 30, OBJECT_OVERCOMMIT);
		uint64_t got;

		CHECK(object);
		CHECK_EQ(mm_mmap_object(&vs, at, PAGE_SIZE, RW, MAP_SHARED | MAP_FIXED, object, 0,
					&got),
			 0);
		CHECK_EQ(mm_mmap_object(&vs, at + PAGE_SIZE, PAGE_SIZE, RW, MAP_SHARED | MAP_FIXED,
					object, 4ul << 30, &got),
			 0);
		memory_leave(left);
		err = mm_mlockall(&vs, MCL_CURRENT);
		CHECK_EQ(vs.nr_mapped, err ? 0 : 2);
		CHECK_EQ(f.node.p->nr_reserved, 0);
		vspace_check(&vs);
		memory_back();
		nr_failed += err != 0;
		CHECK_EQ(mm_munmap(&vs, at, 2 * PAGE_SIZE), 0);
		mm_object_put(object);
	}
	CHECK_EQ(err, 0);
	CHECK(nr_failed >= 2 + 4); /* two pages, two ways to them */
	teardown();
}

/* Two calls at once, and memory is gone in between: the second has what it was promised. */
TEST(what_an_object_promises_to_one_call_no_other_gives_back)
{
	struct mm_object *object;

	if (!setup(MM_OVERCOMMIT))
		return;
	object = mm_object_create(f.node.p, 8ul << 30, OBJECT_OVERCOMMIT);
	CHECK(object);
	CHECK_EQ(object_promise(object, 0, PAGE_SIZE), 0);
	CHECK_EQ(object_promise(object, 4ul << 30, (4ul << 30) + PAGE_SIZE), 0);
	memory_leave(0);
	object_back(object, 0, PAGE_SIZE, false, false);
	object_unpromise(object);
	CHECK_EQ(object->nr_provided, 1);
	object_back(object, 4ul << 30, (4ul << 30) + PAGE_SIZE, false, false);
	object_unpromise(object);
	CHECK_EQ(object->nr_backed, 2);
	CHECK_EQ(f.node.p->nr_reserved, 0);
	memory_back();
	mm_object_put(object);
	teardown();
}

/* Whatever the number of pages left, a fault elsewhere takes no table that a call was promised. */
TEST(a_fault_in_an_object_leaves_what_a_call_was_promised)
{
	unsigned nr_failed = 0;
	int err = -ENOMEM;

	if (!setup(MM_OVERCOMMIT))
		return;
	for (uint64_t left = 0; err && left < 40; left++) {
		struct mm_object *object = mm_object_create(f.node.p, 8ul << 30, OBJECT_OVERCOMMIT);
		phys_addr_t phys;

		CHECK(object);
		CHECK_EQ(object_promise(object, 0, PAGE_SIZE), 0);
		memory_leave(left);
		err = object_page(object, 4ul << 30, &phys);
		nr_failed += err != 0;
		object_back(object, 0, PAGE_SIZE, false, false);
		object_unpromise(object);
		CHECK_EQ(object->nr_backed, err ? 1 : 2);
		CHECK_EQ(f.node.p->nr_reserved, 0);
		memory_back();
		mm_object_put(object);
	}
	CHECK_EQ(err, 0);
	CHECK(nr_failed >= 2); /* a page, and a table at least */
	teardown();
}

TEST(what_is_locked_is_locked_again_for_nothing)
{
	uint64_t at;

	if (!setup(MM_OVERCOMMIT))
		return;
	CHECK_EQ(mm_mmap(&vs, 0, SOME * PAGE_SIZE, RW, ANON, &at), 0);
	CHECK_EQ(mm_mlock(&vs, at, SOME * PAGE_SIZE), 0);
	memory_leave(0);
	CHECK_EQ(mm_mlock(&vs, at, SOME * PAGE_SIZE), 0);
	memory_back();
	teardown();
}

TEST(an_object_mapped_twice_is_backed_once)
{
	struct mm_object *object;
	uint64_t first, second;

	if (!setup(MM_OVERCOMMIT))
		return;
	object = mm_object_create(f.node.p, SOME * PAGE_SIZE, OBJECT_OVERCOMMIT);
	CHECK(object);
	CHECK_EQ(mm_mmap_object(&vs, 0, SOME * PAGE_SIZE, RW, MAP_SHARED, object, 0, &first), 0);
	CHECK_EQ(mm_mmap_object(&vs, 0, SOME * PAGE_SIZE, RW, MAP_SHARED, object, 0, &second), 0);
	memory_leave(SOME + SOME / 2);
	CHECK_EQ(mm_mlockall(&vs, MCL_CURRENT), 0);
	CHECK_EQ(vs.nr_mapped, 2 * SOME);
	CHECK_EQ(object->nr_backed, SOME);
	memory_back();
	CHECK_EQ(mm_munmap(&vs, first, SOME * PAGE_SIZE), 0);
	CHECK_EQ(mm_munmap(&vs, second, SOME * PAGE_SIZE), 0);
	mm_object_put(object);
	teardown();
}

TEST(pieces_of_consecutive_frames_become_one_again)
{
	struct vspace child;
	phys_addr_t first, next;
	uint64_t at;

	if (!setup(MM_DEMAND))
		return;
	CHECK_EQ(mm_mmap(&vs, 0, 8 * PAGE_SIZE, RW, ANON | MAP_PHYS, &at), 0);
	CHECK_EQ(mm_mprotect(&vs, at + PAGE_SIZE, PAGE_SIZE, PROT_READ), 0);
	CHECK_EQ(vs.regions.nr_ranges, 3);
	CHECK_EQ(mm_mprotect(&vs, at + PAGE_SIZE, PAGE_SIZE, RW), 0);
	CHECK_EQ(vs.regions.nr_ranges, 1);
	CHECK_EQ(mm_clone(&child, &vs), 0);
	CHECK(port_pt_lookup(child.pt, at, &first, NULL, NULL));
	for (uint64_t i = 0; i < 8; i++) {
		CHECK(port_pt_lookup(child.pt, at + i * PAGE_SIZE, &next, NULL, NULL));
		CHECK_EQ(next, first + i * PAGE_SIZE);
	}
	vspace_check(&child);
	vspace_destroy(&child);
	teardown();
}

/* Where no aligned place is left, another will do; where one is, it is found. */
TEST(huge_mappings_are_aligned_where_that_can_be)
{
	const uint64_t low = MM_SPACE_START, gap = 1ul << 31;
	uint64_t at;

	if (!setup(MM_RANGE))
		return;
	/* All but 3 MiB that begin 1 MiB off, and another gap that holds 2 MiB just so. */
	CHECK_EQ(mm_mmap(&vs, low, gap + (1 << 20) - low, PROT_NONE, ANON | MAP_LAZY | MAP_FIXED,
			 &at),
		 -ENOMEM);
	CHECK_EQ(mm_mmap_object(&vs, low, gap + (1 << 20) - low, PROT_NONE,
				MAP_SHARED | MAP_PHYS | MAP_FIXED, NULL, 0, &at),
		 0);
	CHECK_EQ(mm_mmap_object(&vs, gap + (4 << 20), 1 << 20, PROT_NONE,
				MAP_SHARED | MAP_PHYS | MAP_FIXED, NULL, 0, &at),
		 0);
	CHECK_EQ(mm_mmap(&vs, 0, PMD_SIZE, RW, ANON, &at), 0);
	CHECK_EQ(at, gap + (2 << 20));
	teardown();
}

/* A file's frames decide whether its addresses are to be aligned to 2 MiB. */
TEST(a_file_is_aligned_as_its_frames_are)
{
	struct mm_object *whole, *shifted;
	struct page *frames;
	uint64_t page, at;
	phys_addr_t phys;

	if (!setup(MM_RANGE))
		return;
	frames = pgdat_alloc_run(f.node.p, GFP_KERNEL, CHUNK_PAGES + 1);
	CHECK(frames);
	phys = pgdat_pfn(f.node.p, frames) << PAGE_SHIFT;
	whole = mm_object_create_file(f.node.p, phys, PMD_SIZE);
	shifted = mm_object_create_file(f.node.p, phys + PAGE_SIZE, PMD_SIZE);
	CHECK(whole && shifted);
	CHECK_EQ(mm_mmap(&vs, 0, PAGE_SIZE, RW, ANON, &page), 0);
	CHECK_EQ(mm_mmap_object(&vs, 0, PMD_SIZE, PROT_READ, MAP_SHARED, shifted, 0, &at), 0);
	CHECK_EQ(at, page + PAGE_SIZE);
	CHECK_EQ(mm_munmap(&vs, at, PMD_SIZE), 0);
	CHECK_EQ(mm_mmap_object(&vs, 0, PMD_SIZE, PROT_READ, MAP_SHARED, whole, 0, &at), 0);
	CHECK_EQ(at % PMD_SIZE, 0);
	CHECK_EQ(mm_munmap(&vs, at, PMD_SIZE), 0);
	CHECK_EQ(mm_munmap(&vs, page, PAGE_SIZE), 0);
	mm_object_put(whole);
	mm_object_put(shifted);
	pgdat_free_run(f.node.p, frames, CHUNK_PAGES + 1);
	teardown();
}

TEST(a_mapping_may_be_as_long_as_the_space)
{
	const uint64_t all = MM_SPACE_END - MM_SPACE_START;
	uint64_t at;

	if (!setup(MM_OVERCOMMIT))
		return;
	CHECK_EQ((unsigned)-mm_mmap(&vs, 0, all + 1, RW, ANON, &at), ENOMEM);
	CHECK_EQ(mm_mmap(&vs, 0, all, RW, ANON, &at), 0);
	CHECK_EQ(at, MM_SPACE_START);
	CHECK_EQ(vspace_fault(&vs, MM_SPACE_END - 1, PORT_STORE), FAULT_RESOLVED);
	CHECK_EQ(vs.nr_mapped, 1);
	CHECK_EQ((unsigned)-mm_mmap(&vs, 0, PAGE_SIZE, RW, ANON, &at), ENOMEM);
	CHECK_EQ(mm_munmap(&vs, MM_SPACE_START, all), 0);
	teardown();
}

TEST(what_fits_into_no_gap_is_refused)
{
	const unsigned phys = MAP_SHARED | MAP_PHYS;
	const uint64_t half = MM_SPACE_END / 2;
	uint64_t at;

	if (!setup(MM_DEMAND))
		return;
	CHECK_EQ(mm_mmap_object(&vs, half, PAGE_SIZE, PROT_NONE, phys | MAP_FIXED, NULL, 0, &at),
		 0);
	CHECK_EQ((unsigned)-mm_mmap(&vs, 0, half + PMD_SIZE, RW, ANON | MAP_LAZY, &at), ENOMEM);
	CHECK_EQ((unsigned)-mm_mmap_object(&vs, 0, half + PMD_SIZE, PROT_READ, phys, NULL, 0, &at),
		 ENOMEM);
	CHECK_EQ(vs.regions.nr_ranges, 1);
	vspace_check(&vs);
	CHECK_EQ(mm_munmap(&vs, half, PAGE_SIZE), 0);
	teardown();
}

/* --- What can be mapped ---------------------------------------------------------------------- */

enum { NOTHING, MEMORY, A_FILE };

TEST(what_makes_no_mapping_is_refused)
{
	static const struct {
		unsigned prot, flags, object;
		uint64_t len, offset;
		int err;
	} wants[] = {
		{8, ANON, NOTHING, PAGE_SIZE, 0, EINVAL},
		{RW, ANON | 1u << 30, NOTHING, PAGE_SIZE, 0, EINVAL},
		{RW, ANON | MAP_SHARED, NOTHING, PAGE_SIZE, 0, EINVAL},
		{RW, MAP_ANON, NOTHING, PAGE_SIZE, 0, EINVAL},
		{RW, ANON, MEMORY, PAGE_SIZE, 0, EINVAL},
		{RW, ANON, NOTHING, PAGE_SIZE, PAGE_SIZE, EINVAL},
		{RW, ANON | MAP_PHYS, MEMORY, PAGE_SIZE, 0, EINVAL},
		{RW, ANON | MAP_PHYS | MAP_LAZY, NOTHING, PAGE_SIZE, 0, EINVAL},
		{RW, ANON | MAP_STACK, MEMORY, 2 * PAGE_SIZE, 0, EINVAL},
		{RW, ANON | MAP_STACK, NOTHING, PAGE_SIZE, 0, EINVAL},
		{RW, MAP_ANON | MAP_SHARED | MAP_STACK, NOTHING, 2 * PAGE_SIZE, 0, EINVAL},
		{RW, MAP_PHYS | MAP_SHARED, MEMORY, PAGE_SIZE, 0, EINVAL},
		{RW, MAP_PHYS | MAP_PRIVATE, NOTHING, PAGE_SIZE, 0, EINVAL},
		{RW, MAP_PHYS | MAP_SHARED | MAP_LAZY, NOTHING, PAGE_SIZE, 0, EINVAL},
		{RW, MAP_PHYS | MAP_SHARED | MAP_STACK, NOTHING, 2 * PAGE_SIZE, 0, EINVAL},
		{RW, MAP_PHYS | MAP_SHARED, NOTHING, PAGE_SIZE, 1, EINVAL},
		{RW, MAP_PHYS | MAP_SHARED, NOTHING, PAGE_SIZE, 1ull << 52, ENXIO},
		{RW, MAP_SHARED, NOTHING, PAGE_SIZE, 0, EINVAL},
		{RW, MAP_PRIVATE, MEMORY, PAGE_SIZE, 0, EINVAL},
		{RW, MAP_SHARED, MEMORY, PAGE_SIZE, 7, EINVAL},
		{RW, MAP_SHARED, MEMORY, PAGE_SIZE, 4 * PAGE_SIZE, ENXIO},
		{RW, MAP_SHARED, MEMORY, 2 * PAGE_SIZE, 3 * PAGE_SIZE, ENXIO},
		{RW, MAP_SHARED, A_FILE, 5 * PAGE_SIZE, 0, ENXIO},
		{RW, MAP_SHARED, MEMORY, PAGE_SIZE, 3 * PAGE_SIZE, 0},
		{RW, MAP_SHARED, A_FILE, 4 * PAGE_SIZE, 0, 0},
		{RW, MAP_PRIVATE, A_FILE, PAGE_SIZE, 3 * PAGE_SIZE, 0},
		{RW, ANON | MAP_STACK, NOTHING, 2 * PAGE_SIZE, 0, 0},
	};
	struct mm_object *objects[3] = {NULL};
	struct page *frames;
	uint64_t at;

	if (!setup(MM_DEMAND))
		return;
	frames = pgdat_alloc_run(f.node.p, GFP_KERNEL, 4);
	objects[MEMORY] = mm_object_create(f.node.p, 4 * PAGE_SIZE, OBJECT_PROMISED);
	objects[A_FILE] = mm_object_create_file(f.node.p, pgdat_pfn(f.node.p, frames) << PAGE_SHIFT,
						4 * PAGE_SIZE);
	CHECK(frames && objects[MEMORY] && objects[A_FILE]);
	for (unsigned i = 0; i < ARRAY_SIZE(wants); i++) {
		struct mm_object *object = objects[wants[i].object];
		uint64_t nr_promised = f.node.p->nr_reserved;
		int err = mm_mmap_object(&vs, 0, wants[i].len, wants[i].prot, wants[i].flags,
					 object, wants[i].offset, &at);

		if (-err != wants[i].err)
			test_note("case %u", i);
		CHECK_EQ((unsigned)-err, (unsigned)wants[i].err);
		if (!err)
			CHECK_EQ(mm_munmap(&vs, at, wants[i].len), 0);
		CHECK_EQ(vs.regions.nr_ranges, 0);
		CHECK_EQ(f.node.p->nr_reserved, nr_promised);
		CHECK(!object || object->nr_users == 1);
	}
	mm_object_put(objects[MEMORY]);
	mm_object_put(objects[A_FILE]);
	pgdat_free_run(f.node.p, frames, 4);
	teardown();
}

TEST(objects_that_cannot_be_are_refused)
{
	struct pg_data *p;
	phys_addr_t phys;

	if (!setup(MM_DEMAND))
		return;
	p = f.node.p;
	phys = f.start_pfn << PAGE_SHIFT;
	CHECK(!mm_object_create(p, 0, OBJECT_PROMISED));
	CHECK(!mm_object_create(p, ~0ull, OBJECT_PROMISED));
	CHECK(!mm_object_create(p, (1ull << 47) + 1, OBJECT_OVERCOMMIT));
	CHECK(!mm_object_create(p, PAGE_SIZE, OBJECT_FILE));
	CHECK(!mm_object_create(p, (PAGES + 1) * PAGE_SIZE, OBJECT_PROMISED));
	CHECK(!mm_object_create_file(p, phys, 0));
	CHECK(!mm_object_create_file(p, phys + 1, PAGE_SIZE));
	CHECK(!mm_object_create_file(p, phys, ~0ull));
	memory_leave(0);
	CHECK(!mm_object_create_file(p, phys, PAGE_SIZE));
	CHECK(!mm_object_create(p, PAGE_SIZE, OBJECT_OVERCOMMIT));
	memory_back();
	CHECK_EQ(p->nr_reserved, 0);
	teardown();
}

/* Under overcommit a copy may find no memory: the page stays shared, and a later store copies it.
 */
TEST(a_copy_for_which_there_is_no_memory_can_be_made_later)
{
	phys_addr_t before, mine, childs;
	struct vspace child;
	uint64_t at;

	if (!setup(MM_OVERCOMMIT))
		return;
	CHECK_EQ(mm_mmap(&vs, 0, PAGE_SIZE, RW, ANON, &at), 0);
	CHECK_EQ(vspace_fault(&vs, at, PORT_STORE), FAULT_RESOLVED);
	CHECK(port_pt_lookup(vs.pt, at, &before, NULL, NULL));
	CHECK_EQ(mm_clone(&child, &vs), 0);
	memory_leave(0);
	for (unsigned i = 0; i < 2; i++) {
		CHECK_EQ(vspace_fault(&vs, at, PORT_STORE), FAULT_NO_MEMORY);
		CHECK_EQ(vspace_fault(&child, at, PORT_STORE), FAULT_NO_MEMORY);
		CHECK(port_pt_lookup(vs.pt, at, &mine, NULL, NULL) && mine == before);
		CHECK(port_pt_lookup(child.pt, at, &childs, NULL, NULL) && childs == before);
	}
	memory_back();
	CHECK_EQ(vspace_fault(&vs, at, PORT_STORE), FAULT_RESOLVED);
	CHECK_EQ(vspace_fault(&child, at, PORT_STORE), FAULT_RESOLVED);
	CHECK(port_pt_lookup(vs.pt, at, &mine, NULL, NULL));
	CHECK(port_pt_lookup(child.pt, at, &childs, NULL, NULL));
	CHECK(mine != before);
	CHECK_EQ(childs, before);
	vspace_check(&child);
	vspace_destroy(&child);
	teardown();
}
