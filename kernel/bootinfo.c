// SPDX-License-Identifier: MIT
#include "boot/multiboot2.h"
#include "boot/pvh.h"
#include "kernel/bootinfo.h"
#include "kernel/printk.h"
#include "kernel/verdict.h"
#include "kernel/x86/paging.h"

#define EARLY_LEN (4ull << 30) /* bytes that the early tables reach */

static struct boot_info boot_info;

const struct boot_info *boot_info_load(uint32_t magic, uint64_t phys)
{
	const char *why;

	switch (magic) {
	case MULTIBOOT2_MAGIC:
		if (phys >= EARLY_LEN)
			refuse("boot: multiboot2: the structure lies above 4 GiB");
		if (multiboot2_parse(direct_map(phys), EARLY_LEN - phys, phys, &boot_info, &why))
			refuse("boot: multiboot2: %s", why);
		break;
	case PVH_MAGIC:
		if (pvh_parse(direct_map(0), EARLY_LEN, 0, phys, &boot_info, &why))
			refuse("boot: pvh: %s", why);
		break;
	default:
		refuse("boot: started by neither multiboot2 nor PVH");
	}
	return &boot_info;
}

void boot_info_log(const struct boot_info *info)
{
	uint64_t ram = 0;
	unsigned nr = 0;

	for (uint32_t i = 0; i < info->nr_ranges; i++) {
		const struct boot_range *range = &info->ranges[i];

		if (range->type != BOOT_MEM_RAM || range->end <= range->start)
			continue;
		nr++;
		ram += range->end - range->start;
	}
	printk("boot: %s, %s%s%s, %u RAM ranges, %llu MiB, %u modules",
	       info->protocol == BOOT_PVH ? "pvh" : "multiboot2", info->loader,
	       *info->loader ? ", " : "", info->uefi ? "UEFI" : "BIOS", nr,
	       (unsigned long long)(ram >> 20), info->nr_modules);
	if (info->nr_ranges_dropped)
		printk("boot: %u memory ranges did not fit, %llu MiB of RAM lost",
		       info->nr_ranges_dropped,
		       (unsigned long long)(info->dropped_ram_bytes >> 20));
	if (info->nr_modules_dropped)
		printk("boot: %u modules more, reserved and otherwise forgotten",
		       info->nr_modules_dropped);
}
