// SPDX-License-Identifier: MIT
#pragma once

#include "mm/types.h"

/*
 * Is there RAM where the memory map says so? Tries the first and the last page of [start, end) and
 * some in between, by writing a word through the cache, reading it back and restoring it. The range
 * is reached through the direct map and is no code or data of ours. Bounds are whole pages.
 * Returns the physical address that does not keep what is written to it, or `end`.
 */
phys_addr_t ram_probe(phys_addr_t start, phys_addr_t end);
