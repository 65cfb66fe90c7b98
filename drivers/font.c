// SPDX-License-Identifier: MIT
#include "drivers/font.h"

/* build/gen/font.c, made by tools/font */
extern const uint8_t build_font[];
extern const size_t build_font_len;

int font_get(struct psf_font *font, const char **why)
{
	return psf_parse(build_font, build_font_len, font, why);
}
