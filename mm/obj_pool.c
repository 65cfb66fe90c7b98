// SPDX-License-Identifier: MIT
#include "mm/obj_pool.h"

struct free_object {
	struct free_object *next;
};

/* At the start of each page; the objects follow. */
struct obj_page {
	struct obj_page *next, *prev;
	struct free_object *free;
	uint32_t nr_used;
	bool fresh; /* no object was ever freed: once all are undone it goes */
};

void obj_pool_init(struct obj_pool *pool, struct pg_data *pgdat, size_t size)
{
	*pool = (struct obj_pool){.pgdat = pgdat, .size = (uint32_t)ALIGN_UP(size, 8ul)};
	pool->per_page = (uint32_t)((PAGE_SIZE - sizeof(struct obj_page)) / pool->size);
}

static void page_link(struct obj_pool *pool, struct obj_page *page)
{
	page->prev = NULL;
	page->next = pool->partial;
	if (page->next)
		page->next->prev = page;
	pool->partial = page;
}

static void page_unlink(struct obj_pool *pool, struct obj_page *page)
{
	if (page->prev)
		page->prev->next = page->next;
	else
		pool->partial = page->next;
	if (page->next)
		page->next->prev = page->prev;
}

/* A new page, cut up. */
static struct obj_page *page_add(struct obj_pool *pool)
{
	struct page *frame = pgdat_alloc(pool->pgdat, GFP_KERNEL, 0);
	struct obj_page *page;
	char *object;

	if (!frame)
		return NULL;
	page = port_phys_to_virt(pgdat_pfn(pool->pgdat, frame) << PAGE_SHIFT);
	page->free = NULL;
	page->nr_used = 0;
	page->fresh = true;
	object = (char *)(page + 1) + (size_t)pool->per_page * pool->size;
	for (uint32_t i = 0; i < pool->per_page; i++) {
		object -= pool->size;
		((struct free_object *)object)->next = page->free;
		page->free = (struct free_object *)object;
	}
	page_link(pool, page);
	pool->nr_empty++;
	return page;
}

static void page_remove(struct obj_pool *pool, struct obj_page *page)
{
	pfn_t pfn = port_virt_to_phys(page) >> PAGE_SHIFT;

	page_unlink(pool, page);
	pool->nr_empty--;
	pgdat_free(pool->pgdat, pgdat_page(pool->pgdat, pfn), 0);
}

void *obj_alloc(struct obj_pool *pool)
{
	struct obj_page *page = pool->partial ? pool->partial : page_add(pool);
	struct free_object *object;

	if (!page)
		return NULL;
	object = page->free;
	page->free = object->next;
	if (!page->nr_used++)
		pool->nr_empty--;
	if (!page->free)
		page_unlink(pool, page);
	__builtin_memset(object, 0, pool->size);
	return object;
}

/* At most `keep` pages stay without an object. */
static void object_put(struct obj_pool *pool, struct obj_page *page, void *address, uint32_t keep)
{
	struct free_object *object = address;

	if (!page->free)
		page_link(pool, page);
	object->next = page->free;
	page->free = object;
	if (--page->nr_used)
		return;
	pool->nr_empty++;
	if (pool->nr_empty > keep)
		page_remove(pool, page);
}

static struct obj_page *page_of(void *object)
{
	return (struct obj_page *)ALIGN_DOWN((uintptr_t)object, PAGE_SIZE);
}

void obj_free(struct obj_pool *pool, void *object)
{
	page_of(object)->fresh = false;
	object_put(pool, page_of(object), object, 1);
}

void obj_undo(struct obj_pool *pool, void *object)
{
	object_put(pool, page_of(object), object, page_of(object)->fresh ? 0 : 1);
}

void obj_pool_destroy(struct obj_pool *pool)
{
	while (pool->partial)
		page_remove(pool, pool->partial);
}
