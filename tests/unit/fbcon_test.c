// SPDX-License-Identifier: MIT
/*
 * drivers/fbcon_logic.c in memory. That it never reads is shown by filling that memory with noise
 * before each call: what comes out must not depend on it.
 */
#include "drivers/fbcon_logic.h"
#include "tests/harness/test.h"

/* Two characters side by side and below each other, with a little left over. */
enum { MEMORY_MAX = 80 << 10, GUARD = 64 /* bytes that nobody may touch */ };

static uint8_t memory[MEMORY_MAX];
static const char *why;

/* Glyph N has N in its first row and all of its last row's pixels. */
static struct psf_font make_font(void)
{
	static uint8_t glyphs[256 * 8];

	for (unsigned i = 0; i < 256; i++) {
		glyphs[i * 8] = (uint8_t)i;
		glyphs[i * 8 + 7] = 0xff;
	}
	return (struct psf_font){glyphs, 256, 8, 8, 1};
}

static struct boot_fb make_tag(uint8_t bpp, uint32_t width, uint32_t height, uint32_t pitch)
{
	struct boot_fb tag = {.present = true,
			      .addr = 0x80000000,
			      .pitch = pitch,
			      .width = width,
			      .height = height,
			      .bpp = bpp,
			      .type = 1};

	switch (bpp) {
	case 8:
		tag.red_pos = 5, tag.red_size = 3;
		tag.green_pos = 2, tag.green_size = 3;
		tag.blue_pos = 0, tag.blue_size = 2;
		break;
	case 15:
		tag.red_pos = 10, tag.red_size = 5;
		tag.green_pos = 5, tag.green_size = 5;
		tag.blue_pos = 0, tag.blue_size = 5;
		break;
	case 16:
		tag.red_pos = 11, tag.red_size = 5;
		tag.green_pos = 5, tag.green_size = 6;
		tag.blue_pos = 0, tag.blue_size = 5;
		break;
	default:
		tag.red_pos = 16, tag.red_size = 8;
		tag.green_pos = 8, tag.green_size = 8;
		tag.blue_pos = 0, tag.blue_size = 8;
		break;
	}
	return tag;
}

static void fill_noise(uint64_t seed)
{
	for (size_t i = 0; i < MEMORY_MAX; i++)
		memory[i] = (uint8_t)(test_random(&seed) >> 56);
}

static uint32_t pixel_at(const struct fb *fb, uint32_t x, uint32_t y)
{
	uint32_t pixel = 0;

	__builtin_memcpy(&pixel, fb->memory + (size_t)y * fb->pitch + (size_t)x * fb->pixel_len,
			 fb->pixel_len);
	return pixel;
}

static void put(struct fb *fb, uint32_t x, uint32_t y, screen_cell cell)
{
	fb_put(fb, x, y, &cell, 1);
}

/* Is the cell's picture that of the character? */
static bool shows(const struct fb *fb, uint32_t x, uint32_t y, uint8_t character, uint32_t ink,
		  uint32_t paper)
{
	uint32_t side = 8 * fb->scale;

	for (uint32_t row = 0; row < side; row++)
		for (uint32_t column = 0; column < side; column++) {
			uint32_t bits = psf_row(&fb->font, character, row / fb->scale);
			bool set = bits >> (31 - column / fb->scale) & 1;

			if (pixel_at(fb, x * side + column, y * side + row) != (set ? ink : paper))
				return false;
		}
	return true;
}

/* Have bytes outside of the cells' pixels kept the noise? */
static bool rest_is_untouched(const struct fb *fb, uint64_t seed)
{
	uint32_t used = fb->columns * 8 * fb->scale * fb->pixel_len;
	uint32_t rows = fb->rows * 8 * fb->scale;

	for (size_t i = 0; i < MEMORY_MAX; i++) {
		uint8_t noise = (uint8_t)(test_random(&seed) >> 56);
		size_t at = i - GUARD;

		if (i >= GUARD && at / fb->pitch < rows && at % fb->pitch < used)
			continue;
		if (memory[i] != noise)
			return false;
	}
	return true;
}

static void check_depth(uint8_t bpp, uint32_t pitch)
{
	struct boot_fb tag = make_tag(bpp, 27, 19, pitch);
	struct psf_font font = make_font();
	struct fb fb;

	CHECK_EQ(fb_init(&fb, &tag, memory + GUARD, &font, &why), 0);
	CHECK_EQ(fb.columns, 3);
	CHECK_EQ(fb.rows, 2);
	CHECK_EQ(fb.scale, 1);
	CHECK_EQ(fb.pixels[FB_BLACK], 0);
	for (uint64_t seed = 1; seed <= 3; seed++) {
		fill_noise(seed);
		for (uint32_t i = 0; i < 6; i++)
			put(&fb, i % 3, i / 3, SCREEN_CELL('A' + i, SCREEN_PLAIN));
		for (uint32_t i = 0; i < 6; i++)
			CHECK(shows(&fb, i % 3, i / 3, (uint8_t)('A' + i), fb.pixels[FB_GREY], 0));
		CHECK(rest_is_untouched(&fb, seed));
	}
	fill_noise(7); /* outside of the screen: nothing */
	put(&fb, 3, 0, SCREEN_CELL('A', SCREEN_PLAIN));
	put(&fb, 0, 2, SCREEN_CELL('A', SCREEN_PLAIN));
	fb.columns = 0;
	CHECK(rest_is_untouched(&fb, 7));
}

TEST(glyphs_are_drawn_without_reading_in_every_depth)
{
	check_depth(8, 27);
	check_depth(15, 54);
	check_depth(16, 61); /* pitches that are no multiple of the pixel */
	check_depth(24, 81);
	check_depth(24, 97);
	check_depth(32, 108);
	check_depth(32, 200);
}

/* More cells than are built at once, and than there are. */
TEST(cells_side_by_side_are_drawn_together)
{
	struct psf_font font = make_font();
	struct boot_fb tag = make_tag(32, 4 * 8 * 16, 16, 4 * 8 * 16 * 4 + 4);
	screen_cell cells[70];
	struct fb fb;

	CHECK_EQ(fb_init(&fb, &tag, memory + GUARD, &font, &why), 0);
	CHECK_EQ(fb.columns, 64);
	for (uint32_t i = 0; i < ARRAY_SIZE(cells); i++)
		cells[i] = SCREEN_CELL(' ' + i, i % SCREEN_STATUS);
	fill_noise(5);
	for (uint32_t y = 0; y < fb.rows; y++) {
		fb_put(&fb, 0, y, cells, ARRAY_SIZE(cells));
		for (uint32_t i = 0; i < 64; i++) {
			static const enum fb_colour inks[] = {FB_GREY, FB_WHITE, FB_RED};

			CHECK(shows(&fb, i, y, (uint8_t)(' ' + i),
				    fb.pixels[inks[i % SCREEN_STATUS]], 0));
		}
	}
	CHECK(rest_is_untouched(&fb, 5));
}

TEST(colours_fill_their_channels_wherever_these_are)
{
	struct psf_font font = make_font();
	struct boot_fb tag = make_tag(16, 64, 64, 128);
	struct fb fb;

	CHECK_EQ(fb_init(&fb, &tag, memory, &font, &why), 0);
	CHECK_EQ(fb.pixels[FB_WHITE], 0xffff);
	CHECK_EQ(fb.pixels[FB_RED], 0x1f << 11 | 0x18 << 5 | 0xc);
	tag = make_tag(32, 64, 64, 256);
	tag.red_pos = 0; /* BGR */
	tag.blue_pos = 16;
	CHECK_EQ(fb_init(&fb, &tag, memory, &font, &why), 0);
	CHECK_EQ(fb.pixels[FB_RED], 0x6060ff);
	tag.red_pos = 20; /* 10 bits each, and two that stay 0 */
	tag.green_pos = 10;
	tag.blue_pos = 0;
	tag.red_size = tag.green_size = tag.blue_size = 10;
	CHECK_EQ(fb_init(&fb, &tag, memory, &font, &why), 0);
	CHECK_EQ(fb.pixels[FB_WHITE], 0x3fffffff);
	CHECK_EQ(fb.pixels[FB_RED], 0x3ffu << 20 | 0x181 << 10 | 0x181);
}

TEST(indexed_screens_use_the_nearest_colours)
{
	static const uint8_t palette[][3] = {
		{255, 255, 255}, {0, 0, 10}, {250, 80, 80}, {170, 170, 170}};
	struct psf_font font = make_font();
	struct boot_fb tag = make_tag(8, 64, 64, 64);
	struct fb fb;

	tag.type = 0;
	CHECK_EQ(fb_init(&fb, &tag, memory, &font, &why), 0);
	CHECK_EQ(fb.pixels[FB_BLACK], 0); /* no palette: VGA's own */
	CHECK_EQ(fb.pixels[FB_GREY], 7);
	CHECK_EQ(fb.pixels[FB_WHITE], 15);
	tag.nr_palette = ARRAY_SIZE(palette);
	__builtin_memcpy(tag.palette, palette, sizeof(palette));
	CHECK_EQ(fb_init(&fb, &tag, memory, &font, &why), 0);
	CHECK_EQ(fb.pixels[FB_BLACK], 1);
	CHECK_EQ(fb.pixels[FB_GREY], 3);
	CHECK_EQ(fb.pixels[FB_RED], 2);
	CHECK_EQ(fb.pixels[FB_WHITE], 0);
}

TEST(glyphs_grow_with_the_screen)
{
	static const struct {
		uint32_t width, height, scale, columns, rows;
	} tries[] = {
		{320, 200, 1, 40, 12},	  {640, 480, 1, 80, 30},    {680, 384, 1, 85, 24},
		{800, 600, 1, 100, 37},	  {1024, 768, 1, 128, 48},  {1280, 800, 1, 160, 50},
		{1366, 768, 1, 170, 48},  {1920, 1080, 2, 120, 33}, {2560, 1440, 2, 160, 45},
		{3840, 2160, 3, 160, 45}, {7680, 4320, 6, 160, 45},
	};
	struct psf_font font = make_font();

	font.height = 16;
	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		struct boot_fb tag =
			make_tag(32, tries[i].width, tries[i].height, tries[i].width * 4);
		struct fb fb;

		CHECK_EQ(fb_init(&fb, &tag, memory, &font, &why), 0);
		CHECK_EQ(fb.scale, tries[i].scale);
		CHECK_EQ(fb.columns, tries[i].columns);
		CHECK_EQ(fb.rows, tries[i].rows);
	}
}

TEST(enlarged_glyphs_are_drawn_in_blocks)
{
	struct boot_fb tag = make_tag(24, 40, 520, 130); /* too high for small ones */
	struct psf_font font = make_font();
	struct fb fb;

	CHECK_EQ(fb_init(&fb, &tag, memory + GUARD, &font, &why), 0);
	CHECK_EQ(fb.scale, 2);
	CHECK_EQ(fb.columns, 2);
	CHECK_EQ(fb.rows, 32);
	fill_noise(9);
	for (uint32_t i = 0; i < 4; i++)
		put(&fb, i % 2, i / 2, SCREEN_CELL('a' + i, SCREEN_STATUS));
	for (uint32_t i = 0; i < 4; i++)
		CHECK(shows(&fb, i % 2, i / 2, (uint8_t)('a' + i), 0, fb.pixels[FB_GREY]));
	fb.rows = 2;
	CHECK(rest_is_untouched(&fb, 9));
}

/* Pieces of four pixels, and glyphs of nine: what a piece has beyond its glyph is not drawn. */
TEST(glyphs_of_odd_width_stand_side_by_side)
{
	static uint8_t glyphs[256 * 2];
	struct psf_font font = {glyphs, 256, 9, 1, 2};
	struct boot_fb tag = make_tag(32, 19, 2, 80);
	screen_cell cells[] = {SCREEN_CELL('a', SCREEN_BRIGHT), SCREEN_CELL('b', SCREEN_BRIGHT)};
	struct fb fb;

	__builtin_memcpy(glyphs + 'a' * 2, "\xff\xff", 2); /* seven bits too many */
	__builtin_memcpy(glyphs + 'b' * 2, "\x00\x7f", 2);
	CHECK_EQ(fb_init(&fb, &tag, memory + GUARD, &font, &why), 0);
	CHECK_EQ(fb.columns, 2);
	fill_noise(11);
	fb_put(&fb, 0, 0, cells, 2);
	for (uint32_t x = 0; x < 18; x++)
		CHECK_EQ(pixel_at(&fb, x, 0), x < 9 ? 0xffffff : 0);
	for (size_t i = 18 * 4; i < 80; i++) { /* the rest of the row is still noise */
		uint64_t seed = 11;
		uint8_t noise = 0;

		for (size_t k = 0; k <= GUARD + i; k++)
			noise = (uint8_t)(test_random(&seed) >> 56);
		CHECK_EQ(memory[GUARD + i], noise);
	}
}

TEST(rectangles_are_cut_at_the_edges)
{
	struct boot_fb tag = make_tag(16, 100, 20, 210);
	struct psf_font font = make_font();
	struct fb fb;
	unsigned nr_white = 0;

	CHECK_EQ(fb_init(&fb, &tag, memory + GUARD, &font, &why), 0);
	fb_fill(&fb, 0, 0, 100, 20, FB_BLACK);
	fb_fill(&fb, 5, 3, 80, 4, FB_WHITE);
	fb_fill(&fb, 98, 18, 0xffffffff, 0xffffffff, FB_WHITE);
	fb_fill(&fb, 100, 0, 1, 1, FB_WHITE);
	fb_fill(&fb, 0, 20, 1, 1, FB_WHITE);
	fb_fill(&fb, 0, 0, 0, 5, FB_WHITE);
	for (uint32_t y = 0; y < 20; y++)
		for (uint32_t x = 0; x < 100; x++) {
			bool inside = (x >= 5 && x < 85 && y >= 3 && y < 7) || (x >= 98 && y >= 18);

			CHECK_EQ(pixel_at(&fb, x, y), inside ? 0xffff : 0);
			nr_white += inside;
		}
	CHECK_EQ(nr_white, 80 * 4 + 4);
}

/* Rows longer than their pixels (case O06): the last byte touched lies within the last row. */
TEST(the_last_pixel_lies_within_the_last_row)
{
	static const struct {
		uint32_t width, height, pitch;
		uint8_t bpp;
	} tries[] = {{680, 384, 1376, 16}, {1366, 768, 5504, 32}};
	struct psf_font font = make_font();

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		struct boot_fb tag =
			make_tag(tries[i].bpp, tries[i].width, tries[i].height, tries[i].pitch);
		uint8_t *pixels = test_arena(fb_len(&tag)); /* the page behind is not ours */
		struct fb fb;

		CHECK(pixels);
		CHECK_EQ(fb_len(&tag), (uint64_t)tries[i].pitch * tries[i].height);
		CHECK_EQ(fb_init(&fb, &tag, pixels, &font, &why), 0);
		fb_fill(&fb, 0, 0, 0xffffffff, 0xffffffff, FB_WHITE);
		CHECK_EQ(pixel_at(&fb, tries[i].width - 1, tries[i].height - 1),
			 tries[i].bpp == 16 ? 0xffff : 0xffffff);
		for (uint32_t y = 0; y < tries[i].height; y++)
			for (uint32_t x = tries[i].width * tries[i].bpp / 8; x < tries[i].pitch;
			     x++)
				CHECK_EQ(pixels[(size_t)y * tries[i].pitch + x], 0);
		for (uint32_t y = 0; y < fb.rows; y++)
			for (uint32_t x = 0; x < fb.columns; x++)
				put(&fb, x, y, SCREEN_CELL('x', SCREEN_BAD));
		CHECK(shows(&fb, fb.columns - 1, fb.rows - 1, 'x', fb.pixels[FB_RED], 0));
	}
}

TEST(tags_that_make_no_sense_are_refused_with_the_reason)
{
	const struct boot_fb good = make_tag(32, 1024, 768, 4096);
	struct psf_font font = make_font();
	struct boot_fb bad;
	struct fb fb;

#define REFUSED(change)                                                                            \
	do {                                                                                       \
		bad = good;                                                                        \
		change;                                                                            \
		why = NULL;                                                                        \
		CHECK_EQ(fb_check(&bad, &why), -EINVAL);                                           \
		CHECK(why);                                                                        \
		CHECK_EQ(fb_init(&fb, &bad, memory, &font, &why), -EINVAL);                        \
	} while (0)
	CHECK_EQ(fb_check(&good, &why), 0);
	REFUSED(bad.addr = 0);
	REFUSED(bad.width = 0);
	REFUSED(bad.height = 0);
	REFUSED(bad.width = 0x40000000); /* times 4 it would be 0 */
	REFUSED(bad.height = FB_MAX_SIDE + 1);
	REFUSED(bad.type = 3);
	REFUSED(bad.bpp = 0);
	REFUSED(bad.bpp = 4);
	REFUSED(bad.bpp = 30);
	REFUSED(bad.bpp = 64);
	REFUSED(bad.type = 0); /* indexed, of 32 bits */
	REFUSED(bad.pitch = 4095);
	REFUSED(bad.pitch = 0);
	REFUSED(bad.addr = 0xffffffffffd00001ull);
	REFUSED(bad.red_size = 0);
	REFUSED(bad.red_size = 9; bad.red_pos = 24);
	REFUSED(bad.red_size = 17; bad.red_pos = 15);
	REFUSED(bad.red_pos = 255);
	REFUSED(bad.green_pos = 15);
#undef REFUSED
	bad = good;
	bad.addr = 0xffffffffffcfffffull; /* ends with the last address */
	CHECK_EQ(fb_check(&bad, &why), 0);
	bad.type = 2;
	bad.bpp = 16;
	CHECK_EQ(fb_check(&bad, &why), 0);
	CHECK_EQ(fb_init(&fb, &bad, memory, &font, &why), -EINVAL);
	bad = make_tag(32, 8, 15, 32);
	CHECK_EQ(fb_check(&bad, &why), 0);
	CHECK_EQ(fb_init(&fb, &bad, memory, &font, &why), -EINVAL);
	CHECK(test_contains(why, "too small"));
}
