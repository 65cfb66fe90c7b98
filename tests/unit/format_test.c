// SPDX-License-Identifier: MIT
#include "kernel/format_logic.h"
#include "tests/harness/test.h"

/* Odd formats are what is tried here. */
#pragma GCC diagnostic ignored "-Wformat"

/* Format and compare, length too. */
#define CHECK_FORMAT(want, ...)                                                                    \
	do {                                                                                       \
		char text_[128];                                                                   \
		int len_ = ksnprintf(text_, sizeof(text_), __VA_ARGS__);                           \
		CHECK_STREQ(text_, want);                                                          \
		CHECK_EQ(len_, sizeof(want) - 1);                                                  \
	} while (0)

TEST(integers_of_all_lengths)
{
	CHECK_FORMAT("0 -1 2147483647 -2147483648", "%d %i %d %d", 0, -1, INT32_MAX, INT32_MIN);
	CHECK_FORMAT("4294967295 ffffffff FFFFFFFF", "%u %x %X", UINT32_MAX, UINT32_MAX,
		     UINT32_MAX);
	CHECK_FORMAT("18446744073709551615", "%llu", (unsigned long long)UINT64_MAX);
	CHECK_FORMAT("-9223372036854775808", "%lld", (long long)INT64_MIN);
	CHECK_FORMAT("123456789012 -5 7", "%lu %ld %zu", 123456789012ul, -5l, (size_t)7);
	CHECK_FORMAT("255 -1", "%hhu %hhd", 0x1ff, 0xff);
	CHECK_FORMAT("65535 -1", "%hu %hd", 0x1ffff, 0xffff);
	CHECK_FORMAT("1777777777777777777777", "%lo", UINT64_MAX);
	CHECK_FORMAT("ffffffff80000000", "%lx", 0xffffffff80000000ul);
}

TEST(width_precision_and_flags)
{
	CHECK_FORMAT("    5|5    |00005|+5|+005", "%5d|%-5d|%05d|%+d|%+.3d", 5, 5, 5, 5, 5);
	CHECK_FORMAT("-0005|  -05|-5   |", "%05d|%5.2d|%-5d|", -5, -5, -5);
	CHECK_FORMAT("0x1f|0X1F|0|0x001f", "%#x|%#X|%#x|%#06x", 0x1f, 0x1f, 0, 0x1f);
	CHECK_FORMAT("  00001f", "%8.6x", 0x1f);
	CHECK_FORMAT("   42|42   |", "%*d|%*d|", 5, 42, -5, 42);
	CHECK_FORMAT(" 7||0", "% d|%.0d|%d", 7, 0, 0);
	CHECK_FORMAT("0x0000000000001000", "%#018llx", 0x1000ull);
}

TEST(strings_and_characters)
{
	const char *volatile none = NULL; /* not seen through by the compiler */

	CHECK_FORMAT("abc|  abc|abc  |ab|   ab", "%s|%5s|%-5s|%.2s|%5.2s", "abc", "abc", "abc",
		     "abc", "abc");
	CHECK_FORMAT("(null)|x|  y|z  |100%", "%s|%c|%3c|%-3c|100%%", none, 'x', 'y', 'z');
	CHECK_FORMAT("abc", "%.*s", 3, "abcdef");
	CHECK_FORMAT("abcdef", "%.*s", -1, "abcdef");
	CHECK_FORMAT("0xffff888000001000|0x0", "%p|%p", (void *)0xffff888000001000ul, NULL);
	CHECK_FORMAT("", "%s", "");
}

TEST(a_precision_bounds_the_reading)
{
	const char text[3] = {'a', 'b', 'c'}; /* no NUL */

	CHECK_FORMAT("abc", "%.3s", text);
}

TEST(unknown_conversions_stand_as_they_are)
{
	CHECK_FORMAT("%q %5y %", "%q %5y %");
	CHECK_FORMAT("a%-", "a%-");
}

TEST(short_buffers_cut_and_tell_the_length)
{
	char text[8] = "zzzzzzz";

	CHECK_EQ(ksnprintf(text, 4, "%d", 123456), 6);
	CHECK_STREQ(text, "123");
	CHECK_EQ(text[4], 'z');
	CHECK_EQ(ksnprintf(text, 1, "%s", "abc"), 3);
	CHECK_STREQ(text, "");
	CHECK_EQ(ksnprintf(text, 0, "%s", "abc"), 3);
	CHECK_EQ(ksnprintf(NULL, 0, "%s %d", "abc", 5), 5);
	CHECK_EQ(ksnprintf(text, sizeof(text), "%1000d", 1), 1000);
	CHECK_STREQ(text, "       ");
}
