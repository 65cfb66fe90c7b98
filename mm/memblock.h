// SPDX-License-Identifier: MIT
/*
 * Boot-time memory: RAM of a memmap less what is reserved. Serves the allocations that come before
 * the page allocator and then hands it all the rest.
 */
#pragma once

#include "mm/memmap.h"

#define MEMBLOCK_MAX_RESERVED 256

struct memblock_region {
	phys_addr_t start;
	phys_addr_t end;  /* exclusive; whole pages */
	const char *what; /* for the log: "image", "page array" ... */
};

struct memblock {
	const struct memmap *map;
	uint32_t nr_reserved;
	struct memblock_region reserved[MEMBLOCK_MAX_RESERVED]; /* sorted by start, disjoint */
};

void memblock_init(struct memblock *mb, const struct memmap *map);

/*
 * Keep [start, end) out of the allocator, rounded outward to pages; parts that are not RAM or are
 * reserved already stay as they are. -EINVAL: end <= start. -ENOSPC: the table is full.
 */
int memblock_reserve(struct memblock *mb, phys_addr_t start, phys_addr_t end, const char *what);

/*
 * Reserve `len` bytes (rounded up to pages) of free RAM below `limit`, aligned to `align` (a power
 * of two, at least PAGE_SIZE), as high as it fits. Returns the physical address, 0 if nothing
 * fits. Contents are undefined.
 */
phys_addr_t memblock_alloc(struct memblock *mb, uint64_t len, uint64_t align, phys_addr_t limit,
			   const char *what);

/* The same in [low, high) only. */
phys_addr_t memblock_alloc_between(struct memblock *mb, uint64_t len, uint64_t align,
				   phys_addr_t low, phys_addr_t high, const char *what);

/* Call fn for each free range in ascending order. */
void memblock_for_each_free(const struct memblock *mb,
			    void (*fn)(phys_addr_t start, phys_addr_t end, void *arg), void *arg);

/* Pages of RAM that are reserved. */
uint64_t memblock_reserved_pages(const struct memblock *mb);
