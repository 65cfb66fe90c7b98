// SPDX-License-Identifier: MIT
/*
 * Random operations on a page allocator of a test's own, each verified against a shadow
 * (page_shadow.h): what it gave, what it kept, what it refused, and how many pages are free
 * afterwards.
 *
 * The fill level wanders between empty and full, so that shortage, splitting and merging all come
 * up. Every now and then pgdat_check() runs; every now and then the caches are drained and the
 * state of every page and the free blocks of each order compared. The same seed gives the same
 * operations.
 */
#pragma once

#include "tests/harness/page_shadow.h"
#include "tests/harness/page_shape.h"

enum page_op {
	OP_ALLOC,
	OP_BULK_ARRAY,
	OP_BULK_LIST,
	OP_FREE,
	OP_BULK_FREE,
	OP_GET,
	OP_SPLIT,
	OP_DRAIN,
	OP_REFUSED,
	OP_PROMISE,
	OP_UNPROMISE,
	OP_ALLOC_PROMISED,
	NR_PAGE_OPS
};

enum {
	MODEL_MAX_BATCH = 600,
	MODEL_COMPARE_EVERY = 8, /* checks: then the caches are drained and all is compared */
};

struct page_model {
	struct node_fixture f;
	struct page_shadow s;
	struct zone_info initial[NR_ZONES];
	uint64_t seed;
	uint64_t check_every; /* operations; 0: never, nor at the end */

	/* The calling thread becomes one of nr_cpus CPUs before each operation. NULL: it stays. */
	void (*set_cpu)(unsigned cpu);
	unsigned nr_cpus;

	/* Decides in place of the seed: a number below n. NULL: the seed does. */
	uint64_t (*draw)(void *arg, uint64_t n);
	void *draw_arg;

	/* For tests of the model: runs between the allocator's answer and its verification. */
	void (*meddle)(struct page_model *m, enum page_op op);

	/* The operation under way, and the allocator's answer. */
	enum page_op op;
	gfp_t gfp;
	unsigned order;
	long nr;
	long got;
	struct page *page;			 /* given, or looked at */
	struct page *slots[MODEL_MAX_BATCH + 1]; /* one more as a guard */
	struct page *before[MODEL_MAX_BATCH + 1];
	struct page_list list;

	uint64_t random;
	uint64_t goal; /* pages free, that the fill level moves to */
	uint64_t goal_until;
	uint64_t nr_ops, last_op;
	uint64_t nr_done[NR_PAGE_OPS];
	uint64_t nr_promised; /* pages, at present */
	uint64_t nr_failed;   /* allocations that ended in NULL, rightly */
	uint64_t nr_short;    /* bulk requests that came back short, rightly */
	bool failed;
	char said[320];
};

/* An instance of this shape; seed is not 0. False, with the test failed, if memory is short. */
bool page_model_make(struct page_model *m, const struct page_shape *shape, uint64_t seed);

/* Do nr_ops operations. NULL, or what went wrong, in which operation, with which seed. */
const char *page_model_run(struct page_model *m, uint64_t nr_ops);

/* Do one operation of this kind on the CPU that the caller is, and check after it if it is due. As
 * page_model_run(). */
const char *page_model_op(struct page_model *m, enum page_op op);

/* Free everything and compare the free blocks with those of the start. As page_model_run(). */
const char *page_model_finish(struct page_model *m);
