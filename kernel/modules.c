// SPDX-License-Identifier: MIT
#include "kernel/modules.h"

#include "kernel/printk.h"
#include "mm/page_alloc.h"

static const struct boot_info *boot;
static struct mm_object *files[BOOT_MAX_MODULES];

/* Can all of it be reached in the direct map? `mem=` may leave it outside. */
static bool in_ram(uint64_t start, uint64_t end)
{
	while (start < end) {
		uint64_t virt = (uintptr_t)port_phys_to_virt(start);
		uint64_t leaf;

		if (!port_pt_lookup(port_kernel_pt(), virt, NULL, &leaf, NULL))
			return false;
		start += leaf - virt % leaf;
	}
	return true;
}

static bool overlaps(uint64_t start, uint64_t end, const struct boot_module *module)
{
	return start < ALIGN_UP(module->end, PAGE_SIZE) && end > module->end;
}

/*
 * What is behind the module in its last page will be zeroed: is it nobody's? The loader's own
 * structure, which GRUB puts there, has been copied as a whole and nobody reads it any more.
 */
static bool shares_page(const struct boot_module *module)
{
	for (unsigned i = 0; i < boot->nr_modules; i++)
		if (overlaps(boot->modules[i].start, boot->modules[i].end, module))
			return true;
	return false;
}

static const char *module_add(unsigned i, const struct boot_module *module)
{
	if (module->end <= module->start)
		return "empty";
	if (module->start % PAGE_SIZE)
		return "not on a page boundary, so it cannot be mapped";
	if (shares_page(module))
		return "its last page holds something else, so it cannot be mapped";
	if (!in_ram(module->start, module->end))
		return "not in the RAM that is used, so it cannot be mapped";
	files[i] = mm_object_create_file(node_data(NUMA_NO_NODE), module->start,
					 module->end - module->start);
	return files[i] ? "can be mapped" : "there is no memory to note it";
}

void modules_init(const struct boot_info *info)
{
	boot = info;
	for (unsigned i = 0; i < info->nr_modules; i++) {
		const struct boot_module *module = &info->modules[i];
		const char *said = module_add(i, module);

		printk("module: %u '%s' at %#llx, %llu bytes: %s", i, module->name,
		       (unsigned long long)module->start,
		       (unsigned long long)(module->end - module->start), said);
	}
}

struct mm_object *module_file(unsigned number, uint64_t *len)
{
	if (number >= BOOT_MAX_MODULES || !files[number])
		return NULL;
	*len = boot->modules[number].end - boot->modules[number].start;
	return files[number];
}
