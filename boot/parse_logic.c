// SPDX-License-Identifier: MIT
#include "boot/parse_logic.h"

static void count_dropped(struct boot_info *info, uint32_t type, uint64_t len)
{
	info->nr_ranges_dropped++;
	if (type == BOOT_MEM_RAM)
		info->dropped_ram_bytes += len;
}

/* A slot for a range of this type, or NULL. */
static struct boot_range *find_slot(struct boot_info *info, uint32_t type)
{
	uint32_t i;

	if (info->nr_ranges < BOOT_MAX_RANGES)
		return &info->ranges[info->nr_ranges++];
	if (type == BOOT_MEM_RAM)
		return NULL;
	for (i = info->nr_ranges; i-- > 0;) {
		struct boot_range *range = &info->ranges[i];

		if (range->type == BOOT_MEM_RAM) {
			count_dropped(info, BOOT_MEM_RAM, range->end - range->start);
			return range;
		}
	}
	return NULL;
}

void boot_add_range(struct boot_info *info, uint64_t start, uint64_t len, uint32_t type)
{
	struct boot_range *range = find_slot(info, type);
	uint64_t end = start + len;

	if (!range) {
		count_dropped(info, type, len);
		return;
	}
	if (end < start && type != BOOT_MEM_RAM)
		end = UINT64_MAX;
	*range = (struct boot_range){start, end, type};
}

struct boot_module *boot_add_module(struct boot_info *info, uint64_t start, uint64_t end)
{
	struct boot_module *module;

	if (info->nr_modules == BOOT_MAX_MODULES) {
		info->nr_modules_dropped++;
		if (start < end)
			boot_add_range(info, start, end - start, BOOT_MEM_RESERVED);
		return NULL;
	}
	module = &info->modules[info->nr_modules++];
	module->start = start;
	module->end = end;
	return module;
}
