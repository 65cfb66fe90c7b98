// SPDX-License-Identifier: MIT
/*
 * Setting up the nodes of a machine from its boot-time memory: page records for all RAM, in one
 * array by pfn, and for each node an instance whose maps cover the span of its own RAM. These are
 * placed in the node's RAM, if it has room.
 *
 * A chunk belongs to one node. Where firmware lets two nodes meet inside one, numa_map_round() has
 * moved the border. Nodes that interleave so that the maps of all spans together would be too large
 * become one.
 */
#include "mm/init.h"

#include "mm/nodes.h"
#include "mm/page_alloc_int.h"

/*
 * Back the records in [at, end), both page aligned, in pieces as large as memory allows; what can
 * be a 2 MiB leaf is allocated as one.
 */
static int records_back(struct memblock *mb, char *at, char *end)
{
	uint64_t most = ~0ull;

	while (at < end) {
		uint64_t len = (uint64_t)(end - at);
		char *huge = (char *)ALIGN_UP((uintptr_t)at, PMD_SIZE);
		uint64_t align = PAGE_SIZE;
		phys_addr_t phys;

		if (at == huge && len >= PMD_SIZE) {
			len = ALIGN_DOWN(len, PMD_SIZE);
			align = PMD_SIZE;
		} else if (huge < end && huge > at) {
			len = (uint64_t)(huge - at);
		}
		if (len > most)
			len = most;
		phys = memblock_alloc(mb, len, align, MEMMAP_LIMIT, "page array");
		if (!phys) {
			if (len <= PAGE_SIZE)
				return -ENOMEM;
			most = len > PMD_SIZE ? ALIGN_DOWN(len / 2, PMD_SIZE)
					      : ALIGN_DOWN(len / 2, PAGE_SIZE);
			continue;
		}
		if (port_map_run(at, phys, len))
			return -ENOMEM;
		__builtin_memset(at, 0, len);
		at += len;
	}
	return 0;
}

/*
 * The stretch of the page array that holds the records of a RAM range: those of all its chunks,
 * whole, as a chunk with RAM has all its records. That is a multiple of two pages.
 */
static void records_of(struct page *records, const struct mem_range *ram, char **start, char **end)
{
	*start = (char *)(records + ALIGN_DOWN(ram->start >> PAGE_SHIFT, CHUNK_PAGES));
	*end = (char *)(records + ALIGN_UP(ram->end >> PAGE_SHIFT, CHUNK_PAGES));
}

static int records_back_all(struct memblock *mb, struct page *records)
{
	char *backed = NULL; /* end of what is */

	for (uint32_t i = 0; i < mb->map->nr_ram; i++) {
		char *start, *end;

		records_of(records, &mb->map->ram[i], &start, &end);
		if (start < backed)
			start = backed;
		if (start < end && records_back(mb, start, end))
			return -ENOMEM;
		backed = end > backed ? end : backed;
	}
	return 0;
}

/* Mark what is backed but is not RAM, in the chunks of each piece; of both nodes around a hole. */
static void records_mark_holes(const struct node_set *set)
{
	const struct numa_map *map = set->map;
	pfn_t done = 0; /* pages below are marked, or are RAM */

	for (uint32_t i = 0; i < map->nr_ranges; i++) {
		struct pg_data *p = set->node[map->range[i].nid];
		pfn_t first = map->range[i].start >> PAGE_SHIFT;
		pfn_t end = map->range[i].end >> PAGE_SHIFT;
		pfn_t low = ALIGN_DOWN(first, CHUNK_PAGES);
		pfn_t high = ALIGN_UP(end, CHUNK_PAGES);

		pgdat_add_unowned(p, low > done ? low : done, first, PAGE_HOLE);
		if (i + 1 < map->nr_ranges && high > map->range[i + 1].start >> PAGE_SHIFT)
			high = map->range[i + 1].start >> PAGE_SHIFT;
		pgdat_add_unowned(p, end, high, PAGE_HOLE);
		done = high;
	}
}

/* Call fn(node, start, end) for what of [start, end) is each node's RAM. */
static void for_each_part(const struct node_set *set, phys_addr_t start, phys_addr_t end,
			  void (*fn)(struct pg_data *p, pfn_t start_pfn, pfn_t end_pfn))
{
	for (uint32_t i = 0; i < set->map->nr_ranges; i++) {
		const struct numa_range *range = &set->map->range[i];
		phys_addr_t low = start > range->start ? start : range->start;
		phys_addr_t high = end < range->end ? end : range->end;

		if (low < high)
			fn(set->node[range->nid], low >> PAGE_SHIFT, high >> PAGE_SHIFT);
	}
}

static void part_reserve(struct pg_data *p, pfn_t start_pfn, pfn_t end_pfn)
{
	pgdat_add_unowned(p, start_pfn, end_pfn, PAGE_RESERVED);
}

static void range_free(phys_addr_t start, phys_addr_t end, void *arg)
{
	for_each_part(arg, start, end, pgdat_add_free);
}

/* The span of a node's RAM; 0, 0 if it has none. */
static void node_span(const struct numa_map *map, int nid, pfn_t *start_pfn, pfn_t *end_pfn)
{
	*start_pfn = *end_pfn = 0;
	for (uint32_t i = 0; i < map->nr_ranges; i++) {
		if (map->range[i].nid != nid)
			continue;
		if (!*end_pfn)
			*start_pfn = map->range[i].start >> PAGE_SHIFT;
		*end_pfn = map->range[i].end >> PAGE_SHIFT;
	}
}

/* In the node's own RAM, the highest piece that has room, else anywhere. */
static phys_addr_t node_memory(struct memblock *mb, const struct numa_map *map, int nid,
			       uint64_t len)
{
	phys_addr_t phys = 0;

	for (uint32_t i = map->nr_ranges; i-- > 0 && !phys;)
		if (map->range[i].nid == nid)
			phys = memblock_alloc_between(mb, len, PAGE_SIZE, map->range[i].start,
						      map->range[i].end, "chunk maps");
	return phys ? phys : memblock_alloc(mb, len, PAGE_SIZE, MEMMAP_LIMIT, "chunk maps");
}

static int node_init(struct memblock *mb, struct node_set *set, int nid, struct pg_data *p)
{
	size_t own_len = p ? 0 : ALIGN_UP(sizeof(*p), 128ul);
	pfn_t start_pfn, end_pfn;
	phys_addr_t phys;
	char *memory;

	node_span(set->map, nid, &start_pfn, &end_pfn);
	phys = node_memory(mb, set->map, nid, own_len + pgdat_maps_len(start_pfn, end_pfn));
	if (!phys)
		return -ENOMEM;
	memory = port_phys_to_virt(phys);
	if (!p)
		p = (struct pg_data *)memory;
	pgdat_init(p, nid, start_pfn, end_pfn,
		   (struct page *)port_page_array() + pgdat_base_pfn(start_pfn), memory + own_len);
	set->node[nid] = p;
	if (set->map->nr_nodes > 1)
		pgdat_join(p, set);
	return 0;
}

/* `only`: the instance to use if there is one node; NULL: it gets a place with its maps. */
static int nodes_init(struct node_set *set, struct pg_data *only, struct memblock *mb,
		      uint64_t *metadata_len)
{
	uint64_t before;

	if (!mb->map->nr_ram)
		return -ENOMEM;
	/* Page 0 is never handed out (case O15), whoever else keeps it. */
	if (memblock_reserve(mb, 0, PAGE_SIZE, "page 0"))
		return -ENOMEM;
	before = memblock_reserved_pages(mb);
	if (records_back_all(mb, port_page_array()))
		return -ENOMEM;
	for (int nid = 0; nid < set->map->nr_nodes; nid++)
		if (node_init(mb, set, nid, only))
			return -ENOMEM;
	records_mark_holes(set);
	for (uint32_t i = 0; i < mb->nr_reserved; i++)
		for_each_part(set, mb->reserved[i].start, mb->reserved[i].end, part_reserve);
	memblock_for_each_free(mb, range_free, set);
	*metadata_len = (memblock_reserved_pages(mb) - before) << PAGE_SHIFT;
	return 0;
}

int pgdat_init_memblock(struct pg_data *p, int nid, struct memblock *mb, uint64_t *metadata_len)
{
	static struct numa_map map;
	static struct node_set set;
	int err;

	numa_map_single(&map, mb->map);
	set.map = &map;
	err = nodes_init(&set, p, mb, metadata_len);
	if (!err)
		p->nid = nid;
	return err;
}

/* Do the maps of all spans keep to 0.5 % of RAM, as one node's would have to? */
static bool maps_fit(const struct numa_map *map, const struct memmap *memmap)
{
	uint64_t least = (uint64_t)map->nr_nodes * pgdat_maps_len(0, 1ul << MAX_PAGE_ORDER);
	uint64_t len = 0;

	for (int nid = 0; nid < map->nr_nodes; nid++) {
		pfn_t start_pfn, end_pfn;

		node_span(map, nid, &start_pfn, &end_pfn);
		len += pgdat_maps_len(start_pfn, end_pfn);
	}
	return len <= least || len + memmap->total_pages * sizeof(struct page) <=
				       memmap->total_pages * PAGE_SIZE / 200;
}

int nodes_init_memblock(struct node_set *set, struct numa_map *map, struct memblock *mb,
			uint64_t *metadata_len)
{
	uint64_t moved = numa_map_round(map, PMD_SIZE);

	if (moved)
		port_log(
			"numa: %llu pages count for the node beside their own, which begins inside "
			"2 MiB",
			(unsigned long long)moved);
	if (!maps_fit(map, mb->map)) {
		port_log("numa: the nodes lie too much among each other: they are one");
		numa_map_single(map, mb->map);
	}
	set->map = map;
	return nodes_init(set, NULL, mb, metadata_len);
}
