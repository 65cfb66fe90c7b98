// SPDX-License-Identifier: MIT
/*
 * What is claimed while a page is taken and filled without the lock: just that page. Seen from
 * inside, where the allocator asks for memory before it fails.
 */
#include "mm/mmap.h"
#include "tests/harness/test.h"
#include "tests/harness/vm_fixture.h"

enum { ORDER = 9, PAGES = 1 << ORDER, LEN = 8 * PAGE_SIZE };

#define ANON (MAP_ANON | MAP_PRIVATE)
#define RW   (PROT_READ | PROT_WRITE)

static struct vm_fixture f;
static struct vspace vs;
static struct page *held[PAGES];
static struct mm_object *object;
static struct range_claims of_space, of_object;
static unsigned nr_looks;

/* Once, and memory is there again. */
static void look(void *arg)
{
	(void)arg;
	if (nr_looks++)
		return;
	of_space = vs.claims;
	if (object)
		of_object = object->claims;
	pgdat_free_bulk(f.node.p, PAGES, held);
}

static bool setup(void)
{
	__builtin_memset(held, 0, sizeof(held));
	object = NULL;
	return vm_make_space(&f, ORDER, &vs, MM_OVERCOMMIT, false);
}

/* From now on there is no memory until look() was called. */
static void look_at_next(void)
{
	struct pg_data *p = f.node.p;

	pgdat_drain(p);
	pgdat_bulk_array(p, __GFP_NOWARN, (long)pgdat_nr_free(p), held);
	nr_looks = 0;
	of_space = of_object = (struct range_claims){0};
	pgdat_set_reclaim(p, look, NULL);
}

static bool claimed(const struct range_claims *claims, uint64_t start, uint64_t end)
{
	const struct range_claim *claim = &claims->of[0];

	return claims->taken == 1 && claim->start == start && claim->end == end &&
	       claim->cpu == port_cpu();
}

static bool nothing_claimed(void)
{
	return !vs.claims.taken && (!object || !object->claims.taken);
}

static void teardown(void)
{
	pgdat_set_reclaim(f.node.p, NULL, NULL);
	CHECK(nothing_claimed());
	vm_drop_space(&f, &vs);
}

TEST(a_fault_claims_its_page)
{
	uint64_t at, page;

	if (!setup())
		return;
	CHECK_EQ(mm_mmap(&vs, 0, LEN, RW, ANON, &at), 0);
	page = at + 3 * PAGE_SIZE;
	look_at_next();
	CHECK_EQ(vspace_fault(&vs, page + 5, PORT_STORE), FAULT_RESOLVED);
	CHECK_EQ(nr_looks, 1);
	CHECK(claimed(&of_space, page, page + PAGE_SIZE));
	teardown();
}

TEST(a_copy_claims_its_page)
{
	struct vspace child;
	uint64_t at;

	if (!setup())
		return;
	CHECK_EQ(mm_mmap(&vs, 0, LEN, RW, ANON, &at), 0);
	CHECK_EQ(vspace_fault(&vs, at + PAGE_SIZE, PORT_STORE), FAULT_RESOLVED);
	CHECK_EQ(mm_clone(&child, &vs), 0);
	look_at_next();
	CHECK_EQ(vspace_fault(&vs, at + PAGE_SIZE, PORT_STORE), FAULT_RESOLVED);
	CHECK_EQ(nr_looks, 1);
	CHECK(claimed(&of_space, at + PAGE_SIZE, at + 2 * PAGE_SIZE));
	vspace_destroy(&child);
	teardown();
}

TEST(an_objects_page_is_claimed_in_space_and_object)
{
	uint64_t at;

	if (!setup())
		return;
	object = mm_object_create(f.node.p, LEN, OBJECT_OVERCOMMIT);
	CHECK(object);
	CHECK_EQ(mm_mmap_object(&vs, 0, LEN / 2, RW, MAP_SHARED, object, 2 * PAGE_SIZE, &at), 0);
	look_at_next();
	CHECK_EQ(vspace_fault(&vs, at + PAGE_SIZE, PORT_STORE), FAULT_RESOLVED);
	CHECK_EQ(nr_looks, 1);
	CHECK(claimed(&of_space, at + PAGE_SIZE, at + 2 * PAGE_SIZE));
	CHECK(claimed(&of_object, 3 * PAGE_SIZE, 4 * PAGE_SIZE));
	CHECK(nothing_claimed());
	mm_object_put(object);
	object = NULL;
	teardown();
}
