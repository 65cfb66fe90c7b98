// SPDX-License-Identifier: MIT
#pragma once

#include "mm/types.h"

/* Types in struct mem_range: the firmware's numbers; anything else counts as MEM_RESERVED. */
enum mem_type { MEM_RAM = 1, MEM_RESERVED = 2, MEM_ACPI = 3, MEM_NVS = 4, MEM_BAD = 5 };

#define MEMMAP_MAX_IN  1100 /* firmware's entries plus those of the command line */
#define MEMMAP_MAX_RAM 1100 /* disjoint pieces of RAM that come out */

/* Physical addresses from here on cannot be reached through the direct map: 64 TiB. */
#define MEMMAP_LIMIT (1ul << 46)

/* RAM as the rest of the program may use it: sorted, disjoint, page-aligned, not adjacent. */
struct memmap {
	uint32_t nr_ram;
	struct mem_range ram[MEMMAP_MAX_RAM];
	uint64_t total_pages;	 /* of ram[] */
	uint64_t acpi_pages;	 /* whole pages of type 3, kept as they are */
	uint64_t nvs_pages;	 /* whole pages of type 4 */
	uint64_t reserved_pages; /* whole pages of all other types, below max_pfn */
	uint64_t hole_pages;	 /* below max_pfn, named by no entry at all */
	uint64_t lost_bytes; /* of RAM at ragged edges: parts of pages shared with something else */
	pfn_t max_pfn;	     /* end of the last RAM range */
	uint32_t nr_ignored; /* entries of no length, or whose end wraps, or that did not fit */
	uint64_t
		ignored_pages; /* RAM pages lost with those that did not fit, or beyond the limit */
};

/*
 * Turn a firmware map, in any order and with any overlaps, into struct memmap. Where entries
 * overlap the most restrictive type wins; a page is RAM only if all its bytes are. Entries that
 * make no sense are counted and logged, never fatal. Not re-entrant (uses one static work table);
 * O(n log n).
 */
void memmap_build(struct memmap *map, const struct mem_range *in, uint32_t nr);
