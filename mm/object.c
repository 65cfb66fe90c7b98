// SPDX-License-Identifier: MIT
#include "mm/object.h"

#include "mm/back.h"
#include "mm/frames.h"

/* Shared memory can be as long as what a set of tables can map. */
#define LONGEST_OBJECT (1ul << 47)

/* The record lies in a page of its own: it outlives every space. */
static struct mm_object *object_new(struct pg_data *pgdat, uint64_t len, enum object_kind kind)
{
	struct page *page = pgdat_alloc(pgdat, __GFP_NOWARN, 0);
	struct mm_object *object;

	if (!page)
		return NULL;
	object = port_phys_to_virt(pgdat_pfn(pgdat, page) << PAGE_SHIFT);
	__builtin_memset(object, 0, sizeof(*object));
	object->pgdat = pgdat;
	object->kind = kind;
	object->len = len;
	object->nr_users = 1;
	return object;
}

static void object_free(struct mm_object *object)
{
	pfn_t pfn = port_virt_to_phys(object) >> PAGE_SHIFT;

	pgdat_free(object->pgdat, pgdat_page(object->pgdat, pfn), 0);
}

/* Tables of the object's own that [0, end) needs. */
static uint64_t tables_for(uint64_t end)
{
	return tables_beyond(NULL, NULL, 0, end);
}

/* What is promised beyond what is backed. */
static uint64_t pages_promised(const struct mm_object *object)
{
	return object->kind == OBJECT_PROMISED ? (object->len >> PAGE_SHIFT) - object->nr_backed
					       : 0;
}

struct mm_object *mm_object_create(struct pg_data *pgdat, uint64_t len, enum object_kind kind)
{
	uint64_t rounded = ALIGN_UP(len, PAGE_SIZE);
	struct mm_object *object;

	if (!len || rounded < len || rounded > LONGEST_OBJECT || kind == OBJECT_FILE)
		return NULL;
	object = object_new(pgdat, rounded, kind);
	if (!object)
		return NULL;
	if (pgdat_reserve(pgdat, pages_promised(object)))
		goto free_object;
	object->pt = table_pool_create_pt(&object->tables, pgdat);
	if (!object->pt)
		goto unreserve;
	if (kind == OBJECT_PROMISED && table_pool_promise(&object->tables, tables_for(rounded)))
		goto destroy_pt;
	return object;

destroy_pt:
	port_pt_destroy(object->pt);
unreserve:
	pgdat_unreserve(pgdat, pages_promised(object));
free_object:
	object_free(object);
	return NULL;
}

struct mm_object *mm_object_create_contiguous(struct pg_data *pgdat, uint64_t len)
{
	struct mm_object *object = mm_object_create(pgdat, len, OBJECT_OVERCOMMIT);
	struct backing b = {.pgdat = pgdat, .prot = PORT_PROT_WRITE, .huge = true};
	struct page *page;

	if (!object)
		return NULL;
	if (table_pool_promise(&object->tables, tables_for(object->len)))
		goto put;
	object->nr_backed = object->len >> PAGE_SHIFT;
	page = pgdat_alloc_run(pgdat, __GFP_NOWARN, object->nr_backed);
	if (!page)
		goto put;
	b.pt = object->pt;
	frames_fill(pgdat_pfn(pgdat, page) << PAGE_SHIFT, object->len, NULL);
	back_frames(&b, pgdat_pfn(pgdat, page), object->nr_backed);
	return object;
put:
	mm_object_put(object);
	return NULL;
}

struct mm_object *mm_object_create_file(struct pg_data *pgdat, phys_addr_t phys, uint64_t len)
{
	uint64_t rounded = ALIGN_UP(len, PAGE_SIZE);
	struct mm_object *object;

	if (!len || rounded < len || phys % PAGE_SIZE)
		return NULL;
	object = object_new(pgdat, rounded, OBJECT_FILE);
	if (!object)
		return NULL;
	object->phys = phys;
	__builtin_memset((char *)port_phys_to_virt(phys) + len, 0, rounded - len);
	return object;
}

void mm_object_get(struct mm_object *object)
{
	port_lock(&object->lock);
	object->nr_users++;
	port_unlock(&object->lock);
}

void object_destroy(struct mm_object *object)
{
	struct frame_list frames = {object->pgdat, NULL};

	if (object->kind != OBJECT_FILE) {
		pgdat_unreserve(object->pgdat, pages_promised(object));
		port_pt_unmap(object->pt, 0, object->len, frames_gather, &frames);
		port_pt_flush(object->pt);
		frames_free(&frames);
		table_pool_unpromise(&object->tables, object->tables.nr_promised);
		port_pt_destroy(object->pt);
	}
	object_free(object);
}

bool object_leave(struct mm_object *object)
{
	bool last;

	port_lock(&object->lock);
	if (!object->nr_users)
		port_panic("mmap: an object without users is given back");
	last = !--object->nr_users;
	port_unlock(&object->lock);
	return last;
}

void mm_object_put(struct mm_object *object)
{
	if (object_leave(object))
		object_destroy(object);
}

/* --- Frames ----------------------------------------------------------------------------------- */

static bool next_locked(const struct mm_object *object, uint64_t offset, uint64_t end,
			struct port_pt_run *run)
{
	if (object->kind != OBJECT_FILE)
		return port_pt_next(object->pt, offset, end, run);
	*run = (struct port_pt_run){offset, object->phys + offset, end - offset, PORT_PROT_WRITE};
	return offset < end;
}

bool object_next(struct mm_object *object, uint64_t offset, uint64_t end, struct port_pt_run *run)
{
	bool found;

	port_lock(&object->lock);
	found = next_locked(object, offset, end, run);
	port_unlock(&object->lock);
	return found;
}

static uint64_t missing_locked(const struct mm_object *object, uint64_t offset, uint64_t end)
{
	uint64_t missing = end - offset;
	struct port_pt_run run;

	for (; next_locked(object, offset, end, &run); offset = run.virt + run.len)
		missing -= run.len;
	return missing >> PAGE_SHIFT;
}

static int promise_locked(struct mm_object *object, uint64_t offset, uint64_t end)
{
	struct table_pool *tables = &object->tables;
	uint64_t lacks = (object->len >> PAGE_SHIFT) - object->nr_backed - object->nr_provided;
	uint64_t nr = missing_locked(object, offset, end);
	uint64_t nr_tables = port_pt_tables_needed(object->pt, offset, end - offset, PAGE_SIZE);

	nr = nr < lacks ? nr : lacks;
	if (pgdat_reserve(object->pgdat, nr))
		return -ENOMEM;
	/* Promised are those in use, too. */
	if (nr_tables && !tables->nr_promised)
		nr_tables += tables->nr_used;
	if (table_pool_promise(tables, nr_tables)) {
		pgdat_unreserve(object->pgdat, nr);
		return -ENOMEM;
	}
	object->nr_provided += nr;
	object->nr_promises++;
	return 0;
}

int object_promise(struct mm_object *object, uint64_t offset, uint64_t end)
{
	int err;

	if (object->kind != OBJECT_OVERCOMMIT)
		return 0;
	port_lock(&object->lock);
	err = promise_locked(object, offset, end);
	port_unlock(&object->lock);
	return err;
}

static void unpromise_locked(struct mm_object *object)
{
	pgdat_unreserve(object->pgdat, object->nr_provided);
	object->nr_provided = 0;
	table_pool_unpromise(&object->tables, object->tables.nr_promised);
}

void object_unpromise(struct mm_object *object)
{
	if (object->kind != OBJECT_OVERCOMMIT)
		return;
	port_lock(&object->lock);
	if (!--object->nr_promises)
		unpromise_locked(object);
	port_unlock(&object->lock);
}

/* A hole, claimed. Drops the lock. */
static void hole_back(struct mm_object *object, uint64_t offset, uint64_t end, bool huge,
		      bool page_at_a_time)
{
	struct backing b = {.pgdat = object->pgdat,
			    .pt = object->pt,
			    .lock = &object->lock,
			    .at = offset,
			    .end = end,
			    .prot = PORT_PROT_WRITE,
			    .huge = huge};

	port_unlock(&object->lock);
	if (page_at_a_time)
		back_pages(&b);
	else
		back_range(&b);
	port_lock(&object->lock);
	object->nr_backed += (end - offset) >> PAGE_SHIFT;
	if (object->kind == OBJECT_OVERCOMMIT)
		object->nr_provided -= (end - offset) >> PAGE_SHIFT;
}

void object_back(struct mm_object *object, uint64_t offset, uint64_t end, bool huge,
		 bool page_at_a_time)
{
	unsigned claim;

	if (object->kind == OBJECT_FILE)
		return;
	port_lock(&object->lock);
	range_claims_wait(&object->claims, &object->lock, offset, end);
	claim = range_claim_begin(&object->claims, offset, end);
	while (offset < end) {
		struct port_pt_run run;
		bool found = port_pt_next(object->pt, offset, end, &run);
		uint64_t stop = found ? run.virt : end;

		if (offset < stop)
			hole_back(object, offset, stop, huge, page_at_a_time);
		offset = found ? run.virt + run.len : end;
	}
	range_claim_end(&object->claims, claim);
	port_unlock(&object->lock);
}

/*
 * Spare tables are not told apart: so a table that a call under way was promised is not to be taken
 * for another page. Such a page brings its own.
 */
static bool page_tables(struct mm_object *object, uint64_t offset)
{
	uint64_t nr;

	if (!object->nr_promises)
		return true;
	nr = port_pt_tables_needed(object->pt, offset, PAGE_SIZE, PAGE_SIZE);
	return !table_pool_promise(&object->tables, nr);
}

/* A page where there is none, claimed. Drops the lock. */
static int page_fill(struct mm_object *object, uint64_t offset, phys_addr_t *phys)
{
	struct page *page;

	port_unlock(&object->lock);
	page = page_take(object->pgdat, object->kind == OBJECT_PROMISED);
	if (page)
		pages_zero(object->pgdat, page, 1);
	port_lock(&object->lock);
	if (!page)
		return -ENOMEM;
	*phys = pgdat_pfn(object->pgdat, page) << PAGE_SHIFT;
	if (!page_tables(object, offset) ||
	    port_pt_map_run(object->pt, offset, *phys, PAGE_SIZE, PORT_PROT_WRITE, PAGE_SIZE)) {
		pgdat_free(object->pgdat, page, 0);
		return -ENOMEM;
	}
	object->nr_backed++;
	return 0;
}

static int page_locked(struct mm_object *object, uint64_t offset, phys_addr_t *phys)
{
	unsigned claim;
	int err;

	range_claims_wait(&object->claims, &object->lock, offset, offset + PAGE_SIZE);
	if (port_pt_lookup(object->pt, offset, phys, NULL, NULL))
		return 0;
	claim = range_claim_begin(&object->claims, offset, offset + PAGE_SIZE);
	err = page_fill(object, offset, phys);
	range_claim_end(&object->claims, claim);
	return err;
}

int object_page(struct mm_object *object, uint64_t offset, phys_addr_t *phys)
{
	int err;

	if (object->kind == OBJECT_FILE) {
		*phys = object->phys + offset;
		return 0;
	}
	port_lock(&object->lock);
	err = page_locked(object, offset, phys);
	port_unlock(&object->lock);
	return err;
}
