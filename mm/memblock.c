// SPDX-License-Identifier: MIT
/*
 * Boot-time memory: a sorted table of what is reserved, over the RAM of a memmap.
 *
 * Allocation takes the highest free place below a limit, so low memory stays for devices that need
 * it and repeated single pages join into one table entry. Nothing is ever given back; the page
 * allocator gets what no entry covers. Single CPU, no lock: boot only.
 */
#include "mm/memblock.h"

#include "mm/port.h"

void memblock_init(struct memblock *mb, const struct memmap *map)
{
	mb->map = map;
	mb->nr_reserved = 0;
}

/* Index of the first reserved region that ends after `addr`. */
static uint32_t region_after(const struct memblock *mb, phys_addr_t addr)
{
	uint32_t i = 0;

	while (i < mb->nr_reserved && mb->reserved[i].end <= addr)
		i++;
	return i;
}

/* Insert [start, end), which overlaps no region, before index i; joins neighbours of one kind. */
static int region_insert(struct memblock *mb, uint32_t i, phys_addr_t start, phys_addr_t end,
			 const char *what)
{
	struct memblock_region *r = mb->reserved;

	if (i > 0 && r[i - 1].end == start && r[i - 1].what == what) {
		r[i - 1].end = end;
		return 0;
	}
	if (i < mb->nr_reserved && r[i].start == end && r[i].what == what) {
		r[i].start = start;
		return 0;
	}
	if (mb->nr_reserved == MEMBLOCK_MAX_RESERVED)
		return -ENOSPC;
	for (uint32_t j = mb->nr_reserved; j > i; j--)
		r[j] = r[j - 1];
	r[i] = (struct memblock_region){start, end, what};
	mb->nr_reserved++;
	return 0;
}

int memblock_reserve(struct memblock *mb, phys_addr_t start, phys_addr_t end, const char *what)
{
	const struct memmap *map = mb->map;

	if (end <= start)
		return -EINVAL;
	start = ALIGN_DOWN(start, PAGE_SIZE);
	end = end > MEMMAP_LIMIT ? MEMMAP_LIMIT : ALIGN_UP(end, PAGE_SIZE);
	for (uint32_t m = 0; m < map->nr_ram; m++) {
		phys_addr_t at = start > map->ram[m].start ? start : map->ram[m].start;
		phys_addr_t stop = end < map->ram[m].end ? end : map->ram[m].end;

		while (at < stop) {
			uint32_t i = region_after(mb, at);
			phys_addr_t next = stop;

			if (i < mb->nr_reserved && mb->reserved[i].start <= at) {
				at = mb->reserved[i].end;
				continue;
			}
			if (i < mb->nr_reserved && mb->reserved[i].start < stop)
				next = mb->reserved[i].start;
			if (region_insert(mb, i, at, next, what))
				return -ENOSPC;
			at = next;
		}
	}
	return 0;
}

/* The highest `len` bytes inside [low, high), or 0. */
static phys_addr_t gap_fit(phys_addr_t low, phys_addr_t high, uint64_t len, uint64_t align)
{
	phys_addr_t at;

	if (high < len)
		return 0;
	at = ALIGN_DOWN(high - len, align);
	return at >= low ? at : 0;
}

phys_addr_t memblock_alloc(struct memblock *mb, uint64_t len, uint64_t align, phys_addr_t limit,
			   const char *what)
{
	return memblock_alloc_between(mb, len, align, 0, limit, what);
}

phys_addr_t memblock_alloc_between(struct memblock *mb, uint64_t len, uint64_t align,
				   phys_addr_t lowest, phys_addr_t limit, const char *what)
{
	const struct memmap *map = mb->map;

	if (!len || len > MEMMAP_LIMIT)
		return 0;
	len = ALIGN_UP(len, PAGE_SIZE);
	for (uint32_t m = map->nr_ram; m-- > 0;) {
		phys_addr_t low = map->ram[m].start > lowest ? map->ram[m].start : lowest;
		phys_addr_t high = map->ram[m].end < limit ? map->ram[m].end : limit;
		phys_addr_t at = 0;
		uint32_t i = high > low ? region_after(mb, high - 1) : 0;

		/* From the top gap downwards; i is the first region at or above the gap's end. */
		while (high > low && !at) {
			phys_addr_t floor = low;

			if (i < mb->nr_reserved && mb->reserved[i].start < high)
				high = mb->reserved[i].start;
			if (i > 0 && mb->reserved[i - 1].end > low)
				floor = mb->reserved[i - 1].end;
			if (high > floor)
				at = gap_fit(floor, high, len, align);
			if (i == 0)
				break;
			high = mb->reserved[--i].start;
		}
		if (at)
			return memblock_reserve(mb, at, at + len, what) ? 0 : at;
	}
	return 0;
}

void memblock_for_each_free(const struct memblock *mb,
			    void (*fn)(phys_addr_t start, phys_addr_t end, void *arg), void *arg)
{
	const struct memmap *map = mb->map;

	for (uint32_t m = 0; m < map->nr_ram; m++) {
		phys_addr_t at = map->ram[m].start;
		uint32_t i = region_after(mb, at);

		while (at < map->ram[m].end) {
			phys_addr_t stop = map->ram[m].end;
			phys_addr_t next = stop;

			if (i < mb->nr_reserved && mb->reserved[i].start < stop) {
				stop = mb->reserved[i].start;
				next = mb->reserved[i].end;
				i++;
			}
			if (stop > at)
				fn(at, stop, arg);
			at = next;
		}
	}
}

uint64_t memblock_reserved_pages(const struct memblock *mb)
{
	uint64_t nr_pages = 0;

	for (uint32_t i = 0; i < mb->nr_reserved; i++)
		nr_pages += (mb->reserved[i].end - mb->reserved[i].start) >> PAGE_SHIFT;
	return nr_pages;
}
