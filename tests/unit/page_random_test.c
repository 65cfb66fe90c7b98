// SPDX-License-Identifier: MIT
/* Random operations on every shape of memory; tests/host/page_long_test.c has millions of them. */
#include "mm/page_alloc.h"
#include "tests/harness/page_model.h"
#include "tests/harness/test.h"

enum { OPS = 15000, CHECK_EVERY = 1000 };

static struct page_model m;

/* Run, give back, and make sure that nothing was left out. */
static void shape_run(const struct page_shape *shape, uint64_t nr_ops)
{
	const char *said;

	test_note("%s: %llu operations, seed %llu", shape->name, (unsigned long long)nr_ops,
		  (unsigned long long)test_seed());
	if (!page_model_make(&m, shape, test_seed()))
		return;
	m.check_every = CHECK_EVERY;
	said = page_model_run(&m, nr_ops);
	if (!said)
		said = page_model_finish(&m);
	if (said) {
		test_fail(__FILE__, __LINE__, "%s: %s", shape->name, said);
		return;
	}
	for (int op = 0; op < NR_PAGE_OPS; op++)
		CHECK(m.nr_done[op]);
	CHECK(m.nr_failed && m.nr_short);
}

#define RANDOM_TEST(id)                                                                            \
	TEST(id)                                                                                   \
	{                                                                                          \
		CHECK(page_shape_named(#id));                                                      \
		shape_run(page_shape_named(#id), OPS);                                             \
	}

RANDOM_TEST(both_zones)
RANDOM_TEST(one_small_zone)
RANDOM_TEST(from_page_512)
RANDOM_TEST(above_4_gib)
RANDOM_TEST(fragments)
RANDOM_TEST(nothing_cached)

enum { FRAMES_ORDER = 10 };

/* An instance over frames that the live one lent, so that contents count. */
static void run_on_frames(gfp_t force, uint64_t nr_ops)
{
	struct page *frames = alloc_pages(GFP_KERNEL, FRAMES_ORDER);
	struct page_shape shape = {.name = "lent frames", .force = force, .contents = true};

	CHECK(frames);
	shape.start_pfn = page_to_pfn(frames);
	shape.end_pfn = shape.start_pfn + (1u << FRAMES_ORDER);
	shape.pieces[0] = (struct page_piece){.start = shape.start_pfn, .end = shape.end_pfn};
	shape_run(&shape, nr_ops);
	__free_pages(frames, FRAMES_ORDER);
}

TEST(zeroed_where_asked_for_and_nothing_else_written)
{
	run_on_frames(0, 2000);
}

TEST(zeroed_always_where_that_is_forced)
{
	run_on_frames(__GFP_ZERO, 2000);
}
