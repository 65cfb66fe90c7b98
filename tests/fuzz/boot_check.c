// SPDX-License-Identifier: MIT
#include "tests/fuzz/boot_check.h"

#include <string.h>

#include "drivers/fbcon_logic.h"
#include "mm/memmap.h"
#include "tests/fuzz/fuzz.h"

static struct boot_info info[2];
static struct mem_range in[BOOT_MAX_RANGES];
static struct memmap map;

static bool ends(const char *text, size_t size)
{
	return memchr(text, '\0', size);
}

static const char *check_fields(const struct boot_info *b)
{
	if (b->nr_ranges > BOOT_MAX_RANGES || b->nr_modules > BOOT_MAX_MODULES ||
	    b->fb.nr_palette > BOOT_MAX_PALETTE || b->rsdp_len > sizeof(b->rsdp))
		return "more than there is room for";
	if (b->nr_ranges_dropped && b->nr_ranges < BOOT_MAX_RANGES)
		return "a range was dropped though there is room";
	if (!ends(b->loader, sizeof(b->loader)) || !ends(b->cmdline, sizeof(b->cmdline)))
		return "a text without an end";
	for (uint32_t i = 0; i < b->nr_modules; i++)
		if (!ends(b->modules[i].name, sizeof(b->modules[i].name)))
			return "a module's name without an end";
	return b->info_start > b->info_end ? "the structure ends before it begins" : NULL;
}

/* Does a byte of [start, end) belong to something that is no RAM? */
static bool is_taken(uint64_t start, uint64_t end, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		if (in[i].type != MEM_RAM && in[i].start < in[i].end && in[i].start < end &&
		    in[i].end > start)
			return true;
	return false;
}

static const char *check_map(const struct boot_info *b)
{
	uint64_t total = 0;

	for (uint32_t i = 0; i < b->nr_ranges; i++)
		in[i] = (struct mem_range){b->ranges[i].start, b->ranges[i].end, b->ranges[i].type};
	memmap_build(&map, in, b->nr_ranges);
	for (uint32_t i = 0; i < map.nr_ram; i++) {
		const struct mem_range *ram = &map.ram[i];

		if (ram->start >= ram->end || (ram->start | ram->end) % PAGE_SIZE ||
		    ram->end > MEMMAP_LIMIT)
			return "a piece of RAM that cannot be";
		if (i && map.ram[i - 1].end >= ram->start)
			return "pieces of RAM that are not apart";
		if (is_taken(ram->start, ram->end, b->nr_ranges))
			return "RAM that is something else";
		total += (ram->end - ram->start) / PAGE_SIZE;
	}
	return total == map.total_pages ? NULL : "pages are miscounted";
}

static const char *check_screen(const struct boot_info *b)
{
	const char *why = NULL;

	if (!b->fb.present)
		return NULL;
	if (fb_check(&b->fb, &why))
		return why ? NULL : "a framebuffer is refused without reason";
	return fb_len(&b->fb) <= UINT64_MAX - b->fb.addr ? NULL : "a framebuffer wraps";
}

void boot_check(boot_reader reader, void *arg)
{
	const char *why[2] = {NULL, NULL};
	int err[2];

	fuzz_host_setup(); /* the memory map logs */
	for (int i = 0; i < 2; i++) {
		memset(&info[i], i ? 0xa5 : 0, sizeof(info[i]));
		err[i] = reader(arg, &info[i], &why[i]);
	}
	if (err[0] && (err[0] != -EINVAL || !why[0]))
		fuzz_expect("an error without reason");
	if (err[0] != err[1] || memcmp(&info[0], &info[1], sizeof(info[0])))
		fuzz_expect("what comes out depends on what was there before");
	fuzz_expect(check_fields(&info[0]));
	fuzz_expect(check_map(&info[0]));
	fuzz_expect(check_screen(&info[0]));
}
