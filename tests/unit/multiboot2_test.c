// SPDX-License-Identifier: MIT
/*
 * boot/multiboot2.c against lists as GRUB makes them and as nobody should. The bytes are parsed at
 * the very end of their array, so that a sanitizer sees each read too far.
 */
#include "boot/multiboot2.h"
#include "tests/harness/test.h"

#define LIST_MAX 16384
#define PHYS	 0x9500ul

/* A list under construction. */
struct list {
	uint8_t bytes[LIST_MAX];
	size_t len;
	size_t tag; /* start of the tag under construction */
};

static struct list list;
static uint8_t at_end[LIST_MAX];
static struct boot_info info;
static const char *why;

static void put(const void *data, size_t len)
{
	__builtin_memcpy(list.bytes + list.len, data, len);
	list.len += len;
}

static void put8(uint8_t v)
{
	put(&v, 1);
}

static void put32(uint32_t v)
{
	put(&v, 4);
}

static void put64(uint64_t v)
{
	put(&v, 8);
}

static void put_text(const char *text)
{
	put(text, __builtin_strlen(text) + 1);
}

static void begin_list(void)
{
	list.len = 0;
	put32(0);
	put32(0);
}

static void begin_tag(uint32_t type)
{
	while (list.len % 8)
		put8(0);
	list.tag = list.len;
	put32(type);
	put32(0);
}

static void end_tag(void)
{
	uint32_t size = list.len - list.tag;

	__builtin_memcpy(list.bytes + list.tag + 4, &size, 4);
}

static void set_total(uint32_t total)
{
	__builtin_memcpy(list.bytes, &total, 4);
}

/* Close the list as a loader does. */
static void end_list(void)
{
	begin_tag(0);
	end_tag();
	set_total(list.len);
}

static int parse_bytes(const uint8_t *bytes, size_t len)
{
	uint8_t *start = at_end + LIST_MAX - len;

	__builtin_memcpy(start, bytes, len);
	why = NULL;
	return multiboot2_parse(start, len, PHYS, &info, &why);
}

static int parse(void)
{
	return parse_bytes(list.bytes, list.len);
}

static void put_mmap_entry(uint32_t entry_size, uint64_t start, uint64_t len, uint32_t type)
{
	put64(start);
	put64(len);
	put32(type);
	for (uint32_t i = 20; i < entry_size; i++)
		put8(0);
}

static void begin_mmap(uint32_t entry_size)
{
	begin_tag(6);
	put32(entry_size);
	put32(0);
}

static void begin_efi(uint32_t desc_size)
{
	begin_tag(17);
	put32(desc_size);
	put32(1);
}

static void put_efi_with(uint32_t desc_size, uint32_t type, uint64_t phys, uint64_t pages,
			 uint64_t attributes)
{
	put32(type);
	put32(0xdeadbeef);
	put64(phys);
	put64(0xbadbadbadbad);
	put64(pages);
	put64(attributes);
	for (uint32_t i = 40; i < desc_size; i++)
		put8(0xa5);
}

static void put_efi(uint32_t desc_size, uint32_t type, uint64_t phys, uint64_t pages)
{
	put_efi_with(desc_size, type, phys, pages, 0xf);
}

/* Pages of all ranges of a type. */
static uint64_t pages_of(uint32_t type)
{
	uint64_t pages = 0;

	for (uint32_t i = 0; i < info.nr_ranges; i++) {
		if (info.ranges[i].type == type)
			pages += (info.ranges[i].end - info.ranges[i].start) / PAGE_SIZE;
	}
	return pages;
}

/* Case O05: the first descriptors of a QEMU/OVMF guest. */
static const struct {
	uint32_t type;
	uint64_t phys, pages;
} ovmf[] = {
	{3, 0x0, 1},	     {7, 0x1000, 134},	  {4, 0x87000, 1},  {7, 0x88000, 24},
	{7, 0x100000, 1792}, {10, 0x800000, 8},	  {7, 0x808000, 3}, {10, 0x80b000, 1},
	{7, 0x80c000, 4},    {10, 0x810000, 240},
};

static void put_ovmf(uint32_t desc_size)
{
	begin_efi(desc_size);
	for (size_t i = 0; i < ARRAY_SIZE(ovmf); i++)
		put_efi(desc_size, ovmf[i].type, ovmf[i].phys, ovmf[i].pages);
	end_tag();
}

static void put_meminfo(void)
{
	begin_tag(4);
	put32(640);
	put32(7168);
	end_tag();
}

TEST(efi_descriptors_are_walked_by_their_stride)
{
	static const uint32_t strides[] = {40, 48, 56, 64, 96};

	for (size_t i = 0; i < ARRAY_SIZE(strides); i++) {
		begin_list();
		put_meminfo();
		put_ovmf(strides[i]);
		end_list();
		CHECK_EQ(parse(), 0);
		CHECK(info.uefi);
		CHECK(!info.efi_boot_services);
		CHECK_EQ(info.nr_ranges, 10);
		CHECK_EQ(pages_of(BOOT_MEM_RAM), 1957 + 2);
		CHECK_EQ(pages_of(BOOT_MEM_NVS), 249);
		CHECK_EQ(info.ranges[4].start, 0x100000);
		CHECK_EQ(info.ranges[4].end, 0x800000);
	}
}

TEST(memory_of_live_boot_services_is_off_limits)
{
	begin_list();
	begin_tag(18);
	end_tag();
	put_ovmf(48);
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK(info.efi_boot_services);
	CHECK_EQ(pages_of(BOOT_MEM_RAM), 1957);
	CHECK_EQ(pages_of(BOOT_MEM_RESERVED), 2);

	/* The tag may come after the map. */
	begin_list();
	put_ovmf(48);
	begin_tag(18);
	end_tag();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK_EQ(pages_of(BOOT_MEM_RAM), 1957);
}

TEST(every_efi_type_has_its_meaning)
{
	static const uint32_t free_types[] = {
		BOOT_MEM_RESERVED, BOOT_MEM_RAM,      BOOT_MEM_RAM,	 BOOT_MEM_RAM,
		BOOT_MEM_RAM,	   BOOT_MEM_RESERVED, BOOT_MEM_RESERVED, BOOT_MEM_RAM,
		BOOT_MEM_BAD,	   BOOT_MEM_ACPI,     BOOT_MEM_NVS,	 BOOT_MEM_RESERVED,
		BOOT_MEM_RESERVED, BOOT_MEM_RESERVED, BOOT_MEM_RESERVED, BOOT_MEM_RESERVED,
	};

	for (unsigned services = 0; services < 2; services++) {
		begin_list();
		if (services) {
			begin_tag(18);
			end_tag();
		}
		begin_efi(48);
		for (uint32_t type = 0; type < ARRAY_SIZE(free_types); type++)
			put_efi(48, type, type << 20, 1);
		end_tag();
		end_list();
		CHECK_EQ(parse(), 0);
		CHECK_EQ(info.nr_ranges, ARRAY_SIZE(free_types));
		for (uint32_t type = 0; type < ARRAY_SIZE(free_types); type++) {
			uint32_t want = free_types[type];

			if (services && type >= 1 && type <= 4)
				want = BOOT_MEM_RESERVED;
			CHECK_EQ(info.ranges[type].type, want);
		}
	}
}

TEST(efi_memory_without_write_back_or_for_a_special_purpose_is_no_ram)
{
	static const struct {
		uint64_t attributes;
		uint32_t want;
	} tries[] = {
		{0xf, BOOT_MEM_RAM},
		{0x8, BOOT_MEM_RAM},
		{0x7, BOOT_MEM_RESERVED},
		{0x1, BOOT_MEM_RESERVED},
		{0, BOOT_MEM_RESERVED},
		{0x4000f, BOOT_MEM_RESERVED},
		{0x800000000000000f, BOOT_MEM_RAM}, /* needed at run time */
	};

	for (uint32_t type = 1; type <= 7; type += 3) {
		begin_list();
		begin_efi(48);
		for (size_t i = 0; i < ARRAY_SIZE(tries); i++)
			put_efi_with(48, type, i << 20, 1, tries[i].attributes);
		end_tag();
		end_list();
		CHECK_EQ(parse(), 0);
		for (size_t i = 0; i < ARRAY_SIZE(tries); i++)
			CHECK_EQ(info.ranges[i].type, tries[i].want);
	}
}

TEST(map_entries_are_walked_by_their_size)
{
	static const uint32_t sizes[] = {20, 24, 32, 40, 44};

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		begin_list();
		put_meminfo();
		begin_mmap(sizes[i]);
		put_mmap_entry(sizes[i], 0, 0x9fc00, 1);
		put_mmap_entry(sizes[i], 0x9fc00, 0x400, 2);
		put_mmap_entry(sizes[i], 0x100000, 0x3ff00000, 1);
		put_mmap_entry(sizes[i], 0xfd00000000, 0x300000000, 20);
		end_tag();
		end_list();
		CHECK_EQ(parse(), 0);
		CHECK_EQ(info.nr_ranges, 4);
		CHECK_EQ(info.ranges[0].end, 0x9fc00);
		CHECK_EQ(info.ranges[1].type, 2);
		CHECK_EQ(info.ranges[2].start, 0x100000);
		CHECK_EQ(info.ranges[2].end, 0x40000000);
		CHECK_EQ(info.ranges[3].type, 20);
	}
}

TEST(strides_below_the_fields_are_refused)
{
	static const uint32_t small[] = {0, 1, 8, 19, 0x80000000, 0xffffffff};

	for (size_t i = 0; i < ARRAY_SIZE(small); i++) {
		begin_list();
		begin_mmap(small[i]);
		put_mmap_entry(24, 0, 0x1000, 1);
		end_tag();
		end_list();
		CHECK_EQ(parse(), -EINVAL);
		CHECK(why);

		begin_list();
		begin_efi(small[i] == 19 ? 39 : small[i]);
		put_efi(48, 7, 0, 1);
		end_tag();
		end_list();
		CHECK_EQ(parse(), -EINVAL);
		CHECK(why);
	}
}

TEST(an_entry_cut_by_the_tags_end_is_not_read)
{
	begin_list();
	begin_mmap(24);
	put_mmap_entry(24, 0, 0x1000, 1);
	put64(0x100000);
	put64(0x100000);
	end_tag();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK_EQ(info.nr_ranges, 1);
}

TEST(both_maps_together_lose_no_ram_and_gain_none)
{
	begin_list();
	begin_mmap(24);
	put_mmap_entry(24, 0, 0x100000, 1);	 /* says more than the firmware does */
	put_mmap_entry(24, 0x200000, 0x1000, 2); /* what the loader uses itself */
	put_mmap_entry(24, 0x300000, 0x1000, 5); /* what its user told it to avoid */
	put_mmap_entry(24, 0x40000000, 0x1000, 3);
	end_tag();
	put_ovmf(48);
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK_EQ(info.nr_ranges, 12);
	CHECK_EQ(pages_of(BOOT_MEM_RAM), 1959);
	CHECK_EQ(pages_of(BOOT_MEM_RESERVED), 0);
	CHECK_EQ(pages_of(BOOT_MEM_BAD), 1);
	CHECK_EQ(pages_of(BOOT_MEM_ACPI), 1);
}

TEST(two_numbers_size_memory_only_without_a_map)
{
	begin_list();
	put_meminfo();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK_EQ(info.nr_ranges, 2);
	CHECK_EQ(info.ranges[0].end, 640 << 10);
	CHECK_EQ(info.ranges[1].start, 1 << 20);
	CHECK_EQ(info.ranges[1].end, 8 << 20);

	begin_list();
	end_list();
	CHECK_EQ(parse(), -EINVAL);
	CHECK(test_contains(why, "memory map"));

	/* An empty map is a map. */
	begin_list();
	put_meminfo();
	begin_mmap(24);
	end_tag();
	end_list();
	CHECK_EQ(parse(), -EINVAL);
}

TEST(a_missing_end_tag_is_an_error)
{
	begin_list();
	put_meminfo();
	set_total(list.len);
	CHECK_EQ(parse(), -EINVAL);
	CHECK(test_contains(why, "end tag"));

	begin_list();
	set_total(8);
	CHECK_EQ(parse(), -EINVAL);
}

TEST(total_size_beyond_what_can_be_read_is_refused)
{
	static const uint32_t totals[] = {0, 7, LIST_MAX + 1, 0x80000000, 0xffffffff};

	for (size_t i = 0; i < ARRAY_SIZE(totals); i++) {
		begin_list();
		put_meminfo();
		end_list();
		set_total(totals[i]);
		CHECK_EQ(parse(), -EINVAL);
	}
	for (size_t len = 0; len < 8; len++)
		CHECK_EQ(parse_bytes(list.bytes, len), -EINVAL);
}

TEST(tag_sizes_are_bounded_by_the_list)
{
	static const uint32_t sizes[] = {0, 1, 7, 25, 0x7fffffff, 0xfffffff9, 0xffffffff};

	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		begin_list();
		put_meminfo();
		__builtin_memcpy(list.bytes + list.tag + 4, &sizes[i], 4);
		end_list();
		CHECK_EQ(parse(), -EINVAL);
		CHECK(why);
	}
}

TEST(truncated_lists_are_errors_at_every_length)
{
	begin_list();
	put_meminfo();
	put_ovmf(48);
	begin_mmap(24);
	put_mmap_entry(24, 0, 0x1000, 1);
	end_tag();
	end_list();
	for (size_t len = 8; len < list.len; len++) {
		set_total(len);
		CHECK_EQ(parse_bytes(list.bytes, len), -EINVAL);
	}
}

TEST(texts_are_copied_and_cut)
{
	static char long_line[BOOT_MAX_CMDLINE + 100];

	begin_list();
	begin_tag(1);
	put_text("bench=Bulk* reps=3");
	end_tag();
	begin_tag(2);
	put_text("GRUB 2.06-13+deb12u1");
	end_tag();
	put_meminfo();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK_STREQ(info.cmdline, "bench=Bulk* reps=3");
	CHECK_STREQ(info.loader, "GRUB 2.06-13+deb12u1");
	CHECK(!info.cmdline_cut);

	__builtin_memset(long_line, 'x', sizeof(long_line) - 1);
	begin_list();
	begin_tag(1);
	put_text(long_line);
	end_tag();
	begin_tag(2);
	put("no end", 6);
	end_tag();
	put_meminfo();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK(info.cmdline_cut);
	CHECK_EQ(__builtin_strlen(info.cmdline), BOOT_MAX_CMDLINE - 1);
	CHECK_STREQ(info.loader, "no end");
}

TEST(a_leading_path_is_the_programs_name)
{
	static const char *const lines[][2] = {
		{"/boot/bulkhead.elf test quiet", "test quiet"},
		{"(hd0)/x.elf  test", "test"},
		{"/boot/bulkhead.elf", ""},
		{"test=/x", "test=/x"},
		{"", ""},
	};

	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		begin_list();
		begin_tag(1);
		put_text(lines[i][0]);
		end_tag();
		put_meminfo();
		end_list();
		CHECK_EQ(parse(), 0);
		CHECK_STREQ(info.cmdline, lines[i][1]);
	}
}

TEST(rsdp_of_version_two_is_preferred)
{
	uint8_t v1[20], v2[36];

	__builtin_memset(v1, 0x11, sizeof(v1));
	__builtin_memset(v2, 0x22, sizeof(v2));
	for (unsigned order = 0; order < 2; order++) {
		begin_list();
		put_meminfo();
		for (unsigned i = 0; i < 2; i++) {
			begin_tag(i == order ? 14 : 15);
			if (i == order)
				put(v1, sizeof(v1));
			else
				put(v2, sizeof(v2));
			end_tag();
		}
		end_list();
		CHECK_EQ(parse(), 0);
		CHECK_EQ(info.rsdp_len, 36);
		CHECK_EQ(info.rsdp[35], 0x22);
	}

	/* A cut copy of version 2 does not hide a whole one of version 1. */
	begin_list();
	put_meminfo();
	begin_tag(14);
	put(v1, sizeof(v1));
	end_tag();
	begin_tag(15);
	put(v2, 35);
	end_tag();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK_EQ(info.rsdp_len, 20);
	CHECK_EQ(info.rsdp[19], 0x11);
}

TEST(firmware_tables_are_noted)
{
	begin_list();
	put_meminfo();
	begin_tag(12);
	put64(0x3f9ee018);
	end_tag();
	begin_tag(13);
	put64(0x0000000000000802);
	put("_SM_ and so on", 14);
	end_tag();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK(info.uefi);
	CHECK_EQ(info.efi_systab_phys, 0x3f9ee018);
	CHECK(info.smbios_phys > PHYS && info.smbios_phys < PHYS + list.len);

	/* Tables without their entry point, and tags too short for what they should hold. */
	begin_list();
	put_meminfo();
	begin_tag(12);
	put32(0x3f9ee018);
	end_tag();
	begin_tag(13);
	put64(0x0000000000000802);
	put("\0\x18\0\0", 4);
	end_tag();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK_EQ(info.efi_systab_phys, 0);
	CHECK_EQ(info.smbios_phys, 0);
}

TEST(modules_beyond_the_table_are_counted_and_reserved)
{
	begin_list();
	put_meminfo();
	for (uint32_t i = 0; i < BOOT_MAX_MODULES + 3; i++) {
		begin_tag(3);
		put32(0x1000000 + i * 0x10000);
		put32(0x1000000 + i * 0x10000 + 0x8000);
		put_text("data file=1");
		end_tag();
	}
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK_EQ(info.nr_modules, BOOT_MAX_MODULES);
	CHECK_EQ(info.nr_modules_dropped, 3);
	CHECK_EQ(info.modules[15].start, 0x10f0000);
	CHECK_EQ(info.modules[15].end, 0x10f8000);
	CHECK_STREQ(info.modules[15].name, "data file=1");
	CHECK_EQ(pages_of(BOOT_MEM_RESERVED), 3 * 8);
	CHECK_EQ(info.ranges[0].start, 0x1100000);
	CHECK_EQ(info.ranges[2].end, 0x1128000);
}

/* A tag for 1366 by 768 pixels, cut to `len` bytes of contents. */
static void put_framebuffer(uint8_t bpp, uint8_t type, const void *rest, size_t rest_len)
{
	begin_tag(8);
	put64(0x80000000);
	put32(5504);
	put32(1366);
	put32(768);
	put8(bpp);
	put8(type);
	put8(0);
	put8(0);
	put(rest, rest_len);
	end_tag();
}

static void parse_framebuffer(uint8_t bpp, uint8_t type, const void *rest, size_t rest_len)
{
	begin_list();
	put_meminfo();
	put_framebuffer(bpp, type, rest, rest_len);
	end_list();
	parse();
}

TEST(framebuffer_tags_are_taken_as_they_are)
{
	parse_framebuffer(32, 1, "\x10\x08\x08\x07\x00\x06", 6);
	CHECK(info.fb.present);
	CHECK_EQ(info.fb.addr, 0x80000000);
	CHECK_EQ(info.fb.pitch, 5504);
	CHECK_EQ(info.fb.width, 1366);
	CHECK_EQ(info.fb.height, 768);
	CHECK_EQ(info.fb.bpp, 32);
	CHECK_EQ(info.fb.red_pos, 16);
	CHECK_EQ(info.fb.red_size, 8);
	CHECK_EQ(info.fb.green_pos, 8);
	CHECK_EQ(info.fb.green_size, 7);
	CHECK_EQ(info.fb.blue_pos, 0);
	CHECK_EQ(info.fb.blue_size, 6);
	parse_framebuffer(16, 2, "", 0);
	CHECK(info.fb.present);
	CHECK_EQ(info.fb.red_size, 0);
	parse_framebuffer(32, 1, "\x10\x08\x08\x08\x00", 5); /* a channel is cut */
	CHECK(!info.fb.present);
}

TEST(palettes_are_counted_in_16_or_32_bits)
{
	uint8_t many[2 + 3 * 300];

	parse_framebuffer(8, 0, "\x02\x00\x01\x02\x03\x04\x05\x06", 8);
	CHECK(info.fb.present);
	CHECK_EQ(info.fb.nr_palette, 2);
	CHECK(!__builtin_memcmp(info.fb.palette, "\1\2\3\4\5\6", 6));
	parse_framebuffer(8, 0, "\x02\x00\x00\x00\x01\x02\x03\x04\x05\x06", 10);
	CHECK_EQ(info.fb.nr_palette, 2);
	CHECK(!__builtin_memcmp(info.fb.palette, "\1\2\3\4\5\6", 6));
	parse_framebuffer(8, 0, "", 0);
	CHECK(info.fb.present);
	CHECK_EQ(info.fb.nr_palette, 0);
	parse_framebuffer(8, 0, "\xff\xff\x01\x02\x03\x04", 6); /* fewer than it says */
	CHECK_EQ(info.fb.nr_palette, 1);
	__builtin_memset(many, 0x55, sizeof(many));
	many[0] = 300 & 0xff;
	many[1] = 300 >> 8;
	parse_framebuffer(8, 0, many, sizeof(many));
	CHECK_EQ(info.fb.nr_palette, BOOT_MAX_PALETTE);
}

TEST(ranges_beyond_the_table_are_counted)
{
	static uint8_t big[16 + 8 + 24 * (BOOT_MAX_RANGES + 8) + 8 + 8];
	uint32_t total = sizeof(big) - 8;
	uint32_t size = total - 16;
	uint64_t len = 0x1000;
	uint32_t type;
	uint8_t *p = big + 16;

	__builtin_memset(big, 0, sizeof(big));
	__builtin_memcpy(big, &total, 4);
	type = 6;
	__builtin_memcpy(big + 8, &type, 4);
	__builtin_memcpy(big + 12, &size, 4);
	type = 24;
	__builtin_memcpy(p, &type, 4);
	p += 8;
	for (uint64_t i = 0; i < BOOT_MAX_RANGES + 8; i++, p += 24) {
		uint64_t start = i << 20;

		type = i == BOOT_MAX_RANGES ? BOOT_MEM_RESERVED : BOOT_MEM_RAM;
		__builtin_memcpy(p, &start, 8);
		__builtin_memcpy(p + 8, &len, 8);
		__builtin_memcpy(p + 16, &type, 4);
	}
	type = 8; /* of the end tag, the size; its type is 0 */
	__builtin_memcpy(p + 4, &type, 4);
	CHECK_EQ(multiboot2_parse(big, total, PHYS, &info, &why), 0);
	CHECK_EQ(info.nr_ranges, BOOT_MAX_RANGES);
	CHECK_EQ(info.nr_ranges_dropped, 8);
	CHECK_EQ(info.dropped_ram_bytes, 8 * 0x1000);
	/* The reserved one took the place of RAM. */
	CHECK_EQ(pages_of(BOOT_MEM_RESERVED), 1);
	CHECK_EQ(pages_of(BOOT_MEM_RAM), BOOT_MAX_RANGES - 1);
}

TEST(ends_that_wrap_never_make_ram)
{
	begin_list();
	begin_mmap(24);
	put_mmap_entry(24, 0, 0x1000, 1);
	put_mmap_entry(24, 0x100000, UINT64_MAX, 1);
	put_mmap_entry(24, 0x100000, UINT64_MAX, 2);
	put_mmap_entry(24, UINT64_MAX - 0xfff, 0x1000, 2);
	end_tag();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK(info.ranges[1].end < info.ranges[1].start);
	CHECK_EQ(info.ranges[2].end, UINT64_MAX);
	CHECK_EQ(info.ranges[3].end, UINT64_MAX);

	begin_list();
	begin_efi(48);
	put_efi(48, 7, 0x100000, 1ull << 52);
	put_efi(48, 7, 0x100000, UINT64_MAX);
	put_efi(48, 6, 0x100000, UINT64_MAX);
	end_tag();
	end_list();
	CHECK_EQ(parse(), 0);
	CHECK(info.ranges[0].end < info.ranges[0].start);
	CHECK(info.ranges[1].end < info.ranges[1].start);
	CHECK_EQ(info.ranges[2].end, UINT64_MAX);
}

/* Damage a good list at random: any answer will do, as long as it comes and reads nothing else. */
TEST(random_damage_is_survived)
{
	static uint8_t damaged[LIST_MAX];
	uint64_t seed = test_seed();
	unsigned accepted = 0;

	test_note("seed %llu", (unsigned long long)seed);
	begin_list();
	put_meminfo();
	begin_tag(1);
	put_text("quiet reps=3");
	end_tag();
	begin_tag(3);
	put32(0x1000000);
	put32(0x1001000);
	put_text("module");
	end_tag();
	begin_mmap(24);
	put_mmap_entry(24, 0, 0x9fc00, 1);
	put_mmap_entry(24, 0x100000, 0x3ff00000, 1);
	end_tag();
	begin_tag(8);
	put64(0xb8000);
	put32(160);
	put32(80);
	put32(25);
	put8(16);
	put8(2);
	put8(0);
	put8(0);
	end_tag();
	begin_tag(14);
	put("RSD PTR xxxxxxxxxxxx", 20);
	end_tag();
	put_ovmf(48);
	end_list();
	for (unsigned round = 0; round < 20000; round++) {
		size_t len = list.len;

		__builtin_memcpy(damaged, list.bytes, len);
		for (uint64_t n = test_random(&seed) % 8 + 1; n--;) {
			size_t at = test_random(&seed) % len;

			if (test_random(&seed) % 2)
				at &= ~7ul; /* sizes and types are there */
			damaged[at] = (uint8_t)test_random(&seed);
		}
		if (test_random(&seed) % 4 == 0)
			len = test_random(&seed) % (len + 1);
		if (parse_bytes(damaged, len) == 0)
			accepted++;
		else
			CHECK(why);
		CHECK(info.nr_ranges <= BOOT_MAX_RANGES);
	}
	CHECK(accepted > 0);
}
