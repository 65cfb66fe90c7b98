// SPDX-License-Identifier: MIT
#pragma once

#include "mm/types.h"

/*
 * Make the screen the console tty0. It is in text mode, `columns` by `rows` characters of two
 * bytes, with `pitch` bytes from row to row, at least two a column, at physical address `phys`. Odd
 * sizes are left alone, with a line in the log.
 */
void vgatext_init(phys_addr_t phys, uint32_t pitch, uint32_t columns, uint32_t rows);
