// SPDX-License-Identifier: MIT
/*
 * Objects of one small size, cut from single pages: areas, regions. A page whose objects are all
 * free goes back, but for one that is kept against thrashing.
 *
 * Lock: the owner's. Cost: O(1), and a page in one of some dozens of calls.
 */
#pragma once

#include "mm/page_alloc.h"

struct obj_page;

struct obj_pool {
	struct pg_data *pgdat;
	uint32_t size;		  /* of an object, bytes, a multiple of 8 */
	uint32_t per_page;	  /* objects of a page */
	struct obj_page *partial; /* pages with a free object, doubly linked */
	uint32_t nr_empty;	  /* pages without an object in use */
};

void obj_pool_init(struct obj_pool *pool, struct pg_data *pgdat, size_t size);

/* A zeroed object. NULL: no memory. */
void *obj_alloc(struct obj_pool *pool);
void obj_free(struct obj_pool *pool, void *object);

/* Undo obj_alloc(), for a call that fails: no page is kept that was not there before. */
void obj_undo(struct obj_pool *pool, void *object);

/* Give the kept page back; all objects are free. */
void obj_pool_destroy(struct obj_pool *pool);
