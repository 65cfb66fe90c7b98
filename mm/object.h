// SPDX-License-Identifier: MIT
/*
 * Memory objects: what shared mappings share, and what mappings of files show.
 *
 * Shared memory is promised once, by its object, however often it is mapped. Its frames hang in a
 * set of page tables of the object's own, by offset, so they come and go in runs like those of a
 * space. A file is a run of frames that nobody allocated: a module of the boot loader.
 *
 * Lock: object.lock, taken under that of the space or without it; frames are taken and zeroed
 * without either, on a claim (range_claim.h). Cost: as for a space of one region.
 */
#pragma once

#include "mm/range_claim.h"
#include "mm/table_pool.h"

enum object_kind {
	OBJECT_PROMISED,   /* shared memory; all of it is promised when it is created */
	OBJECT_OVERCOMMIT, /* shared memory; nothing is promised, a first touch may fail */
	OBJECT_FILE,
};

struct mm_object {
	struct pg_data *pgdat;
	enum object_kind kind;
	uint64_t len;		     /* bytes, whole pages */
	phys_addr_t phys;	     /* of a file */
	struct mm_object *next_dead; /* whoever has taken the last user away links it */

	struct port_lock lock; /* all below */
	uint64_t nr_users;
	/* Shared memory only: */
	struct port_pt *pt;
	struct table_pool tables;
	uint64_t nr_backed;	    /* pages */
	uint64_t nr_provided;	    /* pages promised by object_promise() and not yet backed */
	uint64_t nr_promises;	    /* calls of it without their object_unpromise() */
	struct range_claims claims; /* by offset */
};

/* Shared memory of len bytes, rounded up to pages; contents zero. NULL: len is 0, or no memory. */
struct mm_object *mm_object_create(struct pg_data *pgdat, uint64_t len, enum object_kind kind);

/* The same, and backed by consecutive frames, up to 1 GiB. */
struct mm_object *mm_object_create_contiguous(struct pg_data *pgdat, uint64_t len);

/*
 * The file in len bytes of RAM from phys on, which stay its caller's; its last page is zeroed
 * behind them. NULL: phys is not of whole pages, len is 0, or no memory.
 */
struct mm_object *mm_object_create_file(struct pg_data *pgdat, phys_addr_t phys, uint64_t len);

/* One user more, one less; each create and each mapping counts as one. The last frees it all. */
void mm_object_get(struct mm_object *object);
void mm_object_put(struct mm_object *object);

/* --- Private to mm/ ----------------------------------------------------------------------- */

/* One user less. True: it was the last, and object_destroy() is to follow. */
bool object_leave(struct mm_object *object);
void object_destroy(struct mm_object *object);

/* The first run of what is backed in [offset, end), as port_pt_next(); `virt` is an offset. */
bool object_next(struct mm_object *object, uint64_t offset, uint64_t end, struct port_pt_run *run);

/* Back all of [offset, end) out of the object's promise, or that of object_promise(). May wait: not
 * under the lock of a space. */
void object_back(struct mm_object *object, uint64_t offset, uint64_t end, bool huge,
		 bool page_at_a_time);

/*
 * For an object without promise: have the pages and tables that object_back() of this part will
 * need, and of others asked for before. Parts that overlap may together ask for more than that, but
 * never for more than the object lacks. -ENOMEM, and nothing has changed. Each call is followed by
 * one of object_unpromise(); the last gives back what nobody has needed.
 */
int object_promise(struct mm_object *object, uint64_t offset, uint64_t end);
void object_unpromise(struct mm_object *object);

/* The frame at offset, backed now if it was not. -ENOMEM: overcommit, and there is none. May wait:
 * not under the lock of a space. */
int object_page(struct mm_object *object, uint64_t offset, phys_addr_t *phys);

/* Is the frame one of a file's? */
static inline bool object_owns(const struct mm_object *object, phys_addr_t phys)
{
	return object->kind == OBJECT_FILE && phys - object->phys < object->len;
}
