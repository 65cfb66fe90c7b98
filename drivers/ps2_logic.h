// SPDX-License-Identifier: MIT
/*
 * Keys of a PC's keyboard, as the controller hands them over (scan code set 1, US layout), as the
 * bytes that a terminal would send.
 */
#pragma once

#include "mm/types.h"

struct ps2_keys {
	bool shift_left, shift_right, control, caps;
	bool extended; /* 0xe0 has come */
	uint8_t skip;  /* bytes of the Pause key to come, which is no key of ours */
};

enum { PS2_MOST_BYTES = 4 }; /* that one key sends */

/*
 * A scan code has come. Returns how many bytes the key sends, 0 to PS2_MOST_BYTES, into bytes[]:
 * cursor keys and the like as ESC [ sequences, as line editors take them.
 */
unsigned ps2_key(struct ps2_keys *keys, uint8_t code, uint8_t bytes[PS2_MOST_BYTES]);
