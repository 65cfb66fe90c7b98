// SPDX-License-Identifier: MIT
/*
 * printf-like formatting without floating point.
 *
 * Understood: %d %i %u %x %X %o %c %s %p %%, lengths hh h l ll z t j, flags - 0 + space #, width
 * and precision as numbers or *. Anything else is printed as it stands. %s of NULL is "(null)".
 */
#pragma once

#include <stdarg.h>

#include "mm/types.h"

/*
 * Write at most size - 1 characters and a NUL (nothing at all if size is 0). Returns the length
 * that the whole text has, as snprintf does.
 */
int kvsnprintf(char *buf, size_t size, const char *fmt, va_list args);
int ksnprintf(char *buf, size_t size, const char *fmt, ...) __printf(3, 4);
