// SPDX-License-Identifier: MIT
#include "mm/nodes.h"

#include "mm/page_node.h"
#include "mm/page_watch_int.h"

struct pg_data *nodes_by_distance(struct pg_data *p, int i)
{
	const struct node_set *set = p->set;

	if (!set)
		return i ? NULL : p;
	return i < set->map->nr_nodes ? set->node[set->map->order[p->nid][i]] : NULL;
}

/* The i-th node to try; NULL: no more, *skip if it is one that the request excludes. */
static struct pg_data *node_to_try(const struct node_request *t, int i, bool *skip)
{
	struct pg_data *p =
		i && t->gfp & __GFP_THISNODE ? NULL : nodes_by_distance(t->preferred, i);

	*skip = p && t->mask && !(t->mask->bits >> p->nid & 1);
	return p;
}

void nodes_shortage(const struct node_request *t)
{
	struct pg_data *p;
	bool skip;

	for (int i = 0; (p = node_to_try(t, i, &skip)); i++)
		if (!skip)
			pgdat_shortage(p);
}

bool nodes_again(const struct node_request *t, unsigned nr)
{
	struct pg_data *p;
	bool skip;

	for (int i = 0; (p = node_to_try(t, i, &skip)); i++)
		if (!skip && shortage_again(p, nr))
			return true;
	return false;
}

void nodes_count_given(struct pg_data *p, struct pg_data *node, uint64_t nr)
{
	if (node == p || !nr)
		return;
	__atomic_fetch_add(&node->stats.nr_miss, nr, __ATOMIC_RELAXED);
	__atomic_fetch_add(&p->stats.nr_foreign, nr, __ATOMIC_RELAXED);
}

static void count_given(const struct node_request *t, struct pg_data *p, uint64_t nr)
{
	nodes_count_given(t->preferred, p, nr);
}

static struct page *nodes_alloc_once(const struct node_request *t, unsigned order)
{
	struct pg_data *p;
	bool skip;

	for (int i = 0; (p = node_to_try(t, i, &skip)); i++) {
		struct page *page = alloc_once(p, t->gfp, order); /* no mask: none is skipped */

		if (page) {
			count_given(t, p, 1ull << order);
			return page;
		}
	}
	return NULL;
}

struct page *nodes_alloc(struct pg_data *p, gfp_t gfp, unsigned order)
{
	struct node_request t = {p, gfp, NULL};
	struct page *page;

	if (!request_valid(p, gfp, order))
		return NULL;
	page = nodes_alloc_once(&t, order);
	for (unsigned nr = 0; !page && nodes_again(&t, nr); nr++) {
		nodes_shortage(&t);
		page = nodes_alloc_once(&t, order);
	}
	if (!page)
		request_failed(p, gfp, order);
	return page;
}

static uint64_t nr_empty(struct page *const *slots, long nr)
{
	uint64_t nr_null = 0;

	for (long i = 0; i < nr; i++)
		nr_null += !slots[i];
	return nr_null;
}

/* Into an array of which some slots may be full; how far it is filled then. */
static long array_fill(const struct node_request *t, struct pg_data *p, long nr,
		       struct page **array)
{
	uint64_t empty = p == t->preferred ? 0 : nr_empty(array, nr);
	long got = bulk_array_once(p, t->gfp, nr, array);

	if (empty)
		count_given(t, p, empty - nr_empty(array, nr));
	return got;
}

static long list_fill(const struct node_request *t, struct pg_data *p, long nr,
		      struct page_list *list)
{
	long got = bulk_list_once(p, t->gfp, nr, list);

	count_given(t, p, (uint64_t)got);
	return got;
}

/* Once through the nodes, for what of nr pages is missing after `done`. */
static long nodes_bulk_once(const struct node_request *t, long done, long nr,
			    struct page_list *list, struct page **array)
{
	struct pg_data *p;
	bool skip;

	for (int i = 0; done < nr && (p = node_to_try(t, i, &skip)); i++) {
		if (skip)
			continue;
		done += array ? array_fill(t, p, nr - done, array + done)
			      : list_fill(t, p, nr - done, list);
	}
	return done;
}

long nodes_bulk(struct pg_data *p, gfp_t gfp, const nodemask_t *mask, long nr,
		struct page_list *list, struct page **array)
{
	struct node_request t = {p, gfp, mask};
	long done, granted;

	if (nr <= 0 || (!array && !list) || !request_valid(p, gfp, 0))
		return 0;
	granted = bulk_granted(p, nr);
	done = nodes_bulk_once(&t, 0, granted, list, array);
	for (unsigned again = 0; done < granted && nodes_again(&t, again); again++) {
		nodes_shortage(&t);
		done = nodes_bulk_once(&t, done, granted, list, array);
	}
	if (done < nr)
		request_failed(p, gfp, 0);
	return done;
}

uint64_t nodes_alloc_chunks(struct pg_data *p, gfp_t gfp, uint64_t nr, pfn_t *pfns)
{
	struct node_request t = {p, gfp, NULL};
	uint64_t done = 0;
	struct pg_data *from;
	bool skip;

	if (!p->set)
		return pgdat_alloc_chunks(p, gfp, nr, pfns);
	for (int i = 0; done < nr && (from = node_to_try(&t, i, &skip)); i++) {
		uint64_t got = pgdat_alloc_chunks(from, gfp, nr - done, pfns + done);

		count_given(&t, from, got * CHUNK_PAGES);
		done += got;
	}
	return done;
}

/* --- Whose is it? -------------------------------------------------------------------------- */

/* The range of RAM with this page; NULL: none. */
static const struct numa_range *range_of(const struct pg_data *p, const struct page *page,
					 pfn_t *pfn)
{
	const struct numa_map *map = p->set->map;
	uint64_t idx = page_offset(p->pages - p->base_pfn, page);
	uint32_t low = 0, high = map->nr_ranges;

	*pfn = idx;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		const struct numa_range *range = &map->range[middle];

		if (idx < range->start >> PAGE_SHIFT)
			high = middle;
		else if (idx >= range->end >> PAGE_SHIFT)
			low = middle + 1;
		else
			return range;
	}
	return NULL;
}

struct pg_data *nodes_owner(struct pg_data *p, const struct page *page)
{
	uint64_t nr = 1;

	return p->set ? nodes_owner_of_run(p, page, &nr) : p;
}

struct pg_data *nodes_owner_of_run(struct pg_data *p, const struct page *page, uint64_t *nr)
{
	const struct numa_range *range;
	pfn_t pfn;

	if (!p->set)
		return p;
	range = range_of(p, page, &pfn);
	if (!range) {
		*nr = 1;
		return p;
	}
	if (*nr > (range->end >> PAGE_SHIFT) - pfn)
		*nr = (range->end >> PAGE_SHIFT) - pfn;
	return p->set->node[range->nid];
}

struct pg_data *nodes_in_turn(struct pg_data *p, uint32_t *turn)
{
	const struct node_set *set = p->set;

	if (!set)
		return p;
	for (int i = 0; i < set->map->nr_nodes; i++) {
		int nid = (int)((*turn)++ % (uint32_t)set->map->nr_nodes);

		if (set->map->nr_pages[nid])
			return set->node[nid];
	}
	return p;
}

struct pg_data *nodes_at(struct pg_data *p, int nid)
{
	if (nid == NUMA_NO_NODE)
		return p;
	if (!p->set)
		return nid == p->nid ? p : NULL;
	return nid >= 0 && nid < p->set->map->nr_nodes ? p->set->node[nid] : NULL;
}
