// SPDX-License-Identifier: MIT
/*
 * Address spaces: what mapping, first touching and unmapping cost for each 4 KiB, by policy.
 *
 * A pass makes a fresh space and makes as many mappings as 64 MiB hold (at least one, at most 64).
 * They are neighbours that are alike, so each but the first goes on the region before, as on Linux;
 * what a region of its own costs is in MmapRegions.
 * MmapTotal is mapping and touching in one; whatever a policy puts off is in it. What was stored is
 * read back, and the faults are as many as the policy says.
 */
#include "apps/mmbench/space.h"

static const struct bench_variant mappings[] = {
	SPACE_ROWS("4K", 4ul << 10),   SPACE_ROWS("64K", 64ul << 10), SPACE_ROWS("1M", 1ul << 20),
	SPACE_ROWS("16M", 16ul << 20), SPACE_ROWS("64M", 64ul << 20),
};

enum { MOST_REGIONS = 64, BUDGET = 64 << 20 };

static struct vspace *space;
static uint64_t starts[MOST_REGIONS];

static unsigned regions_wanted(const struct bench_variant *v)
{
	uint64_t nr = BUDGET / row_size(v);

	return nr > MOST_REGIONS ? MOST_REGIONS : (unsigned)nr;
}

static uint64_t pages_wanted(const struct bench_variant *v)
{
	return regions_wanted(v) * row_size(v) / PAGE_SIZE;
}

static void map_all(const struct bench_variant *v, struct bench_sample *s)
{
	for (unsigned i = 0; i < regions_wanted(v); i++)
		starts[i] = space_map(space, row_size(v), s);
}

static void touch_all(const struct bench_variant *v)
{
	for (unsigned i = 0; i < regions_wanted(v); i++)
		space_touch(starts[i], row_size(v));
}

static void unmap_all(const struct bench_variant *v, struct bench_sample *s)
{
	for (unsigned i = 0; i < regions_wanted(v); i++)
		if (mm_munmap(space, starts[i], row_size(v)))
			s->failure = "a region could not be unmapped";
}

/* Is each page touched there, zero but for its number, and were there no faults but the policy's?
 */
static void touched_verify(const struct bench_variant *v, struct bench_sample *s)
{
	uint64_t faults = row_policy(v) >= MM_DEMAND ? pages_wanted(v) : 0;
	struct vspace_stats stats;

	for (unsigned i = 0; i < regions_wanted(v); i++)
		if (!space_touched(starts[i], row_size(v)))
			s->failure = "a page does not hold what was stored";
	vspace_stats(space, &stats);
	if (stats.nr_mapped != pages_wanted(v))
		s->failure = "not as many pages are mapped as were touched";
	bench_say(s, "faults/op", stats.nr_faults * 1000 / pages_wanted(v));
	if (stats.nr_faults != faults)
		s->failure = "not as many page faults as the policy should take";
}

static void mapped_verify(const struct bench_variant *v, struct bench_sample *s)
{
	struct vspace_stats stats;
	bool lazy = row_policy(v) >= MM_DEMAND;

	vspace_check(space);
	vspace_stats(space, &stats);
	if (stats.nr_mapped != (lazy ? 0 : pages_wanted(v)))
		s->failure = "not as many pages are mapped as the policy should";
	if (stats.nr_promised != (row_policy(v) == MM_DEMAND ? pages_wanted(v) : 0))
		s->failure = "not as many pages are promised as the policy should";
}

static bool test_space(const struct bench_variant *v, struct bench_sample *s)
{
	space = space_make(row_policy(v), s);
	return space;
}

static void map_run(const struct bench_variant *v, struct bench_sample *s)
{
	if (!test_space(v, s))
		return;
	bench_begin(s);
	map_all(v, s);
	bench_end(s, pages_wanted(v), regions_wanted(v));
	mapped_verify(v, s);
	space_drop();
}

static void touch_run(const struct bench_variant *v, struct bench_sample *s)
{
	if (!test_space(v, s))
		return;
	map_all(v, s);
	if (!s->failure) {
		bench_begin(s);
		touch_all(v);
		bench_end(s, pages_wanted(v), 0);
		touched_verify(v, s);
	}
	space_drop();
}

static void total_run(const struct bench_variant *v, struct bench_sample *s)
{
	if (!test_space(v, s))
		return;
	bench_begin(s);
	map_all(v, s);
	if (!s->failure)
		touch_all(v);
	bench_end(s, pages_wanted(v), regions_wanted(v));
	if (!s->failure)
		touched_verify(v, s);
	space_drop();
}

static void unmap_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct vspace_stats stats;

	if (!test_space(v, s))
		return;
	map_all(v, s);
	if (!s->failure && vspace_usable())
		touch_all(v);
	bench_begin(s);
	unmap_all(v, s);
	bench_end(s, pages_wanted(v), regions_wanted(v));
	vspace_stats(space, &stats);
	if (stats.nr_mapped || stats.nr_promised || stats.nr_regions)
		s->failure = "something is left of what was unmapped";
	space_drop();
}

static const char *map_unavailable(const struct bench_variant *v)
{
	if (nr_free_pages() < 2 * pages_wanted(v))
		return "too little memory";
	return NULL;
}

static const char *touch_unavailable(const struct bench_variant *v)
{
	return space_unavailable() ? space_unavailable() : map_unavailable(v);
}

static const struct bench_group group_mmap = {"mmap", pool_fresh_setup, pool_fresh_teardown,
					      space_summary};

BENCH(mmap_map) = {.name = "MmapMap",
		   .operation = "4 KiB of one mm_mmap()",
		   .baseline = "the same size under the other policies",
		   .group = &group_mmap,
		   .variants = mappings,
		   .nr_variants = ARRAY_SIZE(mappings),
		   .passes = 2,
		   .run = map_run,
		   .unavailable = map_unavailable};

BENCH(mmap_touch) = {.name = "MmapTouch",
		     .operation = "the first store to 4 KiB of a mapping",
		     .baseline = "the same size under the other policies",
		     .group = &group_mmap,
		     .variants = mappings,
		     .nr_variants = ARRAY_SIZE(mappings),
		     .passes = 2,
		     .run = touch_run,
		     .unavailable = touch_unavailable};

BENCH(mmap_total) = {.name = "MmapTotal",
		     .operation = "4 KiB of one mm_mmap(), and the first store to it",
		     .baseline = "the same size under the other policies",
		     .group = &group_mmap,
		     .variants = mappings,
		     .nr_variants = ARRAY_SIZE(mappings),
		     .passes = 2,
		     .run = total_run,
		     .unavailable = touch_unavailable};

BENCH(mmap_unmap) = {.name = "Munmap",
		     .operation = "4 KiB of one mm_munmap() of touched memory",
		     .baseline = "the same size under the other policies",
		     .group = &group_mmap,
		     .variants = mappings,
		     .nr_variants = ARRAY_SIZE(mappings),
		     .passes = 2,
		     .run = unmap_run,
		     .unavailable = map_unavailable};
