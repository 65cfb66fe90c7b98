// SPDX-License-Identifier: MIT
/*
 * The table is a row of structures (DMTF DSP0134): type, length, handle, fields, and behind them
 * strings that the fields name by number from 1 on, closed by an empty one.
 */
#include "kernel/x86/smbios_logic.h"

enum { TYPE_BIOS = 0, TYPE_SYSTEM = 1, TYPE_BOARD = 2, TYPE_DIMM = 17, TYPE_END = 127 };

/* Offsets of fields. */
enum {
	BIOS_VENDOR = 0x04,
	BIOS_VERSION = 0x05,
	MAKER = 0x04, /* of system and board */
	PRODUCT = 0x05,
	DIMM_SIZE = 0x0c,
	DIMM_LOCATOR = 0x10,
	DIMM_SPEED = 0x15,
	DIMM_PART = 0x1a,
	DIMM_EXTENDED_SIZE = 0x1c,
	DIMM_CONFIGURED_SPEED = 0x20,
};

#define HEADER_LEN    4
#define ENTRY_32_LEN  0x1f
#define ENTRY_64_LEN  0x18
#define SIZE_UNKNOWN  0xffff
#define SIZE_EXTENDED 0x7fff /* see DIMM_EXTENDED_SIZE */
#define SIZE_IN_KIB   0x8000
#define SPEED_UNKNOWN 0xffff

struct structure {
	const uint8_t *data;
	size_t len; /* of the fields, header included */
	const uint8_t *strings;
	size_t strings_len; /* to the end of the table at most */
};

static uint16_t load16(const uint8_t *p)
{
	return (uint16_t)(p[0] | p[1] << 8);
}

static uint32_t load32(const uint8_t *p)
{
	return load16(p) | (uint32_t)load16(p + 2) << 16;
}

static uint64_t load64(const uint8_t *p)
{
	return load32(p) | (uint64_t)load32(p + 4) << 32;
}

static bool sums_to_zero(const uint8_t *bytes, size_t len)
{
	uint8_t sum = 0;

	for (size_t i = 0; i < len; i++)
		sum += bytes[i];
	return sum == 0;
}

int smbios_entry(const uint8_t *bytes, size_t len, struct smbios_root *root)
{
	if (len >= ENTRY_64_LEN && !__builtin_memcmp(bytes, "_SM3_", 5) &&
	    bytes[6] >= ENTRY_64_LEN && bytes[6] <= len && sums_to_zero(bytes, bytes[6])) {
		root->table = load64(bytes + 0x10);
		root->table_len = load32(bytes + 0x0c);
		root->major = bytes[7];
		root->minor = bytes[8];
	} else if (len >= ENTRY_32_LEN && !__builtin_memcmp(bytes, "_SM_", 4) &&
		   bytes[5] >= ENTRY_32_LEN - 1 && bytes[5] <= len &&
		   sums_to_zero(bytes, bytes[5]) && !__builtin_memcmp(bytes + 0x10, "_DMI_", 5)) {
		root->table = load32(bytes + 0x18);
		root->table_len = load16(bytes + 0x16);
		root->major = bytes[6];
		root->minor = bytes[7];
	} else {
		return -EINVAL;
	}
	if (!root->table || !root->table_len || root->table_len > SMBIOS_MAX_TABLE)
		return -EINVAL;
	return 0;
}

int smbios_scan(const uint8_t *bytes, size_t len, struct smbios_root *root)
{
	for (size_t at = 0; at < len; at += 16) {
		if (smbios_entry(bytes + at, len - at, root) == 0)
			return 0;
	}
	return -EINVAL;
}

/* UEFI 2.10, 4.3: signature "IBI SYST"; number of entries at 104, their list at 112. */
int efi_config_list(const uint8_t *systab, phys_addr_t *list, uint32_t *nr)
{
	if (__builtin_memcmp(systab, "IBI SYST", 8))
		return -EINVAL;
	*nr = load32(systab + 104);
	*list = load64(systab + 112);
	return *list && *nr && *nr <= EFI_CONFIG_MAX ? 0 : -EINVAL;
}

phys_addr_t efi_find_smbios(const uint8_t *list, uint32_t nr)
{
	/* f2fd1544-9794-4a2c-992e-e5bbcf20e394 and eb9d2d31-2d88-11d3-9a16-0090273fc14d */
	static const uint8_t guid_64[16] = {0x44, 0x15, 0xfd, 0xf2, 0x94, 0x97, 0x2c, 0x4a,
					    0x99, 0x2e, 0xe5, 0xbb, 0xcf, 0x20, 0xe3, 0x94};
	static const uint8_t guid_32[16] = {0x31, 0x2d, 0x9d, 0xeb, 0x88, 0x2d, 0xd3, 0x11,
					    0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d};
	phys_addr_t found = 0;

	for (; nr--; list += EFI_CONFIG_ENTRY_LEN) {
		if (!__builtin_memcmp(list, guid_64, sizeof(guid_64)))
			return load64(list + 16);
		if (!__builtin_memcmp(list, guid_32, sizeof(guid_32)))
			found = load64(list + 16);
	}
	return found;
}

static uint8_t field8(const struct structure *s, size_t offset)
{
	return offset < s->len ? s->data[offset] : 0;
}

static uint16_t field16(const struct structure *s, size_t offset)
{
	return offset + 2 <= s->len ? load16(s->data + offset) : 0;
}

static uint32_t field32(const struct structure *s, size_t offset)
{
	return offset + 4 <= s->len ? load32(s->data + offset) : 0;
}

/* Append the string that a field names, without what would spoil a line, a space before it. */
static void add_string(const struct structure *s, size_t field, char *text, size_t size)
{
	unsigned number = field8(s, field);
	size_t at = 0;
	size_t len = 0;

	while (len < size && text[len])
		len++;
	if (!number)
		return;
	while (--number) {
		while (at < s->strings_len && s->strings[at])
			at++;
		at++;
	}
	if (len && len + 1 < size)
		text[len++] = ' ';
	for (; at < s->strings_len && s->strings[at] && len + 1 < size; at++) {
		uint8_t c = s->strings[at];

		text[len++] = c >= ' ' && c < 0x7f ? (char)c : '?';
	}
	while (len && text[len - 1] == ' ')
		len--;
	text[len] = '\0';
}

static uint64_t dimm_mib(const struct structure *s)
{
	uint16_t size = field16(s, DIMM_SIZE);

	if (size == SIZE_UNKNOWN)
		return 0;
	if (size == SIZE_EXTENDED)
		return field32(s, DIMM_EXTENDED_SIZE) & 0x7fffffff;
	return size & SIZE_IN_KIB ? (size & ~SIZE_IN_KIB) >> 10 : size;
}

static void read_dimm(const struct structure *s, struct smbios_info *info)
{
	struct smbios_dimm *dimm;
	uint16_t speed;

	if (!field16(s, DIMM_SIZE))
		return; /* an empty socket */
	if (info->nr_dimms == SMBIOS_MAX_DIMMS) {
		info->nr_dimms_dropped++;
		return;
	}
	dimm = &info->dimms[info->nr_dimms++];
	add_string(s, DIMM_LOCATOR, dimm->locator, sizeof(dimm->locator));
	add_string(s, DIMM_PART, dimm->part, sizeof(dimm->part));
	dimm->mib = dimm_mib(s);
	speed = field16(s, DIMM_CONFIGURED_SPEED);
	if (!speed)
		speed = field16(s, DIMM_SPEED);
	dimm->mts = speed == SPEED_UNKNOWN ? 0 : speed;
}

static void read_structure(const struct structure *s, struct smbios_info *info)
{
	switch (s->data[0]) {
	case TYPE_BIOS:
		if (info->bios[0])
			break;
		add_string(s, BIOS_VENDOR, info->bios, sizeof(info->bios));
		add_string(s, BIOS_VERSION, info->bios, sizeof(info->bios));
		break;
	case TYPE_SYSTEM:
		if (info->system[0])
			break;
		add_string(s, MAKER, info->system, sizeof(info->system));
		add_string(s, PRODUCT, info->system, sizeof(info->system));
		break;
	case TYPE_BOARD:
		if (info->board[0])
			break;
		add_string(s, MAKER, info->board, sizeof(info->board));
		add_string(s, PRODUCT, info->board, sizeof(info->board));
		break;
	case TYPE_DIMM:
		read_dimm(s, info);
		break;
	default:
		break;
	}
}

/* Length of the strings with the empty one that closes them; 0 if nothing closes them. */
static size_t strings_length(const uint8_t *strings, size_t len)
{
	for (size_t i = 0; i + 1 < len; i++) {
		if (!strings[i] && !strings[i + 1])
			return i + 2;
	}
	return 0;
}

void smbios_read(const uint8_t *table, size_t len, struct smbios_info *info)
{
	size_t at = 0;

	__builtin_memset(info, 0, sizeof(*info));
	while (len - at >= HEADER_LEN) {
		struct structure s = {.data = table + at, .len = table[at + 1]};

		if (s.len < HEADER_LEN || s.len > len - at || s.data[0] == TYPE_END)
			return;
		at += s.len;
		s.strings = table + at;
		s.strings_len = strings_length(s.strings, len - at);
		if (!s.strings_len)
			return;
		read_structure(&s, info);
		at += s.strings_len;
	}
}
