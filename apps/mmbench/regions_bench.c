// SPDX-License-Identifier: MIT
/*
 * What many regions cost: a place is searched among gaps that are too small, but for one, and the
 * region put there is removed again. The tree makes that logarithmic.
 *
 * The space has regions of one page with gaps of one page between them. At a random one of them,
 * taken out before the clock runs, two pages fit, and nowhere else.
 */
#include "apps/mmbench/space.h"

static const struct bench_variant counts[] = {
	{"regions=10", 10, false},
	{"regions=100", 100, false},
	{"regions=1000", 1000, false},
	{"regions=10000", 10000, false},
};

enum { ROUNDS = 128, SPACE_START = 1 << 20, SEED = 20250101 };

static uint64_t region_at(uint64_t i)
{
	return SPACE_START + 2 * i * PAGE_SIZE;
}

static bool region_map(struct vspace *space, uint64_t i)
{
	uint64_t got;

	return !mm_mmap(space, region_at(i), PAGE_SIZE, PROT_READ | PROT_WRITE,
			MAP_ANON | MAP_PRIVATE | MAP_FIXED, &got);
}

/* All below the first region, and everything between. */
static bool regions_map(struct vspace *space, uint64_t nr)
{
	uint64_t got;

	if (mm_mmap(space, MM_SPACE_START, SPACE_START - MM_SPACE_START, PROT_NONE,
		    MAP_ANON | MAP_PRIVATE | MAP_FIXED, &got))
		return false;
	for (uint64_t i = 0; i < nr; i++)
		if (!region_map(space, i))
			return false;
	return true;
}

static void round_run(struct vspace *space, uint64_t i, struct bench_sample *s)
{
	uint64_t got = 0;
	int err;

	mm_munmap(space, region_at(i), PAGE_SIZE);
	bench_begin(s);
	err = mm_mmap(space, 0, 2 * PAGE_SIZE, PROT_READ, MAP_ANON | MAP_PRIVATE, &got);
	err |= mm_munmap(space, got, 2 * PAGE_SIZE);
	bench_end(s, 1, 0);
	if (err || got != region_at(i) - PAGE_SIZE)
		s->failure = "the one gap that is large enough was not found";
	if (!region_map(space, i))
		s->failure = "a region could not be put back";
}

static void regions_run(const struct bench_variant *v, struct bench_sample *s)
{
	struct vspace *space = space_make(MM_DEMAND, s);
	uint64_t random = SEED;

	if (!space)
		return;
	if (!regions_map(space, v->value))
		s->failure = "the regions could not be had";
	for (unsigned round = 0; round < ROUNDS && !s->failure; round++) {
		random = random * 6364136223846793005ull + 1442695040888963407ull;
		/* Not the first, below which there is no gap, nor the last. */
		round_run(space, 1 + (random >> 33) % (v->value - 2), s);
	}
	if (!s->failure)
		vspace_check(space);
	space_drop();
}

static const char *regions_unavailable(const struct bench_variant *v)
{
	return nr_free_pages() < 2 * v->value ? "too little memory" : NULL;
}

static void regions_summary(void)
{
	uint64_t few, many;

	if (bench_median("MmapRegions/regions=10", &few) &&
	    bench_median("MmapRegions/regions=10000", &many) && few)
		env_print("#\n# A place among 10000 regions costs %llu.%02llu times what it costs "
			  "among 10.\n",
			  (unsigned long long)(many * 100 / few) / 100,
			  (unsigned long long)(many * 100 / few) % 100);
}

static const struct bench_group group_regions = {"mmap regions", pool_fresh_setup,
						 pool_fresh_teardown, regions_summary};

BENCH(space_regions) = {.name = "MmapRegions",
			.operation = "finding the one place for 8 KiB, mapping and unmapping there",
			.baseline = "regions=10: few regions, with policy=demand in each case",
			.group = &group_regions,
			.variants = counts,
			.nr_variants = ARRAY_SIZE(counts),
			.passes = 1,
			.run = regions_run,
			.unavailable = regions_unavailable};
