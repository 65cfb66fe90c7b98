// SPDX-License-Identifier: MIT
/*
 * SMBIOS: which board this is, and its memory modules. Nothing in the tables is trusted.
 */
#pragma once

#include "mm/types.h"

#define SMBIOS_MAX_DIMMS 32
#define SMBIOS_TEXT	 48 /* bytes of a string, the rest is cut */

struct smbios_root {
	phys_addr_t table;
	uint32_t table_len; /* bytes, at most */
	uint8_t major, minor;
};

struct smbios_dimm {
	char locator[SMBIOS_TEXT];
	char part[SMBIOS_TEXT];
	uint64_t mib; /* 0: unknown */
	uint32_t mts; /* configured speed, MT/s; 0: unknown */
};

struct smbios_info {
	char bios[SMBIOS_TEXT];
	char system[SMBIOS_TEXT * 2]; /* maker and product */
	char board[SMBIOS_TEXT * 2];
	uint32_t nr_dimms; /* sockets in use */
	struct smbios_dimm dimms[SMBIOS_MAX_DIMMS];
	uint32_t nr_dimms_dropped;
};

#define SMBIOS_MAX_TABLE (1u << 20) /* bytes; longer ones count as broken */

/*
 * Read an entry point of either form at bytes[0..len). 0, or -EINVAL: there is none that is sound.
 */
int smbios_entry(const uint8_t *bytes, size_t len, struct smbios_root *root);

/* Look for an entry point on the 16-byte boundaries of bytes[0..len), as on a PC with a BIOS. */
int smbios_scan(const uint8_t *bytes, size_t len, struct smbios_root *root);

#define EFI_SYSTAB_LEN	     120u /* bytes of the 64-bit EFI system table */
#define EFI_CONFIG_ENTRY_LEN 24u
#define EFI_CONFIG_MAX	     256u /* entries; more count as broken */

/* Where the EFI system table says that its configuration tables are listed. 0 or -EINVAL. */
int efi_config_list(const uint8_t *systab, phys_addr_t *list, uint32_t *nr);

/* The entry point among the `nr` listed tables, the 64-bit form rather than the other. 0: none. */
phys_addr_t efi_find_smbios(const uint8_t *list, uint32_t nr);

/* Read the structures in table[0..len). What is broken ends the reading; *info has what came
 * before. */
void smbios_read(const uint8_t *table, size_t len, struct smbios_info *info);
