// SPDX-License-Identifier: MIT
/*
 * Names of functions for backtraces. The table is made by tools/ksyms from the first link and is
 * part of the second.
 */
#pragma once

#include <stdint.h>

/* A text symbol; the table is sorted by offset. */
struct ksym {
	uint32_t offset; /* bytes from 0xffffffff80000000 */
	uint32_t name_offset;
};

/* The function that `addr` lies in, and how far; NULL outside of the text. */
const char *symbol_lookup(uint64_t addr, uint64_t *offset);
