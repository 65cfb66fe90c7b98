// SPDX-License-Identifier: MIT
/*
 * From affinity ranges to nodes.
 *
 * Claims are the affinity ranges made ready: sorted, disjoint, neighbours of one domain merged,
 * then extended to whole pages. One sweep over RAM and claims together gives the pieces: each is a
 * part of one piece of RAM and of one claim, or of none. It runs twice, first to see which domains
 * have RAM, which gives the nids, then to note the pieces. Nothing is sized from a claim's
 * addresses: those reach far beyond RAM (case O04).
 */
#include "mm/numa.h"

#include "mm/port.h"

/* Claims of numa_map_build() and numa_map_fake(); nobody else's. */
static struct numa_affinity claims[NUMA_MAX_AFFINITY];

/* ---- Claims --------------------------------------------------------------------------------- */

/* Sort by start. Firmware's lists are nearly sorted, and short. */
static void claims_sort(uint32_t nr)
{
	for (uint32_t i = 1; i < nr; i++) {
		struct numa_affinity moved = claims[i];
		uint32_t to = i;

		for (; to > 0 && claims[to - 1].start > moved.start; to--)
			claims[to] = claims[to - 1];
		claims[to] = moved;
	}
}

/* Merge sorted claims of one domain that touch. Returns how many are left; -EINVAL. */
static int claims_merge(uint32_t nr)
{
	struct numa_affinity *last = NULL;
	uint32_t nr_left = 0;

	for (uint32_t i = 0; i < nr; i++) {
		bool same = last && claims[i].domain == last->domain;

		if (last && claims[i].start < last->end && !same)
			return -EINVAL;
		if (!same || claims[i].start > last->end) {
			last = &claims[nr_left++];
			*last = claims[i];
		} else if (claims[i].end > last->end) {
			last->end = claims[i].end;
		}
	}
	return (int)nr_left;
}

/*
 * Extend claims to whole pages, of which two may then share one: the sweep gives it to the first.
 * Returns how many are within reach.
 */
static uint32_t claims_round(uint32_t nr)
{
	uint32_t i;

	for (i = 0; i < nr && claims[i].start < MEMMAP_LIMIT; i++) {
		struct numa_affinity *claim = &claims[i];

		claim->start = ALIGN_DOWN(claim->start, PAGE_SIZE);
		claim->end =
			claim->end < MEMMAP_LIMIT ? ALIGN_UP(claim->end, PAGE_SIZE) : MEMMAP_LIMIT;
	}
	return i;
}

/* Fill claims[]. Returns how many, or -errno with *why. */
static int claims_make(const struct numa_affinity *aff, uint32_t nr_aff, const char **why)
{
	int nr;

	if (nr_aff > NUMA_MAX_AFFINITY) {
		*why = "there are more affinity ranges than there is room for";
		return -ENOSPC;
	}
	for (uint32_t i = 0; i < nr_aff; i++) {
		if (aff[i].start >= aff[i].end) {
			*why = "an affinity range is empty or wraps";
			return -EINVAL;
		}
		claims[i] = aff[i];
	}
	claims_sort(nr_aff);
	nr = claims_merge(nr_aff);
	if (nr < 0) {
		*why = "affinity ranges of different domains overlap";
		return nr;
	}
	return (int)claims_round((uint32_t)nr);
}

/* ---- The sweep ------------------------------------------------------------------------------ */

/* Where a sweep is, and the piece that it is at. */
struct sweep {
	const struct memmap *memmap;
	uint32_t nr_claims;
	uint32_t ram, claim; /* those that it is at; before it there are no more */
	phys_addr_t start, end;
	const struct numa_affinity *owner; /* NULL: unclaimed */
};

/* The next piece; false: that was all. */
static bool sweep_next(struct sweep *s)
{
	const struct memmap *memmap = s->memmap;
	const struct numa_affinity *claim;

	if (s->ram < memmap->nr_ram && s->end >= memmap->ram[s->ram].end)
		s->ram++;
	if (s->ram == memmap->nr_ram)
		return false;
	s->start = s->end > memmap->ram[s->ram].start ? s->end : memmap->ram[s->ram].start;
	s->end = memmap->ram[s->ram].end;
	s->owner = NULL;
	while (s->claim < s->nr_claims && claims[s->claim].end <= s->start)
		s->claim++;
	if (s->claim == s->nr_claims)
		return true;
	claim = &claims[s->claim];
	if (claim->start > s->start) {
		s->end = claim->start < s->end ? claim->start : s->end;
	} else {
		s->end = claim->end < s->end ? claim->end : s->end;
		s->owner = claim;
	}
	return true;
}

/* ---- Nodes ---------------------------------------------------------------------------------- */

/* The nid of a domain, or where it would have to stand. */
static int domain_rank(const struct numa_map *map, uint32_t domain)
{
	int nid = 0;

	while (nid < map->nr_nodes && map->domain[nid] < domain)
		nid++;
	return nid;
}

static int domain_add(struct numa_map *map, uint32_t domain)
{
	int nid = domain_rank(map, domain);

	if (nid < map->nr_nodes && map->domain[nid] == domain)
		return 0;
	if (map->nr_nodes == MAX_NUMNODES)
		return -ENOSPC;
	for (int i = map->nr_nodes; i > nid; i--)
		map->domain[i] = map->domain[i - 1];
	map->domain[nid] = domain;
	map->nr_nodes++;
	return 0;
}

/* Find the domains that exist. */
static int nodes_find(struct numa_map *map, const struct memmap *memmap, uint32_t nr_claims,
		      const uint32_t *cpu_domains, uint32_t nr_cpu_domains)
{
	struct sweep sweep = {.memmap = memmap, .nr_claims = nr_claims};
	int err = 0;

	map->nr_nodes = 0;
	while (!err && sweep_next(&sweep))
		if (sweep.owner)
			err = domain_add(map, sweep.owner->domain);
	for (uint32_t i = 0; !err && i < nr_cpu_domains; i++)
		err = domain_add(map, cpu_domains[i]);
	return err;
}

static void range_add(struct numa_map *map, phys_addr_t start, phys_addr_t end, int nid)
{
	struct numa_range *last = map->nr_ranges ? &map->range[map->nr_ranges - 1] : NULL;

	map->nr_pages[nid] += (end - start) >> PAGE_SHIFT;
	if (last && last->end == start && last->nid == nid) {
		last->end = end;
		return;
	}
	if (map->nr_ranges == NUMA_MAX_RANGES)
		port_panic("numa: more than %u ranges", NUMA_MAX_RANGES);
	map->range[map->nr_ranges++] = (struct numa_range){start, end, nid};
}

/* Give all RAM to the nodes that nodes_find() found. */
static void ranges_fill(struct numa_map *map, const struct memmap *memmap, uint32_t nr_claims)
{
	struct sweep sweep = {.memmap = memmap, .nr_claims = nr_claims};

	map->nr_ranges = 0;
	map->nr_unclaimed_pages = 0;
	__builtin_memset(map->nr_pages, 0, sizeof(map->nr_pages));
	while (sweep_next(&sweep)) {
		if (!sweep.owner)
			map->nr_unclaimed_pages += (sweep.end - sweep.start) >> PAGE_SHIFT;
		range_add(map, sweep.start, sweep.end,
			  sweep.owner ? domain_rank(map, sweep.owner->domain) : 0);
	}
}

/* ---- Distances ------------------------------------------------------------------------------ */

static void distances_default(struct numa_map *map)
{
	for (int from = 0; from < map->nr_nodes; from++)
		for (int to = 0; to < map->nr_nodes; to++)
			map->distance[from][to] = from == to ? NUMA_LOCAL : NUMA_REMOTE;
}

/* Beginning with the order of nids from its own on, a stable sort of the others. */
static void order_fill(struct numa_map *map, int from)
{
	const uint8_t *distance = map->distance[from];
	uint8_t *order = map->order[from];

	for (int i = 0; i < map->nr_nodes; i++) {
		uint8_t nid = (uint8_t)((from + i) % map->nr_nodes);
		int to = i;

		for (; to > 1 && distance[order[to - 1]] > distance[nid]; to--)
			order[to] = order[to - 1];
		order[to] = nid;
	}
}

static void orders_fill(struct numa_map *map)
{
	for (int from = 0; from < map->nr_nodes; from++)
		order_fill(map, from);
}

static int distances_ask(struct numa_map *map, uint8_t (*distance)(void *, uint32_t, uint32_t),
			 void *arg)
{
	for (int from = 0; from < map->nr_nodes; from++) {
		for (int to = 0; to < map->nr_nodes; to++) {
			if (from == to)
				continue;
			map->distance[from][to] = distance(arg, map->domain[from], map->domain[to]);
			if (map->distance[from][to] < NUMA_LOCAL)
				return -EINVAL;
		}
	}
	return 0;
}

/* ---- Maps ----------------------------------------------------------------------------------- */

void numa_map_single(struct numa_map *map, const struct memmap *memmap)
{
	map->nr_nodes = 1;
	map->domain[0] = 0;
	ranges_fill(map, memmap, 0);
	map->nr_unclaimed_pages = 0;
	distances_default(map);
	orders_fill(map);
}

int numa_map_build(struct numa_map *map, const struct memmap *memmap,
		   const struct numa_affinity *aff, uint32_t nr_aff, const uint32_t *cpu_domains,
		   uint32_t nr_cpu_domains,
		   uint8_t (*distance)(void *arg, uint32_t from_domain, uint32_t to_domain),
		   void *arg, const char **why)
{
	int nr_claims = claims_make(aff, nr_aff, why);
	int err = nr_claims < 0 ? nr_claims : 0;

	if (err)
		goto single;
	err = nodes_find(map, memmap, (uint32_t)nr_claims, cpu_domains, nr_cpu_domains);
	if (err) {
		*why = "there are more domains than there is room for nodes";
		goto single;
	}
	if (!map->nr_nodes) {
		*why = "no domain has RAM or a CPU";
		err = -ENOENT;
		goto single;
	}
	distances_default(map);
	if (distance)
		err = distances_ask(map, distance, arg);
	if (err) {
		*why = "a node is nearer to another than to itself";
		goto single;
	}
	ranges_fill(map, memmap, (uint32_t)nr_claims);
	orders_fill(map);
	return 0;

single:
	numa_map_single(map, memmap);
	return err;
}

/* The address below which nr_pages of the RAM lie. */
static phys_addr_t address_after(const struct memmap *memmap, uint64_t nr_pages)
{
	for (uint32_t i = 0; i < memmap->nr_ram; i++) {
		uint64_t nr_here = (memmap->ram[i].end - memmap->ram[i].start) >> PAGE_SHIFT;

		if (nr_pages <= nr_here)
			return memmap->ram[i].start + (nr_pages << PAGE_SHIFT);
		nr_pages -= nr_here;
	}
	return MEMMAP_LIMIT;
}

void numa_map_fake(struct numa_map *map, const struct memmap *memmap, int nr)
{
	phys_addr_t start = 0;
	uint32_t nr_claims = 0;

	if (nr < 1 || nr > MAX_NUMNODES)
		port_panic("numa: %d nodes", nr);
	for (int i = 1; i <= nr; i++) {
		uint64_t nr_below = memmap->total_pages * (uint64_t)i / (uint64_t)nr;
		phys_addr_t end = MEMMAP_LIMIT;

		if (i < nr)
			end = ALIGN_DOWN(address_after(memmap, nr_below) + PMD_SIZE / 2, PMD_SIZE);
		if (end <= start)
			continue;
		claims[nr_claims] = (struct numa_affinity){start, end, nr_claims};
		nr_claims++;
		start = end;
	}
	if (!memmap->total_pages) {
		numa_map_single(map, memmap);
		return;
	}
	nodes_find(map, memmap, nr_claims, NULL, 0);
	ranges_fill(map, memmap, nr_claims);
	for (int nid = 0; nid < map->nr_nodes; nid++)
		map->domain[nid] = (uint32_t)nid;
	distances_default(map);
	orders_fill(map);
}

int numa_nid_of(const struct numa_map *map, uint64_t phys)
{
	uint32_t low = 0, high = map->nr_ranges;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (phys < map->range[middle].start)
			high = middle;
		else if (phys >= map->range[middle].end)
			low = middle + 1;
		else
			return map->range[middle].nid;
	}
	return -1;
}

/* ---- Rounding ------------------------------------------------------------------------------- */

/* Room for one range more behind `i`. False: there is none. */
static bool range_insert_after(struct numa_map *map, uint32_t i)
{
	if (map->nr_ranges == NUMA_MAX_RANGES)
		return false;
	for (uint32_t k = map->nr_ranges; k > i; k--)
		map->range[k] = map->range[k - 1];
	map->nr_ranges++;
	return true;
}

/* Ranges that touch and are of one node become one. */
static void ranges_join(struct numa_map *map)
{
	uint32_t nr = 1;

	for (uint32_t i = 1; i < map->nr_ranges; i++) {
		struct numa_range *last = &map->range[nr - 1];

		if (last->end == map->range[i].start && last->nid == map->range[i].nid)
			last->end = map->range[i].end;
		else
			map->range[nr++] = map->range[i];
	}
	map->nr_ranges = nr;
}

uint64_t numa_map_round(struct numa_map *map, uint64_t len)
{
	uint64_t moved = 0;

	for (uint32_t i = 1; i < map->nr_ranges; i++) {
		struct numa_range *range = &map->range[i];
		int before = map->range[i - 1].nid;
		phys_addr_t block_end = ALIGN_UP(map->range[i - 1].end, len);
		uint64_t nr_pages;

		if (range->nid == before || range->start >= block_end)
			continue;
		/* If there is no room for the rest, all of it moves. */
		if (range->end > block_end && range_insert_after(map, i)) {
			range[0].end = block_end;
			range[1].start = block_end;
		}
		nr_pages = (range->end - range->start) >> PAGE_SHIFT;
		map->nr_pages[range->nid] -= nr_pages;
		map->nr_pages[before] += nr_pages;
		range->nid = before;
		moved += nr_pages;
	}
	if (map->nr_ranges)
		ranges_join(map);
	return moved;
}
