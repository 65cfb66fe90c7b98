// SPDX-License-Identifier: MIT
#include "drivers/code_place_logic.h"

enum {
	LARGEST_SIDE = 177, /* modules of version 40; versions differ by 4 */
	SMALLEST_SIDE = 21,
	GOOD_MODULE = 3, /* pixels that cameras tell apart well */
	LEAST_MODULE = 2,
	WANTED_COLUMNS = 44, /* for which modules are not made smaller than good */
	LEAST_COLUMNS = 30,
	TINY_COLUMNS = 15, /* on screens where even a small code would leave less */
};

static bool fits(const struct fb *fb, uint32_t side, uint32_t module, uint32_t columns)
{
	uint32_t len = (side + 2 * CODE_QUIET) * module;

	return len <= fb->height && len + columns * fb->font.width * fb->scale <= fb->width;
}

/* The most pixels a module can have, up to `most`; 0: it does not fit. */
static uint32_t largest_module(const struct fb *fb, uint32_t side, uint32_t most, uint32_t columns)
{
	while (most && !fits(fb, side, most, columns))
		most--;
	return most;
}

uint32_t code_max_side(const struct fb *fb)
{
	uint32_t side = LARGEST_SIDE;

	if (fits(fb, side, LEAST_MODULE, LEAST_COLUMNS))
		return side;
	while (side >= SMALLEST_SIDE && !fits(fb, side, LEAST_MODULE, TINY_COLUMNS))
		side -= 4;
	return side >= SMALLEST_SIDE ? side : 0;
}

struct code_place code_place(const struct fb *fb, uint32_t side)
{
	struct code_place place = {0};
	uint32_t module = largest_module(fb, side, fb->height, WANTED_COLUMNS);

	if (module < GOOD_MODULE)
		module = largest_module(fb, side, GOOD_MODULE, LEAST_COLUMNS);
	if (module < LEAST_MODULE)
		module = largest_module(fb, side, LEAST_MODULE, TINY_COLUMNS);
	if (module < LEAST_MODULE)
		return place;
	place.module = module;
	place.len = (side + 2 * CODE_QUIET) * module;
	place.x = fb->width - place.len;
	place.columns = place.x / (fb->font.width * fb->scale) - 1; /* an empty one between */
	if (place.columns > fb->columns)
		place.columns = fb->columns;
	return place;
}
