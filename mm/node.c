// SPDX-License-Identifier: MIT
/*
 * The live instances, one a node, and the functions named as in Linux. Each CPU takes from its own
 * node first, through its cache of that; where it has no memory, from the nearest one that has.
 */
#include "mm/init.h"
#include "mm/nodes.h"
#include "mm/page_node.h"
#include "mm/page_watch_int.h"

static struct node_set live;
static int8_t cpu_nid[MM_NR_CPUS];

static struct page *records(void)
{
	return port_page_array();
}

/* This CPU's cache of the node that it takes from first. */
static force_inline struct pcp *local(void)
{
	return port_local();
}

int mm_init(struct memblock *mb, struct numa_map *map, gfp_t force, uint64_t *metadata_len)
{
	int err = nodes_init_memblock(&live, map, mb, metadata_len);

	if (err) {
		live.map = NULL;
		return err;
	}
	for (int nid = 0; nid < map->nr_nodes; nid++)
		pgdat_force(live.node[nid], force);
	mm_cpu_online(0, map->range[0].nid);
	return 0;
}

void mm_cpu_online(unsigned cpu, int nid)
{
	const uint8_t *order = live.map->order[nid];
	int i = 0;

	while (!live.map->nr_pages[order[i]])
		i++;
	cpu_nid[cpu] = (int8_t)nid;
	port_set_local(cpu, &live.node[order[i]]->pcp[cpu]);
}

int nr_nodes(void)
{
	return live.map ? live.map->nr_nodes : 0;
}

int numa_node_id(void)
{
	return cpu_nid[port_cpu()];
}

int page_to_nid(const struct page *page)
{
	return nodes_owner(local()->node, page)->nid;
}

unsigned node_distance(int from, int to)
{
	return live.map->distance[from][to];
}

struct pg_data *node_data(int nid)
{
	if (!live.map || nid < NUMA_NO_NODE || nid >= live.map->nr_nodes)
		return NULL;
	return nid == NUMA_NO_NODE ? local()->node : live.node[nid];
}

struct page *alloc_pages(gfp_t gfp, unsigned order)
{
	return pcp_alloc(local(), gfp, order, pgdat_alloc_slow);
}

struct page *alloc_page(gfp_t gfp)
{
	return pcp_alloc(local(), gfp, 0, pgdat_alloc_slow);
}

/* Node `nid`; NULL, with one line in the log, if there is none such. */
static struct pg_data *node_wanted(int nid)
{
	struct pg_data *p = node_data(nid);

	if (!p && !__atomic_fetch_add(&local()->node->stats.nr_refused, 1, __ATOMIC_RELAXED))
		port_log("page_alloc: request for node %d refused, there are %d", nid, nr_nodes());
	return p;
}

struct page *alloc_pages_node(int nid, gfp_t gfp, unsigned order)
{
	struct pg_data *p = node_wanted(nid);

	return p ? pcp_alloc(this_pcp(p), gfp, order, pgdat_alloc_slow) : NULL;
}

void __free_pages(struct page *page, unsigned order)
{
	pcp_free(local(), page, order, pgdat_free_slow);
}

long __alloc_pages_bulk(gfp_t gfp, int preferred_nid, const nodemask_t *nodemask, long nr,
			struct page_list *list, struct page **array)
{
	struct pg_data *p = node_wanted(preferred_nid);

	if (!p)
		return 0;
	if (p->set)
		return nodes_bulk(p, gfp, nodemask, nr, list, array);
	if (nodemask && !(nodemask->bits & 1))
		return 0;
	if (array)
		return pgdat_bulk_array(p, gfp, nr, array);
	return pgdat_bulk_list(p, gfp, nr, list);
}

long alloc_pages_bulk_array(gfp_t gfp, long nr, struct page **array)
{
	return pcp_bulk_array(local(), gfp, nr, array);
}

long alloc_pages_bulk_list(gfp_t gfp, long nr, struct page_list *list)
{
	return pgdat_bulk_list(local()->node, gfp, nr, list);
}

void free_pages_bulk(long nr, struct page **array)
{
	pcp_free_bulk(local(), nr, array, __builtin_return_address(0));
}

void get_page(struct page *page)
{
	pgdat_get_page(local()->node, page);
}

void put_page(struct page *page)
{
	pcp_free(local(), page, 0, pgdat_free_slow);
}

void split_page(struct page *page, unsigned order)
{
	pgdat_split(local()->node, page, order);
}

pfn_t page_to_pfn(const struct page *page)
{
	return (pfn_t)(page - records());
}

struct page *pfn_to_page(pfn_t pfn)
{
	return records() + pfn;
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
	uint64_t nr = 0;

	for (int nid = 0; nid < nr_nodes(); nid++)
		nr += pgdat_nr_free(live.node[nid]);
	return nr;
}

void mm_check(void)
{
	for (int nid = 0; nid < nr_nodes(); nid++)
		pgdat_check(live.node[nid]);
}

static struct page_watch watch;

struct page_watch *mm_watched(void)
{
	return live.map && live.node[0]->watch ? &watch : NULL;
}

int mm_watch(unsigned what)
{
	for (int nid = 0; what & WATCH_OWNER && nid < nr_nodes(); nid++) {
		if (!page_owners_make(live.node[nid]))
			continue;
		while (nid--)
			page_owners_drop(live.node[nid]);
		return -ENOMEM;
	}
	watch.what = what;
	for (int nid = 0; nid < nr_nodes(); nid++)
		pgdat_watch(live.node[nid], &watch);
	return 0;
}
