// SPDX-License-Identifier: MIT
/*
 * A page's way from the firmware map to the allocator, in the order it is gone: firmware ranges and
 * `memmap=` -> memmap -> what must stay out (memblock) -> page tables -> metadata -> free lists.
 */
#include "kernel/glue/memory.h"

#include "drivers/fbcon_logic.h"
#include "kernel/format_logic.h"
#include "kernel/glue/debug_aids.h"
#include "kernel/glue/nodes.h"
#include "kernel/layout.h"
#include "kernel/options.h"
#include "kernel/panic.h"
#include "kernel/printk.h"
#include "kernel/verdict.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/ram_probe.h"
#include "mm/init.h"
#include "mm/vmalloc.h"

enum {
	LEAST_RAM_MIB = 32,
	MIB_PAGES = 256,
	LOW_MEMORY_END = 0x100000, /* firmware scribbles below 1 MiB; CPUs start there */
	LOGGED_RANGES = 24,
};

/* What boot/entry.asm's tables reach, on which the final ones are built. */
#define EARLY_END (1ul << 32)

static struct memmap map;
static struct memblock mb;

static phys_addr_t boot_table_alloc(void)
{
	phys_addr_t phys = memblock_alloc(&mb, PAGE_SIZE, PAGE_SIZE, EARLY_END, "page tables");

	if (!phys)
		refuse("memory: no RAM is left below 4 GiB for page tables");
	return phys;
}

static phys_addr_t table_alloc(void)
{
	struct page *page = alloc_page(GFP_KERNEL);

	return page ? page_to_pfn(page) << PAGE_SHIFT : 0;
}

static void table_free(phys_addr_t phys)
{
	__free_pages(pfn_to_page(phys >> PAGE_SHIFT), 0);
}

/* RAM ends where `mem=` or the CPU says. */
static phys_addr_t ram_limit(void)
{
	phys_addr_t limit = paging_phys_limit();

	if (options_mem_limit() && options_mem_limit() < limit)
		limit = options_mem_limit();
	return limit;
}

static uint32_t ranges_add(struct mem_range *to, uint32_t nr, struct mem_range range)
{
	if (range.type == MEM_RAM && range.start < range.end) {
		if (range.end > paging_phys_limit())
			printk("memory: RAM 0x%012llx-0x%012llx: this CPU's addresses end at %#llx",
			       (unsigned long long)range.start, (unsigned long long)range.end,
			       (unsigned long long)paging_phys_limit());
		if (range.end > ram_limit())
			range.end = ram_limit();
		if (range.start >= range.end)
			return nr;
	}
	if (nr == MEMMAP_MAX_IN)
		refuse("memory: more than %u ranges of memory", MEMMAP_MAX_IN);
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
}

/* Try what of a piece of RAM lies in [low, high). */
static void ram_try(const struct mem_range *ram, phys_addr_t low, phys_addr_t high)
{
	phys_addr_t start = ALIGN_UP(ram->start > low ? ram->start : low, PAGE_SIZE);
	phys_addr_t end = ALIGN_DOWN(ram->end < high ? ram->end : high, PAGE_SIZE);
	phys_addr_t bad = start < end ? ram_probe(start, end) : end;

	if (bad != end)
		refuse("memory: no RAM answers at %#llx, where the firmware or memmap= says it is",
		       (unsigned long long)bad);
}

/* Is there RAM in [low, high) where the map has it, and at both ends of each `memmap=`? */
static void ram_try_all(phys_addr_t low, phys_addr_t high)
{
	uint32_t nr_options;
	const struct mem_range *options = options_memmap(&nr_options);

	for (uint32_t i = 0; i < map.nr_ram; i++) {
		ram_try(&map.ram[i], low, high);
		for (uint32_t k = 0; k < nr_options; k++)
			if (options[k].type == MEM_RAM)
				ram_try(&map.ram[i],
					options[k].start > low ? options[k].start : low,
					options[k].end < high ? options[k].end : high);
	}
}

static void reserve(phys_addr_t start, phys_addr_t end, const char *what)
{
	if (start < end && memblock_reserve(&mb, start, end, what))
		panic("memory: no room to reserve %s", what);
}

static void keep_out(const struct boot_info *info)
{
	struct layout_part image = layout_image();
	const char *why;

	memblock_init(&mb, &map);
	reserve(0, LOW_MEMORY_END, "low memory");
	reserve(layout_phys(image.start), layout_phys(image.end), "image");
	reserve(info->info_start, info->info_end, "boot info");
	for (uint32_t i = 0; i < info->nr_modules; i++)
		reserve(info->modules[i].start, info->modules[i].end, "module");
	if (info->fb.present && !fb_check(&info->fb, &why))
		reserve(info->fb.addr, info->fb.addr + fb_len(&info->fb), "framebuffer");
}

static void map_log(void)
{
	for (uint32_t i = 0; i < map.nr_ram && i < LOGGED_RANGES; i++)
		printk("memory: RAM 0x%012llx-0x%012llx %llu KiB",
		       (unsigned long long)map.ram[i].start, (unsigned long long)map.ram[i].end,
		       (unsigned long long)(map.ram[i].end - map.ram[i].start) / 1024);
	if (map.nr_ram > LOGGED_RANGES)
		printk("memory: and %u more pieces of RAM", map.nr_ram - LOGGED_RANGES);
	printk("memory: RAM %llu pages; below its end: holes %llu pages, reserved by the firmware "
	       "%llu "
	       "pages; ACPI tables %llu pages, NVS %llu pages; %llu bytes of RAM at ragged edges",
	       (unsigned long long)map.total_pages, (unsigned long long)map.hole_pages,
	       (unsigned long long)map.reserved_pages, (unsigned long long)map.acpi_pages,
	       (unsigned long long)map.nvs_pages, (unsigned long long)map.lost_bytes);
	if (map.nr_ignored || map.ignored_pages)
		printk("memory: %u entries ignored, %llu pages of RAM not usable", map.nr_ignored,
		       (unsigned long long)map.ignored_pages);
}

static void kept_log(uint64_t metadata_len)
{
	uint64_t ram_len = map.total_pages << PAGE_SHIFT;
	uint64_t percent = (metadata_len * 10000 + ram_len / 2) / ram_len; /* hundredths */

	for (uint32_t i = 0; i < mb.nr_reserved && i < LOGGED_RANGES; i++)
		printk("memory: kept 0x%012llx-0x%012llx %llu KiB %s",
		       (unsigned long long)mb.reserved[i].start,
		       (unsigned long long)mb.reserved[i].end,
		       (unsigned long long)(mb.reserved[i].end - mb.reserved[i].start) / 1024,
		       mb.reserved[i].what);
	if (mb.nr_reserved > LOGGED_RANGES)
		printk("memory: and %u more pieces kept", mb.nr_reserved - LOGGED_RANGES);
	printk("memory: kept %llu pages, of which metadata %llu KiB (%llu.%02llu %% of RAM), "
	       "free %llu pages",
	       (unsigned long long)memblock_reserved_pages(&mb),
	       (unsigned long long)metadata_len / 1024, (unsigned long long)percent / 100,
	       (unsigned long long)percent % 100, (unsigned long long)nr_free_pages());
}

bool buddyinfo_row(int nid, int type, char row[BUDDYINFO_MAX])
{
	struct zone_info zone;
	size_t at;

	/* As long as numbers can be. */
	_Static_assert((MAX_PAGE_ORDER + 1) * 21 + 40 < BUDDYINFO_MAX, "a row");
	zone_info(node_data(nid), (enum zone_type)type, &zone);
	if (!zone.nr_present)
		return false;
	at = (size_t)ksnprintf(row, BUDDYINFO_MAX, "node %d, zone %6s", nid,
			       zone_name((enum zone_type)type));
	for (unsigned k = 0; k <= MAX_PAGE_ORDER; k++)
		at += (size_t)ksnprintf(row + at, BUDDYINFO_MAX - at, " %llu",
					(unsigned long long)zone.nr_blocks[k]);
	return true;
}

static void free_log(void)
{
	char row[BUDDYINFO_MAX];

	for (int i = 0; i < nr_nodes() * NR_ZONES; i++)
		if (buddyinfo_row(i / NR_ZONES, i % NR_ZONES, row))
			printk("buddyinfo: %s", row);
}

static void nodes_log(const struct numa_map *nodes)
{
	for (int nid = 0; nid < nodes->nr_nodes; nid++)
		kprintf("ram: node %d, %llu MiB\n", nid,
			(unsigned long long)nodes->nr_pages[nid] / MIB_PAGES);
}

void memory_init(const struct boot_info *info)
{
	struct numa_map *nodes;
	gfp_t force = option_flag("init_on_alloc", false) ? __GFP_ZERO : GFP_KERNEL;
	uint64_t metadata_len;

	map_build(info);
	nodes = nodes_find(&map);
	nodes_log(nodes);
	map_log();
	if (map.total_pages < (uint64_t)LEAST_RAM_MIB * MIB_PAGES)
		refuse("memory: %llu KiB of usable RAM, at least %d MiB are needed",
		       (unsigned long long)map.total_pages * 4, LEAST_RAM_MIB);
	ram_try_all(LOW_MEMORY_END, layout_phys(layout_image().start));
	ram_try_all(layout_phys(layout_image().end), EARLY_END);
	keep_out(info);
	paging_init(map.ram, map.nr_ram, boot_table_alloc);
	ram_try_all(EARLY_END, MEMMAP_LIMIT);
	if (mm_init(&mb, nodes, force, &metadata_len))
		panic("memory: no room for the page array");
	paging_set_table_allocator(table_alloc, table_free);
	vmalloc_init(port_kernel_pt(), VMALLOC_START, VMALLOC_START + VMALLOC_LEN,
		     !option_flag("nohugevmalloc", false));
	debug_aids_init();
	kept_log(metadata_len);
	free_log();
}
