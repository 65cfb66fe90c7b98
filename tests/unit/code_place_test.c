// SPDX-License-Identifier: MIT
#include "drivers/code_place_logic.h"
#include "tests/harness/test.h"

/* A screen with a font of 8 by 16 pixels, as fb_init() would make it. */
static struct fb make_screen(uint32_t width, uint32_t height)
{
	struct psf_font font = {.nr_glyphs = 256, .width = 8, .height = 16, .row_len = 1};
	struct boot_fb tag = {.present = true,
			      .addr = 1,
			      .pitch = width * 4,
			      .width = width,
			      .height = height,
			      .bpp = 32,
			      .type = 1,
			      .red_pos = 16,
			      .red_size = 8,
			      .green_pos = 8,
			      .green_size = 8,
			      .blue_size = 8};
	struct fb fb = {0};
	const char *why;

	fb_init(&fb, &tag, NULL, &font, &why);
	return fb;
}

TEST(the_largest_code_fits_common_screens)
{
	static const struct {
		uint32_t width, height, max_side, module, columns;
	} tries[] = {
		{640, 480, 177, 2, 32},	   {800, 600, 177, 3, 29},    {1024, 768, 177, 3, 57},
		{1280, 800, 177, 4, 66},   {1366, 768, 177, 4, 77},   {1920, 1080, 177, 5, 61},
		{3840, 2160, 177, 11, 74}, {7680, 4320, 177, 23, 70}, {320, 200, 89, 2, 14},
		{680, 384, 177, 2, 37},
	};

	for (size_t i = 0; i < ARRAY_SIZE(tries); i++) {
		struct fb fb = make_screen(tries[i].width, tries[i].height);
		uint32_t side = code_max_side(&fb);
		struct code_place place = code_place(&fb, side);

		CHECK_EQ(side, tries[i].max_side);
		CHECK_EQ(place.module, tries[i].module);
		CHECK_EQ(place.columns, tries[i].columns);
		CHECK_EQ(place.x + place.len, tries[i].width);
		CHECK(place.y + place.len <= tries[i].height);
	}
}

TEST(smaller_codes_get_larger_modules)
{
	struct fb fb = make_screen(1024, 768);
	uint32_t last = ~0u;

	for (uint32_t side = 21; side <= 177; side += 4) {
		struct code_place place = code_place(&fb, side);

		CHECK(place.module >= 3 && place.module <= last);
		CHECK(place.columns >= 43);
		CHECK(place.columns * 8 <= place.x);
		last = place.module;
	}
}

TEST(a_screen_too_small_has_no_place)
{
	struct fb fb = make_screen(160, 40);

	CHECK_EQ(code_max_side(&fb), 0);
	CHECK_EQ(code_place(&fb, 21).module, 0);
}
