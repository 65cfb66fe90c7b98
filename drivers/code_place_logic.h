// SPDX-License-Identifier: MIT
/*
 * Where a QR code stands on the screen: in the upper right corner, with its quiet zone, beside
 * columns of text. Modules are whole pixels, at least 3 wherever the largest code leaves room for
 * 30 columns so, else 2.
 */
#pragma once

#include "drivers/fbcon_logic.h"

struct code_place {
	uint32_t module;  /* pixels; 0: there is no room */
	uint32_t x, y;	  /* pixel of the quiet zone's corner */
	uint32_t len;	  /* pixels of a side, quiet zone included */
	uint32_t columns; /* of text left of it, with an empty one in between */
};

enum { CODE_QUIET = 4 /* modules on each side */ };

/* The largest side of a code, in modules, that has a good place here; 0: none has. */
uint32_t code_max_side(const struct fb *fb);

/* The place of a code of `side` modules. */
struct code_place code_place(const struct fb *fb, uint32_t side);
