// SPDX-License-Identifier: MIT
/*
 * Printing. Formats as in kernel/format_logic.h; one call prints at most PRINT_MAX - 1 characters,
 * the rest is cut. Any context.
 */
#pragma once

#include <stdarg.h>

#include "mm/types.h"

#define PRINT_MAX 1536 /* bytes, on the caller's stack */

/*
 * One line of log, without its newline (Linux wants one): "area: text". The line gets the time
 * since kernel entry in front, 0.000 while that cannot be known. `quiet` keeps it off the consoles.
 */
void printk(const char *fmt, ...) __printf(1, 2);
void vprintk(const char *fmt, va_list args);

/* Text as it is, newlines included: report, tests, verdict. */
void kprintf(const char *fmt, ...) __printf(1, 2);
void kvprintf(const char *fmt, va_list args);
