// SPDX-License-Identifier: MIT
#include "boot/boot_info.h"
#include "kernel/cmdline_logic.h"
#include "tests/harness/test.h"

static struct cmdline cl;

TEST(words_are_split_at_white_space)
{
	cmdline_parse(&cl, "  bench=Bulk*,PageAlloc\treps=3 quiet  x= ");
	CHECK_EQ(cl.nr_words, 4);
	CHECK_STREQ(cmdline_find(&cl, "bench"), "Bulk*,PageAlloc");
	CHECK_STREQ(cmdline_find(&cl, "reps"), "3");
	CHECK_STREQ(cmdline_find(&cl, "quiet"), "");
	CHECK_STREQ(cmdline_find(&cl, "x"), "");
	CHECK(!cmdline_find(&cl, "rep"));
	CHECK(!cmdline_find(&cl, "repss"));

	cmdline_parse(&cl, "");
	CHECK_EQ(cl.nr_words, 0);
	cmdline_parse(&cl, " \n");
	CHECK_EQ(cl.nr_words, 0);
}

TEST(quotes_keep_white_space_and_vanish)
{
	cmdline_parse(&cl, "a=\"b c\" \"d=e f\" g=\\\"h \\'i\\\\ j=\"open end");
	CHECK_EQ(cl.nr_words, 5);
	CHECK_STREQ(cmdline_find(&cl, "a"), "b c");
	CHECK_STREQ(cmdline_find(&cl, "d"), "e f");
	CHECK_STREQ(cmdline_find(&cl, "g"), "\"h");
	CHECK_STREQ(cl.words[3].key, "'i\\");
	CHECK_STREQ(cmdline_find(&cl, "j"), "open end");
}

TEST(the_last_of_equal_keys_counts)
{
	cmdline_parse(&cl, "reps=1 reps=2 a=b=c");
	CHECK_STREQ(cmdline_find(&cl, "reps"), "2");
	CHECK_STREQ(cmdline_find(&cl, "a"), "b=c");
}

TEST(what_does_not_fit_is_counted)
{
	static char text[CMDLINE_MAX_TEXT + 10];
	size_t len = 0;

	for (unsigned i = 0; i < CMDLINE_MAX_WORDS + 2; i++) {
		text[len++] = 'w';
		text[len++] = ' ';
	}
	text[len] = '\0';
	cmdline_parse(&cl, text);
	CHECK_EQ(cl.nr_words, CMDLINE_MAX_WORDS);
	CHECK(cl.nr_dropped > 0);

	__builtin_memset(text, 'x', sizeof(text) - 1);
	text[sizeof(text) - 1] = '\0';
	cmdline_parse(&cl, text);
	CHECK_EQ(cl.nr_words, 0);
	CHECK(cl.nr_dropped > 0);

	text[CMDLINE_MAX_TEXT - 1] = '\0';
	cmdline_parse(&cl, text);
	CHECK_EQ(cl.nr_words, 1);
	CHECK_EQ(cl.nr_dropped, 0);
}

TEST(numbers_are_read_whole_and_in_bounds)
{
	static const struct {
		const char *text;
		int err;
		uint64_t value;
	} tries[] = {
		{"0", 0, 0},
		{"1000", 0, 1000},
		{"0x3e8", 0, 1000},
		{"0X3E8", 0, 1000},
		{"1001", -ERANGE, 0},
		{"18446744073709551616", -ERANGE, 0},
		{"0x10000000000000000", -ERANGE, 0},
		{"", -EINVAL, 0},
		{"0x", -EINVAL, 0},
		{"-1", -EINVAL, 0},
		{"+1", -EINVAL, 0},
		{" 1", -EINVAL, 0},
		{"1 ", -EINVAL, 0},
		{"1k", -EINVAL, 0},
		{"12a", -EINVAL, 0},
	};

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		uint64_t value = 77;

		CHECK_EQ(cmdline_number(tries[i].text, 0, 1000, &value), tries[i].err);
		CHECK_EQ(value, tries[i].err ? 77 : tries[i].value);
	}
	CHECK_EQ(cmdline_number("1", 2, 3, &(uint64_t){0}), -ERANGE);
}

TEST(sizes_take_units)
{
	static const struct {
		const char *text;
		int err;
		uint64_t value;
	} tries[] = {
		{"4096", 0, 4096},
		{"64K", 0, 64ull << 10},
		{"512m", 0, 512ull << 20},
		{"3G", 0, 3ull << 30},
		{"1T", 0, 1ull << 40},
		{"0x10M", 0, 16ull << 20},
		{"16777215T", 0, 16777215ull << 40},
		{"16777216T", -ERANGE, 0},
		{"M", -EINVAL, 0},
		{"1MM", -EINVAL, 0},
		{"1MB", -EINVAL, 0},
		{"1.5G", -EINVAL, 0},
		{"1X", -EINVAL, 0},
	};

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		uint64_t value = 77;

		CHECK_EQ(cmdline_size(tries[i].text, &value), tries[i].err);
		CHECK_EQ(value, tries[i].err ? 77 : tries[i].value);
	}
}

TEST(booleans_have_the_usual_names)
{
	bool value = false;

	CHECK_EQ(cmdline_bool("", &value), 0);
	CHECK(value);
	CHECK_EQ(cmdline_bool("off", &value), 0);
	CHECK(!value);
	CHECK_EQ(cmdline_bool("yes", &value), 0);
	CHECK(value);
	CHECK_EQ(cmdline_bool("0", &value), 0);
	CHECK(!value);
	CHECK_EQ(cmdline_bool("2", &value), -EINVAL);
	CHECK_EQ(cmdline_bool("maybe", &value), -EINVAL);
}

TEST(memory_ranges_have_types_by_their_sign)
{
	struct mem_range ranges[4];
	bool exact = false;
	uint32_t nr = 0;

	CHECK_EQ(cmdline_memmap("64M@1G,1M#0x200000,4K$0xa000,2G!4G", ranges, 4, &nr, &exact), 0);
	CHECK_EQ(nr, 4);
	CHECK(!exact);
	CHECK_EQ(ranges[0].start, 1ull << 30);
	CHECK_EQ(ranges[0].end, (1ull << 30) + (64 << 20));
	CHECK_EQ(ranges[0].type, BOOT_MEM_RAM);
	CHECK_EQ(ranges[1].type, BOOT_MEM_ACPI);
	CHECK_EQ(ranges[2].start, 0xa000);
	CHECK_EQ(ranges[2].type, BOOT_MEM_RESERVED);
	CHECK_EQ(ranges[3].end, 6ull << 30);
	CHECK_EQ(ranges[3].type, BOOT_MEM_RESERVED);
}

TEST(exactmap_stands_alone_or_in_a_list)
{
	static const char *const texts[] = {"exactmap", "exactmap,1M@2M", "1M@2M,exactmap"};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		struct mem_range ranges[2];
		bool exact = false;
		uint32_t nr = 0;

		CHECK_EQ(cmdline_memmap(texts[i], ranges, 2, &nr, &exact), 0);
		CHECK(exact);
		CHECK_EQ(nr, i > 0);
		CHECK(!nr || ranges[0].start == 2 << 20);
	}
}

TEST(memory_ranges_that_make_no_sense_are_refused)
{
	static const struct {
		const char *text;
		int err;
	} tries[] = {
		{"", -EINVAL},
		{"64M", -EINVAL},
		{"64M@", -EINVAL},
		{"@1G", -EINVAL},
		{"64M%1G", -EINVAL},
		{"64M@1Gx", -EINVAL},
		{"64M@1G,", -EINVAL},
		{"exactmap,", -EINVAL},
		{"exactmapx", -EINVAL},
		{"exact", -EINVAL},
		{"0@1G", -ERANGE},
		{"1M@0xffffffffffffffff", -ERANGE},
		{"1M@1,1M@2,1M@3", -ENOSPC},
	};

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		struct mem_range ranges[2];
		uint32_t nr = 0;
		bool exact;

		CHECK_EQ(cmdline_memmap(tries[i].text, ranges, 2, &nr, &exact), tries[i].err);
	}
}

TEST(lists_are_searched_word_by_word)
{
	CHECK(cmdline_listed("ttyS0,115200", "ttyS0"));
	CHECK(cmdline_listed("a,b,c", "c"));
	CHECK(cmdline_listed("off", "off"));
	CHECK(!cmdline_listed("ttyS01", "ttyS0"));
	CHECK(!cmdline_listed("a,bc", "b"));
	CHECK(!cmdline_listed("", "a"));
	CHECK(!cmdline_listed("a,b", "a,b"));
}

TEST(random_text_never_leaves_the_buffer)
{
	static const char alphabet[] = "a= \"\\',@#1K\t";
	static char text[300];
	uint64_t seed = test_seed();

	test_note("seed %llu", (unsigned long long)seed);
	for (unsigned round = 0; round < 5000; round++) {
		size_t len = test_random(&seed) % (sizeof(text) - 1);
		struct mem_range ranges[4];
		uint32_t nr = 0;
		uint64_t value;
		bool exact;

		for (size_t i = 0; i < len; i++)
			text[i] = alphabet[test_random(&seed) % (sizeof(alphabet) - 1)];
		text[len] = '\0';
		cmdline_parse(&cl, text);
		CHECK(cl.nr_words <= CMDLINE_MAX_WORDS);
		for (unsigned i = 0; i < cl.nr_words; i++) {
			CHECK(cl.words[i].key >= cl.text);
			CHECK(cl.words[i].value < cl.text + CMDLINE_MAX_TEXT);
			cmdline_size(cl.words[i].value, &value);
			nr = 0;
			cmdline_memmap(cl.words[i].value, ranges, 4, &nr, &exact);
			CHECK(nr <= 4);
		}
	}
}
