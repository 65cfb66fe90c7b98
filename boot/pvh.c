// SPDX-License-Identifier: MIT
/*
 * The start information of the PVH boot protocol, by which QEMU's -kernel enters. Version 1 brought
 * the memory map, without which we cannot run, so version 0 is refused.
 */
#include <linux/errno.h>

#include "boot/parse_logic.h"
#include "boot/pvh.h"

/* Bytes, and offsets in them. */
enum {
	START_LEN_V0 = 40,
	START_LEN_V1 = 56,
	START_VERSION = 4,
	START_NR_MODULES = 12,
	START_MODULES = 16,
	START_CMDLINE = 24,
	START_RSDP = 32,
	START_MEMMAP = 40,
	START_NR_MEMMAP = 48,
	MODULE_LEN = 32, /* start, length, command line, reserved: 8 bytes each */
	MEMMAP_LEN = 24, /* start, length: 8 bytes; type, reserved: 4 bytes */
};

#define MAX_ENTRIES 65536u /* of either list; real ones have a hundred */

struct window {
	const uint8_t *bytes;
	uint64_t len;
	uint64_t phys;
};

/* `len` bytes at a physical address, NULL if they are not all in the window. */
static const uint8_t *window_at(const struct window *w, uint64_t phys, uint64_t len)
{
	uint64_t offset = phys - w->phys;

	if (phys < w->phys || offset > w->len || len > w->len - offset)
		return NULL;
	return w->bytes + offset;
}

/* Copy the string at a physical address, 0 being none. Returns false if it had to be cut. */
static bool copy_string(const struct window *w, uint64_t phys, char *to, size_t size)
{
	size_t i;

	for (i = 0; phys && i < size; i++) {
		const uint8_t *c = window_at(w, phys + i, 1);

		if (!c || !*c)
			break;
		if (i == size - 1) {
			to[i] = '\0';
			return false;
		}
		to[i] = (char)*c;
	}
	to[i] = '\0';
	return true;
}

static int read_memmap(const struct window *w, uint64_t phys, uint32_t nr, struct boot_info *info,
		       const char **why)
{
	const uint8_t *entry = window_at(w, phys, (uint64_t)nr * MEMMAP_LEN);
	uint32_t i;

	if (!phys || !nr || nr > MAX_ENTRIES || !entry) {
		*why = "the start information has no memory map that can be read";
		return -EINVAL;
	}
	for (i = 0; i < nr; i++, entry += MEMMAP_LEN)
		boot_add_range(info, boot_load64(entry), boot_load64(entry + 8),
			       boot_load32(entry + 16));
	return 0;
}

static int read_modules(const struct window *w, uint64_t phys, uint32_t nr, struct boot_info *info,
			const char **why)
{
	const uint8_t *entry = window_at(w, phys, (uint64_t)nr * MODULE_LEN);
	uint32_t i;

	if (nr > MAX_ENTRIES || !entry) {
		*why = "the start information's module list cannot be read";
		return -EINVAL;
	}
	for (i = 0; i < nr; i++, entry += MODULE_LEN) {
		uint64_t start = boot_load64(entry);
		struct boot_module *module =
			boot_add_module(info, start, start + boot_load64(entry + 8));

		if (module)
			copy_string(w, boot_load64(entry + 16), module->name, sizeof(module->name));
	}
	return 0;
}

int pvh_parse(const void *bytes, size_t readable_len, uint64_t phys, uint64_t info_phys,
	      struct boot_info *info, const char **why)
{
	struct window w = {bytes, readable_len, phys};
	const uint8_t *start = window_at(&w, info_phys, START_LEN_V0);
	int err;

	__builtin_memset(info, 0, sizeof(*info));
	info->protocol = BOOT_PVH;
	if (!start || boot_load32(start) != PVH_MAGIC) {
		*why = "the start information has the wrong magic or cannot be read";
		return -EINVAL;
	}
	if (boot_load32(start + START_VERSION) == 0) {
		*why = "the start information is of version 0, without a memory map";
		return -EINVAL;
	}
	start = window_at(&w, info_phys, START_LEN_V1);
	if (!start) {
		*why = "the start information is cut";
		return -EINVAL;
	}
	info->info_start = info_phys;
	info->info_end = info_phys + START_LEN_V1;
	info->rsdp_phys = boot_load64(start + START_RSDP);
	info->cmdline_cut = !copy_string(&w, boot_load64(start + START_CMDLINE), info->cmdline,
					 sizeof(info->cmdline));
	if (boot_load32(start + START_NR_MODULES)) {
		err = read_modules(&w, boot_load64(start + START_MODULES),
				   boot_load32(start + START_NR_MODULES), info, why);
		if (err)
			return err;
	}
	return read_memmap(&w, boot_load64(start + START_MEMMAP),
			   boot_load32(start + START_NR_MEMMAP), info, why);
}
