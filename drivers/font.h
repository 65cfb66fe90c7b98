// SPDX-License-Identifier: MIT
/*
 * The console font that is linked in: Lat15-VGA16 of Debian's console-setup-linux, made into an
 * array by tools/font. Its licence is in iso/FONT.txt.
 */
#pragma once

#include "drivers/psf_logic.h"

/* Returns 0, or -EINVAL with the reason, as psf_parse(). */
int font_get(struct psf_font *font, const char **why);
