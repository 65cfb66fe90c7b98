// SPDX-License-Identifier: MIT
#pragma once

/*
 * The keyboard, to type at with tty0: of a PS/2 controller, or a USB one that firmware shows as
 * such. Nothing happens if there is no controller. After options_init(), once.
 */
void ps2_init(void);
