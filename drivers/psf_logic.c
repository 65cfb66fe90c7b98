// SPDX-License-Identifier: MIT
#include "drivers/psf_logic.h"

enum {
	PSF1_HEADER = 4, /* bytes: magic, mode, height */
	PSF1_MODE_512 = 1,
	PSF2_HEADER = 32, /* bytes: magic, version, header, flags, glyphs, glyph, height, width */
	ASCII_END = 128,
};

static uint32_t load32(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static int refuse(const char **why, const char *reason)
{
	*why = reason;
	return -EINVAL;
}

/* Fill in what the header says, less the place of the glyphs, which is returned: 0 if it is none.
 */
static uint32_t read_header(const uint8_t *p, size_t len, struct psf_font *font,
			    uint32_t *glyph_len)
{
	if (len >= PSF1_HEADER && p[0] == 0x36 && p[1] == 0x04) {
		font->nr_glyphs = p[2] & PSF1_MODE_512 ? 512 : 256;
		font->width = 8;
		font->height = p[3];
		*glyph_len = p[3];
		return PSF1_HEADER;
	}
	if (len >= PSF2_HEADER && load32(p) == 0x864ab572 && load32(p + 4) == 0 &&
	    load32(p + 8) >= PSF2_HEADER) {
		font->nr_glyphs = load32(p + 16);
		*glyph_len = load32(p + 20);
		font->height = load32(p + 24);
		font->width = load32(p + 28);
		return load32(p + 8);
	}
	return 0;
}

int psf_parse(const void *bytes, size_t len, struct psf_font *font, const char **why)
{
	struct psf_font f = {0};
	uint32_t glyph_len = 0;
	uint32_t at = read_header(bytes, len, &f, &glyph_len);

	if (!at)
		return refuse(why, "no PSF header of version 1 or 2");
	if (!f.width || f.width > PSF_MAX_WIDTH || !f.height || f.height > PSF_MAX_HEIGHT)
		return refuse(why, "a glyph's size is out of bounds");
	f.row_len = (f.width + 7) / 8;
	if (glyph_len != f.row_len * f.height)
		return refuse(why, "a glyph's length does not fit its size");
	if (f.nr_glyphs < ASCII_END)
		return refuse(why, "fewer glyphs than ASCII has characters");
	if (at > len || (uint64_t)f.nr_glyphs * glyph_len > len - at)
		return refuse(why, "the file ends before its last glyph");
	f.glyphs = (const uint8_t *)bytes + at;
	*font = f;
	return 0;
}
