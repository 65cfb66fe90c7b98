// SPDX-License-Identifier: MIT
/*
 * Nodes: which RAM is near which CPUs, how far they are apart, and where an allocation goes next
 * when a node is empty.
 *
 * A node exists for each domain that has RAM or a CPU; either may be missing. Domains are the
 * firmware's numbers, sparse and of 32 bits; a nid is the rank of its domain among those that
 * exist.
 */
#pragma once

#include "mm/memmap.h"
#include "mm/types.h"

#define MAX_NUMNODES 64

#define NUMA_MAX_AFFINITY 512 /* ranges that firmware may give */

/* No more pieces can come out: every end of an affinity range cuts at most one. */
#define NUMA_MAX_RANGES (MEMMAP_MAX_RAM + 2 * NUMA_MAX_AFFINITY)

#define NUMA_LOCAL  10 /* distance of a node from itself */
#define NUMA_REMOTE 20 /* from another one, if nothing is known */

/* Whole pages of one node. */
struct numa_range {
	phys_addr_t start, end;
	int nid;
};

/* What firmware says: bytes, in any order; there need not be RAM. */
struct numa_affinity {
	phys_addr_t start, end;
	uint32_t domain;
};

struct numa_map {
	int nr_nodes; /* 1 .. MAX_NUMNODES; what follows by node is set up to here */
	uint32_t nr_ranges;
	struct numa_range range[NUMA_MAX_RANGES]; /* sorted, disjoint, together exactly the RAM */
	uint32_t domain[MAX_NUMNODES];		  /* ascending */
	uint8_t distance[MAX_NUMNODES][MAX_NUMNODES]; /* from, to */

	/*
	 * The order in which nodes are tried for a request to the first: itself, then by distance;
	 * those equally far by nid, counted upwards from its own and around, so that the load of
	 * several empty nodes spreads.
	 */
	uint8_t order[MAX_NUMNODES][MAX_NUMNODES];

	uint64_t nr_pages[MAX_NUMNODES]; /* of RAM */
	uint64_t nr_unclaimed_pages;	 /* RAM in no affinity range: went to node 0 */
};

/* All RAM in node 0. */
void numa_map_single(struct numa_map *map, const struct memmap *memmap);

/*
 * Nodes of the RAM in *memmap by affinity ranges, and of the CPUs' domains (any order, with
 * repetitions). A page that two domains share goes to the one with the lower address. distance:
 * from one domain to another, NUMA_LOCAL or more; not asked of one and the same; NULL: NUMA_REMOTE.
 *
 * 0, or with *why set: -EINVAL: a range is empty, ranges of different domains overlap, a distance
 * is too short; -ENOENT: no domain has RAM or a CPU; -ENOSPC: more than MAX_NUMNODES or
 * NUMA_MAX_AFFINITY. Then *map is as numa_map_single() makes it. Not re-entrant (uses one static
 * work table); O(nr_aff^2) at worst, O(nr_aff) when sorted.
 */
int numa_map_build(struct numa_map *map, const struct memmap *memmap,
		   const struct numa_affinity *aff, uint32_t nr_aff, const uint32_t *cpu_domains,
		   uint32_t nr_cpu_domains,
		   uint8_t (*distance)(void *arg, uint32_t from_domain, uint32_t to_domain),
		   void *arg, const char **why);

/*
 * nr nodes (1 .. MAX_NUMNODES, else a panic) of about equal RAM, cut at the multiples of 2 MiB that
 * come nearest; fewer where a node would be left without RAM. Distances NUMA_LOCAL and NUMA_REMOTE.
 * Not re-entrant, as above.
 */
void numa_map_fake(struct numa_map *map, const struct memmap *memmap, int nr);

/* The node of the RAM at a physical address, -1: there is none. O(log nr_ranges). */
int numa_nid_of(const struct numa_map *map, uint64_t phys);

/*
 * Move borders so that no aligned block of `len` bytes (a power of two, whole pages) has RAM of two
 * nodes: what of it comes later goes to the node that comes first. Returns how many pages moved.
 */
uint64_t numa_map_round(struct numa_map *map, uint64_t len);
