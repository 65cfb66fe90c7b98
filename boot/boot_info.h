// SPDX-License-Identifier: MIT
/*
 * What the boot loader told us, in one form for all protocols. Nothing later knows multiboot.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Firmware memory types: numbers of the e820/multiboot2 maps (ACPI 6.5, table 15.3). */
enum boot_mem_type {
	BOOT_MEM_RAM = 1,
	BOOT_MEM_RESERVED = 2,
	BOOT_MEM_ACPI = 3, /* tables; reclaimable in name, never reused by default (case O03) */
	BOOT_MEM_NVS = 4,
	BOOT_MEM_BAD = 5, /* any other number counts as reserved */
};

struct boot_range {
	uint64_t start; /* physical, bytes */
	uint64_t end;	/* exclusive */
	uint32_t type;	/* enum boot_mem_type, or the firmware's own number */
};

struct boot_module {
	uint64_t start; /* physical, bytes */
	uint64_t end;	/* exclusive */
	char name[64];	/* its command line, cut to fit */
};

enum boot_protocol { BOOT_NONE, BOOT_MULTIBOOT2, BOOT_PVH };

#define BOOT_MAX_PALETTE 256

/*
 * Framebuffer as the loader set it: tag 8 of multiboot2. type: 0 indexed, 1 RGB, 2 EGA text. Only
 * that the tag is whole has been looked at; whether it makes sense: drivers/fbcon_logic.h.
 */
struct boot_fb {
	bool present;
	uint64_t addr;	/* physical */
	uint32_t pitch; /* bytes from row to row */
	uint32_t width, height;
	uint8_t bpp, type;
	uint8_t red_pos, red_size, green_pos, green_size, blue_pos, blue_size; /* type 1, bits */
	uint16_t nr_palette;		      /* type 0: colours known, by index */
	uint8_t palette[BOOT_MAX_PALETTE][3]; /* red, green, blue */
};

#define BOOT_MAX_RANGES	 1024
#define BOOT_MAX_MODULES 16
#define BOOT_MAX_CMDLINE 8192 /* bytes, the NUL included */

struct boot_info {
	enum boot_protocol protocol;
	bool uefi;			/* started by UEFI firmware */
	bool efi_boot_services;		/* not exited (tag 18) */
	char loader[64];		/* loader's name, "" if it gave none */
	char cmdline[BOOT_MAX_CMDLINE]; /* without the program's name */
	bool cmdline_cut;		/* was longer than the buffer */

	uint32_t nr_ranges;
	struct boot_range
		ranges[BOOT_MAX_RANGES]; /* as given: unsorted, may overlap, any alignment */
	uint32_t nr_ranges_dropped;	 /* did not fit; their bytes of RAM: */
	uint64_t dropped_ram_bytes;

	uint32_t nr_modules;
	struct boot_module modules[BOOT_MAX_MODULES];
	uint32_t nr_modules_dropped; /* did not fit: among the ranges, as reserved */

	uint64_t rsdp_phys;	  /* where the RSDP is, 0 if the loader passed a copy or nothing */
	uint32_t rsdp_len;	  /* bytes of rsdp[], 0 if there is no copy */
	uint8_t rsdp[36];	  /* copy of the RSDP, from tags 14/15 */
	uint64_t smbios_phys;	  /* entry point structure, 0 if not passed */
	uint64_t efi_systab_phys; /* 64-bit EFI system table, 0 if not passed */

	struct boot_fb fb;

	uint64_t info_start, info_end; /* physical range of the loader's own structure, to keep */
};
