// SPDX-License-Identifier: MIT
/*
 * Jitter: how far a call's longest thousandth is from its median, in everyday use: things are made
 * and dropped at random, some hundred at a time, in memory of which every other page is taken. The
 * worst that can be is in Worst*; here is how often it is far from usual.
 *
 * On hardware figures are cycles, and what firmware steals (SMIs) is in them.
 */
#include "apps/mmbench/space.h"
#include "apps/mmbench/worst.h"
#include "mm/vmalloc.h"

enum { SAMPLES = 4096, HELD = 256, BATCH = 64, ORDER = 3, AREA_LEN = 64 << 10, SEED = 20211231 };

static uint64_t samples[SAMPLES];
static void *held[HELD];
static struct page *batches[HELD][BATCH];
static struct vspace *space;
static unsigned slot; /* that the call is for */
static bool failed;

static void page_make(void)
{
	held[slot] = alloc_page(GFP_KERNEL);
}

static void page_drop(void)
{
	__free_pages(held[slot], 0);
}

static void block_make(void)
{
	held[slot] = alloc_pages(GFP_KERNEL, ORDER);
}

static void block_drop(void)
{
	__free_pages(held[slot], ORDER);
}

static void batch_make(void)
{
	held[slot] =
		alloc_pages_bulk_array(GFP_KERNEL, BATCH, batches[slot]) == BATCH ? batches : NULL;
}

static void batch_drop(void)
{
	free_pages_bulk(BATCH, batches[slot]);
}

static void area_make(void)
{
	held[slot] = vmalloc(AREA_LEN);
}

static void area_drop(void)
{
	vfree(held[slot]);
}

/* A place for each slot. */
static uint64_t address_of(unsigned i)
{
	return (1ul << 30) + (uint64_t)i * 2 * AREA_LEN;
}

static void region_make(void)
{
	uint64_t at;

	if (!mm_mmap(space, address_of(slot), AREA_LEN, PROT_READ | PROT_WRITE,
		     MAP_ANON | MAP_PRIVATE | MAP_FIXED, &at))
		held[slot] = batches;
}

static void region_drop(void)
{
	failed |= mm_munmap(space, address_of(slot), AREA_LEN);
}

static void page_touch(void)
{
	*(volatile uint64_t *)address_of(slot) = slot + 1;
	held[slot] = batches;
}

/* The region with it; the next touch faults again. */
static void page_forget(void)
{
	uint64_t at;

	failed |= *(volatile uint64_t *)address_of(slot) != slot + 1 ||
		  mm_mmap(space, address_of(slot), AREA_LEN, PROT_READ | PROT_WRITE,
			  MAP_ANON | MAP_PRIVATE | MAP_FIXED, &at);
}

static const struct {
	void (*make)(void), (*drop)(void);
	bool drops; /* the drop is what is measured */
	int policy; /* of the space that it needs; -1: none */
} calls[] = {
	{page_make, page_drop, false, -1},	     {page_make, page_drop, true, -1},
	{block_make, block_drop, false, -1},	     {block_make, block_drop, true, -1},
	{batch_make, batch_drop, false, -1},	     {batch_make, batch_drop, true, -1},
	{area_make, area_drop, false, -1},	     {area_make, area_drop, true, -1},
	{region_make, region_drop, false, MM_RANGE}, {region_make, region_drop, true, MM_RANGE},
	{page_touch, page_forget, false, MM_DEMAND},
};

static const struct bench_variant rows[] = {
	{"call=alloc_page", 0, false},
	{"call=free_page", 1, false},
	{"call=bulk_array/batch=64", 4, false},
	{"call=free_bulk/batch=64", 5, false},
	{"call=vmalloc/size=64K", 6, false},
	{"call=vfree/size=64K", 7, false},
	{"call=mm_mmap/policy=range/size=64K", 8, false},
	{"call=mm_munmap/policy=range/size=64K", 9, false},
	{"call=fault/policy=demand", 10, false},
};

/* Where blocks are: not in that memory. */
static const struct bench_variant fresh_rows[] = {
	{"call=alloc_pages/order=3", 2, false},
	{"call=free_pages/order=3", 3, false},
};

/* A call for a slot; its ticks count if it is the kind that is measured. */
static unsigned slot_turn(unsigned call, unsigned done, struct bench_sample *s)
{
	bool drop = held[slot];
	void (*fn)(void) = drop ? calls[call].drop : calls[call].make;

	if (drop == calls[call].drops)
		samples[done++] = worst_ticks(fn, s);
	else
		fn();
	if (drop)
		held[slot] = NULL;
	else
		failed |= !held[slot];
	return done;
}

static bool begin(unsigned call, struct bench_sample *s)
{
	__builtin_memset(held, 0, sizeof(held));
	__builtin_memset(batches, 0, sizeof(batches));
	failed = false;
	if (calls[call].policy < 0)
		return true;
	space = space_make((enum mm_policy)calls[call].policy, s);
	if (!space)
		return false;
	for (slot = 0; calls[call].make == page_touch && slot < HELD; slot++) {
		region_make();
		failed |= !held[slot];
		held[slot] = NULL;
	}
	return true;
}

static void end(unsigned call)
{
	for (slot = 0; slot < HELD; slot++)
		if (held[slot])
			calls[call].drop();
	vmalloc_purge();
	if (calls[call].policy >= 0)
		space_drop();
}

static void jitter_run(const struct bench_variant *v, struct bench_sample *s)
{
	unsigned call = (unsigned)v->value, done = 0;
	uint64_t random = SEED;
	struct stats stats;

	if (!begin(call, s))
		return;
	while (done < SAMPLES && !failed) {
		random = random * 6364136223846793005ull + 1442695040888963407ull;
		slot = (unsigned)(random >> 33) % HELD;
		done = slot_turn(call, done, s);
	}
	end(call);
	if (failed) {
		s->failure = "a call failed, or a page did not hold what was stored";
		return;
	}
	stats_compute(&stats, samples, SAMPLES);
	bench_say(s, "p50-cycles/op", stats.median * 1000);
	bench_say(s, "p99.9-cycles/op", stats.p999 * 1000);
	bench_say(s, "max-cycles/op", stats.max * 1000);
	bench_say(s, "p99.9/p50", stats.median ? stats.p999 * 1000 / stats.median : 0);
}

static const char *jitter_unavailable(const struct bench_variant *v)
{
	if (nr_free_pages() < 4 * HELD * BATCH)
		return "too little memory";
	return calls[v->value].policy >= 0 ? space_unavailable() : NULL;
}

static const struct bench_group group_jitter = {"jitter", pool_aged_setup, pool_aged_teardown,
						NULL};

BENCH(jitter) = {.name = "Jitter",
		 .operation = "one call, things made and dropped at random; without zeroing",
		 .baseline = "its own median: p99.9/p50",
		 .group = &group_jitter,
		 .variants = rows,
		 .nr_variants = ARRAY_SIZE(rows),
		 .by_name = true,
		 .passes = 1,
		 .run = jitter_run,
		 .unavailable = jitter_unavailable};

static const struct bench_group group_fresh = {"jitter fresh", pool_fresh_setup,
					       pool_fresh_teardown, NULL};

BENCH(jitter_fresh) = {.name = "JitterFresh",
		       .operation = "the same in memory that was all free",
		       .baseline = "its own median: p99.9/p50",
		       .group = &group_fresh,
		       .variants = fresh_rows,
		       .nr_variants = ARRAY_SIZE(fresh_rows),
		       .by_name = true,
		       .passes = 1,
		       .run = jitter_run,
		       .unavailable = jitter_unavailable};
