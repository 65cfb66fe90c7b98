// SPDX-License-Identifier: MIT
/*
 * A small world of eight pages: an instance in which nothing else is RAM, and the simplest model of
 * it, by pages. The alphabets are made of the calls below, each of which holds the answer and the
 * whole instance against the model.
 */
#pragma once

#include "mm/page_alloc.h"
#include "tests/host/world.h"

enum { TINY_PAGES = 8, TINY_FREE = 0xff, TINY_TAIL = 0xfe, TINY_CPUS = 2 };

/* What stands in the regions besides the instance. */
struct tiny_model {
	uint8_t owner[TINY_PAGES]; /* TINY_*, or the order of the block that starts here */
	uint8_t refs[TINY_PAGES];  /* beyond the first */
	uint64_t nr_promised;
};

struct tiny {
	struct pg_data *p;
	pfn_t start; /* of the eight pages, which are consecutive */
	unsigned nr_cpus;
	struct tiny_model m;
	/* For tests of the model: between the allocator's answer and its comparison. */
	void (*meddle)(struct tiny *t, struct page **page);
};

/* The instance, with w's regions, settle and verify. False: no memory, and the test has failed. */
bool tiny_make(struct tiny *t, struct world *w, pfn_t start, unsigned nr_cpus);

static inline struct page *tiny_page(const struct tiny *t, unsigned i)
{
	return pgdat_page(t->p, t->start + i);
}

static inline bool tiny_is_head(const struct tiny *t, unsigned i)
{
	return t->m.owner[i] <= 3;
}

/* Is a page of the block at i, other than the first, referenced? It cannot be freed then. */
bool tiny_inner_refs(const struct tiny *t, unsigned i);

void tiny_alloc(struct world *w, gfp_t gfp, unsigned order);
void tiny_alloc_reserved(struct world *w, unsigned order);
void tiny_free(struct world *w, unsigned i);
void tiny_get(struct world *w, unsigned i);
void tiny_split(struct world *w, unsigned i);
void tiny_reserve(struct world *w, uint64_t nr);
void tiny_unreserve(struct world *w, uint64_t nr);
void tiny_drain(struct world *w);

/* nr slots, of which those with their bit in `full` are full already. */
void tiny_bulk_array(struct world *w, gfp_t gfp, long nr, unsigned full);
void tiny_bulk_list(struct world *w, long nr);

/* The single pages of ours whose bits are in `pages`, by slot, NULLs between. */
void tiny_free_bulk(struct world *w, unsigned pages);

/* Single pages of ours, as bits. */
unsigned tiny_singles(const struct tiny *t);
