// SPDX-License-Identifier: MIT
/*
 * Nodes that lend each other memory: each an instance of the page allocator, with one array of page
 * records for all. What is asked of one that is empty comes from the next by distance; what is
 * freed goes back to where it belongs, through whichever of them it is freed. An instance alone
 * (pg_data.set NULL) has neither.
 *
 * Lock: those of the nodes one after the other, never two at once. Private to mm/.
 */
#pragma once

#include "mm/numa.h"
#include "mm/page_alloc.h"

struct node_set {
	const struct numa_map *map;
	struct pg_data *node[MAX_NUMNODES];
	struct port_lock promise_lock; /* mm/promise.c */
};

/* A request under way through the nodes: in the order of distance from the preferred one. */
struct node_request {
	struct pg_data *preferred;
	gfp_t gfp;		/* __GFP_THISNODE is looked at here */
	const nodemask_t *mask; /* NULL: all */
};

/* Empty the caches of all nodes that the request may use. */
void nodes_shortage(const struct node_request *t);

/* After `nr` times, is it worth another on any of them? shortage_again() */
bool nodes_again(const struct node_request *t, unsigned nr);

/*
 * As alloc_pages_node() from a node of a set, for flags as they came. Its caches are not looked at
 * first.
 */
struct page *nodes_alloc(struct pg_data *p, gfp_t gfp, unsigned order);

/* As __alloc_pages_bulk() with p preferred; for an array or a list, of nodes in the mask. */
long nodes_bulk(struct pg_data *p, gfp_t gfp, const nodemask_t *mask, long nr,
		struct page_list *list, struct page **array);

/* Whole chunks as pgdat_alloc_chunks(), from p and then the others, by distance. */
uint64_t nodes_alloc_chunks(struct pg_data *p, gfp_t gfp, uint64_t nr, pfn_t *pfns);

/* The i-th node to try for a request to p: 0 is p itself, then by distance. NULL: no more. */
struct pg_data *nodes_by_distance(struct pg_data *p, int i);

/* nr pages that were asked of p came from `node`, which may be the same. */
void nodes_count_given(struct pg_data *p, struct pg_data *node, uint64_t nr);

/* The instance that a page belongs to; p itself if it is alone, or the page is nobody's. */
struct pg_data *nodes_owner(struct pg_data *p, const struct page *page);

/* The same, and how many pages from this one on belong to it, at most nr. */
struct pg_data *nodes_owner_of_run(struct pg_data *p, const struct page *page, uint64_t *nr);

/* The node whose turn it is, of those with memory; `turn` counts on. p if it is alone. */
struct pg_data *nodes_in_turn(struct pg_data *p, uint32_t *turn);

/* Of a set, by number; p if it is alone. NULL: there is none such. */
struct pg_data *nodes_at(struct pg_data *p, int nid);
