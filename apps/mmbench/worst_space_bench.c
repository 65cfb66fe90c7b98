// SPDX-License-Identifier: MIT
/*
 * Worst cases of vmalloc and of address spaces, on the live instance. Zeroing is taken off: it is
 * what memory takes, and known beforehand. A call on n pages is measured for 2 MiB of them, in
 * memory where no 2 MiB are free at once (small) or all are (huge), and where a huge leaf has to be
 * split.
 */
#include "apps/mmbench/space.h"
#include "apps/mmbench/worst.h"
#include "mm/vmalloc.h"

enum {
	LEN = 2 << 20,
	PAGES = LEN / PAGE_SIZE,
	LAZY_AREAS = 256, /* areas that may wait for a purge: vmalloc.c */
	MAPPED = 64,
	NEIGHBOURS = 1000, /* regions beside the one in question */
};

/* --- vmalloc -----------------------------------------------------------------------------------
 */

static char *area;
static struct page *pages[MAPPED];
static int err;

static bool purged(void)
{
	vmalloc_purge();
	return true;
}

static void area_alloc_small(void)
{
	area = vmalloc(PAGE_SIZE);
}

static void area_alloc_base(void)
{
	area = vmalloc_base(LEN);
}

static void area_alloc_huge(void)
{
	area = vmalloc(LEN);
}

static bool area_there(void)
{
	vfree(area);
	vmalloc_purge();
	return area;
}

static bool area_base(void)
{
	vmalloc_purge();
	area_alloc_base();
	return area;
}

static void area_free(void)
{
	vfree(area);
}

/* One more area than may wait: this free gives back all. */
static bool areas_wait(void)
{
	vmalloc_purge();
	for (unsigned i = 0; i <= LAZY_AREAS; i++) {
		if (i) /* the last one is the call's */
			vfree(area);
		area = vmalloc(PAGE_SIZE);
		if (!area)
			return false;
	}
	return true;
}

static bool area_gone(void)
{
	return !vmalloc_to_page(area);
}

static bool area_huge(void)
{
	area_alloc_huge();
	return area;
}

static void area_protect_page(void)
{
	err = set_memory_ro(area + 100 * PAGE_SIZE, 1);
}

static bool area_split(void)
{
	return !err && area_there();
}

static void area_look(void)
{
	pages[0] = vmalloc_to_page(area + LEN - 1);
}

static bool area_seen(void)
{
	return pages[0] && area_there();
}

static bool pages_there(void)
{
	vmalloc_purge();
	__builtin_memset(pages, 0, sizeof(pages));
	return alloc_pages_bulk_array(GFP_KERNEL, MAPPED, pages) == MAPPED;
}

static void area_map(void)
{
	area = vmap(pages, MAPPED, PORT_PROT_WRITE);
}

static bool area_mapped(void)
{
	bool there = area;

	vunmap(area);
	vmalloc_purge();
	free_pages_bulk(MAPPED, pages);
	return there;
}

static bool pages_mapped(void)
{
	if (!pages_there())
		return false;
	area_map();
	return area;
}

static void area_unmap(void)
{
	vunmap(area);
}

static bool pages_unmapped(void)
{
	vmalloc_purge();
	free_pages_bulk(MAPPED, pages);
	return true;
}

/* --- Address spaces ----------------------------------------------------------------------------
 */

static struct vspace *space;
static struct vspace child;
static uint64_t at;
static struct bench_sample unused;

/* A space with neighbours between which there is room, and nothing else. */
static bool space_of(enum mm_policy policy)
{
	uint64_t got;

	space = space_make(policy, &unused);
	if (!space)
		return false;
	for (uint64_t i = 0; i < NEIGHBOURS; i++)
		if (mm_mmap(space, (1ul << 30) + 2 * i * PAGE_SIZE, PAGE_SIZE, PROT_NONE,
			    MAP_ANON | MAP_PRIVATE | MAP_LAZY | MAP_FIXED, &got))
			return false;
	at = 1ul << 31;
	return true;
}

static bool space_range(void)
{
	return space_of(MM_RANGE);
}

static bool space_demand(void)
{
	return space_of(MM_DEMAND);
}

static void map_2m(void)
{
	err = mm_mmap(space, at, LEN, PROT_READ | PROT_WRITE, MAP_ANON | MAP_PRIVATE | MAP_FIXED,
		      &at);
}

static void map_4k(void)
{
	err = mm_mmap(space, 0, PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_ANON | MAP_PRIVATE, &at);
}

static bool space_done(void)
{
	vspace_check(space);
	space_drop();
	return !err;
}

static bool mapped(enum mm_policy policy)
{
	if (!space_of(policy))
		return false;
	map_2m();
	return !err;
}

static bool range_mapped(void)
{
	return mapped(MM_RANGE);
}

static bool demand_mapped(void)
{
	return mapped(MM_DEMAND);
}

static bool demand_touched(void)
{
	if (!demand_mapped())
		return false;
	space_touch(at, LEN);
	return true;
}

static void unmap_2m(void)
{
	err = mm_munmap(space, at, LEN);
}

static void unmap_page(void)
{
	err = mm_munmap(space, at + 100 * PAGE_SIZE, PAGE_SIZE);
}

static void protect_page(void)
{
	err = mm_mprotect(space, at + 100 * PAGE_SIZE, PAGE_SIZE, PROT_READ);
}

static void lock_2m(void)
{
	err = mm_mlock(space, at, LEN);
}

static void clone_space(void)
{
	err = mm_clone(&child, space);
}

static bool cloned(void)
{
	if (!err)
		vspace_destroy(&child);
	return space_done();
}

/* A private page that a clone shares: the next store copies it. */
static bool shared_page(void)
{
	if (!demand_touched())
		return false;
	clone_space();
	return !err;
}

static void store_first(void)
{
	*(volatile uint64_t *)at = 1;
}

#define CASES(C)                                                                                   \
	C(VS, "call=vmalloc/size=4K", purged, area_alloc_small, area_there)                        \
	C(VB, "call=vmalloc/size=2M/leaf=base", purged, area_alloc_base, area_there)               \
	C(VH, "call=vmalloc/size=2M/leaf=huge", purged, area_alloc_huge, area_there)               \
	C(FB, "call=vfree/size=2M/leaf=base", area_base, area_free, area_gone)                     \
	C(FP, "call=vfree/size=4K/state=256_wait", areas_wait, area_free, area_gone)               \
	C(MP, "call=vmap/pages=64", pages_there, area_map, area_mapped)                            \
	C(UM, "call=vunmap/pages=64", pages_mapped, area_unmap, pages_unmapped)                    \
	C(TP, "call=vmalloc_to_page", area_base, area_look, area_seen)                             \
	C(RO, "call=set_memory_ro/pages=1/state=huge", area_huge, area_protect_page, area_split)   \
	C(M4, "call=mm_mmap/policy=range/size=4K/regions=1000", space_range, map_4k, space_done)   \
	C(M2, "call=mm_mmap/policy=range/size=2M", space_range, map_2m, space_done)                \
	C(MD, "call=mm_mmap/policy=demand/size=2M", space_demand, map_2m, space_done)              \
	C(U2, "call=mm_munmap/policy=demand/size=2M", demand_touched, unmap_2m, space_done)        \
	C(UP, "call=mm_munmap/policy=range/size=4K/state=huge", range_mapped, unmap_page,          \
	  space_done)                                                                              \
	C(PP, "call=mm_mprotect/policy=range/size=4K/state=huge", range_mapped, protect_page,      \
	  space_done)                                                                              \
	C(LD, "call=mm_mlock/policy=demand/size=2M", demand_mapped, lock_2m, space_done)           \
	C(CR, "call=mm_clone/policy=range/size=2M/regions=1000", range_mapped, clone_space,        \
	  cloned)                                                                                  \
	C(CD, "call=mm_clone/policy=demand/size=2M/regions=1000", demand_touched, clone_space,     \
	  cloned)                                                                                  \
	C(FD, "call=fault/policy=demand/state=first/regions=1000", demand_mapped, store_first,     \
	  space_done)                                                                              \
	C(FC, "call=fault/policy=demand/state=copy/regions=1000", shared_page, store_first, cloned)

WORST_CASES(CASES);

static void space_case_run(const struct bench_variant *v, struct bench_sample *s)
{
	worst_run(&cases[v->value], s);
}

static const char *space_case_unavailable(const struct bench_variant *v)
{
	(void)v;
	return space_unavailable();
}

static const struct bench_group group_worst_fresh = {"worst spaces", pool_fresh_setup,
						     pool_fresh_teardown, NULL};
static const struct bench_group group_worst_aged = {"worst spaces aged", pool_aged_setup,
						    pool_aged_teardown, NULL};

BENCH(worst_space) = {.name = "WorstSpace",
		      .operation = "one call of vmalloc or of an address space in its worst state",
		      .baseline = "the bound that docs/mm.md argues",
		      .group = &group_worst_fresh,
		      .variants = rows,
		      .nr_variants = ARRAY_SIZE(rows),
		      .by_name = true,
		      .passes = 1,
		      .run = space_case_run,
		      .unavailable = space_case_unavailable};

BENCH(worst_space_aged) = {.name = "WorstSpaceAged",
			   .operation = "the same in memory of which every other page is taken",
			   .baseline = "the bound that docs/mm.md argues",
			   .group = &group_worst_aged,
			   .variants = rows,
			   .nr_variants = ARRAY_SIZE(rows),
			   .by_name = true,
			   .passes = 1,
			   .run = space_case_run,
			   .unavailable = space_case_unavailable};
