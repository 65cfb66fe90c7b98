// SPDX-License-Identifier: MIT
/*
 * A prompt on the consoles: commands by hand, on a serial line or the keyboard.
 */
#pragma once

#include "mm/types.h"

/*
 * Read and run commands until `exit`, ^D, or nobody has typed for `seconds`; at once if there is
 * nothing to type at. Says why it ended.
 */
void shell_run(uint64_t seconds);
