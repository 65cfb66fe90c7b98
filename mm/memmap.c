// SPDX-License-Identifier: MIT
/*
 * From a firmware memory map to RAM.
 *
 * Firmware maps come unsorted, overlapping, with byte-granular ends and with entries that make no
 * sense (cases O01 to O03). One sweep settles all of it: the two ends of every entry are sorted by
 * address, and between two neighbouring ends the most restrictive type that is open there holds.
 * Neighbours of one type merge first; only then is RAM cut inward to whole pages, so that a page
 * made of two usable entries is usable and a page shared with anything else is not.
 *
 * Not here: what the program itself occupies (memblock.c).
 */
#include "mm/memmap.h"

#include "mm/port.h"

/* From least to most restrictive. */
enum kind { KIND_RAM, KIND_ACPI, KIND_NVS, KIND_RESERVED, KIND_BAD, NR_KINDS };

struct point {
	uint64_t addr;
	uint8_t kind;
	int8_t delta; /* +1 an entry opens, -1 it closes */
};

static struct point points[2 * MEMMAP_MAX_IN];

static enum kind kind_of(uint32_t type)
{
	switch (type) {
	case MEM_RAM:
		return KIND_RAM;
	case MEM_ACPI:
		return KIND_ACPI;
	case MEM_NVS:
		return KIND_NVS;
	case MEM_BAD:
		return KIND_BAD;
	default:
		return KIND_RESERVED;
	}
}

static void point_sift(uint32_t root, uint32_t nr)
{
	struct point moved = points[root];
	uint32_t child;

	while ((child = 2 * root + 1) < nr) {
		if (child + 1 < nr && points[child + 1].addr > points[child].addr)
			child++;
		if (points[child].addr <= moved.addr)
			break;
		points[root] = points[child];
		root = child;
	}
	points[root] = moved;
}

/* Heap sort by address: no recursion, no second table, no bad case. */
static void points_sort(uint32_t nr)
{
	for (uint32_t i = nr / 2; i-- > 0;)
		point_sift(i, nr);
	for (uint32_t end = nr; end-- > 1;) {
		struct point largest = points[0];

		points[0] = points[end];
		points[end] = largest;
		point_sift(0, end);
	}
}

/* Whole pages inside [start, end). */
static uint64_t whole_pages(uint64_t start, uint64_t end)
{
	start = ALIGN_UP(start, PAGE_SIZE);
	end = ALIGN_DOWN(end, PAGE_SIZE);
	return end > start ? (end - start) >> PAGE_SHIFT : 0;
}

/* A piece begins where its entry opens, or one that restricted it closes: so each has an entry. */
_Static_assert(MEMMAP_MAX_RAM >= MEMMAP_MAX_IN, "there is room for every piece of RAM");

static void ram_add(struct memmap *map, uint64_t start, uint64_t end)
{
	uint64_t nr_pages = whole_pages(start, end);

	map->lost_bytes += (end - start) - (nr_pages << PAGE_SHIFT);
	if (!nr_pages)
		return;
	start = ALIGN_UP(start, PAGE_SIZE);
	end = start + (nr_pages << PAGE_SHIFT);
	map->ram[map->nr_ram++] = (struct mem_range){start, end, MEM_RAM};
	map->total_pages += nr_pages;
	map->max_pfn = end >> PAGE_SHIFT;
}

static void segment_add(struct memmap *map, uint64_t start, uint64_t end, int kind)
{
	switch (kind) {
	case KIND_RAM:
		ram_add(map, start, end);
		break;
	case KIND_ACPI:
		map->acpi_pages += whole_pages(start, end);
		break;
	default:
		map->nvs_pages += whole_pages(start, end);
	}
}

/* May this entry enter the sweep? Says in the log why not. */
static bool entry_usable(struct memmap *map, const struct mem_range *entry)
{
	const char *why = NULL;

	if (entry->end == entry->start)
		why = "has no length";
	else if (entry->end < entry->start)
		why = "wraps past 2^64";
	else if (entry->start >= MEMMAP_LIMIT && entry->type == MEM_RAM)
		why = "is RAM beyond 64 TiB";
	if (!why)
		return entry->start < MEMMAP_LIMIT;
	map->nr_ignored++;
	if (entry->end > entry->start)
		map->ignored_pages += whole_pages(entry->start, entry->end);
	port_log("memmap: entry %#llx-%#llx type %u %s, ignored", (unsigned long long)entry->start,
		 (unsigned long long)entry->end, entry->type, why);
	return false;
}

static uint32_t points_add(struct memmap *map, uint32_t nr, const struct mem_range *entry)
{
	uint64_t end = entry->end;
	uint8_t kind = kind_of(entry->type);

	if (end > MEMMAP_LIMIT) {
		if (kind == KIND_RAM) {
			map->ignored_pages += whole_pages(MEMMAP_LIMIT, end);
			port_log("memmap: RAM %#llx-%#llx is cut at 64 TiB",
				 (unsigned long long)entry->start, (unsigned long long)end);
		}
		end = MEMMAP_LIMIT;
	}
	points[nr] = (struct point){entry->start, kind, +1};
	points[nr + 1] = (struct point){end, kind, -1};
	return nr + 2;
}

/*
 * Fill points[]. What restricts goes in first: if the table were ever too small, RAM would be lost,
 * with a line in the log, and never something forbidden be taken for RAM.
 */
static uint32_t points_collect(struct memmap *map, const struct mem_range *in, uint32_t nr)
{
	uint32_t nr_points = 0;

	for (int want_ram = 0; want_ram <= 1; want_ram++) {
		for (uint32_t i = 0; i < nr; i++) {
			if ((in[i].type == MEM_RAM) != want_ram || !entry_usable(map, &in[i]))
				continue;
			if (nr_points + 2 <= ARRAY_SIZE(points)) {
				nr_points = points_add(map, nr_points, &in[i]);
				continue;
			}
			if (!want_ram)
				port_panic("memmap: more than %u entries that are not RAM",
					   MEMMAP_MAX_IN);
			map->nr_ignored++;
			map->ignored_pages += whole_pages(in[i].start, in[i].end);
			port_log("memmap: no room for entry %#llx-%#llx: its RAM is lost",
				 (unsigned long long)in[i].start, (unsigned long long)in[i].end);
		}
	}
	return nr_points;
}

static int most_restrictive(const uint32_t *open)
{
	int kind = NR_KINDS - 1;

	while (kind >= 0 && !open[kind])
		kind--;
	return kind;
}

void memmap_build(struct memmap *map, const struct mem_range *in, uint32_t nr)
{
	uint32_t open[NR_KINDS] = {0}; /* entries of each kind that cover the present address */
	uint64_t start = 0;	       /* of the present segment */
	uint64_t gaps = 0;	       /* pages named by nobody so far */
	uint64_t reserved = 0;	       /* pages of other types so far */
	int kind = -1;		       /* of the present segment, -1 named by no entry */
	uint32_t nr_points;

	__builtin_memset(map, 0, sizeof(*map));
	nr_points = points_collect(map, in, nr);
	points_sort(nr_points);
	for (uint32_t i = 0; i < nr_points;) {
		uint64_t addr = points[i].addr;
		int now;

		for (; i < nr_points && points[i].addr == addr; i++)
			open[points[i].kind] += (uint32_t)(int32_t)points[i].delta;
		now = most_restrictive(open);
		if (now == kind)
			continue;
		if (kind < 0)
			gaps += whole_pages(start, addr);
		else if (kind == KIND_RESERVED || kind == KIND_BAD)
			reserved += whole_pages(start, addr);
		else
			segment_add(map, start, addr, kind);
		if (now == KIND_RAM) {
			/* These count only if RAM follows: below max_pfn. */
			map->hole_pages = gaps;
			map->reserved_pages = reserved;
		}
		start = addr;
		kind = now;
	}
}
