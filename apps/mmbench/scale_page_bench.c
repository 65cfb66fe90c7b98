// SPDX-License-Identifier: MIT
/*
 * Pages on several CPUs at once: what one costs each of them.
 *
 * Every CPU has an array of its own and does what the benchmark of one CPU does; all begin
 * together. ScaleHandover is the case that caches a CPU do not like: a page is freed by another CPU
 * than the one that allocated it. Each CPU hands its pages to the next through a ring and frees
 * those of the one before.
 */
#include "apps/mmbench/pool.h"
#include "apps/mmbench/scale.h"

enum { BATCH = 64, MOST_PAGES = POOL_MAX, RING = 256, HANDOVERS = 4096 };

/* From one CPU to the next. `head` is written by the first alone, `tail` by the other. */
struct ring {
	uint64_t head __attribute__((aligned(128)));
	uint64_t tail __attribute__((aligned(128)));
	struct page *slots[RING];
};

static struct page **arrays; /* MOST_PAGES slots for each CPU */
static size_t arrays_len;
static struct ring *rings; /* of the CPU that takes out */
static size_t rings_len;
static long nr_pages; /* that each CPU takes, a multiple of BATCH */
static unsigned nr_cpus;

static struct page **array_of(unsigned cpu)
{
	return arrays + (size_t)cpu * MOST_PAGES;
}

static const char *scale_setup(void)
{
	const char *why;

	arrays_len = env_nr_cpus() * MOST_PAGES * sizeof(arrays[0]);
	rings_len = env_nr_cpus() * sizeof(rings[0]);
	arrays = env_alloc(arrays_len);
	rings = env_alloc(rings_len);
	why = arrays && rings ? pool_fresh_setup() : "no memory for the arrays of the CPUs";
	if (why) {
		if (arrays)
			env_free(arrays, arrays_len);
		if (rings)
			env_free(rings, rings_len);
	}
	return why;
}

static void scale_teardown(void)
{
	pool_fresh_teardown();
	env_free(arrays, arrays_len);
	env_free(rings, rings_len);
}

/* The same number of pages for each, and at most a quarter of what is free in all. */
static void begin(struct bench_sample *s)
{
	uint64_t share;

	pool_settle();
	nr_cpus = s->cpus;
	share = nr_free_pages() / 4 / nr_cpus / BATCH * BATCH;
	nr_pages = share < MOST_PAGES ? (long)share : MOST_PAGES;
}

/* --- Allocating and freeing ------------------------------------------------------------------ */

static bool take_single(struct page **slots)
{
	for (long i = 0; i < nr_pages; i++)
		slots[i] = alloc_page(GFP_KERNEL);
	return slots[nr_pages - 1];
}

static bool take_bulk(struct page **slots)
{
	for (long i = 0; i < nr_pages; i += BATCH)
		if (alloc_pages_bulk_array(GFP_KERNEL, BATCH, slots + i) < BATCH)
			return false;
	return true;
}

static void give_single(struct page **slots)
{
	for (long i = 0; i < nr_pages; i++)
		__free_pages(slots[i], 0);
}

static void give_bulk(struct page **slots)
{
	for (long i = 0; i < nr_pages; i += BATCH)
		free_pages_bulk(BATCH, slots + i);
}

static void clear(struct page **slots)
{
	for (long i = 0; i < nr_pages; i++)
		slots[i] = NULL;
}

/* Mark each page with its CPU and place, and see that all marks stand when all CPUs have marked. */
static void verify(struct bench_share *share, struct page **slots, unsigned cpu)
{
	for (long i = 0; i < nr_pages; i++)
		if (slots[i])
			slots[i]->next = (struct page *)(((uint64_t)cpu << 32 | (uint64_t)i) + 1);
	env_barrier();
	for (long i = 0; i < nr_pages; i++)
		if (!slots[i] ||
		    slots[i]->next != (struct page *)(((uint64_t)cpu << 32 | (uint64_t)i) + 1))
			share->sample.failure = "the pages are not so many different ones";
}

static void alloc_single(struct bench_share *share, unsigned cpu)
{
	struct page **slots = array_of(cpu);

	clear(slots);
	bench_share_begin(share);
	take_single(slots);
	bench_share_end(share, (uint64_t)nr_pages, (uint64_t)nr_pages);
	verify(share, slots, cpu);
	give_bulk(slots);
}

static void alloc_bulk(struct bench_share *share, unsigned cpu)
{
	struct page **slots = array_of(cpu);

	clear(slots);
	bench_share_begin(share);
	take_bulk(slots);
	bench_share_end(share, (uint64_t)nr_pages, (uint64_t)nr_pages / BATCH);
	verify(share, slots, cpu);
	give_bulk(slots);
}

static void free_single(struct bench_share *share, unsigned cpu)
{
	struct page **slots = array_of(cpu);

	clear(slots);
	if (!take_single(slots))
		share->sample.failure = "memory has run out";
	verify(share, slots, cpu);
	bench_share_begin(share);
	if (!share->sample.failure)
		give_single(slots);
	bench_share_end(share, (uint64_t)nr_pages, (uint64_t)nr_pages);
}

static void free_bulk(struct bench_share *share, unsigned cpu)
{
	struct page **slots = array_of(cpu);

	clear(slots);
	if (!take_bulk(slots))
		share->sample.failure = "memory has run out";
	verify(share, slots, cpu);
	bench_share_begin(share);
	give_bulk(slots);
	bench_share_end(share, (uint64_t)nr_pages, (uint64_t)nr_pages / BATCH);
}

static void pair(struct bench_share *share, unsigned cpu)
{
	struct page **slots = array_of(cpu);

	bench_share_begin(share);
	for (long i = 0; i < nr_pages; i++) {
		slots[i] = alloc_page(GFP_KERNEL);
		if (likely(slots[i]))
			__free_pages(slots[i], 0);
	}
	bench_share_end(share, (uint64_t)nr_pages, (uint64_t)nr_pages);
	for (long i = 0; i < nr_pages; i++)
		if (!slots[i])
			share->sample.failure = "an allocation failed";
}

/* 64 pages and back, again and again. */
static void bulk_pair(struct bench_share *share, unsigned cpu)
{
	struct page **slots = array_of(cpu);
	long got = 0;

	clear(slots);
	bench_share_begin(share);
	for (long i = 0; i < nr_pages; i += BATCH) {
		got += alloc_pages_bulk_array(GFP_KERNEL, BATCH, slots);
		free_pages_bulk(BATCH, slots);
	}
	bench_share_end(share, (uint64_t)nr_pages, 0);
	if (got != nr_pages)
		share->sample.failure = "an allocation came short";
}

/* --- Handing over ---------------------------------------------------------------------------- */

/* A batch allocated if the ring has room, a batch freed if it has one: as long as there is one to
 * do. */
static void hand_over(struct bench_share *share, unsigned cpu)
{
	struct ring *out = &rings[(cpu + 1) % nr_cpus], *in = &rings[cpu];
	uint64_t nr_out = 0, nr_in = 0;

	bench_share_begin(share);
	while (nr_out < HANDOVERS || nr_in < HANDOVERS) {
		uint64_t before = nr_out + nr_in;

		if (nr_out < HANDOVERS &&
		    nr_out + BATCH - __atomic_load_n(&out->tail, __ATOMIC_ACQUIRE) <= RING) {
			for (int i = 0; i < BATCH; i++)
				out->slots[nr_out++ % RING] = alloc_page(GFP_KERNEL);
			__atomic_store_n(&out->head, nr_out, __ATOMIC_RELEASE);
		}
		if (nr_in < __atomic_load_n(&in->head, __ATOMIC_ACQUIRE)) {
			for (int i = 0; i < BATCH; i++, nr_in++) {
				struct page *page = in->slots[nr_in % RING];

				if (likely(page))
					__free_pages(page, 0);
				else
					share->sample.failure = "memory has run out";
			}
			__atomic_store_n(&in->tail, nr_in, __ATOMIC_RELEASE);
		}
		if (nr_out + nr_in == before)
			env_relax();
	}
	bench_share_end(share, HANDOVERS, 2 * HANDOVERS);
}

/* --- The group ------------------------------------------------------------------------------- */

static void on_cpus(struct bench_sample *s, void (*fn)(struct bench_share *share, unsigned cpu))
{
	uint64_t before;

	begin(s);
	if (nr_pages < BATCH) {
		s->failure = "too little memory for so many CPUs";
		return;
	}
	for (unsigned cpu = 0; cpu < s->cpus; cpu++)
		rings[cpu].head = rings[cpu].tail = 0;
	before = nr_free_pages();
	bench_on_cpus(s, fn);
	pool_settle();
	if (nr_free_pages() != before)
		s->failure = "not as many pages are free as before";
}

static void scale_summary(void)
{
	static const char *const rows[] = {
		"ScalePageAlloc/order=0",  "ScalePageFree/order=0",  "ScalePagePair/order=0",
		"ScaleBulkArray/batch=64", "ScaleBulkFree/batch=64", "ScaleHandover/order=0",
		"ScaleBulkPair/batch=64",
	};

	scale_table("Pages", rows, ARRAY_SIZE(rows));
	scale_claim("a page allocated and freed", "ScalePagePair/order=0");
	scale_claim("a page freed by another CPU", "ScaleHandover/order=0");
}

static const struct bench_group group_scale = {"scale", scale_setup, scale_teardown, scale_summary};

static const struct bench_variant singles[] = {{"order=0", 0, false}};
static const struct bench_variant bulks[] = {{"batch=64", BATCH, false}};

#define SCALE_BENCH(id, bench_name, what, rows)                                                    \
	static void id##_run(const struct bench_variant *v, struct bench_sample *s)                \
	{                                                                                          \
		(void)v;                                                                           \
		on_cpus(s, id);                                                                    \
	}                                                                                          \
	BENCH(scale_##id) = {.name = bench_name,                                                   \
			     .operation = what,                                                    \
			     .baseline = "the same on one CPU",                                    \
			     .group = &group_scale,                                                \
			     .variants = rows,                                                     \
			     .nr_variants = ARRAY_SIZE(rows),                                      \
			     .scales = true,                                                       \
			     .passes = POOL_PASSES,                                                \
			     .run = id##_run}

SCALE_BENCH(alloc_single, "ScalePageAlloc", "one alloc_page(), on each CPU", singles);
SCALE_BENCH(free_single, "ScalePageFree", "one __free_pages(), on each CPU", singles);
SCALE_BENCH(pair, "ScalePagePair", "one alloc_page() and its __free_pages(), on each CPU", singles);
SCALE_BENCH(alloc_bulk, "ScaleBulkArray", "one page of alloc_pages_bulk_array(), on each CPU",
	    bulks);
SCALE_BENCH(free_bulk, "ScaleBulkFree", "one page of free_pages_bulk(), on each CPU", bulks);
SCALE_BENCH(bulk_pair, "ScaleBulkPair",
	    "one page of 64 allocated in bulk and freed in bulk, on each CPU", bulks);
SCALE_BENCH(hand_over, "ScaleHandover",
	    "one page allocated by a CPU and freed by the next, on each CPU", singles);
