// SPDX-License-Identifier: MIT
/*
 * The screen in graphics mode as the console tty0: text in a font that is linked in, and at the
 * end of a run a summary with a QR code.
 */
#pragma once

#include "drivers/fbcon_logic.h"

/*
 * Begin to show text on the framebuffer. One that makes no sense, or cannot be mapped, is left
 * alone, with the reason in the log.
 */
void fbcon_init(const struct boot_fb *tag);

/* The framebuffer if fbcon_init() found it good and `console=` wants it, else NULL. */
struct fb *fbcon_fb(void);

/* Its text, while nothing else is printed. */
struct screen *fbcon_screen(void);
