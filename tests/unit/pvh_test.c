// SPDX-License-Identifier: MIT
/*
 * boot/pvh.c on a small window of pretended memory, which lies at the end of its array.
 */
#include "boot/pvh.h"
#include "tests/harness/test.h"

#define WINDOW_LEN  12288
#define WINDOW_PHYS 0x7000ul

static uint8_t window[WINDOW_LEN];
static struct boot_info info;
static const char *why;

enum { START = 0x100, CMDLINE = 0x200, MODULES = 0x300, NAME = 0x380, MEMMAP = 0x400 };

static void set32(size_t at, uint32_t v)
{
	__builtin_memcpy(window + at, &v, 4);
}

static void set64(size_t at, uint64_t v)
{
	__builtin_memcpy(window + at, &v, 8);
}

static void set_text(size_t at, const char *text)
{
	__builtin_memcpy(window + at, text, __builtin_strlen(text) + 1);
}

static void set_memmap(unsigned i, uint64_t start, uint64_t len, uint32_t type)
{
	set64(MEMMAP + i * 24, start);
	set64(MEMMAP + i * 24 + 8, len);
	set32(MEMMAP + i * 24 + 16, type);
}

/* What QEMU passes, and a module. */
static void fill(void)
{
	__builtin_memset(window, 0, sizeof(window));
	set32(START, PVH_MAGIC);
	set32(START + 4, 1);
	set32(START + 12, 1);
	set64(START + 16, WINDOW_PHYS + MODULES);
	set64(START + 24, WINDOW_PHYS + CMDLINE);
	set64(START + 32, 0xf5ad0);
	set64(START + 40, WINDOW_PHYS + MEMMAP);
	set32(START + 48, 3);
	set_text(CMDLINE, "test quiet");
	set64(MODULES, 0x2000000);
	set64(MODULES + 8, 0x1234);
	set64(MODULES + 16, WINDOW_PHYS + NAME);
	set_text(NAME, "a module");
	set_memmap(0, 0, 0x9fc00, 1);
	set_memmap(1, 0x9fc00, 0x400, 2);
	set_memmap(2, 0x100000, 0x7f00000, 1);
}

static int parse(void)
{
	why = NULL;
	return pvh_parse(window, WINDOW_LEN, WINDOW_PHYS, WINDOW_PHYS + START, &info, &why);
}

TEST(start_information_is_read)
{
	fill();
	CHECK_EQ(parse(), 0);
	CHECK_EQ(info.protocol, BOOT_PVH);
	CHECK_STREQ(info.cmdline, "test quiet");
	CHECK_EQ(info.rsdp_phys, 0xf5ad0);
	CHECK_EQ(info.rsdp_len, 0);
	CHECK_EQ(info.nr_modules, 1);
	CHECK_EQ(info.modules[0].start, 0x2000000);
	CHECK_EQ(info.modules[0].end, 0x2001234);
	CHECK_STREQ(info.modules[0].name, "a module");
	CHECK_EQ(info.nr_ranges, 3);
	CHECK_EQ(info.ranges[1].start, 0x9fc00);
	CHECK_EQ(info.ranges[1].end, 0xa0000);
	CHECK_EQ(info.ranges[1].type, 2);
	CHECK_EQ(info.ranges[2].end, 0x8000000);
	CHECK_EQ(info.info_start, WINDOW_PHYS + START);
}

TEST(no_memory_map_is_an_error)
{
	fill();
	set32(START + 4, 0);
	CHECK_EQ(parse(), -EINVAL);
	CHECK(test_contains(why, "version 0"));

	fill();
	set32(START + 48, 0);
	CHECK_EQ(parse(), -EINVAL);

	fill();
	set64(START + 40, 0);
	CHECK_EQ(parse(), -EINVAL);
}

TEST(what_lies_outside_of_the_window_is_not_read)
{
	fill();
	set32(START + 48, (WINDOW_LEN - MEMMAP) / 24 + 1);
	CHECK_EQ(parse(), -EINVAL);

	fill();
	set32(START + 48, 0xffffffff);
	CHECK_EQ(parse(), -EINVAL);

	fill();
	set64(START + 40, WINDOW_PHYS - 24);
	CHECK_EQ(parse(), -EINVAL);

	fill();
	set64(START + 40, UINT64_MAX - 8);
	CHECK_EQ(parse(), -EINVAL);

	fill();
	set32(START + 12, 0x10000000);
	CHECK_EQ(parse(), -EINVAL);

	fill();
	set64(START + 24, UINT64_MAX);
	set64(MODULES + 16, WINDOW_PHYS + WINDOW_LEN - 1);
	window[WINDOW_LEN - 1] = 'x';
	CHECK_EQ(parse(), 0);
	CHECK_STREQ(info.cmdline, "");
	CHECK_STREQ(info.modules[0].name, "x");

	fill();
	CHECK_EQ(pvh_parse(window, START + 39, WINDOW_PHYS, WINDOW_PHYS + START, &info, &why),
		 -EINVAL);
	CHECK_EQ(pvh_parse(window, WINDOW_LEN, WINDOW_PHYS, WINDOW_PHYS - 4, &info, &why), -EINVAL);
	set32(START, 0x12345678);
	CHECK_EQ(parse(), -EINVAL);
}

TEST(modules_beyond_the_table_are_counted_and_reserved)
{
	fill();
	set32(START + 12, BOOT_MAX_MODULES + 2);
	set64(START + 16, WINDOW_PHYS + 0x800);
	set64(0x800 + BOOT_MAX_MODULES * 32, 0x3000000);
	set64(0x800 + BOOT_MAX_MODULES * 32 + 8, 0x5000);
	CHECK_EQ(parse(), 0);
	CHECK_EQ(info.nr_modules, BOOT_MAX_MODULES);
	CHECK_EQ(info.nr_modules_dropped, 2); /* one of them empty */
	CHECK_EQ(info.nr_ranges, 4);
	CHECK_EQ(info.ranges[0].start, 0x3000000);
	CHECK_EQ(info.ranges[0].end, 0x3005000);
	CHECK_EQ(info.ranges[0].type, BOOT_MEM_RESERVED);
}

TEST(lists_beyond_all_measure_are_refused)
{
	static const uint32_t counts[] = {START + 12, START + 48}; /* modules, map */
	const size_t len = WINDOW_LEN + 70000 * 32;
	uint8_t *large = test_arena(len);

	CHECK(large);
	for (size_t i = 0; i < ARRAY_SIZE(counts); i++) {
		fill();
		set32(counts[i], 65537);
		__builtin_memcpy(large, window, sizeof(window));
		CHECK_EQ(pvh_parse(large, len, WINDOW_PHYS, WINDOW_PHYS + START, &info, &why),
			 -EINVAL);
	}
}

TEST(ends_that_wrap_never_make_ram)
{
	fill();
	set_memmap(0, 0x1000, UINT64_MAX, 1);
	set_memmap(1, 0x1000, UINT64_MAX, 2);
	CHECK_EQ(parse(), 0);
	CHECK(info.ranges[0].end < info.ranges[0].start);
	CHECK_EQ(info.ranges[1].end, UINT64_MAX);
}

TEST(a_long_command_line_is_cut)
{
	fill();
	set64(START + 24, WINDOW_PHYS + 0x500);
	__builtin_memset(window + 0x500, 'y', WINDOW_LEN - 0x500);
	CHECK_EQ(parse(), 0);
	CHECK(info.cmdline_cut);
	CHECK_EQ(__builtin_strlen(info.cmdline), BOOT_MAX_CMDLINE - 1);
}

TEST(random_damage_is_survived)
{
	uint64_t seed = test_seed();
	unsigned accepted = 0;

	test_note("seed %llu", (unsigned long long)seed);
	for (unsigned round = 0; round < 20000; round++) {
		fill();
		for (uint64_t n = test_random(&seed) % 6 + 1; n--;) {
			size_t at = START + test_random(&seed) % 56;

			window[at] = (uint8_t)test_random(&seed);
		}
		set32(START, PVH_MAGIC);
		if (parse() == 0)
			accepted++;
		else
			CHECK(why);
		CHECK(info.nr_ranges <= BOOT_MAX_RANGES);
		CHECK(info.nr_modules <= BOOT_MAX_MODULES);
	}
	CHECK(accepted > 0);
}
