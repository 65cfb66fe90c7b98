// SPDX-License-Identifier: MIT
/*
 * Areas of virtual memory: what allocating and freeing one costs for each 4 KiB, with small and
 * huge leaves.
 *
 * A pass allocates as many areas as 64 MiB hold (at least one, at most 64), then frees them; Vfree
 * includes the purge that gives frames and addresses back. Each area is verified through its
 * tables.
 */
#include "apps/mmbench/pool.h"
#include "apps/mmbench/claim.h"
#include "mm/vmalloc.h"

#define AREA(text, bytes)                                                                          \
	{"size=" text "/leaf=base", (bytes), false},                                               \
	{                                                                                          \
		"size=" text "/leaf=huge", (bytes), true                                           \
	}

/* `random` says huge here. */
static const struct bench_variant areas[] = {
	AREA("64K", 64ul << 10), AREA("256K", 256ul << 10), AREA("1M", 1ul << 20),
	AREA("2M", 2ul << 20),	 AREA("3M", 3ul << 20),	    AREA("4M", 4ul << 20),
	AREA("16M", 16ul << 20), AREA("64M", 64ul << 20),
};

enum { MOST_AREAS = 64, BUDGET = 64 << 20 };

static void *addresses[MOST_AREAS];

/* As many as 64 MiB hold, or half of what is free; asked before the first. */
static unsigned areas_wanted(const struct bench_variant *v)
{
	uint64_t half = nr_free_pages() / 2 * PAGE_SIZE;
	uint64_t nr = (half < BUDGET ? half : BUDGET) / v->value;

	return nr > MOST_AREAS ? MOST_AREAS : nr ? (unsigned)nr : 1;
}

static void *area_get(const struct bench_variant *v)
{
	return v->random ? vmalloc(v->value) : vmalloc_base(v->value);
}

/* Is each page of the area mapped, to a page that no other page of it is? */
static bool area_right(const char *address, uint64_t size)
{
	uint64_t nr = 0;

	for (uint64_t at = 0; at < size; at += PAGE_SIZE) {
		struct page *page = vmalloc_to_page(address + at);

		if (!page)
			return false;
		page->next = (struct page *)(uintptr_t)++nr;
	}
	for (uint64_t at = 0; at < size; at += PAGE_SIZE)
		if (vmalloc_to_page(address + at)->next !=
		    (struct page *)(uintptr_t)(at / PAGE_SIZE + 1))
			return false;
	return !vmalloc_to_page(address + size);
}

static void alloc_run(const struct bench_variant *v, struct bench_sample *s)
{
	unsigned nr = areas_wanted(v);

	pool_settle();
	bench_begin(s);
	for (unsigned i = 0; i < nr; i++)
		addresses[i] = area_get(v);
	bench_end(s, nr * v->value / PAGE_SIZE, nr);
	for (unsigned i = 0; i < nr; i++) {
		if (!addresses[i])
			s->failure = "an area could not be had";
		else if (!area_right(addresses[i], v->value))
			s->failure = "an area does not map that many different pages";
		vfree(addresses[i]);
	}
	vmalloc_purge();
}

static void areas_get(const struct bench_variant *v, unsigned nr, struct bench_sample *s)
{
	for (unsigned i = 0; i < nr; i++) {
		addresses[i] = area_get(v);
		if (!addresses[i])
			s->failure = "an area could not be had";
	}
}

static void areas_free(unsigned nr)
{
	for (unsigned i = 0; i < nr; i++)
		vfree(addresses[i]);
	vmalloc_purge();
}

static void free_run(const struct bench_variant *v, struct bench_sample *s)
{
	unsigned nr = areas_wanted(v);
	uint64_t before;

	/* What is kept for good, a page of records for instance, is taken now. */
	areas_get(v, nr, s);
	areas_free(nr);
	before = nr_free_pages();
	areas_get(v, nr, s);
	pool_settle();
	bench_begin(s);
	areas_free(nr);
	bench_end(s, nr * v->value / PAGE_SIZE, nr);
	for (unsigned i = 0; i < nr; i++)
		if (vmalloc_to_page(addresses[i]))
			s->failure = "a freed area is still mapped";
	if (nr_free_pages() != before)
		s->failure = "not as many pages are free as before";
}

static const char *area_unavailable(const struct bench_variant *v)
{
	if (nr_free_pages() < 2 * v->value / PAGE_SIZE)
		return "too little memory";
	return NULL;
}

/* What mapping the tail with small leaves saves, for 3 MiB. */
static void waste_print(void)
{
	struct vmalloc_stats stats;
	void *address = vmalloc(3ul << 20);

	if (!address)
		return;
	vmalloc_get_stats(&stats);
	env_print("#\n# vmalloc of 3 MiB: %llu KiB mapped, of that %llu KiB by huge leaves\n",
		  (unsigned long long)stats.len / 1024, (unsigned long long)stats.huge_len / 1024);
	claim_values("L5", "3 MiB wastes less with a tail of small leaves than rounded up to 2 MiB",
		     stats.waste * 100 / 1024, stats.rounded_waste * 100 / 1024, "KiB");
	vfree(address);
	vmalloc_purge();
	finding_rows("16 MiB of vmalloc with huge leaves", "the same with small ones",
		     "Vmalloc/size=16M/leaf=huge", "Vmalloc/size=16M/leaf=base");
}

static const struct bench_group group_vmalloc = {"vmalloc", pool_fresh_setup, pool_fresh_teardown,
						 waste_print};

BENCH(vmalloc_alloc) = {.name = "Vmalloc",
			.operation = "4 KiB of one vmalloc()",
			.baseline = "BulkArray/batch=64: the frames alone",
			.group = &group_vmalloc,
			.variants = areas,
			.nr_variants = ARRAY_SIZE(areas),
			.passes = 2,
			.run = alloc_run,
			.unavailable = area_unavailable};

BENCH(vmalloc_free) = {.name = "Vfree",
		       .operation = "4 KiB of one vfree(), the purge included",
		       .baseline = "BulkFree/batch=64: the frames alone",
		       .group = &group_vmalloc,
		       .variants = areas,
		       .nr_variants = ARRAY_SIZE(areas),
		       .passes = 2,
		       .run = free_run,
		       .unavailable = area_unavailable};
