// SPDX-License-Identifier: MIT
/*
 * kernel/qr_logic.c. Whole codes of all versions and levels are compared with libqrencode's by
 * tests/boot/qr.py; here are known vectors, and what can go wrong.
 */
#include "kernel/qr_logic.h"
#include "tests/harness/test.h"

static struct qr qr;

static int encode(const char *text, enum qr_level level, unsigned min, unsigned max, int mask)
{
	return qr_encode(&qr, text, __builtin_strlen(text), level, min, max, mask);
}

/* "HELLO WORLD", the example of many descriptions: data, and error correction behind it. */
TEST(codewords_of_a_known_text)
{
	static const uint8_t expected[] = {32, 91,  11,	 120, 209, 114, 220, 77,  67,
					   64, 236, 17,	 236, 17,  236, 17,  196, 35,
					   39, 119, 235, 215, 231, 226, 93,  23};

	CHECK_EQ(encode("HELLO WORLD", QR_M, 1, 40, 0), 0);
	CHECK_EQ(qr.version, 1);
	CHECK_EQ(qr.side, 21);
	for (size_t i = 0; i < ARRAY_SIZE(expected); i++)
		CHECK_EQ(qr.codewords[i], expected[i]);
}

/* The format of level M with mask 5 is 100000011001110 (ISO/IEC 18004, annex C); read it back from
 * both of its places. */
TEST(the_format_is_written_twice)
{
	unsigned first = 0, second = 0;

	CHECK_EQ(encode("HELLO WORLD", QR_M, 1, 1, 5), 0);
	for (unsigned i = 0; i < 6; i++)
		first = first << 1 | qr_dark(&qr, 8, i);
	first = first << 1 | qr_dark(&qr, 8, 7);
	first = first << 1 | qr_dark(&qr, 8, 8);
	first = first << 1 | qr_dark(&qr, 7, 8);
	for (int i = 5; i >= 0; i--)
		first = first << 1 | qr_dark(&qr, (unsigned)i, 8);
	for (unsigned i = 20; i > 13; i--)
		second = second << 1 | qr_dark(&qr, i, 8);
	for (unsigned i = 13; i < 21; i++)
		second = second << 1 | qr_dark(&qr, 8, i);
	CHECK_EQ(first, 0x40ce);
	CHECK_EQ(second, 0x40ce);
	CHECK(qr_dark(&qr, 13, 8));
}

/* Version 7 is 000111110010010100 (annex D). */
TEST(the_version_is_written_from_7_on)
{
	unsigned first = 0, second = 0;

	CHECK_EQ(encode("HELLO WORLD", QR_L, 7, 7, QR_BEST_MASK), 0);
	for (int i = 17; i >= 0; i--) {
		first = first << 1 | qr_dark(&qr, (unsigned)i / 3, 34 + (unsigned)i % 3);
		second = second << 1 | qr_dark(&qr, 34 + (unsigned)i % 3, (unsigned)i / 3);
	}
	CHECK_EQ(first, 0x7c94);
	CHECK_EQ(second, 0x7c94);
}

/* Table 7 of the standard. */
TEST(capacities_are_those_of_the_standard)
{
	static const struct {
		unsigned version;
		unsigned capacity[QR_LEVELS];
	} known[] = {
		{1, {25, 20, 16, 10}},		{7, {224, 178, 125, 93}},
		{10, {395, 311, 221, 174}},	{26, {1990, 1542, 1094, 864}},
		{27, {2132, 1637, 1172, 910}},	{32, {2840, 2238, 1618, 1226}},
		{40, {4296, 3391, 2420, 1852}},
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		for (int level = QR_L; level < QR_LEVELS; level++)
			CHECK_EQ(qr_alphanumeric_capacity(known[i].version, (enum qr_level)level),
				 known[i].capacity[level]);
}

TEST(a_text_gets_the_smallest_version_that_holds_it)
{
	static char text[4300];

	__builtin_memset(text, 'A', sizeof(text));
	for (unsigned version = 1; version <= QR_MAX_VERSION; version += 3)
		for (int level = QR_L; level < QR_LEVELS; level++) {
			size_t most = qr_alphanumeric_capacity(version, (enum qr_level)level);

			CHECK_EQ(qr_encode(&qr, text, most, (enum qr_level)level, 1, 40, 0), 0);
			CHECK_EQ(qr.version, version);
			CHECK_EQ(
				qr_encode(&qr, text, most + 1, (enum qr_level)level, 1, version, 0),
				-E2BIG);
		}
	CHECK_EQ(qr_encode(&qr, text, sizeof(text), QR_L, 1, 40, 0), -E2BIG);
	CHECK_EQ(qr_encode(&qr, text, 1ul << 40, QR_L, 1, 40, 0), -E2BIG);
	/* One small letter, and a byte takes eight bits. */
	text[7] = 'a';
	CHECK_EQ(qr_encode(&qr, text, 2953, QR_L, 1, 40, 0), 0);
	CHECK_EQ(qr_encode(&qr, text, 2954, QR_L, 1, 40, 0), -E2BIG);
	CHECK_EQ(qr_encode(&qr, "", 0, QR_H, 1, 40, 0), 0);
	CHECK_EQ(qr.version, 1);
}

TEST(versions_levels_and_masks_that_there_are_not_are_refused)
{
	CHECK_EQ(encode("A", QR_L, 0, 40, 0), -EINVAL);
	CHECK_EQ(encode("A", QR_L, 1, 41, 0), -EINVAL);
	CHECK_EQ(encode("A", QR_L, 5, 4, 0), -EINVAL);
	CHECK_EQ(encode("A", QR_LEVELS, 1, 40, 0), -EINVAL);
	CHECK_EQ(encode("A", QR_L, 1, 40, 8), -EINVAL);
	CHECK_EQ(encode("A", QR_L, 1, 40, -2), -EINVAL);
}

TEST(the_mask_with_the_least_penalty_is_chosen)
{
	uint64_t seed = test_seed();
	unsigned seen = 0;

	for (int i = 0; i < 20; i++) {
		unsigned best, least = ~0u, chosen;
		char text[40];

		for (size_t k = 0; k < sizeof(text); k++)
			text[k] = (char)('A' + test_random(&seed) % 26);
		CHECK_EQ(qr_encode(&qr, text, sizeof(text), QR_M, 1, 40, QR_BEST_MASK), 0);
		chosen = qr.mask;
		best = qr_penalty(&qr);
		for (int mask = 0; mask < QR_MASKS; mask++) {
			CHECK_EQ(qr_encode(&qr, text, sizeof(text), QR_M, 1, 40, mask), 0);
			least = qr_penalty(&qr) < least ? qr_penalty(&qr) : least;
		}
		CHECK_EQ(best, least);
		seen |= 1u << chosen;
	}
	CHECK(seen & (seen - 1)); /* not always the same one */
}

/* A picture whose penalty is counted by hand. */
TEST(penalties_of_a_simple_picture)
{
	__builtin_memset(qr.modules, 0, sizeof(qr.modules));
	qr.side = 21;
	/* All light: runs of 21 in 42 lines, 400 squares, 50 % away from a half. */
	CHECK_EQ(qr_penalty(&qr), 42 * (3 + 16) + 400 * 3 + 100);
	/* A finder's pattern in the middle of row 10: runs of 7 on both sides of it remain. */
	for (unsigned i = 0; i < 7; i++)
		qr.modules[10][7 + i] = 1;
	qr.modules[10][8] = qr.modules[10][12] = 0;
	/*
	 * Light on both sides: twice 40. Row 10 has runs of 7 and 7; in the five columns that it
	 * crosses darkly runs of 10 and 10. Each of the 5 dark modules is in 4 squares, three of
	 * them beside each other.
	 */
	CHECK_EQ(qr_penalty(&qr), (41 - 5) * 19 + 2 * (3 + 2) + 5 * 2 * (3 + 5) +
					  (400 - 5 * 4 + 2 * 2) * 3 + 80 + 90);
}
