// SPDX-License-Identifier: MIT
#include "mm/table_pool.h"

#include "mm/page_alloc_int.h"

enum { LEVELS = 3, ENTRY_BITS = 9, TABLES_TRIED = 64 };

static void spare_push(struct table_pool *pool, struct page *page)
{
	page->next = pool->spares;
	pool->spares = page;
	pool->nr_spares++;
}

static struct page *spare_pop(struct table_pool *pool)
{
	struct page *page = pool->spares;

	pool->spares = page->next;
	pool->nr_spares--;
	return page;
}

static phys_addr_t table_alloc(void *arg)
{
	struct table_pool *pool = arg;
	struct page *page;

	page = pool->nr_spares ? spare_pop(pool) : pgdat_alloc(pool->pgdat, __GFP_NOWARN, 0);
	if (!page)
		return 0;
	pool->nr_used++;
	pages_zero(pool->pgdat, page, 1);
	return pgdat_pfn(pool->pgdat, page) << PAGE_SHIFT;
}

static void table_free(void *arg, phys_addr_t phys)
{
	struct table_pool *pool = arg;
	struct page *page = pgdat_page(pool->pgdat, phys >> PAGE_SHIFT);

	pool->nr_used--;
	if (pool->nr_used + pool->nr_spares < pool->nr_promised)
		spare_push(pool, page);
	else
		pgdat_free(pool->pgdat, page, 0);
}

struct port_pt *table_pool_create_pt(struct table_pool *pool, struct pg_data *pgdat)
{
	static const struct port_pt_ops ops = {table_alloc, table_free};
	struct port_pt *pt;

	*pool = (struct table_pool){.pgdat = pgdat};
	pt = port_pt_create(&ops, pool);
	pool->nr_used = 0;
	return pt;
}

uint64_t tables_beyond(const struct range *prev, const struct range *next, uint64_t start,
		       uint64_t end)
{
	const unsigned small = PAGE_SHIFT + ENTRY_BITS;
	uint64_t nr = 0;

	/* All in the neighbour's last table, or first. */
	if ((prev && (prev->end - 1) >> small == (end - 1) >> small) ||
	    (next && next->start >> small == start >> small))
		return 0;
	for (unsigned level = 1; level <= LEVELS; level++) {
		unsigned shift = PAGE_SHIFT + level * ENTRY_BITS;
		uint64_t first = start >> shift;
		uint64_t last = (end - 1) >> shift;
		bool first_there = prev && (prev->end - 1) >> shift == first;
		bool last_there = next && next->start >> shift == last;

		nr += last - first + 1 - first_there;
		nr -= last_there && !(first == last && first_there);
	}
	return nr;
}

struct page *table_pool_surplus(struct table_pool *pool)
{
	struct page *first = NULL;

	while (pool->nr_spares && pool->nr_used + pool->nr_spares > pool->nr_promised) {
		struct page *page = spare_pop(pool);

		page->next = first;
		first = page;
	}
	return first;
}

void tables_free(struct pg_data *pgdat, struct page *first)
{
	while (first) {
		struct page *page = first;

		first = page->next;
		pgdat_free(pgdat, page, 0);
	}
}

void table_pool_trim(struct table_pool *pool)
{
	tables_free(pool->pgdat, table_pool_surplus(pool));
}

int table_pool_promise(struct table_pool *pool, uint64_t nr)
{
	/* What cannot be had at all is not tried: it would empty the allocator first. */
	if (nr > TABLES_TRIED && nr > pgdat_nr_free(pool->pgdat))
		return -ENOMEM;
	pool->nr_promised += nr;
	while (pool->nr_used + pool->nr_spares < pool->nr_promised) {
		struct page *page = pgdat_alloc(pool->pgdat, __GFP_NOWARN, 0);

		if (!page) {
			pool->nr_promised -= nr;
			table_pool_trim(pool);
			return -ENOMEM;
		}
		spare_push(pool, page);
	}
	return 0;
}

void table_pool_unpromise(struct table_pool *pool, uint64_t nr)
{
	pool->nr_promised -= nr;
	table_pool_trim(pool);
}
