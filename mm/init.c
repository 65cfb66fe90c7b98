// SPDX-License-Identifier: MIT
/*
 * Setting up a node: its maps, its page records, its free pages.
 *
 * Two kinds of metadata, together below 0.5 % of RAM. The maps and chunk records (161 bytes for 2
 * MiB) cover the whole span from the first page to the last, so that any address can be looked up;
 * a chunk without RAM says so there. The page records (16 bytes for 4 KiB) sit in an array indexed
 * by pfn in virtual memory of which only what stands for RAM is backed: a hole of a terabyte costs
 * no record.
 *
 * A span far larger than its RAM would make the maps cost too much; then the side of the largest
 * hole that holds less RAM is left out, with a line in the log.
 *
 * Not here: the nodes of a machine, from its memblock (init_nodes.c).
 */
#include "mm/init.h"

#include "mm/page_alloc_int.h"

/* What grows with the span. */
static size_t span_maps_len(pfn_t start_pfn, pfn_t end_pfn)
{
	uint64_t nr_pages = ALIGN_UP(end_pfn, CHUNK_PAGES) - pgdat_base_pfn(start_pfn);
	uint64_t nr_chunks = nr_pages / CHUNK_PAGES;

	return nr_chunks * (2 * CHUNK_WORDS * sizeof(uint64_t) + sizeof(struct chunk)) +
	       sizeof(struct chunk) + NR_ZONES * chunk_set_len(nr_chunks);
}

size_t pgdat_maps_len(pfn_t start_pfn, pfn_t end_pfn)
{
	return port_nr_cpus() * sizeof(struct pcp) + span_maps_len(start_pfn, end_pfn);
}

/* The caches of all CPUs, empty. */
static void pcps_init(struct pg_data *p, void *memory)
{
	uint64_t share = p->nr_chunks / (PCP_HUGE_SIZE * port_nr_cpus());

	p->pcp = memory;
	p->nr_cpus = port_nr_cpus();
	if (p->nr_cpus > 1) /* one has nobody to share with */
		p->huge_max = share < PCP_HUGE_SIZE ? (unsigned)share : PCP_HUGE_SIZE;
	for (unsigned cpu = 0; cpu < p->nr_cpus; cpu++)
		p->pcp[cpu] = (struct pcp){
			.claim.word_index = ~0ull,
			.node = p,
			.pages = p->pages,
			.nr_parkable = p->nr_pages,
			.free_map = p->free_map,
			.tail_map = p->tail_map,
			.own = CHUNK_NONE,
			.chunk = {p->nr_chunks, p->nr_chunks}, /* a record that nobody marks */
			.claimer = (uint16_t)(cpu + 1),
		};
}

void pgdat_init(struct pg_data *p, int nid, pfn_t start_pfn, pfn_t end_pfn, struct page *pages,
		void *maps)
{
	void *sets;

	__builtin_memset(p, 0, sizeof(*p));
	p->nid = nid;
	p->top = &p->zone[0];
	p->base_pfn = pgdat_base_pfn(start_pfn);
	p->nr_pages = ALIGN_UP(end_pfn, CHUNK_PAGES) - p->base_pfn;
	p->nr_parkable = p->nr_pages;
	p->nr_chunks = (uint32_t)(p->nr_pages / CHUNK_PAGES);
	p->nr_plain_chunks = p->nr_chunks;
	p->pages = pages;
	p->free_map = (uint64_t *)((struct pcp *)maps + port_nr_cpus());
	p->tail_map = p->free_map + (uint64_t)p->nr_chunks * CHUNK_WORDS;
	p->chunks = (struct chunk *)(p->tail_map + (uint64_t)p->nr_chunks * CHUNK_WORDS);
	p->normal_chunk = p->nr_chunks;
	if (p->base_pfn >= DMA32_END_PFN)
		p->normal_chunk = 0;
	else if (p->base_pfn + p->nr_pages > DMA32_END_PFN)
		p->normal_chunk = (uint32_t)((DMA32_END_PFN - p->base_pfn) / CHUNK_PAGES);

	__builtin_memset(p->free_map, 0, span_maps_len(start_pfn, end_pfn));
	__builtin_memset(p->tail_map, 0xff, p->nr_pages / 8);
	p->zone[ZONE_NORMAL].first_chunk = p->normal_chunk;
	sets = p->chunks + p->nr_chunks + 1;
	chunk_set_init(&p->zone[ZONE_DMA32].whole, p->normal_chunk, sets);
	sets = (char *)sets + chunk_set_len(p->normal_chunk);
	chunk_set_init(&p->zone[ZONE_NORMAL].whole, p->nr_chunks - p->normal_chunk, sets);
	for (uint32_t c = 0; c < p->nr_chunks; c++)
		p->chunks[c] = (struct chunk){.state = CHUNK_HOLE | CHUNK_UNOWNED | CHUNK_SORTED,
					      .list = LIST_NONE};
	pcps_init(p, maps);
}

void pgdat_add_unowned(struct pg_data *p, pfn_t start_pfn, pfn_t end_pfn, enum page_flags what)
{
	for (pfn_t pfn = start_pfn; pfn < end_pfn; pfn++) {
		uint64_t idx = pfn - p->base_pfn;

		p->pages[idx].busy = (uint64_t)what << 32;
		if (what == PAGE_RESERVED)
			p->chunks[idx / CHUNK_PAGES].state &= ~(uint32_t)CHUNK_HOLE;
	}
}

/* Pages [at, at + nr) of one word become ours and free. */
static void word_add(struct pg_data *p, uint64_t at, unsigned nr)
{
	uint64_t w = at / WORD_PAGES;
	uint64_t c = at / CHUNK_PAGES;
	uint64_t bits = low_bits(nr) << (at % WORD_PAGES);
	uint64_t unowned = 0;

	p->tail_map[w] &= ~bits;
	for (unsigned i = 0; i < CHUNK_WORDS; i++)
		unowned |= p->tail_map[c * CHUNK_WORDS + i];
	p->chunks[c].state &= ~(uint32_t)CHUNK_HOLE;
	if (!unowned)
		p->chunks[c].state &= ~(uint32_t)CHUNK_UNOWNED;
	bits_free_locked(p, w, bits, nr);
}

void pgdat_add_free(struct pg_data *p, pfn_t start_pfn, pfn_t end_pfn)
{
	uint64_t at = start_pfn - p->base_pfn;
	uint64_t end = end_pfn - p->base_pfn;

	pgdat_lock(p);
	while (at < end) {
		uint32_t c = (uint32_t)(at / CHUNK_PAGES);
		unsigned nr = WORD_PAGES - at % WORD_PAGES;

		if (end - at < nr)
			nr = (unsigned)(end - at);
		if (at % CHUNK_PAGES == 0 && end - at >= CHUNK_PAGES) {
			uint64_t first = (uint64_t)c * CHUNK_WORDS;

			nr = CHUNK_PAGES;
			__builtin_memset(&p->tail_map[first], 0, CHUNK_PAGES / 8);
			__builtin_memset(&p->free_map[first], 0xff, CHUNK_PAGES / 8);
			big_free_locked(p, c, CHUNK_ORDER);
		} else {
			word_add(p, at, nr);
		}
		chunk_zone(p, c)->nr_present += nr;
		if (c >= p->normal_chunk) {
			p->top_zone = ZONE_NORMAL;
			p->top = &p->zone[ZONE_NORMAL];
		}
		at += nr;
	}
	pgdat_unlock(p);
}

/* --- From a memblock --------------------------------------------------------------------- */

/* Pages of RAM in pieces [first, end). */
static uint64_t pieces_pages(const struct memmap *map, uint32_t first, uint32_t end)
{
	uint64_t nr_pages = 0;

	for (uint32_t i = first; i < end; i++)
		nr_pages += (map->ram[i].end - map->ram[i].start) >> PAGE_SHIFT;
	return nr_pages;
}

/* The first piece behind the largest hole. */
static uint32_t behind_largest_hole(const struct memmap *map)
{
	uint64_t largest = 0;
	uint32_t behind = 1;

	for (uint32_t i = 1; i < map->nr_ram; i++) {
		uint64_t hole = map->ram[i].start - map->ram[i - 1].end;

		if (hole > largest) {
			largest = hole;
			behind = i;
		}
	}
	return behind;
}

/* Pieces [first, end), at one end of the map, leave it. */
static void pieces_drop(struct memmap *map, uint32_t first, uint32_t end)
{
	uint64_t nr_pages = pieces_pages(map, first, end);

	port_log("memmap: RAM %#llx-%#llx is too far from the rest: %llu pages not used",
		 (unsigned long long)map->ram[first].start,
		 (unsigned long long)map->ram[end - 1].end, (unsigned long long)nr_pages);
	map->ignored_pages += nr_pages;
	map->total_pages -= nr_pages;
	for (uint32_t i = end; i < map->nr_ram; i++)
		map->ram[first + i - end] = map->ram[i];
	map->nr_ram -= end - first;
	map->max_pfn = map->ram[map->nr_ram - 1].end >> PAGE_SHIFT;
}

void memmap_limit_span(struct memmap *map)
{
	/* A span is extended down to a multiple of the largest block: that much is always granted.
	 */
	uint64_t least = span_maps_len(0, 1ul << MAX_PAGE_ORDER);

	while (map->nr_ram > 1) {
		uint64_t maps_len = span_maps_len(map->ram[0].start >> PAGE_SHIFT, map->max_pfn);
		uint64_t ram_len = map->total_pages << PAGE_SHIFT;
		uint64_t records_len = map->total_pages * sizeof(struct page);
		uint32_t behind = behind_largest_hole(map);

		if (maps_len <= least || records_len + maps_len <= ram_len / 200)
			return;
		/* Never the last RAM below 4 GiB: the image is there, and tables and devices need
		 * it. */
		if (map->ram[behind].start < 1ul << 32 &&
		    pieces_pages(map, 0, behind) < pieces_pages(map, behind, map->nr_ram))
			pieces_drop(map, 0, behind);
		else
			pieces_drop(map, behind, map->nr_ram);
	}
}
