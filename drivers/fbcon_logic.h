// SPDX-License-Identifier: MIT
/*
 * A linear framebuffer of any depth, pitch and order of channels: glyphs, rectangles and QR codes
 * are drawn into it, and it is never read. Pixels are built in RAM, a row at a time, and copied.
 */
#pragma once

#include "boot/boot_info.h"
#include "drivers/psf_logic.h"
#include "drivers/screen_logic.h"

/* What is drawn with. */
enum fb_colour { FB_BLACK, FB_GREY, FB_RED, FB_WHITE, FB_COLOURS };

/* Glyphs are enlarged by a whole number up to this, which 7680 by 4320 pixels need. */
enum { FB_MAX_SCALE = 8, FB_MAX_SIDE = 32768 /* pixels */ };

/* Glyphs are put together from pieces of four pixels, enlarged: bytes of one at most. */
enum { FB_PIECE = 4, FB_MAX_PIECE_LEN = FB_PIECE * FB_MAX_SCALE * 4 };

struct fb {
	uint8_t *memory;
	uint32_t width, height; /* pixels */
	uint32_t pitch;		/* bytes from row to row */
	uint32_t pixel_len;	/* bytes: 1 to 4 */
	uint32_t pixels[FB_COLOURS];
	struct psf_font font;
	uint32_t scale;		/* a glyph's pixel is so many of the screen's each way */
	uint32_t columns, rows; /* of characters, from the upper left corner */
	uint32_t piece_len;	/* bytes */
	/* By a glyph's colours and four of its bits. */
	uint8_t pieces[SCREEN_COLOURS][1 << FB_PIECE][FB_MAX_PIECE_LEN];
};

/*
 * Does the tag make sense, be it for pixels or for text? 0, or -EINVAL with the reason: no address,
 * a side of 0 or beyond FB_MAX_SIDE, a depth or type that there is not, rows shorter than what they
 * show, an end beyond 64 bits, channels that overlap or lie outside of their pixel.
 */
int fb_check(const struct boot_fb *tag, const char **why);

/* Bytes from its address on that a tag which fb_check() accepts covers. */
uint64_t fb_len(const struct boot_fb *tag);

/*
 * Make a framebuffer of pixels: `memory` is where its first byte is mapped. Returns 0, or -EINVAL
 * with the reason: as fb_check(), text instead of pixels, too small for two rows of text. Draws
 * nothing.
 */
int fb_init(struct fb *fb, const struct boot_fb *tag, void *memory, const struct psf_font *font,
	    const char **why);

/* Draw the cells of characters: struct screen's `put`, `device` being the struct fb. */
void fb_put(void *device, uint32_t x, uint32_t y, const screen_cell *cells, uint32_t nr);

/* Fill a rectangle, in pixels; what lies outside of the screen is left out. */
void fb_fill(struct fb *fb, uint32_t x, uint32_t y, uint32_t width, uint32_t height,
	     enum fb_colour colour);
