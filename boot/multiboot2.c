// SPDX-License-Identifier: MIT
/*
 * The multiboot2 information structure: a list of tags, each a type, a size and contents, on 8-byte
 * boundaries, closed by a tag of type 0.
 *
 * Nothing in it is trusted. The list is walked once, within the structure's total size, which is
 * itself within what may be read; the last tag of each kind that counts is remembered and then read
 * within its own bounds. Loads go through memcpy, so alignment does not matter.
 *
 * Which memory map. Under UEFI there are two: tag 17 is the firmware's own, tag 6 the loader's
 * translation of it. Tag 17 alone says what is RAM then: it is finer (with boot services alive only
 * it tells theirs apart), and GRUB may mark as reserved in tag 6 what it uses itself, which we
 * reserve more exactly and get back. What tag 6 adds is taken where it can only restrict for a
 * reason of its own: ACPI, NVS and bad RAM (GRUB's `badram`). Without either, tag 4's two numbers
 * must do; they are never used otherwise (case O05: they said 7 MiB).
 */
#include <linux/errno.h>

#include "boot/multiboot2.h"
#include "boot/parse_logic.h"

enum tag_type {
	TAG_END = 0,
	TAG_CMDLINE = 1,
	TAG_LOADER = 2,
	TAG_MODULE = 3,
	TAG_MEMINFO = 4,
	TAG_MMAP = 6,
	TAG_FRAMEBUFFER = 8,
	TAG_EFI32 = 11,
	TAG_EFI64 = 12,
	TAG_SMBIOS = 13,
	TAG_RSDP_V1 = 14,
	TAG_RSDP_V2 = 15,
	TAG_EFI_MMAP = 17,
	TAG_EFI_SERVICES = 18,
	TAG_EFI32_HANDLE = 19,
	TAG_EFI64_HANDLE = 20,
};

#define TAG_HEADER 8u	       /* bytes: type, size */
#define MAX_TOTAL  (16u << 20) /* bytes of the whole list; real ones have some KiB */

/* Attributes of EFI memory (UEFI 2.10, 7.2.3). */
#define EFI_WB 0x8ull	  /* can be cached, write-back */
#define EFI_SP 0x40000ull /* kept by the firmware for a special purpose */

/* A tag as found: contents behind the header. len 0 and NULL: there is none. */
struct tag {
	const uint8_t *data;
	size_t len;
};

struct tags {
	struct tag cmdline, loader, meminfo, mmap, fb, rsdp_v1, rsdp_v2, efi_mmap, smbios;
	uint64_t smbios_phys;
};

/* Copy the string in data[0..len), with or without its NUL. Returns false if it was cut. */
static bool copy_string(char *to, size_t size, const uint8_t *data, size_t len)
{
	size_t i;

	for (i = 0; i < len && data[i]; i++) {
		if (i == size - 1) {
			to[i] = '\0';
			return false;
		}
		to[i] = (char)data[i];
	}
	to[i] = '\0';
	return true;
}

static void add_module(struct boot_info *info, const struct tag *tag)
{
	struct boot_module *module =
		boot_add_module(info, boot_load32(tag->data), boot_load32(tag->data + 4));

	if (module)
		copy_string(module->name, sizeof(module->name), tag->data + 8, tag->len - 8);
}

/* What memory of this EFI type is for us (UEFI 2.10, table 7.10, and case O05). */
static uint32_t efi_type(uint32_t type, uint64_t attributes, bool boot_services)
{
	bool usable = (attributes & EFI_WB) && !(attributes & EFI_SP);

	switch (type) {
	case 1: /* loader code and data, boot services code and data: free once these have ended */
	case 2:
	case 3:
	case 4:
		return usable && !boot_services ? BOOT_MEM_RAM : BOOT_MEM_RESERVED;
	case 7:
		return usable ? BOOT_MEM_RAM : BOOT_MEM_RESERVED;
	case 8:
		return BOOT_MEM_BAD;
	case 9:
		return BOOT_MEM_ACPI;
	case 10:
		return BOOT_MEM_NVS;
	default:
		return BOOT_MEM_RESERVED;
	}
}

/* Tag 17: descriptor size and version, then descriptors {type, pad, phys, virt, pages, attribute}.
 */
static int read_efi_mmap(struct boot_info *info, const struct tag *tag, const char **why)
{
	uint32_t size;
	size_t at;

	if (tag->len < 8) {
		*why = "the EFI memory map tag is too short";
		return -EINVAL;
	}
	size = boot_load32(tag->data);
	if (size < 40) {
		*why = "the EFI memory map's descriptor size is below 40";
		return -EINVAL;
	}
	for (at = 8; tag->len - at >= size; at += size) {
		const uint8_t *entry = tag->data + at;
		uint64_t start = boot_load64(entry + 8);
		uint64_t pages = boot_load64(entry + 24);
		uint64_t len = pages > UINT64_MAX >> 12 ? UINT64_MAX : pages << 12;

		boot_add_range(info, start, len,
			       efi_type(boot_load32(entry), boot_load64(entry + 32),
					info->efi_boot_services));
	}
	return 0;
}

/* Tag 6: entry size and version, then entries {start, len, type, reserved}. */
static int read_mmap(struct boot_info *info, const struct tag *tag, bool restrict_only,
		     const char **why)
{
	uint32_t size;
	size_t at;

	if (tag->len < 8) {
		*why = "the memory map tag is too short";
		return -EINVAL;
	}
	size = boot_load32(tag->data);
	if (size < 20) {
		*why = "the memory map's entry size is below 20";
		return -EINVAL;
	}
	for (at = 8; tag->len - at >= size; at += size) {
		const uint8_t *entry = tag->data + at;
		uint32_t type = boot_load32(entry + 16);

		if (!restrict_only || type == BOOT_MEM_ACPI || type == BOOT_MEM_NVS ||
		    type == BOOT_MEM_BAD)
			boot_add_range(info, boot_load64(entry), boot_load64(entry + 8), type);
	}
	return 0;
}

static int read_memory(struct boot_info *info, const struct tags *tags, const char **why)
{
	int err;

	if (tags->efi_mmap.data) {
		err = read_efi_mmap(info, &tags->efi_mmap, why);
		if (err)
			return err;
	}
	if (tags->mmap.data) {
		err = read_mmap(info, &tags->mmap, tags->efi_mmap.data != NULL, why);
		if (err)
			return err;
	}
	if (!tags->efi_mmap.data && !tags->mmap.data && tags->meminfo.len >= 8) {
		boot_add_range(info, 0, (uint64_t)boot_load32(tags->meminfo.data) << 10,
			       BOOT_MEM_RAM);
		boot_add_range(info, 1 << 20, (uint64_t)boot_load32(tags->meminfo.data + 4) << 10,
			       BOOT_MEM_RAM);
	}
	if (info->nr_ranges == 0) {
		*why = "the loader gave no memory map";
		return -EINVAL;
	}
	return 0;
}

/*
 * How many colours there are, then the colours. The number has 32 bits in the specification
 * (3.6.12) and 16 in GRUB's tag, which the length tells apart.
 */
static void read_palette(struct boot_fb *fb, const uint8_t *p, size_t len)
{
	uint32_t nr;
	size_t head = 4;

	if (len < 4)
		return;
	nr = boot_load32(p);
	if (nr > (len - 4) / 3) {
		nr &= 0xffff;
		head = 2;
	}
	if (nr > (len - head) / 3)
		nr = (uint32_t)((len - head) / 3);
	fb->nr_palette = nr < BOOT_MAX_PALETTE ? nr : BOOT_MAX_PALETTE;
	__builtin_memcpy(fb->palette, p + head, fb->nr_palette * sizeof(fb->palette[0]));
}

static void read_framebuffer(struct boot_fb *fb, const struct tag *tag)
{
	const uint8_t *p = tag->data;

	if (tag->len < 24)
		return;
	fb->addr = boot_load64(p);
	fb->pitch = boot_load32(p + 8);
	fb->width = boot_load32(p + 12);
	fb->height = boot_load32(p + 16);
	fb->bpp = p[20];
	fb->type = p[21];
	fb->present = fb->type != 1 || tag->len >= 30;
	if (fb->type == 0)
		read_palette(fb, p + 24, tag->len - 24);
	if (fb->type == 1 && tag->len >= 30) {
		fb->red_pos = p[24];
		fb->red_size = p[25];
		fb->green_pos = p[26];
		fb->green_size = p[27];
		fb->blue_pos = p[28];
		fb->blue_size = p[29];
	}
}

/* The RSDP's copy: 20 bytes in version 1, 36 in version 2 (ACPI 6.5, 5.2.5.3). */
static void read_rsdp(struct boot_info *info, const struct tags *tags)
{
	const struct tag *tag = tags->rsdp_v2.len >= 36 ? &tags->rsdp_v2 : &tags->rsdp_v1;
	size_t len = tag == &tags->rsdp_v2 ? 36 : 20;

	if (tag->len < len)
		return;
	__builtin_memcpy(info->rsdp, tag->data, len);
	info->rsdp_len = len;
}

/* Tag 13: version, padding, then the tables; some loaders put the entry point in front of them. */
static void read_smbios(struct boot_info *info, const struct tags *tags)
{
	const struct tag *tag = &tags->smbios;

	if (tag->len >= 12 && __builtin_memcmp(tag->data + 8, "_SM", 3) == 0)
		info->smbios_phys = tags->smbios_phys + 8;
}

/* The command line; a first word that is a path is the program's name, which old loaders pass. */
static void read_cmdline(struct boot_info *info, const struct tag *tag)
{
	const uint8_t *p = tag->data;
	size_t len = tag->len;

	if (len && (p[0] == '/' || p[0] == '(')) {
		while (len && *p && *p != ' ') {
			p++;
			len--;
		}
		while (len && *p == ' ') {
			p++;
			len--;
		}
	}
	info->cmdline_cut = !copy_string(info->cmdline, sizeof(info->cmdline), p, len);
}

/* Note one tag; `phys` is where its contents are. */
static void note_tag(struct boot_info *info, struct tags *tags, uint32_t type, struct tag tag,
		     uint64_t phys)
{
	switch (type) {
	case TAG_CMDLINE:
		tags->cmdline = tag;
		break;
	case TAG_LOADER:
		tags->loader = tag;
		break;
	case TAG_MODULE:
		if (tag.len >= 8)
			add_module(info, &tag);
		break;
	case TAG_MEMINFO:
		tags->meminfo = tag;
		break;
	case TAG_MMAP:
		tags->mmap = tag;
		break;
	case TAG_FRAMEBUFFER:
		tags->fb = tag;
		break;
	case TAG_RSDP_V1:
		tags->rsdp_v1 = tag;
		break;
	case TAG_RSDP_V2:
		tags->rsdp_v2 = tag;
		break;
	case TAG_SMBIOS:
		tags->smbios = tag;
		tags->smbios_phys = phys;
		break;
	case TAG_EFI_MMAP:
		tags->efi_mmap = tag;
		info->uefi = true;
		break;
	case TAG_EFI_SERVICES:
		info->efi_boot_services = true;
		info->uefi = true;
		break;
	case TAG_EFI64:
		if (tag.len >= 8)
			info->efi_systab_phys = boot_load64(tag.data);
		info->uefi = true;
		break;
	case TAG_EFI32:
	case TAG_EFI32_HANDLE:
	case TAG_EFI64_HANDLE:
		info->uefi = true;
		break;
	default:
		break;
	}
}

/* Walk bytes[0..total). Each tag must lie in it whole, and the last must be the end tag. */
static int walk(const uint8_t *bytes, size_t total, uint64_t phys, struct boot_info *info,
		struct tags *tags, const char **why)
{
	size_t at = 8;

	while (total - at >= TAG_HEADER) {
		uint32_t type = boot_load32(bytes + at);
		uint32_t size = boot_load32(bytes + at + 4);
		struct tag tag = {bytes + at + TAG_HEADER, size - TAG_HEADER};

		if (size < TAG_HEADER) {
			*why = "a tag is shorter than its own header";
			return -EINVAL;
		}
		if (size > total - at) {
			*why = "a tag reaches beyond the end of the list";
			return -EINVAL;
		}
		if (type == TAG_END)
			return 0;
		note_tag(info, tags, type, tag, phys + at + TAG_HEADER);
		size = (size + 7) & ~7u;
		if (size == 0 || size > total - at)
			break;
		at += size;
	}
	*why = "the list of tags has no end tag";
	return -EINVAL;
}

int multiboot2_parse(const void *bytes, size_t readable_len, uint64_t phys, struct boot_info *info,
		     const char **why)
{
	struct tags tags;
	uint32_t total;
	int err;

	__builtin_memset(info, 0, sizeof(*info));
	__builtin_memset(&tags, 0, sizeof(tags));
	info->protocol = BOOT_MULTIBOOT2;
	if (readable_len < 8) {
		*why = "the structure cannot be read";
		return -EINVAL;
	}
	total = boot_load32(bytes);
	if (total < 8 || total > readable_len || total > MAX_TOTAL) {
		*why = "the structure's total size is out of bounds";
		return -EINVAL;
	}
	info->info_start = phys;
	info->info_end = phys + total;
	err = walk(bytes, total, phys, info, &tags, why);
	if (err)
		return err;
	if (tags.cmdline.data)
		read_cmdline(info, &tags.cmdline);
	if (tags.loader.data)
		copy_string(info->loader, sizeof(info->loader), tags.loader.data, tags.loader.len);
	if (tags.fb.data)
		read_framebuffer(&info->fb, &tags.fb);
	read_rsdp(info, &tags);
	read_smbios(info, &tags);
	return read_memory(info, &tags, why);
}
