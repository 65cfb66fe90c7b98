// SPDX-License-Identifier: MIT
#pragma once

#include "mm/memblock.h"
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

/* The same for the live instance, node 0. Once. */
int mm_init(struct memblock *mb, gfp_t force, uint64_t *metadata_len);

/* CPU `cpu` may use the allocator from now on. After mm_init(), which does it for CPU 0. */
void mm_cpu_online(unsigned cpu);
