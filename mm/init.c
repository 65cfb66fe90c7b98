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
 */
#include "mm/init.h"

#include "mm/page_alloc_int.h"

/* What grows with the span. */
static size_t span_maps_len(pfn_t start_pfn, pfn_t end_pfn)
{
	uint64_t nr_pages = ALIGN_UP(end_pfn, CHUNK_PAGES) - pgdat_base_pfn(start_pfn);
	uint64_t nr_chunks = nr_pages / CHUNK_PAGES;

	return nr_chunks * (2 * CHUNK_WORDS * sizeof(uint64_t) + sizeof(struct chunk)) +
	       NR_ZONES * chunk_set_len(nr_chunks);
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
			.claimer = (uint16_t)(cpu + 1),
			.chunk = {CHUNK_NONE, CHUNK_NONE},
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
	sets = p->chunks + p->nr_chunks;
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

/* Mark what is backed but is not RAM, then what is RAM but reserved. */
static void records_mark(struct pg_data *p, const struct memblock *mb)
{
	const struct memmap *map = mb->map;
	pfn_t done = 0; /* pages below are marked, or are RAM */

	for (uint32_t i = 0; i < map->nr_ram; i++) {
		pfn_t first = map->ram[i].start >> PAGE_SHIFT;
		pfn_t end = map->ram[i].end >> PAGE_SHIFT;
		pfn_t low = ALIGN_DOWN(first, CHUNK_PAGES);
		pfn_t high = ALIGN_UP(end, CHUNK_PAGES);

		pgdat_add_unowned(p, low > done ? low : done, first, PAGE_HOLE);
		if (i + 1 < map->nr_ram && high > map->ram[i + 1].start >> PAGE_SHIFT)
			high = map->ram[i + 1].start >> PAGE_SHIFT;
		pgdat_add_unowned(p, end, high, PAGE_HOLE);
		done = high;
	}
	for (uint32_t i = 0; i < mb->nr_reserved; i++)
		pgdat_add_unowned(p, mb->reserved[i].start >> PAGE_SHIFT,
				  mb->reserved[i].end >> PAGE_SHIFT, PAGE_RESERVED);
}

static void free_range_add(phys_addr_t start, phys_addr_t end, void *arg)
{
	pgdat_add_free(arg, start >> PAGE_SHIFT, end >> PAGE_SHIFT);
}

int pgdat_init_memblock(struct pg_data *p, int nid, struct memblock *mb, uint64_t *metadata_len)
{
	const struct memmap *map = mb->map;
	uint64_t before;
	struct page *records = port_page_array();
	pfn_t start_pfn, base_pfn;
	phys_addr_t maps;

	if (!map->nr_ram)
		return -ENOMEM;
	/* Page 0 is never handed out (case O15), whoever else keeps it. */
	if (memblock_reserve(mb, 0, PAGE_SIZE, "page 0"))
		return -ENOMEM;
	before = memblock_reserved_pages(mb);
	start_pfn = map->ram[0].start >> PAGE_SHIFT;
	base_pfn = pgdat_base_pfn(start_pfn);
	maps = memblock_alloc(mb, pgdat_maps_len(start_pfn, map->max_pfn), PAGE_SIZE, MEMMAP_LIMIT,
			      "chunk maps");
	if (!maps || records_back_all(mb, records))
		return -ENOMEM;
	pgdat_init(p, nid, start_pfn, map->max_pfn, records + base_pfn, port_phys_to_virt(maps));
	records_mark(p, mb);
	memblock_for_each_free(mb, free_range_add, p);
	*metadata_len = (memblock_reserved_pages(mb) - before) << PAGE_SHIFT;
	return 0;
}
