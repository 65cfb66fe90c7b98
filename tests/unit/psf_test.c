// SPDX-License-Identifier: MIT
/*
 * drivers/psf_logic.c on fonts of both versions and on broken ones, parsed at the very end of their
 * array, so that a sanitizer sees each read too far.
 */
#include "drivers/psf_logic.h"
#include "tests/harness/test.h"

#define FONT_MAX 65536

static uint8_t font_bytes[FONT_MAX];
static struct psf_font font;
static const char *why;

static void put32(size_t at, uint32_t v)
{
	__builtin_memcpy(font_bytes + at, &v, 4);
}

static size_t make_psf1(uint8_t mode, uint8_t height)
{
	size_t len = 4 + (mode & 1 ? 512u : 256u) * height;

	for (size_t i = 0; i < len; i++)
		font_bytes[i] = (uint8_t)(i * 37);
	__builtin_memcpy(font_bytes, "\x36\x04", 2);
	font_bytes[2] = mode;
	font_bytes[3] = height;
	return len;
}

static size_t make_psf2(uint32_t header, uint32_t glyphs, uint32_t glyph_len, uint32_t height,
			uint32_t width)
{
	size_t len = header + (size_t)glyphs * glyph_len;

	for (size_t i = 0; i < len && i < FONT_MAX; i++)
		font_bytes[i] = (uint8_t)(i * 37);
	put32(0, 0x864ab572);
	put32(4, 0);
	put32(8, header);
	put32(12, 0);
	put32(16, glyphs);
	put32(20, glyph_len);
	put32(24, height);
	put32(28, width);
	return len;
}

static int parse(size_t len)
{
	static uint8_t at_end[FONT_MAX];
	uint8_t *start = at_end + FONT_MAX - len;

	__builtin_memcpy(start, font_bytes, len);
	why = NULL;
	font.glyphs = NULL;
	return psf_parse(start, len, &font, &why);
}

/* Rows of all glyphs, so that what lies outside is found; the last one's bits. */
static uint32_t read_all(void)
{
	uint32_t bits = 0;

	for (uint32_t c = 0; c < 256; c++)
		for (uint32_t y = 0; y < font.height; y++)
			bits = psf_row(&font, (uint8_t)c, y);
	return bits;
}

TEST(version_1_has_glyphs_of_one_byte_a_row)
{
	size_t len = make_psf1(0, 16);

	CHECK_EQ(parse(len), 0);
	CHECK_EQ(font.nr_glyphs, 256);
	CHECK_EQ(font.width, 8);
	CHECK_EQ(font.height, 16);
	CHECK_EQ(psf_row(&font, 'A', 3), (uint32_t)font_bytes[4 + 'A' * 16 + 3] << 24);
	CHECK_EQ(read_all(), (uint32_t)font_bytes[len - 1] << 24);
	CHECK_EQ(parse(make_psf1(3, 8)), 0);
	CHECK_EQ(font.nr_glyphs, 512);
}

TEST(version_2_says_where_its_glyphs_begin_and_how_wide_they_are)
{
	size_t len = make_psf2(40, 128, 48, 24, 12);
	size_t at = 40 + 'A' * 48 + 2 * 5;

	CHECK_EQ(parse(len), 0);
	CHECK_EQ(font.width, 12);
	CHECK_EQ(font.row_len, 2);
	CHECK_EQ(psf_row(&font, 'A', 5),
		 (uint32_t)font_bytes[at] << 24 | (uint32_t)font_bytes[at + 1] << 16);
	CHECK_EQ(psf_row(&font, 200, 5), psf_row(&font, '?', 5)); /* there is no glyph 200 */
	read_all();
}

TEST(broken_fonts_are_refused_with_the_reason)
{
	CHECK_EQ(parse(0), -EINVAL);
	make_psf1(0, 16);
	for (size_t len = 0; len < 4 + 256 * 16; len += 7) {
		CHECK_EQ(parse(len), -EINVAL);
		CHECK(why);
	}
	CHECK_EQ(parse(make_psf1(0, 0)), -EINVAL);
	CHECK_EQ(parse(make_psf1(0, PSF_MAX_HEIGHT + 1)), -EINVAL);
	CHECK_EQ(parse(make_psf2(31, 128, 16, 16, 8)), -EINVAL); /* header within itself */
	CHECK_EQ(parse(make_psf2(32, 127, 16, 16, 8)), -EINVAL);
	CHECK_EQ(parse(make_psf2(32, 128, 15, 16, 8)), -EINVAL);
	CHECK_EQ(parse(make_psf2(32, 128, 16, 16, 0)), -EINVAL);
	CHECK_EQ(parse(make_psf2(32, 128, 5 * 16, 16, PSF_MAX_WIDTH + 1)), -EINVAL);
	CHECK_EQ(parse(make_psf2(32, 128, 16, 16, 8) - 1), -EINVAL);
	make_psf2(32, 128, 16, 16, 8);
	put32(8, 0xfffffff0); /* glyphs begin beyond the file */
	CHECK_EQ(parse(4096), -EINVAL);
	make_psf2(32, 128, 16, 16, 8);
	put32(16, 0xffffffff);
	CHECK_EQ(parse(4096), -EINVAL);
	CHECK(test_contains(why, "before its last glyph"));
}

TEST(random_headers_never_lead_outside)
{
	uint64_t seed = test_seed();

	for (int i = 0; i < 20000; i++) {
		size_t len = make_psf2(32, 128, 16, 16, 8);

		for (int k = test_random(&seed) % 3; k >= 0; k--)
			font_bytes[4 + test_random(&seed) % 28] = (uint8_t)test_random(&seed);
		if (!parse(len))
			read_all();
	}
}
