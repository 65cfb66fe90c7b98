// SPDX-License-Identifier: MIT
/*
 * memcpy and relatives at all small lengths, alignments and overlaps, byte by byte.
 */
#include "kernel/string.h"
#include "tests/harness/test.h"

#define LEN 96

static uint8_t got[LEN], want[LEN], from[LEN];

static void fill(void)
{
	for (unsigned i = 0; i < LEN; i++) {
		got[i] = want[i] = (uint8_t)(i * 7 + 1);
		from[i] = (uint8_t)(i * 5 + 128);
	}
}

static bool same(void)
{
	for (unsigned i = 0; i < LEN; i++) {
		if (got[i] != want[i])
			return false;
	}
	return true;
}

TEST(copies_are_exact)
{
	for (unsigned to = 0; to < 9; to++) {
		for (unsigned at = 0; at < 9; at++) {
			for (unsigned len = 0; len < 40; len++) {
				fill();
				CHECK(memcpy(got + to, from + at, len) == got + to);
				for (unsigned i = 0; i < len; i++)
					want[to + i] = from[at + i];
				CHECK(same());
			}
		}
	}
}

TEST(moves_may_overlap)
{
	for (unsigned to = 0; to < 20; to++) {
		for (unsigned at = 0; at < 20; at++) {
			for (unsigned len = 0; len < 40; len++) {
				uint8_t original[LEN];

				fill();
				for (unsigned i = 0; i < LEN; i++)
					original[i] = got[i];
				CHECK(memmove(got + to, got + at, len) == got + to);
				for (unsigned i = 0; i < len; i++)
					want[to + i] = original[at + i];
				CHECK(same());
			}
		}
	}
}

TEST(fills_are_exact)
{
	for (unsigned to = 0; to < 9; to++) {
		for (unsigned len = 0; len < 40; len++) {
			fill();
			CHECK(memset(got + to, 0x1ab, len) == got + to);
			for (unsigned i = 0; i < len; i++)
				want[to + i] = 0xab;
			CHECK(same());
		}
	}
}

TEST(comparisons_are_of_unsigned_bytes)
{
	CHECK_EQ(memcmp("abc", "abc", 3), 0);
	CHECK(memcmp("abc", "abd", 3) < 0);
	CHECK(memcmp("\xff", "\x01", 1) > 0);
	CHECK_EQ(memcmp("abc", "abd", 2), 0);
	CHECK_EQ(strcmp("abc", "abc"), 0);
	CHECK(strcmp("ab", "abc") < 0);
	CHECK(strcmp("\xff", "\x01") > 0);
	CHECK_EQ(strncmp("abcd", "abce", 3), 0);
	CHECK_EQ(strlen("four"), 4);
	CHECK_EQ(strnlen("four", 3), 3);
	CHECK_STREQ(strchr("a=b=c", '='), "=b=c");
	CHECK(!strchr("abc", 'x'));
	CHECK_STREQ(strchr("abc", '\0'), "");
}
