// SPDX-License-Identifier: MIT
/*
 * Mappings on several CPUs at once: what 4 KiB cost each of them, in one space that all share and
 * in spaces of their own.
 *
 * Every CPU maps regions of 1 MiB, stores to each page, reads it back and unmaps. Unmapping in a
 * shared space also has the others forget what they may remember of it. On Linux nothing is stored:
 * there a space's addresses lead nowhere, and only policies that back at once have rows.
 */
#include "apps/mmbench/scale.h"
#include "apps/mmbench/space.h"

enum { SIZE = 1 << 20, MOST_REGIONS = 16, SHARED = 4 };

#define ROWS(policy_text, policy)                                                                  \
	{"policy=" policy_text "/space=shared", (policy) | SHARED, false},                         \
	{                                                                                          \
		"policy=" policy_text "/space=separate", policy, false                             \
	}

static const struct bench_variant spaces_rows[] = {ROWS("range", MM_RANGE),
						   ROWS("demand", MM_DEMAND)};

/* What a CPU works with. */
struct place {
	struct vspace own;
	struct vspace *space; /* its own, or the shared one */
	uint64_t starts[MOST_REGIONS];
};

static struct place *places;
static size_t places_len;
static struct vspace shared;
static unsigned nr_regions;
static enum mm_policy policy;

static const char *scale_setup(void)
{
	const char *why;

	places_len = env_nr_cpus() * sizeof(places[0]);
	places = env_alloc(places_len);
	why = places ? pool_fresh_setup() : "no memory for the spaces";
	if (why && places)
		env_free(places, places_len);
	return why;
}

static void scale_teardown(void)
{
	pool_fresh_teardown();
	env_free(places, places_len);
}

/* --- On each CPU ----------------------------------------------------------------------------- */

static void enter(const struct place *p)
{
	if (vspace_usable())
		vspace_activate(p->space);
}

static void leave(void)
{
	if (vspace_usable())
		vspace_activate(NULL);
}

static void map_all(struct place *p, struct bench_sample *s)
{
	for (unsigned i = 0; i < nr_regions; i++)
		p->starts[i] = space_map(p->space, SIZE, s);
}

static void touch_all(const struct place *p)
{
	if (!vspace_usable())
		return;
	for (unsigned i = 0; i < nr_regions; i++)
		space_touch(p->starts[i], SIZE);
}

static void verify(const struct place *p, struct bench_sample *s)
{
	if (!vspace_usable())
		return;
	for (unsigned i = 0; i < nr_regions; i++)
		if (!space_touched(p->starts[i], SIZE))
			s->failure = "a page does not hold what was stored";
}

static void unmap_all(const struct place *p, struct bench_sample *s)
{
	for (unsigned i = 0; i < nr_regions; i++)
		if (mm_munmap(p->space, p->starts[i], SIZE))
			s->failure = "a region could not be unmapped";
}

static uint64_t pages(void)
{
	return nr_regions * (SIZE / PAGE_SIZE);
}

static void map_and_touch(struct bench_share *share, unsigned cpu)
{
	struct place *p = &places[cpu];

	enter(p);
	bench_share_begin(share);
	map_all(p, &share->sample);
	if (!share->sample.failure)
		touch_all(p);
	bench_share_end(share, pages(), 0);
	if (!share->sample.failure) {
		verify(p, &share->sample);
		unmap_all(p, &share->sample);
	}
	leave();
}

static void unmap(struct bench_share *share, unsigned cpu)
{
	struct place *p = &places[cpu];

	enter(p);
	map_all(p, &share->sample);
	if (!share->sample.failure)
		touch_all(p);
	bench_share_begin(share);
	if (!share->sample.failure)
		unmap_all(p, &share->sample);
	bench_share_end(share, pages(), 0);
	leave();
}

/* --- A repetition ---------------------------------------------------------------------------- */

static bool spaces_make(unsigned nr, bool share)
{
	if (share && vspace_init(&shared, node_data(NUMA_NO_NODE), policy, space_huge()))
		return false;
	for (unsigned i = 0; i < nr; i++) {
		places[i].space = share ? &shared : &places[i].own;
		if (!share &&
		    vspace_init(&places[i].own, node_data(NUMA_NO_NODE), policy, space_huge())) {
			while (i--)
				vspace_destroy(&places[i].own);
			return false;
		}
	}
	return true;
}

/* All of them are empty again. */
static void spaces_drop(unsigned nr, bool share, struct bench_sample *s)
{
	for (unsigned i = 0; i < (share ? 1 : nr); i++) {
		struct vspace_stats stats;

		vspace_check(places[i].space);
		vspace_stats(places[i].space, &stats);
		if (!s->failure && (stats.nr_mapped || stats.nr_promised || stats.nr_regions))
			s->failure = "something is left of what was unmapped";
		vspace_destroy(places[i].space);
	}
}

static void on_cpus(const struct bench_variant *v, struct bench_sample *s,
		    void (*fn)(struct bench_share *share, unsigned cpu))
{
	uint64_t share;

	pool_settle();
	policy = (enum mm_policy)(v->value & SPACE_POLICY_BITS);
	share = nr_free_pages() / 2 / s->cpus / (SIZE / PAGE_SIZE);
	nr_regions = share < MOST_REGIONS ? (unsigned)share : MOST_REGIONS;
	if (!nr_regions || !spaces_make(s->cpus, v->value & SHARED)) {
		s->failure = "too little memory for so many CPUs";
		return;
	}
	bench_on_cpus(s, fn);
	spaces_drop(s->cpus, v->value & SHARED, s);
}

static const char *unavailable(const struct bench_variant *v)
{
	return (v->value & SPACE_POLICY_BITS) >= MM_DEMAND ? space_unavailable() : NULL;
}

static void summary(void)
{
	static const char *const rows[] = {
		"ScaleMmapTotal/policy=range/space=shared",
		"ScaleMmapTotal/policy=range/space=separate",
		"ScaleMmapTotal/policy=demand/space=shared",
		"ScaleMmapTotal/policy=demand/space=separate",
		"ScaleMunmap/policy=range/space=shared",
		"ScaleMunmap/policy=range/space=separate",
		"ScaleMunmap/policy=demand/space=shared",
		"ScaleMunmap/policy=demand/space=separate",
	};

	scale_table("Mappings", rows, ARRAY_SIZE(rows));
	scale_claim("4 KiB mapped in one space", rows[0]);
	scale_claim("4 KiB mapped in spaces apart", rows[1]);
	scale_claim("4 KiB faulted in in one space", rows[2]);
}

static const struct bench_group group_scale_mmap = {"scale mmap", scale_setup, scale_teardown,
						    summary};

#define SCALE_BENCH(id, bench_name, what)                                                          \
	static void id##_run(const struct bench_variant *v, struct bench_sample *s)                \
	{                                                                                          \
		on_cpus(v, s, id);                                                                 \
	}                                                                                          \
	BENCH(scale_##id) = {.name = bench_name,                                                   \
			     .operation = what,                                                    \
			     .baseline = "the same on one CPU",                                    \
			     .group = &group_scale_mmap,                                           \
			     .variants = spaces_rows,                                              \
			     .nr_variants = ARRAY_SIZE(spaces_rows),                               \
			     .scales = true,                                                       \
			     .passes = 1,                                                          \
			     .run = id##_run,                                                      \
			     .unavailable = unavailable}

SCALE_BENCH(map_and_touch, "ScaleMmapTotal",
	    "4 KiB of an mm_mmap() of 1 MiB, and the first store, on each CPU");
SCALE_BENCH(unmap, "ScaleMunmap", "4 KiB of an mm_munmap() of 1 MiB that was touched, on each CPU");
