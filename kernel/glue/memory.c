// SPDX-License-Identifier: MIT
/*
 * A page's way from the firmware map to the allocator, in the order it is gone: firmware ranges and
 * `memmap=` -> memmap -> what must stay out (memblock) -> page tables -> metadata -> free lists.
 */
#include "kernel/glue/memory.h"

#include "kernel/format_logic.h"
#include "kernel/layout.h"
#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/x86/paging.h"
#include "mm/init.h"

enum {
	LEAST_RAM_MIB = 32,
	MIB_PAGES = 256,
	LOW_MEMORY_END = 0x100000, /* firmware scribbles below 1 MiB; CPUs start there */
	LOGGED_RANGES = 24,
};

static struct memmap map;
static struct memblock mb;

/* Where tables for paging_init() come from: its early map reaches 4 GiB. */
static phys_addr_t boot_table_alloc(void)
{
	return memblock_alloc(&mb, PAGE_SIZE, PAGE_SIZE, 1ul << 32, "page tables");
}

static phys_addr_t table_alloc(void)
{
	struct page *page = alloc_page(GFP_KERNEL);

	return page ? page_to_pfn(page) << PAGE_SHIFT : 0;
}

static uint32_t ranges_add(struct mem_range *to, uint32_t nr, struct mem_range range)
{
	uint64_t limit = options_mem_limit();

	if (range.type == MEM_RAM && limit && range.end > limit && range.start < range.end)
		range.end = range.start > limit ? range.start : limit;
	if (range.type == MEM_RAM && range.start == range.end && limit)
		return nr; /* wholly above mem= */
	if (nr == MEMMAP_MAX_IN)
		panic("memory: more than %u ranges of memory", MEMMAP_MAX_IN);
	to[nr] = range;
	return nr + 1;
}

static void map_build(const struct boot_info *info)
{
	static struct mem_range in[MEMMAP_MAX_IN];
	uint32_t nr_options;
	const struct mem_range *options = options_memmap(&nr_options);
	uint32_t nr = 0;

	if (!options_memmap_exact())
		for (uint32_t i = 0; i < info->nr_ranges; i++)
			nr = ranges_add(in, nr,
					(struct mem_range){info->ranges[i].start,
							   info->ranges[i].end,
							   info->ranges[i].type});
	for (uint32_t i = 0; i < nr_options; i++)
		nr = ranges_add(in, nr, options[i]);
	memmap_build(&map, in, nr);
	memmap_limit_span(&map);
	if (info->nr_ranges_dropped)
		printk("memory: %u ranges of the loader did not fit, with %llu KiB of RAM",
		       info->nr_ranges_dropped, (unsigned long long)info->dropped_ram_bytes / 1024);
}

static void reserve(phys_addr_t start, phys_addr_t end, const char *what)
{
	if (start < end && memblock_reserve(&mb, start, end, what))
		panic("memory: no room to reserve %s", what);
}

static void keep_out(const struct boot_info *info)
{
	struct layout_part image = layout_image();

	memblock_init(&mb, &map);
	reserve(0, LOW_MEMORY_END, "low memory");
	reserve(image.start - KERNEL_BASE, image.end - KERNEL_BASE, "image");
	reserve(info->info_start, info->info_end, "boot info");
	for (uint32_t i = 0; i < info->nr_modules; i++)
		reserve(info->modules[i].start, info->modules[i].end, "module");
	if (info->fb.present)
		reserve(info->fb.addr,
			info->fb.addr + (uint64_t)info->fb.pitch * info->fb.height, "framebuffer");
}

static void map_log(void)
{
	for (uint32_t i = 0; i < map.nr_ram && i < LOGGED_RANGES; i++)
		printk("memory: RAM %#014llx-%#014llx %llu KiB",
		       (unsigned long long)map.ram[i].start, (unsigned long long)map.ram[i].end,
		       (unsigned long long)(map.ram[i].end - map.ram[i].start) / 1024);
	if (map.nr_ram > LOGGED_RANGES)
		printk("memory: and %u more pieces of RAM", map.nr_ram - LOGGED_RANGES);
	printk("memory: RAM %llu pages, holes %llu pages, firmware reserved %llu, ACPI tables %llu, "
	       "NVS %llu pages",
	       (unsigned long long)map.total_pages, (unsigned long long)map.hole_pages,
	       (unsigned long long)map.reserved_pages, (unsigned long long)map.acpi_pages,
	       (unsigned long long)map.nvs_pages);
	if (map.nr_ignored || map.ignored_pages)
		printk("memory: %u entries ignored, %llu pages of RAM not usable", map.nr_ignored,
		       (unsigned long long)map.ignored_pages);
}

static void kept_log(uint64_t metadata_len)
{
	uint64_t per_mille = metadata_len * 1000 / (map.total_pages << PAGE_SHIFT);

	for (uint32_t i = 0; i < mb.nr_reserved && i < LOGGED_RANGES; i++)
		printk("memory: kept %#014llx-%#014llx %llu KiB %s",
		       (unsigned long long)mb.reserved[i].start,
		       (unsigned long long)mb.reserved[i].end,
		       (unsigned long long)(mb.reserved[i].end - mb.reserved[i].start) / 1024,
		       mb.reserved[i].what);
	printk("memory: kept %llu pages, of which metadata %llu KiB (%llu.%llu %% of RAM), "
	       "free %llu pages",
	       (unsigned long long)memblock_reserved_pages(&mb),
	       (unsigned long long)metadata_len / 1024, (unsigned long long)per_mille / 10,
	       (unsigned long long)per_mille % 10, (unsigned long long)nr_free_pages());
}

void memory_log_free(void)
{
	for (int type = 0; type < NR_ZONES; type++) {
		struct zone_info zone;
		char line[256];
		size_t at = 0;

		zone_info(node_data(0), (enum zone_type)type, &zone);
		if (!zone.nr_present)
			continue;
		for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++)
			at += (size_t)ksnprintf(line + at, sizeof(line) - at, " %llu",
						(unsigned long long)zone.nr_blocks[k]);
		printk("buddyinfo: node 0, zone %6s%s", zone_name((enum zone_type)type), line);
	}
}

void memory_init(const struct boot_info *info)
{
	gfp_t force = option_flag("init_on_alloc", false) ? __GFP_ZERO : GFP_KERNEL;
	uint64_t metadata_len;

	map_build(info);
	map_log();
	if (map.total_pages < (uint64_t)LEAST_RAM_MIB * MIB_PAGES)
		panic("memory: %llu KiB of usable RAM, at least %d MiB are needed",
		      (unsigned long long)map.total_pages * 4, LEAST_RAM_MIB);
	keep_out(info);
	paging_init(map.ram, map.nr_ram, boot_table_alloc);
	if (mm_init(&mb, force, &metadata_len))
		panic("memory: no room for the page array");
	paging_set_table_allocator(table_alloc);
	kept_log(metadata_len);
	memory_log_free();
}
