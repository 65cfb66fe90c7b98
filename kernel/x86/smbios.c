// SPDX-License-Identifier: MIT
#include "kernel/printk.h"
#include "kernel/x86/paging.h"
#include "kernel/x86/smbios.h"
#include "kernel/x86/smbios_logic.h"

/* Where a BIOS leaves the entry point. */
#define BIOS_START 0xf0000
#define BIOS_LEN   0x10000

#define ENTRY_MAX 0x20 /* bytes of an entry point */

/* The entry point that UEFI lists among its tables, 0 if it does not. */
static phys_addr_t ask_efi(const struct boot_info *info)
{
	const uint8_t *systab, *list;
	phys_addr_t list_phys;
	uint32_t nr;

	if (!info->efi_systab_phys)
		return 0;
	systab = paging_map_device(info->efi_systab_phys, EFI_SYSTAB_LEN, CACHE_WB_READONLY);
	if (!systab || efi_config_list(systab, &list_phys, &nr))
		return 0;
	list = paging_map_device(list_phys, nr * EFI_CONFIG_ENTRY_LEN, CACHE_WB_READONLY);
	return list ? efi_find_smbios(list, nr) : 0;
}

/* Find the entry point: by the loader, by UEFI, or where a PC with a BIOS has it. */
static int find_root(const struct boot_info *info, struct smbios_root *root)
{
	phys_addr_t phys = info->smbios_phys ? info->smbios_phys : ask_efi(info);
	const uint8_t *bytes;

	if (phys) {
		bytes = paging_map_device(phys, ENTRY_MAX, CACHE_WB_READONLY);
		return bytes ? smbios_entry(bytes, ENTRY_MAX, root) : -ENOMEM;
	}
	if (info->uefi)
		return -ENOENT;
	bytes = paging_map_device(BIOS_START, BIOS_LEN, CACHE_WB_READONLY);
	return bytes ? smbios_scan(bytes, BIOS_LEN, root) : -ENOMEM;
}

void smbios_print(const struct boot_info *info)
{
	static struct smbios_info found;
	struct smbios_root root;
	const uint8_t *table;

	if (find_root(info, &root))
		return;
	table = paging_map_device(root.table, root.table_len, CACHE_WB_READONLY);
	if (!table)
		return;
	smbios_read(table, root.table_len, &found);
	if (found.bios[0])
		kprintf("firmware: %s\n", found.bios);
	if (found.system[0])
		kprintf("system: %s\n", found.system);
	if (found.board[0])
		kprintf("board: %s\n", found.board);
	for (uint32_t i = 0; i < found.nr_dimms; i++) {
		const struct smbios_dimm *dimm = &found.dimms[i];

		kprintf("dimm: %s %llu MiB", dimm->locator, (unsigned long long)dimm->mib);
		if (dimm->mts)
			kprintf(", %u MT/s", dimm->mts);
		kprintf("%s%s\n", dimm->part[0] ? ", " : "", dimm->part);
	}
	if (found.nr_dimms_dropped)
		kprintf("# %u more memory modules\n", found.nr_dimms_dropped);
}
