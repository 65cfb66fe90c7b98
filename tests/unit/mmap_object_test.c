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
