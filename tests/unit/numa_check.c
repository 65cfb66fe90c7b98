// SPDX-License-Identifier: MIT
#include "tests/unit/numa_check.h"

/* Ranges, one after the other, cover the pieces of RAM without gap or rest. */
static const char *check_ranges(const struct numa_map *map, const struct memmap *memmap)
{
	uint64_t nr_pages[MAX_NUMNODES] = {0};
	uint32_t i = 0;

	for (uint32_t r = 0; r < memmap->nr_ram; r++) {
		phys_addr_t at = memmap->ram[r].start;

		for (; at < memmap->ram[r].end; at = map->range[i++].end) {
			const struct numa_range *range = &map->range[i];

			if (i >= map->nr_ranges || range->start != at || range->end <= at)
				return "RAM is not covered from end to end";
			if (range->nid < 0 || range->nid >= map->nr_nodes)
				return "a range has a node that does not exist";
			if (range->start % PAGE_SIZE || range->end % PAGE_SIZE)
				return "a range is not made of whole pages";
			if (i && range[-1].end == range->start && range[-1].nid == range->nid)
				return "ranges could be one";
			if (numa_nid_of(map, range->start) != range->nid ||
			    numa_nid_of(map, range->end - 1) != range->nid)
				return "an address is not found";
			nr_pages[range->nid] += (range->end - range->start) / PAGE_SIZE;
		}
		if (at != memmap->ram[r].end)
			return "a range is longer than its RAM";
		if (numa_nid_of(map, at) >= 0 && !(i < map->nr_ranges && map->range[i].start == at))
			return "a node is found where there is no RAM";
	}
	if (i != map->nr_ranges)
		return "there are ranges without RAM";
	for (int nid = 0; nid < map->nr_nodes; nid++)
		if (nr_pages[nid] != map->nr_pages[nid])
			return "a node's pages are miscounted";
	return NULL;
}

static const char *check_order(const struct numa_map *map, int from)
{
	const uint8_t *order = map->order[from];
	uint64_t seen = 0;

	if (order[0] != from)
		return "a node does not come first in its own order";
	for (int i = 0; i < map->nr_nodes; i++) {
		if (order[i] >= map->nr_nodes || seen >> order[i] & 1)
			return "an order is no permutation";
		seen |= 1ull << order[i];
		if (i > 1 && map->distance[from][order[i - 1]] > map->distance[from][order[i]])
			return "an order is not by distance";
	}
	return NULL;
}

const char *numa_check(const struct numa_map *map, const struct memmap *memmap)
{
	const char *fault = NULL;

	if (map->nr_nodes < 1 || map->nr_nodes > MAX_NUMNODES)
		return "impossible number of nodes";
	if (map->nr_unclaimed_pages > map->nr_pages[0])
		return "more pages unclaimed than node 0 has";
	for (int nid = 1; nid < map->nr_nodes; nid++)
		if (map->domain[nid - 1] >= map->domain[nid])
			return "domains do not ascend";
	for (int nid = 0; nid < map->nr_nodes && !fault; nid++) {
		if (map->distance[nid][nid] != NUMA_LOCAL)
			return "a node is not local to itself";
		fault = check_order(map, nid);
	}
	return fault ? fault : check_ranges(map, memmap);
}
