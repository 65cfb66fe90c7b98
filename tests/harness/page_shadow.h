// SPDX-License-Identifier: MIT
/*
 * Who owns each page of an allocator under test, kept beside it and apart from it: the allocator's
 * maps, lists and counts are never asked. What the allocator hands out is held against it, and so
 * is what it refuses.
 *
 * Cost: O(pages) of the block for taking and giving, O(span / 64) for the search of a run.
 */
#pragma once

#include "tests/harness/node_fixture.h"

enum {
	SHADOW_FREE = 0x80,
	SHADOW_TAIL = 0x81,	/* inside an allocated block */
	SHADOW_NOT_OURS = 0x82, /* a hole or reserved */
};

/* First pages of allocated blocks, by index, in any order. */
struct shadow_heads {
	uint32_t *idx;
	uint32_t nr;
};

struct page_shadow {
	struct pg_data *p;
	pfn_t base_pfn; /* of index 0; a multiple of WORD_PAGES, as is nr_pages */
	uint32_t nr_pages;
	bool contents;	     /* the frames exist and are ours to write: contents are verified too */
	uint8_t *owner;	     /* SHADOW_*, or the order of the allocated block that starts here */
	uint8_t *extra_refs; /* of every page */
	uint32_t *stamp;     /* what page->next of a head must hold while it is ours */
	uint32_t *place;     /* of a head: where in singles or blocks */
	uint64_t *free_map;
	struct shadow_heads singles, blocks; /* of order 0; of larger ones */
	uint64_t nr_free[NR_ZONES];
	uint32_t last_stamp;
	char said[160]; /* what was wrong, once a function has returned false */
};

/* A shadow of p, whose span is [start_pfn, end_pfn), nothing of it ours yet. False: no memory. */
bool shadow_make(struct page_shadow *s, struct pg_data *p, pfn_t start_pfn, pfn_t end_pfn);

/* Pages [start_pfn, end_pfn) were given to the allocator. */
void shadow_add(struct page_shadow *s, pfn_t start_pfn, pfn_t end_pfn);

/*
 * The allocator gave this block on a request with `gfp`: was every page of it free, is it aligned,
 * in the zone asked for, with one reference, zeroed if asked for? From now on it is ours.
 */
bool shadow_take(struct page_shadow *s, struct page *page, unsigned order, gfp_t gfp);

/* The block of head idx is about to be freed: is it as we left it? It counts as free now. */
bool shadow_give(struct page_shadow *s, uint32_t idx);

/* The block of head idx is made single pages; is it as we left it? */
bool shadow_split(struct page_shadow *s, uint32_t idx);

/* Is a page of the block at head idx, other than the first, referenced twice? */
bool shadow_inner_refs(const struct page_shadow *s, uint32_t idx);

/* Is there an aligned block of 2^order free pages in a zone that a request with `gfp` may use? */
bool shadow_has_run(const struct page_shadow *s, unsigned order, gfp_t gfp);

/* Free pages that a request with `gfp` may use. */
uint64_t shadow_nr_free(const struct page_shadow *s, gfp_t gfp);

/* Do the allocator's maps know the state of every page? All caches are drained. O(span). */
bool shadow_compare(struct page_shadow *s);

/* Largest aligned free blocks of one zone, counted by order. */
void shadow_blocks(const struct page_shadow *s, enum zone_type type,
		   uint64_t nr_blocks[MAX_PAGE_ORDER + 1]);

/* The record of index idx. */
struct page *shadow_page(const struct page_shadow *s, uint32_t idx);
