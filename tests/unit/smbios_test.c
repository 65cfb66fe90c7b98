// SPDX-License-Identifier: MIT
#include "kernel/x86/smbios_logic.h"
#include "tests/harness/test.h"

#define TABLE_MAX 2048

static uint8_t table[TABLE_MAX];
static uint8_t at_end[TABLE_MAX];
static size_t table_len;
static struct smbios_info info;

/* A structure of `len` bytes, zero but for the given fields, and its strings. */
static uint8_t *add(uint8_t type, uint8_t len, const char *strings, size_t strings_len)
{
	uint8_t *s = table + table_len;

	__builtin_memset(s, 0, len);
	s[0] = type;
	s[1] = len;
	__builtin_memcpy(s + len, strings, strings_len);
	table_len += len + strings_len;
	return s;
}

#define ADD(type, len, strings) add(type, len, strings, sizeof(strings))

static void set16(uint8_t *at, uint16_t v)
{
	__builtin_memcpy(at, &v, 2);
}

static void set32(uint8_t *at, uint32_t v)
{
	__builtin_memcpy(at, &v, 4);
}

static void fill(void)
{
	uint8_t *s;

	table_len = 0;
	s = ADD(0, 0x18, "SeaBIOS\0001.16\0");
	s[4] = 1;
	s[5] = 2;
	s = ADD(1, 0x1b, "QEMU\0Standard PC\0");
	s[4] = 1;
	s[5] = 2;
	ADD(3, 0x16, "\0"); /* no strings */
	s = ADD(2, 0x0f, "ACME \0Board\n7\0");
	s[4] = 1;
	s[5] = 2;
	s = ADD(17, 0x28, "DIMM A\0PART-1   \0");
	set16(s + 0x0c, 8192);
	s[0x10] = 1;
	s[0x1a] = 2;
	set16(s + 0x15, 3200);
	set16(s + 0x20, 2933);
	ADD(17, 0x28, "DIMM B\0"); /* empty */
	s = ADD(17, 0x28, "DIMM C\0");
	set16(s + 0x0c, 0x7fff);
	set32(s + 0x1c, 65536);
	s[0x10] = 1;
	s = ADD(17, 0x15, "DIMM D\0"); /* an old, short form: no speed, no part */
	set16(s + 0x0c, 0x8000 | 4096);
	s[0x10] = 1;
	ADD(127, 4, "\0");
}

static void read_table(size_t len)
{
	uint8_t *start = at_end + TABLE_MAX - len;

	__builtin_memcpy(start, table, len);
	smbios_read(start, len, &info);
}

TEST(board_and_modules_are_read)
{
	fill();
	read_table(table_len);
	CHECK_STREQ(info.bios, "SeaBIOS 1.16");
	CHECK_STREQ(info.system, "QEMU Standard PC");
	CHECK_STREQ(info.board, "ACME Board?7");
	CHECK_EQ(info.nr_dimms, 3);
	CHECK_STREQ(info.dimms[0].locator, "DIMM A");
	CHECK_STREQ(info.dimms[0].part, "PART-1");
	CHECK_EQ(info.dimms[0].mib, 8192);
	CHECK_EQ(info.dimms[0].mts, 2933);
	CHECK_EQ(info.dimms[1].mib, 65536);
	CHECK_EQ(info.dimms[2].mib, 4);
	CHECK_EQ(info.dimms[2].mts, 0);
	CHECK_STREQ(info.dimms[2].part, "");
}

TEST(tables_cut_anywhere_end_the_reading)
{
	fill();
	for (size_t len = 0; len < table_len; len++) {
		read_table(len);
		CHECK(info.nr_dimms <= 3);
	}
}

TEST(string_numbers_beyond_the_strings_are_empty)
{
	fill();
	table[4] = 200;
	table[5] = 3;
	read_table(table_len);
	CHECK_STREQ(info.board, "ACME Board?7");
}

TEST(modules_beyond_the_table_are_counted)
{
	table_len = 0;
	for (unsigned i = 0; i < SMBIOS_MAX_DIMMS + 5; i++) {
		uint8_t *s = ADD(17, 0x15, "X\0");

		set16(s + 0x0c, 1);
	}
	read_table(table_len);
	CHECK_EQ(info.nr_dimms, SMBIOS_MAX_DIMMS);
	CHECK_EQ(info.nr_dimms_dropped, 5);
}

static void fix_sum(uint8_t *data, size_t len, size_t at)
{
	uint8_t sum = 0;

	data[at] = 0;
	for (size_t i = 0; i < len; i++)
		sum += data[i];
	data[at] = -sum;
}

TEST(entry_points_of_both_forms_are_found)
{
	static uint8_t bios[256];
	struct smbios_root root;

	__builtin_memset(bios, 0, sizeof(bios));
	CHECK_EQ(smbios_scan(bios, sizeof(bios), &root), -EINVAL);

	__builtin_memcpy(bios + 0x20, "_SM_", 4);
	bios[0x25] = 0x1f;
	bios[0x26] = 2;
	bios[0x27] = 8;
	__builtin_memcpy(bios + 0x30, "_DMI_", 5);
	set16(bios + 0x36, 0x234);
	set32(bios + 0x38, 0xf5680);
	fix_sum(bios + 0x20, 0x1f, 4);
	CHECK_EQ(smbios_scan(bios, sizeof(bios), &root), 0);
	CHECK_EQ(root.table, 0xf5680);
	CHECK_EQ(root.table_len, 0x234);
	CHECK_EQ(root.minor, 8);
	bios[0x26]++;
	CHECK_EQ(smbios_scan(bios, sizeof(bios), &root), -EINVAL);

	__builtin_memset(bios, 0, sizeof(bios));
	__builtin_memcpy(bios + 0xe8, "_SM3_", 5);
	bios[0xe8 + 6] = 0x18;
	bios[0xe8 + 7] = 3;
	set32(bios + 0xe8 + 0x0c, 0x1000);
	set32(bios + 0xe8 + 0x10, 0x7f000000);
	set32(bios + 0xe8 + 0x14, 1);
	fix_sum(bios + 0xe8, 0x18, 5);
	CHECK_EQ(smbios_entry(bios + 0xe8, 0x18, &root), 0);
	CHECK_EQ(root.table, 0x17f000000);
	CHECK_EQ(smbios_entry(bios + 0xe8, 0x17, &root), -EINVAL);
	bios[0xe8 + 6] = 0xff; /* longer than what is there */
	CHECK_EQ(smbios_entry(bios + 0xe8, 0x18, &root), -EINVAL);
}

TEST(uefi_lists_the_entry_point)
{
	static const uint8_t guid_64[16] = {0x44, 0x15, 0xfd, 0xf2, 0x94, 0x97, 0x2c, 0x4a,
					    0x99, 0x2e, 0xe5, 0xbb, 0xcf, 0x20, 0xe3, 0x94};
	static const uint8_t guid_32[16] = {0x31, 0x2d, 0x9d, 0xeb, 0x88, 0x2d, 0xd3, 0x11,
					    0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d};
	static uint8_t systab[EFI_SYSTAB_LEN], list[3 * EFI_CONFIG_ENTRY_LEN];
	phys_addr_t phys;
	uint32_t nr;

	CHECK_EQ(efi_config_list(systab, &phys, &nr), -EINVAL);
	__builtin_memcpy(systab, "IBI SYST", 8);
	CHECK_EQ(efi_config_list(systab, &phys, &nr), -EINVAL);
	set32(systab + 104, 3);
	set32(systab + 112, 0x3f9ec018);
	CHECK_EQ(efi_config_list(systab, &phys, &nr), 0);
	CHECK_EQ(phys, 0x3f9ec018);
	CHECK_EQ(nr, 3);
	set32(systab + 104, EFI_CONFIG_MAX + 1);
	CHECK_EQ(efi_config_list(systab, &phys, &nr), -EINVAL);

	CHECK_EQ(efi_find_smbios(list, 3), 0);
	__builtin_memcpy(list + EFI_CONFIG_ENTRY_LEN, guid_32, 16);
	set32(list + EFI_CONFIG_ENTRY_LEN + 16, 0x3f988000);
	CHECK_EQ(efi_find_smbios(list, 3), 0x3f988000);
	__builtin_memcpy(list + 2 * EFI_CONFIG_ENTRY_LEN, guid_64, 16);
	set32(list + 2 * EFI_CONFIG_ENTRY_LEN + 16, 0x3f986000);
	CHECK_EQ(efi_find_smbios(list, 3), 0x3f986000);
	CHECK_EQ(efi_find_smbios(list, 2), 0x3f988000);
	CHECK_EQ(efi_find_smbios(list, 0), 0);
}

TEST(random_damage_is_survived)
{
	uint64_t seed = test_seed();

	test_note("seed %llu", (unsigned long long)seed);
	for (unsigned round = 0; round < 10000; round++) {
		fill();
		for (uint64_t n = test_random(&seed) % 8 + 1; n--;)
			table[test_random(&seed) % table_len] = (uint8_t)test_random(&seed);
		read_table(table_len);
		CHECK(info.nr_dimms <= SMBIOS_MAX_DIMMS);
	}
}
