// SPDX-License-Identifier: MIT
/*
 * PC screen fonts, versions 1 and 2 (Linux Documentation/admin-guide, kbd's psf.h): a header, then
 * one bitmap a glyph, rows from the top, each of whole bytes, the leftmost pixel in the highest
 * bit. The table of Unicode values behind them is not read: tools/font has made sure that the
 * glyphs of ASCII stand at their own numbers.
 */
#pragma once

#include "mm/types.h"

/* Pixels of a glyph at most, each way. */
enum { PSF_MAX_WIDTH = 32, PSF_MAX_HEIGHT = 64 };

struct psf_font {
	const uint8_t *glyphs; /* within the bytes that were parsed */
	uint32_t nr_glyphs;
	uint32_t width, height; /* pixels */
	uint32_t row_len;	/* bytes of a glyph's row */
};

/*
 * Read a font in bytes[0..len), which must stay. Returns 0, or -EINVAL with a reason in *why: no
 * such font, cut short, a size that is 0 or too large, no glyph for each ASCII character.
 */
int psf_parse(const void *bytes, size_t len, struct psf_font *font, const char **why);

/* The bits of a glyph's row, the leftmost pixel in bit 31. A character without a glyph is '?'. */
static inline uint32_t psf_row(const struct psf_font *font, uint8_t character, uint32_t row)
{
	uint32_t number = character < font->nr_glyphs ? character : '?';
	const uint8_t *p = font->glyphs + (number * font->height + row) * (size_t)font->row_len;
	uint32_t bits = (uint32_t)p[0] << 24;

	for (uint32_t i = 1; i < font->row_len; i++)
		bits |= (uint32_t)p[i] << (24 - 8 * i);
	return bits;
}
