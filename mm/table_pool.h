// SPDX-License-Identifier: MIT
/*
 * Page tables promised: a space keeps as many, in use or spare, as its regions together can need,
 * so that neither a fault nor the splitting of a huge leaf ever waits for one. The caller locks.
 * Private to mm/.
 *
 * Regions are sorted, so the tables that one can need beyond its neighbours' are counted from its
 * ends alone: at each level those that its span touches, less the first if the region before ends
 * in it, less the last if the next begins in it. The sum over all regions is exact.
 */
#pragma once

#include "mm/page_alloc.h"
#include "mm/port.h"
#include "mm/range.h"

struct table_pool {
	struct pg_data *pgdat;
	struct page *spares; /* linked */
	uint64_t nr_spares;
	uint64_t nr_used;
	uint64_t nr_promised; /* used or spare, at least; more are given back */
};

/*
 * An empty pool, and a space whose tables come from it; where no spare is left, memory is asked for
 * one. The tables that the space itself takes are not counted. NULL: no memory.
 */
struct port_pt *table_pool_create_pt(struct table_pool *pool, struct pg_data *pgdat);

/* Tables that [start, end) can need beyond those of its neighbours; NULL for none. */
uint64_t tables_beyond(const struct range *prev, const struct range *next, uint64_t start,
		       uint64_t end);

/* Promise nr tables more. -ENOMEM, and nothing has changed. */
int table_pool_promise(struct table_pool *pool, uint64_t nr);

/* Promise nr less, and give back what nobody can need. */
void table_pool_unpromise(struct table_pool *pool, uint64_t nr);

/* Take away what nobody can need, spare tables beyond the promise: linked pages, for tables_free().
 */
struct page *table_pool_surplus(struct table_pool *pool);
void tables_free(struct pg_data *pgdat, struct page *first);

/* Both at once. */
void table_pool_trim(struct table_pool *pool);
