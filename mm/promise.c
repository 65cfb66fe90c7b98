// SPDX-License-Identifier: MIT
/*
 * Promises: pages taken out of what everybody may have, without choosing them. Nodes of a set
 * promise together: each carries a part of the sum, never more than it has free, and who holds a
 * promise draws on the part of any. All parts together are all promises, so a holder finds one to
 * draw on; as parts move while it looks, one node after the other, it may have to look again.
 *
 * Lock: of a node's part, the node's. node_set.promise_lock: one promise at a time is put together
 * from several nodes, so that two do not both fail over memory for one. Taken before a node's.
 */
#include "mm/nodes.h"
#include "mm/page_alloc_int.h"
#include "mm/page_watch_int.h"

/*
 * A look through all nodes finds no part only if, meanwhile, another CPU has promised from a node
 * that was seen already and drawn on one that was not. That many times running it does not.
 */
enum { LOOKS = 1 << 20 };

static uint64_t at_most(uint64_t nr, uint64_t most)
{
	return nr < most ? nr : most;
}

/* --- Promising ----------------------------------------------------------------------------- */

/* All of it from this node, or nothing. */
static bool reserve_here(struct pg_data *p, uint64_t nr)
{
	bool possible;

	pgdat_lock(p);
	possible = nr <= free_unreserved(p);
	if (possible)
		p->nr_reserved += nr;
	pgdat_unlock(p);
	return possible;
}

static uint64_t reserve_some(struct pg_data *p, uint64_t nr)
{
	pgdat_lock(p);
	nr = at_most(nr, free_unreserved(p));
	p->nr_reserved += nr;
	pgdat_unlock(p);
	return nr;
}

/* What all nodes could promise, if nobody took anything meanwhile. */
static uint64_t could_promise(struct pg_data *p)
{
	struct pg_data *node;
	uint64_t nr = 0;

	for (int i = 0; (node = nodes_by_distance(p, i)); i++) {
		pgdat_lock(node);
		nr += free_unreserved(node);
		pgdat_unlock(node);
	}
	return nr;
}

static bool reserve_over_nodes(struct pg_data *p, uint64_t nr)
{
	struct pg_data *node;
	uint64_t left = nr;

	if (!p->set)
		return false;
	port_lock(&p->set->promise_lock);
	if (could_promise(p) >= nr) {
		for (int i = 0; left && (node = nodes_by_distance(p, i)); i++)
			left -= reserve_some(node, left);
		if (left)
			pgdat_unreserve(p, nr - left);
	}
	port_unlock(&p->set->promise_lock);
	return !left;
}

int pgdat_reserve(struct pg_data *p, uint64_t nr)
{
	const struct node_request all = {p, GFP_KERNEL, NULL};

	if (unlikely(p->aside) && page_watch_denies(p, nr))
		return -ENOMEM;
	for (unsigned again = 0;; again++) {
		if (reserve_here(p, nr) || reserve_over_nodes(p, nr))
			return 0;
		if (!nodes_again(&all, again))
			return -ENOMEM;
		nodes_shortage(&all);
	}
}

/* --- Giving back --------------------------------------------------------------------------- */

static uint64_t unreserve_some(struct pg_data *p, uint64_t nr)
{
	pgdat_lock(p);
	nr = at_most(nr, p->nr_reserved);
	p->nr_reserved -= nr;
	pgdat_unlock(p);
	return nr;
}

static __noinline void no_promise(uint64_t nr)
{
	port_panic("page_alloc: %llu pages more are given back than are promised",
		   (unsigned long long)nr);
}

void pgdat_unreserve(struct pg_data *p, uint64_t nr)
{
	uint64_t left = nr - unreserve_some(p, nr);
	struct pg_data *node;

	for (int looks = 0; left && looks < LOOKS && p->set; looks++)
		for (int i = 0; left && (node = nodes_by_distance(p, i)); i++)
			left -= unreserve_some(node, left);
	if (left)
		no_promise(left);
}

uint64_t pgdat_nr_promised(struct pg_data *p)
{
	struct pg_data *node;
	uint64_t nr = 0;

	for (int i = 0; (node = nodes_by_distance(p, i)); i++) {
		pgdat_lock(node);
		nr += node->nr_reserved;
		pgdat_unlock(node);
	}
	return nr;
}

/* --- Drawing ------------------------------------------------------------------------------- */

/* On this node's part. NULL: it is too small, or there is no such block. */
static struct page *draw_here(struct pg_data *p, unsigned order)
{
	pgdat_lock(p);
	if (p->nr_reserved < 1ull << order) {
		pgdat_unlock(p);
		return NULL;
	}
	p->nr_reserved -= 1ull << order;
	return order ? block_alloc_promised_unlock(p, order) : bulk_alloc_one_unlock(p);
}

/*
 * This node's part is used up, but it may have memory that nobody was promised: then that, for the
 * part of another node. Else from the nodes by distance.
 */
static __noinline struct page *draw_elsewhere(struct pg_data *p, unsigned order)
{
	struct page *page = p->set ? alloc_once(p, __GFP_NOWARN, order) : NULL;
	struct pg_data *node;

	if (page) {
		pgdat_unreserve(p, 1ull << order);
		return page;
	}
	for (int looks = 0; looks < (order ? 1 : LOOKS); looks++)
		for (int i = 0; (node = nodes_by_distance(p, i)); i++) {
			page = draw_here(node, order);
			if (page) {
				nodes_count_given(p, node, 1ull << order);
				return page;
			}
		}
	if (!order)
		no_promise(1);
	return NULL;
}

static __noinline struct page *draw_block(struct pg_data *p, unsigned order)
{
	struct page *page = draw_here(p, order);

	return page || !p->set ? page : draw_elsewhere(p, order);
}

struct page *pgdat_alloc_reserved(struct pg_data *p, unsigned order)
{
	if (order)
		return draw_block(p, order);
	pgdat_lock(p);
	if (unlikely(!p->nr_reserved)) {
		pgdat_unlock(p);
		return draw_elsewhere(p, 0);
	}
	p->nr_reserved--;
	return bulk_alloc_one_unlock(p);
}

/* Chunks from this node, as far as its part reaches. */
static uint64_t draw_chunks_here(struct pg_data *p, uint64_t nr, pfn_t *pfns)
{
	uint64_t done;

	pgdat_lock(p);
	nr = at_most(nr, p->nr_reserved / CHUNK_PAGES);
	p->nr_reserved -= nr * CHUNK_PAGES;
	done = chunks_take_locked(p, GFP_KERNEL, nr, pfns);
	p->nr_reserved += (nr - done) * CHUNK_PAGES;
	pgdat_unlock(p);
	if (unlikely(p->watch))
		chunks_watch(p, pfns, done);
	return done;
}

/* The same from all nodes by distance. */
static uint64_t draw_chunks(struct pg_data *p, uint64_t nr, pfn_t *pfns)
{
	uint64_t done = draw_chunks_here(p, nr, pfns);
	struct pg_data *node;

	for (int i = 1; done < nr && (node = nodes_by_distance(p, i)); i++) {
		uint64_t got = draw_chunks_here(node, nr - done, pfns + done);

		nodes_count_given(p, node, got * CHUNK_PAGES);
		done += got;
	}
	return done;
}

uint64_t pgdat_alloc_reserved_chunks(struct pg_data *p, uint64_t nr, pfn_t *pfns)
{
	uint64_t done = draw_chunks(p, nr, pfns);
	struct pg_data *node;
	bool any = false;

	if (likely(done == nr))
		return done;
	for (int i = 0; (node = nodes_by_distance(p, i)); i++)
		any |= pgdat_drain_chunks(node);
	return any ? done + draw_chunks(p, nr - done, pfns + done) : done;
}
