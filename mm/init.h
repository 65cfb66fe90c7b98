// SPDX-License-Identifier: MIT
#pragma once

#include "mm/memblock.h"
#include "mm/numa.h"
#include "mm/page_alloc.h"

/*
 * Leave out RAM behind holes so large that the maps of the whole span would bring metadata above
 * 0.5 % of RAM: the side of the largest hole with less RAM goes first. Logs what it leaves out and
 * adds it to ignored_pages.
 */
void memmap_limit_span(struct memmap *map);

/*
 * Set up instance `p` over all RAM of mb: place and map the metadata (port_map_run, records at
 * port_page_array()), then hand every free page to the allocator. -ENOMEM: no room for metadata.
 * *metadata_len: bytes spent.
 */
int pgdat_init_memblock(struct pg_data *p, int nid, struct memblock *mb, uint64_t *metadata_len);

/*
 * Set up an instance for each node of *map, which is all RAM of mb, as one set; `map` stays in use,
 * and may be changed: borders are moved to whole chunks, and nodes whose metadata would be too much
 * become one. -ENOMEM.
 */
struct node_set;
int nodes_init_memblock(struct node_set *set, struct numa_map *map, struct memblock *mb,
			uint64_t *metadata_len);

/*
 * The same for the live instances. Once. `force`: pgdat_force(). CPU 0 is online then, near the
 * node of the lowest RAM until mm_cpu_online() says otherwise.
 */
int mm_init(struct memblock *mb, struct numa_map *map, gfp_t force, uint64_t *metadata_len);

/* CPU `cpu`, of node `nid`, may use the allocator from now on. */
void mm_cpu_online(unsigned cpu, int nid);
