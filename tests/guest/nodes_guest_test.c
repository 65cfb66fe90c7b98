// SPDX-License-Identifier: MIT
/*
 * The machine's nodes: each CPU takes from its own, vmalloc from where it is told or from all. With
 * one node most of it is skipped.
 */
#include "kernel/smp.h"
#include "kernel/x86/paging.h"
#include "mm/numa.h"
#include "mm/page_alloc.h"
#include "mm/vmalloc.h"
#include "tests/guest/space.h"
#include "tests/harness/test.h"

static bool one_node(void)
{
	if (nr_nodes() > 1)
		return false;
	test_skip("one node");
	return true;
}

/* Free memory: a small node may have given all it had to the image and to page records. */
static bool has_memory(int nid)
{
	return pgdat_nr_free(node_data(nid)) != 0;
}

TEST(counters_of_all_nodes_sum_to_all_memory)
{
	uint64_t present = 0, free = 0, ram = 0;
	uint32_t nr;
	const struct mem_range *ranges = paging_ram(&nr);

	for (uint32_t i = 0; i < nr; i++)
		ram += (ranges[i].end - ranges[i].start) >> PAGE_SHIFT;
	for (int nid = 0; nid < nr_nodes(); nid++) {
		for (int type = 0; type < NR_ZONES; type++) {
			struct zone_info info;

			zone_info(node_data(nid), (enum zone_type)type, &info);
			present += info.nr_present;
		}
		free += pgdat_nr_free(node_data(nid));
	}
	CHECK_EQ(free, nr_free_pages());
	CHECK(present <= ram && present > ram * 9 / 10); /* less what is reserved */
}

static struct {
	int want, got;
	uint64_t pad[15];
} seen[MM_NR_CPUS];

static void take_one(void *arg, unsigned cpu)
{
	struct page *page = alloc_page(GFP_KERNEL);

	(void)arg;
	seen[cpu].want = numa_node_id();
	seen[cpu].got = page ? page_to_nid(page) : -1;
	if (page)
		__free_pages(page, 0);
}

TEST(each_cpu_takes_from_its_node_or_the_nearest)
{
	smp_run(smp_nr_cpus(), take_one, NULL);
	for (unsigned i = 0; i < smp_nr_cpus(); i++) {
		int want = seen[i].want, got = seen[i].got;

		CHECK(got >= 0 && has_memory(got));
		for (int nid = 0; nid < nr_nodes(); nid++)
			if (has_memory(nid))
				CHECK(node_distance(want, got) <= node_distance(want, nid));
	}
}

TEST(a_page_comes_from_the_node_that_is_named)
{
	if (one_node())
		return;
	for (int nid = 0; nid < nr_nodes(); nid++) {
		const nodemask_t mask = {1ull << nid};
		struct page *array[8] = {NULL};
		struct page *page;

		if (has_memory(nid) && pgdat_nr_free(node_data(nid)) < CHUNK_PAGES / 2)
			continue; /* it may have no block of eight */
		page = alloc_pages_node(nid, __GFP_THISNODE | __GFP_NOWARN, 3);
		CHECK_EQ(page != NULL, has_memory(nid));
		if (page) {
			CHECK_EQ(page_to_nid(page), nid);
			__free_pages(page, 3);
		}
		CHECK_EQ(__alloc_pages_bulk(__GFP_NOWARN, 0, &mask, 8, NULL, array),
			 has_memory(nid) ? 8 : 0);
		for (int i = 0; i < 8; i++)
			if (array[i])
				CHECK_EQ(page_to_nid(array[i]), nid);
		free_pages_bulk(8, array);
		page = alloc_pages_node(nid, GFP_KERNEL, 0);
		CHECK(page);
		__free_pages(page, 0);
	}
	mm_check();
}

/* Pages of an area by node. */
static void area_count(void *area, size_t len, uint64_t *count)
{
	for (int nid = 0; nid < MAX_NUMNODES; nid++)
		count[nid] = 0;
	for (size_t at = 0; at < len; at += PAGE_SIZE)
		count[page_to_nid(vmalloc_to_page((char *)area + at))]++;
}

TEST(an_area_is_spread_over_all_nodes_or_on_one)
{
	static uint64_t count[MAX_NUMNODES];
	const size_t len = 16ul << 20;
	unsigned nr_with_memory = 0;

	if (one_node())
		return;
	for (int nid = 0; nid < nr_nodes(); nid++)
		nr_with_memory += has_memory(nid);
	for (int nid = 0; nid < nr_nodes(); nid++)
		if (has_memory(nid) && pgdat_nr_free(node_data(nid)) <
					       2 * CHUNK_PAGES + len / PAGE_SIZE / nr_with_memory) {
			test_skip("node %d has little memory", nid);
			return;
		}
	for (unsigned base = 0; base <= VMALLOC_BASE; base += VMALLOC_BASE) {
		char *area = vmalloc_flags(len, base | VMALLOC_INTERLEAVE);

		CHECK(area);
		area_count(area, len, count);
		for (int nid = 0; nid < nr_nodes(); nid++) {
			uint64_t even = len / PAGE_SIZE / nr_with_memory;

			CHECK_EQ(count[nid] != 0, has_memory(nid));
			if (has_memory(nid))
				CHECK(count[nid] + CHUNK_PAGES >= even &&
				      count[nid] <= even + CHUNK_PAGES);
		}
		vfree(area);
	}
	for (int nid = 0; nid < nr_nodes(); nid++) {
		char *area;

		if (pgdat_nr_free(node_data(nid)) < 2 * len / PAGE_SIZE)
			continue;
		area = vmalloc_node(len, nid);
		CHECK(area);
		area_count(area, len, count);
		CHECK_EQ(count[nid], len / PAGE_SIZE);
		vfree(area);
	}
	vmalloc_purge();
	CHECK(!vmalloc_node(len, nr_nodes()));
	mm_check();
}

static void drain_all(void)
{
	for (int nid = 0; nid < nr_nodes(); nid++)
		pgdat_drain(node_data(nid));
}

static void stamps_go(uint64_t at, uint64_t len)
{
	uint64_t *word = (uint64_t *)at;

	for (uint64_t i = 0; i < len / 8; i += PAGE_SIZE / 8)
		word[i] = ~i;
	for (uint64_t i = 0; i < len / 8; i += PAGE_SIZE / 8)
		if (word[i] != ~i)
			test_fail(__FILE__, __LINE__, "word %llu is not what was stored",
				  (unsigned long long)i);
}

/* Most of all free memory: more than any node has, unless one has nearly all. */
static void map_most(enum mm_policy policy)
{
	uint64_t len = ALIGN_DOWN(nr_free_pages() * PAGE_SIZE / 8 * 7, PMD_SIZE);
	struct vspace vs;
	uint64_t at;

	if (!space_enter(&vs, policy))
		return;
	if (mm_mmap(&vs, 0, len, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, &at)) {
		test_fail(__FILE__, __LINE__, "policy %d: cannot be mapped", (int)policy);
	} else {
		stamps_go(at, len);
		CHECK_EQ(mm_munmap(&vs, at, len), 0);
	}
	space_leave(&vs);
}

TEST(a_mapping_may_be_larger_than_a_node)
{
	static const enum mm_policy policies[] = {MM_RANGE, MM_SUPERLOCK, MM_DEMAND, MM_OVERCOMMIT};
	uint64_t nr_before;

	if (one_node())
		return;
	drain_all();
	nr_before = nr_free_pages();
	for (unsigned i = 0; i < ARRAY_SIZE(policies); i++) {
		map_most(policies[i]);
		drain_all();
		CHECK_EQ(nr_free_pages(), nr_before);
	}
	mm_check();
}
