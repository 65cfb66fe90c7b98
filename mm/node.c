// SPDX-License-Identifier: MIT
/*
 * The live instance: node 0 and the functions named as in Linux. One node until NUMA.
 */
#include "mm/init.h"
#include "mm/page_node.h"

static struct pg_data node0;
static bool node0_ready;

int mm_init(struct memblock *mb, gfp_t force, uint64_t *metadata_len)
{
	int err = pgdat_init_memblock(&node0, 0, mb, metadata_len);

	if (err)
		return err;
	node0_ready = true;
	pgdat_force(&node0, force);
	mm_cpu_online(0);
	return 0;
}

void mm_cpu_online(unsigned cpu)
{
	port_set_local(cpu, &node0.pcp[cpu]);
}

struct pg_data *node_data(int nid)
{
	return node0_ready && (nid == 0 || nid == NUMA_NO_NODE) ? &node0 : NULL;
}

struct page *alloc_pages(gfp_t gfp, unsigned order)
{
	return pcp_alloc(port_local(), gfp, order, pgdat_alloc_slow);
}

struct page *alloc_page(gfp_t gfp)
{
	return pcp_alloc(port_local(), gfp, 0, pgdat_alloc_slow);
}

/* Refuse a node that does not exist: one line in the log. */
static bool node_valid(int nid)
{
	if (nid == NUMA_NO_NODE || nid == 0)
		return true;
	if (!node0.stats.nr_refused++)
		port_log("page_alloc: request for node %d refused, there is node 0 only", nid);
	return false;
}

struct page *alloc_pages_node(int nid, gfp_t gfp, unsigned order)
{
	return node_valid(nid) ? pcp_alloc(port_local(), gfp, order, pgdat_alloc_slow) : NULL;
}

void __free_pages(struct page *page, unsigned order)
{
	pcp_free(port_local(), page, order, pgdat_free_slow);
}

long __alloc_pages_bulk(gfp_t gfp, int preferred_nid, const nodemask_t *nodemask, long nr,
			struct page_list *list, struct page **array)
{
	if (!node_valid(preferred_nid) || (nodemask && !(nodemask->bits & 1)))
		return 0;
	if (array)
		return pgdat_bulk_array(&node0, gfp, nr, array);
	return pgdat_bulk_list(&node0, gfp, nr, list);
}

long alloc_pages_bulk_array(gfp_t gfp, long nr, struct page **array)
{
	return pcp_bulk_array(port_local(), gfp, nr, array);
}

long alloc_pages_bulk_list(gfp_t gfp, long nr, struct page_list *list)
{
	return pgdat_bulk_list(&node0, gfp, nr, list);
}

void free_pages_bulk(long nr, struct page **array)
{
	pcp_free_bulk(port_local(), nr, array, __builtin_return_address(0));
}

void get_page(struct page *page)
{
	pgdat_get_page(&node0, page);
}

void put_page(struct page *page)
{
	pcp_free(port_local(), page, 0, pgdat_free_slow);
}

void split_page(struct page *page, unsigned order)
{
	pgdat_split(&node0, page, order);
}

pfn_t page_to_pfn(const struct page *page)
{
	return pgdat_pfn(&node0, page);
}

struct page *pfn_to_page(pfn_t pfn)
{
	return pgdat_page(&node0, pfn);
}

void *page_address(const struct page *page)
{
	return port_phys_to_virt(page_to_pfn(page) << PAGE_SHIFT);
}

struct page *virt_to_page(const void *address)
{
	return pfn_to_page(port_virt_to_phys(address) >> PAGE_SHIFT);
}

uint64_t nr_free_pages(void)
{
	return pgdat_nr_free(&node0);
}

void mm_check(void)
{
	pgdat_check(&node0);
}
